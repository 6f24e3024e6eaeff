"""List everything that users and callers can reach, one item per line.

    python tools/inventory.py > before.txt
    python tools/inventory.py --compare before.txt

Run the first command before you restructure the code and the second one afterwards. The second
command lists the items that were lost and the new ones, and exits with code 1 if any item was
lost. The inventory only uses the command line, the server that it starts and public names, because
everything else may be moved. Each item begins with its kind:

- ``command``, ``option``, ``choice``: the commands, their options and the values of the options;
- ``json``: the keys of the documents that the commands of `EXAMPLES` print with ``--json``;
- ``web``: the operations of the web API, with parameters and the keys of requests and responses;
- ``board``, ``type``, ``puzzle``, ``lesson``, ``term``, ``solution``, ``problem``: built-in data;
- ``row``, ``figure``, ``table``: the rows and figures of `pegs reproduce` and the tables of
  `pegs export tables`, with their status and a checksum of their output;
- ``stored``: the kinds of entries in the store;
- ``name``, ``attribute``, ``player``: the public names of the packages, the attributes of public
  classes and the names of the random players.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import io
import json
import os
import pkgutil
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from http import HTTPStatus
from importlib import import_module
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pegsolitaire
from pegsolitaire.cli.main import DESCRIPTIONS, app, load, run

ROOT = Path(__file__).parent.parent
SECONDS = 120  # the time limit of a program that this tool starts

#: Commands that together print every key; each takes at most a second or two.
EXAMPLES = """
boards
patterns boards square --holes 6
patterns boards square --holes 5 --draw
patterns boards square --holes 5 --to census.csv
check triangle5 a1,a2,b4
check triangle5 a1 --position code:8455
check triangle5 a4 --position code:50
check triangle5 a4 --position code:50 --explore
check triangle5 any --position code:2183
check triangle5 b3
check triangle5 any --position code:7
check french d4 --finish a4,g4
count triangle5 a1
count triangle5 a1 --unordered
count triangle5 a3 --finish any --by-finish
count triangle5 a3 --finish any --by-finish --unordered
count triangle5 code:8455 --finish any --games
count triangle5 a1 --estimate
count english d4
export labels triangle5 --to labels
export labels triangle5 --estimate
export tables --to tables
extremes dead-ends triangle5 a2 --finish any
extremes dead-ends triangle5 a1
extremes dead-ends triangle5 b3
extremes dead-ends triangle5 a1 --estimate
design triangle5 --most 3
design triangle5 --most 3 --to puzzles --svg design.svg
design triangle6 --kind symmetric --most 3
explain french d4
explain triangle5 b3 --finish b3
explain triangle4 a2 --finish c4
explain triangle5 b3 --finish any
explain triangle5 code:1
explain square9 d5,e5 --finish c2
explain english code:4307720192 --finish d4
explain rectangle64x1 a1,b1,e1,f1,i1
explain triangle4 a2 --finish b2 --weights "0/1 0/0 0 0/1 0 1 0"
extremes triangle5
extremes triangle5 --class A
extremes triangle5 --again
show known triangle5
show known triangle5 --moves
show known triangle12
graph triangle4 a2 --finish b2
graph triangle4 a2 --finish b2 --to graph.graphml --svg graph.svg
graph triangle5 a1 --shortest
learn
learn 1
learn 2
learn 3
learn 4
learn 5
sets levels triangle5 a1
sets levels triangle5 a1 --raw
sets levels triangle5 a1 --export text --sets FW --to sets
sets levels triangle5 a1 --by moves
sets levels triangle5 a1 --by moves --store
sets levels triangle5 a1 --estimate
sets levels triangle4 any
patterns line --pegs 6
patterns square --pegs 4 --draw
patterns square --pegs 5 --symmetric
puzzles
puzzles english-classics
puzzles english-classics --sheet sheet.html
random triangle5 a1
random triangle5 a1 --player sax
random triangle5 a1 --winning
random triangle5 a1 --games 1000 --seed 3
random triangle5 a1 --games 1000 --seed 3 --exact --svg games.svg
random triangle5 --all
random triangle5 --all --games 200 --seed 1
random triangle5 any --type A
random triangle5 a1 --estimate
replay triangle4 a2 "a4-a2, a1-a3, c4-a4-a2"
replay triangle4 a2 "a4-a2, a1-a3" --animate game.svg --moves
replay triangle5 a1 "a3-a1, c3-a3, e5-c3" --review
reproduce --only notes-table-1
reproduce --only notes-figure-3 --html rows.html
reproduce --list
reproduce --figures figures --only notes-figure-1
reproduce --figures figures --list
show triangle5
show triangle5 a1 --svg shown.svg
show triangle5 code:50
show triangle5 code:8455
show triangle5 --problems
show triangle5 --problems --shortest
show triangle5 --problems --shortest --all
show triangle4 --problems --unbounded
show triangle8 --regions
show square9
solve english d4
solve english d4 --reach d4
solve english d4 --shortest
solve french d4
solve square6 a1 --time 0
solve triangle10 a3 --short --time 0
solve triangle4 a2 --finish b2 --all 20
solve triangle5 a1 --shortest --svg solution.svg
solve triangle5 a1 --short
solve triangle5 a1 --survivor a5,c5
solve triangle5 b3 --finish a1 --unbounded
solve triangle5 b3 --finish b3
solve triangle6 a1 --positions 10
sets
extremes sweep english
extremes sweep triangle5 --last
extremes sweep triangle5 --last --length 4
extremes sweep rectangle4x5 --last --shortest --svg sweep.svg
design symmetric triangle6
design symmetric triangle6 --finishes
design symmetric triangle5 --type 3
design symmetric triangle6 --most 3 --to puzzles --svg symmetric.svg
design symmetric triangle5 --estimate
sets tablebase triangle5
sets tablebase triangle5 --finish a1 --store
sets tablebase triangle5 --position code:32766
sets tablebase triangle5 --estimate
triangle 12
triangle 9 a1
triangle 9 a1 --moves
triangle 9 a1 --svg stages.svg --stages
triangle 7 a1
triangle 20 g10 --svg triangle.svg
design unique triangle5
design unique triangle5 --pegs 5 --solution
design unique triangle5 --pegs 8..10 --most 3 --to puzzles --svg unique.svg
sets verify triangle5 a1
sets verify triangle5 a1 --sample 10 --seed 7
sets winning triangle5 a1
sets winning triangle5 any --by index --export text --to out
sets winning triangle5 a1 --export parquet --to out
sets winning wiegleb e5 --estimate
""".strip().splitlines()

#: Files that interrupted work leaves in the store, named as in docs/formats.md.
INTERRUPTED = (
    "cluster/triangle5/a1_a1-paths/", "french/", "other.new-0123456789ab/",
    "puzzles/mine.toml", "reproduce.json", "triangle5/a2_a2.building/",
    "triangle5/a2_a2.moves.building/", "triangle5/notes.txt", "triangle5/to_a2.arrow.building",
)  # fmt: skip

#: Keys whose values can have any structure.
_FREE = {"published", "recorded", "computed", "deviations"}


def main(words: list[str] | None = None) -> int:
    """Print the inventory, or compare it with another one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compare", metavar="FILE", type=Path, help="what there was before")
    before = parser.parse_args(words).compare
    kept = None if before is None else set(json.loads(before.read_text()))
    found = inventory()
    if kept is None:
        print(json.dumps(sorted(found), indent=0, ensure_ascii=False))
        return 0
    lost, new = sorted(kept - found), sorted(found - kept)
    for word, items in (("new", new), ("lost", lost)):
        for item in items:
            print(f"{word}  {item}")
    print(f"{len(kept)} before, {len(found)} now: {len(lost)} lost, {len(new)} new")
    return 1 if lost else 0


