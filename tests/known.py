"""Published values with their sources, which are stored in ``pegsolitaire/papers/data``.

`pegs reproduce` reads the same files, so the tests and the command always use the same values.
"""

import re

from pegsolitaire.data.toml_files import FOLDER, parse
from pegsolitaire.papers.rows import entry, printed


def typed(value):
    """Convert a value of the data to tuples, with numbers and pairs as keys of dictionaries."""
    if isinstance(value, dict):
        return {_key(key): typed(one) for key, one in value.items()}
    return tuple(map(typed, value)) if isinstance(value, list) else value


def _key(text):
    if re.fullmatch(r"(\d+|[a-z]\d+|[A-Z]) (\d+|[a-z]\d+|[A-Z])", text):
        return tuple(map(_key, text.split()))
    return int(text) if text.isdigit() else text


def value(name, *keys):
    """Return the printed value of a row, or the part of it that the keys select."""
    found = printed(name)
    for key in keys:
        found = found[key]
    return typed(found)


def lists(table):
    return {key: list(one) for key, one in table.items()}


def cases(name, *keys):
    """Return the printed value of each case of a row, with some of its arguments as the key."""
    return {key: typed(one) for key, one in printed(name, *keys).items()}


def nested(table):
    """Group a table by the first part of its keys."""
    found = {}
    for (first, *rest), one in table.items():
        found.setdefault(first, {})[rest[0] if len(rest) == 1 else tuple(rest)] = one
    return found


# -- the Notes ------------------------------------------------------------------------------------

TABLE_1_TRIANGLE5 = value("notes-table-1-triangle5", "pegs")
TABLE_1_TRIANGLE5_TOTALS = value("notes-table-1-triangle5", "total")
TABLE_1_TRIANGLE6 = value("notes-table-1-triangle6", "pegs")
SECTION_4_TRIANGLE5_CORNER = lists(value("notes-section-4"))
TABLE_2_ENGLISH = value("notes-table-2", "pegs")
TABLE_2_ENGLISH_TOTALS = value("notes-table-2", "total")
TABLE_3_WIEGLEB = {
    pegs: (positions, value("notes-table-3-w", "pegs")[pegs])
    for pegs, positions in value("notes-table-3-f").items()
}
TABLE_4_TRIANGLE4 = lists(value("notes-table-4"))
TABLE_5_INDICES = tuple(entry("notes-table-5")["indices"])
TABLE_5_TRIANGLE5 = value("notes-table-5", "pegs")
TABLE_5_TOTALS_BY_PEGS = value("notes-table-5", "by pegs")
TABLE_5_TOTALS_BY_INDEX = value("notes-table-5", "by index")
TABLE_5_TOTAL = value("notes-table-5", "total")
_DEAD_ENDS = cases("notes-table-6-dead-end", "hole", "jumps")
TABLE_6_ENGLISH = {
    hole: (kind, positions, found["jumps"], jumps, found["can finish at"])
    for kind, (hole, positions), ((_, jumps), found) in zip(
        "AABBCCC", cases("notes-table-6-sum", "hole").items(), _DEAD_ENDS.items(), strict=True
    )
}
TABLE_7_ENGLISH_SOLUTIONS = cases("notes-table-7", "hole")
TABLE_8 = cases("notes-table-8", "board")
SECTION_8_ENGLISH_WHOLE = lists(value("notes-section-8", "whole"))
SECTION_8_ENGLISH_ENDS = {
    pegs: tuple(map(list, ends)) for pegs, ends in value("notes-section-8", "ends").items()
}
FIGURE_1D_CODE = entry("notes-figure-1")["code"]
FIGURE_1D_ORBIT = list(value("notes-figure-1", "images"))
FIGURE_1D_MINCODE = value("notes-figure-1", "mincode")
FIGURE_1D_COMPLEMENT_MINCODE = value("notes-figure-1", "of the complement")
SECTION_4_1_CODES = tuple(entry("notes-figure-7")["codes"])
TRIANGLE5_VACANCIES = value("notes-section-6-vacancies", "vacancies")
TRIANGLE5_DEGENERATE = value("notes-section-6-vacancies", "degenerate")
SECTION_6_EXAMPLES = {
    code: (one["mincode"], one["finishes"], one["starts"], one["index"])
    for code, one in cases("notes-figure-8", "code").items()
}
SECTION_6_REFLECTIONS = tuple(entry("notes-section-6-vacancies")["reflections"])
SECTION_6_REFLECTIONS_INDEX = value("notes-section-6-vacancies", "reflections", "93")
TRIANGLE4_SOLUTIONS = value("notes-figure-11")

# -- triangles ------------------------------------------------------------------------------------

TRIANGLE5_CORNER_SOLUTIONS = value("triangular-section-2-3", "all")
_TABLE_3 = {
    **cases("triangular-table-3-searched", "side"),
    **cases("triangular-table-3-built", "side"),
}
TABLE_3_FEASIBLE = {side: one["distinct"] for side, one in _TABLE_3.items()}
TABLE_3_SOLVABLE = {side: one["solvable"] for side, one in _TABLE_3.items() if side <= 6}
TRIANGULAR_TABLE_1 = {pair: one for pair, (_, one) in value("triangular-table-1").items()}
A120422 = list(value("triangular-appendix-b2-a120422"))
MERSON_BOUNDS = value("triangular-formula-2", "at least")
RANDOM_TRIANGLE5 = value("triangular-table-2")
T12_IN_28 = entry("triangular-figure-10-fewest")["moves"]


