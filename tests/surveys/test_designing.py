"""Designed puzzle sets, from the search to the printed page, and their ratings."""

import json
import random
import re
import shlex
import shutil
import signal
import tomllib
from functools import cache
from html import escape, unescape
from math import log2
from pathlib import Path
from xml.etree import ElementTree

import naive
import pytest
from marks import each, slow, slow_but_for

from pegsolitaire.board import english, hole_name, named_board, read_board
from pegsolitaire.board.reading_boards import board_of_text, board_text
from pegsolitaire.cli.main import run
from pegsolitaire.data import (
    Puzzle,
    PuzzleSet,
    check_set_name,
    find_puzzle,
    puzzle_set,
    puzzles_text,
    read_puzzles,
    stored_puzzle_sets,
)
from pegsolitaire.draw import SheetItem, puzzle_pages
from pegsolitaire.errors import PegSolitaireError, ProblemError, UsageError
from pegsolitaire.game import Position, Problem, Solution
from pegsolitaire.progress_bar import Bar
from pegsolitaire.sets import Tablebase
from pegsolitaire.surveys import as_puzzles, design, rate
from pegsolitaire.surveys.designing import rate_alone
from pegsolitaire.theory import as_class, position_classes, read_problem
from pegsolitaire.web.gallery import Gallery
from pegsolitaire.web.parameters import read_problem_words
from pegsolitaire.work import Work

