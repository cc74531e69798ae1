"""Records of many games in one folder.

A collection has games numbered from 0 without a gap. They are stored in *shards* of `SHARD` games:
the records of games 2000 to 2999 of the collection `azul-2-coloured` are in

    azul-2-coloured-000002000.txt.gz

one after the other, each followed by an empty line. The text of a shard depends only on the numbers
of its games, not on how many processes or machines play them, in which order, or how often they are
interrupted. (Its compressed bytes also depend on the version of zlib.) The file
`azul-2-coloured.json` beside the shards has the conditions of the games, such as players and
options.

The shard that is being filled is a plain text file, `….txt.part`. A game is added as soon as it and
all games before it have ended, so an interruption loses little more than the games being played.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from loseta.file_lock import FileLock
from loseta.files import replacing
from loseta.game import BadText, Reason, Refusal
from loseta.record import Record, read

SHARD = 1000
ENDING, PART = ".txt.gz", ".txt.part"
_BEGIN = b'[Loseta "'


class OtherGames(Refusal):
    """The refusal of a folder whose games were played under other conditions."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(Reason("", "games.other", {"file": path, "what": what}))


class GamesInUse(Refusal):
    """The refusal of a collection to which another process is adding games."""

    def __init__(self, path: Path) -> None:
        super().__init__(Reason("", "games.in_use", {"file": path}))


class BadGames(Refusal):
    """The refusal of a file that should hold records but does not."""

    def __init__(self, path: Path, number: int, reason: Reason | None = None) -> None:
        key = "games.bad" if reason is None else "games.bad_record"
        self.inner = reason
        super().__init__(Reason("", key, {"file": path, "n": number}))

    def sentence(self, lang: str = "en") -> str:
        said = super().sentence(lang)
        return said if self.inner is None else f"{said} {self.inner.sentence(lang)}"


class Collection:
    """A collection of games in a folder, open for adding more."""

    def __init__(self, folder: Path, name: str, conditions: Mapping[str, Any]) -> None:
        """Begin a collection, or continue one. Raises OtherGames, BadGames, GamesInUse and
        OSError."""
        self._folder, self._name = folder, name
        self._part: BinaryIO | None = None
        folder.mkdir(parents=True, exist_ok=True)
        about = folder / f"{name}.json"
        self._agree_on(about, json.loads(json.dumps(conditions)))
        self._lock = FileLock(about)
        if not self._lock.take():
            raise GamesInUse(about)
        try:
            self.count = self._find()
            """How many games it has, numbered from 0."""
        except BaseException:
            self._lock.release()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # --- Adding -----------------------------------------------------------------------------

    def add(self, text: str) -> None:
        """Add the record of the next game."""
        if self._part is None:
            self._part = self._path(self.count, PART).open("ab")
        self._part.write(text.encode() + b"\n")
        self._part.flush()
        self.count += 1
        if self.count % SHARD == 0:
            self._pack()

    def close(self) -> None:
        """Pack the last games into a shard, and release the lock."""
        if self._part is not None:
            self._pack()
        self._lock.release()

    def _pack(self) -> None:
        """Compress the current part into a shard."""
        assert self._part is not None
        self._part.close()
        self._part = None
        part = self._path(self.count - 1, PART)
        with replacing(self._path(self.count - 1, ENDING)) as out:
            out.write(gzip.compress(part.read_bytes(), mtime=0))
        part.unlink()

    # --- Reading ----------------------------------------------------------------------------

    def texts(self) -> Iterator[str]:
        """The records of all games, in the order of their numbers."""
        for first in range(0, self.count, SHARD):
            part = self._path(first, PART)
            path = part if part.exists() else self._path(first, ENDING)
            yield from islice(texts_of(path), self.count - first)

    def _path(self, number: int, ending: str) -> Path:
        """The path of the shard that a game belongs to."""
        first = number - number % SHARD
        return self._folder / f"{self._name}-{first:09}{ending}"

    def _agree_on(self, path: Path, conditions: dict[str, Any]) -> None:
        if not path.exists():
            with replacing(path) as out:
                out.write(json.dumps(conditions, indent=1).encode() + b"\n")
            return
        try:
            kept = json.loads(path.read_bytes())
            different = {name for name in kept | conditions if kept[name] != conditions[name]}
        except (ValueError, TypeError, KeyError):
            raise BadGames(path, 1) from None
        if different:
            raise OtherGames(path, min(different))

    def _find(self) -> int:
        """Count the games, and turn the last shard, unless it is full, back into a part."""
        first = 0
        while (
            self._path(first + SHARD, ENDING).exists() or self._path(first + SHARD, PART).exists()
        ):
            first += SHARD
        part, shard = self._path(first, PART), self._path(first, ENDING)
        if not part.exists():
            if not shard.exists():
                return first
            texts = list(texts_of(shard))
            if len(texts) == SHARD:
                return first + SHARD
            whole = [text.encode() + b"\n" for text in texts]
        else:
            whole = _whole_records(part.read_bytes())[:SHARD]
        if not whole:
            part.unlink()
            return first
        with replacing(part) as out:
            out.write(b"".join(whole))
        self._part = part.open("ab")
        return first + len(whole)


def _whole_records(data: bytes) -> list[bytes]:
    """The complete records in a part; a complete one ends with an empty line after the moves."""
    pieces = data.split(b"\n\n" + _BEGIN)
    pieces = [pieces[0], *(_BEGIN + piece for piece in pieces[1:])]
    *before, last = pieces
    whole = [piece + b"\n\n" for piece in before]
    if last.endswith(b"\n\n") and last.count(b"\n\n") > 1:
        whole.append(last)
    return whole


# --- Any file with records ------------------------------------------------------------------


def texts_of(path: Path) -> Iterator[str]:
    """Yield the records of a file, compressed or not, one by one, so that it may have any size.
    Raises BadGames and OSError."""
    lines: list[bytes] = []
    number = 0
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as opened:
            for line in opened:
                if line.startswith(_BEGIN) and lines and not lines[-1].strip():
                    number += 1
                    yield b"".join(lines).decode().rstrip("\n") + "\n"
                    lines = []
                lines.append(line)
        if any(line.strip() for line in lines):
            number += 1
            yield b"".join(lines).decode().rstrip("\n") + "\n"
    except (EOFError, zlib.error, gzip.BadGzipFile, UnicodeDecodeError):
        raise BadGames(path, number + 1) from None


def files_in(folder: Path) -> list[Path]:
    """The files with records below a folder, sorted by name; or the file itself."""
    if folder.is_file():
        return [folder]
    found = [*folder.rglob(f"*{ENDING}"), *folder.rglob("*.txt")]
    if not found:
        folder.stat()  # raises OSError if there is no such folder
        raise Refusal(Reason("", "games.none", {"folder": folder}))
    return sorted(found)


def records_in(path: Path) -> Iterator[tuple[int, Record]]:
    """Yield the records of a file with their numbers in it, from 0. Raises BadGames and OSError."""
    for number, text in enumerate(texts_of(path)):
        try:
            yield number, read(text)
        except BadText as error:
            raise BadGames(path, number + 1, error.reason) from None
