"""Tests of whole games by mouse, keyboard and touch, with the server and without."""

import re
from collections import deque

import pytest
from marks import on_both, slow_but_for
from playwright.sync_api import expect

from browser.pages import PHONE, click_in_menu
from pegsolitaire.board import Board, english, hole_name, triangle
from pegsolitaire.game import Jump, Problem
from pegsolitaire.reasons import explain, find_claim
from pegsolitaire.solving import solve

STILL = {"motion": "off"}
CROSS = ["d3-f3", "d5-d3", "c3-e3", "f3-d3", "d2-d4"]  # solves the Latin cross


GAMES = {"triangle5": (triangle(5), "a1"), "english": (english(), "d4")}


@pytest.mark.parametrize("name", slow_but_for(["triangle5"], GAMES))
def test_a_game_by_mouse(player, name):
    """Every third jump is dragged, and the page animates moves as it does by default."""
    board, hole = GAMES[name]
    solution = solve(Problem.complement(board, hole)).solution
    player.settings(help="gentle")
    player.open("" if name == "english" else f"board={name}&start={hole}&finish={hole}")
    assert player.page.inner_text("#status").startswith(f"{len(board) - 1} pegs")
    for number, jump in enumerate(solution.jumps):
        (player.drag if number % 3 == 0 else player.jump)(str(jump))
    player.wait_for_status(f"Solved in {len(solution.moves)} moves")
    assert "best possible" in player.status
    assert player.moves == list(map(str, solution.moves))


def steps(board, start, end):
    """Return the arrow keys that lead from one hole to another on a square board."""
    arrows = {"ArrowRight": (1, 0), "ArrowLeft": (-1, 0), "ArrowDown": (0, 1), "ArrowUp": (0, -1)}
    queue, ways = deque([start]), {start: []}
    while end not in ways:
        x, y = queue.popleft()
        for key, (dx, dy) in arrows.items():
            after = (x + dx, y + dy)
            if after in board and after not in ways:
                ways[after] = [*ways[(x, y)], key]
                queue.append(after)
    return ways[end]


def test_a_game_by_keyboard_and_ear(player):
    player.settings(**STILL)
    player.open("board=english&start=code:8455952&finish=d4")
    board, page = english(), player.page
    page.locator('#board .spot[tabindex="0"]').focus()
    for jump in (Jump.from_text(text, board) for text in CROSS):
        name = page.locator("#board .spot:focus").get_attribute("aria-label").partition(",")[0]
        for key in steps(board, board.hole(name), jump.start):
            page.keyboard.press(key)
        page.keyboard.press("Enter")
        dx, dy = jump.end[0] - jump.start[0], jump.end[1] - jump.start[1]
        along = "ArrowRight" if dx > 0 else "ArrowLeft" if dx < 0 else None
        page.keyboard.press(along or ("ArrowDown" if dy > 0 else "ArrowUp"))
        page.keyboard.press("Enter")
    player.wait_for_status("Solved")
    player.wait_to_hear("Solved")
    assert player.moves == CROSS

    player.settings(help="gentle", **STILL)
    player.go("board=triangle5&start=a1&moves=a3-a1")
    player.until_known()
    page.keyboard.press("h")
    player.wait_to_hear("c3-a3 wins")
    page.keyboard.press("n")
    player.wait_to_hear("14 pegs")

    # Rows, cells and targets of a lifted peg are announced. A press needs no pointer.
    player.settings(help="full", **STILL)
    player.go(SWEEP)
    player.until_known()
    rows = page.get_by_role("grid", name="Board").get_by_role("row")
    expect(rows).to_have_count(7)
    expect(rows.nth(0).get_by_role("gridcell")).to_have_count(3)
    assert rows.nth(0).get_by_role("gridcell").first.get_attribute("aria-colindex") == "3"
    player.hole("c1").dispatch_event("click")
    player.wait_to_hear("c1 lifted, to c3; e3 by 2 jumps; e5 by 3 jumps")
    label = page.locator("#board [aria-selected=true]").get_attribute("aria-label")
    assert label.startswith("c1, peg, lifted")
    player.hole("e5").dispatch_event("click")
    player.wait_for_status("2 pegs")
    assert player.moves == ["c1-c3-e3-e5"]


