"""Sets of puzzles, the daily puzzles and the storm: they are solvable and correctly rated."""

import importlib.resources
import json
import random
import re
from collections import Counter
from functools import cache
from itertools import pairwise
from math import inf, sqrt
from pathlib import Path
from zlib import crc32

import known
import naive
import pytest
from marks import quick_then, slow_but_for
from private import private

from pegsolitaire.board import Board, english, hole_name, named_board, triangle
from pegsolitaire.data import (
    daily_lists,
    find_puzzle,
    puzzle_set,
    puzzle_sets,
    puzzles,
    puzzles_text,
    read_puzzles,
    storm_positions,
    vacancy_puzzles,
)
from pegsolitaire.data.puzzles import PICTURES, THEMES, daily_name, read_storm
from pegsolitaire.errors import (
    NotationError,
    NotOnBoardError,
    PegSolitaireError,
    ProblemError,
    UnknownBoardError,
)
from pegsolitaire.game import Problem, Solution
from pegsolitaire.sets import Tablebase, WinningSets, tablebase
from pegsolitaire.solving import solve
from pegsolitaire.surveys import rate, unique_jumps
from pegsolitaire.theory import (
    as_class,
    feasible_finishes,
    position_classes,
    profile,
    read_problem,
)
from pegsolitaire.web import exporting, queries
from pegsolitaire.work import Work
from tools import picture_names
from tools.make_data import ending_text
from tools.storm_rules import GUESSING_RULES, PLACES, gain_of

WHOLE = [n for n in puzzle_sets() if re.search(r"-(symmetric-all|table-4|figure-\d+)$", n)]
PUZZLES = [p for name in puzzle_sets() if name not in WHOLE for p in puzzle_set(name)]

FILE = """
format = 1
name = "mine"
board = "triangle3"
description = "One puzzle."
[[puzzle]]
name = "Two pegs"
position = '''
 *
.*
...
'''
finish = "a3"
source = "a test"
"""


@pytest.fixture
def read(tmp_path):
    def read_text(text):
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return read_puzzles(path)

    return read_text


# -- built-in sets ------------------------------------------------------------------------------


def quick(puzzle):
    """Mark puzzles with many pegs on larger boards as slow, because a search takes seconds."""
    slow = len(puzzle.position) > 21 and puzzle.board != english()
    return pytest.param(puzzle, marks=[pytest.mark.slow] if slow else [], id=puzzle.name)


@pytest.mark.every(48)
@pytest.mark.parametrize("puzzle", [quick(puzzle) for puzzle in PUZZLES])
def test_every_puzzle_has_a_solution(puzzle):
    problem = read_problem(puzzle.board, puzzle.start, puzzle.finish)
    answer = solve(problem, facts=False)
    assert answer.solvable
    replayed = Solution(puzzle.position, answer.solution.jumps)
    assert replayed.solves(problem)
    assert len(replayed) == len(puzzle.position) - 1
    assert len(replayed.moves) >= (puzzle.best or 1)


def test_classics():
    classics = puzzle_set("english-classics")
    assert classics.board == english()
    assert [len(puzzle.position) for puzzle in classics] == sorted(
        len(puzzle.position) for puzzle in classics
    )
    assert len({puzzle.position.mincode for puzzle in classics}) == len(classics)
    assert classics.puzzle(" greek CROSS ").position.mincode == english().mincode(
        english().code(["d2", "d3", "b4", "c4", "d4", "e4", "f4", "d5", "d6"])
    )
    with pytest.raises(ProblemError, match="no puzzle 'nonsense': it has Latin cross, "):
        classics.puzzle("nonsense")


def test_names_of_sets_are_those_of_their_files():
    assert "english-classics" in puzzle_sets()
    assert [puzzle_set(name).name for name in puzzle_sets()] == list(puzzle_sets())
    for name in ("nonsense", "../data/english-classics", ""):
        with pytest.raises(ProblemError, match=r"one of .*english-classics"):
            puzzle_set(name)


def test_built_in_sets_are_files_that_anyone_can_read():
    folder = importlib.resources.files("pegsolitaire.data") / "puzzles"
    for name in puzzle_sets():
        with importlib.resources.as_file(folder / f"{name}.toml") as path:
            assert read_puzzles(path) == read_puzzles(str(path)) == puzzle_set(name)


