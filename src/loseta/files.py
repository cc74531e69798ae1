"""Files written whole or not at all, and the sentence for one that cannot be read or written."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from loseta import texts

_REASONS = {
    errno.ENOENT: "missing",
    errno.ENOTDIR: "no_folder",
    errno.EEXIST: "no_folder",
    errno.EISDIR: "folder",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EROFS: "forbidden",
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EFBIG: "full",
}


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Write a draft that replaces the file once it is complete; an interruption leaves the old
    file. Raises OSError, which names the file itself and not the draft beside it."""
    with _draft(path) as draft:
        with draft.open("wb") as out:
            yield out
        draft.replace(path)


def check_can_be_written(path: Path) -> None:
    """Raises OSError early if the file cannot be written, before there is work to lose. Leaves
    nothing behind."""
    with _draft(path) as draft:
        draft.open("wb").close()


@contextmanager
def _draft(path: Path) -> Iterator[Path]:
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        draft = path.with_name(f"{path.name}.part")
        try:
            yield draft
        finally:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
    except OSError as error:
        error.filename = str(path)
        raise


def file_error(error: OSError, lang: str) -> str:
    """One sentence that names the file and what is wrong with it. Every error about a file names
    it, so a full disk without a file name means the standard output."""
    name = error.filename
    file = Path(os.fsdecode(name)) if isinstance(name, str | bytes) else None
    key = _REASONS.get(error.errno or 0)
    if error.errno == errno.ENOENT and file is not None and not file.parent.is_dir():
        reason = texts.say("file.no_parent", lang, folder=file.parent)
    else:
        reason = texts.say(f"file.{key}", lang) if key else error.strerror or str(error)
    if file is None:
        return texts.say("file.output", lang, reason=reason) if key == "full" else reason
    return texts.say("file.wrong", lang, file=file, reason=reason)
