"""G. I. Bell, Solving triangular peg solitaire, J. Integer Sequences 11 (2008), 08.4.8."""

# Section 2.3: solutions of the T5 corner complement.
TRIANGLE5_CORNER_SOLUTIONS = 6_816

# Table 3 (A130515, A130516). side: distinct feasible pairs, and solvable ones.
TABLE_3_FEASIBLE = {
    2: 1, 3: 4, 4: 3, 5: 17, 6: 29, 7: 27, 8: 80, 9: 125, 10: 108, 11: 260, 12: 356,
}  # fmt: skip
TABLE_3_SOLVABLE = {2: 0, 3: 0, 4: 1, 5: 12, 6: 29}

# Table 1: the feasible pairs of T5 and whether they are solvable.
TRIANGULAR_TABLE_1 = {
    ("c5", "c5"): True, ("a1", "c5"): True, ("c5", "a1"): True, ("c5", "a4"): True,
    ("a4", "c5"): True, ("a1", "a1"): True, ("a1", "a4"): True, ("b3", "c5"): True,
    ("c5", "b3"): True, ("a4", "a1"): True, ("a4", "a4"): True, ("a4", "d4"): True,
    ("a1", "b3"): False, ("b3", "a1"): False, ("b3", "a4"): False, ("a4", "b3"): False,
    ("b3", "b3"): False,
}  # fmt: skip

# Appendix A: the images of the pair (a2, b4) on T5.
APPENDIX_A_PAIRS = {
    ("a2", "b4"), ("b5", "c4"), ("d4", "b3"), ("b2", "c4"), ("a4", "b3"), ("d5", "b4"),
}  # fmt: skip

# Appendix B.2. (side, vacancy, finish, moves as counted there); the T5 solution from
# a4 is the one from a1 with another first jump, and its moves are not counted there.
APPENDIX_B2_COUNTS = [
    (4, "a2", "b2", 5), (5, "a1", "a1", 10), (5, "a4", "a1", None), (5, "b3", "c5", 11),
    (5, "c5", "c5", 9), (6, "a1", "a1", 10), (6, "a4", "a1", 9), (6, "b3", "b6", 10),
    (6, "c5", "a1", 9), (6, "b6", "b6", 9), (7, "c3", "e5", 12), (8, "a2", "a2", 13),
    (9, "a2", "a8", 16), (10, "a3", "c6", 18),
]  # fmt: skip

# OEIS A120422: the first of the T5 solutions, holes numbered from 1 row by row.
A120422 = [
    4, 1, 6, 4, 15, 6, 3, 10, 13, 6, 11, 13, 14, 12, 12, 5, 10, 3, 7, 2, 1, 4, 4, 6, 6, 1,
]  # fmt: skip

# Table 4: bound (2) by side.
MERSON_BOUNDS = {4: 5, 5: 6, 6: 8, 7: 10, 8: 12, 9: 13, 10: 17, 11: 18, 12: 20}

# Table 2: one game in how many players A (any jump), B (rule of thumb) and C (SAX
# count) win on the triangle of side 5.
RANDOM_TRIANGLE5 = {
    "a1": (146, 47, 7),
    "b3": (579, 142, 19),
    "a4": (291, 47, 7),
    "c5": (141, 13, 7),
}

# Table 1: the effective slacks of the same pairs.
EFFECTIVE_SLACKS = {
    ("c5", "c5"): 2, ("a1", "c5"): 1, ("c5", "a1"): 1, ("c5", "a4"): 1, ("a4", "c5"): 1,
    ("a1", "a1"): 0, ("a1", "a4"): 0, ("b3", "c5"): 0, ("c5", "b3"): 0, ("a4", "a1"): 0,
    ("a4", "a4"): 0, ("a4", "d4"): 0, ("a1", "b3"): -1, ("b3", "a1"): -1, ("b3", "a4"): -1,
    ("a4", "b3"): -1, ("b3", "b3"): -2,
}  # fmt: skip

# Table 4 (A127500): the fewest moves of any problem, and what is said of sides 11 and 12.
FEWEST_MOVES = {4: 5, 5: 9, 6: 9, 7: 12, 8: 13, 9: 16, 10: 18}
FEWEST_MOVES_AT_MOST = {11: 28, 12: 29}
FEWEST_MOVES_AT_LEAST = {11: 19, 12: 21}

# Formula (1): the most that the fewest moves can be, by side.
SWEPT_MOVES = {12: 29, 24: 97}

# Appendix B.2: the vacancies of T8 whose complement problem takes 13 moves.
TRIANGLE8_COMPLEMENTS_IN_13 = ["a2"]

# Figure 11: Merson regions by side.
MERSON_REGIONS = {6: 9, 8: 13, 10: 18}

# Appendix B.1: trapezoid purges, by which hole of a3, b3 and c3 is empty.
TRAPEZOID_PURGES = {
    "a3": "a5-a3 c6-a4 a3-a5 a6-a4 c3-a3-a5 c5-c3 e6-c6-a6-a4-c4 d5-b3",
    "b3": "d5-b3 c6-c4 c3-c5 e6-c6-c4 a3-c3-c5 a5-a3 a6-c6-a4-c4 c5-c3",
    "c3": "c5-c3 a4-c4 c3-c5 c6-c4 a3-c3-c5 e6-c6-a4 a5-a3 a6-c6-c4 d5-b3",
}

# Figure 7 and section 3.1: the jumps of each purge, counted from 1, and how many pegs it takes.
FIGURE_7_PURGES = {
    "3-purge": ((2, 3, 14), 3),
    "left 6-purge": ((4, 5, 12, 13, 15, 16), 6),
    "right 6-purge": ((6, 7, 8, 9, 10, 11), 6),
}

# Section 4.2, footnote 12: the vacancies of T10 that can be solved, up to symmetry.
TRIANGLE10_VACANCIES = ["a2", "a3", "a5", "b4", "b5", "c6"]

# Section 2.3: a second solution of the T5 corner complement.
TRIANGLE5_SECOND_SOLUTION = (
    "a3-a1, c5-a3, a5-c5, d5-b5, c3-c5, b5-d5, e5-c5, a1-c3, d4-b2, a4-a2, b2-b4, c5-a3-a1"
)
