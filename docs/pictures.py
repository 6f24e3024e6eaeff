"""Draw the pictures of the documentation: ``python docs/pictures.py``."""

import shutil
import subprocess
import sys
from pathlib import Path

from pegsolitaire import (
    Game,
    Problem,
    SolutionGraph,
    WinningSets,
    english,
    explain,
    triangle,
    triangular,
)
from pegsolitaire.draw import position_svg, solution_svg, weights_svg
from pegsolitaire.triangular.drawing import construction_svg

GAME = "b4-d4,c6-c4,c3-c5,e3-c3,e1-e3,d5-d3,b5-d5,c2-c4,e4-e2"
IMAGES = Path(__file__).parent / "images"


def main() -> None:
    """Draw them all, from winning sets."""
    board = english()
    wins = WinningSets.build(Problem.complement(board, "d4"))
    game = Game(board.vacancy("d4"))
    for jump in GAME.split(","):
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

    large = triangular.solve(20, (6, 9))
    (IMAGES / "triangle20-purges.svg").write_text(construction_svg(large))

    graph = SolutionGraph.of(Problem.single(triangle(4), "a2", "b2"))
    (IMAGES / "triangle4-graph.svg").write_text(graph.svg())


def page() -> None:
    """The page as it looks in the middle of a game, by the browser that the tests drive."""
    from playwright.sync_api import sync_playwright

    command = [sys.executable, "-m", "pegsolitaire", "play", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        address = next(word for word in server.stdout.readline().split() if "http" in word)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            found = browser.new_page(viewport={"width": 1000, "height": 640})
            found.add_init_script("localStorage['pegs.settings'] = '{\"help\": \"full\"}'")
            found.goto(f"{address}#board=english&start=d4&moves={GAME}")
            found.get_by_text("still win").wait_for()
            found.screenshot(path=IMAGES / "page.png")
        server.terminate()


if __name__ == "__main__":
    main()
    page()
