"""Solution graphs: their nodes, edges, path counts and files."""

import re
import sys

import known
import naive
import networkx
import pytest
from marks import each
from private import set_private

from pegsolitaire.board import Board, named_board
from pegsolitaire.errors import (
    BoardTooLargeError,
    MissingExtraError,
    ProblemError,
    StoreError,
)
from pegsolitaire.game import Position, Problem
from pegsolitaire.solving import MinimalGraph, MinimalSolutions, SolutionGraph, count
from pegsolitaire.theory import as_type

T4, T5 = named_board("triangle4"), named_board("triangle5")
GRAPHS = "pegsolitaire.solving.solution_graphs"
FIGURE_11 = Problem(T4, "a2", "b2")
CORNER = Problem.complement(T5, "a1")
PROBLEMS = [
    FIGURE_11,
    CORNER,
    Problem.to_any(T5.vacancy("a1")),
    as_type(T4).problem,
    Problem.complement(named_board("truncated12"), "b2"),
    Problem.of_codes(T5, (T5.vacancy("a1").code, T5.vacancy("a4").code), (1, 1 << 6)),
    Problem.of_codes(T5, (known.FIGURE_1D_CODE,), (1, 2, 4)),
    Problem(T5.vacancy("a1"), [T5.vacancy("a1").play("a3-a1").play("c3-a3")]),
]


@pytest.fixture(scope="module", params=PROBLEMS, ids=str)
def graph(request):
    return SolutionGraph.of(request.param)


def test_nodes_are_the_winning_positions(graph):
    problem = graph.problem
    expected = naive.winning_levels(problem.board, problem.starts, problem.finishes)
    assert {level[0].bit_count(): set(level) for level in graph.levels} == expected
    assert len(graph) == sum(map(len, expected.values()))
    for level in graph.levels:
        assert list(level) == sorted(set(level))
        assert all(code in graph for code in level)
    assert problem.board.full_code not in graph
    assert "a1" not in graph


def test_edges_are_the_winning_jumps(graph):
    board = graph.problem.board
    expected = {
        (naive.code(board, before), (start, end), naive.code(board, led))
        for level in graph.levels
        for before in (naive.pegs(board, code) for code in level)
        for start, over, end in naive.jumps(board)
        if (led := naive.after(before, (start, over, end))) and naive.code(board, led) in graph
    }
    edges = [(a, (jump.start, jump.end), b) for a, jump, b in graph.edges()]
    assert len(edges) == len(set(edges))
    assert set(edges) == expected
    for before, jump, led in graph.edges():
        assert Position(board, before).play(jump).code == led


@pytest.mark.every(6)
def test_path_counts(graph):
    problem = graph.problem
    expected = naive.count_paths(problem.board, problem.starts)
    assert graph.paths_to.keys() == graph.paths_from.keys()
    for code, ways in graph.paths_to.items():
        assert ways == expected[code]
        onward = naive.count_solutions(problem.board, code, problem.finishes)
        assert graph.paths_from[code] == onward > 0
    assert graph.solutions == count(problem)
    for level in graph.levels:
        through = sum(graph.paths_to[code] * graph.paths_from[code] for code in level)
        assert through == graph.solutions


def test_no_solution(tmp_path):
    problem = Problem.complement(T5, "b3")
    graph = SolutionGraph.of(problem)
    assert graph.levels == ()
    assert len(graph) == graph.solutions == 0
    assert list(graph.edges()) == []
    assert graph.paths_to == graph.paths_from == {}
    assert problem.starts[0] not in graph
    assert read_dot(graph.dot()) == (str(problem), {}, [], [])
    assert len(graph.to_networkx()) == 0
    graph.save(tmp_path / "g.graphml")
    assert len(networkx.read_graphml(tmp_path / "g.graphml")) == 0


def test_starts_that_are_finishes():
    graph = SolutionGraph.of(Problem.of_codes(T5, (1, 2, 4), (2, 4, 8)))
    assert graph.levels == ((2, 4),)
    assert graph.solutions == 2
    assert list(graph.edges()) == []
    assert graph.paths_to == graph.paths_from == {2: 1, 4: 1}


def test_limits(monkeypatch):
    size = len(SolutionGraph.of(CORNER))
    set_private(monkeypatch, GRAPHS, _MAX_GRAPH_POSITIONS=size)
    assert len(SolutionGraph.of(CORNER)) == size
    for most in (size - 1, 1):
        set_private(monkeypatch, GRAPHS, _MAX_GRAPH_POSITIONS=most)
        with pytest.raises(BoardTooLargeError, match=f"a1 to a1 has more than {most} positions"):
            SolutionGraph.of(CORNER)
    star = named_board("star73")
    with pytest.raises(BoardTooLargeError, match="64 holes"):
        SolutionGraph.of(Problem.complement(star, star.holes[36]))


