"""Guide a player through a game with hints, verdicts on jumps, and solutions from any position.

The guide uses the winning sets of the problem if they fit on this machine. On larger boards, it
first looks for an answer that is known without a search (:mod:`pegsolitaire.solving.answers`). If
there is none, it searches, but only for as long as a player is willing to wait. If this search is
inconclusive, the answer is None.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from pegsolitaire.board import Hole, apply_permutation
from pegsolitaire.errors import (
    BoardTooLargeError,
    BudgetSpentError,
    ProblemError,
    StoreError,
)
from pegsolitaire.files import home
from pegsolitaire.game import (
    FinishLike,
    Jump,
    Position,
    PositionLike,
    Problem,
    ProblemLike,
    Solution,
    StartLike,
    as_position,
    as_problem,
)
from pegsolitaire.reasons.claims import Claim, claim_of
from pegsolitaire.reasons.explaining import LIGHT, explain
from pegsolitaire.results import Result
from pegsolitaire.sets.plans import Plan, class_bound, plan, plan_values
from pegsolitaire.sets.values import VALUES, PositionValues
from pegsolitaire.sets.winning import WinningSets
from pegsolitaire.solving import (
    Answer,
    BestEnd,
    Games,
    Solved,
    Unsolvable,
    best_end,
    count_games,
    known_answer,
    solve,
)
from pegsolitaire.solving.answers import constructed_lines
from pegsolitaire.theory import (
    Reason,
    class_of,
    feasible_finishes,
    reasons_without_search,
    shares_class,
)
from pegsolitaire.theory.unreachable import reason_by_search, unproven
from pegsolitaire.work import Work

# -- The assessment of a position as a puzzle: whether it can be solved, where it can end, and how
# hard it is.
#
# If you design a puzzle, you can check it with this assessment before you share it.


_NODES_PER_FINISH = 3_000_000  # positions searched for one finish: a few tenths of a second
_SECONDS = 5.0  # for all searches together
_MAX_COUNTED_PEGS = 22  # the most pegs of a position whose games are counted
_LEVEL = "16MiB"  # the memory limit for a level of these games: a second or two


@dataclass(frozen=True)
class Assessment(Result):
    """The assessment of a position as a puzzle.

    Attributes
    ----------
    position : Position
        The position.
    finishes : dict of Hole to (bool or None)
        For each hole in which the position class allows a single peg, whether a game can end
        there; None if a quick search did not decide.
    jumps : dict of Jump to (bool or None)
        For each legal jump, whether a game can still end with one peg after it.
    solution : Solution or None
        A solution that ends with one peg.
    games : Games or None
        The number of games, and the number of games that end with one peg; None if there are too
        many to count.
    """

    position: Position
    finishes: dict[Hole, bool | None]
    jumps: dict[Jump, bool | None]
    solution: Solution | None
    games: Games | None

    json_fields = ("solvable", "finishes", "jumps", "games", "solution")

    @property
    def solvable(self) -> bool | None:
        """Whether the position can be reduced to one peg; None if unknown."""
        if self.solution is not None or True in self.jumps.values():
            return True
        certain = None not in self.finishes.values() or None not in self.jumps.values()
        return False if certain else None


def games_from(position: Position, problem: Problem, *, work: Work | None = None) -> Games | None:
    """Count all games and all winning games from a position, or return None if this is slow.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(5)
    >>> games_from(board.vacancy("a1"), Problem.complement(board, "a1")).won
    6816
    """
    work = Work.of(work)
    if not position.board.fits_word or not len(position):
        return None
    game = Problem.of_codes(position.board, (position.code,), problem.finishes)
    with suppress(BudgetSpentError):
        return count_games(game, work=work.silent) if _is_cheap(game, work=work) else None
    return None


def _is_cheap(game: Problem, *, work: Work) -> bool:
    """Return whether all games can be counted quickly.

    To find out, all positions of the games are built, which is faster than counting the games.
    """
    from pegsolitaire.engine import LevelEngine, last_level, play_levels

    if len(game.board) <= 16:
        return True
    if game.start_pegs > min(_MAX_COUNTED_PEGS, 1 + len(game.board) * 2 // 3):
        return False
    try:
        with LevelEngine.of(game, work=work.part(memory=_LEVEL)) as engine:
            last_level(play_levels(engine, game.starts, work=work.silent))
    except BoardTooLargeError:
        return False
    return True


def assess(
    position: PositionLike, start: StartLike = None, *, work: Work | None = None
) -> Assessment:
    """Assess a position as a puzzle whose goal is one peg in any hole.

    By default, all searches after the first take up to five seconds. What they do not decide is
    None.

    Parameters
    ----------
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    ProblemError
        If the position has no legal jump.
    BoardTooLargeError
        If the board has more than 128 holes.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> found = assess(english().position(".../.*./..***../...*.../...*.../.../..."))
    >>> found.solvable, [english().hole_text(h) for h, ends in found.finishes.items() if ends]
    (True, ['d1', 'd4'])
    >>> len(found.jumps), found.games.won, found.games.total
    (4, 4, 21)
    """
    position = as_position(position, start)
    if not position.legal_jumps:
        raise ProblemError(f"no jump is possible from {position.text()}: move a peg")
    work = Work.of(work)
    look, goal = _Look(position, work=work), Problem.to_any(position)
    return Assessment(
        position,
        {
            position.board.holes[i]: look.solvable(position, (1 << i,))
            for i in feasible_finishes(position)
        },
        {jump: look.solvable(position.play(jump), goal.finishes) for jump in position.legal_jumps},
        look.solution,
        games_from(position, goal, work=work),
    )


class _Look:
    """Searches from a position and from the positions after each jump, within a time limit.

    If a symmetry of the position maps one search to another, only one of the two is run. By
    default, the time begins after the first search, which may have to load the kernels.
    """

    def __init__(self, position: Position, *, work: Work) -> None:
        self.position = position
        self.solution: Solution | None = None
        self._keeping = Problem(position, [position]).group
        self._work = work
        self._clock: Work | None = None
        self._known: dict[tuple[int, tuple[int, ...]], bool | None] = {}

    def solvable(self, position: Position, finishes: tuple[int, ...]) -> bool | None:
        """Return whether a game from a position can reach one of the finishes."""
        image = min(
            (
                apply_permutation(symmetry.image, position.code),
                tuple(sorted(apply_permutation(symmetry.image, code) for code in finishes)),
            )
            for symmetry in self._keeping
        )
        if image not in self._known:
            self._known[image] = self._search(position, finishes)
        return self._known[image]

    def _search(self, position: Position, finishes: tuple[int, ...]) -> bool | None:
        if position.code in finishes:
            return True
        clock = self._work if self._clock is None else self._clock
        if clock.spent:
            return None
        problem = Problem.of_codes(position.board, (position.code,), finishes)
        answer = solve(problem, work=clock.silent.part(positions=_NODES_PER_FINISH))
        if self._clock is None:
            self._clock = Work.of(self._work, seconds=_SECONDS)
        if position == self.position and answer.solution is not None:
            self.solution = answer.solution
        return answer.solvable


_HINT_NODES = 1_000_000  # positions searched while a player waits: a fifth of a second
_SOLUTION_NODES = 20 * _HINT_NODES  # positions searched for a solution: a second or two
_RIVALS = 6  # the most losing jumps that a hint explains
_RIVAL_SECONDS = 1.0  # for the claims that rivals lose
_RIVAL_POSITIONS = 2_000_000  # positions reached after one rival: a few tenths of a second
_CLAIM_SECONDS = 4.0  # for the claim that a position is lost
_REASON_SECONDS = 8.0  # for the reasons why a position is dead, half of them for proofs
_HOPELESS = 16 << 30  # bytes; larger winning sets are not attempted (the 6x6 board's are smaller)
_MEMORY = "1GiB"  # for levels of 20 million positions: all vacancies of the English board


@dataclass(frozen=True)
class Rival(Result):
    """A jump that loses, and the claim that explains why.

    Attributes
    ----------
    jump : Jump
        The jump.
    claim : Claim
        Why the position after the jump is lost.
    """

    jump: Jump
    claim: Claim


@dataclass(frozen=True, init=False)
class Guide:
    """Answers to the questions that a player can ask during a game.

    Attributes
    ----------
    problem : Problem
        The problem.
    wins : WinningSets or None
        The winning sets of the problem; None if they are too large.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> guide = Guide(Problem.complement(triangle(5), "a1"))
    >>> position = triangle(5).vacancy("a1")
    >>> [(str(jump), wins) for jump, wins in guide.verdicts(position).items()]
    [('a3-a1', True), ('c3-a1', True)]
    """

    problem: Problem
    wins: WinningSets | None

    def __init__(
        self,
        problem: ProblemLike,
        start: StartLike = None,
        finish: FinishLike = None,
        *,
        wins: WinningSets | None = None,
    ) -> None:
        object.__setattr__(self, "problem", as_problem(problem, start, finish))
        object.__setattr__(self, "wins", wins)

    @classmethod
    def make(
        cls,
        problem: ProblemLike,
        start: StartLike = None,
        finish: FinishLike = None,
        *,
        store: bool = True,
        work: Work | None = None,
    ) -> Guide:
        """Create a guide, and open or build the winning sets of the problem if they fit.

        Winning sets are built if no level needs more than a gibibyte. They are then stored if the
        store is writable, unless ``store`` is False. If they are certainly too large, or if
        building them takes longer than the budget allows, the guide has no winning sets.

        Parameters
        ----------
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.
        """
        work = Work.of(work)
        problem = as_problem(problem, start, finish)
        work = work.part(memory=_MEMORY)
        if not shares_class(problem):
            return cls(problem)  # no position wins, so there is nothing to build
        try:
            if _is_hopeless(problem):
                return cls(problem, wins=WinningSets.find(problem, root=work.store))
            if not WinningSets.file(problem, root=work.store).path.exists():
                work.progress.announce_large(partial(_plan, problem, work=work))
            if not store:
                stored = WinningSets.find(problem, root=work.store)
                return cls(problem, wins=stored or WinningSets.build(problem, work=work))
            return cls(problem, wins=WinningSets.load(problem, work=work))
        except (BoardTooLargeError, BudgetSpentError):
            return cls(problem)
        except StoreError:
            return cls(problem, wins=WinningSets.build(problem, work=work))

    def values(self, *, work: Work | None = None) -> PositionValues | None:
        """Return the values of the winning positions, and store them if there are many.

        The result is None if the guide has no winning sets.

        Parameters
        ----------
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.
        """
        work = Work.of(work)
        if self.wins is None:
            return None
        if not PositionValues.file(self.problem, root=work.store).path.exists():
            work.progress.announce_large(partial(_plan_values, self.wins))
        return PositionValues.of_wins(self.wins, work=work)

    def _on_board(self, position: PositionLike) -> Position:
        """Return a position, which must be on the board of the problem."""
        position, board = as_position(position), self.problem.board
        if position.board != board:
            raise ProblemError(
                f"the guide is for {board.name}, but the position is on {position.board.name}"
            )
        return position

    def verdicts(
        self, position: PositionLike, *, work: Work | None = None
    ) -> dict[Jump, bool | None]:
        """Return, for each legal jump, whether the game can be won after it; None if unknown.

        Parameters
        ----------
        position : Position, or what makes one
            The position before the jump.
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.
        """
        work = Work.of(work)
        position = self._on_board(position)
        return {
            jump: self._winning(position.play(jump), search=not work.spent, work=work)
            for jump in position.legal_jumps
        }

    def winning_by(
        self, position: PositionLike, verdicts: Mapping[Jump, bool | None]
    ) -> bool | None:
        """Deduce whether a position can be won from the verdicts on its jumps.

        No search is made. The result is None if the verdicts leave the question open.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> from pegsolitaire.work import Work
        >>> guide = Guide(Problem.complement(triangle(5), "a1"))
        >>> position = triangle(5).vacancy("a1")
        >>> guide.winning_by(position, guide.verdicts(position))
        True
        >>> later = position.play("a3-a1").play("c4-a2")
        >>> guide.winning_by(later, guide.verdicts(later, work=Work(0))) is None
        True
        """
        position = self._on_board(position)
        if self.wins is not None:
            return position in self.wins
        if any(verdicts.values()) or self._is_won(position):
            return True
        return None if None in verdicts.values() else False

    def winning(self, position: PositionLike, *, work: Work | None = None) -> bool | None:
        """Return whether the game can be won from a position; None if unknown.

        If the guide has winning sets, a position that no game from the start can reach does not
        count as winning.

        Parameters
        ----------
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.
        """
        position = self._on_board(position)
        return self._winning(position, search=True, work=Work.of(work))

    def _winning(self, position: Position, *, search: bool, work: Work) -> bool | None:
        if self.wins is not None:
            return position in self.wins
        if search and position.board.is_searched:
            each = work.part(positions=_HINT_NODES)
            return self._answer(position, work=each).solvable
        known = self._known(position)
        return None if known is None else known.solvable

    def solution(self, position: PositionLike, *, work: Work | None = None) -> Solution | None:
        """Return a solution from a position, or None if none was found.

        Without winning sets, this searches for a second or two, or for as long as the budget
        allows.

        Parameters
        ----------
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.
        """
        position = self._on_board(position)
        patience = _SOLUTION_NODES if position.board.fits_word else _SOLUTION_NODES // 5
        work = Work.of(work, positions=patience)
        if self.wins is not None:
            return self.wins.solution(position) if position in self.wins else None
        return self._answer(position, work=work).solution

    def hint(self, position: PositionLike) -> Jump | None:
        """Return a winning jump, or None if none was found."""
        solution = self.solution(position)
        return solution.jumps[0] if solution else None

    def rivals(self, position: PositionLike, *, work: Work | None = None) -> tuple[Rival, ...]:
        """Return the jumps that lose, besides the hint, each with a claim that explains why.

        Jumps for which no claim is found are left out. The result is empty if there is no hint. By
        default, the claims take up to a second.

        Parameters
        ----------
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> guide = Guide(Problem.complement(triangle(5), "a1"))
        >>> for rival in guide.rivals(triangle(5).vacancy("a1").play("a3-a1")):
        ...     print(rival.jump, rival.claim)
        c4-a2 Some ringed hole always has a peg, so never just a1.
        a5-a3 At best, one peg is left, but never in a1.
        """
        position = self._on_board(position)
        solution = self.solution(position, work=work)
        if not solution:
            return ()
        best = solution.jumps[0]
        work = Work.of(work, seconds=_RIVAL_SECONDS)
        rivals: list[Rival] = []
        for jump in position.legal_jumps:
            after = position.play(jump)
            if len(rivals) == _RIVALS or work.spent:
                break
            if jump == best or self.surely_wins(after):
                continue
            part = work.part(positions=_RIVAL_POSITIONS)
            claim = claim_of(after, self.problem.finishes, work=part)
            if claim is not None:
                rivals.append(Rival(jump, claim))
        return tuple(rivals)

    def surely_wins(self, position: PositionLike) -> bool:
        """Return whether a position is known to win without a search."""
        position = self._on_board(position)
        return self._is_won(position) or (self.wins is not None and position in self.wins)

    def claim(self, position: PositionLike, *, work: Work | None = None) -> Claim | None:
        """Return a short claim that explains why a position is lost, or None if none is found.

        The result is None for a position that can be won. By default, this takes up to four
        seconds.

        Parameters
        ----------
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> guide = Guide(Problem.complement(triangle(5), "a1"))
        >>> print(guide.claim(triangle(5).position("code:30314")))
        This peg can never jump or be jumped over, so it stays.
        """
        position = self._on_board(position)
        work = Work.of(work, seconds=_CLAIM_SECONDS)
        if self.surely_wins(position):
            return None
        theory = partial(self._theory, position, work=work)
        return claim_of(position, self.problem.finishes, theory, work=work)

    def reasons(self, position: PositionLike, *, work: Work | None = None) -> tuple[Reason, ...]:
        """Return the reasons why a position is dead, or nothing if it is not known to be dead.

        Proofs that need no search come first. For finishes that they do not rule out, the last
        reason is that all continuations fail, as shown by the winning sets or by a search. By
        default, this takes up to eight seconds.

        As for :meth:`winning`, the position should be one that a game from the start can reach.

        Parameters
        ----------
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> guide = Guide(Problem.complement(triangle(5), "a1"))
        >>> dead = triangle(5).position("code:30314")
        >>> [(reason.kind, len(reason.finishes)) for reason in guide.reasons(dead)]
        [('sax', 1)]
        """
        position = self._on_board(position)
        work = Work.of(work, seconds=_REASON_SECONDS)
        if (position in self.wins) if self.wins is not None else self._is_won(position):
            return ()
        if not position.legal_jumps:
            return (reason_by_search(position, self.problem.finishes),)
        seconds = work.seconds_left
        half = work.part(seconds=None if seconds is None else seconds / 2)
        reasons = self._theory(position, slow=True, work=half)
        left = unproven(self.problem.finishes, reasons)
        if not left:
            return reasons
        if self.wins is None:
            return self._searched(position, reasons, left, work=work)
        return (*reasons, reason_by_search(position, left))

    def best_end(self, position: PositionLike, reasons: Sequence[Reason] = ()) -> BestEnd | None:
        """Find a game from a dead position that leaves the fewest pegs.

        Parameters
        ----------
        position : Position, or what makes one
            The dead position.
        reasons : sequence of Reason, optional
            The reasons why the position is dead. The finishes that they rule out are not searched
            again.

        Returns
        -------
        BestEnd or None
            The best ending; None if the board has more than 64 holes, or the goal is not a single
            peg.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> guide = Guide(Problem.complement(triangle(5), "a1"))
        >>> dead = triangle(5).position("code:30314")
        >>> guide.best_end(dead, guide.reasons(dead)).text
        'best possible: 4 pegs left'
        """
        position = self._on_board(position)
        if not position.board.fits_word or self.problem.finish_pegs != 1:
            return None
        ruled_out = {code for reason in reasons for code in reason.finishes}
        if self.wins is not None and position not in self.wins:
            ruled_out |= set(self.problem.finishes)
        return best_end(position, ruled_out=ruled_out)

    def _is_won(self, position: Position) -> bool:
        return position.code in self.problem.finishes

    def _theory(self, position: Position, slow: bool = False, *, work: Work) -> tuple[Reason, ...]:
        """Return the proofs, found without a search, that a position is lost.

        If other proofs would take a long time, only the position class is used.
        """
        finishes = self.problem.finishes
        if len(position.board) ** 2 * len(finishes) > LIGHT:
            wanted = class_of(position.board, position.code)
            finishes = tuple(c for c in finishes if class_of(position.board, c) != wanted)
        return reasons_without_search(position, finishes, slow, work=work)

    def _searched(
        self, position: Position, reasons: tuple[Reason, ...], left: tuple[int, ...], *, work: Work
    ) -> tuple[Reason, ...]:
        """Search for the remaining finishes, and add the reasons found; none if undecided."""
        if not position.board.is_searched or len(position.board) ** 2 * len(left) > LIGHT:
            return ()
        goals = [Position(position.board, code) for code in left]
        explanation = explain(position, finish=goals, work=work.part(positions=_HINT_NODES))
        return (*reasons, *explanation.reasons) if explanation.dead else ()

    def _answer(self, position: Position, *, work: Work) -> Answer:
        known = self._known(position)
        if known is not None:
            return known
        return solve(self._from(position), facts=False, work=work)

    def _known(self, position: Position) -> Answer | None:
        """Return the answer for a position if it is known without a search, otherwise None."""
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
        """Return the problem of finishing the game from a position."""
        return Problem.of_codes(position.board, (position.code,), self.problem.finishes)


def _is_hopeless(problem: Problem) -> bool:
    """Return whether the position class is so large that winning sets are not worth trying.

    The result is False for games that begin with few pegs, because then the winning sets can be
    much smaller than the class suggests.
    """
    if not problem.board.fits_word:
        return True
    full = 3 * problem.start_pegs > 2 * len(problem.board)
    return full and class_bound(problem).bytes > _HOPELESS


def _plan(problem: Problem, *, work: Work) -> Plan:
    """Estimate the work of building winning sets, whose levels in memory are limited."""
    folder = (work.store or home()) if work.may_spill else None
    estimate = plan(problem, refuse=True, folder=folder, work=work)
    return replace(estimate, bytes=min(estimate.bytes, work.memory or estimate.bytes))


def _plan_values(wins: WinningSets) -> Plan:
    """Estimate the work of computing the values of winning sets, which are stored by level."""
    holes, sizes = len(wins.problem.board), sorted(map(len, wins.levels.values()))
    estimate = plan_values(sizes, VALUES, holes)
    return replace(
        estimate, bytes=plan_values(sizes[-2:], VALUES, holes).bytes, disk=estimate.bytes
    )
