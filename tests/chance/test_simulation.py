"""Simulated random play: it agrees with exact chances, and a seed makes it repeatable."""

from collections import Counter
from math import isclose

import pytest
from hypothesis import given, strategies as st

from pegsolitaire.board import CATALOGUE, Board, hole_name, named_board
from pegsolitaire.chance import (
    play_game,
    player_named,
    random_play,
    simulate,
    simulations,
    wilson,
)
from pegsolitaire.errors import BoardTooLargeError, PegSolitaireError, ProblemError, UsageError
from pegsolitaire.game import OwnPlayer, Player, Position, Problem, Solution
from pegsolitaire.work import Work

T5, ENGLISH = named_board("triangle5"), named_board("english")
GAMES = 400_000


def anywhere(name, hole):
    return Problem.to_any(named_board(name).vacancy(hole))


def test_solutions_are_on_the_board_of_the_problem():
    """The player may have been made for an equal board of another name."""
    mine = Board(T5.holes, lattice=T5.lattice, name="mine")
    player = player_named("any", anywhere("triangle5", "a1"))
    found = simulate(Problem.to_any(mine.vacancy("a1")), games=3_000, player=player, sample=1)
    assert [one.start.board.name for one in found.solutions] == ["mine"]


def chi_squared(expected, counted, games):
    """Return the p-value of the counts under these chances; rare ends are merged."""
    assert set(counted) <= set(expected), "an end that cannot be"
    common = [end for end, chance in expected.items() if chance * games >= 10]
    chances = [float(expected[end]) for end in common]
    counts = [counted.get(end, 0) for end in common]
    rest = 1 - sum(chances)
    if rest * games > 1:
        chances.append(rest)
        counts.append(games - sum(counts))
    if len(chances) == 1:
        return 1.0
    total = sum(chances)
    from scipy.stats import chisquare  # a slow import

    return chisquare(counts, [games * chance / total * sum(counts) / games for chance in chances])[
        1
    ]


BOARDS = [
    (name, hole_name(board.holes[orbit[0]]))
    for name, board in ((name, named_board(name)) for name in CATALOGUE)
    if len(board) <= 21
    for orbit in board.orbits
] + [
    ("square5", "a2"),
    ("rhombus5", "b2"),
    pytest.param("triangle7", "a2", marks=pytest.mark.slow),
]


@pytest.mark.every(54)
@pytest.mark.parametrize(("name", "hole"), BOARDS)
def test_simulation_and_exact_chances_agree(name, hole):
    """A chi-squared test compares how often games end in each position."""
    problem = anywhere(name, hole)
    check_agreement(problem, random_play(problem, by_hole=True))


@pytest.mark.slow
def test_simulation_and_exact_chances_agree_on_the_english_board(central):
    check_agreement(anywhere("english", "d4"), central)


def check_ends(problem, odds, found):
    least = Counter()
    for code, many in found.ends.items():
        least[problem.mincode(code)] += many
    assert chi_squared(dict(odds.finals), least, found.games) > 1e-4


def check_agreement(problem, odds):
    found = simulate(problem, games=GAMES, seed=7, ends=True)
    assert found.ends.total() == GAMES
    check_ends(problem, odds, found)
    by_pegs = {end.pegs: end.probability for end in odds.ends}
    assert chi_squared(by_pegs, found.pegs, GAMES) > 1e-4
    low, high = wilson(found.wins, found.games, 0.9999)
    assert low <= odds.win_probability <= high


@pytest.mark.every(6)
@pytest.mark.parametrize(
    "name",
    ["peg-first", "thumb", "sax", "sax-steady", "greedy", "look-ahead:2", "resource", "removal"],
)
def test_players_agree_too(name):
    problem = anywhere("triangle5", "a2")
    player = player_named(name, problem)
    games = GAMES // 10
    odds = random_play(problem, player=player)
    check_ends(problem, odds, simulate(problem, games=games, player=player, seed=7, ends=True))


def test_wins_at_each_hole():
    problem = anywhere("triangle5", "a1")
    odds, found = random_play(problem), simulate(problem, games=GAMES, seed=3)
    assert sum(found.wins_at.values()) == found.wins
    lost = {"lost": 1 - odds.win_probability}
    counts = {**found.wins_at, "lost": GAMES - found.wins}
    assert chi_squared({**odds.win_at, **lost}, counts, GAMES) > 1e-4
    corner = simulate(Problem.complement(T5, "a1"), games=GAMES, seed=3)
    assert corner.wins == found.wins_at[0, 0] == corner.wins_at[0, 0]
    assert found.wins_by_finish[T5.single("a1")] == corner.wins
    assert list(found.wins_by_finish) == [T5.single(hole) for hole in found.wins_at]


def test_wins_at_each_finish_of_several_pegs():
    start = T5.vacancy("a1")
    goals = [start.play("a3-a1").play(jump) for jump in ("a5-a3", "c5-a3", "c4-a2")]
    problem = Problem(start, goals)
    odds, found = random_play(problem, by_hole=True), simulate(problem, games=GAMES, seed=3)
    assert sum(odds.win_by_finish.values()) == pytest.approx(odds.win_probability)
    assert odds.win_by_finish.keys() == found.wins_by_finish.keys() == set(goals)
    lost = {"lost": 1 - odds.win_probability}
    counts = {**found.wins_by_finish, "lost": GAMES - found.wins}
    assert chi_squared({**odds.win_by_finish, **lost}, counts, GAMES) > 1e-4
    assert odds.win_at == found.wins_at == {}


# -- repeatable results -------------------------------------------------------------------------