# -- for other programs -------------------------------------------------------------------------


def test_networkx(graph):
    made = graph.to_networkx()
    board = graph.problem.board
    assert made.graph == {"problem": str(graph.problem)}
    assert list(made) == sorted(code for level in graph.levels for code in level)
    assert networkx.is_directed_acyclic_graph(made)
    for code, facts in made.nodes(data=True):
        assert facts == {
            "pegs": code.bit_count(),
            "picture": Position(board, code).text(),
            "paths_to": graph.paths_to[code],
            "paths_from": graph.paths_from[code],
        }
        assert Position.from_text(board, facts["picture"]).code == code
    edges = {(a, b): facts for a, b, facts in made.edges(data=True)}
    assert edges == {(a, b): {"jump": str(jump)} for a, jump, b in graph.edges()}
    assert len(edges) == len(list(graph.edges()))


def test_graphml_comes_back(graph, tmp_path):
    path = tmp_path / "new" / "g.graphml"
    graph.save(path)
    read = networkx.read_graphml(path, node_type=int)
    made = graph.to_networkx()
    assert read.is_directed()
    assert dict(read.nodes(data=True)) == dict(made.nodes(data=True))
    assert {(a, b): facts for a, b, facts in read.edges(data=True)} == {
        (a, b): facts for a, b, facts in made.edges(data=True)
    }
    assert read.graph.items() >= made.graph.items()
    assert [entry.name for entry in path.parent.iterdir()] == ["g.graphml"]


def test_large_counts_in_graphml(tmp_path):
    """GraphML integers have 64 bits, so larger counts are written as strings."""
    graph = SolutionGraph.of(FIGURE_11)
    for name in ("paths_to", "paths_from"):
        counts = {code: ways + (1 << 63) - 5 for code, ways in getattr(graph, name).items()}
        graph.__dict__[name] = counts
    graph.save(tmp_path / "g.graphml")
    read = networkx.read_graphml(tmp_path / "g.graphml", node_type=int)
    kinds = set()
    for code, facts in read.nodes(data=True):
        assert int(facts["paths_to"]) == graph.paths_to[code]
        assert int(facts["paths_from"]) == graph.paths_from[code]
        kinds.add((type(facts["paths_to"]), graph.paths_to[code] < 1 << 63))
    assert kinds == {(str, True), (str, False)}  # all counts have the same type


QUOTED = r'"((?:[^"\\]|\\.)*)"'
NODE, EDGE = rf"  n(\d+) \[label={QUOTED}\];", rf"  n(\d+) -> n(\d+) \[label={QUOTED}\];"


def read_dot(text):
    """Parse a DOT text into its name, its labelled nodes and edges, and its ranks."""
    first, settings, *lines, last = text.rstrip("\n").split("\n")
    name = re.fullmatch(rf"digraph {QUOTED} {{", first)[1]
    assert settings == '  node [shape=box, fontname="monospace"];'
    assert last == "}"
    nodes, edges, ranks = {}, [], []
    for line in lines:
        if found := re.fullmatch(r"  { rank=same;((?: n\d+;)+) }", line):
            ranks.append([int(number) for number in re.findall(r"\d+", found[1])])
        elif found := re.fullmatch(NODE, line):
            nodes[int(found[1])] = found[2]
        else:
            found = re.fullmatch(EDGE, line)
            edges.append((int(found[1]), found[3], int(found[2])))
    return name, nodes, edges, ranks


def test_dot(graph, tmp_path):
    graph.save(tmp_path / "g.dot")
    assert (tmp_path / "g.dot").read_text().rstrip("\n") == graph.dot().rstrip("\n")
    name, nodes, edges, ranks = read_dot(graph.dot())
    assert name == str(graph.problem)
    assert ranks == [list(level) for level in graph.levels]
    assert edges == [(a, str(jump), b) for a, jump, b in graph.edges()]
    assert sorted(nodes) == sorted(code for level in ranks for code in level)
    for code, label in nodes.items():
        *rows, ways = label.split(r"\n")
        assert Position.from_text(graph.problem.board, "/".join(rows)).code == code
        assert int(ways) == graph.paths_to[code]


def test_dot_of_a_board_with_a_quote_in_its_name():
    board = Board([(0, 0), (1, 0), (2, 0)], name='3"')
    name, *_ = read_dot(SolutionGraph.of(Problem.of_codes(board, (3,), (4,))).dot())
    assert name == r"3\": c1 to c1"


def test_without_networkx(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "networkx", None)
    graph = SolutionGraph.of(FIGURE_11)
    with pytest.raises(MissingExtraError, match=r"pip install 'pegsolitaire\[graphs\]'"):
        graph.to_networkx()
    with pytest.raises(MissingExtraError, match="NetworkX is not installed"):
        graph.save(tmp_path / "g.graphml")
    assert list(tmp_path.iterdir()) == []
    graph.save(tmp_path / "g.dot")


