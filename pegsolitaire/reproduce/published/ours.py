"""What the papers lack, as computed here: docs/results.md says how each was found.

What others than the papers printed stands here too, with its source.
"""

# English board, central vacancy: positions reachable, not reduced by symmetry.
ENGLISH_CENTRAL_REACHABLE_RAW = 187_636_299

# All games of T5 by the vacancy, which a program of others played out one by one (GitHub,
# ArkieCoder/golf_tee_game, README): how many there are, and how many end with 1, 2 and 3 pegs.
TRIANGLE5_GAMES = {
    "a1": (568_630, 29_760, 139_614, 259_578),
    "a2": (294_543, 14_880, 70_481, 133_919),
    "a3": (1_149_568, 85_258, 290_954, 510_556),
    "b3": (137_846, 1_550, 20_686, 62_736),
}

# Computed here, under several groups: all games of the English central game, and the solutions
# from d4 to d1. A game that ends at d1 has the pegs d2 and d3 before its last jump, and could end
# at d4 as well; those that end at d4 have one of four such pairs.
ENGLISH_CENTRAL_GAMES = 577_116_156_815_309_849_672
ENGLISH_D4_TO_D1_SOLUTIONS = 10_215_411_760_019_992

# J. D. Beasley 1992: single vacancy to single survivor problems up to symmetry.
SVSS_ENGLISH = 21

# Figure 10 of Bell 2008 on triangles of even side: jumps of the last move, moves.
SWEPT_TRIANGLES = {12: (42, 29), 14: (60, 38), 16: (81, 47), 18: (105, 58), 20: (132, 69)}

# The longest sweep of a board, and whether a solution from one vacancy ends with
# one (all positions that have one were gone through).
FINAL_SWEEPS = {
    "english": (16, False),
    "french": (16, False),
    "wiegleb": (16, True),
    "semi-wiegleb": (16, False),
    "diamond": (16, False),
    "english5": (7, False),
    "diamond5": (4, False),
    "diamond7": (9, False),
    "square3": (4, False),
    "square4": (4, True),
    "square5": (10, False),
    "square6": (10, True),
    "rectangle3x4": (4, True),
    "rectangle3x5": (7, False),
    "rectangle4x5": (7, True),
    "rectangle4x6": (7, True),
    "rectangle5x6": (10, True),
    "rectangle6x7": (15, True),
    "triangle4": (3, False),
    "triangle5": (9, False),
    "triangle6": (9, True),
    "triangle7": (18, False),
    "triangle8": (18, True),
    "triangle9": (30, False),
    "truncated7": (1, False),
    "truncated12": (3, True),
    "truncated18": (7, False),
    "truncated25": (10, True),
    "truncated33": (16, False),
    "hexagon7": (1, False),
    "hexagon19": (10, False),
    "hexagon37": (17, False),
    "rhombus3": (5, False),
    "rhombus4": (5, True),
    "rhombus5": (16, False),
    "rhombus6": (16, True),
    "star13": (5, True),
    "star37": (22, False),
}

# triangle(12) from c5 to c11, the last move 44 jumps (45 are impossible).
T12_WITH_44 = (
    "a3-c5, d6-b4, f8-d6, h10-f8, j12-h10, h12-j12, f12-h12, k12-i12-g12, e5-e7, e8-e6, e10-e8, "
    "c7-e9, f10-d8, d12-f12-h12-f10, b12-d12, c10-c12-e12-e10, a1-a3, c3-e5, a4-a2, a6-a4, f6-d4, "
    "a8-a6, h8-f6, a10-a8, j10-h8, a12-a10, l12-j10, c9-e11-g11-i11-k11-i9-i11-g9-g11-e9-e11-c11-"
    "a11-a9-c9-e9-g9-i9-g7-g9-e7-e9-c7-c9-a7-c7-e7-g7-e5-e7-c5-c7-a5-c5-e5-c3-c5-a3-c3-a1-a3-a5-"
    "a7-a9-c11"
)

