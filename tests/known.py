"""Published values, each with its source; tests and `reproduce` compare with them.

Notes = G. I. Bell, Notes on solving and playing peg solitaire on a computer (2014).
Triangular = G. I. Bell, Solving triangular peg solitaire, J. Integer Sequences 11 (2008), 08.4.8.
Puzzles = G. I. Bell, Designing peg solitaire puzzles (2017).

A ``_TOTALS`` is the printed total of the rows before it; where it is not their sum, a comment
says so. ``W`` and ``L`` are reduced by symmetry unless said otherwise.

Printed solutions come along with the package: pegsolitaire/game/data/solutions.toml.
"""

import tomllib
from importlib import resources

# Notes, Table 1, left: corner complement, 15 holes. pegs: (raw F, F, W, L).
# The total of W is of half of it, 1 to 7 pegs, as the dagger says; the others are sums.
TABLE_1_TRIANGLE5 = {
    14: (1, 1, 1, 0),
    13: (2, 1, 1, 0),
    12: (8, 4, 2, 2),
    11: (35, 19, 9, 4),
    10: (122, 62, 18, 20),
    9: (293, 149, 29, 43),
    8: (530, 268, 35, 86),
    7: (679, 344, 35, 94),
    6: (623, 317, 29, 89),
    5: (414, 215, 18, 49),
    4: (212, 112, 9, 29),
    3: (75, 39, 2, 7),
    2: (18, 10, 1, 1),
    1: (4, 3, 1, 1),
}
TABLE_1_TRIANGLE5_TOTALS = (3_016, 1_544, 95, 425)

# Notes, Table 1, right: corner complement, 21 holes. pegs: (F, W, L).
# The rows are right and two totals are one short: F adds up to 146,435 and half of W (1 to 10,
# or 11 to 20 pegs) to 26,402, as if the row of the start, 20 pegs, had not been added; L, whose
# row is 0 there, does add up. The totals of 15 holes have their start.
TABLE_1_TRIANGLE6 = {
    20: (1, 1, 0),
    19: (1, 1, 0),
    18: (4, 4, 0),
    17: (23, 23, 0),
    16: (117, 117, 0),
    15: (522, 503, 19),
    14: (1_881, 1_690, 185),
    13: (5_286, 4_328, 907),
    12: (11_754, 8_229, 3_288),
    11: (20_860, 11_506, 8_478),
    10: (28_697, 11_506, 14_701),
    9: (29_784, 8_229, 16_856),
    8: (23_263, 4_328, 13_063),
    7: (14_039, 1_690, 7_267),
    6: (6_683, 503, 3_005),
    5: (2_545, 117, 935),
    4: (774, 23, 211),
    3: (168, 4, 34),
    2: (28, 1, 4),
    1: (5, 1, 1),
}
TABLE_1_TRIANGLE6_TOTALS = (146_434, 26_401, 68_954)

# Notes, section 4: W of the T5 corner complement, as the least codes over all six symmetries.
SECTION_4_TRIANGLE5_CORNER = {
    1: [1],
    2: [10],
    3: [28, 112],
    4: [23, 58, 85, 120, 1108, 1616, 2076, 2210, 2272],
    5: [
        31, 93, 115, 601, 1054, 1138, 1140, 1562, 1648, 2183, 2218, 2245, 2280, 2348,
        2472, 2616, 2728, 2819,
    ],
    6: [
        125, 633, 1086, 1111, 1594, 1621, 2191, 2253, 2275, 2289, 2343, 2467, 2589,
        2723, 2785, 2841, 2889, 3126, 3250, 3298, 3428, 3634, 3845, 4220, 4270, 4282,
        4691, 4728, 4817,
    ],
    7: [
        1567, 1651, 2235, 2365, 2413, 2537, 2731, 2793, 3159, 3196, 3320, 3374, 3388,
        3607, 3642, 3667, 3669, 3704, 3859, 3921, 4215, 4339, 4341, 4469, 4701, 4849,
        5302, 5350, 5746, 5810, 6881, 6985, 10053, 10065, 12065,
    ],
}  # fmt: skip

