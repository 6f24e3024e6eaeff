"""Exact random play: the chances of all ends."""

from fractions import Fraction
from functools import cache

import known
import naive
import pytest
import small_engine
from marks import quick_then, slow_but_for

from pegsolitaire.board import apply_permutation, hole_name, named_board
from pegsolitaire.chance import exact, player_named, random_play, wilson
from pegsolitaire.chance.exact import most_positions
from pegsolitaire.chance.players import PLAYERS
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import OwnPlayer, Player, Position, Problem
from pegsolitaire.sets import WinningSets
from pegsolitaire.theory import as_type
from pegsolitaire.work import Work

ENGLISH, T5 = named_board("english"), named_board("triangle5")
SMALL = ["triangle4", "triangle5", "truncated12", "square3", "rhombus4", "rectangle5x3"]


def anywhere(name, hole):
    return Problem.to_any(named_board(name).vacancy(hole))


# -- published ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_table_3_of_the_english_page(central):
    """Compare dead ends and chances with the digits printed."""
    found = {end.jumps: (end.stuck, end.probability) for end in central.ends}
    for jumps, (stuck, printed) in known.RANDOM_CENTRAL_GAME.items():
        count, chance = found.pop(jumps, (0, 0.0))
        assert count == stuck
        assert (f"{chance:.4E}" if chance else "0") == printed, jumps
    assert found == {}
    assert central.stuck == known.RANDOM_CENTRAL_DEAD_ENDS
    assert sum(end.probability for end in central.ends) == pytest.approx(1, rel=1e-11)


@pytest.mark.slow
def test_what_the_english_page_says_beside(central):
    assert f"{central.win_probability:.4E}" == "2.6978E-08"
    assert central.win_at[3, 3] == pytest.approx(central.win_probability / 2, rel=1e-11)
    assert f"{central.mean_pegs:.2f}" == "7.64"
    position, chance = central.most_likely.position, central.most_likely.probability
    assert (len(position), chance) == (26, pytest.approx(1 / 135, rel=1e-11))
    # The paper prints 1 in 70.4 billion; the digits are right, but the unit is a trillion.
    assert f"{1 / central.least_likely.probability / 1e12:.1f}" == "70.4"
    # Turned upside down, this is the position of the page, whose hint names d2, b4, d4 and f4.
    assert {"d6", "b4", "d4", "f4"} < {hole_name(hole) for hole in central.least_likely.position}
    assert central.still_winning[15] < 0.01 < central.still_winning[13]
    assert central.positions == 23_475_688
    assert 0 < central.error < 1e-11


@pytest.mark.parametrize("hole", known.RANDOM_TRIANGLE5)
def test_table_2_of_the_triangular_paper(hole):
    problem = anywhere("triangle5", hole)
    for name, published in zip(("any", "thumb", "sax"), known.RANDOM_TRIANGLE5[hole], strict=True):
        odds = random_play(problem, player=player_named(name, problem))
        assert round(1 / odds.win_probability) == published


def within(wins, chance):
    """Return whether the 99.9 % interval of the simulated wins contains the exact chance."""
    low, high = wilson(wins, known.GRAMIGNA_GAMES, 0.999)
    return low <= chance <= high


@pytest.mark.parametrize(
    "start",
    [
        pytest.param(key, marks=pytest.mark.slow if key[0] == "triangle7" else ())
        for key in known.GRAMIGNA_TRIANGLES
        if key[0] < "triangle8"
    ],
)
def test_simulations_of_triangles(start):
    wins = known.GRAMIGNA_TRIANGLES[start]
    assert within(wins, random_play(anywhere(*start), by_hole=False).win_probability)


@pytest.mark.parametrize("hole", known.GRAMIGNA_SAX)
def test_simulations_with_the_sax_count(hole):
    problem = anywhere("triangle5", hole)
    odds = random_play(problem, player=player_named("sax-steady", problem))
    assert within(known.GRAMIGNA_SAX[hole], odds.win_probability)