def test_command_lists_the_least_number_of_moves(pegs, document):
    assert "english-classics, 15 puzzles: Classic positions" in pegs("puzzles")
    printed = pegs("puzzles", "english-classics")
    assert "\nLatin cross, 6 pegs, to d4, best 5 moves, easy, 6.0 bits (" in printed
    assert "Central game, 32 pegs, to d4, best 18 moves, very hard, 36.6 bits (" in printed
    [classics] = document("puzzles", "english-classics")["sets"]
    assert [puzzle["best"] for puzzle in classics["puzzles"]][:3] == [5, 6, 5]


def parts(position):
    """Return the blocks of pegs that touch along a direction of the board."""
    left, found = set(position.pegs), []
    steps = position.board.lattice.directions
    while left:
        block = [left.pop()]
        for x, y in block:
            near = {(x + s * dx, y + s * dy) for dx, dy in steps for s in (1, -1)} & left
            left -= near
            block += near
        found.append(block)
    return found


def every_puzzle():
    """Return each built-in puzzle once, by a key that is the same for its mirror images."""
    found = {}
    for one in (one for name in puzzle_sets() for one in puzzle_set(name)):
        code = one.position.mincode if one.finish == "any" else one.position.code
        found.setdefault((one.board.name, code, one.finish), []).append(one)
    return found


EVERY = every_puzzle()
#: The puzzles that the rule named; a figure of a paper keeps the name of the figure.
BY_RULE = {
    f"{board} code:{code} {finish}": copies[0]
    for (board, code, finish), copies in EVERY.items()
    if copies[0].theme in THEMES and not copies[0].name.startswith("Figure ")
}
NAMED_PICTURES = {
    copies[0].name: copies[0].position for copies in EVERY.values() if copies[0].theme == PICTURES
}


def test_a_puzzle_has_a_name_of_its_own_whichever_sets_have_it():
    """All sets agree about its name, theme and rating, and no two puzzles share a name."""
    for copies in EVERY.values():
        assert len({(one.name, one.theme, one.rating) for one in copies}) == 1
    names = [copies[0].name.replace("-", " ").casefold() for copies in EVERY.values()]
    assert len(set(names)) == len(names)
    assert {copies[0].theme for copies in EVERY.values()} == {*THEMES, PICTURES}
    numbered = [name for name in names if any(letter.isdigit() for letter in name)]
    assert all(name.startswith("figure ") for name in numbered)


def test_names_fit_what_is_seen():
    """The adjectives of a sample are checked against the position by other means."""
    assert len(BY_RULE) > 1700
    for puzzle in BY_RULE.values():
        words = puzzle.name.split()
        assert 1 <= len(words) <= 4
        assert words[0].istitle() or words[0] in ("Pin-holed", "Topsy-turvy", "One-eyed")
        first, pegs = words[0], set(puzzle.position.pegs)
        blocks = len(parts(puzzle.position))
        if first in ("Split", "Parted", "Cleft", "Sliced", "Divided"):
            assert blocks == 2, puzzle
        if first in ("Broken", "Cracked", "Torn", "Snapped", "Patchy", "Jumbled"):
            assert blocks in (3, 4), puzzle
        if first in ("Scattered", "Shattered", "Strewn", "Crumbling"):
            assert blocks > 4, puzzle
        if first in ("Dimpled", "Punched", "Pin-holed"):
            assert puzzle.board.middle not in pegs, puzzle
        if first in ("Pinned", "Buttoned", "One-eyed"):
            assert puzzle.board.middle in pegs, puzzle


def test_each_kept_name_is_one_that_the_rule_offers():
    known = picture_names.known_pictures(NAMED_PICTURES)
    for puzzle in list(BY_RULE.values())[::60]:
        offered = [one.text for one in picture_names.names(puzzle.position, known)]
        assert puzzle.name in offered


