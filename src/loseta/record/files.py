"""Read and write files of records."""

from __future__ import annotations

import codecs
from pathlib import Path

from loseta.files import replacing
from loseta.game import BadText, Reason
from loseta.record.model import Record
from loseta.record.parsing import place, read
from loseta.record.writing import write

LONGEST_FILE = 1_000_000
"""The most bytes of a file; a longer one is refused unread."""


def load(path: str | Path) -> Record:
    """Read a record from a file. Raises OSError if it cannot be read, BadText if it is not a
    record."""
    return decode(Path(path).read_bytes())


def decode(data: bytes) -> Record:
    """A record from the bytes of a file. Raises BadText."""
    if len(data) > LONGEST_FILE:
        raise BadText(1, 1, Reason("", "record.too_long", {"n": LONGEST_FILE}))
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        good = data[: error.start].decode()
        raise BadText(*place(good, len(good)), Reason("", "record.encoding")) from None
    return read(text)


def save(record: Record, path: str | Path) -> None:
    """Write a record to a file, whole or not at all, so that an interruption never loses the old
    file. Raises OSError."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as out:
        out.write(write(record).encode())
