"""A. D. Gramigna, Peg solitaire: a study on board difficulty (2018)."""

# Tables 1 to 4: of 100 million
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

# Tables 1 to 4, the column Expected Trials until Win. Below Table 1 it is said to be the floor of
# the number of games divided by the number of wins.
GRAMIGNA_TRIALS = {
    "table 1": {"c1": 7_692_308, "d2": 33_333_333, "d3": 12_500_000},
    "table 2": {
        "c1": 162_866, "c2": 18_598, "c3": 17_021, "d1": 100_000_000, "d2": 485_437,
        "d3": 259_740, "d4": 25_000_000,
    },
    "table 3": {
        ("triangle5", "a1"): 146, ("triangle5", "a2"): 292, ("triangle5", "a3"): 141,
        ("triangle5", "b3"): 578, ("triangle6", "a1"): 69, ("triangle6", "a2"): 51,
        ("triangle6", "a3"): 54, ("triangle6", "b3"): 55, ("triangle7", "a2"): 11_906,
        ("triangle7", "a3"): 7_854, ("triangle8", "a2"): 3_003, ("triangle8", "a3"): 3_013,
    },
    "table 4": {"a1": 5, "a2": 5, "a3": 4, "b3": 19},
}  # fmt: skip