# Notes, Table 2: central game, 33 holes. pegs: (F, W). Both totals are sums, W of half.
TABLE_2_ENGLISH = {
    32: (1, 1),
    31: (1, 1),
    30: (2, 2),
    29: (8, 8),
    28: (39, 38),
    27: (171, 164),
    26: (719, 635),
    25: (2_757, 2_089),
    24: (9_751, 6_174),
    23: (31_312, 16_020),
    22: (89_927, 35_749),
    21: (229_614, 68_326),
    20: (517_854, 112_788),
    19: (1_022_224, 162_319),
    18: (1_753_737, 204_992),
    17: (2_598_215, 230_230),
    16: (3_312_423, 230_230),
    15: (3_626_632, 204_992),
    14: (3_413_313, 162_319),
    13: (2_765_623, 112_788),
    12: (1_930_324, 68_326),
    11: (1_160_977, 35_749),
    10: (600_372, 16_020),
    9: (265_865, 6_174),
    8: (100_565, 2_089),
    7: (32_250, 635),
    6: (8_688, 164),
    5: (1_917, 38),
    4: (348, 8),
    3: (50, 2),
    2: (7, 1),
    1: (2, 1),
}
TABLE_2_ENGLISH_TOTALS = (23_475_688, 839_536)

# English board, central vacancy: positions reachable, not reduced by symmetry.
ENGLISH_CENTRAL_REACHABLE_RAW = 187_636_299

# Notes, Table 3: central game, 45 holes. pegs: (F, W). F is of positions that a resource count
# allows, so other methods find more. The row of 44 pegs, the start, is not printed and not added:
# F adds up as printed, and so does W over 23 to 43 pegs, where half of it is 23 to 44: 89,558,706.
TABLE_3_WIEGLEB = {
    43: (1, 1),
    42: (3, 3),
    41: (11, 10),
    40: (60, 54),
    39: (297, 236),
    38: (1_427, 900),
    37: (6_459, 3_007),
    36: (27_317, 9_056),
    35: (106_347, 24_990),
    34: (379_537, 64_182),
    33: (1_238_520, 154_345),
    32: (3_702_227, 348_705),
    31: (10_160_129, 741_102),
    30: (25_647_378, 1_483_185),
    29: (59_620_492, 2_788_600),
    28: (127_737_457, 4_898_948),
    27: (252_239_569, 7_981_238),
    26: (458_623_402, 11_958_747),
    25: (766_145_054, 16_344_138),
    24: (1_172_139_707, 20_224_817),
    23: (1_635_783_432, 22_532_441),
    22: (2_073_430_928, 22_532_441),
}
TABLE_3_WIEGLEB_TOTALS = (6_586_989_754, 89_558_705)

# Notes, Table 4: the winning positions of any game on 10 holes. pegs: least codes.
TABLE_4_TRIANGLE4 = {
    1: [2],
    2: [3],
    3: [14, 67, 84],
    4: [85, 102, 108],
    5: [94, 103, 174, 595],
}

# Notes, Table 5: winning positions of 15 holes by pegs and index; the other indices have none.
TABLE_5_INDICES = (0, 1, 2, 3, 4, 6, 7)
TABLE_5_TRIANGLE5 = {
    1: (1, 1, 1, 0, 1, 0, 0),
    2: (1, 0, 0, 1, 2, 0, 0),
    3: (3, 0, 0, 1, 7, 0, 1),
    4: (5, 0, 0, 4, 19, 1, 4),
    5: (10, 0, 1, 8, 49, 4, 8),
    6: (7, 0, 2, 11, 93, 6, 13),
    7: (4, 0, 2, 12, 129, 7, 18),
}
TABLE_5_TOTALS_BY_PEGS = {1: 4, 2: 4, 3: 12, 4: 33, 5: 80, 6: 132, 7: 172}
TABLE_5_TOTALS_BY_INDEX = (31, 1, 6, 37, 300, 18, 44)
TABLE_5_TOTAL = 437

