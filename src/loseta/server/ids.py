"""The ids of tables and guests."""

from __future__ import annotations

import re
import secrets

_ID = re.compile(r"[A-Za-z0-9_-]{1,16}")


def fresh_id() -> str:
    """Of a table or a guest: nobody can guess it."""
    return secrets.token_urlsafe(9)


def is_id(text: str) -> bool:
    """Whether a table could be called so; not every database takes every character."""
    return _ID.fullmatch(text) is not None
