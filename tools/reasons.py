"""Explain lost games of random players, in a table and in pictures.

    python tools/reasons.py [FOLDER] [--seed N] [--count N]

A random player plays usual games on four boards in turn. The position that is explained is the
first one that is lost, which is the hardest to explain. If too many positions can be reached from
an earlier one to know when the game was lost, it is the first that is known to be lost. The table
has a row for each game and counts the claims by kind.

In a folder, ten of the claims are drawn, each as a picture with its sentence, as the page shows
them first. A person who sees only the picture should be able to say in their own words what is
wrong. No two pictures in a row have the same kind of claim if others are left.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from random import Random
from time import perf_counter

from pegsolitaire.board import hole_name, named_board
from pegsolitaire.draw import write_picture
from pegsolitaire.game import Position, Problem
from pegsolitaire.reasons import Claim, find_claim
from pegsolitaire.reasons.claims import ENDINGS
from pegsolitaire.solving import solve
from pegsolitaire.theory import read_problem
from pegsolitaire.work import Work

GAMES = (("english", "d4"), ("triangle5", "a1"), ("square6", "c3"), ("french", "d3"))
PICTURES = 10
_SECONDS = 10.0  # the time to find out whether an early position can be won


@dataclass(frozen=True)
class LostGame:
    """A position of a random game that is lost, and why.

    Attributes
    ----------
    problem : Problem
        The problem that the player tried to solve.
    position : Position
        The first position that is known to be lost.
    is_first : bool
        Whether the position before it could still be won.
    claim : Claim or None
        Why it is lost.
    seconds : float
        How long it took to find the claim.
    """

    problem: Problem
    position: Position
    is_first: bool
    claim: Claim | None
    seconds: float

    @property
    def kind(self) -> str:
        """The kind of the claim, or ``none``."""
        return "none" if self.claim is None else self.claim.claim

    @property
    def is_by_pattern(self) -> bool:
        """Whether the claim is more than the best possible ending."""
        return self.claim is not None and self.claim.claim not in ENDINGS


def lost_games(seed: int, count: int) -> Iterator[LostGame]:
    """Yield lost games of a random player on all boards in turn."""
    chance = Random(seed)
    found = 0
    for name, hole in cycle(GAMES):
        if found == count:
            return
        problem = read_problem(named_board(name), hole)
        game = _lost_game(problem, chance)
        if game is not None:
            found += 1
            yield game


def _lost_game(problem: Problem, chance: Random) -> LostGame | None:
    """Play a game at random and return the first lost position, or None if the game was won."""
    line = [Position(problem.board, problem.starts[0])]
    while line[-1].legal_jumps:
        line.append(line[-1].play(chance.choice(line[-1].legal_jumps)))
    if line[-1].code in problem.finishes:
        return None
    goals = [Position(problem.board, code) for code in problem.finishes]
    lost, is_first = line[-1], True
    for position in reversed(line[:-1]):
        answer = None
        if find_claim(position, finish=goals) is None:
            rest = Problem.of_codes(problem.board, (position.code,), problem.finishes)
            answer = solve(rest, work=Work(_SECONDS)).solvable
            if answer is not False:
                is_first = answer is True
                break
        lost = position
    begin = perf_counter()
    claim = find_claim(lost, finish=goals)
    return LostGame(problem, lost, is_first, claim, perf_counter() - begin)


def pictures(games: list[LostGame]) -> list[LostGame]:
    """Choose games with different kinds of claims and on different boards."""
    chosen: list[LostGame] = []
    used: Counter[str] = Counter()
    distinct = {
        (game.problem, game.claim.sentence, game.claim.groups): game
        for game in games
        if game.claim is not None
    }
    left = list(distinct.values())
    while left and len(chosen) < PICTURES:
        game = min(left, key=lambda game: (used[game.kind], used[game.problem.board.name]))
        used.update([game.kind, game.problem.board.name])
        chosen.append(game)
        left.remove(game)
    return chosen


def row(game: LostGame) -> str:
    """Return the row of a game in the table."""
    claim = game.claim
    pegs = f"{len(game.position)}{'' if game.is_first else ' or more'}"
    cells: list[object] = [game.problem, pegs, f"code:{game.position.code}"]
    holes = "" if claim is None else " ".join(map(hole_name, claim.holes[0]))
    cells += [game.kind, holes, claim or ""]
    return f"| {' | '.join(map(str, cells))} | {game.seconds:.2f} |"


def main() -> None:
    """Print the table, and draw the pictures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--seed", type=int, default=54)
    parser.add_argument("--count", type=int, default=50)
    given = parser.parse_args()
    print("| game | pegs | lost at | claim | holes | sentence | seconds |")
    print("|---|---|---|---|---|---|---|")
    games = []
    for game in lost_games(given.seed, given.count):
        games.append(game)
        print(row(game), flush=True)
    kinds = Counter(game.kind for game in games)
    print(f"\n{sum(game.is_by_pattern for game in games)} of {len(games)} by a pattern:", end=" ")
    print(", ".join(f"{count} {kind}" for kind, count in kinds.most_common()))
    if given.folder is None:
        return
    given.folder.mkdir(parents=True, exist_ok=True)
    for number, game in enumerate(pictures(games), 1):
        assert game.claim is not None
        write_picture(game.claim.svg(), given.folder / f"{number:02}.png")


if __name__ == "__main__":
    main()
