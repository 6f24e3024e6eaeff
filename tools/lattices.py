"""Tell the page of the lattices: write ``web/static/js/lattices.js``, after a change to them.

python tools/lattices.py
"""

import json
from pathlib import Path

from pegsolitaire.board import LATTICES

FILE = Path(__file__).parents[1] / "pegsolitaire" / "web" / "static" / "js" / "lattices.js"
HEAD = """\
// The lattices of pegsolitaire/board/lattice.py, written by tools/lattices.py: in which directions
// pegs jump, and where the step to the next row leads in a drawing.
"""


def text() -> str:
    """The file, as it should be."""
    lines = [
        f'  "{one.name}": {json.dumps({"directions": one.directions, "down": one.down})},'
        for one in LATTICES.values()
    ]
    return HEAD + "\nexport const LATTICES = {\n" + "\n".join(lines) + "\n};\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