@pytest.mark.slow
def test_the_rule_gives_the_kept_names_again():
    positions = {key: one.position for key, one in BY_RULE.items()}
    taken = [copies[0].name for copies in EVERY.values()]
    others = set(taken) - {one.name for one in BY_RULE.values()}
    chosen = picture_names.choose(positions, NAMED_PICTURES, others)
    assert chosen == {key: one.name for key, one in BY_RULE.items()}


def test_living_things_are_not_hurt():
    words = picture_names.WORDS
    for puzzle in BY_RULE.values():
        first, *rest = puzzle.name.split(maxsplit=1)
        assert not (rest and rest[0].capitalize() in words["living"] and first in words["harsh"])


def test_equal_positions_get_different_names():
    position = english().position(["d2", "d3", "d4", "d5", "c3", "e3"])
    first, second, third = picture_names.choose(dict.fromkeys("abc", position), {}).values()
    assert len({first, second, third}) == 3
    [other] = picture_names.choose({"a": position}, {}, [first.upper()]).values()
    assert other == second


def test_a_name_is_typed_in_place_of_a_position(pegs):
    assert find_puzzle(english(), "coffee-bean").name == "Coffee bean"
    assert "Coffee bean, 14 pegs" in pegs("puzzles", "english-symmetric-all")


@pytest.mark.parametrize(("name", "solvable"), [("Greek cross", False), ("Latin cross", True)])
def test_complement_of_a_solvable_position_may_not_be_solvable(name, solvable):
    # Bell's Notes, sections 3 and 8: equation (8) holds only for single vacancy games.
    cross = puzzle_set("english-classics").puzzle(name).position
    assert solve(Problem.to_any(cross)).solvable
    assert solve(Problem.to_any(cross.complement)).solvable is solvable


# -- files --------------------------------------------------------------------------------------


def test_read(read):
    made = read(FILE)
    assert (made.name, made.board.name, made.description) == ("mine", "triangle3", "One puzzle.")
    assert made.puzzle("two pegs").start == "code:5"
    assert [(p.finish, p.source, p.note) for p in made] == [("a3", "a test", "")]
    assert read(FILE.replace('"a3"', '" ANY "')).puzzles[0].finish == "any"
    assert read(FILE.replace('"a3"', '"(0,2)"') + 'note = "Why not?"').puzzles[0].note
    assert [read(FILE + line).puzzles[0].best for line in ("", "best = 1")] == [None, 1]
    solved = read(FILE.replace('"a3"', '"c3"') + 'best = 1\nsolution = "a1-c3"').puzzles[0]
    assert str(solved.solution) == "a1-c3"


@pytest.mark.parametrize(
    ("old", "new", "error", "words"),
    [
        ('name = "mine"', "", NotationError, 'it has no name: write name = "..."'),
        ("triangle3", "triangel3", UnknownBoardError, "triangel3"),
        ("triangle3", "triangle4", NotationError, "puzzle 'Two pegs': .* triangle4 has rows of"),
        ("[[puzzle]]", "[puzzle]", NotationError, r"begin each of them with a line \[\[puzzle"),
        (" *\n", " ~\n", NotationError, "puzzle 'Two pegs': the picture"),
        (" *\n", " .\n", ProblemError, "'Two pegs': no jump is possible from ./.*/...: move"),
        ('"a3"', '"d4"', NotOnBoardError, "puzzle 'Two pegs': triangle3 has no hole d4"),
        ('finish = "a3"', "", NotationError, "puzzle 'Two pegs': it has no finish"),
        ('"a3"', '"a3"\nlevel = 3', NotationError, "puzzle 'Two pegs': unknown key 'level'"),
        ('name = "Two pegs"', "", NotationError, "puzzle 1: it has no name"),
        ('"a test"', '" "', NotationError, "puzzle 'Two pegs': it has no source"),
        ('"a3"', '"a3"\nbest = 1\nsolution = "a1-c3"', ProblemError, "its solution ends at"),
        ('"a3"', '"c3"\nbest = 2\nsolution = "a1-c3"', ProblemError, "which is not its best"),
        ('"a3"', '"a3"\nrating = inf', NotationError, "is not a number of bits"),
        ('"a3"', '"a3"\nrating = "hard"', NotationError, "is not a number of bits"),
    ],
)
def test_wrong_files_are_refused_in_one_line(read, tmp_path, old, new, error, words):
    assert old in FILE
    with pytest.raises(error, match=words) as caught:
        read(FILE.replace(old, new, 1))
    assert str(caught.value).startswith(f"{tmp_path / 'mine.toml'}: ")
    assert "\n" not in str(caught.value)


