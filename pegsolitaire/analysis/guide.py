"""A guide through a game: which jumps still win, a hint, a way to finish.

It asks the winning sets of the problem where they fit the machine. On boards too large for them
it asks what is known without a search (:mod:`pegsolitaire.analysis.answers`), and else searches,
within limits that keep a game going, and may then not know (None).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pegsolitaire.analysis.answers import (
    Answer,
    Solved,
    Unsolvable,
    constructed_lines,
    known_answer,
)
from pegsolitaire.analysis.assess import games_from
from pegsolitaire.analysis.best_end import BestEnd, best_end
from pegsolitaire.analysis.counting import Games
from pegsolitaire.analysis.explaining import explain
from pegsolitaire.analysis.reasons import Reason, reason_by_search, reasons_without_search
from pegsolitaire.analysis.solving import solve
from pegsolitaire.errors import (
    BoardTooLargeError,
    BudgetSpentError,
    StoreDamagedError,
    StoreError,
    StoreMissingError,
)
from pegsolitaire.game import Jump, Position, Problem, Solution
from pegsolitaire.sets.plans import class_bound
from pegsolitaire.sets.values import PositionValues
from pegsolitaire.sets.winning import WinningSets
from pegsolitaire.theory import class_of, shares_class
from pegsolitaire.theory.doors import ProblemLike, as_problem
from pegsolitaire.work import Work

_NODES = 1_000_000  # positions to look at before a player waits too long: a fifth of a second
_PATIENCE = 20 * _NODES  # the same, where a player asks for a way: a second or two
_RIVALS = 6  # jumps that a hint has something to say of
_TALK = 2.0  # seconds until it says no more
_LIGHT = 70_000  # holes squared by finishes: theory takes some seconds for so much
_HOPELESS = 16 << 30  # bytes of sets that are not tried: more than those of the 6x6 board
_MEMORY = "1GiB"  # levels of 20 million positions: all vacancies of the English board


@dataclass(frozen=True)
class Advice:
    """A hint: one jump, and what is wrong with its rivals where theory knows it.

    Attributes
    ----------
    jump : Jump
        A jump that wins.
    rivals : dict of Jump to str
        Legal jumps that lose, each with the reason why.
    """

    jump: Jump
    rivals: dict[Jump, str]


@dataclass(frozen=True)
class Guide:
    """What a player may ask in a game of a problem.

    Attributes
    ----------
    problem : Problem
    wins : WinningSets or None
        None where the sets are too large.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> guide = Guide(Problem.complement(triangle(5), "a1"), None)
    >>> position = triangle(5).vacancy("a1")
    >>> [(str(jump), wins) for jump, wins in guide.verdicts(position).items()]
    [('a3-a1', True), ('c3-a1', True)]
    """

    problem: Problem
    wins: WinningSets | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "problem", as_problem(self.problem))

    @classmethod
    def make(
        cls,
        problem: ProblemLike,
        *,
        store: bool = True,
        work: Work | None = None,
    ) -> Guide:
        """Open the winning sets of a problem, or build them, or do without them.

        They are built as long as no level outgrows a gibibyte, and kept where the store can be
        written, unless ``store`` says not to. What surely outgrows it is not begun, and what takes
        longer than a budget is left.
        """
        work = Work.of(work)
        problem, work = as_problem(problem), work.part(memory=_MEMORY)
        if not shares_class(problem):
            return cls(problem, None)  # nothing wins, which takes no search
        try:
            if _is_hopeless(problem):
                return cls(problem, WinningSets.open(problem, work.store))
            if not store:
                stored = WinningSets.find(problem, work.store)
                return cls(problem, stored or WinningSets.build(problem, work=work))
            return cls(problem, WinningSets.load(problem, work=work))
        except (BoardTooLargeError, BudgetSpentError, StoreMissingError):
            return cls(problem, None)
        except StoreDamagedError:
            raise
        except StoreError:
            return cls(problem, WinningSets.build(problem, work=work))

    def values(self, *, work: Work | None = None) -> PositionValues | None:
        """The values of the winning sets, stored where they are many; None without sets."""
        work = Work.of(work)
        return None if self.wins is None else PositionValues.of_wins(self.wins, work=work)

    def verdicts(self, position: Position, *, work: Work | None = None) -> dict[Jump, bool | None]:
        """For each legal jump, whether the game can still be won after it; None: not known.

        Parameters
        ----------
        position : Position
            Where the jumps are made.
        """
        work = Work.of(work)
        return {
            jump: self._winning(position.play(jump), search=not work.spent)
            for jump in position.legal_jumps
        }

    def winning_by(self, position: Position, verdicts: Mapping[Jump, bool | None]) -> bool | None:
        """Whether the game can be won from a position, by the verdicts on its jumps: no search.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> from pegsolitaire.work import Work
        >>> guide = Guide(Problem.complement(triangle(5), "a1"), None)
        >>> position = triangle(5).vacancy("a1")
        >>> guide.winning_by(position, guide.verdicts(position))
        True
        >>> later = position.play("a3-a1").play("c4-a2")
        >>> guide.winning_by(later, guide.verdicts(later, work=Work(0))) is None
        True
        """
        if self.wins is not None:
            return position in self.wins
        if any(verdicts.values()) or self._is_won(position):
            return True
        return None if None in verdicts.values() else False

    def winning(self, position: Position) -> bool | None:
        """Whether the game can be won from a position of it; None: not known.

        A position that no game from the start reaches does not count as winning.
        """
        return self._winning(position, search=True)

    def _winning(self, position: Position, search: bool) -> bool | None:
        if self.wins is not None:
            return position in self.wins
        if search and position.board.is_searched:
            return self._answer(position).solvable
        known = self._known(position)
        return None if known is None else known.solvable

    def solution(self, position: Position, *, work: Work | None = None) -> Solution | None:
        """A way to win from a position, if there is one and it is found.

        Without winning sets that takes a search of a second or two, or as long as a budget allows.
        """
        patience = _PATIENCE if position.board.fits_word else _PATIENCE // 5
        work = Work.of(work, positions=patience)
        if self.wins is not None:
            return self.wins.solution(position) if position in self.wins else None
        return self._answer(position, work=work).solution

    def hint(self, position: Position) -> Jump | None:
        """A winning jump, if there is one and it is found."""
        solution = self.solution(position)
        return solution.jumps[0] if solution else None

    def advice(self, position: Position) -> Advice | None:
        """A winning jump, and why the first few of the others lose, where theory knows.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> guide = Guide(Problem.complement(triangle(5), "a1"), None)
        >>> advice = guide.advice(triangle(5).vacancy("a1").play("a3-a1"))
        >>> str(advice.jump), [str(jump) for jump in advice.rivals]
        ('c3-a3', ['c4-a2', 'a5-a3'])
        """
        jump = self.hint(position)
        if jump is None:
            return None
        others = [one for one in position.legal_jumps if not self._surely_wins(position.play(one))]
        rivals = [one for one in others[:_RIVALS] if one != jump]
        return Advice(jump, dict(self._flaws(position, rivals)))

    def _flaws(self, position: Position, rivals: list[Jump]) -> Iterator[tuple[Jump, str]]:
        """What theory has against jumps, as far as the time goes."""
        time = Work(_TALK).begin()
        for jump in rivals:
            if not time.spent and (flaw := self._flaw(position.play(jump))):
                yield jump, flaw

    def games(self, position: Position) -> Games | None:
        """How many games go on from a position, and how many win, where that is quickly counted.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> guide = Guide(Problem.complement(triangle(5), "a1"), None)
        >>> guide.games(triangle(5).vacancy("a1")).total
        568630
        """
        return games_from(position, self.problem)

    def _surely_wins(self, position: Position) -> bool:
        """Whether the sets say so; without sets, what wins is not searched for here."""
        return self._is_won(position) or (self.wins is not None and position in self.wins)

    def _flaw(self, position: Position) -> str:
        """What theory has against a position, in a line; empty where it has nothing."""
        finishes = self.problem.finishes
        if not position.legal_jumps:
            return "no jump is left after it"
        reasons = self._theory(position)
        proven = {code for reason in reasons for code in reason.finishes}
        return reasons[0].text if proven >= set(finishes) else ""

    def reasons(self, position: Position) -> tuple[Reason, ...]:
        """Why a dead position of the game is dead; nothing, where it is not, or that is not known.

        What theory has to say comes first. Of the finishes it says nothing of, the last reason is
        that every way to go on was tried: by winning sets, which hold every position of the game
        that can still be won, or else by a search.

        As for :meth:`winning`, the position is one that a game from the start reaches.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> guide = Guide(Problem.complement(triangle(5), "a1"), None)
        >>> dead = triangle(5).position("code:30314")
        >>> [(reason.kind, len(reason.finishes)) for reason in guide.reasons(dead)]
        [('sax', 1)]
        """
        if (position in self.wins) if self.wins is not None else self._is_won(position):
            return ()
        reasons = self._theory(position, slow=True)
        proven = {code for reason in reasons for code in reason.finishes}
        left = tuple(code for code in self.problem.finishes if code not in proven)
        if not left:
            return reasons
        if self.wins is None:
            return self._searched(position, reasons, left)
        return (*reasons, reason_by_search(position, left))

    def best_end(self, position: Position, reasons: Sequence[Reason] = ()) -> BestEnd | None:
        """The game that leaves the fewest pegs, from a position that is dead.

        Parameters
        ----------
        position : Position
        reasons : sequence of Reason, optional
            Why it is dead: what they rule out is not looked for again.

        Returns
        -------
        BestEnd or None
            None on boards of more than 64 holes, and where the goal is not a single peg.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> guide = Guide(Problem.complement(triangle(5), "a1"), None)
        >>> dead = triangle(5).position("code:30314")
        >>> guide.best_end(dead, guide.reasons(dead)).text
        'the best that is left: 4 pegs'
        """
        if not position.board.fits_word or self.problem.finish_pegs != 1:
            return None
        return best_end(position, {code for reason in reasons for code in reason.finishes})

    def _is_won(self, position: Position) -> bool:
        return position.code in self.problem.finishes

    def _theory(self, position: Position, slow: bool = False) -> tuple[Reason, ...]:
        """What theory has against a position; the class alone, where the rest would take long."""
        finishes = self.problem.finishes
        if len(position.board) ** 2 * len(finishes) > _LIGHT:
            wanted = class_of(position.board, position.code)
            finishes = tuple(c for c in finishes if class_of(position.board, c) != wanted)
        return reasons_without_search(position, finishes, slow)

    def _searched(
        self, position: Position, reasons: tuple[Reason, ...], left: tuple[int, ...]
    ) -> tuple[Reason, ...]:
        """The reasons with those of a search for the finishes left; none if it leaves one open."""
        if not position.board.is_searched or len(position.board) ** 2 * len(left) > _LIGHT:
            return ()
        goals = [Position(position.board, code) for code in left]
        found = explain(position, goals, work=Work(positions=_NODES))
        return (*reasons, *found.reasons) if found.dead else ()

    def _answer(self, position: Position, *, work: Work | None = None) -> Answer:
        work = Work.of(work, positions=_NODES)
        known = self._known(position)
        if known is not None:
            return known
        return solve(self._from(position), facts=False, work=work)

    def _known(self, position: Position) -> Answer | None:
        """What is known of a position without a search: by a solution that passes it, too."""
        if self._is_won(position):
            return Solved("it is a finish", Solution(position, []))
        if len(position) <= self.problem.finish_pegs:
            return Unsolvable("it has no more pegs than the finish")
        answer = known_answer(self._from(position))
        if answer is None:
            line = constructed_lines(self.problem).find(position, self.problem.finishes)
            return None if line is None else Solved("by construction", line)
        return answer

    def _from(self, position: Position) -> Problem:
        """The rest of the game, from a position of it."""
        return Problem.of_codes(position.board, (position.code,), self.problem.finishes)


def _is_hopeless(problem: Problem) -> bool:
    """Whether the sets of a problem are far too large, by the number of positions of its class.

    That number says little of games that begin with few pegs: these are tried.
    """
    if not problem.board.fits_word:
        return True
    full = 3 * problem.start_pegs > 2 * len(problem.board)
    return full and class_bound(problem).bytes > _HOPELESS
