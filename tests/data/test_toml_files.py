"""TOML files of knowledge: one reader and one writer, which keeps comments."""

import ast
from pathlib import Path

from marks import each

import pegsolitaire
from pegsolitaire.data.toml_files import FOLDER, parse, toml_text, write_entries

ROOT = Path(pegsolitaire.__file__).parent


@each("path", sorted(FOLDER.rglob("*.toml")))
def test_files_are_what_the_writer_makes_of_them(path, tmp_path):
    """Writing keeps all entries of a file; files of boards even stay identical."""
    text = path.read_text(encoding="utf-8")
    again = tmp_path / path.name
    again.write_text(text)
    write_entries(again, parse(text))
    assert parse(again.read_text(encoding="utf-8")) == parse(text)
    if path.parent.name == "boards":
        assert again.read_text(encoding="utf-8") == text


def test_remarks_are_kept(tmp_path):
    path = tmp_path / "a.toml"
    path.write_text("# Why.\n# How.\n\nformat = 1\nx = 3\n")
    write_entries(path, {"x": 4})
    assert path.read_text() == "# Why.\n# How.\nformat = 1\nx = 4\n"
    assert toml_text({"x": 'a "b" \\'}) == 'format = 1\nx = "a \\"b\\" \\\\"\n'


# -- a single place -------------------------------------------------------------------------------


def importing(module):
    """Return the files of the package that import a module."""
    found = set()
    for path in ROOT.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if module in text else ():
            names = [alias.name for alias in getattr(node, "names", ())]
            here = [node.module] if isinstance(node, ast.ImportFrom) else names
            if isinstance(node, (ast.Import, ast.ImportFrom)) and module in here:
                found.add(path.relative_to(ROOT).as_posix())
    return found


def test_entries_are_read_and_written_in_one_place():
    """Only board links and the styles of drawings read TOML by themselves."""
    readers = {"data/toml_files.py", "board/links.py", "draw/scene.py"}
    assert importing("tomllib") == readers
    assert importing("tomli_w") == {"data/toml_files.py"}
    texts = {path: path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py")}
    assert [path.name for path, text in texts.items() if "msgspec import" in text and (
        " convert" in text or "decode" in text)] == ["toml_files.py"]  # fmt: skip