@pytest.mark.slow
def test_pegs_are_lifted_put_down_and_pressed_twice(player):
    player.settings(help="off", **STILL)
    player.open("board=triangle5&start=a1")
    page = player.page
    lifted = page.locator("#board .peg.lifted")
    for put_down in (
        lambda: player.click("c3"),
        lambda: player.hole("c3").press("Escape"),
        lambda: player.hole("c3").dispatch_event("pointercancel"),
    ):
        player.click("c3")
        expect(lifted).to_have_count(1)
        put_down()
        expect(lifted).to_have_count(0)
    page.mouse.move(*player.point("c3"))
    page.mouse.down()
    page.mouse.move(*player.point("b3"), steps=4)
    expect(page.locator("#board .peg.dragged")).to_have_count(1)
    page.mouse.up()
    # A peg returns when it is dropped beside its target, far away, or on the peg it jumps over.
    for hole in ("b3", "c4", "b2"):
        player.drag(f"c3-{hole}")
        assert page.locator("#board .peg.lifted, #board .peg.dragged").count() == 0, hole
        assert player.status == "14 pegs"
        assert player.moves == []
    page.mouse.dblclick(*player.point("a3"))  # there is one target
    player.wait_for_status("13 pegs")
    assert player.moves == ["a3-a1"]
    player.go("board=triangle5&start=a1&moves=a3-a1,c3-a3,e5-c3,b2-d4,c5-c3,a5-c5")
    player.click("d5")
    page.mouse.dblclick(*player.point("b5"))  # a press on a target makes one jump
    player.wait_for_status("7 pegs")
    assert player.moves[-1] == "d5-b5"
    player.click("b3")
    assert player.moves[-1] == "d5-b5-b3"


@pytest.mark.slow
def test_a_game_is_stepped_through(player):
    """The keys, the wheel and the list of moves work, and the list keeps other lines."""
    player.settings(help="off", **STILL)
    player.open("board=triangle5&start=a1&moves=a3-a1,c3-a3,e5-c3,b2-d4,c5-c3,a5-c5,d5-b5-b3")
    page = player.page
    assert player.moves[-1] == "d5-b5-b3"
    page.get_by_role("button", name="d5-b5", exact=True).click()
    expect(page.locator("#moves [aria-current]")).to_have_text("d5-b5")
    page.locator("#moves").focus()
    page.keyboard.press("Home")
    assert player.status == "14 pegs"
    page.keyboard.press("ArrowRight")
    assert player.status == "13 pegs"

    player.go("board=triangle5&start=a1")
    player.jump("a3-a1")
    assert player.status == "13 pegs"
    for key, pegs in (("u", 14), ("r", 13), ("n", 14)):
        page.keyboard.press(key)
        assert player.status == f"{pegs} pegs"
    expect(page.locator("#moves .ahead")).to_have_count(1)

    player.go("board=triangle5&start=a1&moves=a3-a1,c3-a3")
    page.mouse.move(*player.point("b3"))
    for turned, pegs in ((-100, 13), (-100, 14), (100, 13)):
        page.mouse.wheel(0, turned)
        player.wait_for_status(f"{pegs} pegs")

    # A click shows a line that was tried, and a jump from there moves it to the top.
    player.go("board=triangle5&start=a1")
    variation = page.locator("#moves > .variation")
    for jump in ("a3-a1", "c3-a3", "b5-b3"):
        player.jump(jump)
    for _ in range(2):
        page.keyboard.press("u")
    player.jump("c4-a2")
    assert player.moves == ["a3-a1", "c4-a2"]
    assert variation.all_inner_texts() == ["or2.c3-a33.b5-b3"]
    variation.locator("button").first.click()
    player.wait_for_status("12 pegs")
    assert player.moves == ["a3-a1", "c4-a2"]
    page.wait_for_function("() => location.hash.endsWith('/a3-a1,c3-a3,b5-b3/2')")
    player.jump("b5-b3")
    assert player.moves == ["a3-a1", "c3-a3", "b5-b3"]
    assert variation.all_inner_texts() == ["or2.c4-a2"]
    player.reload()
    assert player.moves == ["a3-a1", "c3-a3", "b5-b3"]


