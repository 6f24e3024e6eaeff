"""Tests of the worker that judges positions without a server, and of the page offline."""

import json
import random
import re

import numpy as np
import pytest

from browser.conftest import exported_once, hosting
from browser.test_verdicts import naive_search
from pegsolitaire.board import Board, apply_permutation, hole_name
from pegsolitaire.game import Problem
from pegsolitaire.sets import Tablebase, WinningSets
from pegsolitaire.theory.classes import hole_classes

E = Board("english")
VACANCIES = [hole_name(E.holes[orbit[0]]) for orbit in E.orbits]
STILL = {"motion": "off"}
LOAD = 8_000_000  # limit in bytes on what the offline page may load

# Returns true, false or null for each code, and the times in milliseconds.
JUDGE = """async ([spec, finishes, codes, settle]) => {
  const module = (name) => import(new URL(`js/${name}.js`, document.baseURI));
  const [{ Packs }, { Board }] = [await module("packs"), await module("rules")];
  const packs = await Packs.load();
  const found = await packs.board(spec);
  const board = new Board(found);
  const goals = finishes.map((name) => 1n << BigInt(board.names.indexOf(name)));
  const source = packs.sources.of(board, found, null, goals);
  if (source.state() === "absent") {
    const end = await source.prepare(() => {}, new AbortController().signal);
    if (end.state !== "done") throw new Error(end.message);
  }
  if (settle) await new Promise((resolve) => setTimeout(resolve, settle));
  const answers = [];
  for (let i = 0; i < codes.length; i += 500)
    answers.push(...(await source.wins(codes.slice(i, i + 500).map(BigInt))));
  return [source.state(), answers];
}"""


@pytest.fixture(scope="module")
def judge(browser, exported):
    """Return a function that asks the worker of an exported page about positions."""
    with browser.new_context(service_workers="block") as context:
        page = context.new_page()
        page.set_default_timeout(600_000)
        page.goto(f"{exported}sheet.html")

        def ask(board, finishes, codes, settle=0):
            return page.evaluate(JUDGE, [board, list(finishes), list(map(str, codes)), settle])

        yield ask


def sampled(wins, chance, number):
    """Return random winning codes, and losing codes that are one jump away from winning ones.

    The first codes come from all numbers of pegs alike.
    """
    levels = [wins.level(pegs) for pegs in range(2, 32)]
    chosen = [code for level in levels for code in chance.choice(level, 3).tolist()]
    chosen += chance.choice(np.concatenate(levels), 3 * number).tolist()
    after = np.array(
        [code ^ jump.mask for code in chosen for jump in E.masks_from(code)], np.uint64
    )
    dead = after[~wins.contains_codes(after)].tolist()
    return chosen[:number], [*dead[:300], *chance.choice(dead, number).tolist()]


@pytest.mark.slow
@pytest.mark.parametrize("hole", VACANCIES)
def test_100_000_positions_of_the_seven_vacancies(judge, hole):
    wins = WinningSets.build(Problem.complement(E, hole))
    live, dead = sampled(wins, np.random.default_rng(1), 7_200)
    state, answers = judge("english", [hole], [*live, *dead], settle=10_000)
    assert state == "ready"
    assert answers == [True] * len(live) + [False] * len(dead)


# -- unreachable positions ------------------------------------------------------------------------


class Everything:
    """Knows for all holes which positions can be reduced to one peg in that hole."""

    def __init__(self):
        self.labels = np.array(hole_classes(E))
        self.tables = {orbit[0]: Tablebase.build(E, [1 << orbit[0]]) for orbit in E.orbits}

    def solvable(self, codes, hole):
        symmetry = next(s for s in E.symmetries if s.image[hole] in self.tables)
        table = self.tables[symmetry.image[hole]]
        images = [apply_permutation(symmetry.image, code) for code in codes]
        inside = np.array([image in table.solvable.coset for image in images])
        found = np.zeros(len(codes), bool)
        found[inside] = table.solvable.contains_codes(np.array(images, np.uint64)[inside])
        return found

    def somewhere(self, codes, holes):
        return np.any([self.solvable(codes, hole) for hole in holes], axis=0)

    def holes(self, label):
        return np.flatnonzero(self.labels == label).tolist()