@pytest.mark.every(2)
@pytest.mark.parametrize(("name", "games"), [("any", 200_001), ("sax", 20_001)])
def test_a_seed_gives_the_same_games_on_any_number_of_threads(name, games):
    problem = anywhere("triangle5", "a1")
    player = player_named(name, problem)
    found = [
        simulate(
            problem,
            games=games,
            player=player,
            seed=5,
            sample=4,
            ends=True,
            work=Work(threads=threads),
        )
        for threads in (1, 2, 5)
    ]
    assert found[0] == found[1] == found[2]
    assert len(set(found)) == 1
    assert found[0].solutions == found[2].solutions
    assert found[0].ends == found[1].ends
    assert found[0] != simulate(problem, games=games, player=player, seed=6)
    assert sum(found[0].pegs.values()) == games


def test_more_games_begin_with_the_same():
    problem = anywhere("triangle5", "a1")
    *_, all_games = grown = list(simulations(problem, games=200_000, seed=5))
    assert [one.games for one in grown] == [65_536, 131_072, 196_608, 200_000]
    assert simulate(problem, games=131_072, seed=5).wins == grown[1].wins
    assert all_games == simulate(problem, games=200_000, seed=5)


def test_won_games_are_solutions():
    problem = anywhere("triangle5", "a1")
    found = simulate(problem, games=10_000, seed=2, sample=20)
    assert len(found.solutions) == 20
    for solution in found.solutions:
        assert len(Solution(T5.vacancy("a1"), solution.jumps).finish) == 1
    removing = player_named("removal", anywhere("english", "d4"))
    found = simulate(anywhere("english", "d4"), games=50_000, player=removing, seed=1, sample=9)
    assert 0 < len(found.solutions) == found.wins <= 9
    assert simulate(problem, games=1000, seed=2).solutions == ()


@given(st.integers(1, 2**15 - 1), st.integers(0, 2**40))
def test_one_game(code, seed):
    """A game is legal, goes on to its end, and is the same for the same seed."""
    problem = Problem.to_any(Position(T5, code))
    jumps = play_game(problem, seed=seed)
    assert jumps == play_game(problem, seed=seed)
    end = Position(T5, code)
    for jump in jumps:
        end = end.play(jump)
    assert not end.legal_jumps or len(end) == 1


# -- intervals ----------------------------------------------------------------------------------


@given(st.integers(1, 10**8), st.floats(0, 1), st.sampled_from([0.5, 0.95, 0.999]))
def test_wilson_against_scipy(games, share, confidence):
    wins = round(share * games)
    low, high = wilson(wins, games, confidence)
    from scipy.stats import binomtest

    other = binomtest(wins, games).proportion_ci(confidence, "wilson")
    assert isclose(low, other.low, rel_tol=1e-6, abs_tol=1e-12)
    assert isclose(high, other.high, rel_tol=1e-6, abs_tol=1e-12)
    assert 0 <= low <= wins / games <= high <= 1


def test_wilson_of_nothing():
    assert wilson(0, 10)[0] == 0
    assert wilson(10, 10)[1] == 1
    with pytest.raises(ProblemError, match="between 0 and 1"):
        wilson(1, 10, 1.0)
    with pytest.raises(ProblemError, match="11 wins in 10 games"):
        wilson(11, 10)


# -- your own players ---------------------------------------------------------------------------


def test_a_function_of_ones_own():
    problem = anywhere("triangle5", "a1")
    asked = []

    def any_of_them(position):
        asked.append(position.code)
        return list(position.legal_jumps)

    player = OwnPlayer(T5, "mine", any_of_them)
    found = simulate(problem, games=3000, player=player, seed=4, sample=2, ends=True)
    # The player is called once for each position, and twice at the start to see if it is constant.
    assert [code for code, times in Counter(asked).items() if times > 1] == [problem.starts[0]]
    assert found == simulate(problem, games=3000, player=player, seed=4, sample=2, ends=True)
    odds = random_play(problem)
    by_pegs = {end.pegs: end.probability for end in odds.ends}
    assert chi_squared(by_pegs, found.pegs, 3000) > 1e-4
    assert found.ends.total() == 3000
    assert len(found.solutions) == min(2, found.wins)


# -- errors -------------------------------------------------------------------------------------


def test_what_is_wrong():
    problem = anywhere("triangle5", "a1")
    with pytest.raises(UsageError, match="games is 0"):
        simulate(problem, games=0)
    with pytest.raises(ProblemError, match="games"):
        simulate(problem, games=10**13)
    for seed in (-1, "x", 1.5):
        with pytest.raises(UsageError, match=f"seed is '?{seed}"):
            simulate(problem, games=10, seed=seed)
        with pytest.raises(UsageError, match=f"seed is '?{seed}"):
            play_game(problem, seed=seed)
    with pytest.raises(ProblemError, match="a player of english"):
        simulate(problem, games=10, player=Player(ENGLISH, "any"))
    with pytest.raises(ProblemError, match="a player of english"):
        play_game(problem, player=Player(ENGLISH, "any"))
    with pytest.raises(PegSolitaireError):
        simulate(problem, games=10, sample=-1)
    assert len(simulate(problem, games=300, sample=10**11).solutions) < 10
    both = Problem.of_codes(T5, (T5.vacancy("a1").code, T5.vacancy("a5").code), problem.finishes)
    with pytest.raises(ProblemError, match="one start"):
        simulate(both, games=10)
    with pytest.raises(ProblemError, match="one start"):
        play_game(both)
    star = named_board("star73")
    with pytest.raises(BoardTooLargeError, match="73 holes"):
        simulate(Problem.to_any(star.vacancy(star.holes[0])), games=10)
    own = OwnPlayer(star, "mine", lambda position: position.legal_jumps)
    found = simulate(Problem.to_any(star.vacancy(star.holes[36])), games=10, player=own, ends=True)
    assert found.ends.total() == 10
