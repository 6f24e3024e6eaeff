"""Tests of the rest of the page: picker, editor, sharing, settings and waiting."""

import re
from datetime import datetime

import pytest
from marks import on_both
from playwright.sync_api import expect
from private import set_private

from browser.conftest import hosting, serving
from browser.pages import click_in_menu, close, faults, picker, until_done
from pegsolitaire.board import hole_name, named_board, read_board, triangle
from pegsolitaire.data import read_puzzles
from pegsolitaire.game import Problem
from pegsolitaire.sets import WinningSets
from pegsolitaire.solving import solve
from pegsolitaire.theory import read_problem
from pegsolitaire.web import exporting

STILL = {"motion": "off"}
TREE = "--oo/-oooo/oooooo/-oooo/oooooo/--oo"


@pytest.mark.slow
def test_boards_and_holes_are_chosen(player):
    """Boards and holes are chosen by pointer or keys, and the picker shows how good holes are."""
    player.settings(help="off", **STILL)  # so that no large board is judged
    player.open("board=english&start=d4")
    page = player.page
    picker(page, "boards").locator('.tile[data-board="triangle6"]').click()
    page.wait_for_selector("#picker", state="hidden")
    expect(page.locator("#board-name")).to_have_text("Triangle 6, 21 holes")
    assert page.url.endswith("#board/triangle6/b4/any")
    player.wait_for_status("20 pegs")

    player.go("board=triangle7")
    panel = picker(page, "hole")
    expect(panel.locator(".spot")).to_have_count(28)
    expect(panel.get_by_role("button", name="empty: cannot be won")).to_have_count(10)
    expect(panel.locator(".spot .sign.never")).to_have_count(10)
    assert panel.locator(".legend li").all_inner_texts() == [
        "can end with one peg, in some hole",
        "cannot be won",
    ]
    panel.get_by_role("button", name="a2 empty").press("Enter")
    page.wait_for_selector("#picker", state="hidden")
    assert page.url.endswith("#board/triangle7/a2/any")

    player.open("board=english&start=d4")
    click_in_menu(page, "picker")
    tabs = page.locator("#picker [role=tab]")
    focused = "document.activeElement.textContent"
    tabs.first.wait_for()
    assert page.evaluate(focused) == "Boards"
    for key, name in (("ArrowRight", "Start"), ("End", "Your own"), ("ArrowRight", "Boards")):
        page.keyboard.press(key)
        assert page.evaluate(focused) == name
        assert tabs.and_(page.locator("[aria-selected=true]")).inner_text() == name
    tile = page.locator("#picker .tile[data-board=english]")
    tile.focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.board") == "french"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.board") == "french"
    page.keyboard.press("Enter")
    page.wait_for_selector("#picker", state="hidden")
    player.wait_for_status("36 pegs")


OPENINGS = {
    "english": "d4/d4",
    "triangle5": "a3/any",
    "french": "d3/any",
    "rectangle4x5": "b3/c3",
    "triangle13": "d8/any",  # outside the catalogue
}


TITLES = [
    ("board=english&start=d4&finish=d4", "Central game · "),
    ("board=english&start=c3", "c3 empty · "),
    ("board=triangle5&start=d4&finish=any", "Stout bishop · "),
    ("board=triangle5&start=b3&finish=any", "Keyhole · "),
]


def test_a_link_to_a_board_or_a_game_is_opened(player):
    """A board opens with a solvable game under its name, and a bad link changes nothing."""
    player.settings(help="full", **STILL)
    player.open()
    page = player.page
    for board, opening in OPENINGS.items():
        player.go(f"board={board}")
        assert page.url.endswith(f"#board/{board}/{opening}")
        assert page.locator("#notice").is_hidden()
    for words, title in TITLES:  # a vacancy without a name uses its hole
        player.go(words)
        player.wait_for_title(re.compile(f"^{title}"))
    player.go("board=triangle12&start=a1")
    assert page.locator("#hint").is_disabled()
    player.jump("a3-a1")
    player.wait_for_status("76 pegs")
    player.go("board=triangle4&start=a2")
    player.wait_for_status("9 pegs")
    player.go("board=nowhere")
    page.locator("#notice", has_text="cannot be opened").wait_for()
    assert player.status.startswith("9 pegs")
    player.forgive("Failed to load")


