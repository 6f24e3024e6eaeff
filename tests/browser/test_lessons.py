"""Tests of the lessons by pointer, touch and keys, with a server and without one."""

import pytest
from marks import quick_then
from playwright.sync_api import expect

from browser.pages import SCREENS, AtDialog, click_in_menu, faults, sit_at
from pegsolitaire.advice import Guide
from pegsolitaire.board import Board, hole_name
from pegsolitaire.data import lesson_named
from pegsolitaire.web.documents import Lessons

DOCUMENTS = {one["name"]: one for one in Lessons().to_json()["lessons"]}

#: The lessons to play with each input device. They ask for holes, jumps or answers.
LESSONS = dict.fromkeys(("pointer", "touch"), ("corners", "colours", "sax"))
LESSONS |= {"keys": ("colours",)}
PLAYED = [(screen, name) for screen in SCREENS for name in LESSONS[screen.split()[1]]]


class Pupil(AtDialog):
    """A user who follows the solutions of a lesson."""

    dialog_id, board_id = "#lessons", "#lesson-board"
    texts = "button, .text, .reply, .tally, h2"

    def open(self, name=None):
        self.player.settings(motion="off")
        self.player.open(f"learn/{name}" if name else "learn")
        self.dialog.locator("h2").wait_for()

    def button(self, name):
        return self.dialog.locator(".keys").get_by_role("button", name=name)

    @property
    def said(self):
        return self.dialog.locator(".reply").inner_text()

    @property
    def step(self):
        return self.dialog.locator(".at").inner_text()

    def do(self, step):
        """Try each wrong turn of a step and then follow its solution."""
        for turn in step["wrong"]:
            for jump in turn["after"]:
                self.jump(jump)
            self.jump(turn["jump"])
            assert self.said == turn["reply"]
            expect(self.button("Skip")).to_have_count(1)
            for _ in (*turn["after"], turn["jump"]):
                self.button("Undo").click()
        for jump in (step["solution"] or {"jumps": []})["jumps"]:
            self.jump(jump)
        for name in step["pick"]:
            self.press(name)
        if step["kind"] == "paint":
            self.paint(step)
        answers = sorted(enumerate(step["answers"]), key=lambda one: one[1]["right"])
        for number, answer in answers:
            self.dialog.locator(".answers button").nth(number).click()
            assert self.said == answer["reply"]
        assert self.said == (step["done"] or self.said)
        expect(self.button("Next")).to_have_count(1)

    def paint(self, step):
        """Paint all holes by buttons or keys, starting with a wrong colour."""
        board = Board("english")
        colours = dict(zip(map(hole_name, board), step["colours"], strict=True))
        first = step["among"][0]
        self.take("ABC"[colours[first] - 1])
        self.press(first)
        assert self.said == f"{first} needs {step['astray']}"
        taken = None
        for name in sorted(step["among"], key=colours.get):
            if colours[name] != taken:
                taken = colours[name]
                self.take("ABC"[taken])
            self.press(name)

    def take(self, letter):
        """Choose a colour to paint with."""
        if self.player.how == "keys":
            self.page.locator('#lesson-board .spot[tabindex="0"]').focus()
            self.page.keyboard.press(letter.lower())
        else:
            self.dialog.locator(".answers").get_by_role("button", name=letter).click()
        chosen = self.dialog.locator(".answers [aria-pressed=true]").inner_text()
        assert chosen == letter


@pytest.mark.slow
def test_a_press_on_another_peg_lifts_that_one(sit_down, server):
    """Targets are announced within the dialog, because nothing outside it can be heard."""
    player = sit_down(server)
    player.settings(help="off", motion="off")
    page = player.page
    for place, dialog in (("storm/streak", "#storm-run"), ("learn/jumping", "#lessons")):
        player.open(place)
        page.locator(f"{dialog} .spot.can").first.dispatch_event("click")
        lifted = page.locator(f"{dialog} [aria-selected=true]").get_attribute("aria-label")
        heard = page.text_content(f"{dialog} .live[role=status]")
        assert heard.startswith(f"{lifted.partition(',')[0]} lifted, to ")
        goal = heard.rpartition(" ")[2]
        expect(page.locator(f'{dialog} .spot.goes[aria-label^="{goal},"]')).to_have_count(1)
    page.keyboard.press("Escape")
    pupil = Pupil(player)
    for how in ("pointer", "keys"):
        player.how = how
        pupil.open("jumping")
        pupil.jump("d3-d2")
        expect(page.locator("#lesson-board .peg.lifted")).to_have_count(1)
        assert pupil.spot("d2").get_attribute("aria-label").startswith("d2, peg, lifted")
        pupil.press("d4")
        assert pupil.said == DOCUMENTS["jumping"]["steps"][0]["done"]
        page.evaluate("localStorage.removeItem('pegs.lessons')")


