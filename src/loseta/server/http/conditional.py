"""Answers that are sent only if they have changed, for lists that a page asks for again and again;
and answers that are packed."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable
from typing import Any

import orjson
from fastapi import Request, Response

WORTH_PACKING = 1000
"""Bytes; shorter answers fit into one packet anyway."""


def packed(request: Request, written: bytes, headers: dict[str, str] | None = None) -> Response:
    """JSON, with gzip where the client takes it. For what holds no secrets only: its length tells
    something of what is in it."""
    headers = {"Vary": "Accept-Encoding", **(headers or {})}
    takes_gzip = "gzip" in request.headers.get("accept-encoding", "")
    if takes_gzip and len(written) >= WORTH_PACKING:
        written = gzip.compress(written, 6, mtime=0)
        headers["Content-Encoding"] = "gzip"
    return Response(written, media_type="application/json", headers=headers)


def if_changed(
    request: Request, facts: Any, make: Callable[[], Any], public: bool = False
) -> Response:
    """The JSON of what `make` returns; 304 if the client has it already. `facts`: what it is made
    from, except times: these alone do not count as a change. `public`: everybody gets
    the same."""
    digest = hashlib.sha256(orjson.dumps(facts)).hexdigest()[:16]
    tag = f'W/"{digest}"'  # weak: the times in it may differ
    headers = {"ETag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if public:
        return packed(request, orjson.dumps(make()), headers)
    return Response(orjson.dumps(make()), media_type="application/json", headers=headers)
