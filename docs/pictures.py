"""Draw the pictures of the documentation: ``python docs/pictures.py``."""

from pathlib import Path

from pegsolitaire import (
    Game,
    Problem,
    SolutionGraph,
    WinningSets,
    english,
    explain,
    triangle,
)
from pegsolitaire.draw import position_svg, solution_svg, weights_svg

IMAGES = Path(__file__).parent / "images"


def main() -> None:
    """Draw them all, from winning sets."""
    board = english()
    wins = WinningSets.build(Problem.complement(board, "d4"))
    game = Game(board.vacancy("d4"))
    for jump in ["b4-d4", "c6-c4", "c3-c5", "e3-c3", "e1-e3", "d5-d3", "b5-d5", "c2-c4", "e4-e2"]:
        game.push(jump)
    verdicts = list(wins.verdicts(game.position).items())
    title = "The central game after 9 jumps: jumps that still win, and jumps that are dead"
    svg = position_svg(board, game.position.code, jumps=verdicts, size=56, title=title)
    (IMAGES / "english-central.svg").write_text(svg)

    small = triangle(5)
    solution = WinningSets.build(Problem.complement(small, "a1")).solution(small.vacancy("a1"))
    (IMAGES / "triangle5-solution.svg").write_text(solution_svg(solution))

    dead = board.position("code:5767492")
    sheet = explain(dead, [board.single("d4")]).reasons[0].sheet
    (IMAGES / "resource-count.svg").write_text(weights_svg(board, dead.code, sheet.count.weights))

    graph = SolutionGraph.of(Problem.single(triangle(4), "a2", "b2"))
    (IMAGES / "triangle4-graph.svg").write_text(graph.svg())


if __name__ == "__main__":
    main()