@pytest.mark.slow
@on_both
def test_what_cannot_be_won_is_said_at_once(player):
    player.settings(help="gentle", **STILL)
    player.open("board=french&start=d4&finish=any")
    player.wait_for_status("cannot be won from the start")
    player.go("board=hexagon7")
    said = "No game on this board ends with one peg: 5 are the fewest that can be left."
    expect(player.page.locator("#notice")).to_have_text(said)
    player.wait_for_status("6 pegs")
    tile = picker(player.page, "boards").locator('.tile[data-board="hexagon7"]')
    expect(tile).to_contain_text("cannot be won")
    assert tile.get_attribute("aria-current") == "true"
    player.page.click("#picker-hole")
    player.page.get_by_role("button", name="b2 empty").click()
    player.page.locator("#picker [role=alert]", has_text="no jump is possible").wait_for()
    player.forgive("Failed to load resource")


@pytest.mark.slow
@pytest.mark.parametrize("size", ["390x664", "768x1024", "1280x860", "1920x1080"])
def test_the_picker_fits_the_screen(sit_down, server, size):
    """Only the tab scrolls, and only vertically."""
    width, height = map(int, size.split("x"))
    player = sit_down(server, viewport={"width": width, "height": height})
    player.open("board=english&start=d4")
    page = player.page
    # A phone shows 24 puzzles and six ladders in rows of two, with boards of 120 pixels, and the
    # boards with games for two before them.
    tall = {"boards": 1950, "puzzles": 3300, "solutions": 2400, "own": 800}
    for tab in ("boards", "hole", "puzzles", "solutions", "own"):
        most = max(tall.get(tab, 0), height)  # the panel may fill the screen
        picker(page, tab)
        scrollers = page.evaluate(
            """() => [...document.querySelectorAll("#picker, #picker *:not(textarea)")].filter(
              (one) => one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(
                getComputedStyle(one).overflowY)).map((one) => one.id)"""
        )
        assert set(scrollers) <= {"picker-panel"}
        high, wide, room = page.evaluate(
            """() => [document.querySelector("#picker-panel")].map(
              (one) => [one.scrollHeight, one.scrollWidth, one.clientWidth])[0]"""
        )
        assert high <= most
        assert wide == room <= width
        if tab == "puzzles":
            check_tiles(page)
        page.keyboard.press("Escape")