# Notes, Table 6: complement problems of 33 holes. hole: (type, sum of W over half the levels,
# jumps of the shortest dead end, the dead end, where it can still finish). The sums are
# reduced by the symmetries that fix the problem, none for c1 and c2.
TABLE_6_ENGLISH = {
    "d4": ("A", 839_536, 4, "d2-d4 d5-d3 b4-d4 d3-d5", ()),
    "d1": ("A", 99_982, 3, "d3-d1 b3-d3 e3-c3", ("a4", "d4", "g4")),
    "c3": ("B", 20_836_420, 6, "c1-c3 e2-c2 c3-c1 d4-d2 b4-d4 f3-d3", ()),
    "c2": ("B", 12_372_794, 4, "c4-c2 a4-c4 d4-b4 f4-d4", ("c5", "f5")),
    "d3": ("C", 6_420_923, 3, "d1-d3 d4-d2 d6-d4", ("a3", "g3")),
    "d2": ("C", 760_164, 3, "d4-d2 b4-d4 e4-c4", ("a5", "d5", "g5")),
    "c1": ("C", 13_918_925, 5, "c3-c1 e2-c2 d4-d2 c2-e2 b4-d4", ("c7",)),
}

# Notes, Table 7: the number of solutions of each.
TABLE_7_ENGLISH_SOLUTIONS = {
    "d4": 40_861_647_040_079_968,
    "d1": 841_594_661_434_808,
    "c3": 138_409_681_956_904_365_268,
    "c2": 17_385_498_352_036_301_092,
    "d3": 8_940_989_276_947_390_168,
    "d2": 30_997_283_487_697_056,
    "c1": 2_343_652_440_537_181_612,
}

# Notes, Table 8: codes that are enough for any finish, and for any complement problem as well.
# The 12 of triangle4 are the positions of Table 4, all of the level of 5 pegs.
TABLE_8 = {
    "triangle4": (12, 0),
    "truncated12": (136, 147),
    "triangle5": (427, 437),
    "truncated18": (8_621, 11_444),
    "triangle6": (76_981, 110_647),
}

# Notes, section 8: W of the central game on 33 holes. Whole to 4 pegs; from 5 on its first three
# and its last three codes.
SECTION_8_ENGLISH_WHOLE = {
    1: [65536],
    2: [528],
    3: [400, 212992],
    4: [153, 1680, 16688, 17928, 66432, 82976, 147984, 352256],
}
SECTION_8_ENGLISH_ENDS = {
    5: ([158, 692, 793], [4554760, 6684688, 8601616]),
    14: ([53247, 56831, 57279], [2651879594, 2655805539, 3098292302]),
    15: ([127999, 128895, 129791], [3793449102, 3793531059, 3793629859]),
    16: ([126975, 130559, 229359], [3864553651, 3928764638, 3929805043]),
}

# Notes, section 2: the position of figure 1d.
FIGURE_1D_CODE = 8455
FIGURE_1D_ORBIT = [2183, 3156, 3904, 8455, 25106, 25280]
FIGURE_1D_MINCODE = 2183
FIGURE_1D_COMPLEMENT_MINCODE = 7487

# Notes, section 4.1 and figure 7: images of one another, both reached from the (0,3) vacancy; from
# the first the game cannot end at (0,3), from the second it can.
SECTION_4_1_CODES = (28, 50)

# Notes, section 6: vacancies of T5 in their order, the first of them degenerate.
TRIANGLE5_VACANCIES = ((0, 3), (0, 0), (2, 4), (1, 2))
TRIANGLE5_DEGENERATE = 1

# Notes, section 6 and figure 8. code: (mincode, holes where it can finish, vacancies from which it
# is reached, index). The vacancies are the text's: 115 is reached from (3,3) as well, which the
# text leaves out; the index does not depend on it.
SECTION_6_EXAMPLES = {
    1480: (181, ((0, 0), (0, 3)), ((2, 4),), 0),
    2183: (2183, ((0, 0), (0, 3), (3, 3), (2, 4)), ((0, 0), (0, 3), (2, 4)), 7),
    115: (115, ((0, 0), (0, 3), (2, 4)), ((0, 0), (2, 4)), 6),
}
# Notes, section 6: reflections of one another, both in the raw W of the (0,3) complement.
SECTION_6_REFLECTIONS = (93, 563)
SECTION_6_REFLECTIONS_INDEX = 7

