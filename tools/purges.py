"""Find the purges that clear three rows of a board, and write them to ``data/purges.toml``.

    python tools/purges.py

Each is the first that is found by going through the positions of its few holes, breadth first,
from the pegs before it to those after it.
"""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from pegsolitaire.board import LATTICES, Hole, hole_name, parse_hole
from pegsolitaire.game import Jump, moves_of
from pegsolitaire.triangular import label

FILE = Path(__file__).parents[1] / "pegsolitaire" / "triangular" / "data" / "purges.toml"
HEAD = """\
# The purges that clear the last three rows of a triangle, or three lines of them, on the holes
# from a3 to f6 and beyond (figure 5 of Bell 2008); those that clear three rows of a rectangle,
# from a1 on; and those that clear three rows of a hexagon, each shorter than the one within.
# Found by tools/purges.py; each is replayed when it is read. Holes that a purge does not name are
# not touched.
format = 1
"""

TRAPEZOID = "a4 b4 c4 a5 b5 c5 d5 a6 b6 c6 d6 e6"
TOP = "a3 b3 c3"
SIX = "d4 e5 f6 e4 f5 g6"
NINE = "d4 e5 f6 e4 f5 g6 f4 g5 h6"
FOUR = "a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4"
FIVE = f"{FOUR} e2 e3 e4"
INVERTED_9 = "b2 c2 d2 e2 c3 d3 e3 d4 e4"
INVERTED_12 = "b2 c2 d2 e2 f2 c3 d3 e3 f3 d4 e4 f4"
INVERTED = {INVERTED_9: "a1 b1 c1 d1 e1", INVERTED_12: "a1 b1 c1 d1 e1 f1"}  # and the row within
PURGES = {  # name: the lattice, the block, and the holes that may be its catalyst
    "trapezoid": ("triangular", TRAPEZOID, ("a3 b3", "b3 c3")),
    "6-purge": ("triangular", SIX, ("c4 b4", "e6 d6")),
    "9-purge": ("triangular", NINE, ("c4 e6",)),
    "four columns": ("square", FOUR, ("a1 b1", "b1 c1")),
    "five columns": ("square", FIVE, ("a1 b1 c1",)),
    "upright 6-purge": ("square", "e2 f2 e3 f3 e4 f4", ("d2 c2", "d4 c4")),
    "inverted 9": ("triangular", INVERTED_9, ("a1 b1 c1",)),
    "inverted 12": ("triangular", INVERTED_12, ("a1 b1 c1 d1",)),
}


def holes(text: str) -> list[Hole]:
    """Holes from their names."""
    return [parse_hole(name) for name in text.split()]


def search(lattice: str, region: list[Hole], before: set[Hole], after: set[Hole]) -> list[Jump]:
    """The jumps from some pegs to others within a region, breadth first."""
    bit = {hole: 1 << number for number, hole in enumerate(region)}
    jumps = []
    for x, y in region:
        for dx, dy in LATTICES[lattice].directions:
            jump = Jump((x, y), (x + 2 * dx, y + 2 * dy))
            if jump.over in bit and jump.end in bit:
                jumps.append((bit[jump.start] | bit[jump.over], bit[jump.end], jump))
    first, last = (sum(bit[hole] for hole in pegs) for pegs in (before, after))
    came: dict[int, tuple[int, Jump] | None] = {first: None}
    queue = [first]
    for pegs in queue:
        if pegs == last:
            break
        for taken, end, jump in jumps:
            if pegs & taken == taken and not pegs & end:
                made = pegs ^ taken ^ end
                if made not in came:
                    came[made] = pegs, jump
                    queue.append(made)
    found = []
    while (step := came[last]) is not None:
        last, jump = step
        found.append(jump)
    return found[::-1]


def entries() -> Iterator[str]:
    """Every purge as the file has it."""
    for name, (lattice, block, catalysts) in PURGES.items():
        for catalyst in map(holes, catalysts):
            for number in range(1, len(catalyst)):
                for full in combinations(catalyst, number):
                    empty = [hole for hole in catalyst if hole not in full]
                    yield entry(name, lattice, [*holes(block), *full], empty, list(full))
    for vacancy in holes(TRAPEZOID):
        [left] = [hole for hole in holes(TOP) if label(hole) == label(vacancy)]
        pegs = [hole for hole in holes(f"{TRAPEZOID} {TOP}") if hole != vacancy]
        yield entry("opening", "triangular", pegs, [vacancy], [h for h in holes(TOP) if h != left])
    for block, within in INVERTED.items():
        for vacancy in holes(block):
            yield inverted_opening(vacancy, block, holes(within))


def inverted_opening(vacancy: Hole, block: str, within: list[Hole]) -> str:
    """The opening that leaves the nearest hole vacant of those that can be left."""
    pegs = [hole for hole in [*holes(block), *within] if hole != vacancy]
    targets = [hole for hole in within if label(hole) == label(vacancy)]
    for target in sorted(targets, key=lambda hole: abs(hole[0] - vacancy[0])):
        try:
            leaves = [hole for hole in within if hole != target]
            return entry("inverted opening", "triangular", pegs, [vacancy], leaves)
        except KeyError:  # it cannot be left
            continue
    raise AssertionError(f"no inverted opening takes {hole_name(vacancy)}")


def entry(name: str, lattice: str, pegs: list[Hole], empty: list[Hole], leaves: list[Hole]) -> str:
    """One purge."""
    found = search(lattice, [*pegs, *empty], set(pegs), set(leaves))
    keys = {
        "name": name,
        "lattice": lattice,
        "pegs": names(pegs),
        "empty": names(empty),
        "leaves": names(leaves),
    }
    keys["moves"] = " ".join(map(str, moves_of(found)))
    return "\n[[purge]]\n" + "".join(f'{key} = "{text}"\n' for key, text in keys.items())


def names(found: list[Hole]) -> str:
    """Holes by letters, row by row."""
    return " ".join(hole_name(hole) for hole in sorted(found, key=lambda h: (h[1], h[0])))


if __name__ == "__main__":
    FILE.write_text(HEAD + "".join(entries()), encoding="utf-8")