@pytest.mark.every(2)
@on_both
def test_a_dead_end_is_announced_explained_and_taken_back(player):
    player.settings(help="gentle", **STILL)
    player.open("board=triangle5&start=a1")
    player.until_known()
    page = player.page
    player.jump("a3-a1")
    player.wait_to_hear("a3 over a2 to a1, 13 pegs, 4 jumps")
    player.jump("a5-a3")
    player.wait_for_status("Lost at move 2 (a5-a3)")
    player.wait_to_hear("Lost at move 2")
    player.ask_why()
    page.get_by_role("button", name="Undo the mistake").click()
    player.wait_for_status("13 pegs")
    expect(page.locator("#moves .ahead")).to_have_text("a5-a3")
    player.jump("c3-a3")
    player.wait_for_status("12 pegs")

    made = "a3-a1,c3-a3,e5-c3,b5-b3,a4-a2,b2-d4,d4-b4"
    player.go(f"board=triangle5&start=a1&moves={made}")
    player.wait_for_status("Lost at")
    player.wait_for_status("7 pegs")
    player.ask_why()
    best = page.locator("#reason .best p").first
    expect(best).to_contain_text("You can still get down to 2 pegs.", use_inner_text=True)
    player.wait_to_hear("You can still get down to 2 pegs.")


@pytest.mark.slow
def test_weights_and_cases_are_drawn_over_the_board(sit_down, server):
    player = sit_down(server)
    player.settings(help="gentle", **STILL)
    dead = Board("english").position(".**/.**/*****.*/*....*./***...*/.../**.")
    player.open(f"board=english&start=code:{dead.code}&finish=d4")
    player.wait_for_status("cannot be won from the start")
    player.page.get_by_role("button", name="Why?").click()
    player.page.wait_for_selector("#reason h2")
    page = player.page
    found = explain(dead, "d4")  # the page shows what the library returns
    [ring] = found.claim.holes
    expect(page.locator("#reason .sentence")).to_have_text(found.claim.sentence)
    assert " ring" in found.claim.sentence
    assert rings_on(page) == list(map(hole_name, ring))
    expect(page.locator("#board .weight")).to_have_count(0)
    page.click("#reason summary:has-text('Show me more')")
    page.wait_for_selector("#board .weight")
    expect(page.locator("#reason")).to_contain_text("one peg in d4 needs", use_inner_text=True)
    expect(page.locator("#reason")).to_contain_text(found.told[0].sentence, use_inner_text=True)
    expect(page.locator("#board .weight")).to_have_count(33)
    page.click("#reason summary:has-text('Proof: by a resource count')")
    page.wait_for_selector("#reason :text('No jump raises this sum')")
    expect(page.locator("#reason > details[open]")).to_have_count(1)
    page.click("#reason summary:has-text('Proof')")
    page.wait_for_function("() => !document.querySelector('#board .weight')")
    assert rings_on(page) == list(map(hole_name, ring))

    # The fastest loss of the central game has no claim. Its proof is not shown before one asks.
    player.go("board=english&start=d4&moves=d2-d4,d5-d3,b4-d4,d3-d5")
    player.wait_for_status("Lost at move 4")
    page.get_by_role("button", name="Why?").click()
    page.wait_for_selector("#reason h2")
    more = page.locator("#reason summary", has_text="Show me more")
    more.wait_for()
    assert len(page.inner_text("#reason .sentence").split()) <= 14
    expect(page.locator("#reason .best")).to_contain_text("would still have won.")
    for word in ("However often", "sum", "resource"):
        expect(page.locator("#reason .sentence")).not_to_contain_text(word)
    expect(page.locator("#board .arrow")).to_have_count(0)
    assert rings_on(page) == []
    more.click()
    expect(page.locator("#board .arrow")).to_have_count(4)
    proof, *sums = page.locator("#reason > details[open] p").all_inner_texts()
    assert proof.startswith("However often c1-e1, c7-e7, ")
    assert sums[0].startswith("There are 6 cases, by how often ")
    assert sums[5] == (
        "Case 5: the pegs add up to 19. One peg in d4 counts 2, and the jumps on the way lose at "
        "least 18, so 20 are needed."
    )
    page.click("#reason summary:has-text('Proof: by cases')")
    for case in page.locator("#reason details details").all():
        case.locator("summary").click()
        page.wait_for_selector("#board .weight")
        expect(page.locator("#reason details details[open]")).to_have_count(1)
        expect(page.locator("#board .weight")).to_have_count(33)


