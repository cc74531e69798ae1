"""What a client is told when nothing can be stored or read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from loseta.server.refusals import Refused
from loseta.server.store import Unavailable


@contextmanager
def store_errors() -> Iterator[None]:
    """Around whatever asks the store: a database that is not there is a refusal."""
    try:
        yield
    except Unavailable:
        raise Refused("storage") from None
