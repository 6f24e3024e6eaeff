"""Tests of the documentation: its sessions and notebooks run as printed, and its links work."""

import re
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path
from runpy import run_path
from types import ModuleType, SimpleNamespace

import programs
import pytest
from marks import each
from typed import command_of

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
sys.path += [str(ROOT / "tools"), str(DOCS / "extensions")]
from check_site import problems  # noqa: E402
from notebooks import run  # noqa: E402
from sessions import Reader, agrees, steps  # noqa: E402

from pegsolitaire import __version__  # noqa: E402
from pegsolitaire.cli.main import DESCRIPTIONS  # noqa: E402
from pegsolitaire.papers import (  # noqa: E402
    KeptResults,
    paper_rows,
    rows_page,
)
from pegsolitaire.sets import WinningSets  # noqa: E402

PAGES = sorted(path for path in DOCS.rglob("*.md") if "generated" not in path.parts)
NOTEBOOKS = sorted((DOCS / "notebooks").glob("*.md"))
PARTS = [names.parent.name for names in (ROOT / "pegsolitaire").glob("*/__init__.pyi")]
#: Notebooks that take about ten seconds.
LONG = {"central-game", "design"}


def relative(path):
    return path.relative_to(DOCS).as_posix()


#: Pages that take a few seconds.
LONG_PAGES = {
    "index.md", "python.md",
    "tutorials/players.md", "tutorials/researchers.md", "tutorials/designers.md",
}  # fmt: skip

WITH_STEPS = [page for page in PAGES if page not in NOTEBOOKS and list(steps(page.read_text()))]


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=[pytest.mark.slow] * (relative(page) in LONG_PAGES))
        for page in WITH_STEPS
    ],
    ids=relative,
)
def test_a_page_runs_as_printed(page, tmp_path):
    """Run `python tools/sessions.py PAGE` to update a page."""
    reader = Reader(tmp_path)
    for step in steps(page.read_text()):
        found = reader.does(step)
        if step.kind == "console":
            assert agrees(step.text, found), f"$ {step.name}\n{found}"
        else:
            assert found == ""


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[pytest.mark.slow] * (path.stem in LONG))
        for path in NOTEBOOKS
    ],
)
def test_a_notebook_runs(path, monkeypatch, tmp_path, central_sets):
    """The sets of the central game come from the store, so that they are not rebuilt."""
    build, problem = WinningSets.load, central_sets.problem

    def stored(asked, *given, work=None, **named):
        if asked == problem and work is not None and work.store:
            central_sets.save(work.store)
        return build(asked, *given, work=work, **named)

    monkeypatch.setattr(WinningSets, "load", stored)
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    monkeypatch.setenv("MPLBACKEND", "Agg")
    assert len(run(path)) > 5


def test_sessions_are_told_apart():
    page = "```console\n$ a\nb\n$ c\n```\n```{code-block} text\n:caption: f.txt\nd\n```\n"
    assert [(step.kind, step.name, step.text) for step in steps(page)] == [
        ("console", "a", "b\n"),
        ("console", "c", ""),
        ("file", "f.txt", "d\n"),
    ]
    assert agrees("a\n...\nd", "a\nb\nc\nd")
    assert not agrees("a\n...\nd", "a\nb\nc")
    assert agrees("x  1.2 s\n", "x 33.4 s")


#: Matches a command in inline code, or after the ``$`` of a block.
COMMAND = re.compile(r"(?:^\$ |`)pegs ([^`]*?)(?:`|$)", re.MULTILINE)


def typed_lines(block):
    """Return the commands of a code block, each after a ``$``, without their output."""
    kind, text = block.groups()
    lines = re.sub(r"\s+# .*|\\\n", "", text).splitlines()
    if kind == "sh":
        return "\n".join(f"$ {line}" for line in lines)
    return "\n".join(line for line in lines if kind == "console" and line.startswith("$ "))


@each("page", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *PAGES])
def test_commands_of_pages_are_in_the_help(page):
    """Commands in the documentation exist and have the options that are shown."""
    text = re.sub(r"^```(\S*).*?\n(.*?)^```$", typed_lines, page.read_text(), flags=re.M | re.S)
    text = re.sub(r"(?<=\S)\n(?=[a-zA-Z-])", " ", text)
    for words in (found.split() for found in COMMAND.findall(text)):
        if words[0] not in ("COMMAND", "help", "=") and not words[0].startswith("-"):
            command, rest = command_of(words)
            options = {option for one in command.params for option in one.opts} | {"-h", "--help"}
            named = {word.split("=")[0].strip(",.;)") for word in rest if word.startswith("--")}
            assert named <= options, words


# -- links ----------------------------------------------------------------------------------------

#: Pages that a code host displays: all pages of the repository.
SHOWN = [*ROOT.glob("*.md"), *PAGES, *(ROOT / "benchmarks").glob("*.md"), *ROOT.glob("tests/*.md")]


def without_code(page):
    """Return the text of a page without its code blocks."""
    return re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)