def inventory() -> set[str]:
    """Return all items. Files created on the way are removed."""
    found: set[str] = set()
    with tempfile.TemporaryDirectory() as folder, _inside(Path(folder)):
        for section in (commands, documents, contents, papers, tables, web, stored, names):
            found |= set(section())
    return found


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    """Change to a folder that has its own store."""
    before = Path.cwd()
    os.environ["PEGSOLITAIRE_HOME"] = str(folder / "home")
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


# -- the command line ---------------------------------------------------------------------------


def commands() -> Iterator[str]:
    """Yield every command with its options and their choices."""
    context = app.make_context("pegs", [], resilient_parsing=True)
    yield from _options("pegs", app, context)
    for name in DESCRIPTIONS:
        command = load(name)
        yield f"command pegs {name}"
        within = command.make_context(name, [], parent=context, resilient_parsing=True)
        yield from _options(f"pegs {name}", command, within)


def _options(where: str, command: Any, context: Any) -> Iterator[str]:
    """Yield the options that the help lists: `--color, -c <red|blue>`."""
    for parameter in command.params:
        if record := parameter.get_help_record(context):
            shown, _ = record
            found = [*parameter.opts, *parameter.secondary_opts]
            if parameter.param_type_name == "argument":
                found = [parameter.metavar]
            for name in found:
                yield f"option {where} {name}"
            choices = re.search(r"[<(\[]([^<(\[]+\|[^>)\]]+)[>)\]]", shown)
            for word in choices[1].split("|") if choices else ():
                yield f"choice {where} {found[0]} {word}"


