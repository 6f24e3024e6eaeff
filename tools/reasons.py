"""Draw explanations of lost positions from random games, each as a picture with its sentence.

    python tools/reasons.py FOLDER [--seed N] [--count N]

The pictures are those that `pegs explain --svg` and the page show first, without numbers and
without the proof. A person who sees only the picture should be able to point at the pegs that
never get out, or to name what is missing. The contents of the proofs are written to answers.txt
in the same folder for comparison.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random

from pegsolitaire.board import Board, hole_name, named_board
from pegsolitaire.draw import write_picture
from pegsolitaire.game import Position
from pegsolitaire.reasons import Telling, explain
from pegsolitaire.theory import feasible_finishes
from pegsolitaire.work import Work

BOARDS = ("english", "french", "triangle5", "triangle6")
MAX_PATTERN_PEGS = 26  # larger positions of random games are rarely lost and slow to search
SECONDS = 20.0  # the time limit for one position, which is skipped if it takes longer


def drawn(seed: int, count: int) -> Iterator[Telling]:
    """Yield the first reason of lost positions, each from a different random game."""
    chance = Random(seed)
    found = 0
    while found < count:
        board = named_board(chance.choice(BOARDS))
        telling = _of_game(board, chance)
        if telling is not None:
            found += 1
            yield telling


def _of_game(board: Board, chance: Random) -> Telling | None:
    """Return the first reason of a random position of a random game if it is lost."""
    hole = chance.choice(board.holes)
    line = [board.vacancy(hole)]
    while line[-1].legal_jumps:
        line.append(line[-1].play(chance.choice(line[-1].legal_jumps)))
    is_back = board.bit(hole) in feasible_finishes(line[0])
    some = [one for one in line[:-1] if len(one) <= MAX_PATTERN_PEGS]
    if not some:
        return None
    position = chance.choice(some)
    goals = [board.single(hole)] if is_back else None
    reasons = explain(position, goals, work=Work(SECONDS)).told
    return reasons[0] if reasons else None


def answer(telling: Telling) -> str:
    """Return the holes and the jumps that the proof is about."""
    board = telling.position.board
    parts = [" ".join(map(hole_name, Position(board, ring))) for ring in telling.ring_codes]
    jumps = " ".join(map(str, telling.arrows))
    return (
        f"{board.name} {telling.position.text()}, {telling.kind}: {telling.sentence}\n"
        f"  {telling.shows}: {' | '.join(parts) or 'nothing'} {jumps}\n"
        + "".join(f"  {line}\n" for line in telling.numbers)
    )


def main() -> None:
    """Write the pictures and the answers."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=54)
    parser.add_argument("--count", type=int, default=10)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    texts = []
    for number, telling in enumerate(drawn(given.seed, given.count), 1):
        write_picture(telling.svg(), given.folder / f"{number:02}.png")
        texts.append(f"{number}. {answer(telling)}")
        print(texts[-1])
    (given.folder / "answers.txt").write_text("\n".join(texts), encoding="utf-8")


if __name__ == "__main__":
    main()