def _appendix_b2():
    """Yield the side, vacancy, finish, move count and moves of each row of appendix B.2."""
    moves = {
        (file.stem, row["vacancy"]): row["moves"]
        for file in (FOLDER / "boards").glob("triangle*.toml")
        for row in parse(file.read_text(encoding="utf-8")).get("solution", ())
        if row.get("source", "").endswith("appendix B.2")
    }
    for (side, vacancy), one in cases("triangular-appendix-b2", "side", "vacancy").items():
        yield side, vacancy, one["finish"], one.get("moves"), moves[f"triangle{side}", vacancy]


APPENDIX_B2 = list(_appendix_b2())

# -- puzzles, and the 33-hole page ----------------------------------------------------------------


def _without(table, *keys):
    return {key: one for key, one in table.items() if key not in keys}


SYMMETRIC_ENGLISH = _without(value("puzzles-table-2-english"), "total")
SYMMETRIC_FRENCH = _without(value("puzzles-table-2-french"), "total")
SYMMETRIC_SQUARE6 = _without(value("puzzles-table-2-square6"), "total")
SYMMETRIC_HEXAGON37 = {
    key: one
    for name in ("puzzles-table-3-a", "puzzles-table-3-120-degrees")
    for key, one in value(name).items()
}
TABLE_4 = {
    board: _without(table, "symmetric")
    for board, table in cases("puzzles-table-4", "board").items()
}
FORWARD_BY_MOVES = list(value("page33-table-1", "forward"))
BACKWARD_BY_MOVES = [
    (positions, (24, 29) if moves == 19 else pegs)  # the paper prints 22
    for moves, (positions, pegs) in enumerate(value("page33-table-1", "backward"))
]
RANDOM_CENTRAL_DEAD_ENDS = value("page33-table-3", "dead ends")
RANDOM_CENTRAL_GAME = {
    jumps: value("page33-table-3", "jumps").get(jumps, (0, "0")) for jumps in range(6, 32)
}
FRENCH_TWO_ENDINGS = tuple(entry("page33-french-classes")["lines"])

# -- Gramigna -------------------------------------------------------------------------------------

GRAMIGNA_GAMES = entry("gramigna-table-1")["games"]
GRAMIGNA_FRENCH = cases("gramigna-table-1", "hole")
GRAMIGNA_ENGLISH = cases("gramigna-table-2", "hole")
GRAMIGNA_TRIANGLES = cases("gramigna-table-3", "board", "hole")
GRAMIGNA_SAX = cases("gramigna-table-4", "hole")

# -- results that are in no paper -----------------------------------------------------------------

ENGLISH_CENTRAL_REACHABLE_RAW = value("new-central-reachable")
ENGLISH_CENTRAL_GAMES = value("new-central-games", "games")
ENGLISH_D4_TO_D1_SOLUTIONS = value("new-central-games", "d1")
_SWEEPS = {
    board: (one["jumps"], one["ends a solution"])
    for board, one in cases("new-sweep", "board").items()
}
FINAL_SWEEPS = {board: one for board, one in _SWEEPS.items() if "+" not in board}
DIAGONAL_SWEEPS = {board: one for board, one in _SWEEPS.items() if "+" in board}
T12_WITH_44 = entry("new-triangle12-44")["moves"]
PLAYERS_OF_THE_CENTRAL_GAME = cases("new-player-english", "player")
PLAYERS_OF_TRIANGLE5 = cases("new-player-triangle5", "player")
RANDOM_FRENCH = {hole: float(one) for hole, one in cases("new-random-french", "hole").items()}
RANDOM_TRIANGLE8 = cases("new-random-triangle8", "hole")
_CLASSES = cases("new-class", "board", "letter")
CLASS_SIZES = {key: one for key, one in _CLASSES.items() if "+" not in key[0]}
DIAGONAL_SIZES = {board: one for (board, _), one in _CLASSES.items() if "+" in board}
SYMMETRIC_OTHERS = cases("new-symmetric", "board")
UNIQUE_JUMPS = cases("new-unique", "board", "letter")
PATTERNS = {lattice: value(f"new-patterns-{lattice}") for lattice in ("square", "triangular")}
CENSUS = {
    lattice: value(f"new-census-{lattice}")
    for lattice in ("square", "triangular", "square-diagonal")
}
_SHORTEST = cases("new-shortest", "board")
SHORTEST = {board: table for board, table in _SHORTEST.items() if "+" not in board}
DIAGONAL_SHORTEST = {board: table for board, table in _SHORTEST.items() if "+" in board}
SHORTEST_INSIDE = nested(cases("new-shortest-inside", "board", "start", "finish"))
_SOLUTIONS = cases("new-solutions", "board", "vacancy")
FRENCH_SOLUTIONS, SQUARE6_SOLUTIONS = (
    {
        (vacancy, finish): number
        for (name, vacancy), table in _SOLUTIONS.items()
        if name == board
        for finish, number in table.items()
    }
    for board in ("french", "square6")
)

#: For each vacancy of the 15-hole triangle, published numbers of games by the pegs they leave.
TRIANGLE5_GAMES_BY_PEGS = {
    vacancy: dict(enumerate(games, 1)) | more
    for vacancy, games, more in [
        ("a1", (29760, 139614, 259578, 123664, 14844, 844, 324, 2), {}),
        ("a2", (14880, 70481, 133919, 65832, 8740, 522, 168, 1), {}),
        ("a3", (85258, 290954, 510556, 233060, 27878, 1458, 404), {}),
        ("b3", (1550, 20686, 62736, 46728, 5688, 374, 82), {10: 2}),
    ]
}
#: For each vacancy, the number of all games and of those that end with 1, 2 and 3 pegs.
TRIANGLE5_GAMES = {
    vacancy: (games, *(TRIANGLE5_GAMES_BY_PEGS[vacancy][pegs] for pegs in (1, 2, 3)))
    for vacancy, (games, _) in value("new-triangle5-games").items()
}
