"""Names for puzzles, made by a rule from what their positions look like.

A name is a noun, usually with an adjective. The noun is that of a picture which the pegs resemble,
or of a pattern with the same symmetry that is as full in the middle, around it and at the rim. The
adjective names a feature of the position, such as "Hollow" for one that encloses empty places. All
fitting names of all puzzles are sorted by how well they fit; each puzzle gets its best name that
is not taken by a puzzle that it fits better. `picture_words.toml` contains the words.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from math import cos, dist, pi, sin
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Board, Hole, Symmetry, apply_permutation
from pegsolitaire.game import Position
from tools.drawn import NEAR, Point, blocks, neighbours

Image = npt.NDArray[np.float64]

WORDS = tomllib.loads(Path(__file__).with_name("picture_words.toml").read_text(encoding="utf-8"))

SIDE = 20  # points on a side of the grid on which pictures are compared
PEG = 0.55  # the blur of a peg, in distances between neighbouring holes
KEPT_NOUNS = 40  # the number of nouns tried for each puzzle


class Name(NamedTuple):
    """A name that fits a puzzle, with its cost: 0 if it fits perfectly."""

    cost: float
    text: str
    noun: str


# -- what a position looks like -------------------------------------------------------------------


@dataclass(frozen=True)
class Looks:
    """What a position looks like, measured on the board as it is drawn."""

    position: Position

    @cached_property
    def board(self) -> Board:
        """The board."""
        return self.position.board

    @cached_property
    def pegs(self) -> list[Point]:
        """The points of the pegs."""
        return [self.places[hole] for hole in self.position.pegs]

    @cached_property
    def places(self) -> dict[Hole, Point]:
        """The point of each hole, measured from the centre of the board."""
        points = {hole: self.board.lattice.to_plane(hole) for hole in self.board.holes}
        x, y = np.mean(list(points.values()), axis=0).tolist()
        return {hole: (px - x, py - y) for hole, (px, py) in points.items()}

    @cached_property
    def radius(self) -> float:
        """The distance of the farthest hole from the centre."""
        return max(dist((0, 0), point) for point in self.places.values())

    def fill(self, least: float, most: float) -> float:
        """Return the part of the holes with a peg, between two distances from the centre."""
        zone = [
            hole in self.position
            for hole, point in self.places.items()
            if least <= dist((0, 0), point) / self.radius < most
        ]
        return sum(zone) / len(zone) if zone else 0.0

    @cached_property
    def profile(self) -> list[float]:
        """How full the middle, the ring and the rim are, and the blocks and enclosed places."""
        zones = [self.fill(0, 0.34), self.fill(0.34, 0.7), self.fill(0.7, 2)]
        return [*zones, self.blocks, self.enclosed]

    @cached_property
    def blocks(self) -> int:
        """The number of blocks of pegs that touch each other."""
        return len(list(blocks(self.pegs)))

    @cached_property
    def enclosed(self) -> int:
        """The number of empty holes from which no path of empty holes leads to the edge."""
        pegs = set(self.pegs)
        empty = [point for point in self.places.values() if point not in pegs]
        full = max(neighbours(point, self.places.values()) for point in self.places.values())
        inner = [
            part
            for part in blocks(empty)
            if all(neighbours(point, self.places.values()) == full for point in part)
        ]
        return sum(map(len, inner))

    @cached_property
    def lonely(self) -> int:
        """The number of pegs without a neighbour."""
        return sum(not neighbours(peg, self.pegs) for peg in self.pegs)

    @cached_property
    def raggedness(self) -> float:
        """The mean number of neighbouring places without a peg, from 0 to 1."""
        most = 6 if self.board.lattice.is_slanted else 4
        touching = sum(neighbours(peg, self.pegs) for peg in self.pegs)
        return 1 - touching / (most * len(self.pegs))

    @cached_property
    def density(self) -> float:
        """The part of the holes with a peg."""
        return len(self.pegs) / len(self.board)

    @cached_property
    def centre(self) -> Point:
        """The mean of the pegs, in radii of the board."""
        x, y = np.mean(self.pegs, axis=0).tolist()
        return x / self.radius, y / self.radius

    @cached_property
    def size(self) -> Point:
        """The width and the height of the pegs."""
        low, high = np.min(self.pegs, axis=0), np.max(self.pegs, axis=0)
        width, height = (high - low + 1).tolist()
        return width, height

    @cached_property
    def slope(self) -> float:
        """How closely the pegs follow a diagonal line: 0 if they do not, 1 if they do."""
        x, y = np.array(self.pegs).T
        return abs(float(np.corrcoef(x, y)[0, 1])) if x.std() and y.std() else 0.0

    @cached_property
    def tips(self) -> float:
        """The part of the holes farthest from the centre that have a peg."""
        far = [
            hole for hole, point in self.places.items() if dist((0, 0), point) > self.radius - 1e-6
        ]
        return sum(hole in self.position for hole in far) / len(far)

    @cached_property
    def core(self) -> tuple[bool, float] | None:
        """Whether the central hole has a peg, and the part of its neighbours with a peg."""
        nearest = min(self.places, key=lambda hole: dist((0, 0), self.places[hole]))
        if dist((0, 0), self.places[nearest]) > 0.1:
            return None  # the board has no central hole
        around = [hole for hole, point in self.places.items() if 0.1 < dist((0, 0), point) < NEAR]
        full = sum(hole in self.position for hole in around)
        return nearest in self.position, full / len(around)

    @cached_property
    def symmetries(self) -> list[Symmetry]:
        """The symmetries of the board that do not change the position."""
        code = self.position.code
        return [s for s in self.board.symmetries if apply_permutation(s.image, code) == code]

    @cached_property
    def kind(self) -> str:
        """The table of patterns for the symmetry of the position."""
        turns = sum(s.is_rotation for s in self.symmetries)
        if turns == 1:
            return "any"
        if turns == len(self.symmetries):
            return "turns"
        return {2: "pairs", 3: "threes"}.get(turns, "mirrors")

    @cached_property
    def is_even(self) -> bool:
        """Whether the position has a mirror line."""
        return not all(s.is_rotation for s in self.symmetries)


# -- adjectives -----------------------------------------------------------------------------------


def features(looks: Looks) -> dict[str, float]:
    """Return how strongly each feature is marked: 0.5 or less if hardly, 1 if clearly."""
    width, height = looks.size
    x, y = looks.centre
    middle, ring, rim, blocks, enclosed = looks.profile
    return {
        "split": float(blocks == 2),
        "broken": float(blocks in (3, 4)),
        "scattered": float(blocks > 4),
        "pierced": float(enclosed in (1, 2)),
        "hollow": float(enclosed > 2 and middle < 0.3),
        "holey": float(enclosed > 2 and middle >= 0.3),
        "slender": 1 - 2 * looks.density,
        "stout": 1.6 * looks.density - 0.3,
        "little": 1.4 - len(looks.pegs) / 9,
        "great": (len(looks.pegs) - 14) / 16,
        "low": 3 * y,
        "lofty": -3 * y,
        "lopsided": 3 * abs(x),
        "wide": (width / height - 1) * 1.4,
        "tall": (height / width - 1) * 1.4,
        "slanting": 1.5 * looks.slope,
        "ragged": 2.2 * looks.raggedness - 0.5,
        "smooth": 1.9 - 2.6 * looks.raggedness,
        "dotted": looks.lonely / 3,
        "open": float(middle == 0) * 0.9,
        "rounded": 0.9 * (1 - rim / 0.5),
        "framed": 0.9 * (rim - ring + 0.4),
        "studded": 0.9 * (middle - ring + 0.2),
        "crooked": 0.8 * (not looks.is_even and looks.kind == "any"),
        "even": 0.7 * (looks.is_even and looks.kind == "any"),
        "pointed": 0.9 * looks.tips,
        "clipped": 0.8 * (looks.tips == 0),
        "pinned": float(looks.core == (True, 0.0)),
        "dimpled": float(looks.core == (False, 1.0)),
    }


# -- nouns ----------------------------------------------------------------------------------------


def drawn(points: Iterable[Point]) -> Image:
    """Return points as a blurred picture that fills a square grid, as a normalized vector."""
    pegs = np.array(list(points))
    low, high = pegs.min(axis=0), pegs.max(axis=0)
    extent = (high - low).max() + 1
    pegs = (pegs - (low + high) / 2) / extent
    steps = (np.arange(SIDE) + 0.5) / SIDE - 0.5
    near = np.exp(-((steps[:, None] - pegs.T[:, None, :]) ** 2) / (2 * (PEG / extent) ** 2))
    image: Image = np.minimum(np.einsum("xp,yp->yx", *near), 1).ravel()
    image -= image.mean()
    return image / (np.linalg.norm(image) or 1)


#: The positions of a picture, in quarters and eighths of a turn, with the adjectives they need.
ORIENTATIONS = {
    "": (0.0,),
    "upturned": (0.5,),
    "fallen": (0.25, -0.25),
    "leaning": (0.125, -0.125),
}


@lru_cache(maxsize=1)
def pictures() -> dict[tuple[str, str], Image]:
    """Return the pictures in each orientation: a row for each turn, with and without a mirror."""
    found = {}
    for name, text in WORDS["pictures"].items():
        pegs = [
            (float(x), float(y))
            for y, row in enumerate(text.split("/"))
            for x, letter in enumerate(row)
            if letter == "o"
        ]
        for orientation, turns in ORIENTATIONS.items():
            images = [drawn(_turned(pegs, turn, side)) for turn, side in product(turns, (1, -1))]
            found[name, orientation] = np.array(images)
    return found


def _turned(points: Iterable[Point], turn: float, side: int) -> list[Point]:
    c, s = cos(2 * pi * turn), sin(2 * pi * turn)
    return [(side * x * c - y * s, side * x * s + y * c) for x, y in points]


class Noun(NamedTuple):
    """A noun with its likeness from 0 to 1, and the features that need not or must be named."""

    likeness: float
    text: str
    told: frozenset[str] = frozenset()
    needs: str = ""


BLOCKS = frozenset({"split", "broken", "scattered", "dotted"})
HOLES = frozenset({"pierced", "hollow", "holey", "open"})
SHAPES = frozenset({"pointed", "clipped", "crooked", "even", "smooth", "dimpled", "pinned"})


class Named(NamedTuple):
    """A position that already has a name, which others may resemble."""

    name: str
    kind: str
    blocks: int
    enclosed: int
    image: Image

    def missed(self, looks: Looks) -> float:
        """Return the cost of openings and gaps of the picture that a position does not have."""
        lacks_openings = self.enclosed > 0 and looks.enclosed == 0
        return 0.12 * lacks_openings + 0.06 * (self.blocks > looks.blocks)


def nouns(looks: Looks, named: Iterable[Named]) -> list[Noun]:
    """Return the nouns that fit a position best."""
    image = drawn(looks.pegs)
    found = [
        Noun(float(one.image @ image) + BONUS - one.missed(looks), one.name)
        for one in named
        if one.kind == looks.kind
    ]
    if looks.kind == "any":
        found += [
            Noun(float((images @ image).max()) + BONUS - PENALTIES[turn], name, needs=turn)
            for (name, turn), images in pictures().items()
        ]
    for name, profile in WORDS["patterns"][looks.kind].items():
        told = frozenset(HOLES if profile[4] else ())
        if profile[3] > 1:
            told = BLOCKS | HOLES | (SHAPES if looks.kind == "any" else frozenset())
        found.append(Noun(_likeness(looks.profile, profile), name, told))
    found.sort(key=lambda noun: (-round(noun.likeness, 6), noun.text, noun.needs))
    return found[:KEPT_NOUNS]


def known_pictures(named: Mapping[str, Position]) -> list[Named]:
    """Return the named positions whose names go well with an adjective."""
    looks = {name: Looks(position) for name, position in named.items()}
    return [
        Named(name, one.kind, one.blocks, one.enclosed, drawn(one.pegs))
        for name, one in looks.items()
        if name not in WORDS["alone"]
    ]


BONUS = 0.12  # a picture with as much likeness as a pattern is preferred
PENALTIES = {"": 0.0, "upturned": 0.05, "fallen": 0.08, "leaning": 0.15}
WEIGHTS = (0.3, 0.35, 0.35, 0.12, 0.08)  # of the parts of a profile


def _likeness(profile: Sequence[float], wanted: Sequence[float]) -> float:
    parts = [
        weight * min(abs(value - want), 3)
        for weight, value, want in zip(WEIGHTS, profile, wanted, strict=True)
    ]
    return 1 - 1.3 * sum(parts)


# -- names ----------------------------------------------------------------------------------------

PLAIN = 0.12  # the cost of having no adjective
LEAST = 0.5  # the least strength of a feature that is named
MOST_USES = 20  # the most puzzles that share a noun
SYNONYM = 0.02  # the cost of each further word for the same feature


def names(position: Position, named: Iterable[Named]) -> list[Name]:
    """Return the names that fit a position, the best one first."""
    looks = Looks(position)
    marked = {name: min(strength, 1.0) for name, strength in features(looks).items()}
    found = []
    for noun in nouns(looks, named):
        cost = 1 - noun.likeness
        if noun.needs:
            adjectives = [(noun.needs, 0.05)]
        else:
            found.append(Name(round(cost + PLAIN, 4), noun.text, noun.text))
            adjectives = [
                (name, 0.4 * (1 - strength))
                for name, strength in marked.items()
                if strength >= LEAST and name not in noun.told
            ]
        for name, extra in adjectives:
            words = WORDS["adjectives"][name]
            if noun.text in WORDS["living"]:
                words = [word for word in words if word not in WORDS["harsh"]]
            for number, word in enumerate(words):
                text = f"{word} {noun.text[0].lower()}{noun.text[1:]}"
                if noun.text in WORDS["proper"]:
                    text = f"{word} {noun.text}"
                found.append(Name(round(cost + extra + SYNONYM * number, 4), text, noun.text))
    return sorted(found)


def choose(
    positions: Mapping[str, Position],
    named: Mapping[str, Position],
    taken: Iterable[str] = (),
) -> dict[str, str]:
    """Choose a different name for each of several positions.

    The names differ from those of named pictures, which they may resemble, and from other names
    that are taken.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> cross = english().position(["d2", "d3", "d4", "d5", "c3", "e3"])
    >>> len(set(choose({"a": cross, "b": cross}, {}).values()))
    2
    """
    known = known_pictures(named)
    used = set(map(folded, (*named, *taken)))
    offers = sorted(
        (name.cost, key, name)
        for key, position in positions.items()
        for name in names(position, known)
    )
    chosen: dict[str, str] = {}
    uses: Counter[str] = Counter()
    for _, key, name in offers:
        if key in chosen or folded(name.text) in used or uses[name.noun] == MOST_USES:
            continue
        chosen[key] = name.text
        used.add(folded(name.text))
        uses[name.noun] += 1
    return chosen


def folded(name: str) -> str:
    """Return a name as it is compared with others: without regard to dashes and capitals."""
    return name.replace("-", " ").casefold()
