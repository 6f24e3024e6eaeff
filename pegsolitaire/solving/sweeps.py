"""Find the longest sweeps of a board, and solutions that end with a long sweep.

A sweep is a move of several jumps. Because each jump moves a peg by two steps, the peg stays on a
quarter of the holes, and the pegs that it removes lie between these holes. So a sweep is a walk in
a graph. The nodes are the holes that the peg can reach, and the links are the holes between them.
A walk uses no link twice. With diagonal jumps, one hole can correspond to two links, of which only
one may be used. A set of links forms a walk if it is connected and at most two nodes have an odd
number of these links. By integer programming, HiGHS finds the largest set that meets the second
condition. Sets that are not connected are excluded until a connected set is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from pegsolitaire.board import (
    Board,
    BoardLike,
    Hole,
    JumpMask,
    apply_permutation,
    as_board,
    triangle,
)
from pegsolitaire.board.bits import code_of
from pegsolitaire.construct import is_triangle
from pegsolitaire.errors import BoardTooLargeError, BudgetSpentError, ProblemError
from pegsolitaire.game import Jump, Move, Outcome, Position, Problem, Solution
from pegsolitaire.results import Result
from pegsolitaire.solving.answers import Answer, Undecided, Unsolvable
from pegsolitaire.solving.search import solve
from pegsolitaire.solving.shortest_solutions import reorder, shortest
from pegsolitaire.theory import feasible_finishes, whole_jumps_exist
from pegsolitaire.theory.linear_programs import (
    UndecidedError,
    add_column,
    add_row,
    new_model,
    solved,
)
from pegsolitaire.units import counted
from pegsolitaire.work import Work

Links = list[JumpMask]

_MAX_LINKS = 20_000  # links on a quarter of the holes, as on the square board of side 200
_PROGRAM_SECONDS = (
    20.0  # time limit of an integer program; the 3,675 links of side 100 take half a second
)


def _trails(links: Links, length: int | None = None, *, work: Work) -> Iterator[Links]:
    """Yield one walk for each set of links that forms a walk.

    With ``length``, only sets with that number of links are considered. Otherwise, the largest
    sets come first.

    Raises
    ------
    BoardTooLargeError
        If a walk is not found within the time limit for an integer program.
    BudgetSpentError
        If the work is over before a walk is found.
    """
    program = _Program(links, length)
    while chosen := program.solve(work=work):
        parts = _parts(chosen)
        if len(parts) == 1:
            yield _walk(chosen)
            program.exclude(chosen)
        else:
            for part in parts:
                program.forbid(part)


def _parts(links: Links) -> list[Links]:
    """Split the links into connected parts."""
    at = _by_node(links)
    part_of: dict[int, int] = {}
    for first in list(at):
        edge = [first] if first not in part_of else []
        while edge:
            node = edge.pop()
            if part_of.setdefault(node, first) == first:
                edge += [end for link in at.pop(node, ()) for end in (link.start, link.end)]
    parts: dict[int, Links] = {}
    for link in links:
        parts.setdefault(part_of[link.start], []).append(link)
    return list(parts.values())


def _by_node(links: Links) -> dict[int, Links]:
    """Map each node to its links, in the given order."""
    at: dict[int, Links] = {}
    for link in links:
        at.setdefault(link.start, []).append(link)
        at.setdefault(link.end, []).append(link)
    return at


def _walk(links: Links) -> Links:
    """Put the links into the order of a walk (Hierholzer's method)."""
    at = _by_node(links)
    odd = [node for node, ends in at.items() if len(ends) % 2]
    used: set[JumpMask] = set()
    stack: list[tuple[int, JumpMask | None]] = [(min(odd or at), None)]
    walk: Links = []
    while stack:
        node, came = stack[-1]
        while at[node] and at[node][-1] in used:
            at[node].pop()
        if at[node]:
            link = at[node].pop()
            used.add(link)
            stack.append((link.end if node == link.start else link.start, link))
        else:
            stack.pop()
            if came is not None:
                walk.append(came._replace(start=node, end=stack[-1][0]))
    return walk


class _Program:
    """The integer program. It has a column for each link and allows two nodes of odd degree."""

    def __init__(self, links: Links, length: int | None) -> None:
        if len(links) > _MAX_LINKS:
            raise BoardTooLargeError(
                f"{len(links):,} jumps on a quarter of the holes are too many for the longest "
                f"sweep (at most {_MAX_LINKS:,}): choose a smaller board"
            )
        self._links, self._model = links, new_model()
        self._column = {link: i for i, link in enumerate(links)}
        at = _by_node(links)
        nodes = sorted({end for link in links for end in (link.start, link.end)})
        # The columns: whether a link is used, whether a node has an odd degree, and half the rest
        # of the degree.
        for cost, top, things in ((-1, 1, links), (0, 1, nodes), (0, 4, nodes)):
            for _ in things:
                add_column(self._model, cost, top)
        for i, node in enumerate(nodes):
            row = {self._column[link]: 1 for link in at[node]}
            add_row(self._model, 0, 0, row | {len(links) + i: -1, len(links) + len(nodes) + i: -2})
        add_row(self._model, 0, 2, {len(links) + i: 1 for i in range(len(nodes))})
        by_over: dict[int, dict[int, float]] = {}
        for j, link in enumerate(links):
            by_over.setdefault(link.over, {})[j] = 1
        for over in set(by_over):
            add_row(self._model, 0, 1, by_over[over])
        if length is not None:
            add_row(self._model, length, length, dict.fromkeys(range(len(links)), 1))

    def solve(self, *, work: Work) -> Links:
        """Return the largest set of links, connected or not, or an empty set if none is left."""
        if not self._links:
            return []
        try:
            part = work.part(seconds=_PROGRAM_SECONDS)
            values = solved(self._model, work=part) or ()
        except UndecidedError as error:
            work.check()
            raise BoardTooLargeError(
                f"the longest move among {len(self._links):,} jumps was not found in "
                f"{_PROGRAM_SECONDS:.0f} seconds: choose a smaller board"
            ) from error
        return [link for link, value in zip(self._links, values, strict=False) if value > 0.5]

    def exclude(self, chosen: Links) -> None:
        """Exclude solutions that contain all of the given links."""
        row = {self._column[link]: 1 for link in chosen}
        add_row(self._model, 0, len(chosen) - 1, row)

    def forbid(self, part: Links) -> None:
        """Forbid solutions that contain a part and other links, but no link that joins them.

        A walk that contains the whole part and other links must contain a link that leads out of
        the part.
        """
        inside = {end for link in part for end in (link.start, link.end)}
        chosen = {self._column[link]: 1 for link in part}
        out = {
            j: -len(self._links)
            for j, link in enumerate(self._links)
            if (link.start in inside) != (link.end in inside)
        }
        others = [
            j
            for j, link in enumerate(self._links)
            if link.start not in inside and link.end not in inside
        ]
        for j in others:
            add_row(self._model, -(len(self._links) ** 2), len(part), chosen | out | {j: 1})


# -- sweeps ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sweep(Result):
    """A long move, played in a position with only the moving peg and the pegs that it removes.

    Attributes
    ----------
    start : Position
    move : Move
    """

    start: Position
    move: Move

    json_fields = ("start", "move", "length")

    @property
    def length(self) -> int:
        """The number of jumps."""
        return len(self.move)

    @classmethod
    def along(cls, board: Board, walk: Links) -> Sweep:
        """Build the sweep that consists of the given jumps, in order."""
        pegs = code_of([walk[0].start, *(jump.over for jump in walk)])
        path = (board.holes[walk[0].start], *(board.holes[jump.end] for jump in walk))
        sweep = cls(Position(board, pegs), Move(path))
        assert len(sweep.solution.finish) == 1
        return sweep

    @property
    def solution(self) -> Solution:
        """The sweep as a solution that ends with one peg."""
        return Solution(self.start, self.move.jumps)

    def after(self, backward: Solution) -> Solution:
        """Build a solution with few moves: a game from one vacancy, followed by the sweep.

        Parameters
        ----------
        backward : Solution
            The game before the sweep, played backward: a game to one peg from the complement of
            the sweep's start, or from the part of that complement that has pegs.
        """
        [hole] = backward.finish
        # Undoing a jump on the complement is the same jump.
        game = Solution(self.start.board.vacancy(hole), reversed(backward.jumps))
        before = reorder(game)
        return Solution(before.start, (*before.jumps, *self.move.jumps))

    def __len__(self) -> int:
        return len(self.move)


def longest_sweep(board: BoardLike, *, work: Work | None = None) -> Sweep | None:
    """Find the longest sweep on a board. Return None if no jump is possible.

    Parameters
    ----------
    board : Board, or what makes one
        The board, of any size.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    BoardTooLargeError
        If the integer program for a quarter of the holes is too large, or is not solved in 20
        seconds, as on boards of about ten thousand holes.
    ProblemError
        If the board has jumps that can be made in one direction only.

    Examples
    --------
    >>> from pegsolitaire.board import english, triangle
    >>> len(longest_sweep(triangle(6))), len(longest_sweep(english()))
    (9, 16)
    """
    work = Work.of(work)
    board = as_board(board)
    best: Links = []
    work.progress.stage("looking for the longest move", len(board.quarters))
    for done, group in enumerate(_groups(board), 1):
        if len(group) > len(best):
            best = max(best, next(_trails(group, work=work), []), key=len)
        work.update(done)
    return Sweep.along(board, best) if best else None


def sweeps_of_length(board: Board, length: int, *, work: Work | None = None) -> Iterator[Sweep]:
    """Yield the sweeps with the given number of jumps. Each reduces its position to one peg.

    Parameters
    ----------
    board : Board
        The board, of any size.
    length : int
        The number of jumps. If longer sweeps are possible, there are many sweeps of this length.

    Yields
    ------
    Sweep
        A sweep from one position of each set of images.

    Raises
    ------
    ProblemError
        If the board has jumps that can be made in one direction only.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> [len(list(sweeps_of_length(triangle(6), n))) for n in (8, 9, 10)]
    [9, 4, 0]
    """
    work = Work.of(work)
    seen: set[int] = set()
    for group in _groups(board):
        for walk in _trails(group, length, work=work) if len(group) >= length > 0 else ():
            for turned in _turned_walks(walk):
                sweep = Sweep.along(board, turned)
                least = min(
                    apply_permutation(symmetry.image, sweep.start.code)
                    for symmetry in board.symmetries
                )
                if least not in seen:
                    seen.add(least)
                    yield sweep


def _turned_walks(walk: Links) -> Iterator[Links]:
    """Yield the walk from each possible first hole: from either end, or any hole of a loop."""
    back = [jump._replace(start=jump.end, end=jump.start) for jump in reversed(walk)]
    if walk[0].start != walk[-1].end:
        yield from (walk, back)
        return
    for i, jump in enumerate(walk):
        if all(jump.start != other.start for other in walk[:i]):
            yield walk[i:] + walk[:i]


def _groups(board: Board) -> Iterator[Links]:
    """Yield the jumps on each quarter of the holes, one of each pair of opposite jumps."""
    pairs = {(jump.start, jump.end) for jump in board.jumps}
    if any((end, start) not in pairs for start, end in pairs):
        raise ProblemError(
            f"{board.name} has jumps in one direction only, so its longest sweep cannot be "
            "computed: choose another board"
        )
    for quarter in map(set, board.quarters):
        yield [jump for jump in board.jumps if jump.start < jump.end and jump.start in quarter]


# -- solutions of triangles of even side that end with a very long sweep --------------------------
#
# Every second hole of every second row is a node. A peg on a node jumps over the holes between the
# nodes, and one sweep can remove nearly all their pegs (Bell 2008, figure 10). The game that leads
# to the sweep is found by the time-reversal trick of *Winning Ways*: play from the complement of
# the position before the sweep to one peg. The complement has pegs in the nodes, in the whole
# bottom row, and in the three holes that the sweep leaves out.
#
# Bell's paper shows this game on side 12 and states that it can be extended to all even sides. Our
# game goes from the edges to the middle. One peg runs down each of the two edges. The pegs at the
# bottom climb: pegs in the left half go straight up their columns, pegs in the right half go up
# the diagonals. Each peg stops where its column or diagonal meets the middle line. There, a peg
# that goes down the middle removes them, alternating between left and right. The rest, inside the
# two outermost columns and diagonals of each half, is small and is solved by a search.

_SIDES = range(12, 21, 2)
_LEFT_OUT = ((1, 1), (2, 3), (1, 3))  # the three links from a1 to the next node by the long way
_MIDDLE = (4, 8)  # the corner of the triangle in which the middle is searched


def swept_triangle(side: int, *, work: Work | None = None) -> Solution:
    """Construct a solution of a triangle that ends with a very long sweep.

    Parameters
    ----------
    side : int
        The side of the triangle: an even number from 12 to 20.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Returns
    -------
    Solution
        The solution. Its last move makes all but three of the jumps between nodes.

    Raises
    ------
    ProblemError
        If the side is not allowed, or the budget is too small.

    Notes
    -----
    G. I. Bell, *Solving Triangular Peg Solitaire*, Journal of Integer Sequences 11 (2008), section
    4.1, figure 10 and formula (1).

    Examples
    --------
    >>> solution = swept_triangle(12)
    >>> len(solution.moves[-1]), len(solution.moves)
    (42, 29)
    """
    work = Work.of(work)
    if side not in _SIDES:
        raise ProblemError(
            f"a triangle of side {side}: solutions that end with a sweep across the board are "
            f"worked out for even sides from {_SIDES[0]} to {_SIDES[-1]}"
        )
    board = triangle(side)
    sweep = _sweep(board, work=work)
    outside = Solution(sweep.start.complement, _outside(side))
    jumps = (*outside.jumps, *_middle(outside.finish, work=work))
    return sweep.after(Solution(outside.start, jumps))


def _sweep(board: Board, *, work: Work) -> Sweep:
    """Build the sweep from a1 to the next node, along all but three of the links."""
    quarter = board.quarters[0]  # contains a1
    links = [
        link
        for link in board.jumps
        if link.start < link.end
        and link.start in quarter
        and board.holes[link.over] not in _LEFT_OUT
    ]
    walks = _turned_walks(next(_trails(links, work=work)))
    return Sweep.along(board, next(walk for walk in walks if walk[0].start == 0))


def _outside(side: int) -> Iterator[Jump]:
    """Yield the jumps that clear the triangle outside the middle."""
    end = side - 1
    runs = [
        # The right edge, and the pegs at the bottom beside it.
        ((1, 1), (end - 2, end - 2)),
        ((end - 2, end), (end - 4, end - 2)),
        ((end, end), (end - 2, end)),
        ((end - 2, end - 2), (end, end)),
        ((end - 3, end), (end - 1, end)),
        ((end, end), (end - 2, end)),
        ((end - 5, end), (end - 3, end)),
        ((end - 2, end), (end - 4, end)),
        # Two diagonals, and the left column.
        ((2, 3), (0, 3)),
        ((end - 4, end - 2), (1, 3)),
        ((end - 4, end), (3, 7)),
        ((0, 2), (2, 4)),
        ((2, end), (2, 5)),
        ((2, 4), (2, 6)),
        ((2, 6), (4, 8)),
        # The left edge, the pegs at the bottom beside it, and one more column.
        ((0, end), (2, end)),
        ((3, end), (1, end)),
        ((0, 3), (0, end)),
        ((0, end), (2, end)),
        ((5, end), (3, end)),
        ((2, end), (4, end)),
        ((4, end), (4, 9)),
        ((4, 8), (4, 10)),
    ]
    for start, finish in runs:
        yield from _run(start, finish)


def _run(start: Hole, finish: Hole) -> Iterator[Jump]:
    """Yield the jumps of one peg along a line."""
    steps = max(abs(a - b) for a, b in zip(start, finish, strict=True)) // 2
    x, y = ((b - a) // steps for a, b in zip(start, finish, strict=True))
    for i in range(steps):
        here = start[0] + i * x, start[1] + i * y
        yield Jump(here, (here[0] + x, here[1] + y))


def _middle(position: Position, *, work: Work) -> Iterator[Jump]:
    """Search for a game to one peg on the triangle in the middle."""
    x, y = _MIDDLE
    part = triangle(len(position.board.rows) - y)
    pegs = Position(part, code_of(part.bit((a - x, b - y)) for a, b in position))
    answer = solve(Problem.to_any(pegs), work=work.silent)
    if answer.solution is None:
        raise ProblemError(f"the middle of {position.board.name} was not solved: {answer.reason}")
    for jump in answer.solution.jumps:
        (a, b), (c, d) = jump.start, jump.end
        yield Jump((a + x, b + y), (c + x, d + y))


# -- solutions that end with a long sweep ---------------------------------------------------------
#
# A game from one vacancy to the position before the sweep, played backward, is a game from the
# complement of that position to one peg. The complement has few pegs, and each peg stays on its
# quarter of the holes. Only the quarters that have pegs matter, so some boards of more than 64
# holes can still be searched completely.

_GAME_SECONDS = 20.0
_ALTOGETHER = 120.0  # seconds after which no more positions are tried
_MAX_TRIED_POSITIONS = 200  # the largest number of positions that are tried
# The same limit, on boards whose quarters are all too large to search.
_MAX_TRIED_ON_LARGE_BOARDS = 10
_ENOUGH = 64  # the largest number of holes of a board that can be searched
_SEARCHED_AT_ONCE = (
    36  # the largest number of holes of a board where a search is the faster method
)


@dataclass(frozen=True)
class FinalSweep(Result):
    """Whether a solution from one vacancy can end with a sweep of a given length.

    Attributes
    ----------
    board : Board
    length : int
        The least number of jumps of the sweep. If longer sweeps exist, the peg may reach the start
        of the sweep by a jump, which makes the move longer.
    solution : Solution or None
        A solution that ends with a sweep of this length.
    tried : int
        The number of positions, up to symmetry, from which a sweep of this length was tried.
    undecided : int
        The number of tried positions for which it is unknown whether a game can reach them.
    whole : bool
        Whether all positions that allow a sweep of this length were tried.
    proven : bool
        Whether no solution from the same vacancy to the same sweep has fewer moves.
    """

    board: Board
    length: int
    solution: Solution | None
    tried: int
    undecided: int
    whole: bool
    proven: bool = False

    json_fields = ("length", "possible", "tried", "undecided", "proven", "start", "solution")

    @property
    def start(self) -> Position | None:
        """The start of the solution, if there is one."""
        return None if self.solution is None else self.solution.start

    @property
    def possible(self) -> bool | None:
        """Whether a solution can end with a sweep of this length; None if this is unknown."""
        if self.solution is not None:
            return True
        return None if self.undecided or not self.whole else False


def final_sweep(
    board: BoardLike,
    length: int | None = None,
    *,
    work: Work | None = None,
) -> FinalSweep:
    """Look for a solution from one vacancy whose last move is a long sweep.

    Parameters
    ----------
    board : Board, or what makes one
        The board, of any size.
    length : int, optional
        The number of jumps in the sweep; by default, the largest possible number. The last move
        may have more jumps.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    ProblemError
        If the length is not positive.

    Notes
    -----
    The search for a game to each position takes at most 20 seconds, and no search begins after two
    minutes.

    E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 23; G. I. Bell, *Solving
    Triangular Peg Solitaire*, section 4.1. On triangles of even side from 12 to 20, the solution
    comes from :func:`swept_triangle` if its last move is long enough.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> found = final_sweep(triangle(6))
    >>> found.length, len(found.solution.moves[-1])
    (9, 9)
    >>> final_sweep(triangle(5)).possible
    False
    """
    work = Work.of(work)
    board = as_board(board)
    if length is not None and length < 1:
        raise ProblemError(f"a sweep cannot have {length} jumps: give 1 or more")
    if length is None:
        longest = longest_sweep(board, work=work)
        length = 0 if longest is None else len(longest)
    tried = undecided = 0
    if len(board.rows) in _SIDES and is_triangle(board):
        solution = swept_triangle(len(board.rows), work=work)
        if len(solution.moves[-1]) >= length:
            return FinalSweep(board, length, solution, 1, 0, False)
    most = (
        _MAX_TRIED_POSITIONS
        if min(map(len, board.quarters)) <= _ENOUGH
        else _MAX_TRIED_ON_LARGE_BOARDS
    )
    budget = work.part(seconds=_ALTOGETHER)
    work.progress.stage(f"solutions that end with {counted(length, 'jump')}")
    whole = True
    with suppress(BudgetSpentError):
        for sweep in sweeps_of_length(board, length, work=budget):
            if tried == most or budget.spent:
                whole = False
                break
            answer = _to(sweep.start, work=budget.part(seconds=_GAME_SECONDS))
            tried += 1
            if answer.solution is not None:
                solution = sweep.after(answer.solution)
                return FinalSweep(board, length, solution, tried, undecided, False)
            undecided += answer.outcome is Outcome.UNDECIDED
            work.progress.update(tried, f"{undecided} undecided" if undecided else "")
    return FinalSweep(board, length, None, tried, undecided, whole)


def shortest_final_sweep(found: FinalSweep, *, work: Work | None = None) -> FinalSweep:
    """Shorten a solution that ends with a sweep, without changing its vacancy or the sweep.

    The result has the fewest possible moves if that can be proven, otherwise the fewest found.

    Parameters
    ----------
    found : FinalSweep
        The result of :func:`final_sweep`.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Examples
    --------
    >>> from pegsolitaire.board import rectangle
    >>> found = final_sweep(rectangle(4, 5))
    >>> len(found.solution.moves), len(shortest_final_sweep(found).solution.moves)
    (11, 10)
    """
    solution = found.solution
    if solution is None:
        return found
    sweep = solution.moves[-1]
    before = solution.positions[-1 - len(sweep)]
    part = _quarters(before.complement)
    if len(part) > _ENOUGH:
        return found
    problem = Problem(_on(part, solution.start), [_on(part, before)])
    best = shortest(problem, work=work)
    if best.solution is None or len(best.solution.moves) + 1 > len(solution.moves):
        return found
    jumps = (*best.solution.jumps, *sweep.jumps)
    return replace(found, solution=Solution(solution.start, jumps), proven=best.proven)


def _to(position: Position, *, work: Work) -> Answer:
    """Find a game from the complement of a position to one peg, on the quarters that have pegs."""
    pegs = position.complement
    part = _quarters(pegs)
    ends = [position.board.holes[i] for i in feasible_finishes(pegs)]
    ends = [hole for hole in ends if hole in part]
    if not ends:
        return Unsolvable("position class")
    if len(part) > _ENOUGH:
        return Undecided("the board is too large")
    finishes = [part.single(hole) for hole in ends]
    if len(part) > _SEARCHED_AT_ONCE:
        codes = [finish.code for finish in finishes]
        if whole_jumps_exist(part, _on(part, pegs).code, codes, work=work) is False:
            return Unsolvable("no whole numbers of jumps")
    return solve(Problem(_on(part, pegs), finishes), work=work.silent)


def _quarters(pegs: Position) -> Board:
    """Return a board that contains only the quarters where a position has pegs."""
    board = pegs.board
    parts = [part for part in board.quarters if pegs.code & code_of(part)]
    holes = {board.holes[i] for part in parts for i in part}
    taken = [ends for ends in board.taken if holes.issuperset(ends)]
    return Board(holes, board.lattice, taken=taken)


def _on(part: Board, position: Position) -> Position:
    """Restrict a position to a part of its board."""
    return Position(part, sum(1 << part.bit(hole) for hole in position if hole in part))
