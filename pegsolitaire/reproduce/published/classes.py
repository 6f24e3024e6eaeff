"""What no paper has: whole position classes, and patterns on a board without an edge.

As docs/results.md has them.
"""

# (board, class): positions, up to symmetry, and the largest level: pegs, positions.
CLASS_SIZES = {
    ("english", "A"): (187_636_303, 23_475_689, (18, 3_626_632)),
    ("english", "B"): (251_671_844, 125_882_288, (18, 19_338_781)),
    ("english", "C"): (270_031_297, 135_023_242, (18, 20_784_388)),
    ("french", "A"): (2_993_979_758, 374_349_518, (20, 53_371_113)),
    ("french", "B"): (3_933_656_917, 1_967_017_602, (20, 276_016_906)),
    ("french", "C"): (3_863_449_662, 1_931_778_990, (20, 272_001_050)),
    ("square6", "A"): (2_692_028_567, 336_551_006, (19, 52_924_275)),
    ("square6", "B"): (2_975_919_876, 1_487_982_477, (19, 233_962_585)),
    ("square6", "C"): (3_188_345_182, 1_594_250_320, (19, 247_099_133)),
    ("hexagon37", "A"): (31_877_782_692, 2_656_828_755, (19, 364_696_466)),
    ("hexagon37", "B"): (32_752_421_257, 5_459_195_578, (19, 734_265_681)),
    ("semi-wiegleb", "A"): (10_747_362_417, 2_687_222_731, (22, 386_212_577)),
}

# Puzzles, Tables 2 and 3, what they leave open. board: (type, class): how many.
SYMMETRIC_OTHERS = {
    "french": {(6, "C"): 108_318, (7, "B"): 378_287},
    "square6": {(6, "C"): 155_458, (7, "B"): 45_078},
    "hexagon37": {(4, "B"): 185, (6, "B"): 754, (9, "B"): 916_090},
}

# (board, class): positions with one winning jump, and those whose whole solution is unique.
UNIQUE_JUMPS = {
    ("english", "A"): (45_650, 0),
    ("english", "B"): (254_609, 35_694),
    ("english", "C"): (191_323, 26_871),
    ("french", "A"): (229_199, 0),
    ("french", "B"): (1_499_803, 170_700),
    ("french", "C"): (1_102_878, 80_030),
    ("square6", "A"): (101_502, 0),
    ("square6", "B"): (600_594, 31_853),
    ("square6", "C"): (815_906, 102_074),
    ("hexagon37", "A"): (577_734, 66_653),
    ("hexagon37", "B"): (1_467_429, 358_959),
}

# lattice: pegs: solvable patterns, with one winning jump, the most jumps of these, how many.
PATTERNS = {
    "square": {
        2: (1, 0, 0, 0),
        3: (2, 2, 2, 2),
        4: (14, 9, 4, 2),
        5: (89, 47, 6, 3),
        6: (694, 243, 8, 1),
        7: (5_539, 1_256, 10, 1),
        8: (45_399, 6_351, 12, 1),
        9: (374_661, 31_873, 12, 27),
        10: (3_114_882, 158_683, 14, 6),
        11: (25_994_200, 786_362, 16, 2),
    },
    "triangular": {
        2: (1, 0, 0, 0),
        3: (3, 2, 2, 2),
        4: (28, 16, 6, 2),
        5: (258, 126, 10, 2),
        6: (2_953, 969, 10, 30),
        7: (34_733, 7_522, 12, 51),
        8: (419_558, 58_140, 16, 12),
        9: (5_120_455, 447_960, 18, 6),
    },
}

# The diamond of 41 holes: problems whose winning sets are empty.
DIAMOND_IMPOSSIBLE = (
    ("e3", "e1"),
    ("e4", "e9"),
    ("e4", "b6"),
    ("e1", "e9"),
    ("e1", "b6"),
    ("d2", "i5"),
    ("d2", "f8"),
)

# The central game: the most positions of a symmetry type that a solution passes through.
MOST_SYMMETRIC = {6: 7, 7: 13}

# Triangles: feasible pairs of side 24, all of them solvable.
FEASIBLE_OF_SIDE_24 = 5_072
