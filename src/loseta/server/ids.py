"""The ids of tables and guests."""

from __future__ import annotations

import re
import secrets

_ID = re.compile(r"[A-Za-z0-9_-]{1,16}")


def fresh_id() -> str:
    """A new random id for a table or a guest, which nobody can guess."""
    return secrets.token_urlsafe(9)


def is_id(text: str) -> bool:
    """Whether a text has the form of an id. Other texts never reach the database, because not
    every database accepts every character."""
    return _ID.fullmatch(text) is not None