# Notes, section 7.2 and figure 11: solutions on 10 holes from (0,1) to (1,1).
TRIANGLE4_SOLUTIONS = 14

# Triangular, section 2.3: solutions of the T5 corner complement.
TRIANGLE5_CORNER_SOLUTIONS = 6_816

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

# Notes, section 3, and Beasley 1992: single vacancy to single survivor problems up to symmetry.
SVSS_WIEGLEB = 36
SVSS_ENGLISH = 21

# Triangular, Table 3 (A130515, A130516). side: distinct feasible pairs, and solvable ones.
TABLE_3_FEASIBLE = {
    2: 1, 3: 4, 4: 3, 5: 17, 6: 29, 7: 27, 8: 80, 9: 125, 10: 108, 11: 260, 12: 356,
}  # fmt: skip
TABLE_3_SOLVABLE = {2: 0, 3: 0, 4: 1, 5: 12, 6: 29}

# Triangular, Table 1: the feasible pairs of T5 and whether they are solvable.
TRIANGULAR_TABLE_1 = {
    ("c5", "c5"): True, ("a1", "c5"): True, ("c5", "a1"): True, ("c5", "a4"): True,
    ("a4", "c5"): True, ("a1", "a1"): True, ("a1", "a4"): True, ("b3", "c5"): True,
    ("c5", "b3"): True, ("a4", "a1"): True, ("a4", "a4"): True, ("a4", "d4"): True,
    ("a1", "b3"): False, ("b3", "a1"): False, ("b3", "a4"): False, ("a4", "b3"): False,
    ("b3", "b3"): False,
}  # fmt: skip

# Triangular, appendix A: the images of the pair (a2, b4) on T5.
APPENDIX_A_PAIRS = {
    ("a2", "b4"), ("b5", "c4"), ("d4", "b3"), ("b2", "c4"), ("a4", "b3"), ("d5", "b4"),
}  # fmt: skip

# Triangular, appendix B.2. (side, vacancy, finish, moves as counted there); the T5 solution from
# a4 is the one from a1 with another first jump, and its moves are not counted there.
_APPENDIX_B2_COUNTS = [
    (4, "a2", "b2", 5), (5, "a1", "a1", 10), (5, "a4", "a1", None), (5, "b3", "c5", 11),
    (5, "c5", "c5", 9), (6, "a1", "a1", 10), (6, "a4", "a1", 9), (6, "b3", "b6", 10),
    (6, "c5", "a1", 9), (6, "b6", "b6", 9), (7, "c3", "e5", 12), (8, "a2", "a2", 13),
    (9, "a2", "a8", 16), (10, "a3", "c6", 18),
]  # fmt: skip


def _appendix_b2():
    """The same with the moves, which come along with the package."""
    data = resources.files("pegsolitaire.game") / "data" / "solutions.toml"
    printed = {
        (row["board"], row["vacancy"]): row["moves"]
        for row in tomllib.loads(data.read_text(encoding="utf-8"))["solution"]
        if row["source"].endswith("appendix B.2")
    }
    return [(*case, printed[f"triangle{case[0]}", case[1]]) for case in _APPENDIX_B2_COUNTS]


APPENDIX_B2 = _appendix_b2()

# OEIS A120422: the first of the T5 solutions, holes numbered from 1 row by row.
A120422 = [
    4, 1, 6, 4, 15, 6, 3, 10, 13, 6, 11, 13, 14, 12, 12, 5, 10, 3, 7, 2, 1, 4, 4, 6, 6, 1,
]  # fmt: skip

# Puzzles, Table 2: solvable symmetric positions. (type, class): how many. Those of class A of the
# English board can be solved to d4; the French ones are those that are not on the English list.
SYMMETRIC_ENGLISH = {
    (1, "A"): 13, (2, "A"): 25, (3, "A"): 22, (4, "A"): 220, (5, "A"): 2_238, (6, "A"): 5_139,
    (6, "C"): 15_187, (7, "A"): 34_501, (7, "B"): 92_732,
}  # fmt: skip
SYMMETRIC_FRENCH = {
    (1, "A"): 17, (2, "A"): 27, (3, "A"): 126, (4, "A"): 258, (5, "A"): 7_051, (6, "A"): 40_722,
    (7, "A"): 113_375,
}  # fmt: skip
SYMMETRIC_SQUARE6 = {
    (1, "A"): 21, (2, "A"): 79, (3, "A"): 238, (4, "A"): 76, (5, "A"): 9_148, (6, "A"): 64_135,
    (7, "A"): 20_961,
}  # fmt: skip

