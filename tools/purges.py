"""Find the purges that clear three rows of a triangle, and write them to ``data/purges.toml``.

    python tools/purges.py

Each is the shortest in the order of the search, which looks at all positions of its few holes:
breadth first, from the pegs before it to those after it.
"""

from collections.abc import Iterator
from pathlib import Path

from pegsolitaire.board import LATTICES, Hole, hole_name, parse_hole
from pegsolitaire.game import Jump, moves_of
from pegsolitaire.triangular import label

FILE = Path(__file__).parents[1] / "pegsolitaire" / "triangular" / "data" / "purges.toml"
HEAD = """\
# The purges that clear the last three rows of a triangle, or three lines of them, on the holes
# from a3 to f6 and beyond (figure 5 of Bell 2008). Found by tools/purges.py; each is replayed
# when it is read. Holes that a purge does not name are not touched.
format = 1
"""

TRAPEZOID = "a4 b4 c4 a5 b5 c5 d5 a6 b6 c6 d6 e6"
TOP = "a3 b3 c3"
SIX = "d4 e5 f6 e4 f5 g6"
NINE = "d4 e5 f6 e4 f5 g6 f4 g5 h6"
PURGES = {  # name: the block, and the pairs of holes that may be its catalyst
    "trapezoid": (TRAPEZOID, ("a3 b3", "b3 c3")),
    "6-purge": (SIX, ("c4 b4", "e6 d6")),
    "9-purge": (NINE, ("c4 e6",)),
}


def holes(text: str) -> list[Hole]:
    """Holes from their names."""
    return [parse_hole(name) for name in text.split()]


def search(region: list[Hole], before: set[Hole], after: set[Hole]) -> list[Jump]:
    """The jumps from some pegs to others within a region, breadth first."""
    jumps = [
        Jump((x, y), (x + 2 * dx, y + 2 * dy))
        for x, y in region
        for dx, dy in LATTICES["triangular"].directions
    ]
    jumps = [jump for jump in jumps if jump.over in region and jump.end in region]
    paths = {frozenset(before): []}
    queue = [frozenset(before)]
    for pegs in queue:
        for jump in jumps:
            if jump.start in pegs and jump.over in pegs and jump.end not in pegs:
                made = pegs ^ {jump.start, jump.over, jump.end}
                if made not in paths:
                    paths[made] = [*paths[pegs], jump]
                    queue.append(made)
    return paths[frozenset(after)]


def entries() -> Iterator[str]:
    """Every purge as the file has it."""
    for name, (block, pairs) in PURGES.items():
        for pair in pairs:
            for full, empty in (pair.split(), pair.split()[::-1]):
                yield entry(name, [*holes(block), *holes(full)], holes(empty), holes(full))
    for vacancy in holes(TRAPEZOID):
        [left] = [hole for hole in holes(TOP) if label(hole) == label(vacancy)]
        pegs = [hole for hole in holes(f"{TRAPEZOID} {TOP}") if hole != vacancy]
        yield entry("opening", pegs, [vacancy], [h for h in holes(TOP) if h != left])


def entry(name: str, pegs: list[Hole], empty: list[Hole], leaves: list[Hole]) -> str:
    """One purge."""
    found = search([*pegs, *empty], set(pegs), set(leaves))
    keys = {"name": name, "pegs": names(pegs), "empty": names(empty), "leaves": names(leaves)}
    keys["moves"] = " ".join(map(str, moves_of(found)))
    return "\n[[purge]]\n" + "".join(f'{key} = "{text}"\n' for key, text in keys.items())


def names(found: list[Hole]) -> str:
    """Holes by letters, row by row."""
    return " ".join(hole_name(hole) for hole in sorted(found, key=lambda h: (h[1], h[0])))


if __name__ == "__main__":
    FILE.write_text(HEAD + "".join(entries()), encoding="utf-8")