@each("name", ["g", "g.dot.gz", ".dot", "g.DOT "])
def test_wrong_endings(name, tmp_path):
    with pytest.raises(
        ProblemError, match=r"use the extension \.graphml, \.dot, \.svg, \.png or \.pdf"
    ) as caught:
        SolutionGraph.of(FIGURE_11).save(tmp_path / name)
    assert name in str(caught.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ending", ["dot", "graphml"])
def test_files_that_cannot_be_written(ending, tmp_path):
    graph = SolutionGraph.of(FIGURE_11)
    (tmp_path / "file").write_text("kept")
    (tmp_path / f"folder.{ending}").mkdir()
    for path in (
        tmp_path / "file" / f"g.{ending}",
        tmp_path / f"folder.{ending}",
        tmp_path / f"{'x' * 300}.{ending}",
    ):
        with pytest.raises(StoreError, match="cannot write") as caught:
            graph.save(path)
        assert "\n" not in str(caught.value)
    assert (tmp_path / "file").read_text() == "kept"
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["file", f"folder.{ending}"]


# -- solutions with the fewest moves ------------------------------------------------------------


@pytest.fixture(scope="module")
def central():
    return MinimalGraph(MinimalSolutions.of(Problem.complement(named_board("english"), "d4")))


@pytest.mark.slow
@pytest.mark.xdist_group("central graph")
def test_the_graph_of_the_central_game(central):
    """Bell's page on the 33-hole board: 936 solutions of 18 moves, two apart from the order."""
    sizes = list(map(len, central.minimal.levels))
    assert sizes == [1, 1, 1, 1, 1, 2, 3, 3, 3, 3, 3, 3, 5, 6, 6, 4, 1, 1, 1]
    assert [len(level) for level in central.levels] == sizes
    assert len(central) == sum(sizes) == 49
    [finish] = central.levels[-1]
    assert central.number(central.levels[0][0]) == 1
    assert central.number(finish) == 936 == central.minimal.up_to_symmetry
    assert len(central.minimal.unordered) == 2


@pytest.mark.parametrize(
    "problem",
    [
        Problem(named_board("triangle4"), "a2", "b2"),
        Problem.complement(named_board("triangle5"), "a1"),
        Problem.complement(named_board("truncated12"), "a2"),
    ],
    ids=str,
)
def test_ways_are_solutions_cut_short(problem):
    """Each node's number counts the beginnings of solutions that lead to it, up to symmetry."""
    minimal = MinimalSolutions.of(problem)
    graph = MinimalGraph(minimal)
    prefixes = [set() for _ in graph.levels]
    for solution in minimal:
        played = 0
        for made, move in enumerate((None, *solution.moves)):
            played += len(move) if move else 0
            jumps = solution.jumps[:played]
            images = [
                tuple((g.image[problem.board.bit(j.start)], g.image[problem.board.bit(j.end)])
                      for j in jumps)
                for g in problem.group
            ]  # fmt: skip
            prefixes[made].add((minimal.least(solution.positions[played].code), min(images)))
    for level, found in zip(graph.levels, prefixes, strict=True):
        for code in level:
            least = minimal.least(code)
            assert graph.number(code) == sum(at == least for at, _ in found)


@pytest.mark.xdist_group("central graph")
def test_links_of_the_minimal_graph_are_moves(central):
    board = central.problem.board
    for before, words, after in central.arrows():
        moves = words.split(" x")[0]
        end = Position(board, before).play(moves)
        assert central.minimal.least(end.code) == central.minimal.least(after)


def test_the_minimal_graph_is_written(tmp_path, document):
    corner = MinimalGraph(MinimalSolutions.of(CORNER))
    for ending in ("svg", "dot", "graphml"):
        corner.save(tmp_path / f"saved.{ending}")
    assert len(networkx.read_graphml(tmp_path / "saved.graphml")) == len(corner) == 112
    shown = document("graph", "triangle5", "a1", "--shortest", "--to", tmp_path / "a1.svg")
    assert (tmp_path / "a1.svg").read_text() == (tmp_path / "saved.svg").read_text()
    assert shown["up_to_symmetry"] == 681
    assert sum(map(len, shown["levels"])) == 112
    assert len(shown["links"]) == len(list(corner.arrows()))


def test_the_two_solutions_are_printed(pegs):
    printed = pegs("graph", "triangle4", "a2", "--finish", "b2", "--shortest").splitlines()
    assert printed[0] == "6 positions, 5 links, 2 solutions in 5 moves up to symmetry: " + str(
        FIGURE_11
    )
    assert printed[1] == "1 solution apart from the order of moves:"
    assert printed[2].endswith("a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2")
