"""Reasons for people: the sentence is true, and its picture shows what the proof is about."""

import re
from xml.etree import ElementTree

import naive
import pytest
from marks import quick_then

from pegsolitaire.board import named_board
from pegsolitaire.draw.scene import place_of
from pegsolitaire.errors import ProblemError
from pegsolitaire.reasons import tell
from pegsolitaire.theory import Reason
from pegsolitaire.theory.traps import Trap, conceivable_jumps, find_traps

T4, T5, ENGLISH, FRENCH = map(named_board, ("triangle4", "triangle5", "english", "french"))
LOSS = ENGLISH.vacancy("d4")
for jump in ("d2-d4", "d5-d3", "b4-d4", "d3-d5"):
    LOSS = LOSS.play(jump)
#: Nothing is lost, gained, needed or worth less than nothing.
NEGATIVE = re.compile(r"\b(los\w+|gain\w*|spend|pay) (at least |at most )?-\d")


def holes_drawn(board, svg, kind):
    """The holes of the circles of a class in a picture, as a code."""
    places = {
        tuple(map(round, place_of(board.lattice, hole))): i for i, hole in enumerate(board.holes)
    }
    found = 0
    for circle in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}circle"):
        if any(one.endswith(f"-{kind}") for one in circle.get("class", "").split()):
            found |= 1 << places[int(circle.get("cx")), int(circle.get("cy"))]
    return found


def proven_holes(position, reason, telling):
    """The holes that the proof of a reason is about, from its data alone."""
    board, code = position.board, position.code
    if reason.kind == "trap":
        return reason.trap.regions
    if reason.kind == "cases":
        touched = 0
        for jump in reason.cases.jumps:
            touched |= jump.mask
        return (touched,)
    if reason.kind == "search":
        return () if position.legal_jumps else (code,)
    if reason.kind == "class":
        (ring,) = telling.ring_codes
        assert all((jump.mask & ring).bit_count() % 2 == 0 for jump in board.jumps)
        for name in telling.finishes:
            finish = board.single(name).code
            assert ((code & ring).bit_count() + (finish & ring).bit_count()) % 2 == 1
        return (ring,)
    if reason.kind == "sax":
        corners = board.code(["a1", "a3", "c3", "a5", "c5", "e5"])
        if telling.shows == "stays":
            return (corners,)
        inside = board.code(["b3", "b4", "c4"])
        sides = map(board.code, (["a2", "a3", "a4"], ["b2", "c3", "d4"], ["b5", "c5", "d5"]))
        edges = sum(side for side in sides if (code & side).bit_count() > 1)
        return (code & corners or code & (inside | edges),)
    weights = reason.sheet.count.weights
    if telling.shows == "stays":
        return (sum(1 << i for i, weight in enumerate(weights) if weight < 0),)
    counting = sum(1 << i for i, weight in enumerate(weights) if weight and code >> i & 1)
    if telling.shows == "nothing":  # the finishes, where no peg ever gets to
        assert min(weights) >= 0 == counting
        return (sum(reason.finishes),)
    return (counting,) if counting else ()


def check(position, reasons):
    """Tellings whose rings are those of the proofs, in the data and in the picture."""
    for reason in reasons:
        told = tell(position, [reason])
        assert {name for one in told for name in one.finishes} == {
            row.finish for row in reason.rows(position)
        }
        for one in told:
            assert one.ring_codes == proven_holes(position, reason, one)
            ringed = 0
            for ring in one.ring_codes:
                ringed |= ring
            svg = one.svg()
            marks = holes_drawn(position.board, svg, "mark")
            dashed = holes_drawn(position.board, svg, "dashed")
            assert marks | dashed == ringed
            dimmed = holes_drawn(position.board, svg, "dimmed")
            assert dimmed == (position.code & ~ringed if ringed else 0)
            check_words(one)
            yield one


def check_words(telling):
    texts = [telling.sentence, *telling.numbers]
    texts += [text for part in telling.proof for text in (part.title, *part.lines)]
    assert not any(NEGATIVE.search(text) for text in texts), texts
    assert not any("{" in text for text in texts[: 1 + len(telling.numbers)])
    assert telling.sentence.endswith(".")
    assert len(telling.sentence) < 170
    # One sentence, in which nothing is a word of theory.
    assert telling.sentence.count(". ") == 0
    for word in ("class", "resource", "SAX", "balance", "weight", "parity", "count"):
        assert word not in telling.sentence


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