def test_names_are_told_apart(read):
    again = FILE[FILE.index("[[puzzle]]") :].replace("Two pegs", "TWO PEGS")
    with pytest.raises(NotationError, match="two puzzles are named 'TWO PEGS': rename one"):
        read(FILE + again)


def test_missing_file():
    with pytest.raises(NotationError, match=r"cannot read nowhere\.toml"):
        read_puzzles(Path("nowhere.toml"))


DESIGNED = [n for n in puzzle_sets() if n != "english-classics" and n not in WHOLE]


@pytest.mark.parametrize(
    "name", slow_but_for([name for name in DESIGNED if "triangle6" not in name], DESIGNED)
)
def test_designed_puzzles_are_as_hard_as_they_say(name):
    """Puzzles are sorted by rating, and those on smaller boards are rated again."""
    designed = puzzle_set(name)
    bits = [inf if puzzle.rating is None else puzzle.rating for puzzle in designed]
    assert bits == sorted(bits)
    for puzzle in designed if len(designed.board) <= 21 else ():
        chosen = as_class(designed.board)
        table = Tablebase.build(designed.board, chosen.finishes)
        rating = rate(puzzle.position, table=table)
        assert round(rating.bits, 1) == puzzle.rating
        assert rating.moves == puzzle.best


@pytest.mark.slow
def test_classics_and_vacancies_are_as_hard_as_they_say():
    classics = puzzle_set("english-classics")
    assert all(puzzle.rating for puzzle in classics)
    assert [one.name for one in classics if one.difficulty == "easy"] == [
        "Latin cross",
        "Greek cross",
    ]
    small = [one for one in classics if len(one.position) <= 16 and one.finish == "d4"]
    t5 = [one for one in vacancy_puzzles(triangle(5)) if one.finish == "a1"]
    for group, hole in ((small, "d4"), (t5, "a1")):
        table = Tablebase.build(group[0].board, [hole])
        for puzzle in group:
            assert round(rate(puzzle.position, table=table).bits, 1) == puzzle.rating
    assert len(small) > 3
    assert len(t5) == 1


UNIQUE = [name for name in puzzle_sets() if name.endswith("-unique-jump")]


def most_jumps(board):
    """Return, for each number of pegs, the most jumps of a position with one winning jump.

    They come from the exhaustive table of docs/results-in-full.md, or are computed here for small
    boards. All classes are included.
    """
    if len(board) <= 21:
        found = [(row.pegs, row.max_jumps) for ends in position_classes(board)
                 for row in unique_jumps(ends).rows]  # fmt: skip
    else:
        text = (Path(__file__).parents[2] / "docs" / "results-in-full.md").read_text(
            encoding="utf-8"
        )
        _, table = text.split("## Unique winning jumps", 1)
        rows = [
            [cell.strip() for cell in line.strip("|").split("|")]
            for line in table.split("## ", 1)[0].splitlines()
            if line.startswith("|") and not line.startswith("|---")
        ]
        columns = [i for i, name in enumerate(rows[0]) if name.split()[0] == board.name]
        found = [
            (int(row[0]), int(row[i].split(",")[0]))
            for row in rows[1:] if row[0].isdecimal() for i in columns if row[i]
        ]  # fmt: skip
    return {pegs: max(jumps for size, jumps in found if size == pegs) for pegs, _ in found}


@pytest.mark.parametrize("name", UNIQUE)
def test_unique_jumps_are_the_most_there_can_be(name):
    """The set claims this for every number of pegs from 4 on that leaves a choice."""
    puzzles = puzzle_set(name)
    most = {pegs: jumps for pegs, jumps in most_jumps(puzzles.board).items() if pegs >= 4}
    for puzzle in puzzles:
        jumps = len(puzzle.position.legal_jumps)
        assert jumps == most[len(puzzle.position)]
        assert puzzle.note.startswith(f"One winning jump of {jumps}.")
    sizes = {len(puzzle.position) for puzzle in puzzles}
    assert sizes == {pegs for pegs, jumps in most.items() if jumps > 1}
    codes = {puzzle.position.mincode for puzzle in puzzles}
    assert len(codes) == len(puzzles)