# Puzzles, Table 3: the same of the hexagon of 37 holes. Of type 8 there are 219,285 by two routes
# of ours (tests/test_symmetric.py); all other entries agree.
SYMMETRIC_HEXAGON37 = {
    (1, "A"): 20, (2, "A"): 14, (3, "A"): 30, (4, "A"): 87, (4, "B"): 185, (5, "A"): 1_438,
    (6, "A"): 330, (6, "B"): 754, (7, "A"): 34_894, (8, "A"): 219_295, (9, "A"): 436_697,
}  # fmt: skip

# Puzzles, Table 4. board: {(class, pegs): (most jumps, how many positions)}, those with one
# winning jump. The English column ends at 27 pegs; the vacancy d1 is one with 32.
TABLE_4 = {
    "english": {
        ("A", 4): (4, 2), ("A", 5): (7, 1), ("A", 6): (7, 2), ("A", 7): (9, 2), ("A", 8): (9,
        4), ("A", 9): (11, 1), ("A", 10): (12, 1), ("A", 11): (12, 2), ("A", 12): (13, 4),
        ("A", 13): (14, 1), ("A", 14): (14, 4), ("A", 15): (15, 1), ("A", 16): (15, 1), ("A",
        17): (17, 1), ("A", 18): (15, 2), ("A", 19): (15, 2), ("A", 20): (14, 3), ("A", 21):
        (13, 3), ("A", 22): (14, 1), ("A", 23): (11, 6), ("A", 24): (12, 1), ("A", 25): (10,
        1), ("A", 26): (7, 3), ("A", 27): (6, 2),
    },
    "french": {
        ("A", 4): (4, 3), ("A", 5): (7, 1), ("A", 6): (8, 1), ("A", 7): (10, 1), ("A", 8): (10,
        1), ("A", 9): (12, 1), ("A", 10): (13, 1), ("A", 11): (14, 2), ("A", 12): (16, 1),
        ("A", 13): (17, 1), ("A", 14): (16, 4), ("A", 15): (17, 2), ("A", 16): (19, 1), ("A",
        17): (19, 2), ("A", 18): (18, 4), ("A", 19): (21, 1), ("A", 20): (19, 1), ("A", 21):
        (18, 5), ("A", 22): (20, 1), ("A", 23): (18, 1), ("A", 24): (18, 2), ("A", 25): (17,
        1), ("A", 26): (17, 1), ("A", 27): (16, 1), ("A", 28): (13, 1), ("A", 29): (11, 1),
        ("A", 30): (10, 3), ("A", 31): (6, 1), ("A", 32): (8, 1),
    },
    "hexagon37": {
        ("A", 4): (6, 6), ("A", 5): (10, 2), ("A", 6): (10, 26), ("A", 7): (12, 10), ("A", 8):
        (14, 6), ("A", 9): (16, 2), ("A", 10): (18, 1), ("A", 11): (18, 3), ("A", 12): (20, 1),
        ("A", 13): (20, 1), ("A", 14): (22, 1), ("A", 15): (21, 2), ("A", 16): (21, 2), ("A",
        17): (22, 1), ("A", 18): (22, 1), ("A", 19): (20, 1), ("A", 20): (18, 3), ("A", 21):
        (17, 1), ("A", 22): (16, 2), ("A", 23): (13, 1), ("A", 24): (12, 1),
    },
}  # fmt: skip