def rings_on(page):
    """Return the names of the holes with rings."""
    return page.locator("#board .mark.region .name").all_text_contents()


@pytest.mark.slow
def test_a_class_is_drawn_as_holes_of_one_parity(player):
    """A position class gives one reason for each parity."""
    player.settings(help="gentle", **STILL)
    player.open("board=english&start=d4&finish=d3")
    player.wait_for_status("cannot be won from the start")
    page = player.page
    player.ask_why()
    expect(page.locator("#reason .sentence")).to_have_text(
        "Ringed holes always hold an even number of pegs; d3 needs one."
    )
    [holes] = find_claim(english().vacancy("d4"), finish="d3").holes
    assert rings_on(page) == list(map(hole_name, holes))
    expect(page.locator("#reason summary:has-text('Proof: by position class')")).to_have_count(1)

    player.go("board=french&start=d4&finish=any")  # whatever the finish
    player.wait_for_status("cannot be won from the start")
    page.keyboard.press("w")
    page.get_by_role("button", name="Next reason (1 of 4)").wait_for()
    sentence = "Count each colour: all even or all odd, so never one peg alone."
    expect(page.locator("#reason .sentence")).to_have_text(sentence)
    look = "(rings, part) => rings.map((ring) => getComputedStyle(ring)[part])"
    for part in ("stroke", "strokeDasharray"):
        looks = page.locator("#board .region .ring").evaluate_all(look, part)
        assert (len(looks), len(set(looks))) == (37, 3), part
    marked = set()
    for number in range(1, 5):
        expect(page.locator("#reason")).to_contain_text("whatever you do")
        marked.add(page.locator("#board .region").count())
        button = page.get_by_role("button", name=f"Next reason ({number} of 4)")
        button.focus()
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.closest('#reason') !== null")
    assert 0 not in marked


@pytest.mark.slow
def test_the_goal_is_marked_on_the_board(player):
    """A square marks the goal if it is one hole, with a peg or without, and its hole says so."""
    player.settings(help="off", labels="off", **STILL)
    player.open("board=triangle5&start=a1&finish=a1")
    mark = player.page.locator("#board .goal rect")
    for goal in ("a1", "a4"):
        player.go(f"board=triangle5&start=a1&finish={goal}")
        expect(player.page.locator("#finish")).to_have_value(goal)
        expect(player.hole(goal)).to_have_attribute("aria-label", re.compile(", goal"))
        square = mark.bounding_box()
        middle = square["x"] + square["width"] / 2, square["y"] + square["height"] / 2
        assert middle == pytest.approx(player.point(goal), abs=1)
    player.go("board=triangle5&start=a1&finish=any")
    expect(mark).to_have_count(0)


