"""Exporting records to a table in one file: Parquet, CSV or JSON lines, by its suffix."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from loseta.arena.rows import COLUMNS, Row, rows_of
from loseta.files import replacing
from loseta.game import BadOption, Reason
from loseta.players import MissingExtra

GROUP = 50_000
"""How many rows are held in memory and written at once."""


class UnknownFormat(BadOption):
    """The refusal of a file name whose suffix is no known format."""

    def __init__(self, path: Path) -> None:
        params = {"text": path.name, "allowed": ", ".join(FORMATS)}
        super().__init__("out", Reason("", "games.format", params))


class Writer(Protocol):
    def write(self, rows: list[Row]) -> None: ...

    def close(self) -> None: ...


class _Parquet:
    def __init__(self, out: BinaryIO, columns: Mapping[str, str]) -> None:
        import pyarrow
        from pyarrow import parquet

        self._schema = pyarrow.schema(
            [(name, pyarrow.type_for_alias(kind)) for name, kind in columns.items()]
        )
        self._batch = pyarrow.RecordBatch
        self._writer = parquet.ParquetWriter(out, self._schema, compression="zstd")

    def write(self, rows: list[Row]) -> None:
        self._writer.write_batch(self._batch.from_pylist(rows, schema=self._schema))

    def close(self) -> None:
        self._writer.close()


class _Csv:
    def __init__(self, out: BinaryIO, columns: Mapping[str, str]) -> None:
        self._text = io.TextIOWrapper(out, encoding="utf-8", newline="", write_through=True)
        self._writer = csv.DictWriter(self._text, list(columns))
        self._writer.writeheader()

    def write(self, rows: list[Row]) -> None:
        self._writer.writerows(rows)

    def close(self) -> None:
        self._text.detach()


class _JsonLines:
    def __init__(self, out: BinaryIO, columns: Mapping[str, str]) -> None:
        self._out, self._columns = out, columns

    def write(self, rows: list[Row]) -> None:
        for row in rows:
            line = {name: row[name] for name in self._columns}
            self._out.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")

    def close(self) -> None:
        pass


FORMATS: dict[str, Callable[[BinaryIO, Mapping[str, str]], Writer]] = {
    ".parquet": _Parquet,
    ".csv": _Csv,
    ".jsonl": _JsonLines,
}


def check(out: Path) -> None:
    """Check that this file can be written. Raises UnknownFormat and MissingExtra."""
    if out.suffix not in FORMATS:
        raise UnknownFormat(out)
    if FORMATS[out.suffix] is _Parquet:
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            raise MissingExtra(out.suffix, "loseta[data]") from None


def export(
    files: Iterable[Path],
    out: Path,
    per: str = "decisions",
    without: frozenset[str] = frozenset(),
    progress: Callable[[int], None] = lambda done: None,
) -> tuple[int, int]:
    """Write the rows of all games, without the columns `without`; return the numbers of games and
    rows.

    The file is written completely or not at all. Raises BadGames, UnknownFormat, MissingExtra and
    OSError.
    """
    check(out)
    columns = {name: kind for name, kind in COLUMNS[per].items() if name not in without}
    games = rows = 0
    with _writer(out, columns) as writer:
        waiting: list[Row] = []
        for done, path in enumerate(files, start=1):
            for found in rows_of(path, per):
                games += 1
                rows += len(found)
                waiting += [{name: row[name] for name in columns} for row in found]
                if len(waiting) >= GROUP:
                    writer.write(waiting)
                    waiting = []
            progress(done)
        writer.write(waiting)
    return games, rows


@contextmanager
def _writer(out: Path, columns: Mapping[str, Any]) -> Iterator[Writer]:
    with replacing(out) as opened:
        writer = FORMATS[out.suffix](opened, columns)
        yield writer
        writer.close()
