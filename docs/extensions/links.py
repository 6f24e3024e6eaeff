"""Links that lead somewhere both in the repository and on the site, and names from docstrings."""

from __future__ import annotations

import re
from importlib import import_module
from operator import attrgetter
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import make_refnode

# Files of the repository that the site has as pages of its own.
PAGES = {
    "../benchmarks/RESULTS.md": "generated/measurements.md",
    "../benchmarks/printed": "generated/printed.md",
    "../CHANGELOG.md": "generated/changelog.md",
    "../CONTRIBUTING.md": "extending.md",
    "../pegsolitaire/__init__.pyi": "generated/api/index.md",
    "../pegsolitaire/web/routes.py": "generated/http-api.md",
    "pegs.1": "generated/commands.md",
}


def lead_to_pages(app: Sphinx, name: str, source: list[str]) -> None:
    """Point links to files of the repository at the pages of the site."""
    depth = name.count("/")
    for file, page in PAGES.items():
        up = "../" * depth
        source[0] = source[0].replace(f"]({up}{file}", f"]({up}{page}")
    # A page that is no document of Sphinx, to which only HTML can lead.
    source[0] = re.sub(
        r"\[([^]]*)\]\(reproduction\.json\)", r'<a href="papers.html">\1</a>', source[0]
    )


def find_by_last_part(
    app: Sphinx, env: BuildEnvironment, node: Any, content: nodes.TextElement
) -> nodes.TextElement | None:
    """Resolve a name that a docstring or a signature writes in another way than the page has it.

    ``Board`` and ``pegsolitaire.board.board.Board`` are both ``pegsolitaire.board.Board``. What is
    internal has no page, and stays text.
    """
    if node.get("refdomain") != "py":
        return None
    last = node["reftarget"].rpartition(".")[2]
    found = {
        name: entry
        for name, entry in env.domains["py"].data["objects"].items()
        if name.rpartition(".")[2] == last and not entry.aliased and name.count(".") == 2
    }
    if len(found) > 1:
        found = {name: entry for name, entry in found.items() if _is_of_package(name)}
    if len(found) != 1 or app.builder is None:
        return content if _is_internal(node["reftarget"]) else None
    entry = found.popitem()[1]
    return make_refnode(app.builder, node["refdoc"], entry.docname, entry.node_id, content, last)


def _is_of_package(name: str) -> bool:
    """Whether the package hands this object out under the same name, as ``ps.solve``."""
    module, _, last = name.rpartition(".")
    package = import_module("pegsolitaire")
    return getattr(package, last, None) is getattr(import_module(module), last)


def _is_internal(name: str) -> bool:
    """Whether a module that has no page of its own defines this name."""
    parts = name.split(".")
    if parts[0] != "pegsolitaire" or len(parts) < 4:
        return False
    try:
        attrgetter(".".join(parts[3:]))(import_module(".".join(parts[:3])))
    except (ImportError, AttributeError):
        return False
    return True


def leave_words(app: Sphinx, doctree: nodes.document) -> None:
    """Have words of a type such as ``list of jumps`` not look for objects of their name."""
    for node in list(doctree.findall(pending_xref)):
        target = node["reftarget"]
        is_type = node.get("refdomain") == "py" and node["reftype"] == "class"
        if is_type and target.islower() and "." not in target:
            node.replace_self(nodes.Text(target))


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx."""
    app.connect("source-read", lead_to_pages)
    app.connect("doctree-read", leave_words)
    app.connect("missing-reference", find_by_last_part)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