# a minimal solution of French from d3 to d2 and the same moves in another order,
# with another end.
FRENCH_TWO_ENDINGS = (
    "d1-d3, b2-d2, c4-c2, c1-c3, c6-c4, e6-c6, e4-e6, g5-e5, c7-c5, c4-c6, e2-e4-c4-c2-e2, e1-e3, "
    "a3-c3, f6-d6, e7-c7-c5, a4-c4-c6-e6-e4-e2, f2-d2, g3-e3, a5-c5, g4-e4-e2-c2-c4-c6, "
    "b6-d6-d4-d2",
    "d1-d3, b2-d2, c4-c2, c1-c3, c6-c4, e6-c6, e4-e6, g5-e5, c7-c5, c4-c6, e2-e4-c4-c2-e2, e1-e3, "
    "a3-c3, a5-c5, b6-d6-d4-d2, f6-d6, g4-e4-e2-c2-c4-c6, e7-c7-c5, g3-e3, a4-c4-c6-e6-e4-e2, "
    "f2-d2",
)

# triangle(12) from e7 to e7, the last move the 42 jumps of figure 10 of the
# triangular paper, turned.
T12_IN_28 = (
    "e5-e7, c3-e5, c6-e6, f6-d4, c8-c6, h8-f6, c10-c8, a10-c10, d10-b10, a8-a10-c10, a6-a"
    "8, a4-a6, a2-a4, f10-d10, j10-h8, a12-a10, d12-b10, e12-e10, e9-e11, g12-e12, b12-d1"
    "2-f12, i12-g12-e12-e10, k12-i12, h10-j12-h12-f10, f8-h10, b4-d6-f8, l12-j10, a1-c3-c"
    "5-c7-c9-c11-e11-g11-i11-k11-i9-i11-g9-g11-e9-e11-c9-e9-g9-i9-g7-g9-e7-e9-c7-e7-g7-e5"
    "-c5-a5-a7-a9-a11-c11-a9-c9-a7-c7-a5-a3-c3-e5-e7"
)

# The central game on the English board to one peg anywhere: the chances of docs/results.md.
PLAYERS_OF_THE_CENTRAL_GAME = {
    "any": "2.698e-08",
    "peg-first": "3.301e-08",
    "look-ahead:1": "1.882e-07",
    "look-ahead:2": "2.786e-07",
    "resource": "8.255e-07",
    "removal": "1.812e-05",
    "removal:3": "0.000e+00",
    "removal:6": "3.817e-05",
    "removal+resource": "1.831e-05",
    "greedy": "3.617e-04",
}

# One classic resource count and its images alone: who avoids what it proves dead, to one peg
# anywhere and to one in the centre; and who lowers it only if he must, to one peg anywhere.
SINGLE_COUNTS = {
    "star": ("2.698e-08", "2.924e-07", "4.295e-04"),
    "three-bars": ("2.698e-08", "3.668e-06", "6.151e-04"),
    "two-bars": ("4.689e-08", "2.344e-08", "6.869e-05"),
    "two-bars-shifted": ("3.167e-07", "1.584e-07", "2.233e-09"),
    "frame": ("2.660e-07", "1.137e-06", "1.216e-06"),
    "sublattice-of-d4": ("2.698e-08", "1.223e-07", "7.122e-06"),
    "sublattice-of-d3": ("2.698e-08", "1.349e-08", "0.000e+00"),
    "sublattice-of-c3": ("2.698e-08", "1.349e-08", "0.000e+00"),
}

# Block removals of one kind alone, and all but those of one kind, to one peg anywhere.
SINGLE_REMOVALS = {
    "removal:6-removal": "0.000e+00",
    "removal:l-removal": "0.000e+00",
    "removal:line-of-six": "0.000e+00",
    "removal:two-lines-of-three-one-step-apart": "0.000e+00",
    "removal:two-lines-of-three-two-steps-apart": "0.000e+00",
    "removal:four-columns": "1.173e-09",
    "removal:but:3-removal": "3.817e-05",
    "removal:but:two-lines-of-three-one-step-apart": "3.965e-05",
    "removal:but:two-lines-of-three-two-steps-apart": "3.335e-05",
    "removal:but:line-of-six": "8.972e-06",
    "removal:but:four-columns": "1.812e-05",
    "removal:but:6-removal": "0.000e+00",
    "removal:but:l-removal": "0.000e+00",
}

