"""Files are written completely or not at all, and leftovers of killed processes are removed."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import filelock
import programs
import pytest
from private import private, set_private

from pegsolitaire import files
from pegsolitaire.errors import StoreError
from pegsolitaire.files import work_folder


def test_a_work_folder_that_another_process_takes_for_a_relic_is_made_again(tmp_path, monkeypatch):
    """The other process may act after the folder is created and before its lock is held."""
    mkdir, taken = Path.mkdir, []

    def slow_mkdir(path, *given, **named):
        mkdir(path, *given, **named)
        if not taken:
            taken.append(path)
            files.remove_abandoned(tmp_path / "set")

    monkeypatch.setattr(Path, "mkdir", slow_mkdir)
    with work_folder(tmp_path / "set") as folder:
        assert folder.is_dir()
        assert not files.is_abandoned(folder)
    assert os.listdir(tmp_path) == []


def test_a_relic_is_locked_while_it_is_removed(tmp_path, monkeypatch):
    """Otherwise its process could lock it after the test of the lock, and lose it."""
    with work_folder(tmp_path / "set") as folder:
        kept = folder.with_name("kept")
        folder.rename(kept)
    kept.rename(folder)
    rmtree, held = files.shutil.rmtree, []

    def watched(path, **options):
        with files.locked(path / private(files, "_LOCK")) as one:
            held.append(one)
        rmtree(path, **options)

    monkeypatch.setattr(files.shutil, "rmtree", watched)
    files.remove_abandoned(tmp_path / "set")
    assert held == [False]
    assert os.listdir(tmp_path) == []


def test_a_folder_that_another_process_removes_as_it_is_empty_is_made_again(tmp_path, monkeypatch):
    """If two processes share a new parent folder, the first to finish removes it when empty."""
    above, glob, mkdir, removed = tmp_path / "sets", Path.glob, Path.mkdir, []

    def late_glob(path, *given, **named):
        if path == above and "list" not in removed:
            removed.append("list")
            above.rmdir()
        return glob(path, *given, **named)

    def late_mkdir(path, *given, **named):
        if path.parent == above and "make" not in removed:
            removed.append("make")
            above.rmdir()
        mkdir(path, *given, **named)

    above.mkdir()
    monkeypatch.setattr(Path, "glob", late_glob)
    monkeypatch.setattr(Path, "mkdir", late_mkdir)
    with work_folder(above / "set") as folder:
        assert folder.is_dir()
    assert removed == ["list", "make"]
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("refused", [OSError(errno.ENOLCK, "no locks"), NotImplementedError()])
def test_a_file_system_without_locks(tmp_path, monkeypatch, refused):
    """Writing still works. Leftovers are kept, because their processes may still be running."""

    def acquire(*_, **__):
        raise refused

    left = tmp_path / "lines.txt.new-0123456789ab"
    left.mkdir()
    monkeypatch.setattr(filelock.FileLock, "acquire", acquire)
    files.write_text(["one"], tmp_path / "lines.txt")
    assert sorted(os.listdir(tmp_path)) == ["lines.txt", left.name]


def test_what_a_killed_export_left_is_removed_by_the_next_one(tmp_path):
    path = tmp_path / "labels.parquet"
    writing = (
        "import sys; from pathlib import Path; from pegsolitaire.files import written_aside\n"
    )
    writing += "with written_aside(Path(sys.argv[1])) as aside:\n"
    writing += "    aside.write_text('half'); print(flush=True); sys.stdin.read()"
    start = [sys.executable, "-c", writing, str(path)]
    with programs.started(start, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as killed:
        killed.stdout.readline()
        killed.kill()
        killed.wait()
    (left,) = os.listdir(tmp_path)
    assert left.startswith("labels.parquet.new-")
    files.write_text(["whole"], path)
    assert os.listdir(tmp_path) == ["labels.parquet"]


def test_a_file_that_is_in_use_is_replaced_when_it_is_free(tmp_path, monkeypatch):
    """Windows refuses to replace a file that a program has open or mapped."""
    place, real, refusals = tmp_path / "a.npz", Path.replace, [2]

    def replace(self, target):
        if target == place and refusals[0]:
            refusals[0] -= 1
            raise PermissionError(13, "in use")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    set_private(monkeypatch, files, _WAITS=(0, 0, 0))
    files.write_text(["one"], place)
    assert place.read_text() == "one\n"
    refusals[0] = 10
    with pytest.raises(StoreError, match="has it open, perhaps `pegs play`; end it"):
        files.write_text(["two"], place)
    assert (place.read_text(), list(tmp_path.iterdir())) == ("one\n", [place])
