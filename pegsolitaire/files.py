"""Files that are written whole or not at all, for every layer alike.

A file or folder is written in a work folder beside it, ``<name>.new-*``, and moved to its place
when it is complete: until then readers find the old one. A work folder has a lock of the system
while its process lives, so that the leftovers of a killed process are recognised, and removed by
the process that writes the same thing next. What the system refuses is told in one line, with a
remedy.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from glob import escape
from pathlib import Path
from tempfile import TemporaryFile
from time import sleep
from typing import BinaryIO
from uuid import uuid4
from weakref import finalize

from pegsolitaire.errors import BoardTooLargeError, StoreError
from pegsolitaire.units import bytes_text

_WORK_FOLDER = re.compile(r"\.new-[0-9a-f]{12}$")
_LOCK = "lock"  # the file in a work folder that its process holds

_WAITS = (0.05, 0.15, 0.3, 0.5)  # seconds until a file that is in use is tried again
_NOT_WRITABLE = (errno.EACCES, errno.EPERM, errno.EROFS)
_FULL = (errno.ENOSPC, errno.EDQUOT)


def home() -> Path:
    """Where sets are stored: ``PEGSOLITAIRE_HOME``, or the user's data folder."""
    if chosen := os.environ.get("PEGSOLITAIRE_HOME"):
        return Path(chosen).expanduser()
    from platformdirs import user_data_path

    return user_data_path("pegsolitaire")


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn errors of the file system into one line with a remedy."""
    try:
        yield
    except OSError as error:
        if isinstance(error, StoreError):
            raise
        if isinstance(error, (FileExistsError, NotADirectoryError)):
            raise StoreError(
                f"cannot write {path}: a file is where a folder should be; "
                "choose another location (sets are stored in PEGSOLITAIRE_HOME)"
            ) from error
        # What libraries add (pyarrow) is about how they write.
        why = os.strerror(error.errno) if error.errno else error
        if error.errno in _NOT_WRITABLE:
            there = next(one for one in (path.parent, *path.parents, path) if one.exists())
            why = f"the folder {there} is not writable"
        remedy = (
            "free some space or choose another location"
            if error.errno in _FULL
            else "choose another location"
        )
        stored = " (sets are stored in PEGSOLITAIRE_HOME)" if _is_stored(path) else ""
        raise StoreError(f"cannot write {path}: {why}; {remedy}{stored}") from error


def _is_stored(path: Path) -> bool:
    """Whether a path is in the store."""
    return path.absolute().is_relative_to(home().absolute())


@contextmanager
def locked(path: Path) -> Iterator[bool | None]:
    """Hold a file as a lock of the system, and say whether that worked.

    The lock ends with the process, however that ends, and holds between machines that share a
    file system.

    Yields
    ------
    held : bool or None
        False where somebody else holds it, None where the file system has no locks.
    """
    from filelock import FileLock, Timeout

    with ExitStack() as holding:
        held: bool | None = True
        try:
            holding.enter_context(FileLock(path, timeout=0, thread_local=False))
        except Timeout:
            held = False
        except (OSError, NotImplementedError):
            held = None
        yield held


@contextmanager
def folder_made(folder: Path) -> Iterator[None]:
    """Make a folder if necessary; remove it and its new parents if it stays empty.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as there:
    ...     with folder_made(Path(there, "sets", "english")):
    ...         pass
    ...     Path(there, "sets").exists()
    False
    """
    made = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    finally:
        for one in made:
            with suppress(OSError):  # it is not empty
                one.rmdir()


@contextmanager
def work_folder(place: Path) -> Iterator[Path]:
    """A folder beside a place for what is to be put there, ``<place>.new-*``; gone at the end.

    Work folders of the same place that killed processes left are removed first.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, work_folder(Path(folder, "levels")) as work:
    ...     work.is_dir(), is_abandoned(work)
    (True, False)
    """
    remove_abandoned(place)
    while True:
        folder = place.with_name(f"{place.name}.new-{uuid4().hex[:12]}")
        remove = partial(shutil.rmtree, folder, ignore_errors=True)
        with ExitStack() as ending:
            ending.enter_context(folder_made(folder.parent))
            ending.callback(remove)
            try:
                folder.mkdir()
            except FileNotFoundError:  # another process removed what was made above it
                continue
            ending.callback(remove)  # of Windows, which keeps a file that is locked
            held = ending.enter_context(locked(folder / _LOCK))
            ending.callback(remove)
            if held is not False and folder.exists():  # else another process took it for a relic
                yield folder
                return


def is_work_folder(path: Path) -> bool:
    """Whether a path is one of those that :func:`work_folder` makes, by its name."""
    return _WORK_FOLDER.search(path.name) is not None and path.is_dir()


def is_abandoned(folder: Path) -> bool:
    """Whether this is a work folder, and the process that made it is gone."""
    if not is_work_folder(folder):
        return False
    with locked(folder / _LOCK) as held:
        return held is True


def remove_abandoned(place: Path) -> None:
    """Remove the work folders beside a place that killed processes left."""
    with suppress(FileNotFoundError):  # the folder was empty, and another process removed it
        for folder in place.parent.glob(f"{escape(place.name)}.new-*"):
            if is_abandoned(folder):
                shutil.rmtree(folder, ignore_errors=True)


def remove_file(path: Path, mapped: object = None) -> None:
    """Remove a file that is not needed any more, if it is there.

    Windows refuses that while anyone has it open or mapped. Where this process has, in ``mapped``,
    it goes as soon as that is not used any more; else it goes with its folder.
    """
    try:
        path.unlink()
    except (FileNotFoundError, IsADirectoryError):
        pass
    except PermissionError:
        if mapped is not None:
            finalize(mapped, remove_file, path)


def _replace(new: Path, old: Path) -> None:
    """Put a file in the place of another, as soon as nobody has the other open (on Windows)."""
    for wait in (*_WAITS, None):
        try:
            new.replace(old)
        except PermissionError as error:
            if wait is None:
                raise StoreError(
                    f"cannot replace {old}: a program has it open, perhaps `pegs play`; end it, "
                    "and try again"
                ) from error
            sleep(wait)
        else:
            return


@contextmanager
def renamed_when_whole(path: Path) -> Iterator[Path]:
    """A name to write a file under, which gets its own name when it was written without error.

    Errors of the file system are raised as they come: :func:`written_aside` explains them.
    """
    check_replaceable(path)
    with work_folder(path) as folder:
        yield folder / path.name
        _replace(folder / path.name, path)


@contextmanager
def written_aside(path: Path) -> Iterator[Path]:
    """The same, in a folder that is made if need be, with errors in one line.

    Raises
    ------
    StoreError
        If the file is a folder or a device, or cannot be written.
    """
    with explained(path), renamed_when_whole(path) as aside:
        yield aside


@contextmanager
def synced(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, flushed to disk when it is closed."""
    with open(path, "wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


def write_text(lines: Iterable[str], path: Path) -> None:
    """Write lines to a file, all or nothing.

    Raises
    ------
    StoreError
        If it cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_text(["one", "two"], Path(folder, "new", "lines.txt"))
    ...     Path(folder, "new", "lines.txt").read_text().split()
    ['one', 'two']
    """
    with written_aside(path) as aside, open(aside, "w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)


def check_disk(place: Path, most: int | None, more: int = 0) -> None:
    """See that a file or a folder takes no more of the disk than it may.

    Parameters
    ----------
    place : Path
        The file, or the folder.
    most : int or None
        Bytes; None is no limit.
    more : int, optional
        Bytes that are about to be written there.

    Raises
    ------
    BoardTooLargeError
        If it takes more.
    """
    if most is None:
        return
    files = [place] if place.is_file() else place.rglob("*")
    if sum(file.stat().st_size for file in files if file.is_file()) + more > most:
        raise BoardTooLargeError(
            f"this needs more than the {bytes_text(most)} of disk that it may take: allow more; "
            "levels that are finished are kept"
        )


def check_replaceable(path: Path) -> None:
    """Check that a file can be written here: there is nothing but a file.

    Raises
    ------
    StoreError
        If a folder or a device does.
    """
    if path.exists() and not path.is_file():
        raise StoreError(f"cannot write {path}: it is not a file that can be replaced")


def check_target(path: Path) -> None:
    """See that a file can be written there, before the work begins.

    Raises
    ------
    StoreError
        If it is not, or the file has no name, or is a folder or a device.
    """
    if not path.name:
        raise StoreError(f"cannot write to {str(path)!r}: give the name of a file")
    check_replaceable(path)
    if not path.parent.is_dir():
        raise StoreError(f"cannot write {path}: there is no folder {path.parent}")


def check_writable(path: Path) -> None:
    """Find out whether a file or a folder can be written there before it is computed.

    Folders that are not there yet are not made: an interrupted command would leave them.

    Raises
    ------
    StoreError
        If it cannot.
    """
    with explained(path):
        there = next(one for one in path.absolute().parents if one.exists())
        with TemporaryFile(dir=there):
            pass
