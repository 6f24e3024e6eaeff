"""Modules of the page by themselves, with a provider that is made up: what is asked, and when."""

import random

import pytest

from pegsolitaire.board import CATALOGUE, Board
from pegsolitaire.theory import invariants, kept_parities
from pegsolitaire.web.documents import holes_of


@pytest.fixture(scope="module")
def ask(browser, server):
    """The result of a function of JavaScript, in a page that is there for its modules."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(server)
        page.wait_for_selector("html[data-ready=yes]")
        page.evaluate(SLOWLY)
        yield page.evaluate


# A provider whose searches take a moment, on which it notes what was asked.
SLOWLY = """async () => {
  const { Server } = await import("/js/server.js");
  const real = await new Server().problem({ board: "triangle5", start: "a1" });
  window.slowly = (state, source = "search") => ({
    asked: [],
    problems: 0,
    now: 0,
    most: 0,
    sets: { state, message: "", estimate: null, job: null },
    puzzles: async () => ({ sets: [] }),
    problem() {
      this.problems += 1;
      return { ...real, sets: this.sets };
    },
    async verdicts(words, codes) {
      this.asked.push(...codes.map((text) => BigInt(text.slice(5))));
      this.now += 1;
      this.most = Math.max(this.most, this.now);
      await new Promise((resolve) => setTimeout(resolve, 3));
      this.now -= 1;
      return { source, positions: codes.map(() => ({ winning: null, jumps: {} })) };
    },
  });
  window.adviser = async (provider) => {
    const { Advisor } = await import("/js/advisor.js");
    return new Advisor(provider, await provider.problem(), {});
  };
  window.until = async (done) => {
    for (let times = 0; !done(); times += 1) {
      if (times > 3000) throw new Error(`not in the end: ${done}`);
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
  };
}"""


def test_searches_are_asked_for_one_at_a_time(ask):
    """However quickly the jumps are made; the position on the board comes next."""
    asked, most = ask("""async () => {
      const provider = slowly("large");
      const advisor = await adviser(provider);
      const codes = [];
      const look = () => advisor.ask(codes);
      advisor.addEventListener("known", look);
      for (let i = 1n; i <= 40n; i += 1n) {
        codes.push(i);
        look();
      }
      await until(() => codes.every((code) => advisor.known(code)));
      return [provider.asked.map(Number), provider.most];
    }""")
    assert most == 1
    assert asked == [1, *range(40, 1, -1)]


def test_while_a_game_is_played_its_position_alone_is_searched(ask):
    passing, in_all = ask("""async () => {
      const { Table } = await import("/js/table.js");
      const { Playback } = await import("/js/playback.js");
      const provider = slowly("large");
      const table = new Table(provider, { settings: { help: "gentle" } });
      const moves = ["a3-a1", "c3-a3", "e5-c3", "b2-d4", "c5-c3"];
      const playback = new Playback(table, () => {});
      playback.speed = 20;
      const passing = [];
      const { verdicts } = provider;
      provider.verdicts = function (words, codes) {
        if (playback.playing) passing.push(codes.join() === `code:${table.game.code}`);
        return verdicts.call(this, words, codes);
      };
      await table.open({ board: "triangle5", start: "a1", moves, at: 0 });
      await until(() => table.known);
      playback.play();
      await until(() => !playback.playing);
      await until(() => table.game.codes.every((code) => table.advisor.known(code)));
      return [passing, provider.asked.length];
    }""")
    assert passing
    assert all(passing)
    assert in_all == 6


def test_sets_that_the_server_has_closed_are_opened_again(ask):
    """What a search does not know is not kept as if the sets said so."""
    before, after, problems = ask("""async () => {
      const provider = slowly("ready");
      const advisor = await adviser(provider);
      const { problem, verdicts } = provider;
      let open = false;
      provider.problem = async function () {
        open = true;
        return problem.call(this);
      };
      provider.verdicts = async function (words, codes) {
        const source = open ? "sets" : "search";
        const { positions } = await verdicts.call(this, words, codes);
        return { source, positions: positions.map((one) => ({ ...one, winning: open || null })) };
      };
      await advisor.ask([7n]);
      const before = advisor.known(7n) ?? "nothing";
      await advisor.ask([7n]);
      return [before, advisor.known(7n).winning, provider.problems];
    }""")
    assert (before, after, problems) == ("nothing", True, 2)


def test_sets_that_are_lost_are_built_again(ask):
    """And what searches said before is forgotten then."""
    states = ask("""async () => {
      const provider = slowly("ready");
      const advisor = await adviser(provider);
      let end = null;
      provider.prepare = () => new Promise((resolve) => (end = resolve));
      provider.sets = { ...provider.sets, state: "absent" };
      const states = [];
      advisor.addEventListener("known", () => states.push(advisor.sets.state));
      await advisor.ask([7n]);
      end({ state: "done", message: "" });
      await until(() => advisor.ready);
      return [...states, String(advisor.known(7n))];
    }""")
    assert states == ["building", "ready", "undefined"]


def test_what_searches_said_is_forgotten_when_sets_are_there(ask):
    known = ask("""async () => {
      const provider = slowly("slow");
      const advisor = await adviser(provider);
      provider.prepare = async () => ({ state: "done", message: "" });
      await advisor.ask([7n]);
      const before = advisor.known(7n).winning;
      await advisor.prepare(true);
      return [before, String(advisor.known(7n))];
    }""")
    assert known == [None, "undefined"]


def test_what_fails_is_not_asked_again_at_once(ask):
    """Or a server that is gone would be asked without end."""
    times = ask("""async () => {
      const { Table } = await import("/js/table.js");
      const provider = slowly("large");
      const table = new Table(provider, { settings: { help: "gentle" } });
      let times = 0;
      provider.verdicts = async () => {
        times += 1;
        throw new Error("gone");
      };
      await table.open({ board: "triangle5", start: "a1", moves: ["a3-a1"] });
      await until(() => table.notice);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return times;
    }""")
    assert times == 1


def test_games_that_could_not_be_counted_are_asked_for_again(ask):
    found = ask("""async () => {
      const provider = slowly("ready", "sets");
      const advisor = await adviser(provider);
      let times = 0;
      provider.games = async () => {
        times += 1;
        if (times === 1) throw new Error("busy");
        return { won: "1", total: "3" };
      };
      await advisor.askGames(7n);
      await advisor.askGames(7n);
      await advisor.askGames(7n);
      return [times, String(advisor.gamesKnown(7n)?.total)];
    }""")
    assert found == [2, "3"]


def test_records_of_two_tabs(ask):
    found = ask("""async () => {
      const { Memory } = await import("/js/memory.js");
      localStorage.clear();
      const [one, other] = [new Memory(() => {}), new Memory(() => {})];
      const said = [one.solved("x", 5), other.solved("y", 6), other.solved("x", 6)];
      return [...said, one.solved("y", 4), JSON.parse(localStorage["pegs.records"])];
    }""")
    assert found == [True, True, False, True, {"x": 5, "y": 4}]


def test_the_puzzle_of_the_day_is_one_for_all(ask):
    found = ask("""async () => {
      const { Server } = await import("/js/server.js");
      const { puzzleOfTheDay } = await import("/js/picker.js");
      const { sets } = await new Server().puzzles();
      const mine = { ...sets[0], name: "mine", own: true };
      const days = [...Array(60).keys()].map((day) => new Date(2026, 0, day));
      const named = (all) => days.map((day) => puzzleOfTheDay(all, day).set.name);
      return [named(sets), named([mine, ...sets])];
    }""")
    assert found[0] == found[1]
    assert len(set(found[0])) > 5


def test_the_puzzle_after_a_puzzle(ask):
    """Of b3 anywhere, which is c3 there; the game says that its goal is c3."""
    found = ask("""async () => {
      const { Server } = await import("/js/server.js");
      const { nextPuzzle } = await import("/js/picker.js");
      const { sets } = await new Server().puzzles();
      const set = sets.find((one) => one.name === "rectangle4x5-vacancies");
      const turned = { ...set, puzzles: [...set.puzzles].reverse() };
      const at = turned.puzzles.findIndex((one) => one.start === "b3");
      const next = nextPuzzle([turned], set.board, "b3", "c3");
      return [turned.puzzles[at].finish, next?.name, turned.puzzles[at + 1].name];
    }""")
    assert found[0] == "any"
    assert found[1] == found[2]


def test_parities_agree(ask):
    """Of all boards, random positions and finishes, and every single peg."""
    chance, cases, expected = random.Random(6), [], []
    for board in map(Board.from_name, CATALOGUE):
        pegs = [1 << i for i in range(len(board))]
        for others in (pegs, chance.sample(pegs, min(3, len(pegs))), pegs[:1]):
            code = chance.getrandbits(len(board))
            rows = [holes_of(row) for row in invariants(board)]
            cases.append([rows, str(code), list(map(str, others))])
            expected.append([
                [None if region is None else holes_of(region), list(map(str, part))]
                for region, part in kept_parities(board, code, others)
            ])  # fmt: skip
    found = ask(
        """async (cases) => {
          const { keptParities } = await import("/js/parity.js");
          return cases.map(([rows, code, others]) =>
            keptParities(rows, BigInt(code), others.map(BigInt)).map((part) => [
              part.region,
              part.others.map(String),
            ]),
          );
        }""",
        cases,
    )
    assert found == expected
    assert {len(parts) for parts in expected} >= {1, 2, 3, 4}


CHANCES = """async (found) => (await import("/js/players.js")).chanceText(found)"""


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ({"exact": True, "win_probability": 0}, "Never wins from here"),
        ({"exact": True, "win_probability": 1}, "Wins always from here, exactly"),
        (
            {"exact": True, "win_probability": 0.9999},
            "Wins more than 999 in 1,000 from here, exactly",
        ),
        ({"exact": True, "win_probability": 0.905}, "Wins 90.5 in 100 from here, exactly"),
        ({"exact": True, "win_probability": 1 / 5.034}, "Wins 1 in 5.03 from here, exactly"),
        (
            {"exact": False, "games": 1000, "wins": 10, "interval": [0.005, 0.02]},
            "Won 10 of 1,000 games from here: 1 in 200 to 1 in 50 (95 %)",
        ),
        (
            {"exact": False, "games": 1000, "wins": 0, "interval": [0, 0.004]},
            "Won 0 of 1,000 games from here: at most 1 in 250 (95 %)",
        ),
    ],
)
def test_chances_in_words(ask, found, words):
    said = ask(CHANCES, {"mean_pegs": 3.916, **found})
    assert said == f"{words}; 3.92 pegs are left on average."
