"""`pegs stored`: what lies in the store, and how to be rid of it."""

from __future__ import annotations

from time import time

import click

from pegsolitaire import stopping
from pegsolitaire.amounts import bytes_text
from pegsolitaire.cli.grid import print_table
from pegsolitaire.cli.options import argument, option, rules
from pegsolitaire.cli.output import counted, out, print_json
from pegsolitaire.errors import ProblemError
from pegsolitaire.sets import StoreList, list_stored

_AGES = ((86_400, "day"), (3_600, "hour"), (60, "minute"))


@rules(
    "--remove needs NAME: name what to remove, as in pegs stored english/d4_d4 --remove",
    "--yes needs --remove",
)
def stored(
    names: list[str] | None = argument(
        "[NAME]...",
        "A board, the name of an entry, or a pattern such as '*.building'; by default everything.",
    ),
    remove: bool = option("Remove the entries that you name, after asking you."),
    sure: bool = option("Remove them without asking.", "--yes", "-y"),
) -> None:
    """List what is stored on this machine, or remove some of it.

    Commands store winning sets, tablebases and what long work has finished so far, so that you
    need not wait for them again. They lie in PEGSOLITAIRE_HOME, or in your data folder, which the
    last line names. You can remove any of them: whoever needs it builds it again. Puzzle sets in
    the folder puzzles are your own, and nobody builds these again.

    Examples: pegs stored; pegs stored triangle5; pegs stored triangle5/a1_a1 --remove --yes
    """
    if remove and out.as_json and not sure:
        raise ProblemError("nobody can be asked with --json: add --yes to remove them")
    found = list_stored()
    if names:
        found = found.matching(names)
        if not found.entries:
            asked = " or ".join(map(repr, names))
            raise ProblemError(f"nothing is stored under {asked}: pegs stored lists it all")
    if out.as_json:
        rows = [dict(zip(found.column_types, row, strict=True)) for row in found.table_rows()]
        print_json({"folder": str(found.root), "entries": rows, "removed": remove})
    elif found.entries:
        _print(found)
    else:
        out.print(f"nothing is stored in {found.root}")
    if remove and (sure or _agrees(len(found.entries))):
        for one in found.entries:
            one.remove()


def _print(found: StoreList) -> None:
    rows = []
    for one in found.entries:
        is_drawn = one.board and one.board not in one.name  # a board that has no other name
        kind = f"{one.kind} of {one.board}" if is_drawn else one.kind
        rows.append((one.name, kind, bytes_text(one.nbytes), _age(time() - one.modified)))
    print_table("<name, ~kind/2, size/1, age/3", rows)
    total = sum(one.nbytes for one in found.entries)
    out.print(f"{bytes_text(total)} in {found.root}", style="dim")


def _age(seconds: float) -> str:
    for unit, name in _AGES:
        if seconds >= unit:
            return counted(int(seconds / unit), name)
    return "just now"


def _agrees(number: int) -> bool:
    """Whether the user wants so many entries to be removed."""
    out.file.flush()
    try:
        return click.confirm("Remove it?" if number == 1 else f"Remove all {number}?", err=True)
    except click.Abort:
        if stopping.is_requested():
            raise KeyboardInterrupt from None
        raise ProblemError("nobody answered: add --yes to remove without asking") from None
