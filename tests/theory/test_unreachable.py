"""Explanations by the SAX count of what a position can never reach."""

from pegsolitaire.board import named_board
from pegsolitaire.game import Position
from pegsolitaire.reasons import tell
from pegsolitaire.theory import reasons_without_search, sax_count

T5 = named_board("triangle5")


def test_sax_sums_are_those_of_the_count():
    for code in range(1, T5.full_code, 397):
        position = Position(T5, code)
        for reason in reasons_without_search(position, [T5.single("a1").code]):
            for telling in tell(position, [reason]) if reason.kind == "sax" else ():
                assert f"The result is {sax_count(position)}, " in telling.numbers[0]
