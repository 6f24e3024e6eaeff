"""G. I. Bell, Notes on solving and playing peg solitaire on a computer (2014).

A ``_TOTALS`` is the printed total of the rows before it; where it is not their sum, a comment
says so. ``W`` and ``L`` are reduced by symmetry unless said otherwise.
"""

# Table 1, left: corner complement, 15 holes. pegs: (raw F, F, W, L).
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

# Table 1, right: corner complement, 21 holes. pegs: (F, W, L).
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

# Section 4: W of the T5 corner complement, as the least codes over all six symmetries.
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

# Table 2: central game, 33 holes. pegs: (F, W). Both totals are sums, W of half.
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

# Table 3: central game, 45 holes. pegs: (F, W). F is of positions that a resource count
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

# Table 4: the winning positions of any game on 10 holes. pegs: least codes.
TABLE_4_TRIANGLE4 = {
    1: [2],
    2: [3],
    3: [14, 67, 84],
    4: [85, 102, 108],
    5: [94, 103, 174, 595],
}

# Table 5: winning positions of 15 holes by pegs and index; the other indices have none.
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

# Table 6: complement problems of 33 holes. hole: (type, sum of W over half the levels,
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

# Table 7: the number of solutions of each.
TABLE_7_ENGLISH_SOLUTIONS = {
    "d4": 40_861_647_040_079_968,
    "d1": 841_594_661_434_808,
    "c3": 138_409_681_956_904_365_268,
    "c2": 17_385_498_352_036_301_092,
    "d3": 8_940_989_276_947_390_168,
    "d2": 30_997_283_487_697_056,
    "c1": 2_343_652_440_537_181_612,
}

# Table 8: codes that are enough for any finish, and for any complement problem as well.
# The 12 of triangle4 are the positions of Table 4, all of the level of 5 pegs.
TABLE_8 = {
    "triangle4": (12, 0),
    "truncated12": (136, 147),
    "triangle5": (427, 437),
    "truncated18": (8_621, 11_444),
    "triangle6": (76_981, 110_647),
}

# Section 8: W of the central game on 33 holes. Whole to 4 pegs; from 5 on its first three
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

# Section 2: the position of figure 1d.
FIGURE_1D_CODE = 8455
FIGURE_1D_ORBIT = [2183, 3156, 3904, 8455, 25106, 25280]
FIGURE_1D_MINCODE = 2183
FIGURE_1D_COMPLEMENT_MINCODE = 7487

# Section 4.1 and figure 7: images of one another, both reached from the (0,3) vacancy; from
# the first the game cannot end at (0,3), from the second it can.
SECTION_4_1_CODES = (28, 50)

# Section 6: vacancies of T5 in their order, the first of them degenerate.
TRIANGLE5_VACANCIES = ((0, 3), (0, 0), (2, 4), (1, 2))
TRIANGLE5_DEGENERATE = 1

# Section 6 and figure 8. code: (mincode, holes where it can finish, vacancies from which it
# is reached, index). The vacancies are the text's: 115 is reached from (3,3) as well, which the
# text leaves out; the index does not depend on it.
SECTION_6_EXAMPLES = {
    1480: (181, ((0, 0), (0, 3)), ((2, 4),), 0),
    2183: (2183, ((0, 0), (0, 3), (3, 3), (2, 4)), ((0, 0), (0, 3), (2, 4)), 7),
    115: (115, ((0, 0), (0, 3), (2, 4)), ((0, 0), (2, 4)), 6),
}
# Section 6: reflections of one another, both in the raw W of the (0,3) complement.
SECTION_6_REFLECTIONS = (93, 563)
SECTION_6_REFLECTIONS_INDEX = 7

# Figure 1b shows the first; what section 3 says of "the cross" holds for the second.
CROSSES = {
    "Latin cross, figure 1b": ".../.*./..***../...*.../...*.../.../...",
    "Greek cross": ".../.*./...*.../.*****./...*.../.*./...",
}
#: The code of the complement of the first.
LATIN_CROSS_COMPLEMENT = 8581478639

# Section 7.2 and figure 11: solutions on 10 holes from (0,1) to (1,1).
TRIANGLE4_SOLUTIONS = 14

# Section 3: single vacancy to single survivor problems of Wiegleb's board, up to symmetry.
SVSS_WIEGLEB = 36

# Section 3: the fewest holes of a rotationally symmetric board whose problems are all solvable.
SMALLEST_SOLVED_EVERYWHERE = 12

# Section 3.1, footnote 2: the positions after 22 jumps on Wiegleb's board are more than so many.
WIEGLEB_AFTER_22_JUMPS = 2_000_000_000
