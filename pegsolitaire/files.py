"""Atomic writing: every file is written completely or not at all.

A new file or folder is first written in a work folder beside its destination, ``<name>.new-*``,
and moved to its final name when it is complete. Until then, readers see the old version. As long
as a process runs, it keeps a file in its work folder locked. The next process that writes the same
file can therefore recognise and remove what a killed process left behind. Errors of the operating
system are reported in one line, with a remedy.
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

from pegsolitaire.errors import BoardTooLargeError, StoreError, quoted
from pegsolitaire.units import bytes_text

_WORK_FOLDER = re.compile(r"\.new-[0-9a-f]{12}$")
_LOCK = "lock"  # the file in a work folder that a process keeps locked

_WAITS = (0.05, 0.15, 0.3, 0.5)  # seconds between two attempts to replace a file that is in use
_NOT_WRITABLE = (errno.EACCES, errno.EPERM, errno.EROFS)
_FULL = (errno.ENOSPC, errno.EDQUOT)


def home() -> Path:
    """Return the folder of the store: ``PEGSOLITAIRE_HOME``, or a folder for user data."""
    if chosen := os.environ.get("PEGSOLITAIRE_HOME"):
        return Path(chosen).expanduser()
    from platformdirs import user_data_path

    return user_data_path("pegsolitaire")


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn a file system error into a one-line `StoreError` with a remedy."""
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
        # Libraries such as pyarrow add internal details to their messages, which do not help
        # users.
        why = os.strerror(error.errno) if error.errno else error
        if error.errno in _NOT_WRITABLE:
            there = next(
                parent for parent in (path.parent, *path.parents, path) if parent.exists()
            )
            why = f"the folder {there} is not writable"
        remedy = (
            "free some space or choose another location"
            if error.errno in _FULL
            else "choose another location"
        )
        is_stored = path.absolute().is_relative_to(home().absolute())
        stored = " (sets are stored in PEGSOLITAIRE_HOME)" if is_stored else ""
        raise StoreError(f"cannot write {path}: {why}; {remedy}{stored}") from error


@contextmanager
def locked(path: Path) -> Iterator[bool | None]:
    """Try to lock a file, and yield whether this process has the lock.

    The operating system releases the lock when the process ends, even if it is killed. The lock
    also works between machines with a shared file system.

    Yields
    ------
    held : bool or None
        True if this process has the lock, False if another process has it, None if the file
        system does not support locks.
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
    """Create a folder if necessary. On exit, remove it and its new parents if they are empty.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as there:
    ...     with folder_made(Path(there, "sets", "english")):
    ...         pass
    ...     Path(there, "sets").exists()
    False
    """
    missing = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    finally:
        for path in missing:
            with suppress(OSError):  # the folder is not empty
                path.rmdir()


@contextmanager
def work_folder(place: Path) -> Iterator[Path]:
    """Create a temporary work folder ``<place>.new-*`` beside a path, and remove it on exit.

    Before that, the work folders of killed processes for the same path are removed.

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
            except FileNotFoundError:  # another process removed the empty parents
                continue
            ending.callback(remove)  # try again after unlocking: Windows keeps locked files
            held = ending.enter_context(locked(folder / _LOCK))
            ending.callback(remove)
            if held is not False and folder.exists():  # another process may have removed it
                yield folder
                return


def is_work_folder(path: Path) -> bool:
    """Return whether a path has the name of a folder made by :func:`work_folder`."""
    return _WORK_FOLDER.search(path.name) is not None and path.is_dir()


def is_abandoned(folder: Path) -> bool:
    """Return whether a path is a work folder whose process has ended."""
    if not is_work_folder(folder):
        return False
    with locked(folder / _LOCK) as held:
        return held is True


@contextmanager
def locked_if_abandoned(folder: Path) -> Iterator[bool]:
    """Lock a work folder if its process has ended, and yield whether it is locked.

    Remove the folder only under this lock: it may be a new one that its process is about to lock.
    """
    with locked(folder / _LOCK) as held:
        yield held is True
    if held and os.name == "nt":  # Windows keeps a locked file
        with suppress(OSError):
            (folder / _LOCK).unlink()
            folder.rmdir()


