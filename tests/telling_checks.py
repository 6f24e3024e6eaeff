"""Checks of the sentences about a reason against the reason itself."""

import re
from xml.etree import ElementTree

from pegsolitaire.draw.scene import place_of
from pegsolitaire.reasons import tell

#: Matches an amount that is negative, which no sentence may contain.
NEGATIVE = re.compile(r"\b(los\w+|gain\w*|spend|pay) (at least |at most )?-\d")


def holes_drawn(board, svg, kind):
    """Return the holes whose circles in a picture have this class, as a code."""
    places = {
        tuple(map(round, place_of(board.lattice, hole))): i for i, hole in enumerate(board.holes)
    }
    found = 0
    for circle in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}circle"):
        if any(one.endswith(f"-{kind}") for one in circle.get("class", "").split()):
            found |= 1 << places[int(circle.get("cx")), int(circle.get("cy"))]
    return found


def proven_holes(position, reason, telling):
    """Return the holes that the proof of a reason is about, from its data alone."""
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
    if telling.shows == "nothing":  # the finishes, which no peg can ever reach
        assert min(weights) >= 0 == counting
        return (sum(reason.finishes),)
    return (counting,) if counting else ()


def check(position, reasons):
    """Check that the rings are those of the proof, both in the data and in the picture."""
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
    # The sentence stands alone and avoids the terms of the theory.
    assert telling.sentence.count(". ") == 0
    for word in ("class", "resource", "SAX", "balance", "weight", "parity", "count"):
        assert word not in telling.sentence