def check_tiles(page):
    """Check that boards are at least 120 pixels wide and texts at least 14 pixels high."""
    panel = page.locator("#picker-panel")
    boards = panel.locator(".tile .thumb")
    assert boards.count() > 24
    assert min(boards.evaluate_all("all => all.map((one) => one.clientWidth)")) >= 120
    sizes = panel.locator("*").evaluate_all(
        "all => all.filter((one) => one.checkVisibility() && one.innerText)"
        ".map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= 14
    assert faults(page) == []


@pytest.mark.slow
def test_puzzles_by_board_set_and_level(player):
    player.open("board=triangle5&start=a1")
    page = player.page
    panel = picker(page, "puzzles")
    levels, tiles = panel.locator(".levels"), panel.locator(".found .tile")
    assert panel.get_by_label("Board").input_value() == "triangle5"
    panel.get_by_label("Board").select_option("triangle6")
    expect(tiles).to_have_count(24)
    panel.get_by_role("button", name="Show more").click()
    every = tiles.count()
    assert every > 24
    assert page.evaluate("document.activeElement.closest('.found') !== null")
    panel.get_by_label("Set").select_option("triangle6-unique-jump")
    levels.get_by_role("button", name="medium").click()
    assert levels.get_by_role("button", name="medium").get_attribute("aria-pressed") == "true"
    assert 0 < panel.locator(".found small", has_text="medium").count() == tiles.count() < every
    panel.get_by_label("Board").select_option("")
    assert panel.get_by_label("Set").is_hidden()
    levels.get_by_role("button", name="easy").click()
    assert panel.locator(".found small", has_text="easy").count() == tiles.count() == 24
    panel.get_by_label("Board").select_option("english")
    tiles.filter(has_text="Latin cross").click()
    page.wait_for_selector("#picker", state="hidden")
    player.wait_for_status("6 pegs")

    # Levels add up. Puzzles of large boards are not rated, but can be shown.
    player.open("board=french&start=d1")
    levels = picker(player.page, "puzzles").locator(".levels")
    numbers = [int(text) for text in levels.locator("small").all_inner_texts()]
    assert numbers[0] == sum(numbers[1:])
    levels.get_by_role("button", name="not rated").click()
    tiles = player.page.locator("#picker .found .tile")
    assert numbers[-1] > 2 * tiles.count() == 48
    player.page.get_by_role("button", name=f"Show more ({numbers[-1] - 24})").click()
    expect(tiles).to_have_count(48)
    player.page.select_option('#picker select[aria-label="Board"]', "triangle5")
    assert levels.get_by_role("button", name="not rated").is_visible()  # it remains chosen
    levels.get_by_role("button", name="all").click()
    expect(levels.get_by_role("button", name="not rated")).to_have_count(0)


CROSS = ["d3-f3", "d5-d3", "c3-e3", "f3-d3", "d2-d4"]


def latin_cross(player):
    """Return the tile of the Latin cross in the gallery."""
    return picker(player.page, "puzzles").locator(".found .tile", has_text="Latin cross")


def test_puzzles_are_played_and_remembered(player):
    player.settings(**STILL)
    player.open()
    latin_cross(player).click()
    player.wait_for_status("6 pegs")
    expect(player.page.locator("#board-name")).to_have_text(re.compile("^Latin cross"))
    for jump in CROSS:
        player.jump(jump)
    player.wait_for_status("Solved in 5 moves, the best possible · your best so far")
    player.reload()
    expect(latin_cross(player)).to_contain_text("✓ 5 moves")
    close(player.page)

    # Anywhere means c3 here: the puzzle shows one, and its problem the other.
    player.go("board=rectangle4x5&start=b3&finish=any")
    player.until_known()
    expect(player.page.locator("#finish")).to_have_value("c3")
    solution = solve(read_problem(named_board("rectangle4x5"), "b3", "any")).solution
    for jump in solution.jumps:
        player.jump(str(jump))
    player.wait_for_status(f"Solved in {len(solution.moves)} moves")
    assert "best possible" in player.status
    tile = picker(player.page, "puzzles").get_by_role("button", name="b3 empty")
    expect(tile).to_contain_text(f"✓ {len(solution.moves)} moves")


LATIN_CROSS = "board=english&start=code:8455952&finish=d4"


@pytest.mark.slow
def test_what_was_solved_with_help_is_no_record(player):
    """Help counts even after a change of goal or a reload, but a new goal alone is no help."""
    player.settings(**STILL)
    player.open(LATIN_CROSS)
    page = player.page

    def end_anywhere():
        page.select_option("#finish", "any")
        page.wait_for_function("() => location.hash.includes('/any')")

    for change in (end_anywhere, player.reload):
        player.go(LATIN_CROSS)
        player.until_known()
        for jump in CROSS[:3]:
            player.jump(jump)
        player.hint()
        page.keyboard.press("h")
        player.wait_for_status("2 pegs")
        change()
        page.locator("#board .spot.can").first.click()
        page.locator("#board .spot.goes").first.click()
        player.wait_for_status("Solved with help")
        assert player.stored("records") == {}

    player.go(LATIN_CROSS)
    for jump in CROSS[:-1]:
        player.jump(jump)
    end_anywhere()
    player.jump(CROSS[-1])
    player.wait_for_status("Solved in 5 moves")
    assert "your best" in player.status


@pytest.mark.slow
def test_solutions_are_watched_and_taken_over(player):
    """Watch computed, printed and shortest solutions, and take over in the middle."""
    player.settings(**STILL)
    player.open("board=triangle6&start=a1")
    player.until_known()
    page = player.page
    page.keyboard.press("s")
    player.wait_for_status("19 pegs")
    page.locator("#board .spot.can").first.click()
    expect(page.locator("#play")).to_have_text("Play")
    page.keyboard.press("Escape")
    expect(page.locator("#board .peg.lifted")).to_have_count(0)

    player.go("board=triangle4&start=a2")
    picker(page, "solutions").get_by_role("button", name="a2 to b2 in 5 moves").click()
    player.wait_for_status("in 5 moves")

    player.go("board=triangle5&start=a1&finish=a1")
    player.until_known()
    count, made = page.locator("#count"), page.locator("#moves-title")
    expect(count).to_have_text("Best possible: 10 moves · Watch")
    expect(made).to_have_text("No moves yet")
    player.jump("a3-a1")
    expect(made).to_have_text("1 move")
    count.get_by_role("button", name="Watch").click()
    player.wait_for_status("Solved with help in 10 moves, the best possible")
    expect(made).to_have_text("10 moves")
    expect(count).to_have_text("Best possible: 10 moves")
    player.go("board=hexagon37&start=a2&finish=any")
    page.wait_for_selector("#count", state="hidden")

    problem = Problem.complement(triangle(6), "a1")
    solution = WinningSets.build(problem).solution(triangle(6).vacancy("a1"))
    assert len(solution.moves) > 10
    player.go("board=triangle6&start=a1&finish=a1")
    for jump in solution.jumps:
        player.jump(str(jump))
    player.wait_for_status(f"Solved in {len(solution.moves)} moves (best possible: 10)")
    page.locator("#won").get_by_role("button", name="Watch a shorter solution").click()
    player.wait_for_status("Solved with help in 10 moves")


DRAWN = f"""\
format = 1
name = "drawn"
board = \'\'\'
name: tree
{TREE.replace("-", " ").replace("/", chr(10))}
\'\'\'
description = "On a board of one's own."

[[puzzle]]
name = "Up the tree"
position = "code:9"
finish = "any"
source = "me"
rating = 1.0
"""


@pytest.fixture(params=["served", "exported"])
def own_address(request, tmp_path):
    """Yield the address of a page with a puzzle set of a user, either served or exported."""
    drawn = tmp_path / "drawn.toml"
    drawn.write_text(DRAWN)
    if request.param == "served":
        with serving(tmp_path, "--puzzles", str(drawn)) as address:
            yield address
    else:
        with pytest.MonkeyPatch.context() as patch:
            set_private(patch, exporting, _write_packs=lambda *_, **__: [])
            exporting.export_page(tmp_path / "site", [drawn])
        with hosting(tmp_path / "site") as address:
            yield address


@pytest.mark.slow
def test_own_puzzles_on_a_board_of_ones_own(own_address, sit_down):
    """The puzzles can be played, and printed with the names of their holes."""
    # The page must close before its server stops, because it would report an error.
    player = sit_down(own_address)
    player.settings(**STILL)
    player.open()
    page = player.page
    panel = picker(page, "puzzles")
    panel.get_by_label("Board").select_option("A board of your own")
    panel.get_by_role("button", name="Up the tree").click()
    page.wait_for_selector("#picker", state="hidden")
    player.wait_for_title("Up the tree · A board of your own, 24 holes")
    player.wait_for_status("2 pegs")
    player.jump("c1-c3")
    player.wait_for_status("Solved in 1 move")
    page.goto(f"{own_address}sheet.html#set=drawn")
    until_done(page)
    names = page.locator(".puzzles .thumb text").all_text_contents()
    assert set(names) == set(map(hole_name, read_board(f"square:{TREE}").holes))
    pegs = page.locator(".puzzles .thumb .on-peg").all_text_contents()
    assert pegs == ["c1", "c2"]
    expect(page.locator(".puzzles li")).to_contain_text("easy")
    expect(page.locator(".solutions li")).to_contain_text("c1-c3")


@pytest.mark.slow
@on_both
def test_a_shortest_solution_of_a_class_is_stepped_through(player):
    player.settings(**STILL)
    player.open("board=triangle5&start=a1")
    page = player.page
    listed = picker(page, "solutions").locator(".listed")
    expect(listed.get_by_text("Without a solution")).to_contain_text("b3 to a4")
    row = listed.locator("details", has_text="a3 to a3")
    expect(row).to_contain_text("9 moves · 233 solutions · 15 regardless of order")
    row.locator("summary").click()
    kinds = row.locator(".classes button")
    kinds.first.wait_for()
    sums = [int(text.split(")")[1].split()[0]) for text in kinds.all_inner_texts()]
    assert sum(sums) == 15
    kinds.first.click()
    page.wait_for_selector("#picker", state="hidden")
    player.wait_for_status("14 pegs")
    assert len(player.moves_ahead) == 13
    page.click("#step")
    player.wait_for_status("13 pegs")
    player.play_fast()
    page.click("#play")
    player.wait_for_status("in 9 moves")

    # Some boards have listed problems, and others have none.
    player.go("board=wiegleb&start=e5")
    listed = picker(page, "solutions").locator(".listed")
    listed.get_by_text("Without a solution: e1 to e1.").wait_for()
    expect(listed).to_contain_text("22 moves · 10,400 solutions")
    expect(listed).to_contain_text("more problems are not known.", use_inner_text=True)
    close(page)
    player.go("board=triangle12&start=a1")
    listed = picker(page, "solutions").locator(".listed")
    listed.get_by_text("None are listed for this board.").wait_for()


@pytest.mark.slow
def test_position_is_edited_checked_and_played(player):
    player.settings(help="gentle", **STILL)
    player.open("board=triangle5&start=a1")
    page = player.page
    click_in_menu(page, "editor")
    page.get_by_role("button", name="Clear").click()
    assert page.get_by_role("button", name="Play this").is_disabled()
    for name in ("a4", "b4", "d4"):
        player.click(name)
    assert page.inner_text("#editor").count("3 pegs") == 1
    page.get_by_role("button", name="Check this puzzle").click()
    page.wait_for_selector("#editor dl")
    expect(page.locator("#editor")).to_contain_text("It can be solved.")
    expect(page.locator("#editor dl")).to_contain_text("1, of which 1 wins")
    page.get_by_role("button", name="Play this").click()
    player.wait_for_status("3 pegs")
    player.jump("a4-c4")
    player.jump("d4-b4")
    player.wait_for_status("Solved in 2 moves")

    player.go("board=triangle5&start=a1")
    click_in_menu(page, "editor")
    page.get_by_role("button", name="Clear").click()
    page.get_by_role("button", name="Cancel").click()
    assert player.status.startswith("14 pegs")


def make_a_set(player, start, solvable, dead):
    """Make a set of puzzles in the editor, save it, and return it as `pegs` reads the file."""
    player.open(start)
    page = player.page
    click_in_menu(page, "editor")
    name = page.get_by_label("Name of the puzzle")

    def add(code, called):
        page.fill("#editor textarea", f"code:{code}")
        page.get_by_role("button", name="Use this text").click()
        name.fill(called)
        page.get_by_role("button", name="Add this puzzle").click()

    assert page.get_by_role("button", name="Save the set").is_disabled()
    add(solvable, 'The "first" \\ one')
    page.get_by_text('1 puzzle: The "first" \\ one').wait_for()
    assert name.input_value() == "Puzzle 2"
    add(solvable, 'the "FIRST" \\ one')
    page.get_by_text("already").wait_for()
    add(dead, "Dead")
    page.get_by_text("It cannot be solved down to one peg, so it is not added.").wait_for()
    add(solvable, "Again")
    page.get_by_text("2 puzzles").wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the set").click()
    made = read_puzzles(download.value.path())
    assert f"{made.name}.toml" == download.value.suggested_filename
    assert [one.name for one in made] == ['The "first" \\ one', "Again"]
    assert {one.position.code for one in made} == {solvable}
    assert faults(page) == []
    return made


@pytest.mark.slow
def test_a_puzzle_set_is_made_in_the_editor(lone_player):
    """The board may be from the catalogue or drawn by the user."""
    lone_player.settings(**STILL)
    made = make_a_set(lone_player, "board=triangle5&start=a1", 531, 15)
    assert made.board == triangle(5)
    made = make_a_set(lone_player, f"board=square:{TREE}&start=c1", 9, 9 | 1 << 23)
    assert made.board == read_board(f"square:{TREE}")


@pytest.mark.slow
def test_sharing(lone_player, tmp_path):
    player = lone_player
    player.settings(**STILL)
    player.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    player.open("board=triangle5&start=a1&moves=a3-a1")
    page = player.page
    click_in_menu(page, "share")
    game = player.for_others(page.url)
    without_moves = game.removesuffix("/a3-a1")
    copies = page.locator("#sharing").get_by_role("button", name="Copy")
    for number, what, text in (
        (
            0,
            "Text to share",
            f"Peg solitaire · a1 empty · Triangle 5\nCan you solve it?\n{without_moves}",
        ),
        (1, "Link without the moves", without_moves),
        (2, "Link to this game", game),
    ):
        copies.nth(number).click()
        expect(page.locator("#sharing")).to_contain_text(f"Copied: {what}")
        assert page.evaluate("navigator.clipboard.readText()") == text
    for name, start in (("Save SVG", b"<svg "), ("Save PNG", b"\x89PNG")):
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        file = tmp_path / name
        download.value.save_as(file)
        assert file.read_bytes().startswith(start)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save animation").click()
    download.value.save_as(file := tmp_path / "game.svg")
    changes = re.findall('values="(.*?)"', file.read_text())
    assert changes == ["0;1;1;1;1", "1;0;0;0;0", "1;0;0;0;0"]  # a3 jumps over a2 to a1
    assert page.input_value('#sharing textarea[aria-label="Position as text"]').startswith("*\n")
    close(page)

    # A game can be shared as a picture only after it is won.
    player.go(LATIN_CROSS)
    player.until_known()
    expect(page.locator("#won [data-action=share]")).to_have_count(0)
    for jump in CROSS:
        player.jump(jump)
    page.locator("#won [data-action=share]").click()
    lines = page.locator("#sharing .shared text")
    assert "Solved in 5 moves" in lines.last.text_content()
    link = player.for_others(page.url).rpartition("/")[0]
    text = page.input_value('#sharing textarea[aria-label="Text to share"]')
    assert text.splitlines()[-2:] == ["🟦🟦🟦🟦🟦", link]
    with page.expect_download() as download:
        page.get_by_role("button", name="Save PNG").click()
    download.value.save_as(tmp_path / "won.png")
    assert (tmp_path / "won.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_the_share_sheet_of_the_system(sit_down, server):
    """The system's share sheet receives links and pictures, with a note if a link is local."""
    player = sit_down(server, alone=True)
    player.settings(**STILL)
    player.page.add_init_script(
        """navigator.canShare = ({ files }) => files.length === 1;
        window.shared = [];
        navigator.share = async (what) => { shared.push(what); };"""
    )
    player.open("board=triangle5&start=a1&moves=a3-a1")
    page = player.page
    click_in_menu(page, "share")
    sharing = page.locator("#sharing")
    expect(sharing).to_contain_text("works on this computer only")
    for number in (0, 2):
        sharing.get_by_role("button", name="Share …").nth(number).click()
    assert page.evaluate("shared[0].text").startswith("Peg solitaire · a1 empty · Triangle 5")
    assert page.evaluate("shared[1]") == {"title": "Peg solitaire", "url": page.url}
    sharing.get_by_role("button", name="Share the picture").click()
    page.wait_for_function("() => shared.length === 3")
    assert page.evaluate("shared[2].files[0].type") == "image/png"
    assert page.evaluate("shared[2].text") == page.url


@pytest.mark.slow
@pytest.mark.parametrize("width", [400, 718, 1100])
def test_what_is_printed_of_a_game(sit_down, server, width):
    """The title, the board, the status and the moves are printed, whatever is open."""
    player = sit_down(server, viewport={"width": width, "height": 1000}, color_scheme="dark")
    player.settings(**STILL, theme="dark")
    player.open("board=triangle5&start=a1&moves=a3-a1")
    page = player.page
    click_in_menu(page, "share")
    page.emulate_media(media="print", color_scheme="dark")
    shown = page.evaluate("document.body.innerText").partition("Triangle 5, 15 holes")[2]
    assert shown.split() == ["13", "pegs", "1.a3-a1", "1", "move"]
    tops = [page.locator(id).bounding_box()["y"] for id in ("#goal", "#board", "#moves")]
    assert tops == sorted(tops)
    ink = page.locator("#status").evaluate("one => getComputedStyle(one).color")
    assert sum(map(int, re.findall(r"\d+", ink))) < 300, ink
    page.emulate_media(media="screen", color_scheme="dark")


@pytest.mark.slow
def test_the_puzzle_of_the_day_is_named_by_its_day_and_handed_on(lone_player):
    """The shared text names the day and links to the start, even after jumps and a reload."""
    player = lone_player
    player.settings(**STILL)
    player.page.clock.set_fixed_time(datetime(2026, 11, 23, 12))  # a Monday
    player.open()
    page = player.page
    picker(page, "puzzles").locator(".today").click()
    page.wait_for_selector("#picker", state="hidden")
    player.wait_for_title(re.compile("^Puzzle of 23 November: Christmas tree · "))
    link = page.url
    page.locator("#board .spot.can").first.click()
    page.locator("#board .spot.goes").first.click()
    page.wait_for_function("() => location.hash.split('/').length > 2")
    player.reload()
    player.wait_for_title("Puzzle of 23 November")
    click_in_menu(page, "share")
    text = page.input_value('#sharing textarea[aria-label="Text to share"]')
    assert text.splitlines() == [
        "Peg solitaire · Puzzle of 23 November: Christmas tree · Triangle 5",
        "Can you solve it?",
        player.for_others(link),
    ]


SHADES = """["body", "#panel", "#status"].map((name) => {
  const { backgroundColor, color, fill, stroke } = getComputedStyle(document.querySelector(name));
  return [backgroundColor, color, fill, stroke];
})"""


def test_settings_are_kept_and_the_goal_is_changed_in_the_game(lone_player):
    player = lone_player
    player.open("board=triangle5&start=a1")
    page = player.page
    click_in_menu(page, "settings")
    page.get_by_label("Full: mark every jump").check()
    page.get_by_label("Dark").check()
    page.keyboard.press("Escape")
    player.wait_for_status("both jumps still win")
    player.reload()
    player.wait_for_status("both jumps still win")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert player.stored("settings")["help"] == "full"

    player.go("board=triangle5&start=a1&moves=a3-a1")
    page.select_option("#finish", "any")
    page.wait_for_function("() => location.hash.includes('/any')")
    assert player.moves == ["a3-a1"]
    player.wait_for_status("jumps still win")

    # Each theme has the same colours as when the system requests it.
    found = {}
    for system in ("light", "dark"):
        page.emulate_media(color_scheme=system)
        for theme in ("auto", "light", "dark"):
            click_in_menu(page, "settings")
            page.locator(f"input[name=theme][value={theme}]").check()
            page.keyboard.press("Escape")
            found[system, theme] = page.evaluate(SHADES)
    light, dark = found["light", "auto"], found["dark", "auto"]
    assert all(one != other for one, other in zip(light, dark, strict=True))
    for system in ("light", "dark"):
        assert (found[system, "light"], found[system, "dark"]) == (light, dark)


def busy(route):
    """Answer like a server that is too busy."""
    error = {"code": "BusyError", "message": "the server has too much to compute"}
    route.fulfill(status=503, json={"error": error})


@pytest.mark.slow
@on_both
def test_a_game_begins_although_nobody_answers(lone_player, address, exported):
    """The game can be played, and the page asks again later."""
    player = lone_player
    page = player.page
    page.route("**/data.json" if address == exported else "**/api/**", busy)
    player.open("board/triangle5/a1/a1")
    said = "data.json is not there" if address == exported else "too much to compute"
    page.locator("#notice").get_by_text(said).wait_for()
    player.jump("a3-a1")
    player.wait_for_status("13 pegs")
    player.forgive("Failed to load resource")
    player.forgive(said)
    page.unroute_all()
    if address == exported:
        page.reload()
        player.wait_for_status("13 pegs")
        return
    player.page.evaluate("location.hash = '#board/triangle5/c3/any'")
    player.wait_for_status("14 pegs")
    player.until_known()


@pytest.mark.slow
def test_a_server_that_is_gone_early_is_said_once(sit_down, server):
    """Without its server and a service worker the page is a board. It says so, and tries again."""
    player = sit_down(server, alone=True)
    player.settings(**STILL)
    page = player.page
    page.route(re.compile("/api/|/data.json"), lambda route: route.abort())
    player.open("board/triangle5/a1/any")
    player.wait_for_status("14 pegs · 2 jumps")
    words = re.compile("does not answer|could not be loaded")
    said = page.locator("#panel").get_by_text(words).filter(visible=True)
    expect(said).to_have_count(1)
    expect(page.locator("#hint")).to_be_disabled()
    page.route("**/js/*", lambda route: route.abort())
    for name in ("picker", "lessons"):
        player.jump("a3-a1")
        page.keyboard.press("u")
        expect(said).to_have_count(0)
        click_in_menu(page, name)
        expect(said).to_have_count(1)
        assert page.locator("dialog[open]").count() == 0
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#hint")).to_be_enabled()
    expect(said).to_have_count(0)
    player.forgive("Failed to load resource")
    player.forgive("dynamically imported module")


@pytest.mark.slow
def test_what_failed_once_is_asked_for_again(sit_down, server):
    """The page asks again for the gallery, and for sets that the server has forgotten."""
    player = sit_down(server, alone=True)
    player.settings(help="full", **STILL)
    page = player.page
    page.route("**/api/puzzles", busy)
    page.route("**/api/boards", busy)
    player.open("board=triangle5&start=a1")
    player.wait_for_status("14 pegs")
    click_in_menu(page, "picker")
    page.locator("#notice").get_by_text("too much to compute").wait_for()
    player.forgive("Failed to load resource")
    page.unroute_all()
    click_in_menu(page, "picker")
    page.wait_for_selector("#picker .tile")
    close(page)

    player.go("board=triangle6&start=a1")
    player.wait_for_status("still win")
    jumps = {"a3-a1": None, "c3-a1": None}
    forgotten = {"source": "search", "positions": [{"winning": None, "jumps": jumps}]}
    page.route("**/api/verdicts?*", lambda route: route.fulfill(json=forgotten), times=1)
    player.jump("a3-a1")
    player.wait_for_status("jumps still win")
    assert player.status.startswith("19 pegs")


@pytest.mark.slow
def test_a_late_answer_closes_nothing(sit_down, server):
    """A dialog stays open when an answer arrives about a board that was chosen before."""
    player = sit_down(server, alone=True)
    page, late = player.page, []
    player.settings(help="off", **STILL)
    player.open("board=english&start=d4")
    page.route("**/api/problem?*", lambda route: late.append(route))
    picker(page, "boards").locator('.tile[data-board="french"]').click()
    player.wait_for_status("36 pegs")
    page.wait_for_selector("#picker", state="hidden")
    picker(page, "own").get_by_text("As text").click()
    expect(page.locator("html[data-sets=asked]")).to_have_count(1)
    late[0].continue_()
    page.unroute_all()
    player.until_known()
    assert page.get_by_role("button", name="Play on it").is_visible()


@pytest.mark.slow
def test_a_board_is_playable_while_sets_are_built(sit_down, server):
    """A large problem offers a choice, and the user can stop the analysis."""
    player = sit_down(server)
    player.settings(help="full", **STILL)
    player.open("board=rhombus5&start=b2&finish=any")
    player.jump("b4-b2")
    assert player.status.startswith("23 pegs")
    player.wait_for_status("still win")

    player.go("board=french&start=d3")
    player.wait_for_status("Some jumps cannot be judged yet. Full analysis: about")
    expect(player.page.get_by_role("button", name="Start the full analysis")).to_have_count(1)
    player.jump("d1-d3")
    player.wait_for_status("35 pegs")

    player.settings(help="gentle", **STILL)
    player.go("board=square6&start=a1")
    player.page.get_by_role("button", name="Start the full analysis").click()
    player.page.get_by_role("button", name="Cancel").click()
    player.wait_for_status("Full analysis cancelled")


@pytest.mark.slow
@pytest.mark.parametrize("searched", [False, True])
def test_past_what_can_be_known_a_longer_search_is_offered(sit_down, server, searched):
    """The offer appears after a real search on the server and after an immediate empty answer."""
    player = sit_down(server, alone=True)
    player.settings(help="gentle", **STILL)
    if not searched:
        unknown = {"source": "search", "positions": [{"winning": None, "jumps": {}}]}
        player.page.route("**/api/verdicts?*", lambda route: route.fulfill(json=unknown))
        player.page.route("**/api/solution?*", lambda route: route.fulfill(body="null"))
    player.open("board=wiegleb&start=code:26388279066621&finish=e2")  # e1 and e9 are vacant
    player.wait_for_status(" jumps")
    player.page.keyboard.press("s")
    player.page.get_by_role("button", name="Search longer").wait_for()


@pytest.mark.slow
def test_exported_page_says_what_it_does_not_know(sit_down, exported):
    player = sit_down(exported)
    player.settings(help="gentle", **STILL)
    player.open("board=wiegleb&start=e1")
    player.wait_for_status("this copy of the page cannot judge this game")
    expect(player.page.locator("#hint")).to_be_disabled()
    for key in "hs":  # the keys do nothing either, so that the same is not said twice
        player.page.keyboard.press(key)
    expect(player.page.locator("#panel").get_by_text("cannot judge this game")).to_have_count(1)
    player.go("board=english&start=fireplace")
    player.wait_for_status("11 pegs")
    player.go("board=triangle5&start=a1")
    assert player.page.locator("#players").is_hidden()  # no simulated players are available


@pytest.mark.slow
def test_somebody_plays_and_says_its_chance(sit_down, server):
    player = sit_down(server)
    player.settings(**STILL)
    player.open("board=triangle5&start=a1&finish=any")
    page = player.page
    page.click("#players summary")
    said = page.locator("#chance", has_text="average")
    said.wait_for()
    assert said.text_content() == (
        "It wins 1 game in 146 from here. On average 3.92 pegs are left."
    )
    page.select_option("#player-name", "sax-steady")
    page.locator("#chance", has_text="1 game in 5.03").wait_for()
    player.jump("a3-a1")
    page.locator("#chance", has_text="1 game in 5.03").wait_for()
    page.click("#let-play")
    player.play_fast()
    page.locator("#chance", has_text="The game is over.").wait_for()
    assert page.locator("#moves button:not(.ahead)").count() > 5
    assert page.locator("#let-play").is_disabled()
    player.page.keyboard.press("n")
    page.locator("#chance", has_text="1 game in 5.03").wait_for()
    player.go("board=triangle12&start=a1&finish=any")
    page.locator("#players").wait_for(state="hidden")
