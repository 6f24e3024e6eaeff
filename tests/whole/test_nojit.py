"""Tests that the kernels give the same results with and without compilation.

The plain kernels run in another process, because numba decides whether to compile when it is first
imported. Products of hashes overflow by design. Numpy warns of this for scalars, but compiled code
does not.
"""

import functools
import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import programs
import pytest
import small_engine
from marks import quick_then
from private import set_private

from pegsolitaire.board import SQUARE, TRIANGULAR, named_board
from pegsolitaire.chance import player_named, random_play, simulate
from pegsolitaire.chance.exact import Run, play_by_class, whole_class
from pegsolitaire.engine import (
    Coset,
    DepthFirst,
    LevelEngine,
    MoveBeam,
    MoveLevels,
    PathCounter,
    Paths,
    ShardSteps,
    WideLevels,
    beam,
    class_bitmaps,
    close,
    codes_with_one_jump,
    expansion,
    make_layout,
    wide,
)
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Problem
from pegsolitaire.sets import (
    IndexedSets,
    PositionValues,
    WinningSets,
    duotaire,
    labels_of,
    level_table,
)
from pegsolitaire.solving import count, count_games, short_solution, shortest, solve
from pegsolitaire.surveys import census, move_table
from pegsolitaire.theory import MoveBound, as_class, as_type, classic_counts
from pegsolitaire.work import Work

# Disable known results, so that the searches run the kernels.
short_solution = functools.partial(short_solution, facts=False)
shortest = functools.partial(shortest, facts=False)
solve = functools.partial(solve, facts=False)

NAMES = ["triangle4", "square3"]


def results(names):
    """Return tables, sets, solutions and indices of small boards as plain lists."""
    found = {}
    for name in names:
        board = named_board(name)
        hole = board.holes[1]
        for problem in (
            Problem.complement(board, hole),
            Problem.to_any(board.vacancy(hole)),
            as_type(board, "A").problem,
        ):
            tables = [level_table(problem, raw=raw) for raw in (False, True)]
            sets = WinningSets.build(problem)
            codes = sets.contains_codes(sets.level(problem.start_pegs - 2))
            answer = solve(problem)
            games = count_games(problem)
            found[str(problem)] = [
                [[row.pegs, row.F, row.B, row.W, row.L] for t in tables for row in t.rows],
                [[pegs, level.tolist()] for pegs, level in sets.levels.items()],
                codes.tolist(),
                [answer.solvable, answer.reason, str(answer.solution)],
                [count(problem), games.won, games.total],
                by_moves(problem),
                numbers(sets),
            ]
        for turns in ("jump", "move"):
            game = duotaire(board, hole, turns=turns)
            found[f"{name} {turns}"] = [game.remoteness, [row.won for row in game.levels]]
        indexed = IndexedSets.make(as_type(board, "A"))
        found[name] = [
            [pegs, codes.tolist(), indexed.indices[pegs].tolist()]
            for pegs, codes in indexed.levels.items()
        ]
    return found


def numbers(sets):
    """Return the solution counts, fewest moves and chances of all winning positions."""
    return [
        [level.codes.tolist(), level.solutions[0].tolist(), level.moves.tolist()]
        + [round(chance, 9) for chance in level.chances.tolist()]
        for level in PositionValues.build(sets).levels.values()
    ]


def by_moves(problem):
    """Return levels by moves and the shortest solutions, for boards of up to 12 holes."""
    if len(problem.board) > 12:
        return []
    table, found = move_table(problem), shortest(problem)
    levels = [
        [[level.positions, level.fewest_pegs, level.most_pegs, level.winning] for level in side]
        for side in (table.forward, table.backward)
    ]
    return [
        *levels,
        [found.solvable, found.lower_bound, str(found.solution)],
        str(short_solution(problem, widest=8, work=Work(1e9)).solution),
    ]


def full_words():
    """Play on a board of 64 holes, where the word has no spare bit."""
    board = named_board("square8")
    engine = LevelEngine.of(Problem.complement(board, "a1"))
    whole = LevelEngine.of(
        Problem.of_codes(board, (board.full_code ^ 1 << 27,), (1 << 27 | 1 << 36,))
    )
    found = []
    for one in (engine, whole):
        level = one.level([board.full_code ^ 1 << 27])
        level = one.step(one.step(level, one.jumps), one.jumps)
        found.append([one.codes(level).tolist(), one.raw_size(level)])
    return found