@pytest.mark.slow
def test_the_best_that_is_left_is_played(player):
    """The page shows the best result still possible and plays it until the user takes over."""
    player.settings(help="gentle", **STILL)
    made = "c3-a1,c5-c3,e5-c5,b5-d5,d4-b2,a4-c4"
    player.open(f"board=triangle5&start=a1&moves={made}")
    player.wait_for_status("Lost at")
    player.wait_for_status("8 pegs")
    page = player.page
    player.ask_why()
    sentence = "At best, one peg is left, but never in a1."
    expect(page.locator("#reason .sentence")).to_have_text(sentence)
    assert rings_on(page) == []
    expect(page.locator("#reason .thumb .peg-flat")).to_have_count(1)
    page.get_by_role("button", name="Show this ending").click()
    player.wait_for_status("7 pegs")
    player.play_slowly()
    ahead = player.moves_ahead
    assert 0 < len(ahead) <= 6
    page.click("#play")
    expect(page.locator("#play")).to_have_text("Play")
    player.play_fast()
    page.evaluate("() => new Promise((done) => setTimeout(done, 100))")  # time for four jumps
    assert player.moves_ahead == ahead
    page.get_by_role("button", name="Play", exact=True).click()
    player.wait_for_status("1 peg left")
    assert "c5, peg" in page.locator('#board .spot[aria-label^="c5"]').get_attribute("aria-label")


@pytest.mark.slow
@pytest.mark.parametrize("game", ["triangle5&start=a4", "english&start=d4", "french&start=d3"])
def test_hints_lead_to_one_peg(player, address, exported, game):
    if address == exported and game.startswith("french"):
        pytest.skip("an exported page does not know French positions with many pegs")
    player.settings(help="off", **STILL)
    player.open(f"board={game}")
    player.until_known()
    page = player.page
    for _ in range(60):
        if player.status.startswith("Solved"):
            break
        before = page.locator("#moves .jump").count()
        player.hint()
        page.keyboard.press("h")
        page.wait_for_function(
            "n => document.querySelectorAll('#moves .jump').length > n", arg=before
        )
    assert player.status.startswith("Solved")


@pytest.mark.slow
def test_link_restores_a_game(player, sit_down, address):
    player.settings(**STILL)
    player.open("board=triangle6&start=a1")
    for jump in ("a3-a1", "a5-a3"):
        player.jump(jump)
    player.page.keyboard.press("u")
    player.page.wait_for_function("() => location.hash.endsWith('/1')")
    link = player.page.url
    other = sit_down(address)
    other.settings(**STILL)
    other.open(link.partition("#")[2])
    assert other.status.startswith("19 pegs")
    assert other.moves == player.moves == ["a3-a1", "a5-a3"]
    assert other.page.locator("#finish").input_value() == "a1"
    other.go("board=square:ooo/ooo/ooo/ooo&start=b1&finish=any")
    expect(other.page.locator("#board-name")).to_have_text("A board of your own, 12 holes")
    other.jump("b3-b1")
    assert other.status.startswith("10 pegs")


BAD_LINKS = [
    "board=nowhere&start=a1",
    "board=english&start=z9",
    "board=english&start=d4&moves=d3-d5",
    "board=square:**&start=a1",
    "nonsense",
    "board=english&moves=" + "d2-d4," * 3000,
]


def test_bad_links_and_damaged_storage_give_a_fresh_board(player):
    player.settings(**STILL)
    for fragment in BAD_LINKS:
        player.open(fragment)
        player.forgive("Failed to load resource")
        assert player.status.startswith("32 pegs"), fragment
        assert player.page.inner_text("#notice").startswith("This link cannot be opened")
    for stored in ("{", '{"help": 7, "nonsense": {}}'):
        for part in ("settings", "records"):
            player.page.evaluate(
                "([key, text]) => localStorage[key] = text", [f"pegs.{part}", stored]
            )
        player.open("board=triangle5&start=a1")
        assert player.status.startswith("14 pegs"), stored


