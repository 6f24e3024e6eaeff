"""Write random boards, positions and games in the formats that people and programs use."""

import json

from pegsolitaire.board import CATALOGUE, SQUARE, TRIANGULAR, Board, named_board
from pegsolitaire.board.notation import column_letters

SMALL = [name for name in CATALOGUE if len(named_board(name)) <= 45]
PEG_AND_HOLE = ["*.", "●○", "●·", "x.", "Xo", "xo", "XO", "o.", "o_", "10", "PH", "#.", "1_", "*o"]
OUTSIDE = [" ", " ", " ", "#", ".", "-", "_", "0", "x"]


def some_board(chance):
    """Return a board of the catalogue or a random one that grows hole by hole."""
    if chance.random() < 0.4:
        return named_board(chance.choice(SMALL))
    lattice = chance.choice([SQUARE, SQUARE, TRIANGULAR])
    holes = {(6, 6)}
    while len(holes) < chance.randrange(4, 40):
        x, y = chance.choice(sorted(holes))
        dx, dy = chance.choice(lattice.directions)
        holes.add((x + dx, y + dy))
    left, top = min(x for x, _ in holes), min(y for _, y in holes)
    board = Board([(x - left, y - top) for x, y in holes], lattice)
    return board if board.jumps else some_board(chance)


def some_code(board, chance):
    """Return the code of a vacancy, of a single peg or of a random position."""
    vacancy = board.full_code ^ 1 << chance.randrange(len(board))
    return chance.choice([vacancy, board.full_code ^ vacancy, chance.getrandbits(len(board))])


def grid(board, code, chance, marks=None, outside=None):
    """Return the rows of cells of a board, its outside mark and whether it needs a header.

    The header names the lattice. Without a code, all holes have the same mark.
    """
    pegs, empty = marks or chance.choice(PEG_AND_HOLE)
    mark = chance.choice("ooo*xX1●#")
    others = [one for one in OUTSIDE if one not in (pegs, empty, mark)]
    outside = outside or chance.choice(others)
    holes, headed = dict.fromkeys(board.holes), False
    for i, hole in enumerate(board.holes):
        holes[hole] = mark if code is None else pegs if code >> i & 1 else empty
    if board.lattice is TRIANGULAR:
        headed = chance.random() < 0.5
        is_wide = any((x + 1, y) in holes for x, y in holes)
        headed = headed or not is_wide  # a single column is aligned left
        if not headed or (is_wide and chance.random() < 0.5):  # centred
            least = min(2 * x - y for x, y in holes)
            holes = {(2 * x - y - least, y): mark for (x, y), mark in holes.items()}
            outside = " "
    width, height = max(x for x, _ in holes) + 1, max(y for _, y in holes) + 1
    top = min(y for _, y in holes)
    rows = [[holes.get((x, y), outside) for x in range(width)] for y in range(top, height)]
    return rows, outside, headed


def drawn(rows, chance):
    """Return rows of cells as a picture."""
    between = " " * chance.choice([0, 0, 1, 3])
    margin = " " * chance.choice([0, 0, 4])
    lines = [between.join(row) for row in rows]
    if chance.random() < 0.2:
        lines = [f"{number + 1:2} {line}" for number, line in enumerate(lines)]
        heads = [column_letters(x) for x in range(len(rows[0]))]
        if all(len(head) == 1 for head in heads):
            lines = ["   " + between.join(heads), *lines]
    elif chance.random() < 0.1:
        width = max(map(len, lines))
        bar = f"+{'-' * width}+"
        lines = [bar, *(f"|{line:{width}}|" for line in lines), bar]
    if chance.random() < 0.7:
        lines = [line.rstrip() for line in lines]
    return chance.choice(["\n", "\n", "\r\n"]).join(margin + line for line in lines)


def listed(rows, outside, chance):
    """Return rows of cells as a matrix or another list."""
    numbers = [
        [-1 if mark == outside else {"*": 1, ".": 0}.get(mark, mark) for mark in row]
        for row in rows
    ]
    return chance.choice([
        lambda: "\n".join(" ".join(map(str, row)) for row in numbers),
        lambda: "\n".join(",".join(map(str, row)) for row in numbers),
        lambda: json.dumps(numbers, indent=chance.choice([None, 1])),
        lambda: "array(" + str(numbers).replace("],", "],\n") + ")",
        lambda: "{" + ", ".join("{" + ",".join(map(str, row)) + "}" for row in numbers) + "};",
        lambda: json.dumps(["".join(row) for row in rows]),
        lambda: json.dumps(rows),
    ])()  # fmt: skip