TREE = "name: tree\n  oo\n oooo\noooooo\n oooo\noooooo\n  oo\n"
#: One board of the catalogue, and two in files: on the square and the triangular lattice.
BOARDS = {
    "triangle6": "",
    "@tree.txt": TREE,
    "@bow.txt": "lattice: triangular\nwithout: a2-c2\nooo\noooo\n oooo\n  ooo\n",
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Run the commands in this folder; the store is in another one."""
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "home"))
    there = tmp_path / "desk"
    there.mkdir()
    for name, text in BOARDS.items():
        if text:
            (there / name[1:]).write_text(text)
    monkeypatch.chdir(there)
    return there


def puzzles_of(page):
    """Return the name, drawing and words of each puzzle of an HTML sheet."""
    return re.findall(
        r'<li><strong>\d+\. (.*?)</strong>\n(<svg class="board".*?</svg>)(.*?)</li>', page, re.S
    )


def solutions_of(page):
    return re.findall(r"<li><strong>\d+\. (.*?):</strong> (.*) \((\d+) moves?\)</li>", page)


def drawn(svg):
    """Return the names in all holes of a drawing, and those in holes with pegs."""
    texts = re.findall(r'<text class="weight ([\w-]+)"[^>]*>([^<]*)</text>', svg)
    return {name for _, name in texts}, {name for kind, name in texts if kind == "on-peg"}


# -- five commands ------------------------------------------------------------------------------


@pytest.mark.every(3)
@pytest.mark.parametrize("board", BOARDS)
def test_from_a_search_to_a_printed_page(board, pegs, folder):
    assert "one of them wins" in pegs("design", "unique", board, "--pegs", "6..8", "--most", "2")
    options = "--pegs 5..12 --difficulty 0..18 --most 5 --to puzzles --name evening"
    pegs("design", board, *options.split())
    listed = pegs("puzzles", "puzzles/evening.toml")
    solved = pegs("solve", board, "@puzzles/evening.toml:2")
    written = pegs("puzzles", "puzzles/evening.toml", "--sheet", "evening.html")
    assert "5 puzzles written" in written
    whole = read_board(board)
    puzzles = read_puzzles("puzzles/evening.toml")
    assert puzzles.board == whole
    assert (puzzles.name, len(puzzles)) == ("evening", 5)
    page = unescape((folder / "evening.html").read_text())
    found = puzzles_of(page)
    answers = solutions_of(page)
    assert [name for name, *_ in found] == [one.name for one in puzzles]
    assert [name for name, *_ in answers] == [one.name for one in puzzles]
    for puzzle, (_, drawing, words), (_, moves, count) in zip(
        puzzles, found, answers, strict=True
    ):
        problem = read_problem(whole, puzzle.start, puzzle.finish)
        assert 5 <= len(puzzle.position) <= 12
        assert puzzle.rating <= 18
        assert puzzle.rating == round(rate_alone(problem).bits, 1)
        names, on_pegs = drawn(drawing)
        assert names == set(map(hole_name, whole.holes))
        assert on_pegs == set(map(hole_name, puzzle.position))
        assert f'"rating">{puzzle.difficulty.removeprefix("very ")}<' in words
        assert f"{puzzle.difficulty}, {puzzle.rating} bits" in listed
        solution = Solution.from_moves(puzzle.position, moves)
        assert solution.solves(problem)
        assert len(solution.moves) == int(count) == puzzle.best
    second = Solution.from_moves(puzzles.puzzles[1].position, solved.split("\n")[0])
    assert len(second.finish) == 1


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_the_page_as_pdf(board, pegs, folder, monkeypatch):
    """The PDF has the same content as the HTML, and nothing leaves the pages."""
    kept = []
    monkeypatch.setattr(
        "pegsolitaire.draw.write_pages",
        lambda pages, path: kept.extend(pages) or path.write_bytes(b"%PDF"),
    )
    pegs("design", board, "--most", "7", "--to", ".", "--name", "seven")
    pegs("puzzles", "seven", "--sheet", "seven.pdf")
    pegs("puzzles", "seven", "--sheet", "seven.html")
    page = unescape((folder / "seven.html").read_text())
    texts = [
        " ".join("".join(one.itertext()) for one in ElementTree.fromstring(page).iter(TEXT))
        for page in kept
    ]
    assert len(kept) >= 2
    last = texts[-1].replace("\N{NO-BREAK SPACE}", " ").replace("  ", " ")
    assert "seven: solutions" in last
    for number, (name, moves, count) in enumerate(solutions_of(page), 1):
        moves_word = "move" if count == "1" else "moves"
        assert f"{number}. {name}: {moves} ({count} {moves_word})" in last
        assert not any(moves in text for text in texts[:-1])
        assert sum(f"{number}. {name}" in text for text in texts[:-1]) == 1
    for puzzle in read_puzzles("seven.toml"):
        assert any(puzzle.difficulty.removeprefix("very ") in text for text in texts[:-1])
    assert not any(" bits" in text for text in texts)
    for svg in kept:
        on_paper(ElementTree.fromstring(svg))


TEXT = "{http://www.w3.org/2000/svg}text"


def on_paper(root):
    """Check that all texts and boards lie within the margins of the paper."""
    for one in root.findall(TEXT):
        x, y, size = (float(one.get(key)) for key in ("x", "y", "font-size"))
        assert 14 <= x <= 196
        assert 14 < y <= 283
        if one.get("text-anchor") is None:
            assert x + 0.5 * size * len(one.text) < 197
    for group in root.findall(TEXT.replace("text", "g")):
        place = re.match(r"translate\((.*) (.*)\) scale\((.*)\)", group.get("transform"))
        across, down, scale = map(float, place.groups())
        for circle in group.iter(TEXT.replace("text", "circle")):
            assert 14 < across + scale * float(circle.get("cx")) < 196
            assert 14 < down + scale * float(circle.get("cy")) < 270
        for text in group.iter(TEXT):  # at least six points high
            assert scale * float(text.get("font-size")) > 2.1


@pytest.mark.slow
def test_a_pdf_has_all_pages(pegs, folder):
    pegs("puzzles", "english-classics", "--sheet", "classics.pdf")
    content = (folder / "classics.pdf").read_bytes()
    assert content.startswith(b"%PDF")
    assert b"%%EOF" in content[-16:]
    assert re.search(rb"/Count (\d+)", content)[1] == b"4" or b"/ObjStm" in content


def test_no_puzzle_is_broken_and_none_is_lost():
    """Large boards take half or all of a row, and long names and solutions fit."""
    for name, side_by_side in (("triangle4", 3), ("wiegleb", 2), ("square16", 1)):
        board = named_board(name)
        items = [
            SheetItem(f"A puzzle with a long name, number {i}", board.vacancy(board.holes[i]),
                      "One peg left, anywhere\nBest: 12 moves", ", ".join(["a1-a3"] * 60),
                      rating="very hard, 34.5 bits", moves=60)
            for i in range(7)
        ]  # fmt: skip
        pages = puzzle_pages("A title", items)
        boards = [page.count('class="rim"') for page in pages]
        assert sum(boards) == 7
        assert max(boards) <= 3 * side_by_side
        for page in pages:
            assert re.search(r"A title, page \d+ of \d+", page)
            root = ElementTree.fromstring(page)
            for text in root.findall(TEXT):
                assert float(text.get("y")) <= 283


def test_names_of_holes_as_asked_for(pegs, folder):
    pegs("puzzles", "english-classics", "--sheet", "s.html", "--numbers")
    page = unescape((folder / "s.html").read_text())
    (_, drawing, words), *_ = puzzles_of(page)
    assert drawn(drawing)[0] == {str(number) for number in range(1, 34)}
    assert "in 17" in words
    assert "d4" not in page


# -- a set in other places ------------------------------------------------------------------------


def test_a_set_can_be_moved_along(pegs, folder, tmp_path):
    """The file of a set contains its board, so it can be moved anywhere."""
    pegs("design", "@tree.txt", "--most", "3", "--to", ".")
    (folder / "tree.txt").unlink()
    away = tmp_path / "away"
    away.mkdir()
    shutil.move(folder / "tree-puzzles.toml", away / "mine.toml")
    puzzles = read_puzzles(away / "mine.toml")
    assert puzzles.board.name == "tree"
    assert "tree: 24 holes" in pegs("show", f"@{away / 'mine.toml'}")
    assert "moves: tree" in pegs("solve", f"@{away / 'mine.toml'}", f"@{away / 'mine.toml'}:1")
    assert "3 puzzles written" in pegs("puzzles", away / "mine", "--sheet", "s.html")


def test_stored_sets_are_listed_and_named(pegs, complaint, capsys, tmp_path):
    store = tmp_path / "home" / "puzzles"
    pegs("design", "triangle5", "--most", "3", "--to", store, "--name", "evening-two")
    assert list(stored_puzzle_sets()) == ["evening-two"]
    assert pegs("puzzles").startswith("evening-two, 3 puzzles: ")
    assert "evening-two 2, " in pegs("puzzles", "evening-two")
    board = named_board("triangle5")
    puzzles = puzzle_set("evening-two")
    for words in ("evening-two-2", "Evening two 2"):
        assert find_puzzle(board, words) == puzzles.puzzles[1]
    third = pegs("show", "triangle5", puzzles.puzzles[2].start)
    assert pegs("show", "triangle5", "evening-two-3") == third
    assert "board triangle5, not on" in complaint("solve", "triangle6", "evening-two-9")
    assert "no puzzle '9'" in complaint("solve", "triangle5", "evening-two-9")
    assert "Did you mean 'evening-two'?" in complaint("puzzles", "evening-tow")
    # A file that cannot be read causes a warning, and everything else still works.
    (store / "broken.toml").write_text("format = 1\nname = 3\n")
    assert run(["puzzles"]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("evening-two, ")
    assert "broken.toml" in printed.err
    assert find_puzzle(board, "evening-two-1") == puzzles.puzzles[0]


def test_puzzles_of_a_file_as_starts(pegs, complaint):
    pegs("design", "triangle5", "--most", "3", "--to", ".", "--name", "three")
    second = read_puzzles("three.toml").puzzles[1]
    for words in ("@three.toml:2", "@three.toml:Three 2", "@three.toml:three-2"):
        assert find_puzzle(second.board, words) == second
    assert "choose one, as in @three.toml:1" in complaint("solve", "triangle5", "@three.toml")
    assert "no puzzle '4'" in complaint("check", "triangle5", "@three.toml:4")
    assert "cannot read none.toml" in complaint("check", "triangle5", "@none.toml:4")
    another = complaint("show", "english", "@three.toml:1")
    assert "are on the board triangle5, not on english" in another
    one = read_puzzles("three.toml")
    alone = PuzzleSet("alone", one.board, one.description, one.puzzles[:1])
    Path("alone.toml").write_text(puzzles_text(alone))
    assert find_puzzle(one.board, "@alone.toml") == one.puzzles[0]


def test_the_page_reads_no_files(folder):
    """Requests from the network never name files."""
    text = puzzles_text(puzzle_set("english-classics"))
    (folder / "mine.toml").write_text(text)
    for start in ("@mine.toml:1", "mine-1", f"{folder}/mine-1", "../desk/mine-1"):
        with pytest.raises(PegSolitaireError):
            read_problem_words("english", start, None)


def test_puzzles_without_a_rating_are_rated(pegs, document, folder):
    text = puzzles_text(puzzle_set("english-classics"), pictures=False)
    bare = re.sub(r"^(rating|best|solution) = .*\n", "", text, flags=re.M).split("[[puzzle]]")
    (folder / "bare.toml").write_text("[[puzzle]]".join(bare[:4]))
    [found] = document("puzzles", "bare.toml")["sets"]
    for puzzle, known in zip(found["puzzles"], puzzle_set("english-classics"), strict=False):
        assert (puzzle["rating"], puzzle["best"]) == (known.rating, known.best)
        assert puzzle["difficulty"] == known.difficulty
    assert "easy, 6.0 bits" in pegs("puzzles", "bare")


def test_a_puzzle_that_cannot_be_solved_is_told(capsys, folder):
    board = named_board("english")
    (folder / "bad.toml").write_text(
        'format = 1\nname = "bad"\nboard = "english"\ndescription = "One."\n[[puzzle]]\n'
        f'name = "Stuck"\nposition = "{board.position("d2 d3 a4 g4").text()}"\n'
        'finish = "any"\nsource = "a test"\n'
    )
    assert run(["puzzles", "bad", "--sheet", "bad.html"]) == 0
    assert "Stuck: cannot be solved" in capsys.readouterr().err
    assert "Stuck:</strong> cannot be solved" in (folder / "bad.html").read_text()


# -- your own boards ------------------------------------------------------------------------------

OWN = [
    TREE,
    "lattice: triangular\no\noo\nooo\n",
    "lattice: triangular\n  o\n ooo\nooooo\n",
    "lattice: square-diagonal\nooo\nooo\nooo\n",
    "lattice: cubic\nooo   ooo\nooo   ooo\n",
    "name: gaps\nno landing: b2\nwithout: a1-c1\nooo\nooo\nooo\n",
    "square:ooo/o-o/ooo",
    "square:---ooo/---ooo/--oooo",
]


@each("text", OWN)
def test_a_board_of_ones_own_comes_back(text):
    board = board_of_text(text)
    again = board_of_text(board_text(board))
    assert again == board
    assert again.name == board.name or ":" in board_text(board)
    start = next(board.vacancy(hole) for hole in board if board.vacancy(hole).legal_jumps)
    puzzle = Puzzle("It", start, "any", 'me, "myself" \\ and I')
    puzzles = PuzzleSet("mine", board, "One.", (puzzle,))
    text = puzzles_text(puzzles)
    assert tomllib.loads(text)["board"].strip("\n") == board_text(board)
    Path("mine.toml").write_text(text)
    assert read_puzzles("mine.toml") == puzzles


@each(
    ("board", "words"),
    [
        ('"@tree.txt"', "unknown board"),
        ('"no such board"', "unknown board"),
        ('"name: x\\n~~~"', "mine.toml: "),
        ('""', "it has no board"),
        ("3", "it has no board"),
    ],
)
def test_boards_that_are_none(board, words, complaint, folder):
    text = puzzles_text(puzzle_set("english-classics"), pictures=False)
    (folder / "mine.toml").write_text(text.replace('"english"', board, 1))
    assert words in complaint("puzzles", "mine.toml")


# -- choosing positions -------------------------------------------------------------------------


@pytest.mark.every(5)
@pytest.mark.parametrize(
    ("board", "kind", "word", "low", "high"),
    [
        ("triangle5", "unique", "easy", 0, 9.9),
        ("triangle5", "unique", "Medium", 10, 19.9),
        ("triangle5", "unique", "5..6.5", 5, 6.5),
        ("triangle5", "unique", "11..", 11, 99),
        ("triangle5", "symmetric", "..4", 0, 4),
        slow("english", "unique", "very hard", 30, 999),
    ],
)
def test_puzzles_as_hard_as_asked_for(board, kind, word, low, high, document):
    found = document("design", board, "--kind", kind, "--difficulty", word, "--most", "4")
    assert len(found["puzzles"]) == 4
    for one in found["puzzles"]:
        assert low <= round(one["rating"]["bits"], 1) <= high
        assert one["rating"]["difficulty"] == word.lower() or word[-1] in ".0123456789"


@pytest.mark.slow
def test_one_meaning_of_pegs(document):
    for command in ("design unique", "design symmetric", "design", "design --kind symmetric"):
        for pegs, allowed in (("7", {7}), ("6..8", {6, 7, 8}), ("..5", set(range(6)))):
            options = f"triangle5 --pegs {pegs} --most 4 --to ."
            found = document(*command.split(), *options.split())
            puzzles = read_puzzles(found["paths"][0])
            sizes = {len(puzzle.position) for puzzle in puzzles}
            assert sizes <= allowed
            assert max(sizes) == max(allowed) or command == "design symmetric"


@pytest.mark.slow
def test_symmetric_positions_are_counted_by_pegs(document):
    [whole] = document("design", "symmetric", "triangle6")["rows"]
    count = 0
    for pegs in ("..7", "8..10", "11.."):
        rows = document("design", "symmetric", "triangle6", "--pegs", pegs, "--finishes")["rows"]
        assert all(n <= rows[0]["count"] for n in rows[0]["solvable_to"].values())
        count += sum(row["count"] for row in rows)
    assert count == whole["count"]


@pytest.mark.every(3)
@pytest.mark.parametrize("command", ["design unique", "design symmetric", "design"])
def test_pictures_and_files(command, pegs, document, folder):
    pegs(*f"{command} @tree.txt --pegs 7..9 --most 4 --svg them.svg --to x".split())
    picture = (folder / "them.svg").read_text()
    assert len(re.findall(r'class="\w+-rim"', picture)) == 4
    [toml] = (folder / "x").glob("*.toml")
    puzzles = read_puzzles(toml)
    assert len(puzzles) == 4
    assert "7 to 9 pegs" in puzzles.name
    rows = json.loads(toml.with_suffix(".json").read_text())["puzzles"]
    for puzzle, row in zip(puzzles, rows, strict=True):
        assert f"code:{puzzle.position.code}" == row["position"]
        assert puzzle.solution.solves(read_problem(puzzle.board, puzzle.start, "any"))
        assert puzzle.rating == round(row["rating"]["bits"], 1)
        assert puzzle.best == row["rating"]["moves"]
    found = document(*f"{command} @tree.txt --pegs 8 --svg them.png --to x".split())
    assert found["svg"] == "them.png"
    assert [path.rpartition(".")[2] for path in found["paths"]] == ["toml", "json", "parquet"]
    assert (folder / "them.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("command", ["design unique", "design symmetric", "design"])
@each(
    ("words", "said"),
    [
        ("--pegs 14..8", "'14..8' is not a range: write 9, 8..14"),
        ("--pegs many", "--pegs: 'many' is not a range"),
        ("--pegs 9.5", "is not a number of pegs"),
        ("--pegs 0", "is not a number of pegs"),
        ("--pegs 99..", "99 pegs do not fit on"),
        ("--name mine", "--name needs --to"),
        ("--to . --name english-classics", "name of a built-in set"),
        ("--svg them.jpg", "use the extension .svg, .png or .pdf"),
        ("--svg none/them.svg", "there is no folder none"),
        ("--to tree.txt", "a file is where a folder should be"),
    ],
)
def test_what_is_refused(command, words, said, complaint, folder):
    before = sorted(folder.iterdir())
    assert said in complaint(*command.split(), "triangle6", *words.split())
    assert sorted(folder.iterdir()) == before


@each("word", ["tricky", "8..5", "..", "five..8"])
def test_difficulties_that_are_none(word, complaint):
    said = complaint("design", "triangle5", "--difficulty", word)
    assert "is not a" in said
    assert "5..8" in said or "8..14" in said


@pytest.mark.every(8)
@pytest.mark.parametrize("at", [1, 3])
@pytest.mark.parametrize(
    "words",
    [
        "design triangle6",
        "design unique triangle6 --pegs 8..9",
        "design symmetric triangle6 --to puzzles",
    ],
)
def test_what_is_finished_when_a_search_is_interrupted(monkeypatch, capsys, words, at):
    """The interrupt comes in the middle of the work, like Ctrl-C in a terminal."""

    class Interrupting(Bar):
        sent = False

        def stage(self, what, total=None):
            self.now = what
            super().stage(what, total)

        def update(self, done, note=""):
            super().update(done, note)
            if (self.now, done) == ("rating puzzles", at) and not Interrupting.sent:
                Interrupting.sent = True
                signal.raise_signal(signal.SIGINT)

    whole = json.loads(printed(capsys, [*words.split(), "--json"], 0)[0])
    monkeypatch.setattr("pegsolitaire.cli.long_work.Bar", Interrupting)
    text, said = printed(capsys, [*words.split(), "--json"], 130)
    assert re.fullmatch(r"pegs: interrupted: the (puzzles|positions) .*are printed.*\n", said)
    part = json.loads(text)
    assert (whole.pop("interrupted"), part.pop("interrupted")) == (False, True)
    if words.startswith("design symmetric"):
        assert part == whole  # the ratings are in the files
        written = read_puzzles(next(Path("puzzles").glob("*.toml")))
        assert [one.rating is None for one in written].count(False) == at
    elif words.startswith("design unique"):
        codes = [one["position"] for one in whole["hardest"]]
        assert [one["position"] for one in part["hardest"]] == codes
        rated = [one["rating"] is not None for one in part["hardest"]]
        assert rated == [True] * at + [False] * (len(codes) - at)
    else:
        assert len(part["puzzles"]) == at


def printed(capsys, words, code):
    assert run(words) == code
    return capsys.readouterr()


@pytest.mark.slow
def test_a_search_for_more_than_there_are():
    """The search ends with fewer puzzles, or with none if all are too easy."""
    chosen = as_class(named_board("triangle5"))
    assert design(chosen, "unique", 3, bits=(90, 99)) == []
    few = design(chosen, "unique", 100, bits=(11, 99))
    assert 0 < len(few) < 100
    with pytest.raises(UsageError, match="unknown kind 'ugly'"):
        design(chosen, "ugly", 3)


# -- names --------------------------------------------------------------------------------------


@pytest.mark.every(2)
@pytest.mark.parametrize("name", ["Émile's", "...", "❤ 👩‍👧", "  x", 'a "b" \\ c', "z" * 100])
def test_a_name_stays_as_it_is(pegs, capsys, folder, name):
    """The name is kept in files, lists, sheets and the page, and after editing the file."""
    store = folder.parent / "home" / "puzzles"
    printed = pegs("design", "triangle5", "--most", "2", "--to", str(store), "--name", name)
    [path] = store.glob("*.toml")
    assert tomllib.loads(path.read_text(encoding="utf-8"))["name"] == name
    puzzles = puzzle_set(path)
    assert (puzzles.name, puzzles.puzzles[1].name) == (name, f"{name} 2")
    assert puzzle_set(path.stem) == puzzles
    assert puzzle_set(name) == puzzles
    assert f"{name}, 2 puzzles: " in pegs("puzzles")
    [command] = re.findall(r"to print them: `pegs (.*)`", printed)
    assert command.endswith(".html") or command.endswith(".html'")
    pegs(*shlex.split(command))  # no optional dependency is needed
    [page] = folder.glob("*.html")
    assert f"<title>{escape(name)}" in page.read_text(encoding="utf-8")
    [own] = [one for one in Gallery([store]).document()["sets"] if one["own"]]
    assert own["name"] == name
    path.write_text(path.read_text(encoding="utf-8").replace("\nname = ", "\nname = 'Mine' #", 1))
    assert puzzle_set("Mine").name == "Mine"


@each(
    ("name", "reason"),
    [("", "is blank"), (" ", "is blank"), ("a\nb", "control characters"), ("\x1b[31m", "control"),
     ("a\u202eb", "control characters"), ("x" * 101, "has 101 characters"),
     ("x" * 12_000, "has 12,000 characters"), ("english classics", "name of a built-in set")],
)  # fmt: skip
def test_a_name_that_cannot_be_shown_is_refused(complaint, folder, name, reason):
    said = complaint("design", "triangle5", "--to", "new", "--name", name)
    assert said.startswith("--name: ")
    assert reason in said
    assert said.isprintable()
    assert not (folder / "new").exists()
    with pytest.raises(ProblemError, match=reason):
        check_set_name(name)


def test_a_set_without_a_name_is_called_by_what_it_has(pegs):
    options = "--kind symmetric --pegs 8..12 --most 1 --to ."
    pegs("design", "@tree.txt", *options.split())
    found = read_puzzles("tree-symmetric-puzzles-8-to-12-pegs.toml")
    assert found.name == "tree: symmetric puzzles 8 to 12 pegs"
    assert [one.name for one in found] == ["Symmetric puzzle 1"]


# -- rating ------------------------------------------------------------------------------------

SMALL_BOARDS = ["triangle4", "triangle5", "square4", "truncated12", "rectangle3x4+diagonal"]


class Twin:
    """Rate a position by going through every game from it."""

    def __init__(self, board, finishes):
        self.board, self.finishes = board, set(finishes)
        self.solvable = cache(self._solvable)
        self.values = cache(self._values)

    def play(self, code):
        return [code ^ jump.mask for jump in self.board.masks_from(code)]

    def _solvable(self, code):
        return code in self.finishes or any(map(self.solvable, self.play(code)))

    def _values(self, code):
        """Return the bits, the number of jumps and the chance of winning from a position."""
        if code in self.finishes:
            return 0.0, 0.0, 1.0
        legal = self.play(code)
        winning = [c for c in legal if self.solvable(c)]
        chance = sum(self.values(c)[2] for c in winning) / len(legal)
        bits = sum(self.values(c)[0] for c in winning) / len(winning)
        length = sum(self.values(c)[1] for c in winning) / len(winning)
        return bits + log2(len(legal) / len(winning)), length + 1, chance

    def forced(self, code):
        count = 0
        while code not in self.finishes:
            winning = [c for c in self.play(code) if self.solvable(c)]
            if len(winning) != 1:
                break
            code, count = winning[0], count + 1
        return count


@pytest.mark.parametrize(
    "name", slow_but_for(["triangle4", "rectangle3x4+diagonal"], SMALL_BOARDS)
)
def test_ratings_are_those_of_all_games(name):
    board, rng = named_board(name), random.Random(name)
    for chosen in position_classes(board):
        table = Tablebase.build(board, chosen.finishes)
        twin = Twin(board, chosen.finishes)
        codes = sorted(naive.ancestors_of_any(board, chosen.finishes))
        for code in rng.sample(codes, min(15, len(codes))):
            position = Position(board, code)
            found = rate(position, table=table)
            bits, length, chance = twin.values(code)
            assert found.bits == pytest.approx(bits)
            assert found.share == pytest.approx(2 ** (-bits / length))
            assert found.chance == pytest.approx(chance)
            assert found.forced == twin.forced(code)
            [made] = as_puzzles([(position, "")], table, work=Work().begin())
            assert len(made.solution.moves) == found.moves
            assert made.solution.finish.code in chosen.finishes
            alone = rate_alone(Problem.of_codes(board, (code,), chosen.finishes))
            assert alone.bits == pytest.approx(bits)
            assert (alone.moves, alone.forced) == (found.moves, found.forced)
            legal = twin.play(code)
            wins = sum(map(twin.solvable, legal))
            assert (found.jumps, found.winning) == (len(legal), wins)


@pytest.mark.slow
def test_random_play_of_the_central_game():
    # Bell's 33-hole page gives 2.6978E-08 for one peg anywhere, half of it at the centre.
    chosen = as_class(english(), "A")
    table = Tablebase.build(english(), chosen.finishes)
    # Its levels are larger than the limit.
    assert rate(english().vacancy("d4"), table=table, most=1 << 12) is None
    found = rate(english().vacancy("d4"), table=table)
    assert f"{found.chance:.4e}" == "2.6978e-08"


def test_what_is_too_large_is_not_rated_alone():
    """Rating fails for the central game, for more than 64 holes, and for unsolvable problems."""
    for board, hole in (("english", "d4"), ("square9", "e5"), ("triangle4", "a1")):
        problem = Problem.complement(named_board(board), hole)
        assert rate_alone(problem) is None, problem


def test_what_cannot_be_rated():
    board = named_board("triangle5")
    table = Tablebase.build(board, ["a1"])
    with pytest.raises(ProblemError, match="cannot be solved"):
        rate(board.position("code:3"), table=table)
    with pytest.raises(ProblemError, match="already solved"):
        rate(board.single("a1"), table=table)