# Random play to one peg anywhere, but the last 0, 1, 2, .. jumps perfect: the chance of winning.
KNOWING = {
    ("triangle5", "a1"): (
        "6.862e-03",
        "6.862e-03",
        "1.291e-02",
        "1.600e-02",
        "2.549e-02",
        "5.011e-02",
        "9.273e-02",
        "1.719e-01",
        "2.920e-01",
        "4.622e-01",
        "6.536e-01",
        "1.000e+00",
        "1.000e+00",
        "1.000e+00",
    ),
    ("triangle5", "a2"): (
        "3.431e-03",
        "3.431e-03",
        "6.455e-03",
        "8.001e-03",
        "1.274e-02",
        "2.505e-02",
        "4.636e-02",
        "8.593e-02",
        "1.460e-01",
        "2.311e-01",
        "3.268e-01",
        "5.000e-01",
        "5.000e-01",
        "1.000e+00",
    ),
    ("triangle5", "a3"): (
        "7.090e-03",
        "7.090e-03",
        "1.238e-02",
        "1.693e-02",
        "2.805e-02",
        "5.344e-02",
        "9.978e-02",
        "1.811e-01",
        "3.214e-01",
        "5.275e-01",
        "7.363e-01",
        "1.000e+00",
        "1.000e+00",
        "1.000e+00",
    ),
    ("triangle5", "b3"): (
        "1.726e-03",
        "1.726e-03",
        "3.453e-03",
        "4.241e-03",
        "6.414e-03",
        "1.165e-02",
        "2.217e-02",
        "5.112e-02",
        "1.252e-01",
        "2.776e-01",
        "4.000e-01",
        "6.667e-01",
        "1.000e+00",
        "1.000e+00",
    ),
    ("english", "d4"): (
        "2.698e-08",
        "2.698e-08",
        "5.396e-08",
        "8.467e-08",
        "1.767e-07",
        "4.790e-07",
        "1.182e-06",
        "2.978e-06",
        "7.646e-06",
        "1.968e-05",
        "5.001e-05",
    ),
}

# One game in how many is won on the triangle of side 5, to four digits.
PLAYERS_OF_TRIANGLE5 = {
    "any": {"a1": 145.7, "a2": 291.5, "a3": 141.1, "b3": 579.3},
    "peg-first": {"a1": 160.6, "a2": 321.2, "a3": 145.3, "b3": 654.8},
    "thumb": {"a1": 47.35, "a2": 47.35, "a3": 12.59, "b3": 141.6},
    "sax": {"a1": 6.921, "a2": 6.921, "a3": 6.974, "b3": 19.33},
    "sax-steady": {"a1": 5.034, "a2": 5.034, "a3": 3.945, "b3": 19.33},
    "resource": {"a1": 9.992, "a2": 9.992, "a3": 14.30, "b3": 19.33},
    "greedy": {"a1": 7.385, "a2": 7.385, "a3": 0, "b3": 0},
    "look-ahead:1": {"a1": 73.72, "a2": 147.4, "a3": 71.79, "b3": 287.7},
    "look-ahead:2": {"a1": 53.11, "a2": 106.2, "a3": 46.56, "b3": 210.9},
    "look-ahead:3": {"a1": 24.06, "a2": 48.12, "a3": 22.16, "b3": 101.8},
}

# The chances of the French vacancies: ten minutes and 14 GiB each (`pegs random french d3`).
RANDOM_FRENCH = {"c1": 8.4145e-8, "d2": 4.6367e-8, "d3": 5.6738e-8}

# Those of side 8: seven minutes of processor time and 17 GB each (`pegs random triangle8 a2`).
EXACT_TRIANGLE8 = {"a2": 3.3557e-4, "a3": 3.2921e-4}

# Of 100 million games of side 8 (seed 2018).
RANDOM_TRIANGLE8 = {"a2": 33_478, "a3": 33_079}

# Figure 7 of the paper on triangles: its text says which jumps are of which purge and how many
# moves there are; of two orders that fit it, in this one both 6-purges are played alike.
FIGURE_7 = (
    "c9-c7, e8-c8, f10-d8, h10-f10, e10-g10, j10-h10, g10-i10, h8-j10, j10-h10, g8-i10, i10-g10, "
    "f8-h10, h10-f10, c8-e8, e8-g10, g10-e10"
)
