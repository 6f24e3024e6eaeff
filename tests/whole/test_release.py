"""Tests that the licence, versions, workflows and container are consistent with the code."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import release  # noqa: E402

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def test_one_licence():
    project = tomllib.loads(read("pyproject.toml"))["project"]
    citation = yaml.safe_load(read("CITATION.cff"))
    assert project["license"] == citation["license"] == "MIT"
    assert project["authors"] == citation["authors"] == [{"name": "the pegsolitaire authors"}]
    assert read("LICENSE").startswith("MIT License\n")
    assert "the pegsolitaire authors" in read("LICENSE")


def test_one_version():
    assert len(set(release.versions().values())) == 1


def test_a_release_of_another_version_is_refused():
    run = subprocess.run(
        [sys.executable, ROOT / "tools" / "release.py", "v99.0"], capture_output=True, text=True
    )
    assert run.returncode == 1
    assert run.stderr.startswith("the tag is v99.0, but pyproject.toml says ")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_run_what_is_there(path):
    targets = re.search(r"^\.PHONY: (.*)$", read("Makefile"), re.MULTILINE)[1].split()
    extras = tomllib.loads(read("pyproject.toml"))["project"]["optional-dependencies"]
    for job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].values():
        assert job["runs-on"]
        for command in (step["run"] for step in job["steps"] if "run" in step):
            for target in re.findall(r"\bmake ([\w-]+)", command):
                assert target in targets
            for name in re.findall(r"\b((?:tools|tests|docs)/[\w./-]+)", command):
                assert (ROOT / name).exists()
            for name in re.findall(r"\.\[(\w+)\]", command):
                assert name in extras


def test_pythons_are_those_of_the_classifiers():
    matrix = yaml.safe_load(read(".github/workflows/tests.yml"))["jobs"]["matrix"]["strategy"]
    classifiers = tomllib.loads(read("pyproject.toml"))["project"]["classifiers"]
    pythons = [name.split()[-1] for name in classifiers if "Python :: 3." in name]
    assert matrix["matrix"]["python"] == [*pythons, "3.14"]  # a trial that may fail


def test_containers_are_built_from_files_that_are_there():
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", read("Dockerfile"), re.MULTILINE)
    names = [name for line in copied for name in line.split()]
    assert [name for name in names if not (ROOT / name).exists()] == []
    kept = {line[1:] for line in read(".dockerignore").splitlines() if line.startswith("!")}
    assert kept == set(names)
    services = yaml.safe_load(read("compose.yaml"))["services"]
    assert all(service["read_only"] for service in services.values())
    assert "USER pegs" in read("Dockerfile")
    assert "HEALTHCHECK" in read("Dockerfile")
