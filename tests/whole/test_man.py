"""Tests of the manual page."""

import re
from pathlib import Path
from runpy import run_path

from pegsolitaire.cli.main import DESCRIPTIONS, load

TOOL = Path(__file__).parents[2] / "tools" / "man.py"


def test_the_page_is_up_to_date():
    made = run_path(str(TOOL))
    assert made["PAGE"].read_text() == made["page"](), "make it anew: python tools/man.py"


def test_every_command_and_option_is_on_the_page():
    text = run_path(str(TOOL))["PAGE"].read_text().replace(r"\-", "-")
    for name in DESCRIPTIONS:
        _, found, rest = text.partition(f".SS pegs {name}")
        assert found
        section = re.split(r"^\.S[SH]", rest, maxsplit=1, flags=re.MULTILINE)[0]
        for parameter in load(name).params:
            for flag in parameter.opts:
                assert not flag.startswith("-") or rf"\fB{flag}\fR" in section
