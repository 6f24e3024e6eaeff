"""The removals that are known, as text: see :mod:`pegsolitaire.theory.removals`."""

from __future__ import annotations

# Each block with its variants: the pegs of the catalyst, its holes, and the jumps.
Table = tuple[tuple[str, str, str, tuple[tuple[str, str, str], ...]], ...]

_WAYS = "Winning Ways, chapter 23; jumps by search"
_SEARCH = "by search"

SQUARE: Table = (
    (
        "3-removal",
        "d4 d5 d6",
        "Winning Ways, chapter 23",
        (("c4", "e4", "c4-e4 d6-d4 e4-c4"),),
    ),
    (
        "L-removal",
        "d4 e4 f4 d5 d6 d7",
        _WAYS,
        (
            # Gramigna, section 5.1, turned; there c7-e7 is misprinted as e7-e7.
            ("c6", "e6", "c6-e6 d4-d6 f4-d4 d7-d5 d4-d6 e6-c6"),
            ("d2", "d3", "d5-d3 d2-d4 d7-d5-d3 f4-d4-d2"),
        ),
    ),
    (
        "6-removal",
        "d4 e4 d5 e5 d6 e6",
        _WAYS,
        (
            ("b4", "c4", "e4-c4 b4-d4 e6-e4-c4 d6-d4-b4"),
            ("c4", "e3", "e5-e3 c4-e4 e3-e5 d6-d4 e6-e4-c4"),
            ("c4", "f4", "d4-f4 d6-d4 c4-e4 f4-d4 e6-e4-c4"),
            ("c4", "f6", "d6-f6 e4-e6 c4-e4 f6-d6-d4 e4-c4"),
            ("c3", "c4 c5", "e4-c4 c3-c5 d6-d4 e6-e4-c4 c5-c3"),
            # Reversed, reflected and turned, the one of Gramigna, section 5.1.
            ("c3 c4", "c5", "c3-c5 e4-c4 c5-c3 d6-d4 e6-e4-c4"),
        ),
    ),
    (
        "removal of two lines of three, one step apart",
        "d4 d5 d6 e5 e6 e7",
        _SEARCH,
        (
            ("c6", "e4", "e6-e4 c6-e6 d4-d6 e7-e5 e4-e6-c6"),
            ("c6", "e8", "e6-e8 c6-e6 d4-d6 e5-e7 e8-e6-c6"),
            ("c6", "f5", "d5-f5 e7-e5 f5-d5 c6-e6 d4-d6 e6-c6"),
        ),
    ),
    (
        "removal of two lines of three, two steps apart",
        "d4 d5 d6 e6 e7 e8",
        _SEARCH,
        (
            ("b6", "c6", "e6-c6 b6-d6 e8-e6-c6 d4-d6-b6"),
            ("c6", "e5", "e7-e5 c6-e6 d4-d6 e5-e7 e8-e6-c6"),
            ("c6", "f6", "d6-f6 d4-d6 c6-e6 f6-d6 e8-e6-c6"),
        ),
    ),
    (
        "removal of a line of six",
        "d4 d5 d6 d7 d8 d9",
        _SEARCH,
        (("c5", "e5", "c5-e5 d7-d5 d4-d6 d9-d7-d5 e5-c5"),),
    ),
    (
        "removal of four columns",
        "a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4",
        "Bell 2008, section 5 (the 15-hole board); by search",
        (
            (
                "a1",
                "b1",
                "b3-b1 d2-b2 a2-c2 d3-b3 a4-a2 b4-b2 d4-b4 a1-a3 b1-b3 b4-b2 c2-a2 a3-a1",
            ),
            ("b1", "c1", "c3-c1 a2-c2 d2-b2 a3-c3 c4-c2 a4-c4 d4-b4 b1-b3 b4-b2 c1-c3 d3-b3-b1"),
        ),
    ),
)

TRIANGULAR: Table = (
    (
        "6-removal",
        "d4 e4 d5 e5 d6 e6",
        "Bell 2008, section 3.1; jumps by search",
        (
            ("b3", "c4", "e4-c4 d6-d4 b3-d5 e6-e4-c4 d5-b3"),
            ("b6", "c6", "e6-c6 e4-e6 b6-d6 e6-c6 d4-d6-b6"),
            ("c3", "f4", "d4-f4 d6-d4 e6-e4 c3-e5 f4-d4 e5-c3"),
            ("c3", "f6", "d6-f6 e4-e6 c3-e5 f6-d6-d4 e5-c3"),
            ("c6", "e7", "e5-e7 c6-e6 d4-d6 e7-e5 e4-e6-c6"),
            ("c6", "f4", "d4-f4 e6-e4 f4-d4 c6-e6 d4-d6 e6-c6"),
        ),
    ),
    (
        "trapezoid removal",
        "a4 b4 c4 a5 b5 c5 d5 a6 b6 c6 d6 e6",
        "Bell 2008, section 3.1, where three holes unlike are asked for: two are enough",
        (
            ("a3", "b3", "d5-b3 a4-c4 b3-d5 a6-a4 a3-a5 b6-b4 c6-c4 d5-b3-b5 e6-c6-a4 a5-a3"),
            ("a3", "c3", "c5-c3 a3-c5 a5-a3 c6-a4 a3-a5 a6-c6-c4 c3-c5 d5-b5 e6-c6-a4 a5-a3"),
        ),
    ),
    (
        "wide trapezoid removal",
        "a5 b5 c5 d5 a6 b6 c6 d6 e6 a7 b7 c7 d7 e7 f7",
        "Bell 2008, section 3.2; jumps by search",
        (
            (
                "a4",
                "b4",
                "b6-b4 d5-b5 a5-c5 d6-b6 a7-a5 c7-a7 "
                "e7-c7 f7-d5 a4-a6 b4-d6 d5-d7-b7 a7-c7-a5 a6-a4",
            ),
            (
                "a4",
                "c4",
                "c6-c4 a5-c5 d5-b5 a6-c6 c7-c5 a7-c7 "
                "d7-b7 f7-d5-d7 e7-c7 b7-d7 a4-c6 d7-b5 c4-c6-a4",
            ),
            (
                "a4",
                "d4",
                "d6-d4 b5-d5 b7-b5 a5-c5 a7-a5 d7-b7 "
                "a4-a6 d4-d6 f7-d5-d7 e7-c7 b7-d7-b5 c5-a5 a6-a4",
            ),
            (
                "b4",
                "d4",
                "d6-d4 b5-d5 b6-d6 e6-c6 c7-c5 a7-c7 a5-a7 "
                "d7-b7 a7-c7 f7-d7 c7-e7 b4-d6 e7-c5 d4-d6-b4",
            ),
            (
                "c4",
                "d4",
                "d6-d4 b5-d5 b6-d6 e6-c6 c7-c5 a7-c7 a5-a7 "
                "d7-b7 a7-c7 f7-d7 c7-e7 c4-c6 d4-d6 e7-c5 c6-c4",
            ),
        ),
    ),
)

#: The tables, each by the lattice that has its jumps: it holds on every lattice with these.
TABLES = {"square": SQUARE, "triangular": TRIANGULAR}
