"""Render an SVG to pixels with resvg (`loseta[pictures]`)."""

from __future__ import annotations

import io
from functools import cache
from html import escape
from typing import Any

from loseta.game import Reason, Refusal
from loseta.svg.tokens import fonts

EXTRA = "loseta[pictures]"


class NoRenderer(Refusal):
    """The packages that render pixels are not installed."""

    def __init__(self) -> None:
        super().__init__(Reason("", "missing_extra", {"name": "PNG", "extra": EXTRA}))


def check_renderer() -> None:
    """Raises NoRenderer if a package is missing."""
    try:
        import numpy  # noqa: F401
        import PIL  # noqa: F401
        import resvg_py  # noqa: F401
    except ModuleNotFoundError:
        raise NoRenderer from None


@cache
def finds_a_font() -> bool:
    """Whether the renderer can draw text: some containers have no fonts. Raises NoRenderer."""
    head, tail = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">', "</svg>"
    return png(f'{head}<text y="15" font-family="{escape(fonts())}">M</text>{tail}') != png(
        head + tail
    )


def png(svg: str, *, scale: float = 1) -> bytes:
    """A picture as a PNG file, with `scale` pixels for each unit of the SVG. Raises NoRenderer."""
    check_renderer()
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(svg_string=svg, zoom=float(scale)))


def pixels(svg: str, *, scale: float = 1) -> Any:
    """A picture as an array of rows, columns and RGB values. Raises NoRenderer."""
    data = png(svg, scale=scale)
    import numpy as np
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        plain = Image.new("RGB", image.size, "white")  # the corners are transparent
        plain.paste(image, mask=image.getchannel("A"))
        return np.array(plain)
