"""Figures of the papers: all are drawn, and those with games are replayed."""

import json
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from drawn import assert_inside, classes, parsed
from marks import each
from msgspec.structs import replace

from pegsolitaire import papers
from pegsolitaire.board import named_board, triangle
from pegsolitaire.board.notation import hole_name
from pegsolitaire.cli.main import run
from pegsolitaire.draw import write_picture
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Move, Position, Solution
from pegsolitaire.papers import all_figures, choose, page33
from pegsolitaire.papers.parts import diagram
from pegsolitaire.papers.rows import PAPERS, entry
from pegsolitaire.work import Work

ENGLISH = named_board("english")


def chosen(*names):
    return choose(all_figures(), names).entries


def boards(name):
    """Return the boards of a figure that are stored in the data."""
    return [diagram(**board) for board in entry(name, "figures")["boards"]]


def drawn(name):
    [figure] = chosen(name)
    return figure.draw(Work().begin())


def circles(svg):
    return Counter(kind for kind in classes(svg) if kind in ("hole", "peg", "shaded", "mark"))


def test_standard_vacancies_are_shaded():
    assert circles(drawn("notes-figure-6"))["shaded"] == 1 + 4 + 5 + 3
    assert circles(drawn("notes-figure-7"))["shaded"] == 3
    assert circles(drawn("gramigna-figure-8"))["shaded"] == 4 * 4


@pytest.mark.slow
def test_the_long_sweep_removes_42_pegs():
    root = parsed(drawn("triangular-figure-10"))
    arrows = [e for e in root.iter() if (e.get("class") or "").startswith("arrow ")]
    titles = [re.search(r"[a-z]\d+(-[a-z]\d+)+", arrow[0].text)[0] for arrow in arrows]
    move, *others = map(Move.from_text, titles)
    assert (len(move), hole_name(move.path[0]), hole_name(move.path[-1])) == (42, "a1", "a3")
    # (b): the moves drawn reduce the complement of the start of the sweep to one peg.
    taken = [hole_name(move.path[0]), *(hole_name(jump.over) for jump in move.jumps)]
    complement = Position(triangle(12), triangle(12).full_code ^ triangle(12).code(taken))
    assert len(Solution.from_moves(complement, others).finish) == 1


def test_states_of_gramigna():
    later = boards("gramigna-figure-4")[1]
    ends = {jump.end for jump in later.position.legal_jumps}
    assert sorted(later.shaded) == sorted(map(hole_name, ends))
    stuck = [hole_name(hole) for hole in later.position.complement if hole not in ends]
    assert sorted(stuck) == sorted(later.marked) == ["b3", "b4", "d2"]
    for figure in ("gramigna-figure-4", "gramigna-figure-5"):
        first = boards(figure)[0]
        assert [jump for jump, _ in first.moves] == list(map(str, first.position.legal_jumps))
    before, after = (one.position for one in boards("gramigna-figure-10"))
    six, l_removal = (entry(f"gramigna-figure-10-{name}")["jumps"] for name in ("six", "l"))
    jumps = f"{six} {l_removal.replace('e7-e7', 'c7-e7')}".split()
    assert Solution.from_moves(before, jumps).finish == after
    assert [hole_name(h) for h in before.complement] == ["b3", "c3", "f5"]
    for one in boards("gramigna-figure-10"):
        assert [hole_name(h) for h in before if h not in after] == list(one.shaded) == [
            "c1", "d1", "e1", "c2", "d2", "e2", "e4", "e5", "e6", "c7", "d7", "e7",
        ]  # fmt: skip


@pytest.mark.slow
def test_the_two_shortest_central_games_are_two():
    moves = entry("page33-18-moves-bergholt", "figures")["moves"]
    bergholt = Solution.from_moves(ENGLISH.vacancy("d4"), moves)
    one, other = (
        [sorted(map(len, game.moves))[-2:], len(game.moves), list(game.finish)]
        for game in (bergholt, page33.other_solution())
    )
    assert one == [[5, 5], 18, [ENGLISH.hole("d4")]]
    assert other == [[4, 5], 18, [ENGLISH.hole("d4")]]


# -- all figures --------------------------------------------------------------------------------