def ask(words: str) -> Any:
    """Return the document that a command prints with ``--json``, or None if it prints none."""
    printed, said = io.StringIO(), io.StringIO()
    with redirect_stdout(printed), redirect_stderr(said):
        run([*shlex.split(words), "--json"])
    try:
        return json.loads(printed.getvalue())
    except ValueError:
        print(f"no document: pegs {words}: {said.getvalue().strip()}", file=sys.stderr)
        return None


def documents() -> Iterator[str]:
    """Yield the keys of the documents of every command."""
    for words in EXAMPLES:
        for path in _paths(ask(words)):
            name = " ".join(words.split()[:2])
            yield f"json pegs {name if name in DESCRIPTIONS else words.split()[0]} {path}"


def _paths(value: Any, before: str = "") -> Iterator[str]:
    """Yield the keys of a document as ``a.b[].c``, with a star for each key that is data."""
    if isinstance(value, list):
        for one in value:
            yield from _paths(one, f"{before}[]")
    if isinstance(value, dict):
        for key, one in value.items():
            path = f"{before}.{key if re.fullmatch('[A-Za-z_]+', key) else '*'}".lstrip(".")
            yield path
            if key not in _FREE:
                yield from _paths(one, path)


# -- contents -----------------------------------------------------------------------------------


def contents() -> Iterator[str]:
    """Yield the boards, puzzles, lessons and known results."""
    boards = [row["name"] for row in ask("boards")["boards"]]
    for row in ask("boards")["boards"]:
        yield f"board {row['name']}: {_sum(row)}"
    for one in ask("puzzles")["sets"]:
        for puzzle in one["puzzles"]:
            yield f"puzzle {one['name']}: {puzzle['name']}: {_sum(puzzle)}"
    for lesson in ask("learn")["lessons"]:
        yield f"lesson {lesson['name']}: {_sum(ask('learn ' + lesson['name']))}"
    for board in boards:
        for problem in ask(f"show known {board}")["problems"]:
            where = f"{board} {problem['start']} to {problem['finish']}"
            for solution in problem.pop("solutions"):
                yield f"solution {where}: {solution['source']}: {_sum(solution)}"
            yield f"problem {where}: {json.dumps(problem, sort_keys=True)}"


def papers() -> Iterator[str]:
    """Yield the figures and rows of `pegs reproduce`, with status from docs/reproduction.json."""
    for words in ("reproduce --list", "reproduce --list --new"):
        for row in ask(words)["rows"]:
            yield f"row {row['name']}: {row['cost']}, replayed {row['replayed']}"
            yield f"row {row['name']}: {row['source']}: {row['command']}"
    for figure in ask("reproduce --list --figures figures")["figures"]:
        yield f"figure {figure['name']}: {_sum(figure)}"
    home = Path("home")
    home.mkdir(exist_ok=True)
    shutil.copy(ROOT / "docs" / "reproduction.json", home / "reproduce.json")
    # A separate process has a time limit, in case the stored results are not accepted.
    printed = _program("reproduce", "--resume", "--json")
    for row in json.loads(printed)["rows"]:
        yield f"row {row['name']}: {row['status']}"
        yield f"row {row['name']}: says {_sum([row['published'], row['right'], row['why']])}"


def tables() -> Iterator[str]:
    """Yield the tables of results with their columns and rows."""
    for file in ask("export tables --to all-tables")["files"]:
        path = Path(file["path"])
        if path.suffix == ".csv":
            with path.open(newline="") as lines:
                head, *rows = csv.reader(lines)
            yield f"table {path.stem}: {len(rows)} rows of {', '.join(head)}: {_sum(rows)}"


