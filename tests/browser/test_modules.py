"""Tests of single modules of the page, with a fake provider that records its questions."""

import random

import pytest

from pegsolitaire.board import CATALOGUE, Board
from pegsolitaire.board.bits import indices_of
from pegsolitaire.theory import invariants, kept_parities


@pytest.fixture(scope="module")
def ask(browser, server):
    """Return a function that runs JavaScript on a page that can import the modules."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(server)
        page.wait_for_selector("html[data-ready=yes]")
        page.evaluate(SLOWLY)
        yield page.evaluate


# A provider whose searches are slow and which records the questions.
SLOWLY = """async () => {
  const { Server } = await import("/js/provider.js");
  const real = await new Server().problem({ board: "triangle5", start: "a1" });
  window.slowly = (state, source = "search") => ({
    asked: [],
    problems: 0,
    now: 0,
    most: 0,
    sets: { state, message: "", estimate: null, job: null },
    posing: async () => ({ sets: [] }),
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
  window.until = async (done) => {
    for (let times = 0; !done(); times += 1) {
      if (times > 3000) throw new Error(`not in the end: ${done}`);
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
  };
}"""


@pytest.mark.slow
def test_while_a_game_is_played_its_position_alone_is_searched(ask):
    passing, in_all = ask("""async () => {
      const { Controller } = await import("/js/controller.js");
      const { State } = await import("/js/state.js");
      const { Store } = await import("/js/store.js");
      const provider = slowly("large");
      const store = new Store(new State({ settings: { help: "gentle" } }));
      const controller = new Controller(provider, store);
      const moves = ["a3-a1", "c3-a3", "e5-c3", "b2-d4", "c5-c3"];
      store.state = store.state.with({ speed: 20 });
      const passing = [];
      const { verdicts } = provider;
      provider.verdicts = function (words, codes) {
        if (store.state.playing) passing.push(codes.join() === `code:${store.state.game.code}`);
        return verdicts.call(this, words, codes);
      };
      await controller.open({ board: "triangle5", start: "a1", moves, at: 0 });
      await until(() => store.state.game && store.state.known);
      controller.send("played");
      await until(() => !store.state.playing);
      await until(() => store.state.game.codes.every((code) => store.state.knowledge.known(code)));
      return [passing, provider.asked.length];
    }""")
    assert passing
    assert all(passing)
    assert in_all == 6


@pytest.mark.slow
def test_what_fails_is_not_asked_again_at_once(ask):
    """Otherwise the page would send endless requests to a server that has stopped."""
    times = ask("""async () => {
      const { Controller } = await import("/js/controller.js");
      const { State } = await import("/js/state.js");
      const { Store } = await import("/js/store.js");
      const provider = slowly("large");
      const store = new Store(new State({ settings: { help: "gentle" } }));
      const controller = new Controller(provider, store);
      let times = 0;
      provider.verdicts = async () => {
        times += 1;
        throw new Error("gone");
      };
      await controller.open({ board: "triangle5", start: "a1", moves: ["a3-a1"] });
      await until(() => store.state.notice);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return times;
    }""")
    assert times == 1


@pytest.mark.slow
def test_parities_agree(ask):
    """The parities agree on all boards, for random positions and finishes and for single pegs."""
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