# The 33-hole page, table 1: positions of each level by moves, and the range of their pegs.
FORWARD_BY_MOVES = [
    (1, (32, 32)),
    (1, (31, 31)),
    (2, (30, 30)),
    (9, (28, 29)),
    (47, (27, 28)),
    (263, (25, 27)),
    (1_452, (23, 26)),
    (7_772, (20, 25)),
    (38_150, (16, 24)),
    (164_297, (14, 23)),
    (585_567, (12, 22)),
    (1_641_177, (10, 21)),
    (3_426_496, (8, 20)),
    (5_111_387, (5, 19)),
    (5_327_135, (5, 18)),
    (3_909_899, (2, 17)),
    (2_093_768, (2, 16)),
    (843_917, (1, 15)),
    (255_301, (1, 14)),
    (57_579, (3, 13)),
    (10_037, (4, 12)),
    (1_268, (5, 11)),
    (148, (6, 10)),
    (15, (7, 9)),
]
BACKWARD_BY_MOVES = [
    (1, (1, 1)),
    (1, (2, 2)),
    (16, (3, 10)),
    (979, (4, 19)),
    (14_115, (5, 21)),
    (126_902, (6, 22)),
    (632_451, (7, 23)),
    (1_954_152, (8, 25)),
    (3_770_028, (9, 26)),
    (4_949_879, (10, 26)),
    (4_796_624, (11, 27)),
    (3_576_434, (13, 28)),
    (2_113_413, (14, 28)),
    (1_003_420, (15, 29)),
    (387_982, (16, 30)),
    (115_922, (17, 30)),
    (28_134, (19, 31)),
    (4_589, (20, 31)),
    (604, (22, 32)),
    (37, (24, 29)),  # printed 22-29; each of the 37 was solved on its own, in 19 moves
    (5, (26, 29)),
]

# The triangular paper, table 4: bound (2) by side.
MERSON_BOUNDS = {4: 5, 5: 6, 6: 8, 7: 10, 8: 12, 9: 13, 10: 17, 11: 18, 12: 20}

# By this program: the longest sweep of a board, and whether a solution from one vacancy ends with
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

# By this program: triangle(12) from c5 to c11, the last move 44 jumps (45 are impossible).
T12_WITH_44 = (
    "a3-c5, d6-b4, f8-d6, h10-f8, j12-h10, h12-j12, f12-h12, k12-i12-g12, e5-e7, e8-e6, e10-e8, "
    "c7-e9, f10-d8, d12-f12-h12-f10, b12-d12, c10-c12-e12-e10, a1-a3, c3-e5, a4-a2, a6-a4, f6-d4, "
    "a8-a6, h8-f6, a10-a8, j10-h8, a12-a10, l12-j10, c9-e11-g11-i11-k11-i9-i11-g9-g11-e9-e11-c11-"
    "a11-a9-c9-e9-g9-i9-g7-g9-e7-e9-c7-c9-a7-c7-e7-g7-e5-e7-c5-c7-a5-c5-e5-c3-c5-a3-c3-a1-a3-a5-"
    "a7-a9-c11"
)

# By this program: a minimal solution of French from d3 to d2 and the same moves in another order,
# with another end.
FRENCH_TWO_ENDINGS = (
    "d1-d3, b2-d2, c4-c2, c1-c3, c6-c4, e6-c6, e4-e6, g5-e5, c7-c5, c4-c6, e2-e4-c4-c2-e2, e1-e3, "
    "a3-c3, f6-d6, e7-c7-c5, a4-c4-c6-e6-e4-e2, f2-d2, g3-e3, a5-c5, g4-e4-e2-c2-c4-c6, "
    "b6-d6-d4-d2",
    "d1-d3, b2-d2, c4-c2, c1-c3, c6-c4, e6-c6, e4-e6, g5-e5, c7-c5, c4-c6, e2-e4-c4-c2-e2, e1-e3, "
    "a3-c3, a5-c5, b6-d6-d4-d2, f6-d6, g4-e4-e2-c2-c4-c6, e7-c7-c5, g3-e3, a4-c4-c6-e6-e4-e2, "
    "f2-d2",
)