def remove_abandoned(place: Path) -> None:
    """Remove the work folders of killed processes beside a path."""
    with suppress(FileNotFoundError):  # another process removed the parent folder, which was empty
        for folder in filter(is_work_folder, place.parent.glob(f"{escape(place.name)}.new-*")):
            with locked_if_abandoned(folder) as is_locked:
                if is_locked:
                    shutil.rmtree(folder, ignore_errors=True)


def remove_file(path: Path, mapped: object = None) -> None:
    """Remove a file if it exists.

    Windows does not remove a file that a process has open or mapped. If this process has mapped
    the file, pass the mapping as ``mapped``. The file is then removed as soon as the mapping is no
    longer used. Any other open file remains until its folder is removed.
    """
    try:
        path.unlink()
    except (FileNotFoundError, IsADirectoryError):
        pass
    except PermissionError:
        if mapped is not None:
            finalize(mapped, remove_file, path)


def _replace(new: Path, old: Path) -> None:
    """Replace a file by another. On Windows, wait for a while if a process has it open."""
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
    """Yield a temporary path, and rename it to ``path`` if the block ends without an error.

    File system errors are raised unchanged. To get errors with an explanation, use
    :func:`written_aside`.
    """
    check_replaceable(path)
    with work_folder(path) as folder:
        yield folder / path.name
        _replace(folder / path.name, path)


@contextmanager
def written_aside(path: Path) -> Iterator[Path]:
    """Work like :func:`renamed_when_whole`, but explain file system errors in one line.

    Raises
    ------
    StoreError
        If the path is a folder or a device, or cannot be written.
    """
    with explained(path), renamed_when_whole(path) as aside:
        yield aside


@contextmanager
def synced(path: Path) -> Iterator[BinaryIO]:
    """Open a file for writing, and flush the file to disk when the block ends."""
    with open(path, "wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


def write_text(lines: Iterable[str], path: Path) -> None:
    """Write lines to a file atomically.

    Raises
    ------
    StoreError
        If the file cannot be written.

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
    """Check that a file or a folder does not exceed its limit on disk space.

    Parameters
    ----------
    place : Path
        The file or folder.
    most : int or None
        The limit in bytes; None means no limit.
    more : int, optional
        The number of bytes that are about to be written there.

    Raises
    ------
    BoardTooLargeError
        If the limit is exceeded.
    """
    if most is None:
        return
    files = [place] if place.is_file() else place.rglob("*")
    if sum(file.stat().st_size for file in files if file.is_file()) + more > most:
        raise BoardTooLargeError(
            f"this needs more than the limit of {bytes_text(most)} of disk: raise the limit; "
            "finished levels are kept"
        )


def check_replaceable(path: Path) -> None:
    """Check that a path either does not exist or is a regular file, which can be replaced.

    Raises
    ------
    StoreError
        If the path is a folder or a device.
    """
    if path.exists() and not path.is_file():
        raise StoreError(f"cannot write {path}: it is not a file that can be replaced")


def check_target(path: Path) -> None:
    """Check, before the work begins, that a path can be used for an output file.

    Raises
    ------
    StoreError
        If the path has no file name, is a folder or a device, or is in a missing folder.
    """
    if not path.name:
        raise StoreError(f"cannot write to {quoted(str(path))}: give the name of a file")
    check_replaceable(path)
    if not path.parent.is_dir():
        raise StoreError(f"cannot write {path}: there is no folder {path.parent}")


def check_writable(path: Path) -> None:
    """Check, before the work begins, that a file or a folder can be created at a path.

    Missing folders are not created, because an interrupted command would leave them behind.

    Raises
    ------
    StoreError
        If the path is not writable.
    """
    with explained(path):
        there = next(parent for parent in path.absolute().parents if parent.exists())
        with TemporaryFile(dir=there):
            pass
