"""Tests that every module of the package has a test file at the expected path."""

import ast
import re
from functools import cache
from pathlib import Path

import pegsolitaire

PACKAGE = Path(pegsolitaire.__file__).parent
TESTS = Path(__file__).parents[1]
#: Modules without a test file of their own, and the tests that cover them.
EXCEPTIONS = {
    "__main__": "tests of programs start it: tests/test_signals.py, tests/whole/test_kills.py",
    "board/links": "it reads links and files for tests/board/test_reading_boards.py",
    "cli/commands/notation": "it prints one text: tests/whole/test_one_meaning.py",
    "construct/peeling": "it makes boards smaller for tests/construct/test_hexagons.py",
    "engine/backward": "a kernel of the values in tests/sets/test_values.py",
    "engine/many_boards": "it finds small boards for tests/surveys/test_small_boards.py",
    "sets/labels": "the exported values of a class in tests/sets/test_values.py",
    "units": "sizes and times in tests/sets/test_plans.py and tests/test_progress_bar.py",
}

#: Names that a protocol defines, and private names of the test's own objects.
PROTOCOLS = {"_exit", "_replace", "_repr_html_", "_repr_svg_"}
OWN = {"self", "cls", "super()"}


def test_file(module):
    """Return the path of the test file of a module, relative to the test folder.

    The commands share a folder with the other tests of the command line.
    """
    folder, _, name = module.replace("cli/commands/", "cli/").rpartition("/")
    return f"{folder}/test_{name}.py".lstrip("/")


test_file.__test__ = False
MODULES = sorted(
    path.relative_to(PACKAGE).with_suffix("").as_posix()
    for path in PACKAGE.rglob("*.py")
    if path.name != "__init__.py"
)


def test_each_module_has_a_test_file():
    missing = [name for name in MODULES if not (TESTS / test_file(name)).is_file()]
    assert missing == sorted(EXCEPTIONS)


def test_each_test_file_has_a_module():
    """The folders `whole` and `browser` are exempt, as their tests cover several modules."""
    files = {
        path.relative_to(TESTS).as_posix()
        for path in TESTS.rglob("test_*.py")
        if path.relative_to(TESTS).parts[0] not in ("whole", "browser")
    }
    assert files - {test_file(name) for name in MODULES} == set()


def test_each_test_file_says_what_it_tests():
    for path in TESTS.rglob("test_*.py"):
        assert ast.get_docstring(parsed(path)), path


def test_exceptions_name_tests_that_exist():
    for why in EXCEPTIONS.values():
        named = [word.strip(",") for word in why.split() if word.startswith("tests/")]
        assert named, why
        assert all((TESTS.parent / name).is_file() for name in named), why


@cache
def parsed(path):
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text("utf-8"))


def private_names(path):
    """Yield names with a leading underscore that a file takes from another one, as code."""

    def is_private(name):
        return name.startswith("_") and not name.startswith("__") and name not in PROTOCOLS

    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.ImportFrom):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) not in OWN:
            names = [node.attr]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(
            ("getattr", "setattr")
        ):
            texts = [arg.value for arg in node.args[:2] if isinstance(arg, ast.Constant)]
            names = [str(text).rpartition(".")[2] for text in texts]
        else:
            continue
        if any(map(is_private, names)):
            yield ast.unparse(node)


def test_private_names_go_through_one_helper():
    files = [path for path in TESTS.rglob("*.py") if path.name != "private.py"]
    assert {path.name: found for path in files if (found := list(private_names(path)))} == {}


def names_in(function):
    """Yield all names in a function: variables, attributes and parameters."""
    for node in ast.walk(function):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.arg):
            yield node.arg


def test_each_test_asserts_something():
    """A test may assert directly, through a fixture or through a helper function."""
    functions = [
        (path, node, set(names_in(node)))
        for path in TESTS.rglob("*.py")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    asserting = {"raises", "warns", "expect"}
    asserting |= {
        function.name
        for _, function, _ in functions
        if any(isinstance(node, ast.Assert | ast.Raise) for node in ast.walk(function))
    }
    before = 0
    while before < len(asserting):
        before = len(asserting)
        asserting |= {function.name for _, function, names in functions if names & asserting}
    assert [
        f"{path.name}: {function.name}"
        for path, function, _ in functions
        if function.name.startswith("test_") and function.name not in asserting
    ] == []


def test_written_faults_name_tests_that_exist():
    found = re.findall(r"`([\w/]+\.py)::(test_\w+)`", (TESTS / "faults.md").read_text("utf-8"))
    assert len(found) > 25
    for path, name in found:
        assert f"def {name}(" in (TESTS / path).read_text("utf-8"), (path, name)