def stored() -> Iterator[str]:
    """Yield the kinds of entries in the store after all these commands."""
    for name in INTERRUPTED:
        path = Path("home", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(parents=True) if name.endswith("/") else path.touch()
    for one in ask("sets")["entries"]:
        yield f"stored {one['kind']}"


# -- the server ---------------------------------------------------------------------------------


def web() -> Iterator[str]:
    """Yield the operations of the web API and the contents that only the server has."""
    with _served() as get:
        described = get("/api/openapi.json")
        for path, methods in described["paths"].items():
            for method, operation in methods.items():
                where = f"web {method.upper()} {path}"
                yield where
                for one in operation.get("parameters", ()):
                    yield f"{where} takes {one['name']} in {one['in']}"
                body = operation.get("requestBody", {})
                for key in _keys(described, body.get("content", {})):
                    yield f"{where} takes {key}"
                for status, answer in operation["responses"].items():
                    yield f"{where} answers {status}"
                    content = answer.get("content", {}) if status < "300" else {}
                    for key in _keys(described, content):
                        yield f"{where} answers {status} {key}"
        for term in get("/api/glossary")["terms"]:
            yield f"term {term['name']}: {_sum(term)}"
        for path in ("/api/boards", "/api/storm", "/api/lessons", "/api/puzzles"):
            for key in _paths(get(path)):
                yield f"web GET {path} gave {key}"


def _keys(described: Any, content: Any) -> Iterator[str]:
    for one in content.values():
        yield from _schema_paths(described, one.get("schema", {}), "", ())


def _schema_paths(
    described: Any, schema: Any, before: str, seen: tuple[str, ...]
) -> Iterator[str]:
    """Yield the keys that a schema allows, in the form of `_paths`."""
    if name := schema.get("$ref"):
        if name in seen:
            return
        *_, kind, last = name.split("/")
        schema, seen = described["components"][kind][last], (*seen, name)
    for word in ("anyOf", "allOf", "oneOf", "prefixItems"):
        for one in schema.get(word, ()):
            yield from _schema_paths(described, one, before, seen)
    if isinstance(items := schema.get("items"), dict):
        yield from _schema_paths(described, items, f"{before}[]", seen)
    if isinstance(more := schema.get("additionalProperties"), dict):
        yield from _schema_paths(described, more, f"{before}.*".lstrip("."), seen)
    for key, one in schema.get("properties", {}).items():
        path = f"{before}.{key}".lstrip(".")
        yield path
        yield from _schema_paths(described, one, path, seen)


@contextmanager
def _served() -> Iterator[Callable[[str], Any]]:
    """Start a server and yield a function that requests a document from it."""
    words = [sys.executable, "-m", "pegsolitaire", "play", "--no-browser", "--port", "0"]
    with subprocess.Popen(words, text=True, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+?:\d+", process.stdout.readline())
            assert found, "the server says no address"

            def get(path: str) -> Any:
                begun = monotonic()
                while True:  # a busy server answers with 503, so the request is repeated
                    try:
                        with urlopen(f"{found[0]}{path}", timeout=SECONDS) as answer:
                            return json.load(answer)
                    except HTTPError as error:
                        is_busy = error.code == HTTPStatus.SERVICE_UNAVAILABLE
                        if not is_busy or monotonic() > begun + SECONDS:
                            raise
                        sleep(1)

            yield get
        finally:
            process.terminate()  # background jobs may ignore Ctrl-C


# -- in Python ----------------------------------------------------------------------------------


def names() -> Iterator[str]:
    """Yield the public names of the packages and the attributes of the public classes."""
    found = pkgutil.iter_modules(pegsolitaire.__path__, "pegsolitaire.")
    modules = [pegsolitaire, *(import_module(one.name) for one in found if one.ispkg)]
    for module in modules:
        for name in getattr(module, "__all__", ()):
            yield f"name {module.__name__}.{name}"
    for name in pegsolitaire.PLAYERS:
        yield f"player {name}"
    for name in pegsolitaire.__all__:
        if isinstance(kind := getattr(pegsolitaire, name), type):
            fields = getattr(kind, "__dataclass_fields__", ())
            for attribute in {*dir(kind), *fields}:
                if not attribute.startswith("_"):
                    yield f"attribute {name}.{attribute}"


def _program(*words: str) -> str:
    """Return the output of a command, which runs in a process with a time limit."""
    arguments = [sys.executable, "-m", "pegsolitaire", *words]
    return subprocess.run(arguments, stdout=subprocess.PIPE, text=True, timeout=SECONDS).stdout


def _sum(value: Any) -> str:
    """Return a short checksum of a document."""
    text = json.dumps(value, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


if __name__ == "__main__":
    sys.exit(main())