def anchors(page):
    """Return the anchors of a page: its headings, as code hosts name them."""
    found = Counter()
    names = set()
    for heading in re.findall(r"^#{1,6} (.*)$", without_code(page), re.MULTILINE):
        plain = re.sub(r"\]\([^)]*\)|[^\w\s-]", "", heading.lower())
        name = re.sub(r"\s", "-", plain.strip())
        names.add(f"{name}-{found[name]}" if found[name] else name)
        found[name] += 1
    return names


@each("page", SHOWN)
def test_links_lead_somewhere(page):
    """Links lead to existing files and anchors of the repository, also on a code host."""
    text = without_code(page)
    links = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r"(?:href|src)=\"([^\"]+)\"", text)
    for link in links:
        target, _, anchor = link.partition("#")
        if ":" in target:
            continue
        file = (page.parent / target).resolve() if target else page
        assert file.exists(), link
        assert not file.is_relative_to(DOCS / "generated"), link
        if anchor and file.suffix == ".md":
            assert anchor in anchors(file), link


@each("page", PAGES)
def test_pages_read_on_a_code_host(page):
    """Code hosts do not render directives, so pages use them for code only."""
    directives = set(re.findall(r"^(?:`{3,}|:{3,})\{([\w-]+)\}", page.read_text(), re.MULTILINE))
    assert directives <= {"code-block", "code-cell"}
    odd = re.findall(r"^%.*|^\(.*\)=$|\)\{.*|\{[\w:-]+\}`", without_code(page), re.MULTILINE)
    assert odd == []


def test_every_page_is_in_the_contents():
    """Every listed page also exists or is generated with the site."""
    listed = {
        (DOCS / parent).parent / f"{name}.md"
        for parent, parts in run_path(str(DOCS / "conf.py"))["contents"].items()
        for names in parts.values()
        for name in names
    }
    made = {path for path in listed if path.is_relative_to(DOCS / "generated")}
    assert set(PAGES) == (listed - made) | {DOCS / "index.md"}


# -- generated results and pages ------------------------------------------------------------------


def test_kept_results_are_right_and_of_today():
    """Run `python tools/reproduction.py` to compute missing results."""
    kept = KeptResults(__version__, DOCS / "reproduction.json")
    for row in paper_rows():
        result = kept.result(row)
        assert result is not None or row.cost != "quick", row.name
        assert result is None or result.is_right, row.name


def test_every_row_has_a_kept_result():
    results, left_out = KeptResults(__version__, DOCS / "reproduction.json").results(paper_rows())
    assert left_out == []
    assert "left out" not in rows_page(results)
    *most, one = sorted(results, key=lambda result: result.row.cost == "large")
    shown = rows_page(most, [one.row])  # a row without one is named
    assert "left out: 1, see --large" in shown
    assert one.row.name in shown


def test_links_of_a_site_are_followed(tmp_path):
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "index.html").write_text("<p>")
    (tmp_path / "index.html").write_text(
        '<h1 id="top-of-it"></h1><a href="#top-of-it"><a href="game/index.html#board=x">'
        '<a href="missing.html"><a href="#nowhere"><script src="https://a.example/x.js"></script>'
        '<a href="https://a.example/"><a href="../outside.html">'
    )
    assert [line.removeprefix("index.html: ") for line in problems(tmp_path)] == [
        "missing.html: not there",
        "#nowhere: no such place in that page",
        "https://a.example/x.js: loaded from outside",
        "../outside.html: outside the site",
    ]


@pytest.mark.parametrize(
    ("extension", "words"),
    [
        (
            "command_pages",
            [f"### pegs {name}" for name in DESCRIPTIONS],
        ),
        ("api_pages", [f"# pegsolitaire.{part}\n" for part in PARTS]),
        pytest.param(
            "http_pages", ["/api/", "(assessment)="], marks=pytest.mark.slow
        ),  # builds the API schema
    ],
)
def test_pages_that_are_made_while_the_site_is_built(extension, words, monkeypatch, tmp_path):
    """The pages can also be generated without Sphinx, of which they need only `srcdir`."""
    monkeypatch.setitem(sys.modules, "sphinx", ModuleType("sphinx"))
    monkeypatch.setitem(sys.modules, "sphinx.application", SimpleNamespace(Sphinx=object))
    import_module(extension).write_pages(SimpleNamespace(srcdir=tmp_path))
    made = "".join(path.read_text() for path in tmp_path.rglob("*.md"))
    assert [one for one in words if one not in made] == []


@pytest.mark.slow
def test_the_site_builds_without_a_warning(tmp_path):
    pytest.importorskip("myst_nb")
    site = tmp_path / "site"
    command = [sys.executable, "-m", "sphinx", "-W", "-q", "-b", "html", "-d", tmp_path / "trees"]
    done = programs.run([*map(str, command), str(DOCS), str(site)], limit=900)
    assert (done.returncode, done.stderr) == (0, "")
    assert not list(problems(site))
    assert {"index.html", "play.html", "papers.html"} <= {p.name for p in site.iterdir()}
    assert (site / "game" / "index.html").exists()
