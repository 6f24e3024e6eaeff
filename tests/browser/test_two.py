"""Tests of games for two players, at one device and against the program."""

import random

import pytest
from playwright.sync_api import expect

from browser.pages import PHONE, AtDialog, click_in_menu, picker
from pegsolitaire.board import Board, hole_name
from pegsolitaire.sets import DuotaireTable


class Two(AtDialog):
    """Two users at one page, or one against the program."""

    dialog_id, board_id = "#two-run", "#two-board"
    texts = "button"

    def open(self, place):
        self.player.settings(motion="off")
        self.player.open(f"two/{place}")
        self.spots.first.wait_for()

    def jump(self, turn):
        start, *ends = str(turn).split("-")
        if not self.page.locator("#two-board .peg.lifted").count():
            self.press(start)
        for end in ends:
            self.press(end)

    def button(self, name):
        return self.dialog.get_by_role("button", name=name, exact=True)

    def choose(self, label, words):
        self.dialog.get_by_label(label, exact=True).select_option(label=words)

    def open_rules(self):
        self.page.click("#two-run summary:has-text('Change the rules')")

    def expect_turn(self, words):
        expect(self.page.locator("#two-run .said")).to_have_text(words)

    def expect_note(self, words):
        expect(self.page.locator("#two-run .note")).to_have_text(words)

    @property
    def address(self):
        return self.page.evaluate("location.hash")


def test_a_child_and_a_parent_at_one_phone(sit_down, server):
    """They choose a game on the front page, play to the end, and begin again, sides changed."""
    player = sit_down(server, alone=True, **PHONE)
    player.settings(motion="off")
    player.open("home")
    two = Two(player)
    page = player.page
    page.locator("#home-two").click()
    two.check_screen()
    defaults = "Two people at this device. A turn is one jump. Whoever cannot jump loses."
    two.expect_turn(defaults)
    expect(two.button("Play")).to_be_in_viewport()
    expect(page.locator("#two-run select").first).to_be_hidden()
    two.open_rules()
    two.press("b3")
    assert two.address == "#two/triangle5/b3"
    two.press("a5")
    two.choose("The end", "Whoever cannot jump wins")
    two.choose("A turn", "A turn is one or more jumps by one peg")
    two.expect_turn(
        defaults.replace("one jump", "one or more jumps by one peg").replace("loses", "wins")
    )
    two.choose("The end", "Whoever cannot jump loses")
    two.choose("A turn", "A turn is one jump")
    two.expect_turn(defaults)
    two.button("Play").click()
    assert two.address == "#two/triangle5/a5/jump/people/1"
    position, chance, turns = Board("triangle5").vacancy("a5"), random.Random(3), []
    while jumps := list(map(str, position.legal_jumps)):
        number = 1 + len(turns) % 2
        two.expect_turn(f"Player {number}, your turn")
        expect(page.locator("#two-run .sides [aria-current=true]")).to_contain_text(
            f"Player {number}"
        )
        turns.append(chance.choice(jumps))
        two.jump(turns[-1])
        position = position.play(turns[-1])
        end = "" if position.legal_jumps else "No jump is left. "
        two.expect_note(f"{end}Player {number}: {turns[-1]}")
        if len(turns) == 3:
            two.check_screen()
            player.reload()
            assert two.address.endswith(f"/1/{','.join(turns)}")
            two.button("Undo").click()
            two.expect_turn("Player 1, your turn")
            two.jump(turns[-1])
    winner = 2 if len(turns) % 2 == 0 else 1
    two.expect_turn(f"Player {winner} wins")
    two.check_screen()
    two.button("Rematch").click()
    two.expect_turn("Player 2, your turn")
    assert two.address == "#two/triangle5/a5/jump/people/2"
    two.button("New game").click()
    two.open_rules()
    two.choose("Boards", "English")
    assert two.address == "#two/english/d4"
    page.keyboard.press("Escape")
    page.locator("#front .cards").wait_for()


