"""Tests of the built package: it is complete, and it works outside the repository."""

import os
import shutil
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import programs
import pytest

import pegsolitaire

ROOT = Path(__file__).parents[2]
SOURCES = ("pegsolitaire", "docs", "pyproject.toml", "README.md", "CHANGELOG.md", "CITATION.cff")
TOLD = "import pegsolitaire as ps; print(ps.__file__)"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build a wheel and a source distribution from a clean copy and return their folder."""
    copy, folder = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("built")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, copy)
    build(copy, folder)
    return folder


def build(source, folder, *what):
    """Build the given distributions from a source folder, or both by default."""
    arguments = [sys.executable, "-m", "hatchling", "build", *what, "-d", str(folder)]
    done = programs.run(arguments, cwd=source)
    assert done.returncode == 0, done.stderr


def only(folder, pattern):
    [path] = folder.glob(pattern)
    return path


def ours():
    """Return the paths of the package files, relative to the repository."""
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


def contents(wheel):
    """Return the contents of a wheel by file name."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.xdist_group("package")
def test_the_source_distribution_builds_the_same_wheel(built, tmp_path):
    with tarfile.open(only(built, "*.tar.gz")) as source:
        source.extractall(tmp_path / "source", filter="data")
    build(only(tmp_path / "source", "*"), tmp_path / "wheel", "-t", "wheel")
    again = contents(only(tmp_path / "wheel", "*.whl"))
    assert again == contents(only(built, "*.whl"))
    [page] = [name for name in again if name.endswith("/share/man/man1/pegs.1")]
    assert again[page] == (ROOT / "docs" / "pegs.1").read_bytes()


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory):
    """Install the wheel in a new environment that borrows the dependencies of this one."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, with_pip=False, symlinks=True)
    tags = {"base": str(home), "platbase": str(home)}
    packages = Path(sysconfig.get_path("purelib", "venv", vars=tags))
    pip = [sys.executable, "-m", "pip", "--python", str(home / "bin" / "python"), "install"]
    wheel = str(only(built, "*.whl"))
    done = programs.run([*pip, "--no-deps", "--no-index", "--quiet", wheel])
    assert done.returncode == 0, done.stderr
    ours = Path(sysconfig.get_path("purelib"))
    (packages / "others.pth").write_text(f"{ours}\n")
    return home


def in_environment(installed, words, folder):
    """Run a program of the environment in another folder and return its output."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    env = {**kept, "PEGSOLITAIRE_HOME": str(folder)}
    done = programs.run([str(installed / "bin" / words[0]), *words[1:]], cwd=folder, env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.xdist_group("package")
def test_what_pip_installs_runs(installed, tmp_path):
    where = Path(in_environment(installed, ["python", "-c", TOLD], tmp_path).strip())
    assert where.is_relative_to(installed)
    version = in_environment(installed, ["pegs", "--version"], tmp_path)
    assert version == f"pegs {pegsolitaire.__version__}\n"
    solved = in_environment(installed, ["pegs", "solve", "triangle5", "a1"], tmp_path)
    assert "13 jumps, 10 moves: triangle5: a1 to a1" in solved
    assert "english-classics" in in_environment(installed, ["pegs", "puzzles"], tmp_path)
    assert (installed / "share" / "man" / "man1" / "pegs.1").is_file()