def several_words():
    """Search positions that take two words of eight holes, and build their levels."""
    board = named_board("triangle5")
    found = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wide, "WORD", 8)
        for hole in ("a1", "b3"):
            problem = Problem.complement(board, hole)
            search = DepthFirst(problem)
            found.append([search.run(2_000), search.nodes, [str(jump) for jump in search.jumps]])
            engine = WideLevels(problem)
            level = engine.level(problem.starts)
            for _ in range(3):
                level = engine.step(level, engine.jumps)
            back = engine.step(level, engine.unjumps)
            met = engine.select(level, engine.unjumps, back)
            found.append([engine.codes(one) for one in (level, back, met)])
    return found


def large_counts():
    """Count paths with carries across several limbs, in tables that have to grow."""
    board = named_board("triangle5")
    problem = Problem.complement(board, "a4")
    most = (1 << 192) - 1
    with pytest.MonkeyPatch.context() as patch, PathCounter(problem) as counter:
        small_engine.plan(patch, 1, 4, 2)
        first = counter.level(problem.starts)
        whole = np.full((len(first), 3), np.uint64(2**64 - 1))
        played = [Paths(replace(first.level, rows=whole), most * len(first))]
        while len(played) < 9:
            played.append(counter.step(played[-1], counter.jumps))
        assert len(problem.group) == 1  # so that words equal codes
        finished, others = counter.split(played[-1], sorted(played[-1].level.words.tolist())[:9])
        return [
            [[made.level.words.tolist(), made.counts.tolist(), made.total] for made in played],
            [counter.stuck(made) for made in played],
            [counter.meet(made, other, 1) for made in played for other in (first, played[5])],
            [finished.total, others.total],
        ]


def position_classes():
    """Compute closures, counts by pegs and unique winning jumps, with different block sizes."""
    found = []
    for name, bits in (("triangle4", 6), ("triangle5", 9), ("rectangle3x4", 9), ("square3", 17)):
        board = named_board(name)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(class_bitmaps, "BLOCK_BITS", bits)
            for hole in board.holes[:3]:
                reached = close(board, [board.vacancy(hole).code], "forward")
                solvable = close(board, [board.single(hole).code], "backward")
                assert reached.coset == Coset(board, board.vacancy(hole).code)
                for made in (reached, solvable):
                    found.append([made.words.tolist(), sorted(made.by_pegs().items())])
                found.append(sorted(codes_with_one_jump(solvable).tolist()))
    return json.loads(json.dumps(found))


def played_at_random():
    """Return exact chances and simulated games for players with every rule."""
    found = []
    for name, games in (("triangle4", 200), ("square3", 50), ("triangle5", 20)):
        problem = Problem.to_any(named_board(name).vacancy(named_board(name).holes[1]))
        for player in ("any", "peg-first", "greedy", "look-ahead:2", "removal", "sax", "resource"):
            if name == "triangle5" or player not in ("removal", "sax", "resource"):
                who = player_named(player, problem)
                if name != "triangle5" or player not in ("any", "peg-first", "look-ahead:2"):
                    found.append(random_play(problem, player=who, work=Work(threads=1)).finals)
                played = simulate(
                    problem,
                    games=games,
                    player=who,
                    seed=1,
                    sample=2,
                    ends=True,
                    work=Work(threads=1),
                )
                found.append([played.wins, sorted(played.pegs.items()), str(played.solutions)])
                found.append(sorted(played.ends.items()))
    board = named_board("triangle4")
    goal = board.vacancy("a2").play("a4-a2")
    toward = Problem(board.vacancy("a2"), [goal])
    found.append(random_play(toward, work=Work(threads=1)).finals)
    found.append(simulate(toward, games=100, seed=1, work=Work(threads=1)).wins)
    return json.loads(json.dumps(found))


def small_boards():
    """Label all positions of a class, and find the small boards that can be solved."""
    found = []
    for name in ("triangle4", "rectangle3x4"):
        board = named_board(name)
        for level in labels_of(board, as_class(board).finishes).levels.values():
            labels = level.codes, level.orbits, *level.solutions, level.moves, level.chances
            found += [one.tolist() for one in (*labels, level.jumps, level.winning)]
    for lattice in (SQUARE, TRIANGULAR):
        for one in census(lattice, 6):
            found.append([[board.picture(), *holes] for board, holes in one.solvable()])
    return found