def test_a_turn_of_several_jumps(sit_down, server):
    """A turn ends with *Done*, or when the peg cannot go on. By pressing, dragging and keys."""
    player = sit_down(server)
    two = Two(player)
    two.open("triangle5/a3/move-misere/people/1/a1-a3,c3-a1,a3-c3,d4-b2,a1-c3")
    page = player.page
    expect(two.button("Done")).to_be_disabled()
    two.jump("b4-d4")
    two.expect_turn("Jump on, or press Done")
    two.press("a4")  # another peg
    two.expect_turn("Jump on, or press Done")
    assert two.address.endswith("a1-c3"), "the turn is not over"
    two.button("Done").click()
    two.expect_note("Player 2: b4-d4")
    assert two.address.endswith("a1-c3,b4-d4")
    two.button("Undo").click()
    two.press("b4")
    two.press("b2")  # by way of d4
    two.expect_note("Player 2: b4-d4-b2")
    two.button("Undo").click()
    two.jump("b4-d4")
    two.button("Undo").click()
    two.expect_turn("Player 2, your turn")
    assert two.address.endswith("a1-c3")
    page.keyboard.press("Tab")
    two.spot("b4").focus()
    for key in ("Enter", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    two.expect_turn("Jump on, or press Done")
    for turn in ("b2", "e5-c5", "a5-c5"):
        two.jump(turn)
    expect(page.locator("#two-run .sides [aria-current=true]")).to_have_count(1)


def test_against_the_program(player):
    """The strong program wins every won game: who begins on triangle5 from a1 loses by jumps."""
    two = Two(player)
    two.open("triangle5/a1/jump/strong/1")
    table = DuotaireTable.build("triangle5 a1")
    chance = random.Random(5)
    position, turns = table.start, []
    two.expect_turn("Your turn")
    two.button("Who wins?").click()
    two.expect_note("You win only if the program makes a mistake.")
    while jumps := list(map(str, position.legal_jumps)):
        turns.append(chance.choice(jumps))
        two.jump(turns[-1])
        expect(player.page.locator("#two-run .note")).to_contain_text("Program: ")
        player.page.wait_for_function(
            "all => location.hash.split('/').at(-1).split(',').length === all", arg=len(turns) + 1
        )
        turns = two.address.split("/")[-1].split(",")
        position = position.play(turns[-2]).play(turns[-1])
        assert not table.wins(position)
    two.expect_turn("The program wins")
    two.button("Undo").click()
    assert two.address.count("-") == len(turns) - 2, "both turns are taken back"
    two.button("Rematch").wait_for(state="hidden")


def test_help_says_when_a_turn_gives_the_win_away(sit_down, server):
    player = sit_down(server)
    two = Two(player)
    two.open("triangle5/a2/move/people/1")
    table = DuotaireTable.build("triangle5 a2", turns="move")
    start = table.start
    best = {str(turn) for turn in table.best_turns(start)}
    bad = next(jump for jump in map(str, start.legal_jumps) if table.wins(start.play(jump)))
    two.button("Who wins?").click()
    expect(player.page.locator("#two-board .arrow")).to_have_count(1)
    two.jump(bad)
    two.expect_note(f"Player 1: {bad}")
    two.button("Undo").click()
    player.page.get_by_label("Say when a turn gives the win away").check()
    two.jump(bad)
    gave = f"Player 1: {bad}. That gave the win away:"
    expect(player.page.locator("#two-run .note")).to_contain_text(gave)
    said = player.page.inner_text("#two-run .note")
    assert any(f"{turn} would have won" in said for turn in best), said
    two.button("Undo").click()
    two.jump(next(iter(best)))
    two.button("Who wins?").click()
    two.expect_note("Player 2 wins only if the other player makes a mistake.")


MARKS = """() => {
  const names = [...document.querySelectorAll("#two-board .spot")].map(
    (spot) => spot.getAttribute("aria-label").split(",")[0]);
  const marks = [...document.querySelectorAll("#two-board .mark")].map(
    ({ classList }) => ["win", "dead"].find((name) => classList.contains(name)));
  return Object.fromEntries(names.map((name, i) => [name, marks[i]]).filter(([, mark]) => mark));
}"""


SAME = "(a, b) => Object.keys({ ...a, ...b }).every((key) => a[key] === b[key])"


def can_win(table, position, *jumps):
    """Whether some turn that begins with these jumps wins."""
    for jump in jumps:
        position = position.play(jump)
    further = [other for other in position.legal_jumps if other.start == jumps[-1].end]
    return not table.wins(position) or (
        table.turns == "move" and any(can_win(table, position, other) for other in further)
    )


def ends_of(table, position, hole):
    """The marks of the holes that a peg can go to, by the fewest jumps."""
    ends, ways = {}, [(position, ())]
    while ways:
        further = [
            (after.play(jump), (*way, jump))
            for after, way in ways
            for jump in after.legal_jumps
            if jump.start == (way[-1].end if way else hole)
        ]
        for _, way in further:
            wins = can_win(table, position, *way)
            ends.setdefault(hole_name(way[-1].end), "win" if wins else "dead")
        ways = further if table.turns == "move" else []
    return ends


@pytest.mark.parametrize(("misere", "turns"), [(False, "jump"), (True, "move")])
def test_marks_on_the_board(sit_down, server, misere, turns):
    """Rings of pegs and of targets are solid if they can win, dashed if not, as in the library."""
    player, chance = sit_down(server), random.Random(6)
    table = DuotaireTable.build("triangle5 a3", misere=misere, turns=turns)
    position, page = table.start, player.page
    two = Two(player)
    two.open(f"triangle5/a3/{turns}{'-misere' * misere}/people/1")
    box = page.get_by_label("Ring the pegs: solid wins, dashed loses")
    assert page.evaluate(MARKS) == {}
    box.check()
    for _ in range(6):
        jumps = position.legal_jumps
        pegs = {hole_name(jump.start): "dead" for jump in jumps}
        pegs |= {hole_name(jump.start): "win" for jump in jumps if can_win(table, position, jump)}
        page.wait_for_function(f"pegs => ({SAME})(pegs, ({MARKS})())", arg=pegs)
        jump = chance.choice(jumps)
        start, end = str(jump).split("-")
        two.press(start)
        ends = ends_of(table, position, jump.start)
        assert page.evaluate(MARKS) == pegs | ends
        word = "wins" if ends[end] == "win" else "loses"
        assert two.spot(end).get_attribute("aria-label").endswith(f", {word}")
        two.press(end)
        position = position.play(jump)
        if page.locator("#two-board .peg.lifted").count():
            done = {end: "dead" if table.wins(position) else "win"}
            assert page.evaluate(MARKS) == done | ends_of(table, position, jump.end)
            two.button("Done").click()
    box.uncheck()
    assert page.evaluate(MARKS) == {}


@pytest.mark.slow
def test_marks_against_the_program_and_later(sit_down, server):
    """There are no marks while the program plays, and a word if it is too early for any."""
    player = sit_down(server)
    two = Two(player)
    two.open("triangle5/a1/jump/strong/1")
    page = player.page
    page.get_by_label("Ring the pegs").check()
    page.wait_for_function(f"() => Object.keys(({MARKS})()).length === 2")
    two.jump("a3-a1")
    assert page.evaluate(MARKS) == {}
    expect(page.locator("#two-run .note")).to_contain_text("Program: ")
    page.wait_for_function(f"() => Object.keys(({MARKS})()).length > 0")
    two.button("Rematch").wait_for(state="hidden")
    player.open("two/english/d4/jump/people/1")
    page.get_by_label("Ring the pegs").check()
    two.expect_note("The rings appear once fewer pegs are left.")
    two.jump("d2-d4")
    two.expect_note("Player 1: d2-d4")
    assert page.evaluate(MARKS) == {}


def test_the_ways_to_a_game_for_two(sit_down, server):
    """The menu and the boards lead there. Damaged links are refused."""
    player = sit_down(server, alone=True)
    player.open("board/triangle5/a1")
    two = Two(player)
    click_in_menu(player.page, "two")
    two.spots.first.wait_for()
    player.page.keyboard.press("Escape")
    picker(player.page, "boards").get_by_role("button", name="Two players").click()
    two.spots.first.wait_for()
    player.page.go_back()
    player.page.locator("#two-run").wait_for(state="hidden")
    for link in ("triangle5/a1/hop", "triangle5/a1/jump/nobody", "triangle5/a1/jump/people/3",
                 "triangle5/a1/jump/people/1/a1-a3", "nowhere/a1", "triangle5/a9"):  # fmt: skip
        player.open(f"two/{link}")
        player.page.get_by_text("cannot be opened").first.wait_for()
        assert player.page.locator("#two-run").is_hidden()
    player.forgive("Failed to load resource")
