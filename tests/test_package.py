"""The package that people install: built from a clean copy, whole, and at home anywhere."""

import os
import shutil
import sys
import tarfile
import zipfile
from pathlib import Path

import programs
import pytest

ROOT = Path(__file__).parents[1]
SOURCES = ("pegsolitaire", "pyproject.toml", "README.md", "CHANGELOG.md", "CITATION.cff")
TOLD = "import pegsolitaire as ps; print(ps.__file__)"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A folder with a wheel and a source distribution."""
    copy, folder = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("built")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, copy)
    done = programs.run([sys.executable, "-m", "hatchling", "build", "-d", str(folder)], cwd=copy)
    assert done.returncode == 0, done.stderr
    return folder


def only(folder, pattern):
    [path] = folder.glob(pattern)
    return path


def ours():
    """The files of the package, as their paths below the repository."""
    files = (path for path in (ROOT / "pegsolitaire").rglob("*") if path.is_file())
    return {p.relative_to(ROOT).as_posix() for p in files if "__pycache__" not in p.parts}


@pytest.mark.xdist_group("package")
def test_wheel_and_source_distribution_are_whole(built):
    with zipfile.ZipFile(only(built, "*.whl")) as wheel:
        names = set(wheel.namelist())
    assert {name for name in names if name.startswith("pegsolitaire/")} == ours()
    with tarfile.open(only(built, "*.tar.gz")) as source:
        names = {name.partition("/")[2] for name in source.getnames()}
    assert ours() <= names
    assert "README.md" in names


@pytest.mark.xdist_group("package")
def test_the_wheel_runs_away_from_the_repository(built, tmp_path):
    with zipfile.ZipFile(only(built, "*.whl")) as wheel:
        wheel.extractall(tmp_path / "installed")
        [metadata] = [name for name in wheel.namelist() if name.endswith("/METADATA")]
        described = wheel.read(metadata).decode()
    assert "Typing :: Typed" in described
    assert "Every winning position" in described or "peg solitaire" in described
    home = tmp_path / "home"
    home.mkdir()
    env = {
        **os.environ,
        "PYTHONPATH": str(tmp_path / "installed"),
        "PEGSOLITAIRE_HOME": str(home),
    }
    where = programs.run([sys.executable, "-c", TOLD], cwd=home, env=env).stdout
    assert Path(where.strip()).is_relative_to(tmp_path)
    solved = programs.run(
        [sys.executable, "-m", "pegsolitaire", "solve", "triangle12", "a1"], cwd=home, env=env
    )
    assert solved.returncode == 0, solved.stderr
    puzzles = programs.run([sys.executable, "-m", "pegsolitaire", "puzzles"], cwd=home, env=env)
    assert "english-classics" in puzzles.stdout