@pytest.mark.slow
def test_10_000_positions_that_no_vacancy_reaches(judge):
    """A position is reachable if its complement can be reduced to one peg in the vacancy."""
    every = Everything()
    codes = np.random.default_rng(2).integers(1 << len(E), size=60_000).tolist()
    asked = 0
    for label in sorted(set(every.labels.tolist())):
        holes = every.holes(label)
        own = [code for code in codes if class_of(every.labels, code) == label]
        others = [code ^ E.full_code for code in own]
        reached = every.somewhere(others, range(len(E)))
        own = [code for code, met in zip(own, reached, strict=True) if not met][:1200]
        expected = every.somewhere(own, holes).tolist()
        _, answers = judge("english", [hole_name(E.holes[i]) for i in holes], own)
        assert answers == expected
        assert 0 < sum(expected) < len(expected)
        asked += len(own)
    assert asked >= 10_000


def class_of(labels, code):
    return int(np.bitwise_xor.reduce(labels[[i for i in range(len(E)) if code >> i & 1]]))


# -- boards without packs -------------------------------------------------------------------------


def backwards(board, hole, chance):
    """Yield winning positions by taking back jumps from a single peg in a hole."""
    code = 1 << board.bit(hole)
    while True:
        before = [code ^ j.mask for j in board.jumps if code & j.mask == j.mask ^ j.pegs]
        if not before:
            return
        code = chance.choice(before)
        yield code


@pytest.mark.slow
@pytest.mark.parametrize(("name", "hole"), [("french", "d1"), ("square6", "b2")])
def test_what_a_search_does_not_know_it_does_not_say(judge, name, hole):
    board, chance = Board(name), random.Random(name)
    live = [code for _ in range(2) for code in backwards(board, hole, chance)]
    state, answers = judge(name, [hole], live)
    assert state == "large"
    assert set(answers) <= {True, None}
    few = [answer for code, answer in zip(live, answers, strict=True) if code.bit_count() < 13]
    assert len(few) > 20
    assert all(few)
    dead = [code ^ (1 << chance.randrange(len(board))) for code in live]
    assert not any(judge(name, [hole], dead)[1])  # all in another class


@pytest.mark.slow
@pytest.mark.parametrize("name", ["square6", "french"])
def test_few_pegs_are_judged_as_by_trying_everything(judge, name):
    board, chance = Board(name), random.Random(name)
    can = naive_search(board, 1 << board.bit("c3"))
    near = [code for _ in range(12) for code in backwards(board, "c3", chance)]
    near = [code for code in near if code.bit_count() < 9]
    triples = [jump.mask for jump in board.jumps]
    codes = near + [code ^ chance.choice(triples) for code in near]  # in the same class
    codes = [code for code in codes if 0 < code.bit_count() < 9]
    expected = [can(code) for code in codes]
    assert judge(name, ["c3"], codes)[1] == expected
    assert 20 < sum(expected) < len(expected) - 20


# -- the page -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_slices_that_are_not_there(sit_down, exported):
    player = sit_down(exported, alone=True)
    player.settings(help="gentle", **STILL)
    player.page.route("**/english-*-23.pack", lambda route: route.fulfill(status=404))
    player.open("board=english&start=d4")
    player.wait_for_status("is not there: the server answered 404")
    player.page.unroute("**/english-*-23.pack")
    player.page.get_by_role("button", name="Start the full analysis").click()
    player.hint()
    player.forgive("Failed to load")


@pytest.mark.slow
def test_after_the_first_visit_the_page_needs_no_network(sit_down, run_folder):
    root = exported_once(run_folder)
    with hosting(root) as address:
        player = sit_down(f"{address}games/pegs/", alone=True, service_workers="allow")
        player.settings(help="full", **STILL)
        player.open("board=triangle5&start=a1")
        player.page.wait_for_function("() => navigator.serviceWorker.controller")
    player.open("board=english&start=d4&finish=any")
    player.wait_for_status("all 4 jumps still win")
    player.hint()
    player.open("board=french&start=d4&finish=any")
    player.wait_for_status("cannot be won from the start")
    player.open("learn/jumping")
    player.page.locator("#lessons").wait_for()
    player.page.close()
    player.forgive("Failed to load resource")  # the browser checks sw.js for updates


@pytest.mark.slow
def test_what_is_loaded_for_that(run_folder):
    page = exported_once(run_folder) / "games" / "pegs"
    text = (page / "sw.js").read_text("utf-8")
    kept = json.loads(re.search(r"const FILES = (\{.*?\});", text, re.DOTALL)[1])
    assert sum((page / name).stat().st_size for name in kept) < LOAD
    slices = {f"packs/english-{hole}-23.pack" for hole in VACANCIES}
    assert {name for name in kept if name.startswith("packs/english-")} == slices
    every = {path.relative_to(page).as_posix() for path in page.rglob("*") if path.is_file()}
    assert every - kept.keys() == {"sw.js"}