@pytest.mark.parametrize("number", quick_then(2, len(DOCUMENTS)))
def test_every_lesson_is_played_as_it_says(sit_down, address, number):
    """The lessons lead on to each other, and the page remembers which are done."""
    pupil = Pupil(sit_down(address))
    played = list(DOCUMENTS)[-number:]
    pupil.open(played[0])
    for name in played:
        one = DOCUMENTS[name]
        expect(pupil.page.locator("#lessons-title")).to_have_text(one["title"])
        assert pupil.page.url.endswith(f"#learn/{list(DOCUMENTS).index(name) + 1}")
        for at, step in enumerate(one["steps"], 1):
            assert pupil.step == f"Step {at} of {len(one['steps'])}"
            pupil.do(step)
            pupil.button("Next").click()
    assert pupil.page.url.endswith("#learn")  # the list follows the last lesson
    done = pupil.dialog.locator("small").all_inner_texts()
    assert done[-number:] == ["✓ done"] * number
    assert not any(done[:-number])
    assert pupil.player.stored("lessons") == {
        name: len(DOCUMENTS[name]["steps"]) for name in played
    }


@pytest.mark.slow
@pytest.mark.parametrize(("screen", "name"), PLAYED)
def test_some_lessons_on_every_screen(sit_down, server, screen, name):
    """Lessons work on every screen: the board does not move, and nothing is cut off."""
    scheme = "dark" if screen.startswith(("390", "1920")) else "light"
    pupil = Pupil(sit_at(sit_down, server, screen, color_scheme=scheme))
    pupil.open()
    pupil.check_screen()
    pupil.dialog.locator(f"[data-lesson={name}]").click()
    pupil.dialog.locator(".text").wait_for()
    for step in DOCUMENTS[name]["steps"][:3]:
        place = pupil.page.locator("#lesson-board").bounding_box()
        pupil.check_screen()
        pupil.do(step)
        pupil.check_screen()
        assert pupil.page.locator("#lesson-board").bounding_box() == place
        pupil.button("Next").click()


def test_hints_ask_before_they_tell(sit_down, server):
    pupil = Pupil(sit_down(server))
    pupil.open("three-removal")
    step = DOCUMENTS["three-removal"]["steps"][0]
    assert pupil.button("Solution").is_disabled()
    pupil.button("Hint").click()
    assert pupil.said == step["hint"]
    expect(pupil.page.locator("#lesson-board .arrow")).to_have_count(0)
    pupil.button("Hint").click()
    assert pupil.said.startswith("c5-e5 is right.")
    expect(pupil.page.locator("#lesson-board .arrow")).to_have_count(1)
    pupil.button("Hint").click()
    assert pupil.spot("e5").get_attribute("aria-label").startswith("e5, peg")
    pupil.button("Solution").click()
    pupil.dialog.locator(".reply.good").wait_for()
    assert pupil.said == step["done"]
    pupil.button("Next").click()
    pupil.jump("c4-c2")
    assert pupil.said == DOCUMENTS["three-removal"]["steps"][1]["astray"]
    pupil.page.keyboard.press("Enter")  # the undo button has the focus
    assert pupil.said == ""
    expect(pupil.button("Skip")).to_have_count(1)

    # In this step, the pupil has to find holes.
    pupil.open("corners")
    step = DOCUMENTS["corners"]["steps"][0]
    pupil.press("d1")
    assert pupil.said == f"d1: {step['astray']}"
    pupil.button("Hint").click()
    assert pupil.said == step["hint"]
    for _ in step["pick"]:
        pupil.button("Hint").click()
    assert pupil.said == step["done"]


