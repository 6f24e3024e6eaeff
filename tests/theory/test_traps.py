"""Traps: pegs that can never leave their holes, and the sentences about them."""

import naive
import pytest
from marks import quick_then
from telling_checks import check

from pegsolitaire.board import named_board
from pegsolitaire.errors import ProblemError
from pegsolitaire.theory import Reason
from pegsolitaire.theory.traps import Trap, conceivable_jumps, find_traps

T4, ENGLISH = map(named_board, ("triangle4", "english"))


# -- traps ----------------------------------------------------------------------------------------


def test_two_pegs_that_never_get_out():
    position = ENGLISH.position("c1,e7,b4,c4")
    goals = tuple(1 << i for i in range(len(ENGLISH)))
    [trap] = find_traps(ENGLISH, position.code, goals)
    [telling] = check(position, [Reason("trap", goals, "a trap", trap=trap)])
    assert telling.sentence == (
        "The two ringed pegs can never get out of their holes, so at least two pegs are left."
    )
    assert telling.ring_codes == (ENGLISH.single("c1").code, ENGLISH.single("e7").code)
    [trap] = find_traps(ENGLISH, position.code, [ENGLISH.single("d4").code])
    [telling] = check(position, [Reason("trap", trap.finishes, "a trap", trap=trap)])
    assert telling.sentence == (
        "The ringed peg can never get out of its hole, so the last peg cannot be in d4."
    )


@pytest.mark.parametrize("step", quick_then(5, 1))
def test_no_other_jump_is_ever_made(step):
    for code in range(1, T4.full_code, step):
        named = {(jump.start, jump.over, jump.end) for jump in conceivable_jumps(T4, code)}
        for reached in naive.within_reach(T4, code):
            legal = {(one.start, one.over, one.end) for one in T4.masks_from(reached)}
            assert legal <= named


def test_what_is_no_trap():
    code = T4.vacancy("a2").code
    assert list(find_traps(T4, code, [T4.single("a3").code])) == []
    assert list(find_traps(T4, code, [])) == []
    with pytest.raises(ProblemError, match="may lose all their pegs"):
        Trap(T4, code, (T4.single("a3").code,), (T4.single("a1").code,))
    alone = T4.position("a1,d4").code
    with pytest.raises(ProblemError, match="has a peg in every trap"):
        Trap(T4, alone, (T4.single("a1").code,), (T4.single("a1").code,))
