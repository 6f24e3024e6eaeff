"""The command `pegs puzzles`, which writes a set as a sheet with or without links."""

import re

import segno
from marks import each

from pegsolitaire.data import puzzle_set
from pegsolitaire.game import Solution
from pegsolitaire.theory import read_problem

CLASSICS = puzzle_set("english-classics")


def test_a_set_is_written(pegs, tmp_path):
    path = tmp_path / "classics.html"
    link = "https://example.org/pegs/"
    printed = pegs("puzzles", "english-classics", "--sheet", path, "--link", link)
    assert printed.startswith("15 puzzles written to")
    page = path.read_text()
    puzzles, solutions = page.split('<section class="solutions">')
    assert puzzles.count('role="img"') == 2 * len(CLASSICS)
    assert puzzles.count("Moves:") == len(CLASSICS)
    assert ".solutions { break-before: page; }" in page
    lines = re.findall(
        r"<li><strong>(\d+)\. (.*?):</strong> (.*) \((\d+) moves?\)</li>", solutions
    )
    assert [(int(number), name) for number, name, *_ in lines] == [
        (number, puzzle.name) for number, puzzle in enumerate(CLASSICS, 1)
    ]
    for puzzle, (*_, moves, count) in zip(CLASSICS, lines, strict=True):
        solution = Solution.from_moves(puzzle.position, moves)
        assert solution.solves(read_problem(puzzle.board, puzzle.start, puzzle.finish))
        assert len(solution.moves) == int(count) == puzzle.best
    codes = re.findall(r'<path d="((?:M\d+ \d+h1v1h-1z)+)"/>', puzzles)
    for puzzle, path_of in zip(CLASSICS, codes, strict=True):
        start = f"code:{puzzle.position.code}"
        link = f"https://example.org/pegs/#board/english/{start}/{puzzle.finish}"
        squares = {(int(x) - 4, int(y) - 4) for x, y in re.findall(r"M(\d+) (\d+)h", path_of)}
        rows = segno.make_qr(link, error="m").matrix
        dark = {(x, y) for y, row in enumerate(rows) for x, one in enumerate(row) if one}
        if len(puzzle.position) < len(puzzle.board) - 1:  # links to vacancies use hole names
            assert squares == dark


def test_without_a_link_there_are_no_codes(pegs, tmp_path):
    path = tmp_path / "t.html"
    pegs("puzzles", "triangle5-unique-jump", "--sheet", path)
    assert 'class="qr"' not in path.read_text()


@each(
    ("words", "said"),
    [
        ("--sheet x.html", "--sheet needs SET: `pegs puzzles SET"),
        ("english-classics --sheet x.doc", "a sheet must be HTML or PDF: name it x.html or"),
        ("english-classics --link https://x.org", "--link needs --sheet: `pegs puzzles"),
        ("english-classics --sheet x.html --link example.org", "is no address"),
        (f"english-classics --sheet x.html --link http://{'x' * 500}", "longer than"),
    ],
)
def test_what_is_wrong_is_said(words, said, complaint, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert said in complaint("puzzles", *words.split())
    assert not list(tmp_path.iterdir())