@pytest.mark.slow
@pytest.mark.parametrize("hole", known.GRAMIGNA_ENGLISH)
def test_simulations_of_the_english_board(hole):
    """Two of its seven rows cannot be right: c3 is off by -10 standard errors, d2 by +6."""
    chance = random_play(anywhere("english", hole), by_hole=False).win_probability
    wins = known.GRAMIGNA_ENGLISH[hole]
    assert within(wins, chance) == (hole not in ("c3", "d2"))
    errors = (wins - chance * 1e8) / (chance * 1e8) ** 0.5
    assert round(errors, 1) == pytest.approx({"c3": -10.5, "d2": 6.3}.get(hole, errors), abs=0.1)


def test_simulations_past_what_tests_compute():
    """Compare French with stored exact chances, and triangle 8 with our own simulated games."""
    for hole, wins in known.GRAMIGNA_FRENCH.items():
        assert within(wins, known.RANDOM_FRENCH[hole])
    games = known.GRAMIGNA_GAMES
    for hole, ours in known.RANDOM_TRIANGLE8.items():
        his = known.GRAMIGNA_TRIANGLES["triangle8", hole]
        table = [[ours, games - ours], [his, games - his]]
        from scipy.stats import chi2_contingency  # a slow import

        assert chi2_contingency(table).pvalue > 1e-3


@pytest.mark.parametrize("name", known.PLAYERS_OF_TRIANGLE5)
def test_players_of_triangle5(name):
    for hole, many in known.PLAYERS_OF_TRIANGLE5[name].items():
        problem = anywhere("triangle5", hole)
        chance = random_play(problem, player=player_named(name, problem)).win_probability
        assert float(f"{1 / chance if chance else 0:.4g}") == many


@pytest.mark.every(4)
@pytest.mark.parametrize(
    "name",
    [
        name if name.startswith("removal") else pytest.param(name, marks=pytest.mark.slow)
        for name in known.PLAYERS_OF_THE_CENTRAL_GAME
    ],
)
def test_players_of_the_central_game(name):
    """Gramigna's section 5.1 asks whether block removals and resource counts help."""
    problem = anywhere("english", "d4")
    odds = random_play(problem, player=player_named(name, problem))
    assert f"{odds.win_probability:.3e}" == known.PLAYERS_OF_THE_CENTRAL_GAME[name]


@pytest.mark.slow
def test_the_least_likely_end_by_fractions(central):
    """Follow the few games that lead to this end, using fractions."""
    start = ENGLISH.vacancy("d4")
    end, chance = central.least_likely.position, central.least_likely.probability
    problem = Problem(start, [end])
    sets = WinningSets.build(problem)
    level = {start.code: Fraction(1)}
    for pegs in range(len(start) - 1, len(end) - 1, -1):
        below = {}
        for code, share in level.items():
            jumps = ENGLISH.masks_from(code)
            for jump in jumps:
                after = problem.mincode(code ^ jump.mask)
                below[after] = below.get(after, 0) + share / len(jumps)
        wanted = set(sets.level(pegs).tolist())
        level = {code: share for code, share in below.items() if code in wanted}
    images = len(set(ENGLISH.images(end.code)))
    assert float(level[problem.mincode(end.code)] * images) == pytest.approx(chance, rel=1e-11)


# -- by other methods ---------------------------------------------------------------------------


def folded(ends, group):
    """Add up the chances of codes that are images under a group of symmetries."""
    found = {}
    for code, chance in ends.items():
        least = min(apply_permutation(symmetry.image, code) for symmetry in group)
        found[least] = found.get(least, 0) + chance
    return found


