"""Invitations as QR codes."""

from __future__ import annotations

import io
from functools import lru_cache

import segno


@lru_cache(maxsize=1_000)
def qr_code(link: str) -> bytes:
    """The QR code of a link, as SVG without a fixed size."""
    file = io.BytesIO()
    code = segno.make_qr(link, error="m")
    code.save(file, kind="svg", border=2, light="#fff", omitsize=True, xmldecl=False)
    return file.getvalue()
