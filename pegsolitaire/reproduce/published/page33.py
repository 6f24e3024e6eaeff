"""G. I. Bell, Peg solitaire: an example of 33 holes, the page on the English board (2007-2014)."""

# Table 1: positions of each level by moves, and the range of their pegs.
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
    (37, (24, 29)),  # each of the 37 was solved on its own, in 19 moves
    (5, (26, 29)),
]
PEGS_19_MOVES_BACK = (22, 29)  # as printed: the table above has ours

# Table 1, both columns Ratio: a level divided by the one before, from the first move on.
FORWARD_RATIOS = [
    1.00, 2.00, 4.50, 5.22, 5.60, 5.52, 5.35, 4.91, 4.31, 3.56, 2.80, 2.09, 1.49, 1.04, 0.73,
    0.54, 0.40, 0.30, 0.23, 0.17, 0.13, 0.12, 0.10,
]  # fmt: skip
BACKWARD_RATIOS = [
    1.00, 16.0, 61.2, 14.4, 8.99, 4.98, 3.09, 1.93, 1.31, 0.97, 0.75, 0.59, 0.48, 0.39, 0.30,
    0.24, 0.16, 0.13, 0.06, 0.14,
]  # fmt: skip
RATIO_13_MOVES_BACK = 0.47  # ours: 1,003,420 by 2,113,413 are 0.4748

# Table 2, the columns Ratio and % Winning, from the first jump on; the positions themselves are
# those of Table 2 of the Notes. All levels together have 7.2 % winning.
LEVEL_RATIOS = [
    1.00, 2.0, 4.0, 4.88, 4.38, 4.20, 3.83, 3.54, 3.21, 2.87, 2.55, 2.26, 1.97, 1.72, 1.48, 1.27,
    1.09, 0.94, 0.81, 0.70, 0.60, 0.52, 0.44, 0.38, 0.32, 0.27, 0.22, 0.18, 0.14, 0.14, 0.29,
]  # fmt: skip
WINNING_PERCENT = [
    100, 100, 100, 97.4, 95.9, 88.3, 75.8, 63.3, 51.2, 39.8, 29.8, 21.8, 15.9, 11.7, 8.9, 8.9,
    5.7, 4.8, 4.1, 3.5, 3.1, 2.7, 2.3, 2.1, 2.0, 1.9, 2.0, 2.3, 4.0, 14.3, 50.0,
]  # fmt: skip
WINNING_PERCENT_IN_ALL = 7.2
WINNING_PERCENT_AT_16 = 7.0  # ours after 16 jumps, where the line above is printed again

# Table 3: the central game
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
