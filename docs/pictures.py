"""Draw the pictures of the documentation: ``python docs/pictures.py``, or only those named.

``python docs/pictures.py page.png`` draws the page alone.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from pegsolitaire import (
    Game,
    Problem,
    SolutionGraph,
    WinningSets,
    construct,
    explain,
)
from pegsolitaire.board import english, triangle
from pegsolitaire.construct.drawing import construction_svg
from pegsolitaire.data import knowledge_of
from pegsolitaire.draw import Diagram, position_svg, solution_animation, solution_svg
from pegsolitaire.papers import all_figures, choose
from pegsolitaire.work import Work

sys.path.insert(0, str(Path(__file__).parents[1]))
from tools.chromium import opened

GAME = "b4-d4,c6-c4,c3-c5,e3-c3,e1-e3,d5-d3,b5-d5,c2-c4,e4-e2"
IMAGES = Path(__file__).parent / "images"


def central_game(path: Path) -> None:
    """The central game after some jumps, with what becomes of the next one."""
    board = english()
    wins = WinningSets.build(Problem.complement(board, "d4"))
    game = Game(board.vacancy("d4"))
    for jump in GAME.split(","):
        game.push(jump)
    verdicts = list(wins.verdicts(game.position).items())
    title = "The central game after 9 jumps: jumps that still win, and jumps that are dead"
    svg = position_svg(board, game.position.code, jumps=verdicts, size=56, title=title)
    path.write_text(svg)


def moving(path: Path) -> None:
    """The shortest solution of the central game, played."""
    solution = knowledge_of(english()).solution(Problem.complement(english(), "d4"))
    assert solution is not None
    path.write_text(solution_animation(solution))


def strip(path: Path) -> None:
    """A solution, move by move."""
    board = triangle(5)
    solution = WinningSets.build(Problem.complement(board, "a1")).solution(board.vacancy("a1"))
    path.write_text(solution_svg(solution))


def resource_count(path: Path) -> None:
    """The weights that prove a position dead."""
    board = english()
    dead = board.position("code:4307720192")
    count = explain(dead, [board.single("d4")]).reasons[0].sheet.count
    words = f"sum of the pegs: {count.of(dead)}"
    title = f"{board.name}, weights of its holes; {words}"
    drawn = Diagram(board, dead.code, numbers=count.weights, caption=words, title=title)
    path.write_text(drawn.svg())


def removals(path: Path) -> None:
    """What a large triangle is cleared by."""
    path.write_text(construction_svg(construct.solve(20, (6, 9), "any")))


def graph(path: Path) -> None:
    """All solutions of a problem."""
    path.write_text(SolutionGraph.of(Problem(triangle(4), "a2", "b2")).svg())


def venn(path: Path) -> None:
    """Winning positions by index, as figure 8 of the Notes."""
    [figure] = choose(all_figures(), ["notes-figure-8"]).entries
    path.write_text(figure.draw(Work().begin()))


def page(path: Path) -> None:
    """The page as it looks in the middle of a game, by the browser that the tests drive."""
    from playwright.sync_api import expect

    with serving() as address, opened() as browser:
        shown = browser.new_page(viewport={"width": 1000, "height": 640})
        shown.add_init_script("localStorage['pegs.settings'] = '{\"help\": \"full\"}'")
        shown.goto(f"{address}#board/english/d4/d4/{GAME}")
        # What the caption tells of: pegs that glow, and a bar at every step of the game.
        expect(shown.locator("#board .peg.glow")).not_to_have_count(0, timeout=300_000)
        steps = len(GAME.split(",")) + 1
        expect(shown.locator("#chart .bar")).to_have_count(steps, timeout=60_000)
        shown.screenshot(path=path, animations="disabled")


def lesson(path: Path) -> None:
    """A lesson after its second hint, by the same browser."""
    with serving() as address, opened() as browser:
        shown = browser.new_page(viewport={"width": 1100, "height": 760})
        shown.goto(f"{address}#learn/l-removal")
        for _ in range(2):
            shown.locator("dialog[open]").get_by_role("button", name="Hint").click()
        shown.screenshot(path=path, animations="disabled")


def explorer(path: Path) -> None:
    """The explorer early in the central game, with the jump that is pointed at."""
    from playwright.sync_api import expect

    with serving() as address, opened() as browser:
        shown = browser.new_page(viewport={"width": 1280, "height": 860})
        shown.goto(f"{address}#board/english/d4/d4/d2-d4,b3-d3,d4-d2")
        shown.locator("#progress").wait_for(state="hidden", timeout=300_000)
        shown.locator("#explorer summary").click()
        expect(shown.locator("#explored-said")).to_contain_text("540 trillion", timeout=300_000)
        shown.mouse.move(0, 0)
        shown.locator("#explored-rows button").nth(2).focus()
        shown.screenshot(path=path, animations="disabled")


def storm(path: Path) -> None:
    """A storm at its beginning."""
    with serving() as address, opened() as browser:
        shown = browser.new_page(viewport={"width": 1100, "height": 760})
        shown.clock.set_fixed_time("2026-11-24T12:00:00")
        shown.add_init_script("Math.random = () => 0.3")  # which positions come
        shown.goto(f"{address}#storm")
        shown.locator("#storm-run [data-mode=storm]").click()
        shown.locator("#storm-board .spot").first.wait_for()
        shown.screenshot(path=path, animations="disabled")


def calendar(path: Path) -> None:
    """The puzzles of a month, some of them solved."""
    solved = {f"2026-11-{day:02}": 9 for day in (9, 10, 12, 13, 16, 20, 21, 22, 23, 24)}
    with serving() as address, opened() as browser:
        shown = browser.new_page(viewport={"width": 900, "height": 720})
        shown.clock.set_fixed_time("2026-11-24T12:00:00")
        shown.add_init_script(f"localStorage['pegs.days'] = '{json.dumps(solved)}'")
        shown.goto(f"{address}#calendar/2026-11")
        shown.locator("#calendar td").first.wait_for()
        shown.locator("#calendar").screenshot(path=path, animations="disabled")


def sheet(path: Path) -> None:
    """A sheet of puzzles on its way to the printer, with codes that lead to them."""
    with serving() as address, opened() as browser:
        shown = browser.new_page(viewport={"width": 900, "height": 1100})
        shown.goto(f"{address}sheet.html#set=english-classics&puzzles=1,2,4,6,7,9")
        shown.fill("#qr", "https://example.org/pegs/")
        shown.keyboard.press("Tab")
        shown.locator(".qr").nth(5).wait_for()
        shown.locator("#print:not([disabled])").wait_for()
        shown.screenshot(path=path, animations="disabled")


@contextmanager
def serving() -> Iterator[str]:
    """The address of a server that knows nothing yet."""
    command = [sys.executable, "-m", "pegsolitaire", "play", "--no-browser", "--port", "0"]
    with TemporaryDirectory() as home:
        where = {**os.environ, "PEGSOLITAIRE_HOME": home}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=where) as server:
            try:
                yield next(word for word in server.stdout.readline().split() if "http" in word)
            finally:
                server.terminate()


PEG, EMPTY, EDGE, JUMP = "#7a4a21", "#f3ece0", "#8a7b66", "#c0392b"
TURNED = ("#7a4a21", "#b98b5a", "#d9bd95", "#efe2cd")


def expanding(path: Path) -> None:
    """The three ideas by which the engine makes candidates, side by side."""
    drawn: list[str] = []

    def say(x: float, y: float, *lines: str, size: int = 13, weight: str = "normal") -> None:
        for number, line in enumerate(lines):
            drawn.append(
                f'<text x="{x}" y="{y + 17 * number}" font-size="{size}" '
                f'font-weight="{weight}" fill="#333">{line}</text>'
            )

    def bar(x: float, y: float, fills: list[str], width: int = 11, height: int = 11) -> None:
        for number, fill in enumerate(fills):
            drawn.append(
                f'<rect x="{x + number * width}" y="{y}" width="{width}" height="{height}" '
                f'fill="{fill}" stroke="{EDGE}" stroke-width=".8"/>'
            )

    def holes(x: float, y: float, rows: list[str], fill: str = PEG) -> None:
        for r, row in enumerate(rows):
            for c, mark in enumerate(row):
                drawn.append(
                    f'<circle cx="{x + 13 * c + 6.5}" cy="{y + 13 * r + 6.5}" r="4.9" '
                    f'fill="{fill if mark == "*" else EMPTY}" stroke="{EDGE}" '
                    'stroke-width=".8"/>'
                )

    say(20, 26, "1  Legal jumps are a set", size=15, weight="bold")
    say(20, 52, "a word")
    bar(20, 58, [PEG if bit == "1" else EMPTY for bit in "1011011101011011"])
    say(20, 92, "&amp; 64 masks, compared with", "64 patterns, all at once")
    for number, legal in enumerate(((3,), (7, 8), (), (12,))):
        bar(20, 122 + 14 * number, [JUMP if k in legal else EMPTY for k in range(16)])
    say(20, 200, "the set of legal jumps:", "walked bit by bit, with no", "branch to foretell")

    say(262, 26, "2  A reflection is linear", size=15, weight="bold")
    pictures = (["*o*", "**o", "o*o"], ["ooo", "***", "ooo"], ["*o*", "oo*", "o*o"])
    for y, step in ((46, 1), (150, -1)):
        for x, rows, fill in zip((262, 338, 400), pictures, (PEG, JUMP, PEG), strict=True):
            holes(x, y, [row[::step] for row in rows], fill)
        say(314, y + 24, "^", size=16)
        say(383, y + 24, "=", size=16)
    for x, name in ((264, "word"), (340, "jump"), (400, "candidate")):
        say(x, 104, name, size=12)
    for x in (280, 356):
        drawn.append(f'<path d="M{x} 110v32m-4-6l4 6l4-6" fill="none" stroke="#333"/>')
    say(262, 210, "looked up", "once a word", size=12)
    say(340, 210, "kept with", "the board", size=12)
    say(410, 210, "its image,", "for one XOR", size=12)

    say(545, 26, "3  Turns are a constant", size=15, weight="bold")
    for number, name in enumerate(("as it is", "turned once", "twice", "three times")):
        turned = [TURNED[(sector + number) % 4] for sector in range(4)]
        bar(545, 46 + 24 * number, turned, width=34, height=16)
        say(695, 59 + 24 * number, name, size=12)
    say(
        545, 160, "the least of four, in straight", "code that the compiler has",
        "unrolled: eight words at a", "time in a vector register",
    )  # fmt: skip
    title = "Legal jumps are a set of bits; an image is one XOR; turns are unrolled"
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 780 250" '
        'font-family="Helvetica, Arial, sans-serif" role="img">'
        f'<title>{title}</title><rect width="780" height="250" fill="#fff"/>'
        f"{''.join(drawn)}</svg>\n"
    )


PICTURES = {
    "engine-expand.svg": expanding,
    "english-18-moves.svg": moving,
    "english-central.svg": central_game,
    "triangle5-solution.svg": strip,
    "resource-count.svg": resource_count,
    "triangle20-purges.svg": removals,
    "triangle4-graph.svg": graph,
    "triangle5-by-index.svg": venn,
    "page.png": page,
    "lesson.png": lesson,
    "explorer.png": explorer,
    "storm.png": storm,
    "calendar.png": calendar,
    "sheet.png": sheet,
}


def main(names: list[str]) -> None:
    """Draw them all, or those of these names."""
    unknown = sorted(set(names) - PICTURES.keys())
    if unknown:
        sys.exit(f"no picture is called {', '.join(unknown)}: there are {', '.join(PICTURES)}")
    for name in names or PICTURES:
        PICTURES[name](IMAGES / name)


if __name__ == "__main__":
    main(sys.argv[1:])