@pytest.mark.parametrize("name", UNIQUE)
def test_unique_jumps_are_unique(name):
    """Check the puzzles with few pegs by searches."""
    for puzzle in puzzle_set(name):
        if len(puzzle.position) > (16 if len(puzzle.board) <= 21 else 10):
            continue
        after = [puzzle.position.play(jump) for jump in puzzle.position.legal_jumps]
        assert sum(bool(solve(Problem.to_any(one)).solvable) for one in after) == 1


def ends_in(sentence):
    """Return the holes that a sentence names."""
    return re.findall(r"\b[a-z]\d\b", sentence)


ENDING = r"(The last peg can end at|Its position class allows the last peg only at) [^.]*\."


@pytest.fixture(scope="module")
def with_ends():
    """Return every puzzle whose note says where the last peg can be, with that sentence."""
    return [
        (puzzle, found[0])
        for name in puzzle_sets()
        for puzzle in puzzle_set(name)
        if (found := re.search(ENDING, puzzle.note))
    ]


@pytest.mark.slow
def test_notes_say_where_a_game_from_the_position_can_end(with_ends):
    """Check every seventh puzzle; the number of positions decides which sentence is used."""
    for puzzle, sentence in with_ends[::7]:
        assert sentence == ending_text(puzzle.position)


def test_notes_say_it_by_all_games_that_there_are(with_ends):
    """Compare small positions with the slow reference version."""
    few = [
        one for one in with_ends if len(one[0].position) <= (14 if len(one[0].board) < 16 else 5)
    ]
    assert len(few) > 60
    for puzzle, sentence in few:
        board = puzzle.board
        reached = naive.reachable_finishes(board, puzzle.position.code)
        assert sentence.startswith("The last peg can end at")
        assert set(map(board.hole, ends_in(sentence))) == set(reached)


def test_notes_of_large_positions_speak_of_the_class(with_ends):
    large = [one for one in with_ends if one[1].startswith("Its position class")]
    assert len(large) == sum("nowhere else" not in sentence for _, sentence in with_ends) > 200
    for puzzle, sentence in large:
        ends = [hole_name(puzzle.board.holes[i]) for i in feasible_finishes(puzzle.position)]
        assert ends_in(sentence) == ends


def test_puzzles_as_text_come_back(tmp_path):
    for name in puzzle_sets():
        path = tmp_path / f"{name}.toml"
        path.write_text(puzzles_text(puzzle_set(name)))
        assert read_puzzles(path) == puzzle_set(name)
    classics = puzzle_set("english-classics")
    path.write_text(puzzles_text(classics, pictures=False))
    assert read_puzzles(path) == classics


# -- complete sets ------------------------------------------------------------------------------

# How many symmetric positions of types 1 to 4 the papers' pages have. We leave out a single peg in
# the middle, which is no puzzle, and for the French board those on the English board.
SYMMETRIC = {"english": 280 - 1, "french": 428, "square6": 414, "hexagon37": 336 - 1}