def test_phone_by_touch(sit_down, address):
    player = sit_down(address, **PHONE)
    player.settings(**STILL)
    player.open("board=english&start=code:8455952&finish=d4")
    assert player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert player.hole("d4").bounding_box()["width"] >= 44
    for jump in CROSS:
        for name in jump.split("-"):
            player.page.touchscreen.tap(*player.point(name))
    player.wait_for_status("Solved")


@pytest.mark.slow
def test_a_triangle_purge_by_purge(sit_down, server):
    """The triangle is chosen by its side. It has too many holes for a search."""
    player = sit_down(server)
    player.settings(**STILL)
    player.open()
    page = player.page
    click_in_menu(page, "picker")
    page.fill("#picker input[type=number]", "15")
    page.get_by_role("button", name="Play it").click()
    page.wait_for_selector("text=Triangle 15, 120 holes")
    click_in_menu(page, "picker")
    page.click("#picker-hole")
    page.click('#picker [aria-label^="g10 empty"]')
    page.wait_for_selector("#picker", state="hidden")
    page.click("text=Solve it block by block")
    player.wait_for_status("block 1 of ")
    purges = int(player.status.split("block 1 of ")[1].split(":")[0])
    assert page.locator("#board .block").count() == 21  # the core
    page.click("text=Next block")
    player.wait_for_status("a trapezoid")
    expect(page.locator("#board .block")).to_have_count(12)
    player.jump(next(iter(player.moves_ahead)))  # the rest of the solution continues
    player.wait_for_status("a trapezoid")
    for _ in range(purges - 1):
        page.keyboard.press("p")
    player.wait_for_status("Solved with help")
    page.keyboard.press("u")
    player.wait_for_status(f"{purges} of {purges}")
    player.reload()  # the reload forgets the blocks
    page.click("text=Solve it block by block")
    player.wait_for_status(f"1 of {purges}")
    assert player.status.startswith("119 pegs")
    for unsolvable in (
        "board=triangle9&start=a1&finish=a2",
        "board=triangle10&start=a1&finish=any",
    ):
        player.go(unsolvable)
        expect(page.locator("#actions")).not_to_contain_text("block by block")


COUNTING = """
window.animated = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  window.animated += 1;
  return animate.apply(this, how);
};
"""


# Records tones instead of playing them.
LISTENING = """
window.tones = [];
window.AudioContext = class { currentTime = 0; state = "running"; destination = {}; };
window.GainNode = class {
  gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
  connect(to) { return to; }
};
window.OscillatorNode = class {
  constructor(audio, { frequency }) { this.frequency = frequency; }
  connect(to) { return to; }
  start(at) { window.tones.push(this.frequency); }
  stop() {}
};
"""


@pytest.mark.slow
def test_motion_and_sounds_are_as_they_are_wanted(sit_down, address):
    """The page respects reduced motion, and sounds are off by default."""
    player = sit_down(address, alone=True, reduced_motion="reduce")
    page = player.page
    page.add_init_script(COUNTING + LISTENING)
    player.open("board=triangle5&start=a1")
    player.jump("a3-a1")
    player.wait_for_status("13 pegs")
    page.click("#undo")
    player.wait_for_status("14 pegs")
    assert page.evaluate("[animated, document.getAnimations().length]") == [0, 0]
    page.emulate_media(reduced_motion="no-preference")
    player.jump("a3-a1")
    player.wait_for_status("13 pegs")
    assert page.evaluate("animated") > 0

    player.settings(**STILL)
    assert page.evaluate("tones") == []
    click_in_menu(page, "settings")
    page.get_by_role("group", name="Sounds").get_by_label("On").check()
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    player.jump("a3-a1")
    assert page.evaluate("tones") == [390, 520]
    player.open("board=triangle5&start=code:3&finish=any")  # two pegs, one jump
    player.jump("a1-a3")
    assert page.evaluate("tones") == [523, 659, 784]


