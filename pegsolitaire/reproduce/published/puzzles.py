"""G. I. Bell, Designing peg solitaire puzzles, Recreational Mathematics Magazine 7 (2017)."""

# Table 1: the symmetry types of the English and French boards, with their orders.
SYMMETRY_TYPES = {
    1: ("square symmetry", 8), 2: ("90 degree rotation", 4), 3: ("both diagonal reflections", 4),
    4: ("both orthogonal reflections", 4), 5: ("180 degree rotation", 2),
    6: ("one diagonal reflection", 2), 7: ("one orthogonal reflection", 2),
}  # fmt: skip

# Table 3: the orders of the nine types of the hexagon.
HEXAGON_ORDERS = {1: 12, 2: 6, 3: 6, 4: 6, 5: 4, 6: 3, 7: 2, 8: 2, 9: 2}

# Figures 3, 4 and 6: the finishing holes of the classes.
FINISHES = {
    "english": {"A": "a4 d1 d4 d7 g4", "B": "c1 c4 c7 f4", "C": "c2 c5 f5"},
    "french": {"A": "a4 d1 d4 d7 g4", "B": "c1 c4 c7 f4", "C": "b2 b5 e2 e5"},
    "square6": {"A": "b2 b5 e2 e5", "B": "b1 b4 e1 e4", "C": "a1 a4 d1 d4"},
}

# In the text below Tables 2 and 3: the largest level of class A, up to symmetry.
LARGEST_LEVELS = {"english": (18, 3_626_632), "french": (20, 53_371_113)}
LARGEST_LEVEL_OF_HEXAGON37 = (19, 364_696_466)

# Table 2: solvable symmetric positions. (type, class): how many. Those of class A of the
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

# Table 2, its last row.
SYMMETRIC_TOTALS = {"english": 150_077, "french": 161_576, "square6": 94_658}

# Table 3: the same of the hexagon of 37 holes. Of type 8 there are 219,285 by two routes
# of ours (tests/test_symmetric.py); all other entries agree.
SYMMETRIC_HEXAGON37 = {
    (1, "A"): 20, (2, "A"): 14, (3, "A"): 30, (4, "A"): 87, (4, "B"): 185, (5, "A"): 1_438,
    (6, "A"): 330, (6, "B"): 754, (7, "A"): 34_894, (8, "A"): 219_295, (9, "A"): 436_697,
}  # fmt: skip

# Table 4. board: {(class, pegs): (most jumps, how many positions)}, those with one
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

# In the text below Table 4: the pegs of those of its positions that have a symmetry: none has.
TABLE_4_SYMMETRIC: list[int] = []

# Figure 12c, and in the text below Table 4: its solutions.
FIGURE_12C = ".*../*.*.*/..***./*.**.**/..**../*.*../...."
FIGURE_12C_SOLUTIONS = 1

# In the text below theorem 2: positions of types 6 and 7 that a solution of the central game
# passes through: one that the author shows, and Gardner's Jabberwocky.
PASSED_BY_TYPE = {6: 7, 7: 11}
