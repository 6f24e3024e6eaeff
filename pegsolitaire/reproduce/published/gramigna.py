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
