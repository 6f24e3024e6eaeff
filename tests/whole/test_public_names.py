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
        ("import pegsolitaire.theory", set()),
        ("import pegsolitaire as ps; list(ps.Board('english').vacancy('d4').legal_jumps)", set()),
        ("import pegsolitaire as ps; ps.Board('triangle5')._repr_svg_()", {"rich"}),
        ("from pegsolitaire.sets import WinningSets", {"msgspec", "numpy"}),
        ("from pegsolitaire.solving import solve", {"msgspec"}),
        ("from pegsolitaire.cli.main import run; run(['--help'])", {"click", "rich"}),
        (
            "from pegsolitaire.cli.main import run; run(['solve', 'triangle5', 'a1'])",
            {"msgspec", "platformdirs", "click", "rich"},
        ),
    ],
)
def test_what_importing_loads(code, allowed):
    program = f"import sys; {code}; print(*sorted(sys.modules))"
    done = programs.run([sys.executable, "-c", program])
    done.check_returncode()
    assert set(done.stdout.split()) & HEAVY <= allowed


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


@pytest.mark.parametrize("library", ["pyarrow", "pandas", "polars"])
def test_libraries_for_tables_are_imported_by_one_function(library):
    """It names the extra that a user lacks."""
    assert files_that_import(library, FILES) == set()


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