SWEEP = "board=english&start=code:135689&finish=any"  # c1 sweeps over c2, d3 and e4; g3 is left


@pytest.mark.slow
def test_a_sweep_in_one_go(player):
    """A press, the keys or a drag can play the whole sweep, which counts as a single move."""
    player.settings(**STILL)
    player.open(SWEEP)
    page, places = player.page, [player.point(name) for name in ("c1", "c3", "e3", "e5")]

    def focused():
        return page.evaluate("document.activeElement.getAttribute('aria-label')")

    def press():
        player.click("c1")
        expect(page.locator("#board .mark.target")).to_have_count(1)
        expect(page.locator("#board .mark.further:not(.target)")).to_have_count(2)
        assert player.hole("e5").get_attribute("aria-label") == "e5, target of 3 jumps in a row"
        player.click("e5")

    def keys():
        player.hole("c1").focus()
        for key in ("Enter", "ArrowDown", "ArrowDown"):
            page.keyboard.press(key)
        assert focused() == "e5, target of 3 jumps in a row"
        page.keyboard.press("Enter")
        assert focused() == "e5, peg"

    def drag(*through):
        page.mouse.move(*places[0])
        page.mouse.down()
        for place in through:
            page.mouse.move(*place, steps=6)
        page.mouse.up()

    for sweep in (press, keys, lambda: drag(places[-1]), lambda: drag(*places[1:])):
        sweep()
        player.wait_for_status("2 pegs")
        assert player.moves == ["c1-c3-e3-e5"]
        page.keyboard.press("u")
        player.wait_for_status("3 pegs")
        player.go(SWEEP)
    player.settings(motion="auto")  # the jumps are animated
    player.click("c1")
    player.click("e5")
    player.wait_for_status("4 pegs")
    player.wait_for_status("2 pegs")
    assert player.moves == ["c1-c3-e3-e5"]


STUCK = "board=triangle5&start=a1&moves=c3-a1,c5-c3,e5-c5,c3-e5,a2-c4,b5-b3"  # only c4-a2 is left


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(1100, 800), (360, 640)])
def test_a_game_that_gets_stuck_is_looked_back_on(sit_down, address, width, height):
    """A review shows where the game was lost and what was still possible, without any shift."""
    player = sit_down(address, viewport={"width": width, "height": height})
    player.settings(help="full", **STILL)
    player.open(STUCK)
    player.until_known()
    look_back(player)
    player.settings(help="off", **STILL)
    player.go(STUCK)
    player.until_known()
    assert player.status == "8 pegs"
    look_back(player)
    player.go(STUCK)
    player.jump("c4-a2")
    player.wait_for_status("Lost at move 4")
    player.page.keyboard.press("u")  # without help nothing is said before the end
    player.wait_for_status("8 pegs")
    assert "Lost" not in player.status


def look_back(player):
    page = player.page
    places = [page.locator(name).bounding_box() for name in ("#board", "#buttons", "#status")]
    player.jump("c4-a2")
    player.wait_for_status("7 pegs left · Lost at move 4: from there the best was 2 pegs.")
    player.wait_to_hear("Lost at move 4: from there the best was 2 pegs.")
    now = [page.locator(name).bounding_box() for name in ("#board", "#buttons", "#status")]
    assert now[:2] == places[:2]
    assert now[2]["y"] == places[2]["y"]
    expect(page.locator("#hint")).to_be_disabled()
    page.get_by_role("button", name="Why?").click()
    expect(page.locator("#reason .sentence")).to_have_text("No peg can jump any more.")
    expect(page.locator("#reason .best")).to_have_text("a2-c4 would still have won.")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Undo the mistake").click()
    player.wait_for_status("11 pegs")
    assert player.moves_ahead[0] == "c3-e5"


