"""A slow, simple reference version of everything that the engine computes.

Positions are frozensets of holes ``(x, y)``. From the package, only ``board.holes``,
``board.taken`` and ``board.lattice.directions`` are used. Results with sets of positions are
codes, where bit ``i`` is the ``i``-th hole in row order, so that they can be compared. The
functions are fast enough for boards of up to 16 holes.
"""

from collections import Counter
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product


@lru_cache(maxsize=64)
def in_rows(board):
    """Return the holes row by row, from left to right."""
    return sorted(board.holes, key=lambda hole: (hole[1], hole[0]))


@lru_cache(maxsize=64)
def powers(board):
    """Return the value of each hole's bit in a code."""
    return {hole: 2**i for i, hole in enumerate(in_rows(board))}


def code(board, position):
    """Return the code of a set of pegs."""
    power = powers(board)
    return sum(power[hole] for hole in position)


def pegs(board, number):
    """Return the set of pegs of a code."""
    return frozenset(hole for i, hole in enumerate(in_rows(board)) if number // 2**i % 2)


@lru_cache(maxsize=64)
def jumps(board):
    """Return every jump as three holes: start, over and end."""
    found = []
    for x, y in board.holes:
        for dx, dy in board.lattice.directions:
            jump = ((x, y), (x + dx, y + dy), (x + 2 * dx, y + 2 * dy))
            if all(hole in board.holes for hole in jump) and (jump[0], jump[2]) not in board.taken:
                found.append(jump)
    return found


def after(position, jump):
    """Return the position after a jump, or None if the jump is illegal."""
    start, over, end = jump
    if start in position and over in position and end not in position:
        return position - {start, over} | {end}
    return None


def before(position, jump):
    """Return the position before a jump that led here, or None if there is none."""
    start, over, end = jump
    if start not in position and over not in position and end in position:
        return position - {end} | {start, over}
    return None


def descendants(board, positions):
    """Return every position that is one jump after some positions."""
    reached = {after(position, jump) for position in positions for jump in jumps(board)}
    return reached - {None}


def ancestors(board, positions):
    """Return every position that is one jump before some positions."""
    reached = {before(position, jump) for position in positions for jump in jumps(board)}
    return reached - {None}


# -- symmetry -----------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def symmetries(board):
    """Return the affine maps of the board to itself that preserve neighbours, as dictionaries."""
    holes, found = set(board.holes), []
    corner = in_rows(board)[0]
    for a, b, c, d in product((-1, 0, 1), repeat=4):
        for goal in holes:
            image = {}
            for x, y in holes:
                dx, dy = x - corner[0], y - corner[1]
                image[x, y] = (goal[0] + a * dx + b * dy, goal[1] + c * dx + d * dy)
            if (
                set(image.values()) == holes
                and _keeps_neighbours(board, image)
                and {(image[start], image[end]) for start, end in board.taken} == board.taken
            ):
                found.append(image)
    return [image for i, image in enumerate(found) if image not in found[:i]]


def _keeps_neighbours(board, image):
    return all(
        _are_neighbours(board, p, q) == _are_neighbours(board, image[p], image[q])
        for p in image
        for q in image
    )


def _are_neighbours(board, p, q):
    return (q[0] - p[0], q[1] - p[1]) in board.lattice.directions


def image_of(symmetry, position):
    """Return the image of a position under a symmetry."""
    return frozenset(symmetry[hole] for hole in position)


def mincode(board, position, group):
    """Return the least code of the images of a position under a group."""
    return min(code(board, image_of(symmetry, position)) for symmetry in group)


def problem_group(board, starts, finishes):
    """Return the symmetries that map starts to starts and finishes to finishes."""
    sets = [{pegs(board, number) for number in numbers} for numbers in (starts, finishes)]
    return [
        symmetry
        for symmetry in symmetries(board)
        if all({image_of(symmetry, p) for p in positions} == positions for positions in sets)
    ]


def reduced(board, positions, group=None):
    """Return the codes of positions, or their least codes under a group."""
    if group is None:
        return {code(board, position) for position in positions}
    return {mincode(board, position, group) for position in positions}


# -- levels -------------------------------------------------------------------------------------
# A level is the set of positions with a given number of pegs; empty levels are left out.


def _levels(board, numbers, step):
    return _levels_from(board, frozenset(numbers), step)


@lru_cache(maxsize=4)  # a test often needs several tables of the same problem
def _levels_from(board, numbers, step):
    levels, level = {}, {pegs(board, number) for number in numbers}
    while level:
        levels[len(next(iter(level)))] = level
        level = step(board, level)
    return levels


def _winning(board, starts, finishes):
    forward = _levels(board, starts, descendants)
    backward = _levels(board, finishes, ancestors)
    both = {n: forward[n] & backward[n] for n in forward if n in backward}
    return {n: level for n, level in both.items() if level}


def _codes(board, levels, group):
    return {n: reduced(board, level, group) for n, level in levels.items()}


def forward_levels(board, starts, group=None):
    """Return the levels of F, reachable from the starts; with a group, the least codes."""
    return _codes(board, _levels(board, starts, descendants), group)


def backward_levels(board, finishes, group=None):
    """Return the levels of B: the positions that can reach the finishes."""
    return _codes(board, _levels(board, finishes, ancestors), group)


def winning_levels(board, starts, finishes, group=None):
    """Return the levels of W: the positions in both F and B."""
    return _codes(board, _winning(board, starts, finishes), group)


def losing_levels(board, starts, finishes, group=None):
    """Return the levels of L: the positions that are one jump from W but not in W."""
    wins = _winning(board, starts, finishes)
    lost = {n - 1: descendants(board, wins[n]) - wins.get(n - 1, set()) for n in wins}
    return _codes(board, {n: level for n, level in lost.items() if level}, group)


# -- one position -------------------------------------------------------------------------------


def count_solutions(board, start, finishes):
    """Count the sequences of jumps from a position to one of the finishes (codes)."""
    goals = {pegs(board, number) for number in finishes}

    @cache
    def count(position):
        if position in goals:
            return 1
        nexts = [after(position, jump) for jump in jumps(board)]
        return sum(count(reached) for reached in nexts if reached)

    return count(pegs(board, start))


def count_paths(board, numbers):
    """Count the sequences of jumps from some positions (codes) to each position: {code: ways}."""
    level, found = {pegs(board, number): 1 for number in numbers}, {}
    while level:
        found.update({code(board, position): ways for position, ways in level.items()})
        reached = {}
        for position, ways in level.items():
            for jump in jumps(board):
                if led := after(position, jump):
                    reached[led] = reached.get(led, 0) + ways
        level = reached
    return found


def count_games(board, start, finishes):
    """Count the games from a position that end at a finish (code) and those that do not.

    A game ends at the first finish it reaches, or when no jump is left.
    """
    goals = {pegs(board, number) for number in finishes}

    @cache
    def count(position):
        if position in goals:
            return 1, 0
        played = [count(led) for jump in jumps(board) if (led := after(position, jump))]
        return (sum(won for won, _ in played), sum(lost for _, lost in played) + (not played))

    return count(pegs(board, start))


def games_by_pegs(board, starts, finishes):
    """Count the games from some positions by the number of pegs that they leave."""
    goals = {pegs(board, number) for number in finishes}

    @cache
    def count(position):
        played = [count(led) for jump in jumps(board) if (led := after(position, jump))]
        if position in goals or not played:
            return Counter({len(position): 1})
        return sum(played, Counter())

    return dict(sum((count(pegs(board, start)) for start in starts), Counter()))


def solutions(board, start, finishes):
    """Return every solution as a tuple of jumps that ends at the first finish (code)."""
    goals = {pegs(board, number) for number in finishes}

    def play(position, played):
        if position in goals:
            yield played
            return
        for jump in jumps(board):
            if led := after(position, jump):
                yield from play(led, (*played, jump))

    return play(pegs(board, start), ())


def jump_sets(board, start, finishes):
    """Return the solutions regardless of order: the multisets of their jumps, as sorted tuples."""
    goals = {pegs(board, number) for number in finishes}

    @cache
    def rest(position):
        if position in goals:
            return {()}
        return {
            tuple(sorted((*later, jump)))
            for jump in jumps(board)
            if (led := after(position, jump))
            for later in rest(led)
        }

    return rest(pegs(board, start))


def without_direction(jump_set):
    """Return each jump of a set as the removed peg and both end holes, without their order."""
    return tuple(sorted((over, *sorted((start, end))) for start, over, end in jump_set))


def moved_set(symmetry, jump_set):
    """Return the image of a multiset of undirected jumps under a symmetry."""
    return tuple(
        sorted((symmetry[o], *sorted((symmetry[a], symmetry[b]))) for o, a, b in jump_set)
    )


def solvable(board, number, finishes):
    """Return whether a position can reach one of the finishes (codes)."""
    return count_solutions(board, number, finishes) > 0


def within_reach(board, number):
    """Return the codes of all positions that games from a position can reach, including itself."""
    return set().union(*forward_levels(board, [number]).values())


def reachable_finishes(board, number):
    """Return the holes where a game from a position can end with one peg."""
    level = {pegs(board, number)}
    while level and len(next(iter(level))) > 1:
        level = descendants(board, level)
    return {hole for position in level for hole in position}


def reachable_from(board, number):
    """Return the holes whose vacancies can reach a position."""
    level = {pegs(board, number)}
    while level and len(next(iter(level))) < len(board.holes) - 1:
        level = ancestors(board, level)
    return {hole for position in level for hole in board.holes if hole not in position}


# -- demands and dead ends ----------------------------------------------------------------------


def is_exit(region, jump):
    """Return whether a jump takes a peg out of a region (a set of holes) and ends outside it."""
    start, over, end = jump
    return (start in region or over in region) and end not in region


def changes_parity(region, jump):
    """Return whether a jump changes the parity of the number of pegs in a region."""
    start, over, end = jump
    return (-(start in region) - (over in region) + (end in region)) % 2 == 1


def fewest(board, number, counted):
    """Return the fewest jumps of each set in games to each position: {code: (n, ..)}."""
    level, found = {pegs(board, number): (0,) * len(counted)}, {}
    costs = {jump: tuple(int(jump in one) for one in counted) for jump in jumps(board)}
    while level:
        found.update({code(board, position): least for position, least in level.items()})
        reached = {}
        for position, least in level.items():
            for jump in jumps(board):
                if led := after(position, jump):
                    more = tuple(map(sum, zip(least, costs[jump], strict=True)))
                    reached[led] = tuple(map(min, more, reached.get(led, more)))
        level = reached
    return found


def dead_ends(board, starts, finishes):
    """Return all shortest ways to lose as {(start, sorted jumps): code}."""
    ways = {(number, ()): pegs(board, number) for number in starts}
    goals = {pegs(board, number) for number in finishes}

    @cache
    def wins(at):
        return at in goals or any(
            led and wins(led) for jump in jumps(board) for led in [after(at, jump)]
        )

    while ways:
        lost = {way: code(board, at) for way, at in ways.items() if not wins(at)}
        if lost:
            return lost
        ways = {
            (number, tuple(sorted((*made, jump)))): led
            for (number, made), at in ways.items()
            if at not in goals
            for jump in jumps(board)
            if (led := after(at, jump))
        }
    return {}


# -- the index of section 6 of the Notes --------------------------------------------------------


def vacancy(board, hole):
    """Return the code of the full board with one peg removed."""
    return code(board, set(board.holes) - {hole})


@lru_cache(maxsize=64)
def complement_wins(board, hole):
    """Return all winning positions of the complement problem of a hole."""
    wins = _winning(board, [vacancy(board, hole)], [code(board, {hole})])
    return frozenset().union(*wins.values())


@lru_cache(maxsize=64)
def complement_wins_turned(board, hole):
    """Return all images of the winning positions of the complement problem of a hole."""
    return frozenset(
        image_of(symmetry, position)
        for position in complement_wins(board, hole)
        for symmetry in symmetries(board)
    )


def index_of(board, number, vacancies, degenerate):
    """Return the index of a position: bit i is set if it occurs in the complement of vacancy i.

    For the first ``degenerate`` vacancies the position itself must occur, for the others any
    image.
    """
    position, total = pegs(board, number), 0
    for i, hole in enumerate(vacancies):
        wins = complement_wins if i < degenerate else complement_wins_turned
        total += 2**i * (position in wins(board, hole))
    return total


def codes_by_index(board, holes, vacancies, degenerate):
    """Return the stored codes of all games of a type, to half the board: {(pegs, index): codes}.

    Positions of degenerate complement problems are stored as they are. The least code is stored
    for each other symmetry class that can occur between vacancies and single pegs of ``holes``.
    """
    starts = [vacancy(board, hole) for hole in holes]
    wins = _winning(board, starts, [code(board, {hole}) for hole in holes])
    group, stored = symmetries(board), {}
    raw = set().union(*(complement_wins(board, hole) for hole in vacancies[:degenerate]))
    for n, level in wins.items():
        kept = raw & level
        turned = {image_of(symmetry, position) for position in kept for symmetry in group}
        codes = reduced(board, kept) | reduced(board, level - turned, group)
        for number in codes if n <= len(board.holes) // 2 else ():
            index = index_of(board, number, vacancies, degenerate)
            stored.setdefault((n, index), set()).add(number)
    return stored


def ancestors_of_any(board, finishes):
    """Return the codes of all positions that reach a finish (code) in at least one jump."""
    found, level = set(), {pegs(board, number) for number in finishes}
    while level:
        level = ancestors(board, level) - found
        found |= level
    return {code(board, position) for position in found}


# -- whole position classes ---------------------------------------------------------------------


def reached(board, numbers, step):
    """Return every position reached by steps (`descendants` or `ancestors`) from some codes."""
    found, edge = set(), {pegs(board, number) for number in numbers}
    while edge:
        found |= edge
        edge = step(board, edge) - found
    return reduced(board, found)


def count_winning_jumps(board, number, solvable):
    """Count the jumps from a position to one of the solvable positions (codes)."""
    nexts = [after(pegs(board, number), jump) for jump in jumps(board)]
    return sum(led is not None and code(board, led) in solvable for led in nexts)


def stabiliser(board, number):
    """Return the symmetries that leave a position unchanged, as permutations of hole numbers."""
    rows, position = in_rows(board), pegs(board, number)
    return frozenset(
        tuple(rows.index(symmetry[hole]) for hole in rows)
        for symmetry in symmetries(board)
        if image_of(symmetry, position) == position
    )


def symmetric_orbits(board, numbers):
    """Return the symmetric positions among some codes: {least code of the orbit: symmetries}."""
    found = {}
    for number in numbers:
        if len(stabiliser(board, number)) > 1:
            least = mincode(board, pegs(board, number), symmetries(board))
            found[least] = stabiliser(board, least)
    return found


# -- moves --------------------------------------------------------------------------------------


@lru_cache(maxsize=100_000)
def moves(board, position):
    """Return every legal move as its jumps and the position after it."""
    found = []

    def go_on(at, made):
        for jump in jumps(board):
            following = after(at, jump)
            if following is not None and (not made or made[-1][2] == jump[0]):
                found.append(((*made, jump), following))
                go_on(following, (*made, jump))

    go_on(position, ())
    return found


def duotaire(board, number, misere, turns):
    """Return who wins, and in how many turns, from every position that two players can reach.

    The result maps codes to ``(wins, left)``: whether the player to move wins, and the number of
    turns until the end if the winner hurries and the loser delays.
    """
    known = {}

    def left(position):
        own = code(board, position)
        if own not in known:
            results = descendants(board, [position])
            if turns == "move":
                results = {following for _, following in moves(board, position)}
            after_turns = [left(result) for result in results]
            if lost := [turns_left for wins, turns_left in after_turns if not wins]:
                known[own] = True, 1 + min(lost)
            elif after_turns:
                known[own] = False, 1 + max(turns_left for _, turns_left in after_turns)
            else:
                known[own] = misere, 0
        return known[own]

    left(pegs(board, number))
    return known


def levels_by_moves(board, numbers, group):
    """Return the least codes of positions by the fewest moves to reach them from some codes."""
    level = {pegs(board, number) for number in numbers}
    seen, levels = set(level), []
    while level:
        levels.append(reduced(board, level, group))
        level = {q for p in level for _, q in moves(board, p)} - seen
        seen |= level
    return levels


def levels_by_moves_left(board, finishes, group):
    """Return the least codes of positions by the fewest moves left to one of the finishes."""
    goals = {pegs(board, number) for number in finishes}
    solvable = set(goals)
    newest = set(goals)
    while newest:
        newest = ancestors(board, newest) - solvable
        solvable |= newest
    left = {}
    for position in sorted(solvable, key=len):
        following = [left[q] for _, q in moves(board, position) if q in solvable]
        left[position] = 0 if position in goals else 1 + min(following)
    most = max(left.values())
    return [
        reduced(board, {p for p in left if left[p] == number}, group) for number in range(most + 1)
    ]


def shortest_solutions(board, start, finishes):
    """Return all solutions with the fewest moves. A move is a tuple of jumps."""
    goals = {pegs(board, number) for number in finishes}
    lines = {pegs(board, start): [()]}
    while lines and not any(position in goals for position in lines):
        longer = {}
        for position, known in lines.items():
            for move, following in moves(board, position):
                longer.setdefault(following, []).extend((*line, move) for line in known)
        lines = longer
    return [line for position, known in lines.items() if position in goals for line in known]


def without_order(line):
    """Return a solution as the multiset of its moves: start, end and removed pegs of each."""
    return tuple(
        sorted(
            (move[0][0], move[-1][2], tuple(sorted(over for _, over, _ in move))) for move in line
        )
    )


# -- random play --------------------------------------------------------------------------------


def random_play(board, number, chances):
    """Return the probability that a game ends at each code.

    ``chances`` maps a set of pegs to a list of jumps with their probabilities, which is empty
    where the game ends.
    """
    return {
        code(board, position): share
        for level in random_levels(board, number, chances)
        for position, share in level.items()
        if not chances(position)
    }


def random_levels(board, number, chances):
    """Yield the probability of each set of pegs after each number of jumps."""
    level = {pegs(board, number): Fraction(1)}
    while level:
        yield level
        below = {}
        for position, share in level.items():
            for jump, chance in chances(position):
                reached = after(position, jump)
                below[reached] = below.get(reached, 0) + share * chance
        level = below


def still_winning(board, number, finishes, chances):
    """Yield the probability that a game can still be won after 0, 1, ... jumps."""
    wins = winning_levels(board, [number], finishes)
    for level in random_levels(board, number, chances):
        left = len(next(iter(level)))
        kept = {pegs(board, code) for code in wins.get(left, ())}
        yield sum(share for position, share in level.items() if position in kept)


def any_jump(board):
    """A player that chooses each legal jump with the same probability."""

    def chances(position):
        legal = [jump for jump in jumps(board) if after(position, jump)]
        return [(jump, Fraction(1, len(legal))) for jump in legal]

    return chances


def peg_first(board):
    """A player that first chooses a peg that can jump and then one of its jumps."""

    def chances(position):
        legal = [jump for jump in jumps(board) if after(position, jump)]
        by_peg = {peg: [jump for jump in legal if jump[0] == peg] for peg, _, _ in legal}
        return [
            (jump, Fraction(1, len(by_peg) * len(own))) for own in by_peg.values() for jump in own
        ]

    return chances


def most_jumps_next(board):
    """A player that chooses a jump that leaves one peg or else the most possible jumps."""

    def worth(position):
        if len(position) == 1:
            return 10**6
        return sum(after(position, jump) is not None for jump in jumps(board))

    def chances(position):
        legal = [jump for jump in jumps(board) if after(position, jump)]
        best = max((worth(after(position, jump)) for jump in legal), default=0)
        kept = [jump for jump in legal if worth(after(position, jump)) == best]
        return [(jump, Fraction(1, len(kept))) for jump in kept]

    return chances