def test_a_lesson_goes_on_where_it_was_left(sit_down, address):
    """Closing a lesson restores the address of the game, and Back returns to the list."""
    player = sit_down(address, alone=True)
    pupil = Pupil(player)
    player.settings(motion="off")
    player.open("learn/flying")  # there is no such lesson
    said = "This link cannot be opened: unknown lesson “flying”"
    assert player.page.inner_text("#notice").startswith(said)
    assert player.page.url.endswith("#board/english/d4/d4")
    player.go("board=triangle5&start=a1")
    game = player.page.url
    click_in_menu(player.page, "lessons")
    pupil.dialog.locator("[data-lesson=jumping]").click()
    # The text asks for d2-d4: that peg glows, and an arrow shows the jump.
    glowing = player.page.locator("#lesson-board .peg.glow .ball")
    place = [pupil.spot("d2").get_attribute(name) for name in ("cx", "cy")]
    assert [glowing.get_attribute(name) for name in ("cx", "cy")] == place
    arrow = player.page.locator("#lesson-board .arrow")
    expect(arrow).to_have_count(1)
    pupil.do(DOCUMENTS["jumping"]["steps"][0])
    expect(arrow).to_have_count(0)
    player.page.keyboard.press("Escape")
    pupil.dialog.wait_for(state="hidden")
    player.page.wait_for_url(game)
    click_in_menu(player.page, "lessons")
    pupil.dialog.wait_for()
    tile = pupil.dialog.locator("[data-lesson=jumping]")
    expect(tile.locator("small")).to_have_text("1 of 3 steps")
    tile.click()
    assert pupil.step == "Step 2 of 3"
    pupil.button("Back").click()
    assert pupil.step == "Step 1 of 3"
    player.page.go_back()
    pupil.dialog.locator("[data-lesson=jumping]").wait_for()
    player.page.go_back()
    pupil.dialog.wait_for(state="hidden")
    player.page.wait_for_url(game)


@pytest.mark.slow
def test_lessons_are_read_on_without_solving(sit_down, server):
    """A lesson can be skipped step by step to the next one without counting as done."""
    pupil = Pupil(sit_down(server))
    pupil.open("1")
    steps = int(pupil.step.split()[-1])
    for _ in range(steps):
        pupil.dialog.locator(".keys .next").click()
    pupil.page.wait_for_function("() => location.hash === '#learn/2'")
    assert all(number < steps for number in pupil.player.stored("lessons").values())


LOST = """async () => {
  const { Lesson } = await import("/js/lesson.js");
  const { Board } = await import("/js/rules.js");
  const { Server } = await import("/js/provider.js");
  const server = new Server();
  const boards = new Map((await server.boards()).map((one) => [one.name, new Board(one)]));
  const found = [];
  for (const document of await server.lessons()) {
    const lesson = new Lesson(document, boards.get(document.board));
    document.steps.forEach((step, number) => {
      for (let made = 0; made < (step.solution?.jumps.length ?? 0); made += 1) {
        lesson.go(number);
        const before = step.solution.jumps.slice(0, made);
        before.forEach((text) => lesson.jump(lesson.board.jumpNamed.get(text)));
        for (const jump of lesson.jumps) {
          lesson.jump(jump);
          const { lost, reply } = lesson;
          found.push([document.name, number, made, jump.text, lost, reply?.text ?? ""]);
          lesson.undo();
        }
      }
    });
  }
  return found;
}"""


@pytest.mark.slow
def test_the_page_knows_what_loses(sit_down, server):
    """The page judges each jump beside a solution as the library does and explains losses."""
    player = sit_down(server)
    player.open("board=triangle5&start=a1")
    found = player.page.evaluate(LOST)
    assert len(found) > 400
    for name, number, made, jump, lost, reply in found:
        step = lesson_named(name).steps[number]
        position = step.start
        for one in step.solution.jumps[:made]:
            position = position.play(one)
        guide = Guide(step.start, finish=list(step.finishes))
        assert lost is (guide.winning(position.play(jump)) is False), (name, number, jump)
        assert not lost or reply


# -- words ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_words_are_explained_where_they_appear(sit_down, address):
    """A term is explained on hover, focus or press. Escape closes only the explanation."""
    player = sit_down(address)
    pupil = Pupil(player)
    pupil.open("central-game")
    page, tip = pupil.page, pupil.page.locator("#gloss")
    word = pupil.dialog.locator(".term", has_text="central game")
    word.hover()
    assert tip.inner_text().startswith("central game The game of the English board")
    page.mouse.move(5, 5)
    tip.wait_for(state="detached")
    word.focus()
    assert word.get_attribute("aria-describedby") == "gloss"
    assert faults(page) == []
    page.keyboard.press("Escape")
    tip.wait_for(state="detached")
    assert pupil.dialog.is_visible()

    player.go("board=triangle5&start=a1")
    player.page.locator("html[data-glossary=yes]").wait_for(state="attached")
    click_in_menu(player.page, "help")
    player.page.locator("#help summary").click()
    assert player.page.locator("#help dt").count() > 20
    assert player.page.locator("#help .term").count() >= 3
    assert faults(player.page) == []