@pytest.mark.slow
@on_both
def test_help_leads_back_to_where_a_lost_game_was_won(player):
    """A hint offers to undo the mistake, and a solution undoes it. An empty hole can be filled."""
    player.settings(help="full", **STILL)
    player.open(STUCK)
    player.until_known()
    page = player.page
    for help_ in ("full", "off"):
        player.settings(help=help_, **STILL)
        player.go(STUCK)
        player.jump("c4-a2")
        player.wait_for_status("7 pegs left")
        page.keyboard.press("h")
        expect(page.locator("#notice p")).to_have_text("It cannot be won from here.")
        assert "7 pegs left" in player.status  # the hint itself changes nothing
        page.get_by_role("button", name="Undo the mistake").click()
        player.wait_for_status("11 pegs")
        player.hint()
        page.keyboard.press("h")
        player.wait_for_status("10 pegs")
        page.locator("#moves .variation button").last.click()
        player.wait_for_status("7 pegs left")
        page.keyboard.press("s")
        if help_ == "full":  # the speed is kept
            page.wait_for_selector("#player")
            player.play_fast()
        player.wait_for_status("Solved with help")

    player.settings(help="off", **STILL)
    player.go(STUCK)
    page.keyboard.press("h")
    undo = page.locator("#panel").get_by_role("button", name="Undo the mistake")
    expect(undo).to_have_count(1)
    player.settings(help="full", **STILL)
    expect(page.locator("#status")).to_contain_text("Lost at move")
    expect(undo).to_have_count(1)  # the status has it now, and the notice no longer

    player.go("board=triangle5&start=code:7")
    player.click("b3")
    expect(page.locator("#notice p")).to_have_text("b3 is empty.")
    page.click("#notice button")
    page.wait_for_selector("#notice p:has-text('No game from here brings a peg to b3.')")
    player.go("board=triangle5&start=a1")
    player.click("a1")
    page.click("#notice button")
    said = "#notice p:has-text('1 jump brings a peg to a1.'), #moves .jump"
    page.wait_for_selector(said, state="attached")  # it may already be played
    player.wait_for_status("13 pegs")
    assert player.moves in (["a3-a1"], ["c3-a1"])


@pytest.mark.slow
def test_names_stand_only_where_a_sentence_names_them(player):
    """The names of holes are shown as long as the sentence is, and no others."""
    player.settings(help="gentle", **STILL)
    player.open("board=english&start=d4")
    player.until_known()
    named = player.page.locator("#board .mark.spoken .name")
    expect(named).to_have_count(0)
    player.click("a3")
    expect(named).to_have_text(["a3"])
    player.click("d2")  # lifts the peg, which ends the message
    expect(named).to_have_count(0)
    player.click("d2")
    player.hint()
    expect(named).to_have_count(2)

    # A status line, a reason and a review name holes too. What is folded away does not count.
    def names():
        return sorted(named.all_text_contents())

    player.go("board=triangle5&start=a1&moves=a3-a1,c4-a2,a5-a3")
    player.wait_for_status("Lost at move 2 (c4-a2)")
    expect(named).to_have_count(2)
    assert names() == ["a2", "c4"]
    player.page.get_by_role("button", name="Why?").click()
    best = player.page.locator("#reason .best")
    expect(best).to_contain_text("c3-a3 would still have won.", use_inner_text=True)
    assert {"a2", "a3", "c3", "c4"} <= set(names())
    player.page.keyboard.press("w")
    expect(named).to_have_count(2)
    player.open_more()
    player.page.locator("#explorer summary").click()
    player.page.click("#look-back")
    expect(player.page.locator("#review-here")).to_contain_text("a5-a3", use_inner_text=True)
    expect(named.filter(has_text="a5")).to_have_count(1)
