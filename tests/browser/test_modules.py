"""Tests of single modules of the page, with a fake provider that records its questions."""

import random

import pytest

from pegsolitaire.board import CATALOGUE, Board
from pegsolitaire.board.bits import indices_of
from pegsolitaire.theory import invariants, kept_parities

# A controller with a provider whose searches are slow and which records the questions.
SLOWLY = """async () => {
  const [{ Server }, { Controller }, { State }, { Store }] = await Promise.all(
    ["provider", "controller", "state", "store"].map((name) => import(`/js/${name}.js`)),
  );
  const real = await new Server().problem({ board: "triangle5", start: "a1" });
  const sets = { state: "large", message: "", estimate: null, job: null };
  window.slowly = () => {
    const provider = {
      asked: [],
      posing: async () => ({ sets: [] }),
      problem: () => ({ ...real, sets }),
      async verdicts(words, codes) {
        this.asked.push(...codes);
        await new Promise((resolve) => setTimeout(resolve, 3));
        return { source: "search", positions: codes.map(() => ({ winning: null, jumps: {} })) };
      },
    };
    const store = new Store(new State({ settings: { help: "gentle" } }));
    return { provider, store, controller: new Controller(provider, store) };
  };
  window.until = async (done) => {
    for (let times = 0; !done(); times += 1) {
      if (times > 3000) throw new Error(`not in the end: ${done}`);
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
  };
}"""


@pytest.fixture
def ask(scripts):
    """Return a function that runs JavaScript with `slowly` and `until`."""
    scripts.evaluate(SLOWLY)
    return scripts.evaluate


@pytest.mark.slow
def test_while_a_game_is_played_its_position_alone_is_searched(ask):
    passing, in_all = ask("""async () => {
      const { provider, store, controller } = slowly();
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
      const { provider, store, controller } = slowly();
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
def test_parities_agree(scripts):
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
    found = scripts.evaluate(
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
