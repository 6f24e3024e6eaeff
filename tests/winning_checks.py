"""Compare winning sets with the slow engine."""

import naive

from pegsolitaire.sets import WinningSets, level_table


def naive_columns(problem, raw):
    board, starts, finishes = problem.board, problem.starts, problem.finishes
    group = None if raw else naive.problem_group(board, starts, finishes)
    return (
        naive.forward_levels(board, starts, group),
        naive.backward_levels(board, finishes, group),
        naive.winning_levels(board, starts, finishes, group),
        naive.losing_levels(board, starts, finishes, group),
    )


def check_against_the_twin(problem, raw):
    rows = range(problem.start_pegs, problem.finish_pegs - 1, -1)
    columns = naive_columns(problem, raw)
    table = level_table(problem, raw=raw)
    found = [(row.pegs, row.F, row.B, row.W, row.L) for row in table.rows]
    assert found == [(n, *(len(c.get(n, ())) for c in columns)) for n in rows]
    if not raw:
        sets = WinningSets.build(problem)
        wins = columns[2]
        assert {n: sets.level(n).tolist() for n in rows} == {
            n: sorted(wins.get(n, ())) for n in rows
        }
        assert bool(len(sets)) == bool(wins)
        sets.verify()