@pytest.mark.parametrize("name", slow_but_for([one for one in SMALL if one != "rhombus4"], SMALL))
@pytest.mark.parametrize(
    ("player", "twin"),
    [
        ("any", naive.any_jump),
        ("peg-first", naive.peg_first),
        ("greedy", naive.most_jumps_next),
    ],
)
def test_against_naive(name, player, twin):
    board = named_board(name)
    for hole in (board.holes[0], board.holes[len(board) // 2]):
        problem = Problem.to_any(board.vacancy(hole))
        odds = random_play(problem, player=player_named(player, problem))
        expected = folded(
            naive.random_play(board, board.vacancy(hole).code, twin(board)), odds.group
        )
        assert dict(odds.finals) == pytest.approx(
            {code: float(chance) for code, chance in expected.items()}, rel=1e-12
        )


@pytest.mark.every(15)
@pytest.mark.parametrize("hole", ["a1", "a2", "b3", "c5"])
@pytest.mark.parametrize("name", [*PLAYERS, "look-ahead:1", "look-ahead:3", "removal:3"])
def test_fractions_and_floats_agree(name, hole):
    """Compare the rules in compiled loops with those in plain Python."""
    problem = anywhere("triangle5", hole)
    player = player_named(name, problem)
    floats, fractions = (
        random_play(problem, player=player),
        random_play(problem, player=player, fractions=True),
    )
    assert fractions.error == 0
    assert sum(chance for _, chance in fractions.finals) == 1
    assert [code for code, _ in floats.finals] == [code for code, _ in fractions.finals]
    for (_, chance), (_, exactly) in zip(floats.finals, fractions.finals, strict=True):
        assert abs(Fraction(chance) - exactly) <= exactly * Fraction(floats.error)
    assert floats.positions == fractions.positions
    assert fractions.mean_pegs == pytest.approx(floats.mean_pegs, rel=1e-12)
    assert floats.win_at.keys() == fractions.win_at.keys()


@pytest.mark.parametrize(("name", "hole"), [("triangle5", "a2"), ("rhombus4", "a1")])
def test_holes_apart_or_not(name, hole):
    apart = random_play(anywhere(name, hole), by_hole=True)
    together = random_play(anywhere(name, hole), by_hole=False)
    assert (apart.by_hole, together.by_hole) == (True, False)
    assert apart.win_probability == pytest.approx(together.win_probability, rel=1e-12)
    assert sum(apart.win_at.values()) == pytest.approx(apart.win_probability, rel=1e-12)
    assert sum(together.win_at.values()) == pytest.approx(apart.win_probability, rel=1e-12)
    assert folded(dict(apart.finals), together.group) == pytest.approx(dict(together.finals))
    goals = {Position(apart.board, code) for code in apart.problem.finishes}
    assert together.win_by_finish.keys() <= apart.win_by_finish.keys() <= goals
    assert bool(together.win_at) == bool(apart.win_at)


def test_other_finishes():
    """A game ends as soon as it reaches a finish of several pegs."""
    start = T5.vacancy("a1")
    goal = start.play("a3-a1").play("a5-a3")
    odds = random_play(Problem(start, [goal]))
    assert odds.win_probability == pytest.approx(
        float(random_play(Problem(start, [goal]), fractions=True).win_probability)
    )
    assert odds.win_probability > 0
    # The first jump is a3-a1 or its mirror image; then one of four jumps reaches the goal.
    assert odds.win_probability == pytest.approx(1 / 8)
    assert odds.win_by_finish == {goal: odds.win_probability}
    assert dict(odds.finals)[goal.code] == odds.win_probability
    corner = random_play(Problem.complement(T5, "a1"))
    assert corner.win_probability == random_play(anywhere("triangle5", "a1")).win_at[0, 0]


def test_several_starts_are_equally_likely():
    problem = as_type(T5, "A").problem
    starts = [random_play(Problem.to_any(T5.position(f"code:{code}"))) for code in problem.starts]
    mean = sum(odds.win_probability for odds in starts) / len(starts)
    assert random_play(problem).win_probability == pytest.approx(mean, rel=1e-12)


@pytest.mark.every(2)
@pytest.mark.parametrize("jumps", slow_but_for([0, 3, 13], [0, 1, 3, 6, 12, 13]))
def test_somebody_who_knows_the_last_jumps(jumps):
    """Compare with a player function that knows which positions near the end can be won."""
    problem = Problem.to_any(T5.vacancy("a1"))
    finishes = set(problem.finishes)

    @cache
    def wins(code):
        return code in finishes or any(
            wins(code ^ jump.mask) for jump in T5.jumps if code & jump.mask == jump.pegs
        )

    def who(position):
        if len(position) > jumps + 1:
            return list(position.legal_jumps)
        best = [jump for jump in position.legal_jumps if wins(position.play(jump).code)]
        return best or list(position.legal_jumps)

    odds = random_play(problem, winning=True, fractions=True)
    assert random_play(problem, player=who, fractions=True).win_probability == odds.knowing(jumps)


def test_what_somebody_cannot_know():
    problem = Problem.to_any(T5.vacancy("a1"))
    with pytest.raises(ProblemError, match="winning=True"):
        random_play(problem).knowing(3)
    for jumps in (-1, 14):
        with pytest.raises(ProblemError, match="the game has 13"):
            random_play(problem, winning=True).knowing(jumps)


@pytest.mark.parametrize(("name", "hole"), quick_then(("triangle5", "a2"), ("rhombus4", "a2")))
def test_still_winning(name, hole):
    """Compare with the slow reference version, using floats and fractions."""
    problem = anywhere(name, hole)
    board, start = problem.board, problem.starts[0]
    floats = random_play(problem, winning=True)
    fractions = random_play(problem, winning=True, fractions=True)
    expected = list(naive.still_winning(board, start, problem.finishes, naive.any_jump(board)))
    assert (expected[0], expected[-1]) == (1, fractions.win_fraction)
    assert list(fractions.still_winning) == [*map(float, expected)]
    assert floats.still_winning == pytest.approx([*map(float, expected)])


def test_a_finish_of_another_class_is_never_in_reach():
    problem = Problem(T5, "a1", "a2")
    for fractions in (False, True):
        odds = random_play(problem, winning=True, fractions=fractions)
        assert set(odds.still_winning) == {0}
    centre = random_play(anywhere("triangle4", "a1"), winning=True)
    assert (centre.win_probability, set(centre.still_winning)) == (0, {0})


def test_starts_of_several_classes():
    goal = Problem.to_any(T5.vacancy("a1"))
    starts = (T5.vacancy("a1").code, T5.vacancy("a2").code)
    problem = Problem.of_codes(T5, starts, goal.finishes)
    floats = random_play(problem, winning=True)
    assert floats.still_winning[0] == 0.5
    assert floats.still_winning[-1] == pytest.approx(floats.win_probability)
    exactly = random_play(problem, winning=True, fractions=True)
    assert floats.still_winning == pytest.approx([*map(float, exactly.still_winning)])


@pytest.mark.parametrize(("name", "hole"), [("triangle5", "a1"), ("triangle6", "a2")])
def test_a_start_and_its_image_of_another_class(name, hole):
    """Symmetries map the finishes of one start to those of the other, but they still differ."""
    start = named_board(name).vacancy(hole)
    goal = Problem.to_any(start)
    images = {
        code: Problem.to_any(Position(start.board, code))
        for code in start.board.images(start.code)
    }
    other = next(code for code, end in images.items() if end.finishes != goal.finishes)
    both = Problem.of_codes(start.board, (start.code, other), goal.finishes)
    alone = random_play(goal).win_probability
    for by_hole in (True, False, None):
        found = random_play(both, by_hole=by_hole, winning=True)
        assert found.win_probability == pytest.approx(alone / 2)
        assert found.still_winning[0] == 0.5


def test_finishes_of_several_classes():
    """Only some of the finishes are in the class of the start."""
    start = T5.vacancy("a1")
    goals = [start.play("a3-a1").play("a5-a3"), T5.vacancy("a2").play("a4-a2").play("a1-a3")]
    pairs = Problem.of_codes(T5, (start.code,), (1, 2)), Problem(start, goals)
    for problem in pairs:
        for fractions in (False, True):
            odds = random_play(problem, winning=True, fractions=fractions)
            assert 0 < odds.win_probability < odds.still_winning[0] == 1
            assert float(odds.still_winning[-1]) == pytest.approx(float(odds.win_probability))
            assert len(odds.still_winning) == 15 - problem.finish_pegs


@pytest.mark.parametrize("name", ["triangle5", "triangle6", "square4", "hexagon19"])
def test_positions_are_no_more_than_foreseen(name):
    """A finish of several pegs does not stop games from going on below it."""
    board = named_board(name)
    for hole in (board.holes[1], board.holes[len(board) // 2]):
        start = board.vacancy(hole)
        goal = start.play(next(iter(start.legal_jumps)))
        for problem in (
            Problem.to_any(start),
            Problem(start, [goal.play(min(goal.legal_jumps))]),
        ):
            odds = random_play(problem)
            assert odds.positions <= most_positions(problem, odds.group) + len(board)


def test_threads_buffers_tables_and_runs_change_nothing(monkeypatch):
    problem = anywhere("triangle5", "a2")
    expected = dict(random_play(problem).finals)
    small_engine.buffers(monkeypatch)
    for logp, together in ((1, 2), (3, 8), (3, 2), (4, 1)):
        small_engine.plan(monkeypatch, logp, 4, together)
        for threads in (1, 2):
            assert dict(random_play(problem, work=Work(threads=threads)).finals) == pytest.approx(
                expected
            )


# -- errors and limits --------------------------------------------------------------------------


def test_too_large(monkeypatch):
    star = named_board("star73")
    with pytest.raises(BoardTooLargeError, match="up to 64 holes"):
        random_play(Problem.to_any(star.vacancy(star.holes[0])))
    small_engine.free_memory(monkeypatch, 1 << 16)
    with pytest.raises(BoardTooLargeError, match=" kB of memory and "):
        random_play(anywhere("english", "d4"))
    monkeypatch.setattr(exact, "MAX_LOOP_POSITIONS", 100)
    with pytest.raises(BoardTooLargeError, match="too many for fractions"):
        random_play(anywhere("triangle5", "a1"), fractions=True)
    with pytest.raises(BoardTooLargeError, match="simulate instead"):
        random_play(
            anywhere("triangle5", "a1"),
            player=OwnPlayer(T5, "mine", lambda position: position.legal_jumps),
        )


def test_games_that_cannot_be_won_in_fractions():
    odds = random_play(anywhere("triangle4", "a1"), fractions=True)
    assert odds.error == 0
    assert (odds.win_fraction, odds.gives_up) == (0, 0)
    assert type(odds.win_fraction) is Fraction


def test_players_of_other_boards():
    with pytest.raises(ProblemError, match="a player of english cannot play on triangle5"):
        random_play(anywhere("triangle5", "a1"), player=Player(ENGLISH, "any"))
    problem = anywhere("triangle5", "a1")
    with pytest.raises(ProblemError, match="a limit of 0 threads is too small: give 1 or more"):
        random_play(problem, work=Work(threads=0))
    with pytest.raises(ProblemError, match="within a block removal"):
        random_play(problem, player=player_named("removal", problem), winning=True)


def test_a_function_of_ones_own():
    """No symmetries are used, and equal rules give equal chances."""
    problem = anywhere("triangle5", "a1")
    same = random_play(
        problem, player=OwnPlayer(T5, "mine", lambda position: list(position.legal_jumps))
    )
    assert same.win_probability == pytest.approx(random_play(problem).win_probability)
    assert len(same.group) == 1
    winner = random_play(
        problem, player=OwnPlayer(T5, "first", lambda position: {min(position.legal_jumps): 2.5})
    )
    assert winner.stuck == 1
    nobody = random_play(problem, player=OwnPlayer(T5, "lazy", lambda _: []))
    assert [(end.jumps, end.probability) for end in nobody.ends] == [(0, 1)]
