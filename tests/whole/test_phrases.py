"""Tests that the prose contains no phrases that no native speaker would write.

The tests read the README, the documentation, and all docstrings and messages of the package. They
skip code blocks, the output of commands, the texts of the page and generated pages.
"""

import ast
import re
from functools import cache
from pathlib import Path

from marks import each

ROOT = Path(__file__).parents[2]
#: Maps each phrase to its replacement.
PHRASES = {
    "from that one fact": "so",
    "teach the rest": "explains each command",
    "tells? the keys": "press ? for the list of keys",
    "be rid of": "remove",
    "serves the game to this machine alone": "opens the game in your browser",
    "is announced": "shows its progress; one line announces",
    "what this machine cannot": "a job too large for this machine",
    "ending of (its|the) (file )?name": "the file extension chooses",
    "built in passing": "build on the fly",
    "go position by position": "iterate over a set",
    "before anything is computed": "known results",
    "regardless of (the )?order": "apart from the order of moves",
    "comes? along": "built-in",
    "how holes are called": "how to write holes",
    "in what is printed": "in the output",
    "how much one has to know": "difficulty in bits",
    "no paper has": "in no paper",
    "what no paper": "in no paper",
    "(types|puzzles)[,:] say which": "choose one",
    "name another place": "choose another location",
    "another piece of code": "an independent checker",
    "parity allows more": "necessary but not sufficient",
    "came into the history": "the date of its commit",
    "what to write, and where": "how to add",
    "waits for a sign": "wait for events",
    "too much to count from here": "exact numbers appear once fewer pegs are left",
    "there is no board (of|called|named)": "unknown board",
    "compute(s|d)? (it )?anew": "recompute",
    "to be had": "offers; has",
    "one's own": "your own",
    "foretell|foresee|foreseen": "predict; estimate",
    "whoever": "anyone who; a player who",
    "goes with(out)? (START|--|a START)": "needs; cannot be combined with",
    "are the most (of|that|a)": "at most",
    "ends in .svg, .png or .pdf": "the file extension chooses SVG, PNG or PDF",
    "goes on (where it was|from (there|its))": "continues from there",
    "none where that is not known": "None if unknown",
    "what is (finished|stored|unfinished) is": "finished work is; stored files are",
    "by itself each": "each also works alone",
    "makes? no sense": "is damaged; is invalid",
    "what came of": "the results of",
    "tells? (all )?about it": "explains it",
}
PATTERNS = {
    phrase: re.compile(rf"\b(?:{phrase})\b".replace(" ", r"\s+"), re.IGNORECASE)
    for phrase in PHRASES
}
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
#: The prose of these modules changes together with the page.
ELSEWHERE = {"web"}
MODULES = sorted(
    path
    for path in (ROOT / "pegsolitaire").rglob("*")
    if path.suffix == ".py"
    if not ELSEWHERE & set(path.relative_to(ROOT / "pegsolitaire").parts)
)


@cache
def prose(path):
    """Return the prose of a page or the strings of a module, each with its line number."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        blank = re.sub(r"^```.*?^```$", lambda m: "\n" * m[0].count("\n"), text, flags=re.M | re.S)
        return [(1, blank)]
    return [
        (node.lineno, node.value)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]


@each("phrase", PHRASES)
def test_a_phrase_stays_away(phrase):
    found = [
        f"{path.relative_to(ROOT)}:{line + text.count(chr(10), 0, match.start())}: {match[0]!r}"
        for path in [*PAGES, *MODULES]
        if "generated" not in path.parts
        for line, text in prose(path)
        for match in PATTERNS[phrase].finditer(text)
    ]
    assert found == [], f"write instead: {PHRASES[phrase]}"
