"""What to say when a file cannot be read or written."""

from __future__ import annotations

import errno

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
}


def file_error(error: OSError, lang: str) -> str:
    """One sentence: which file, and what is wrong with it."""
    key = _REASONS.get(error.errno or 0)
    reason = texts.say(f"file.{key}", lang) if key else error.strerror or str(error)
    return texts.say("file.wrong", lang, file=error.filename or "?", reason=reason)