def board_text(board, code, chance):
    """Return a board with the pegs of a code as a user may paste it."""
    rows, outside, headed = grid(board, code, chance)
    marks = {mark for row in rows for mark in row} - {outside}
    kinds = [lambda: drawn(rows, chance)] * 3
    if not headed and board.lattice is SQUARE and marks <= {"*", "."}:
        kinds.append(lambda: listed(rows, outside, chance))
        kinds.append(lambda: game_id(rows, outside))
    text = chance.choice(kinds)()
    header = "lattice: triangular\n" if headed else ""
    return chance.choice(["", "", "\ufeff"]) + header + text + chance.choice(["", "\n", "\n\n"])


def game_id(rows, outside):
    """Return the id of the board in the game Pegs."""
    marks = {"*": "P", ".": "H", outside: "O"}
    return (
        f"{len(rows[0])}x{len(rows)}random:{''.join(marks[mark] for row in rows for mark in row)}"
    )


# -- games --------------------------------------------------------------------------------------

JOINTS = ["-", "->", " -> ", " → ", " to ", "x", ":", "", " > ", "=>", "\N{EN DASH}"]
BETWEEN = [", ", "\n", "; ", "  ", ",\n", "\r\n"]


def by_names(game, chance):
    """Return a game with the names of its holes."""
    joint = chance.choice(JOINTS)
    parts = [str(one).replace("-", joint) for one in chance.choice([game.jumps, game.moves])]
    between = " >> " if joint.strip() and chance.random() < 0.2 else chance.choice(BETWEEN)
    if chance.random() < 0.3:
        parts = [f"{number}. {part}" for number, part in enumerate(parts, 1)]
        between = chance.choice(["\n", "  "])
    text = between.join(parts)
    return text.upper() if chance.random() < 0.2 else text


def by_numbers(game, chance):
    """Return a game as hole numbers, with or without the jumped peg."""
    board, first = game.start.board, chance.choice([1, 1, 0])
    triples = [
        [board.bit(hole) + first for hole in (jump.start, jump.over, jump.end)]
        for jump in game.jumps
    ]
    forms = [
        "Peg {} jumps Peg {} to Hole {}.", "Move peg {0} to position {2}.", "{} over {} to {}",
        "{0}->{2}", "{0} {2}", "{} {} {}", "[{}, {}, {}],", "Step: {0} → {2} (removes {1})",
    ]  # fmt: skip
    form = chance.choice(forms)
    text = "\n".join(form.format(*triple) for triple in triples)
    return f"[{text.rstrip(',')}]" if form.startswith("[") else text


def by_pairs(game, chance):
    """Return a game with rows and columns."""
    rows_first, base = chance.random() < 0.7, chance.choice([1, 1, 0])

    def pair(hole):
        x, y = hole[0] + base, hole[1] + base
        return (y, x) if rows_first else (x, y)

    triples = [tuple(map(pair, (jump.start, jump.over, jump.end))) for jump in game.jumps]
    kind = chance.choice(["words", "arrows", "plan", "json", "objects", "lists"])
    if kind == "plan":
        return "\n".join(
            f"{number}: (jump {' '.join(f'pos-{a}-{b}' for a, b in triple)})"
            for number, triple in enumerate(triples)
        )
    if kind == "json":
        return json.dumps([[start, end] for start, _, end in triples])
    if kind == "lists":
        return json.dumps([[*start, *end] for start, _, end in triples])
    if kind == "objects":
        keys = ("row", "col") if rows_first else ("x", "y")
        places = [[dict(zip(keys, one, strict=True)) for one in triple] for triple in triples]
        return json.dumps({"moves": [{"from": a, "to": c} for a, _, c in places]})
    between = " to " if kind == "words" else " -> "
    return "\n".join(f"{a}{between}{c}" for a, _, c in triples)


def game_text(game, chance):
    """Return a game as a user may paste it."""
    return chance.choice([by_names, by_names, by_numbers, by_pairs])(game, chance)
