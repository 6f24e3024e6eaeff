"""Tests that the served page, the page with packs and the naive search give the same verdicts."""

import random

import naive
import pytest
from marks import slow

from pegsolitaire.board import Board
from pegsolitaire.game import Position, Problem
from pegsolitaire.reasons import find_claim
from pegsolitaire.sets import WinningSets
from pegsolitaire.theory import feasible_finishes, read_problem

EACH = 500  # number of winning and of losing positions per board
MAX_PATTERN_PEGS = 12  # limit for the naive search

ASK = """async ([words, codes]) => {
  const { chooseProvider } = await import(new URL("js/provider.js", document.baseURI));
  const provider = await chooseProvider();
  const problem = await provider.problem(words);
  if (problem.sets.state !== "ready") {
    const never = new AbortController().signal;
    const end = await provider.prepare(words, false, () => {}, never);
    if (end.state !== "done") throw new Error(end.message);
  }
  const found = [];
  for (let i = 0; i < codes.length; i += 60) {
    const some = codes.slice(i, i + 60).map((code) => `code:${code}`);
    found.push(...(await provider.verdicts(words, some)).positions.map((one) => one.winning));
  }
  return found;
}"""


def sample(wins, chance):
    """Return equal numbers of winning and losing positions with few pegs."""
    board = wins.problem.board
    winning, losing = set(), set()
    for pegs in range(1, MAX_PATTERN_PEGS + 2):
        level = [int(code) for code in wins.level(pegs)]
        for code in chance.sample(level, min(len(level), 400)):
            turned = image(chance.choice(wins.problem.group), code)
            winning.add(turned)
            after = {turned ^ jump.mask for jump in board.masks_from(turned)}
            losing |= {one for one in after if one not in wins}
    few = [
        sorted(c for c in codes if c.bit_count() <= MAX_PATTERN_PEGS)
        for codes in (winning, losing)
    ]
    return [chance.sample(codes, min(EACH, len(codes))) for codes in few]


def image(symmetry, code):
    return sum(1 << symmetry.image[i] for i in range(code.bit_length()) if code >> i & 1)


@pytest.fixture(scope="module")
def pages(browser, server, exported):
    with browser.new_context() as context:
        found = []
        for address in (server, exported):
            page = context.new_page()
            page.goto(address)
            found.append(page)
        yield found