@pytest.mark.every(2)
@pytest.mark.parametrize("board", SYMMETRIC)
def test_symmetric_puzzles_are_whole(board):
    puzzles = puzzle_set(f"{board}-symmetric-all")
    assert len(puzzles) == SYMMETRIC[board]
    assert len({puzzle.board.mincode(puzzle.position.code) for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        symmetry = profile(puzzle.position).symmetry
        assert re.fullmatch(
            rf"{symmetry.description}\. type {symmetry.number} number \d+\.", puzzle.note.lower()
        )


@pytest.mark.parametrize("board", SYMMETRIC)
def test_table_4_is_whole(board):
    puzzles = puzzle_set(f"{board}-table-4")
    rows = {}
    for puzzle in puzzles:
        letter, pegs = re.search(r"Table 4 (\w) (\d+) pegs", puzzle.note).groups()
        assert profile(puzzle.position).class_letter == letter
        assert len(puzzle.position) == int(pegs)
        jumps = int(re.search(r"of (\d+)", puzzle.note)[1])
        assert len(puzzle.position.legal_jumps) == jumps
        rows.setdefault((letter, int(pegs)), []).append(jumps)
    for (letter, pegs), (most, count) in known.TABLE_4.get(board, {}).items():
        found = rows[letter, pegs]
        assert set(found) == {most}
        assert len(found) == (count if count <= 4 else 1)


@pytest.mark.parametrize(
    ("board", "figure", "settled"),
    [("english", 10, "cd"), ("french", 11, "abd"), ("hexagon37", 12, "cd")],
)
def test_figures_are_the_marked_rows_of_table_4(board, figure, settled):
    """A picture can be identified if its row has one position, or one with a single solution."""
    puzzles = puzzle_set(f"{board}-figure-{figure}")
    for puzzle in puzzles:
        letter, _, number = re.match(r"Figure \d\d(\w)( number (\d+))?$", puzzle.name).groups()
        pegs = len(puzzle.position)
        most, fit = known.TABLE_4[board]["A", pegs]
        assert len(puzzle.position.legal_jumps) == most
        assert (number is None) == (letter in settled)
        assert number is None or puzzle.source.endswith(f"is one of {fit}")
        assert fit == 1 or number or pegs == 16
        assert find_puzzle(named_board(board), puzzle.name.lower().replace(" ", "-")) == puzzle
    assert {puzzle.name[9] for puzzle in puzzles} == set("abcd")


@pytest.mark.slow
def test_figure_12c_has_one_solution():
    """The other position of its row has two solutions, which tells the pictures apart."""
    board = named_board("hexagon37")
    row = [one for one in puzzle_set("hexagon37-table-4") if "Table 4 A 16 pegs (" in one.note]
    for puzzle, solutions in zip(row, (1, 2), strict=True):
        paths = {puzzle.position.code: 1}
        while next(iter(paths)).bit_count() > 1:
            after = {}
            for code, count in paths.items():
                for jump in board.masks_from(code):
                    found = code ^ jump.mask
                    after[found] = after.get(found, 0) + count
            paths = after
        assert sum(paths.values()) == solutions
    one = find_puzzle(board, "figure-12c")
    assert one.position == row[0].position


@pytest.mark.slow
@pytest.mark.parametrize("name", WHOLE)
def test_puzzles_of_whole_sets_have_solutions(name):
    for puzzle in puzzle_set(name):
        problem = read_problem(puzzle.board, puzzle.start, puzzle.finish)
        assert solve(problem).solution.solves(problem), puzzle.name


def test_most_puzzles_are_rated_as_hard_as_they_are():
    """Rate a random sample of the complete sets again, by all games from each position."""
    rated = [one for name in puzzle_sets() for one in puzzle_set(name) if one.rating is not None]
    assert len({(one.position, one.finish) for one in rated}) > 1200
    whole = [one for one in rated if one.source == "found by computer" and len(one.position) < 11]
    for puzzle in random.Random(54).sample(whole, 12):
        found = rate(Problem.to_any(puzzle.position))
        assert round(found.bits, 1) == puzzle.rating, puzzle.name


def test_some_of_the_whole_sets_have_solutions():
    for name in WHOLE:
        for puzzle in puzzle_set(name).puzzles[::60]:
            if len(puzzle.position) <= 16:
                problem = read_problem(puzzle.board, puzzle.start, puzzle.finish)
                assert solve(problem).solution.solves(problem), puzzle.name


# -- daily -------------------------------------------------------------------------------------

FIRST_LIST = 3849016474  # checksum of the first list
DAYS = daily_lists()[-1].days
ALL = [puzzle for day in DAYS for _, puzzle in day]


def problem_of(puzzle):
    return read_problem(puzzle.board, puzzle.start, puzzle.finish)


def test_harder_through_the_week():
    assert [{puzzle.difficulty for _, puzzle in day} for day in DAYS] == (
        [{"easy"}] * 2 + [{"medium"}] * 3 + [{"hard"}] * 2
    )
    bits = [[puzzle.rating for _, puzzle in day] for day in DAYS]
    assert all(max(one) < min(next_one) for one, next_one in pairwise(bits))


def test_there_are_enough():
    assert all(len(day) >= 10 for day in DAYS)
    assert len({puzzle.board for _, puzzle in DAYS[0]}) > 3
    assert len(ALL) == len({problem_of(puzzle) for puzzle in ALL})


def built_on_the_spot(puzzle):
    sets = WinningSets.build(problem_of(puzzle), work=Work(memory=private(queries, "_SMALL")))
    return puzzle.position in sets


def test_their_verdicts_are_built_on_the_spot():
    assert all(built_on_the_spot(max((p for _, p in day), key=lambda p: len(p.position)))
               for day in DAYS)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", ALL, ids=lambda one: f"{one.board.name}-{one.name}")
def test_verdicts_of_all_are_built_on_the_spot(puzzle):
    assert built_on_the_spot(puzzle)
    assert solve(problem_of(puzzle)).solvable


def test_the_page_without_a_server_has_packs_for_all():
    """The English board needs no packs, because the page judges all of its positions."""
    packed = {problem for _, problem in private(exporting, "_problems")()}
    whole = private(exporting, "_WHOLE")
    for puzzle in ALL:
        judged = len(puzzle.board) in whole or puzzle.board.name == exporting.BOARD
        assert judged or problem_of(puzzle) in packed
    assert Board("triangle5") in {puzzle.board for puzzle in ALL}


def test_days_that_were_played_keep_their_puzzles():
    """The problems of the first list never change, and each new list begins on a later Monday."""
    lists = daily_lists()
    assert [one.since.weekday() for one in lists] == [0] * len(lists)
    assert all(one.since < later.since for one, later in pairwise(lists))
    told = "".join(daily_name(puzzle) + "\n" for day in lists[0].days for _, puzzle in day)
    assert crc32(told.encode()) == FIRST_LIST


def test_a_list_may_not_name_a_puzzle_that_is_gone(monkeypatch, tmp_path):
    text = (puzzles.FOLDER / "daily.toml").read_text()
    text = text.replace("triangle5 code:20305", "x code:1")
    (tmp_path / "daily.toml").write_text(text)
    monkeypatch.setattr(puzzles, "FOLDER", tmp_path)
    monkeypatch.setattr(puzzles, "puzzle_sets", lambda: ("english-classics",))
    kept = puzzles.puzzle_set("english-classics")
    monkeypatch.setattr(puzzles, "puzzle_set", lambda _: kept)
    with pytest.raises(NotationError, match="no puzzle set has 'x code:1 any'"):
        puzzles.daily_lists.__wrapped__()


# -- storm -------------------------------------------------------------------------------------

STORM_POSITIONS = storm_positions()
BOARDS = Counter(one.position.board.name for one in STORM_POSITIONS)


def winning_jumps(position):
    """Return the jumps that lead to one peg in any hole, by going through every game."""
    jumps = [(jump.pegs, jump.mask) for jump in position.board.jumps]

    @cache
    def wins(code):
        if code.bit_count() == 1:
            return True
        return any(wins(code ^ mask) for pegs, mask in jumps if code & mask == pegs)

    return [jump for jump in position.legal_jumps if wins(position.play(jump).code)]


@pytest.mark.parametrize("step", quick_then(7, 1))
def test_exactly_one_jump_wins(step):
    for one in STORM_POSITIONS[::step]:
        assert winning_jumps(one.position) == [one.jump], one
        assert len(one.position.legal_jumps) >= 4


@cache
def storm_gains(name):
    """Return how many more winning jumps than chance each rule finds on a board."""
    mine = [one for one in STORM_POSITIONS if one.board.name == name]
    rules = GUESSING_RULES | PLACES
    return {
        called: sum(gain_of(rule, one.position, one.jump) for one in mine)
        for called, rule in rules.items()
    }


@pytest.mark.parametrize("name", sorted(BOARDS))
def test_no_rule_guesses_the_storm_of_a_board(name):
    """A player who always jumps towards the centre, say, is no better than one who draws lots.

    The places of the jumps in the list win equally often, to less than one position.
    """
    found = storm_gains(name)
    assert {rule for rule in GUESSING_RULES if found[rule] > 1e-9} == set()
    assert {place for place in PLACES if found[place] >= 1} == set()


def largest_block(one):
    return len(max(parts(one.after), key=len))


UNSEEN = {
    "along a row": lambda one: one.jump.start[1] == one.jump.end[1],
    "upwards": lambda one: one.jump.start[1] - one.jump.end[1],
    "the largest block afterwards": largest_block,
    "the smallest largest block afterwards": lambda one: -largest_block(one),
    "towards the pegs": lambda one: (
        -sum(abs(one.jump.end[0] - x) + abs(one.jump.end[1] - y) for x, y in one.after.pegs)
    ),
    "symmetrical afterwards": lambda one: -len(set(one.after.images)),
}


@pytest.mark.parametrize("rule", UNSEEN)
def test_rules_that_did_not_choose_the_storm_do_not_guess_it(rule):
    """They may be lucky, by at most two standard deviations of a player who draws lots."""
    gained = sum(gain_of(UNSEEN[rule], one.position, one.jump) for one in STORM_POSITIONS)
    chances = [1 / len(one.position.legal_jumps) for one in STORM_POSITIONS]
    assert gained <= 2 * sqrt(sum(chance * (1 - chance) for chance in chances))


def test_a_rule_is_measured_against_chance():
    position = named_board("english").position(["b4", "c4", "d3", "d2"])
    jumps = list(position.legal_jumps)
    for place, winner in enumerate(jumps):
        for guess in range(3):
            gained = gain_of(PLACES[f"jump {guess + 1}"], position, winner)
            assert gained == pytest.approx((guess == place) - 1 / len(jumps))
        # A rule that likes all jumps equally is as good as chance.
        assert gain_of(lambda one: 0, position, winner) == 0


@pytest.mark.parametrize("name", slow_but_for(["triangle5"], sorted(BOARDS)))
def test_ratings_are_those_of_whole_tables(name):
    """The tool that rated them used tables of positions with few pegs only."""
    mine = [one for one in STORM_POSITIONS if one.position.board.name == name]
    board = mine[0].position.board
    if len(board) > 33:
        pytest.skip("its tables take gigabytes")
    rated = 0
    for hole_class in position_classes(board):
        table = tablebase(hole_class)
        for one in mine:
            if one.position in table:
                assert round(rate(one.position, table=table).bits, 1) == one.rating
                rated += 1
    assert rated >= len(mine) // 4  # finishes in image classes are not covered


def test_there_are_many_on_many_boards_from_easy_to_hard():
    assert len(STORM_POSITIONS) >= 500
    assert len(BOARDS) >= 10
    assert {"english", "french", "triangle5", "hexagon19", "hexagon37"} <= set(BOARDS)
    ratings = [one.rating for one in STORM_POSITIONS]
    assert ratings == sorted(ratings)
    assert ratings[0] < 3
    assert ratings[-1] > 20
    assert len({one.position for one in STORM_POSITIONS}) == len(STORM_POSITIONS)
    for first in range(0, len(STORM_POSITIONS) - 100, 100):  # each part of a run mixes boards
        assert len({one.position.board.name for one in STORM_POSITIONS[first : first + 100]}) > 3


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[[position]]", "[position]", "begin each of them with a line [[position]]"),
        ("triangle5", "nowhere", "position 1: unknown board 'nowhere'"),
        ('jump = "a3-a1"', "jump = 3", "position 1: it has no jump"),
        ("rating = 2.0", "", "position 1: it has no rating"),
        ("a3-a1", "a1-a3", "a1-a3"),
        ("rating = 2.0", "rating = -2", "rating = -2 is not a number of bits"),
        ("code:32766", "code:99999", "99999"),
    ],
)
def test_what_is_wrong_is_said(tmp_path, old, new, said):
    path = tmp_path / "bad.toml"
    entry = {"board": "triangle5", "position": "code:32766", "jump": "a3-a1", "rating": 2.0}
    text = "format = 1\n[[position]]\n"
    text += "".join(f"{key} = {json.dumps(value)}\n" for key, value in entry.items())
    path.write_text(text)
    assert [one.rating for one in read_storm(path)] == [2.0]
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(PegSolitaireError) as caught:
        read_storm(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