# By this program: triangle(12) from e7 to e7, the last move the 42 jumps of figure 10 of the
# triangular paper, turned.
T12_IN_28 = (
    "e5-e7, c3-e5, c6-e6, f6-d4, c8-c6, h8-f6, c10-c8, a10-c10, d10-b10, a8-a10-c10, a6-a"
    "8, a4-a6, a2-a4, f10-d10, j10-h8, a12-a10, d12-b10, e12-e10, e9-e11, g12-e12, b12-d1"
    "2-f12, i12-g12-e12-e10, k12-i12, h10-j12-h12-f10, f8-h10, b4-d6-f8, l12-j10, a1-c3-c"
    "5-c7-c9-c11-e11-g11-i11-k11-i9-i11-g9-g11-e9-e11-c9-e9-g9-i9-g7-g9-e7-e9-c7-e7-g7-e5"
    "-c5-a5-a7-a9-a11-c11-a9-c9-a7-c7-a5-a3-c3-e5-e7"
)


# -- random play ---------------------------------------------------------------------------------

# G. I. Bell, Peg solitaire, the English board (an example of 33 holes), Table 3: the central game
# by jumps that are all equally likely. jumps: (dead ends, chance); the pegs left are 32 - jumps.
# "1 in .." is printed too, of these chances. Elsewhere on the page: one peg 2.6978E-08, half of it
# in the centre; 7.64 pegs on average; the least likely end 1 in 70.4 billion (a billion of
# a million million); under 1 % of the
# games still winning after 15 jumps.
RANDOM_CENTRAL_GAME = {
    6: (1, "7.4074E-03"),
    7: (0, "0"),
    8: (0, "0"),
    9: (0, "0"),
    10: (1, "9.7435E-06"),
    11: (1, "6.8999E-05"),
    12: (0, "0"),
    13: (5, "5.7230E-05"),
    14: (10, "1.0757E-04"),
    15: (7, "2.6607E-04"),
    16: (27, "1.7353E-04"),
    17: (47, "6.6371E-04"),
    18: (121, "1.4401E-03"),
    19: (373, "4.1355E-03"),
    20: (925, "9.8602E-03"),
    21: (1972, "2.5485E-02"),
    22: (3346, "7.6543E-02"),
    23: (4356, "1.5044E-01"),
    24: (4256, "1.9958E-01"),
    25: (3054, "2.4665E-01"),
    26: (1715, "1.6347E-01"),
    27: (665, "7.9883E-02"),
    28: (182, "3.0672E-02"),
    29: (39, "3.0107E-03"),
    30: (6, "7.7690E-05"),
    31: (2, "2.6978E-08"),
}
RANDOM_CENTRAL_DEAD_ENDS = 21_111

# Triangular, Table 2: one game in how many players A (any jump), B (rule of thumb) and C (SAX
# count) win on the triangle of side 5.
RANDOM_TRIANGLE5 = {
    "a1": (146, 47, 7),
    "b3": (579, 142, 19),
    "a4": (291, 47, 7),
    "c5": (141, 13, 7),
}

# A. D. Gramigna, Peg solitaire: a study on board difficulty (2018), Tables 1 to 4: of 100 million
# games each, how many were won.
GRAMIGNA_GAMES = 10**8
GRAMIGNA_FRENCH = {"c1": 13, "d2": 3, "d3": 8}
GRAMIGNA_ENGLISH = {
    "c1": 614,
    "c2": 5_377,
    "c3": 5_875,
    "d1": 1,
    "d2": 206,
    "d3": 385,
    "d4": 4,
}
GRAMIGNA_TRIANGLES = {
    ("triangle5", "a1"): 686_670,
    ("triangle5", "a2"): 342_621,
    ("triangle5", "a3"): 708_800,
    ("triangle5", "b3"): 172_991,
    ("triangle6", "a1"): 1_452_690,
    ("triangle6", "a2"): 1_969_780,
    ("triangle6", "a3"): 1_845_910,
    ("triangle6", "b3"): 1_821_328,
    ("triangle7", "a2"): 8_399,
    ("triangle7", "a3"): 12_733,
    ("triangle8", "a2"): 33_302,
    ("triangle8", "a3"): 33_189,
}
GRAMIGNA_SAX = {"a1": 19_865_272, "a2": 19_866_864, "a3": 25_353_319, "b3": 5_172_150}

# -- random play, as computed here ---------------------------------------------------------------

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

# Of 100 million games of side 8 (seed 2018), whose exact chances want 64 GiB.
RANDOM_TRIANGLE8 = {"a2": 33_478, "a3": 33_079}
