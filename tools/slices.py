"""Write the slices of the English board, which let an exported page judge all of its positions.

    python tools/slices.py

They are made from the tablebases of a hole of each orbit, which are built where they are not
stored: a minute or two in all.
"""

from pegsolitaire.board import Board
from pegsolitaire.sets import Pack, Tablebase
from pegsolitaire.web.offline import BOARD, PEGS, data_folder, slice_name


def main() -> None:
    """Write the files, and say how large they are."""
    board = Board.from_name(BOARD)
    with data_folder() as folder:
        for orbit in board.orbits:
            hole = board.hole_text(board.holes[orbit[0]])
            pack = Pack.dead(Tablebase.load(board, [hole]), PEGS)
            path = pack.save(folder / slice_name(hole))
            print(f"{path.name}: {len(pack):,} positions, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
