"""Run the notebooks of the documentation in this process, without Jupyter.

python tools/notebooks.py docs/notebooks/triangle.md ...     prints the output of the cells
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_CELL = re.compile(r"^```\{code-cell\}[^\n]*\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)
_SHOWN = ("_repr_html_", "_repr_svg_")


def cells(page: str) -> Iterator[str]:
    """Yield the code of each cell of a notebook."""
    for cell in _CELL.finditer(page):
        lines = cell["code"].splitlines(keepends=True)
        yield "".join(line for line in lines if not line.startswith(":tags:"))


def show(value: object) -> str:
    """Return what Jupyter would display for a value: a picture, a table or its text."""
    for name in _SHOWN:
        if hasattr(value, name) and (shown := getattr(value, name)()):
            return str(shown)
    return repr(value)


def run(path: Path) -> list[str]:
    """Run a notebook and return the displayed value of each cell."""
    names: dict[str, Any] = {"__name__": "__main__", "display": show}
    found = []
    for number, code in enumerate(cells(path.read_text(encoding="utf-8")), 1):
        tree = ast.parse(code, f"{path.name}, cell {number}")
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, tree_name := f"{path.name}, cell {number}", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), tree_name, "eval"), names)
            found.append("" if value is None else show(value))
    return found


def main(paths: list[str]) -> None:
    """Run notebooks and print the output of their cells."""
    for path in paths:
        for shown in run(Path(path)):
            print(
                "->", shown if len(shown) < 1500 else f"{shown[:60]} ... {len(shown)} characters"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
