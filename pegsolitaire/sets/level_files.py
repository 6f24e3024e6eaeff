"""Levels of positions as Parquet, one folder for all of a kind.

Layout of a folder::

    <folder>/pegs=16/part-000.parquet       winning sets, by pegs
    <folder>/moves=7/part-000.parquet       positions by the moves that they need

Each file holds one column, ``code`` (uint64): the sorted, least row-by-row codes of the positions
of that level, reduced by a group of symmetries. The file metadata key ``pegsolitaire`` is a JSON
document with the format and its version, the board and what else says of what the file is, the
level and number of codes of this file and their SHA-256, and ``levels``: those of every file that
belongs to the set. Codes are DELTA_BINARY_PACKED and compressed with zstd, so DuckDB, Polars,
pandas, Spark and Dask read the files as they are.

A set is written to a folder of another name (``<folder>.new-*``), which is renamed when it is
whole: what has the right name is finished. Whoever finishes first removes what others left of the
same set, killed or not: a process that then finds its files gone finds the set finished too.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pegsolitaire.errors import StoreDamagedError, StoreError, StoreMissingError
from pegsolitaire.files import aside_of, explained, synced

if TYPE_CHECKING:
    from pegsolitaire.engine import Words

_KEY = b"pegsolitaire"


@dataclass(frozen=True)
class Kind:
    """What levels are of.

    Attributes
    ----------
    name : str
        As in "a file of winning sets".
    by : str
        What a level is numbered by.
    least : int
        The least number of a level.
    version : int
        Of the format.
    command : str
        What builds them.
    """

    name: str
    by: str
    least: int
    version: int
    command: str

    @property
    def format(self) -> str:
        """How the files call themselves."""
        return f"pegsolitaire {self.name}"


WINNING = Kind("winning sets", "pegs", 1, 1, "pegs winning")
MOVES = Kind("levels by moves", "moves", 0, 1, "pegs levels --by moves --store")


@dataclass(frozen=True)
class LevelFiles:
    """The place of a set of levels.

    Parameters
    ----------
    kind : Kind
        What they are of.
    folder : Path
        Where they are, or will be.
    facts : mapping
        What says of which board and problem they are: what
        :func:`pegsolitaire.sets.store.identity` tells, and more. ``board``, ``starts`` and
        ``finishes`` are compared when the files are read.
    """

    kind: Kind
    folder: Path
    facts: Mapping[str, Any]

    # -- writing ----------------------------------------------------------------------------------

    def write(self, levels: Mapping[int, Words]) -> None:
        """Store levels, all or nothing; a whole set that is there already stays.

        Raises
        ------
        StoreDamagedError
            If something else has the name of the folder.
        StoreError
            If the folder cannot be written; nothing is left behind.
        """
        folder, aside = self.folder, aside_of(self.folder)
        with explained(folder):
            try:
                aside.mkdir(parents=True)
                for number, codes in levels.items():
                    document = self._document(number, codes, list(levels))
                    _write_level(aside / f"{self.kind.by}={number}", document, codes)
                aside.rename(folder)
            except OSError:
                if not folder.is_dir():
                    raise
                self.read()  # another process was first: is what it wrote whole?
            finally:
                shutil.rmtree(aside, ignore_errors=True)
        for left in folder.parent.glob(f"{folder.name}.new-*"):
            shutil.rmtree(left, ignore_errors=True)

    def _document(self, number: int, codes: Words, levels: list[int]) -> dict[str, Any]:
        return {
            "format": self.kind.format,
            "version": self.kind.version,
            **self.facts,
            "levels": levels,
            self.kind.by: number,
            "count": len(codes),
            "sha256": _checksum(codes),
        }

    # -- reading ----------------------------------------------------------------------------------

    def read(self) -> dict[int, Words]:
        """Read and check the levels.

        Raises
        ------
        StoreMissingError
            If nothing is stored.
        StoreDamagedError
            If a file is damaged, foreign, of a later version, or missing.
        """
        kind, folder = self.kind, self.folder
        if not folder.is_dir():
            raise StoreMissingError(
                f"no {kind.name} at {folder}: build them with `{kind.command}`"
            )
        paths = {}
        for place in folder.glob(f"{kind.by}=*"):
            number = re.fullmatch("0|[1-9][0-9]*", place.name[len(kind.by) + 1 :])
            if number and int(number[0]) >= kind.least:
                paths[int(number[0])] = place / "part-000.parquet"
        if not paths:
            raise StoreDamagedError(f"{folder} holds no levels: {self._remedy}")
        levels = {}
        expected: list[int] = []
        for level, path in sorted(paths.items()):
            levels[level], expected = self._read_level(path, level)
        missing = sorted(set(expected) - set(levels))
        if missing:
            raise StoreDamagedError(
                f"{folder} lacks the level with {missing[0]} {kind.by}: {self._remedy}"
            )
        return levels

    @property
    def _remedy(self) -> str:
        return f"remove the folder {self.folder} and build it again with `{self.kind.command}`"

    def _read_level(self, path: Path, number: int) -> tuple[Words, list[int]]:
        """One level, checked, and the numbers of all levels of the set."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            with pq.ParquetFile(path) as file:
                document = self._read_document(path, (file.schema_arrow.metadata or {}).get(_KEY))
                self._check_document(path, document, number)
                column = file.read(columns=["code"]).column("code")
            codes = column.combine_chunks().to_numpy(zero_copy_only=False)
            count, checksum, levels = (document[key] for key in ("count", "sha256", "levels"))
        except FileNotFoundError:
            raise StoreDamagedError(f"{path} is missing: {self._remedy}") from None
        except (pa.ArrowException, OSError, ValueError, LookupError) as error:
            if isinstance(error, StoreError):
                raise
            reason = str(error).partition("\n")[0].rstrip(".")
            raise StoreDamagedError(f"{path} cannot be read ({reason}): {self._remedy}") from error
        if codes.dtype != np.uint64 or len(codes) != count or _checksum(codes) != checksum:
            raise StoreDamagedError(
                f"{path} is damaged, its checksum does not fit: {self._remedy}"
            )
        return codes, levels

    def _read_document(self, path: Path, raw: bytes | None) -> dict[str, Any]:
        try:
            document = json.loads(raw or b"null")
        except ValueError:
            document = None
        if not isinstance(document, dict) or document.get("format") != self.kind.format:
            raise StoreDamagedError(f"{path} is not a file of {self.kind.name}: {self._remedy}")
        return document

    def _check_document(self, path: Path, document: dict[str, Any], number: int) -> None:
        version, by = document.get("version"), self.kind.by
        if version != self.kind.version:
            raise StoreDamagedError(
                f"{path} has format version {version}, this program reads version "
                f"{self.kind.version}: upgrade it, or remove the folder and build it again"
            )
        for key in {"starts", "finishes"} & set(self.facts):
            if document.get(key) != self.facts[key]:
                raise StoreDamagedError(
                    f"{path} is of another problem ({key} differ): {self._remedy}"
                )
        board = document.get("board")
        if not isinstance(board, dict):
            raise StoreDamagedError(f"{path} does not name its board: {self._remedy}")
        if any(board.get(key) != self.facts["board"][key] for key in ("lattice", "holes")):
            raise StoreDamagedError(
                f"{path} is of another board, {board.get('name')}: {self._remedy}"
            )
        if document.get(by) != number:
            raise StoreDamagedError(
                f"{path} holds the level of {document.get(by)} {by}: {self._remedy}"
            )


def _checksum(codes: Words) -> str:
    return sha256(codes.astype("<u8", copy=False).tobytes()).hexdigest()


def _write_level(folder: Path, document: dict[str, Any], codes: Words) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    folder.mkdir()
    table = pa.table({"code": pa.array(codes, pa.uint64())})
    table = table.replace_schema_metadata({_KEY: json.dumps(document).encode()})
    with synced(folder / "part-000.parquet") as file:
        pq.write_table(
            table, file, compression="zstd", use_dictionary=False,
            column_encoding={"code": "DELTA_BINARY_PACKED"},
        )  # fmt: skip