def levels_by_moves():
    """Find levels by moves from both ends, and all sweeps of one peg or that they are too many."""
    problem = Problem(named_board("triangle4"), "a2", "b2")
    layout, bound = make_layout(problem.board, problem.group), MoveBound.of(problem)
    with (
        MoveLevels(layout, problem.starts, packings=bound.forward) as ends,
        MoveLevels(layout, problem.finishes, backward=True, packings=bound.backward) as others,
    ):
        found = [[one.advance(5), one.advance(5)] for one in (ends, others)]
        found += [ends.reach(others, 5), sorted(ends.codes(ends.levels[-1]).tolist())]
        found.append([one.tolist() for one in others.holds(*ends.levels)])
    board = named_board("square5")
    layout = make_layout(board, board.symmetries[:1])
    start = board.code(hole for hole in board.holes if sum(hole) % 2 or hole == (0, 0))
    for most in (2, 8, 64, 1 << 12):
        with pytest.MonkeyPatch.context() as patch:
            set_private(patch, "pegsolitaire.engine.moves", _BLOCK=most)
            with MoveLevels(layout, [start]) as ends:
                if most < 100:
                    with pytest.raises(BoardTooLargeError, match=f"more than {most} moves"):
                        ends.advance()
                else:
                    found += [ends.advance(), sorted(ends.codes(ends.levels[1]).tolist())]
    return found


def in_shards():
    """Count paths in shards, also without the positions that resource counts exclude."""
    found = []
    for name, hole, counts, many in (("triangle4", "a2", False, 5), ("english", "d1", True, 4)):
        problem = Problem.complement(named_board(name), hole)
        steps = ShardSteps(problem, classic_counts(problem.board) if counts else ())
        level = steps.level(problem.starts, 2, paths=True)
        for _ in range(many):
            level = steps.spread(level, "forward", 2, 1)
            found.append([level.words.tolist(), level.rows.tolist()])
        there = steps.spread(level, "backward", 2, 1)
        found.append([there.words.tolist(), steps.dot([level], level, 1)])
        found.append(steps.among([steps.spread(there, "forward", 2)], level).words.tolist())
    return found


def whole_classes():
    """Play at random over whole classes, with few low holes."""
    found = []
    for name, hole in (("square3", "b2"), ("triangle4", "a1"), ("rectangle3x4", "a1")):
        problem = Problem.to_any(named_board(name).vacancy(hole))
        work = Work(threads=1).begin()
        run = Run(problem, player_named("any", problem), by_hole=True, winning=False, work=work)
        with pytest.MonkeyPatch.context() as patch:
            set_private(patch, "pegsolitaire.engine.class_play", _LOW=1)
            odds = play_by_class(run, whole_class(run), work=work)
        found.append([odds.positions, [[code, round(chance, 9)] for code, chance in odds.finals]])
    return found


def kept_in_a_beam():
    """Search with a beam that keeps few positions and follows few sweeps."""
    found = []
    problem = Problem.complement(named_board("triangle5"), "a1")
    with pytest.MonkeyPatch.context() as patch:
        set_private(patch, beam, _MIN_KEPT_RESULTS=8, _SWEEPS=2)
        for cost in beam.BEAM_COSTS[::3]:
            search = MoveBeam(problem.board, MoveBound.of(problem).forward, problem.finishes)
            found.append([search.run(problem.starts[0], 16, 14, cost), search.dropped])
    return found


TESTS = str(Path(__file__).parents[1])
CODE = """
import json, sys
import numpy as np
np.seterr(over="ignore")
sys.path.insert(0, sys.argv[1])
import whole.test_nojit as test_nojit
assert not hasattr(test_nojit.expansion.expand, "signatures")
print(json.dumps([
    test_nojit.results(sys.argv[2:]), test_nojit.full_words(), test_nojit.large_counts(),
    test_nojit.position_classes(), test_nojit.played_at_random(), test_nojit.several_words(),
    test_nojit.small_boards(), test_nojit.levels_by_moves(), test_nojit.in_shards(),
    test_nojit.whole_classes(), test_nojit.kept_in_a_beam(),
]))
"""


@pytest.mark.parametrize("names", quick_then(NAMES, ["truncated12", "triangle5"]))
def test_plain_python_gives_the_same(tmp_path, names):
    assert hasattr(expansion.expand, "signatures")
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    run = programs.run([sys.executable, "-W", "error", "-c", CODE, TESTS, *names], env=environment)
    assert run.returncode == 0, run.stderr
    expected = [
        json.loads(json.dumps(results(names))), full_words(), large_counts(), position_classes(),
        played_at_random(), several_words(), small_boards(), levels_by_moves(), in_shards(),
        whole_classes(), kept_in_a_beam(),
    ]  # fmt: skip
    assert json.loads(run.stdout) == expected
    assert not (tmp_path / "cache").exists()
