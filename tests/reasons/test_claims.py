"""Claims about lost positions are true of all positions that games can reach."""

import random
from functools import partial, reduce
from operator import or_

import naive
import numpy as np
import pytest
from marks import quick_then

from pegsolitaire.board import Board, named_board
from pegsolitaire.game import Position
from pegsolitaire.reasons import explain, find_claim
from pegsolitaire.reasons.claims import ENDINGS, claim_of
from pegsolitaire.theory import feasible_finishes, reasons_without_search
from pegsolitaire.work import Work

T4, T5, S4, ENGLISH, FRENCH = map(
    named_board, ("triangle4", "triangle5", "square4", "english", "french")
)
PLUS = Board.from_rows(" oo \noooo\noooo\n oo ", "square")


def check(claim, levels):
    """Check a claim against the levels of all positions that can be reached, by pegs."""
    position, finishes = claim.position, claim.finishes
    board, goal = position.board, reduce(or_, finishes)
    codes = np.concatenate(list(levels.values()))
    assert not np.isin(codes, np.array(finishes, np.uint64)).any(), "the position is not lost"
    assert all(group and not group & ~board.full_code for group in claim.groups)
    group = np.uint64(claim.groups[0])
    held = np.bitwise_count(codes & group)
    singles = {int(code) for code in levels.get(1, ())}
    at_goal = reduce(or_, ((codes & np.uint64(code)) == code for code in finishes))
    match claim.claim:
        case "stuck":
            assert set(levels) == {len(position)}
        case "locked":
            assert (held == claim.count).all()
            assert claim.groups[0] & ~goal or claim.count > 1
        case "alike":
            check_colours(board, claim.groups)
            assert not singles
        case "even" | "odd" | "even_goal" | "odd_goal":
            is_odd = claim.claim.startswith("odd")
            assert set(held % 2) == {is_odd}
            wanted = {(code & claim.groups[0]).bit_count() for code in finishes}
            assert {number % 2 for number in wanted} == {not is_odd}
            assert claim.claim.endswith("_goal") or wanted == {int(not is_odd)}
        case "home":
            assert not (codes & np.uint64(goal)).any()
        case "keeps":
            assert (held > 0).all()
            assert not goal & claim.groups[0]
        case "two":
            assert (held > 1).all()
            assert all(code.bit_count() == 1 for code in finishes)
        case "either" | "never":
            assert not ((held == 0) & at_goal).any()
            assert not goal & claim.groups[0]
            if claim.claim == "either":
                assert (held == 0).any()
                assert at_goal.any()
        case "elsewhere":
            assert singles == {1 << i for i in range(len(board)) if claim.groups[0] >> i & 1}
        case "left":
            assert min(levels) == claim.count > 1
        case _:
            pytest.fail(claim.claim)
    if claim.claim in ENDINGS:
        end = claim.ending.finish.code  # a solution is replayed when it is made
        assert end & claim.groups[0] == end
        assert end.bit_count() == min(levels)
        assert ">Now</text>" in claim.svg()
    check_sentence(claim)


def check_colours(board, colours):
    assert reduce(or_, colours) == board.full_code
    assert sum(map(int.bit_count, colours)) == len(board)
    for jump in board.jumps:
        assert [(jump.mask & colour).bit_count() for colour in colours] == [1, 1, 1]


def check_sentence(claim):
    sentence = claim.sentence
    assert sentence == str(claim)
    assert "{" not in sentence
    assert sentence.endswith(".")
    assert len(sentence.split()) <= 14
    assert ">" + sentence.replace("'", "&#x27;")[:20] in claim.svg()


def naive_levels(position):
    """Return all positions that can be reached, by pegs, from the slow twin of the engine."""
    levels = {}
    for code in naive.within_reach(position.board, position.code):
        levels.setdefault(code.bit_count(), []).append(code)
    return {pegs: np.array(sorted(codes), np.uint64) for pegs, codes in levels.items()}


def goals_of(board, chance):
    """Return finishes: a hole, some holes, any hole, or a position of two pegs."""
    holes = [1 << i for i in range(len(board))]
    two = sum(chance.sample(holes, 2))
    return [chance.choice(holes)], chance.sample(holes, 2), holes, [two]


@pytest.mark.parametrize("number", quick_then(25, 300))
@pytest.mark.parametrize("board", [T4, T5, S4, PLUS], ids=lambda board: board.name)
def test_claims_are_true(board, number):
    """A position has a claim if it is lost, and the claim is true."""
    chance, kinds = random.Random(number), set()
    for _ in range(number):
        pegs = chance.sample(range(len(board)), chance.randint(1, len(board) - 1))
        position = Position(board, sum(1 << i for i in pegs))
        levels = naive_levels(position)
        codes = set(np.concatenate(list(levels.values())).tolist())
        for goals in goals_of(board, chance):
            claim = find_claim(position, finish=[Position(board, code) for code in goals])
            if codes & set(goals):
                assert claim is None
            elif claim is not None:
                check(claim, levels)
                kinds.add(claim.claim)
            else:
                assert any(code.bit_count() > 1 for code in goals) or len(goals) > 1
    assert len(kinds) > 5


@pytest.mark.parametrize("number", quick_then(40, 400))
@pytest.mark.parametrize("board", [T5, S4], ids=lambda board: board.name)
def test_claims_of_proofs_are_true(board, number):
    """If too many positions can be reached, a claim follows from a proof, and it is true."""
    chance, kinds = random.Random(number), set()
    for _ in range(number):
        pegs = chance.sample(range(len(board)), chance.randint(2, len(board) // 2))
        position = Position(board, sum(1 << i for i in pegs))
        if not (holes := feasible_finishes(position)):
            continue
        goals = (1 << chance.choice(holes),)
        theory = partial(reasons_without_search, position, goals)
        claim = claim_of(position, goals, theory, work=Work(positions=0).begin())
        if claim is not None:
            check(claim, naive_levels(position))
            kinds.add(claim.claim)
    assert "locked" in kinds
    assert kinds & {"never", "home"}


def test_claims_by_class():
    """The class is explained by a parity or, if no parity excludes all goals, by three colours."""
    assert find_claim("french d4", "any").claim == "alike"
    assert find_claim("english d4", "d3").claim == "even"
    assert find_claim("triangle5 a1", "b2").claim == "odd"
    two = [T5.position("a1,b2")]
    assert find_claim("triangle5 a1", finish=two).claim in ("even_goal", "odd_goal")


def test_what_is_not_lost_has_no_claim():
    assert find_claim("triangle5 a1") is None
    assert find_claim(T5.single("a1"), finish="a1") is None
    assert find_claim(ENGLISH.vacancy("d4"), work=Work(positions=1_000)) is None


def test_explanations_begin_with_the_claim():
    """A sentence that is both a claim and a reason is printed once."""
    found = explain("triangle5", "a1:a3-a1,c3-a3,c5-c3")
    assert str(found).splitlines()[:2] == ["dead", found.claim.sentence]
    assert found.svg() == found.claim.svg()
    stuck = explain("triangle5", "code:1025")
    assert str(stuck).count("No peg can jump any more.") == 1
    assert explain("triangle5", "a1:a3-a1").claim is None


def test_the_document_of_a_claim_has_no_sentence():
    claim = find_claim("english", "code:4307720192", "d4")
    assert claim.to_json() == {
        "claim": "home",
        "count": 1,
        "goal": ["d4"],
        "holes": [["d4"]],
        "jumps": [],
    }
