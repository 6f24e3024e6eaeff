"""Modules of the page by themselves, with a provider that is made up: what is asked, and when."""

import random

import pytest

from pegsolitaire.board import CATALOGUE, Board
from pegsolitaire.board.board import indices_of
from pegsolitaire.theory import invariants, kept_parities


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
  const { Server } = await import("/js/provider.js");
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
      const provider = slowly("large");
      const table = new Table(provider, { settings: { help: "gentle" } });
      const moves = ["a3-a1", "c3-a3", "e5-c3", "b2-d4", "c5-c3"];
      table.speed = 20;
      const passing = [];
      const { verdicts } = provider;
      provider.verdicts = function (words, codes) {
        if (table.playing) passing.push(codes.join() === `code:${table.game.code}`);
        return verdicts.call(this, words, codes);
      };
      await table.open({ board: "triangle5", start: "a1", moves, at: 0 });
      await until(() => table.known);
      table.play();
      await until(() => !table.playing);
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


def test_the_puzzle_of_the_day_over_a_year(ask):
    """One for all, whatever sets of one's own there are; easy on Mondays, hard on Sundays."""
    found = ask("""async () => {
      const { Server } = await import("/js/provider.js");
      const { dailyName, puzzleOfTheDay } = await import("/js/gallery.js");
      const gallery = await new Server().puzzles();
      const mine = { ...gallery.sets[0], name: "mine", own: true };
      const more = { ...gallery, sets: [mine, ...gallery.sets] };
      const days = [...Array(366).keys()].map((day) => new Date(2026, 10, 22 + day, day % 24));
      const told = (all) => days.map((day) => {
        const { set, puzzle } = puzzleOfTheDay(all, day);
        return [day.getDay(), set.name, puzzle.name, puzzle.difficulty];
      });
      return [told(gallery), told(more), dailyName(days[0]), days.map(dailyName)];
    }""")
    days, with_mine, first, names = found
    assert days == with_mine
    assert first == names[0] == "Puzzle of 22 November"
    levels = dict(enumerate(["hard", *["easy"] * 2, *["medium"] * 3, "hard"]))  # from Sunday
    assert all(level == levels[day] for day, _, _, level in days)
    for weekday in range(7):
        mine = [tuple(one[1:3]) for one in days if one[0] == weekday]
        assert len(set(mine[:10])) == 10  # no puzzle comes again within ten weeks
    assert not any(word in "".join(names).lower() for word in ("unique", "jump", "symmetric"))


def test_parities_agree(ask):
    """Of all boards, random positions and finishes, and every single peg."""
    chance, cases, expected = random.Random(6), [], []
    for board in map(Board, CATALOGUE):
        pegs = [1 << i for i in range(len(board))]
        for others in (pegs, chance.sample(pegs, min(3, len(pegs))), pegs[:1]):
            code = chance.getrandbits(len(board))
            rows = [indices_of(row) for row in invariants(board)]
            cases.append([rows, str(code), list(map(str, others))])
            expected.append([
                [None if region is None else indices_of(region), list(map(str, part))]
                for region, part in kept_parities(board, code, others)
            ])  # fmt: skip
    found = ask(
        """async (cases) => {
          const { keptParities } = await import("/js/telling.js");
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
        ({"exact": True, "win_probability": 0}, "It never wins from here."),
        ({"exact": True, "win_probability": 1}, "It wins every game from here."),
        (
            {"exact": True, "win_probability": 0.9999},
            "It wins more than 999 games in 1,000 from here.",
        ),
        ({"exact": True, "win_probability": 0.905}, "It wins 90.5% of games from here."),
        ({"exact": True, "win_probability": 1 / 5.034}, "It wins 1 game in 5.03 from here."),
        (
            {"exact": False, "games": 1000, "wins": 10, "interval": [0.005, 0.02]},
            "It won 10 of 1,000 games tried from here: its chance is from 1 game in 200 to "
            "1 game in 50 (95% confidence).",
        ),
        (
            {"exact": False, "games": 1000, "wins": 0, "interval": [0, 0.004]},
            "It won 0 of 1,000 games tried from here: its chance is at most 1 game in 250 "
            "(95% confidence).",
        ),
    ],
)
def test_chances_in_words(ask, found, words):
    said = ask(CHANCES, {"mean_pegs": 3.916, **found})
    assert said == f"{words} On average 3.92 pegs are left."


def test_counts_are_said_as_english_says_them(ask):
    said = ask(
        """async () => {
            const { readable, shareText, whichWin } = await import("/js/words.js");
            const jumps = [[1, 1], [0, 1], [2, 2], [0, 2], [4, 4], [0, 4], [1, 7], [2, 7]];
            const numbers = [7, 2999, 36400, 999999, 27e10, 2.34e15, 4e20];
            return [
                jumps.map(([wins, all]) => whichWin(wins, all)),
                numbers.map((number) => readable(number)),
                shareText({ won: 2n, total: 6900000n }),
                shareText({ won: 4n, total: 15n }),
            ];
        }"""
    )
    assert said == [
        [
            "the only jump still wins",
            "the only jump loses",
            "both jumps still win",
            "neither jump wins",
            "all 4 jumps still win",
            "none of the 4 jumps wins",
            "only 1 of 7 jumps still wins",
            "2 of 7 jumps still win",
        ],
        ["7", "3,000", "36,000", "1 million", "270 billion", "2.3 quadrillion", "400 quintillion"],
        " · 1 in 3.5 million games from here wins",
        " · 26% of games from here win",
    ]


def test_an_analysis_is_offered_with_time_and_space(ask):
    status = ask(
        """async () => {
            const { status } = await import("/js/words.js");
            const say = (seconds, bytes) => status({
                game: { code: 3n }, won: false, jumps: [1],
                memory: { settings: { help: "gentle" } },
                advisor: { sets: { state: "slow", estimate: { seconds, bytes } } },
            }).text;
            return [say(230, 16.2e9), say(40, 1.84e9)];
        }"""
    )
    words = "2 pegs · Some jumps cannot be judged yet. Full analysis: about"
    assert status == [f"{words} 4 minutes", f"{words} 40 seconds"]