def test_names_and_sources_are_in_order():
    names = [figure.name for figure in all_figures()]
    assert len(set(names)) == len(names)
    assert {name.partition("-")[0] for name in names} == PAPERS.keys() - {"new"}
    assert all(f.caption.endswith(".") and f.differs[-1:] in ("", ".") for f in all_figures())


#: Figures that are drawn only after seconds of work.
LATE = [
    "triangular-figure-10", "page33-23-moves", "page33-20-moves", "page33-random-ends",
    "page33-solution-graph", "page33-18-moves-other",
]  # fmt: skip


def draw_inside(figure):
    """Draw a figure, and check that nothing lies outside the picture."""
    svg = figure.draw(Work().begin())
    assert_inside(svg) if "<use " not in svg and "<g " not in svg else parsed(svg)
    return svg


@each("figure", [figure for figure in all_figures() if figure.name not in LATE])
def test_nothing_lies_outside_a_figure(figure):
    draw_inside(figure)


@pytest.mark.slow
@pytest.mark.parametrize("figure", all_figures(), ids=lambda figure: figure.name)
def test_every_figure_is_drawn_and_can_be_converted(figure, tmp_path, cairo):
    svg = draw_inside(figure)
    write_picture(svg, tmp_path / "figure.png")
    assert (tmp_path / "figure.png").read_bytes()[:4] == b"\x89PNG"


def test_figures_are_chosen_by_name():
    assert [f.name for f in chosen("gramigna-figure-1")] == ["gramigna-figure-1"]
    assert len(chosen("notes")) == 12
    assert len(chosen("*-figure-1")) == 4
    for name in ("Notes, figure 2", "notes figure-2", "NOTES-figure-2"):
        assert [f.name for f in chosen(name)] == ["notes-figure-2"]
    assert len(chosen("Puzzles, figures 1")) == 1
    assert [f.name for f in chosen("page33 23 moves")] == ["page33-23-moves"]
    left_out = choose(all_figures(), most="quick").left_out
    assert [f.name for f in left_out] == ["page33-23-moves", "page33-20-moves"]
    with pytest.raises(ProblemError, match=r"unknown figure 'notes-figure-99'\. The nearest"):
        chosen("notes-figure-99")


def test_command_draws_into_a_folder(tmp_path, capsys):
    run(["reproduce", "--figures", str(tmp_path / "new"), "--only", "notes-figure-3", "--json"])
    said = json.loads(capsys.readouterr().out)
    [figure] = said["figures"]
    assert ElementTree.parse(figure["file"])
    page = (tmp_path / "new" / "index.html").read_text()
    assert 'src="notes-figure-3.svg"' in page
    assert "Notes on solving" in page
    run(["reproduce", "--figures", str(tmp_path), "--list", "--only", "page33"])
    assert len(capsys.readouterr().out.splitlines()) == 8
    assert run(["reproduce", "--figures", str(tmp_path), "--large"]) == 2


def test_figures_that_take_long_are_named(tmp_path, capsys):
    words = ["reproduce", "--figures", str(tmp_path), "--quick", "--only", "page33-2*"]
    assert run(words) == 0
    *_, names, last = capsys.readouterr().out.splitlines()
    assert names == "omitted because they take long: page33-23-moves, page33-20-moves"
    assert last.startswith("0 figures, 2 omitted: ")
    assert run([*words, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said == {"figures": [], "left_out": ["page33-23-moves", "page33-20-moves"]}


def test_one_figure_that_fails_does_not_lose_the_rest(tmp_path, monkeypatch, capsys):
    first, second = chosen("notes-figure-3") + chosen("notes-figure-4")

    def fails(_):
        raise ZeroDivisionError("of no use")

    lists = [replace(first, draw=fails), second]
    monkeypatch.setattr(papers, "all_figures", lambda: lists)
    assert run(["reproduce", "--figures", str(tmp_path)]) == 1
    captured = capsys.readouterr()
    assert "notes-figure-3 cannot be drawn: of no use" in captured.err
    assert "1 figure, 1 not drawn" in captured.out
    page = (tmp_path / "index.html").read_text()
    assert 'id="notes-figure-4"' in page
    assert "notes-figure-3" not in page
    assert run(["reproduce", "--figures", str(tmp_path), "--json"]) == 1
    one, other = json.loads(capsys.readouterr().out)["figures"]
    assert (one["error"], Path(other["file"]).exists()) == ("of no use", True)