PARITIES = """async (words) => {
  const { chooseProvider } = await import(new URL("js/provider.js", document.baseURI));
  const provider = await chooseProvider();
  const { start_code } = await provider.problem(words);
  const reasons = await provider.proofs(words, start_code);
  return reasons.map(({ proof, ...told }) => [told.kind, told]);
}"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "hole", "finish"),
    [
        ("french", "d4", "any"),
        ("french", "d4", "d4"),
        ("english", "d4", "d3"),
        ("triangle4", "a1", "any"),
        ("square5", "a1", "b1"),
        ("rectangle4x5", "b3", "b3"),
    ],
)
def test_reasons_by_class_agree(pages, name, hole, finish):
    words = {"board": name, "start": hole, "finish": finish}
    served, packed = (page.evaluate(PARITIES, words) for page in pages)
    assert served == packed  # including texts and rings
    assert {kind for kind, _ in served} == {"class"}
    assert all(told["rings"] and told["sentence"] for _, told in served)


@pytest.mark.every(3)
@pytest.mark.parametrize(
    ("name", "hole"),
    [("triangle5", "a1"), ("triangle6", "a1"), ("truncated18", "a2"), slow("english", "d4")],
)
def test_verdicts_agree(pages, name, hole):
    board = Board(name)
    problem = Problem.complement(board, hole)
    winning, losing = sample(WinningSets.build(problem), random.Random(name))
    assert len(winning) + len(losing) == 2 * EACH or name == "triangle5"
    expected = [True] * len(winning) + [False] * len(losing)
    codes = [*winning, *losing]
    words = {"board": name, "start": hole, "finish": hole}
    for page in pages:
        assert page.evaluate(ASK, [words, list(map(str, codes))]) == expected
    can = naive_search(board, problem.finishes[0])
    assert [can(code) for code in codes] == expected


def naive_search(board, finish):
    """Return a function that tests by brute force whether a code can reach the finish."""
    goal, known = naive.pegs(board, finish), {}

    def can(position):
        if position not in known:
            afters = (naive.after(position, jump) for jump in naive.jumps(board))
            known[position] = position == goal or any(can(one) for one in afters if one)
        return known[position]

    return lambda code: can(naive.pegs(board, code))


#: Asks about each code after preparing the problem. `%s` names a method of the provider and what
#: to keep of its answer.
ASK_EACH = """async ([words, codes]) => {
  const { chooseProvider } = await import(new URL("js/provider.js", document.baseURI));
  const { bestText, claimText } = await import(new URL("js/words.js", document.baseURI));
  const { loadWords } = await import(new URL("js/say.js", document.baseURI));
  await loadWords();
  const provider = await chooseProvider();
  await provider.problem(words);
  await provider.prepare(words, false, () => {}, new AbortController().signal);
  const answers = [];
  for (const code of codes) answers.push(await provider.%s(words, `code:${code}`));
  return answers.map(%s);
}"""
BEST = ASK_EACH % ("bestEnding", "(best) => best && [best.pegs, best.exact, bestText(best)]")
CLAIMS = ASK_EACH % (
    "why",
    "(claim) => claim && { ...claim, jumps: claim.jumps.length, text: claimText(claim) }",
)


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("name", "start", "finish"),
    [("triangle5", "a1", "a1"), ("triangle5", "a1", "any"), ("rectangle4x5", "b3", "b3"),
     slow("english", "d4", "d4")],
)  # fmt: skip
def test_claims_agree(pages, name, start, finish):
    """Both pages say of lost positions what the library says, in the same words."""
    board, chance = Board(name), random.Random(name + finish)
    problem = read_problem(board, start, finish)
    if feasible_finishes(board.vacancy(start)):
        _, losing = sample(WinningSets.build(problem), chance)
        losing = chance.sample(losing, min(40, len(losing)))
    else:
        losing = [board.vacancy(start).code]
    words = {"board": name, "start": start, "finish": finish}
    served, packed = (page.evaluate(CLAIMS, [words, list(map(str, losing))]) for page in pages)
    for code, one, other in zip(losing, served, packed, strict=True):
        claim = find_claim(Position(board, code), finish=finish)
        assert one["text"] == claim.sentence
        assert one["holes"] == claim.to_json()["holes"]
        assert one == other


ASKED_TWICE = """async (words) => {
  const { chooseProvider } = await import(new URL("js/provider.js", document.baseURI));
  const provider = await chooseProvider();
  const { start_code } = await provider.problem(words);
  const { postMessage } = Worker.prototype;
  let asked = 0;
  Worker.prototype.postMessage = function (question) {
    asked += question.what === "claim";
    return postMessage.call(this, question);
  };
  for (let times = 0; times < 2; times += 1) await provider.why(words, start_code);
  Worker.prototype.postMessage = postMessage;
  return asked;
}"""


def test_an_exported_page_keeps_claims(pages):
    _, packed = pages
    words = {"board": "english", "start": "d4", "finish": "a3"}
    assert packed.evaluate(ASKED_TWICE, words) == 1


REVIEW = """async ([words, jumps]) => {
  const { chooseProvider } = await import(new URL("js/provider.js", document.baseURI));
  const provider = await chooseProvider();
  await provider.problem(words);
  await provider.prepare(words, false, () => {}, new AbortController().signal);
  let ticks = 0;
  const clock = setInterval(() => (ticks += 1));
  const { steps } = await provider.review(words, jumps);
  clearInterval(clock);
  return [steps.map(({ fewest_pegs, exact }) => [fewest_pegs, exact]), ticks > 0];
}"""


@pytest.mark.slow
def test_reviews_and_best_ends_agree(pages):
    """The fewest pegs left from dead positions agree. The hole of a single peg may differ."""
    board = Board("triangle5")
    problem = Problem.complement(board, "a1")
    _, losing = sample(WinningSets.build(problem), random.Random(1))
    words = {"board": "triangle5", "start": "a1", "finish": "a1"}
    served, packed = (page.evaluate(BEST, [words, losing[:60]]) for page in pages)
    assert [one[:2] for one in served] == [one[:2] for one in packed]
    several = [[one[2] for one in found if one[0] > 1] for found in (served, packed)]
    assert several[0] == several[1]
    assert len({one[0] for one in served}) > 2
    jumps = ["a3-a1", "c4-a2", "a5-a3", "a2-a4", "a4-c4"]
    served, packed = (page.evaluate(REVIEW, [words, jumps]) for page in pages)
    assert served == packed
    assert packed[1], "the page stands still meanwhile"
