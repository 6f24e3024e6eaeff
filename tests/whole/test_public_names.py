"""Tests of the public names, the cost of imports, and the layers of the package."""

import ast
import re
import sys
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import programs
import pytest
from layers import LAYERS

import pegsolitaire

ROOT = Path(pegsolitaire.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
PACKAGES = sorted(path.parent for path in ROOT.rglob("__init__.py"))

COMMON = {
    "arguments",
    "units",
    "errors",
    "files",
    "frames",
    "progress_bar",
    "results",
    "signals",
    "work",
}

# Imports of a higher layer inside functions. They are allowed because boards create positions,
# problems can be read from names or words, and objects draw themselves.
UPWARD = {
    ("board/board.py", "game"),
    ("board/board.py", "draw"),
    ("game/problem.py", "theory"),
    ("game/conversion.py", "advice"),
    ("game/conversion.py", "theory"),
    ("game/problem_words.py", "data"),
    ("game/position.py", "draw"),
    ("game/problem.py", "draw"),
    ("game/solution.py", "draw"),
    ("sets/winning.py", "draw"),
    ("reasons/explaining.py", "draw"),
    ("reasons/claims.py", "draw"),
    ("reasons/telling.py", "draw"),
    ("solving/solution_graphs.py", "draw"),
    ("results.py", "board"),
}


# One worker runs all tests here, so that each file is parsed only once.
pytestmark = pytest.mark.xdist_group("names")


@cache
def imports(path):
    """Return the modules that a file imports at run time, with a flag for imports in functions."""
    found = []

    def visit(node, inside):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            return
        inside = inside or isinstance(node, ast.FunctionDef)
        if isinstance(node, ast.Import):
            found.extend((alias.name, inside) for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the layer"
            names = (alias.name for alias in node.names)
            if node.module == "pegsolitaire":
                found.extend((f"pegsolitaire.{name}", inside) for name in names)
            else:
                found.append((node.module, inside))
        for child in ast.iter_child_nodes(node):
            visit(child, inside)

    visit(ast.parse(path.read_text()), False)
    return found


def relative(path):
    return path.relative_to(ROOT).as_posix()


def test_public_names():
    assert len(set(pegsolitaire.__all__)) == len(pegsolitaire.__all__)
    for name in pegsolitaire.__all__:
        assert getattr(pegsolitaire, name) is not None
    assert set(pegsolitaire.__all__) <= set(dir(pegsolitaire))
    with pytest.raises(AttributeError, match="nonsense"):
        pegsolitaire.nonsense  # noqa: B018


@pytest.mark.parametrize("package", PACKAGES, ids=relative)
def test_names_of_packages(package):
    name = ".".join((ROOT.name, *package.relative_to(ROOT).parts))
    module = import_module(name)
    for public in getattr(module, "__all__", ()):
        assert getattr(module, public) is not None


STUBS = sorted(ROOT.rglob("__init__.pyi"))


def _told(stub):
    """Return the names in a stub file, each with the module that defines it."""
    lines = [node for node in ast.parse(stub.read_text()).body if isinstance(node, ast.ImportFrom)]
    return [(line.module, alias.name) for line in lines for alias in line.names]


@pytest.mark.parametrize("stub", STUBS, ids=relative)
def test_names_that_are_imported_late(stub):
    """Each name in a stub exists, is listed once and is the one the package exports."""
    name = ".".join((ROOT.name, *stub.parent.relative_to(ROOT).parts))
    module = import_module(name)
    told = _told(stub)
    names = {public for _, public in told}
    assert len(told) == len(names)
    assert set(module.__all__) == names <= set(dir(module))
    for home, public in told:
        if home is None:
            assert getattr(module, public) is import_module(f"{name}.{public}")
        else:
            found = getattr(import_module(f"{name}.{home}"), public)
            assert found is getattr(module, public)


def test_lazy_packages_have_a_stub():
    """Lazy packages repeat no names under `TYPE_CHECKING`."""
    lazy = {p for p in PACKAGES if "attach_stub(" in (p / "__init__.py").read_text()}
    assert lazy == {stub.parent for stub in STUBS}
    assert not any("TYPE_CHECKING" in (p / "__init__.py").read_text() for p in lazy)


def test_one_class_one_name():
    """There is a single class each for plans, surveys, shortest solutions and reasons."""
    text = "\n".join(path.read_text() for path in FILES)
    for name in ("Plan", "Surveyed", "Shortest", "Reason"):
        assert len(re.findall(rf"^class {name}\b", text, re.MULTILINE)) == 1


def test_public_classes_have_names_of_their_own():
    text = "\n".join(path.read_text() for path in FILES)
    names = re.findall(r"^class ([A-Z]\w*)", text, re.MULTILINE)
    assert {name for name in names if names.count(name) > 1} == set()


def test_no_module_has_the_name_of_a_public_function():
    """Otherwise the package attribute would depend on the order of imports."""
    told = {public for stub in STUBS for public in _told(stub)}
    public = {name for home, name in told if name[0].islower() and home is not None}
    modules = {path.stem for path in FILES} | {path.name for path in PACKAGES}
    assert modules & public == set()


def calls_of(function):
    """Return the names of everything that a function calls."""
    calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return {ast.unparse(called).rpartition(".")[2] for called in calls}


def test_the_problems_of_a_board_are_gone_through_in_one_place():
    solvers = {"solve", "shortest", "solve_without_edge"}
    loops = {
        (relative(path), function.name)
        for path in FILES
        if "svss_problems" in (text := path.read_text())
        for function in ast.walk(ast.parse(text))
        if isinstance(function, ast.FunctionDef)
        if "svss_problems" in calls_of(function) and calls_of(function) & solvers
    }
    assert {path for path, _ in loops} <= {"surveys/pairs.py"}


def test_public_names_say_what_they_are():
    things = {name: getattr(pegsolitaire, name) for name in pegsolitaire.__all__}
    silent = [name for name, one in things.items() if callable(one) and not one.__doc__]
    assert silent == []


def loaded_by(code):
    code = f"import sys; {code}; print(*sorted(sys.modules))"
    arguments = [sys.executable, "-c", code]
    done = programs.run(arguments)
    done.check_returncode()
    return set(done.stdout.split())


HEAVY = {
    "cairosvg",
    "numpy",
    "fastapi",
    "uvicorn",
    "msgspec",
    "numba",
    "pyarrow",
    "click",
    "rich",
    "platformdirs",
    "duckdb",
    "pandas",
    "polars",
    "pydantic",
    "highspy",
    "networkx",
    "segno",
    "distributed",
    "fsspec",
}


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("code", "allowed"),
    [
        ("import pegsolitaire", set()),
        ("import pegsolitaire.theory", set()),
        ("import pegsolitaire as ps; list(ps.Board('english').vacancy('d4').legal_jumps)", set()),
        ("import pegsolitaire as ps; ps.Board('triangle5')._repr_svg_()", {"rich"}),
        ("import pegsolitaire.sets", set()),
        ("from pegsolitaire.sets import WinningSets", {"msgspec", "numpy"}),
        ("from pegsolitaire.solving import solve", {"msgspec"}),
        ("import pegsolitaire.cli.main", {"click", "rich"}),
        ("from pegsolitaire.cli.main import run; run(['--help'])", {"click", "rich"}),
        (
            "from pegsolitaire.cli.main import run; run(['solve', 'triangle5', 'a1'])",
            {"msgspec", "platformdirs", "click", "rich"},
        ),
    ],
)
def test_what_importing_loads(code, allowed):
    assert loaded_by(code) & HEAVY <= allowed


def test_every_folder_is_a_layer():
    folders = {relative(path) for path in PACKAGES if path != ROOT}
    assert folders == set(LAYERS) | {"cli/commands"}


def files_that_import(what, among):
    """Return the files that import a module or one of its submodules."""
    return {
        relative(path)
        for path in among
        for name, _ in imports(path)
        if name == what or name.startswith(f"{what}.")
    }


OTHERS = [path for path in FILES if not relative(path).startswith("engine/")]


def test_commands_are_for_the_main_program_and_one_another():
    cli = (ROOT / "cli").glob("*.py")
    assert files_that_import("pegsolitaire.cli.commands", cli) <= {"cli/main.py"}


def test_numba_is_for_the_engine_alone():
    assert files_that_import("numba", OTHERS) == set()


@pytest.mark.parametrize("layer", LAYERS)
def test_layers(layer):
    for path in (ROOT / layer).rglob("*.py"):
        check_layer(path, layer)


def check_layer(path, layer):
    for name, inside in imports(path):
        top, _, below = name.partition(".")
        if top != ROOT.name:
            continue
        other = below.split(".")[0]
        if other == layer or other in COMMON or other in LAYERS[layer]:
            continue
        if layer in ("cli", "web") and other == "__version__":
            continue
        said = f"{relative(path)} imports {name}, but {layer}/ may import {sorted(LAYERS[layer])}"
        assert inside, said
        assert (relative(path), other) in UPWARD, said


def test_others_take_what_the_engine_hands_out():
    assert {
        (relative(path), name)
        for path in OTHERS
        for name, _ in imports(path)
        if name.startswith("pegsolitaire.engine.")
    } == set()


def test_no_circle_at_import():
    """Modules that import each other cannot be loaded in any order."""
    modules = {
        ".".join((ROOT.name, *path.relative_to(ROOT).with_suffix("").parts)): path
        for path in FILES
        if path.name != "__init__.py"
    }
    order = TopologicalSorter(
        {
            module: {name for name, inside in imports(path) if not inside and name in modules}
            for module, path in modules.items()
        }
    )
    assert len(list(order.static_order())) == len(modules)


def test_upward_imports_are_still_needed():
    found = {
        (relative(path), name.split(".")[1])
        for path in FILES
        for name, inside in imports(path)
        if inside and name.startswith("pegsolitaire.")
    }
    assert found >= UPWARD


def test_common_modules_import_errors_and_the_words_of_sizes_at_most():
    for name in COMMON:
        taken = {m for m, _ in imports(ROOT / f"{name}.py") if m.startswith("pegsolitaire")}
        least = {f"pegsolitaire.{one}" for one in ("errors", "units", "arguments")}
        if name in {"progress_bar", "work"}:
            least |= {"pegsolitaire.progress_bar", "pegsolitaire.signals", "pegsolitaire.work"}
        if name == "frames":  # it imports Arrow
            least |= {"pegsolitaire.signals"}
        if name == "results":  # it shows tables and hole names
            least |= {"pegsolitaire.frames", "pegsolitaire.board.notation"}
        assert taken - {f"pegsolitaire.{name}"} <= least
