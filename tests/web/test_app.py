"""Tests of the colours of the page: pegs, holes and text stand out from their background."""

import re

from marks import each

from pegsolitaire.web.app import STATIC

CSS = {path.name: path.read_text() for path in STATIC.glob("*.css")}
TOKENS = dict(re.findall(r"--([\w-]+):\s*([^;]+);", CSS["tokens.css"]))


def colour(name, theme):
    """Return a colour of the light or the dark theme as three numbers from 0 to 1."""
    both = re.findall(r"#[0-9a-f]{6}", TOKENS[name])
    text = both[theme == "dark" and len(both) > 1]
    return [int(text[i : i + 2], 16) / 255 for i in (1, 3, 5)]


def over(back, front, part):
    """Blend one colour over another with the given opacity."""
    return [b + (f - b) * part for b, f in zip(back, front, strict=True)]


def luminance(parts):
    """Return the relative luminance defined by WCAG 2."""
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


@each(
    ("front", "backs", "least"),
    [
        ("ink", "page sheet sunk", 4.5),
        ("quiet", "page sheet sunk", 4.5),
        ("win", "page sheet sunk", 4.5),
        ("dead", "page sheet sunk", 4.5),
        ("on-win", "win", 4.5),
        ("control", "page sheet", 3),
    ],
)
def test_text_and_controls_are_seen_in_both_themes(front, backs, least):
    for back in backs.split():
        for theme in ("light", "dark"):
            assert contrast(colour(front, theme), colour(back, theme)) >= least, (back, theme)


@each(
    ("front", "back", "least"),
    [
        ("hole", "plate", 3),
        ("hole-top", "plate", 3),
        ("peg-2", "plate", 3),
        ("peg-2", "hole", 9),
        ("ring-win", "plate", 3),
        ("ring-dead", "plate", 3),
        ("ring-dead", "hole", 4.5),
        ("on-board", "plate", 4.5),
        ("on-board", "hole", 4.5),
        ("on-peg", "peg-2", 4.5),
        ("on-peg", "peg-3", 4.5),
    ],
)
def test_what_is_on_the_board_is_seen(front, back, least):
    """The board looks the same in both themes, and holes stand out from the darkest wood grain."""
    assert "light-dark" not in TOKENS[front] + TOKENS[back]
    assert contrast(colour(front, "light"), colour(back, "light")) >= least
    if back == "plate" and front.startswith("hole"):
        darkest = over(colour("plate", "light"), [0, 0, 0], 0.09)
        assert contrast(colour(front, "light"), darkest) >= 3


def test_colours_stand_in_one_file():
    """Other files may only use greys, for paper and shadows."""
    for name, text in CSS.items():
        found = set(re.findall(r"#[0-9a-f]{3,6}\b(?=[;, ])", text))
        greys = {one for one in found if len(set(one[1:])) == 1}
        assert name == "tokens.css" or found == greys, (name, found - greys)


def test_each_colour_is_said_once():
    """Each colour is defined once, with its light and dark value, in tokens.css."""
    tokens = CSS["tokens.css"]
    pairs = dict(re.findall(r"--([\w-]+): light-dark\((#\w{6}), #\w{6}\);", tokens))
    assert len(pairs) == tokens.count("light-dark(#") - 1  # and one in the condition
    # Browsers without light-dark() have the light theme.
    plain = re.findall(r"--([\w-]+): (#\w{6});", tokens)
    assert dict(plain[: len(pairs)]) == pairs
    for name, text in CSS.items():
        assert "prefers-color-scheme" not in text
        assert name == "tokens.css" or "light-dark(" not in text


def test_nothing_is_read_below_14_pixels():
    for name, text in CSS.items():
        sizes = re.findall(r"font-size: ([\d.]+)rem", text)
        assert all(float(size) >= 0.875 for size in sizes), name


def test_every_colour_that_is_used_is_there():
    made = set(re.findall(r"(--[\w-]+):", "".join(CSS.values()))) | {"--ratio", "--pixel"}
    for name, text in CSS.items():
        assert set(re.findall(r"var\((--[\w-]+)\)", text)) <= made, name


def test_the_oldest_browsers_know_all_selectors():
    """Firefox 115 has no `:has()`."""
    assert [name for name, css in CSS.items() if ":has(" in css] == []
