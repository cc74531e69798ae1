"""Responses that are sent only if they have changed, for lists that a page polls, and compressed
responses."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable
from typing import Any

import orjson
from fastapi import Request, Response

WORTH_PACKING = 1000
"""The smallest body in bytes that is compressed; shorter ones fit into one packet anyway."""


def packed(request: Request, written: bytes, headers: dict[str, str] | None = None) -> Response:
    """A response of JSON, compressed with gzip if the client accepts that. Never use it for
    secrets, because the compressed length reveals something about the content."""
    headers = {"Vary": "Accept-Encoding", **(headers or {})}
    takes_gzip = "gzip" in request.headers.get("accept-encoding", "")
    if takes_gzip and len(written) >= WORTH_PACKING:
        written = gzip.compress(written, 6, mtime=0)
        headers["Content-Encoding"] = "gzip"
    return Response(written, media_type="application/json", headers=headers)


def if_changed(
    request: Request, facts: Any, make: Callable[[], Any], public: bool = False
) -> Response:
    """A response with what `make` returns as JSON, or 304 if the client has it already. `facts`:
    the data that it is made from, except for times, which alone do not count as a change. `public`:
    everybody gets the same, so it may be compressed."""
    digest = hashlib.sha256(orjson.dumps(facts)).hexdigest()[:16]
    tag = f'W/"{digest}"'  # weak: the times in it may differ
    headers = {"ETag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if public:
        return packed(request, orjson.dumps(make()), headers)
    return Response(orjson.dumps(make()), media_type="application/json", headers=headers)
