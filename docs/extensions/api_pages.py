"""Pages of the API: one for each part of the package, made from docstrings."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path
from types import ModuleType

from sources import write_page
from sphinx.application import Sphinx

# The parts, in the order in which they build on one another.
PARTS = (
    "board",
    "game",
    "theory",
    "data",
    "draw",
    "construct",
    "sets",
    "solving",
    "reasons",
    "advice",
    "surveys",
    "chance",
    "cluster",
    "papers",
    "units",
    "work",
    "errors",
)

# What is no public name of a part, but is met in signatures of others.
MORE = {
    "sets": ("plans.Plan",),
    "solving": ("patterns.Patterns",),
    "cluster": ("runner.DaskRunner",),
}


def write_pages(app: Sphinx) -> None:
    """Write all pages, and one that lists them and the names of the package itself."""
    folder = Path(app.srcdir) / "generated" / "api"
    for part in PARTS:
        module = import_module(f"pegsolitaire.{part}")
        write_page(folder / f"{part}.md", _page(module))
    write_page(folder / "index.md", _index())


def _index() -> list[str]:
    package = import_module("pegsolitaire")
    return [
        "# Python API",
        "",
        "`import pegsolitaire as ps` reaches all names of the tables on this page. It takes a "
        "twentieth of a second, and loads the rest when it is first asked for. Parts with more "
        "names have a page each, as have `ps.solving`, `ps.sets` and so on.",
        "",
        "```{toctree}",
        ":maxdepth: 1",
        "",
        *PARTS,
        "```",
        "",
        *_table(package, package.__all__, "pegsolitaire."),
    ]


def names_of(module: ModuleType) -> list[str]:
    """The public names of a module."""
    if hasattr(module, "__all__"):
        return list(module.__all__)
    return [
        name
        for name, thing in vars(module).items()
        if not name.startswith("_") and getattr(thing, "__module__", "") == module.__name__
    ]


def _page(module: ModuleType) -> list[str]:
    names = names_of(module)
    part = module.__name__.rpartition(".")[2]
    more = [f".. autoclass:: {module.__name__}.{name}" for name in MORE.get(part, ())]
    return [
        f"# pegsolitaire.{part}",
        "",
        "```{eval-rst}",
        f".. automodule:: {module.__name__}",
        "   :no-members:",
        "",
        f".. currentmodule:: {module.__name__}",
        "```",
        "",
        *_table(module, names),
        *(line for title, group in _groups(module, names) for line in _entries(title, group)),
        *(
            _entries("Met in signatures", [f"{one}\n   :members:\n" for one in more])
            if more
            else []
        ),
    ]


def _groups(module: ModuleType, names: list[str]) -> list[tuple[str, list[str]]]:
    """Directives for the names, in groups with a title."""
    groups: dict[str, list[str]] = {"Classes": [], "Functions": [], "Data": []}
    for name in names:
        thing = getattr(module, name)
        whole = f"{module.__name__}.{name}"
        if inspect.isclass(thing):
            groups["Classes"] += [f".. autoclass:: {whole}", "   :members:", ""]
        elif inspect.isroutine(thing) or hasattr(thing, "__wrapped__"):
            groups["Functions"] += [f".. autofunction:: {whole}", ""]
        elif not inspect.ismodule(thing):
            groups["Data"] += [f".. py:data:: {name}", *_value(thing), ""]
    return [(title, lines) for title, lines in groups.items() if lines]


def _value(thing: object) -> list[str]:
    """What a constant is, where that is short."""
    shown = repr(thing)
    kind = type(thing).__name__
    if len(shown) <= 70 and "object at" not in shown:
        return [f"   :value: {shown}"]
    size = f" of {len(thing)}" if hasattr(thing, "__len__") else ""
    return ["", f"   A {kind}{size}."]


def _entries(title: str, lines: list[str]) -> list[str]:
    return [f"## {title}", "", "```{eval-rst}", *lines, "```", ""]


def _table(module: ModuleType, names: list[str], prefix: str = "") -> list[str]:
    """A table of classes and functions, each with the first line of its docstring."""
    shown = [f"   {prefix}{name}" for name in names if callable(getattr(module, name))]
    return ["```{eval-rst}", ".. autosummary::", "   :nosignatures:", "", *shown, "```", ""]


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx."""
    app.connect("builder-inited", write_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
