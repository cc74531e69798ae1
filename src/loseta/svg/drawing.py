"""Build an SVG: pieces, texts, and the positions of everything drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from math import ceil, hypot

from loseta.svg.tokens import definitions, fonts, tokens

NAMES = {"B": "blue", "Y": "yellow", "R": "red", "K": "black", "W": "white", "T": "turquoise"}
"""The names of the colours in the art."""
_TILES = {letter: f"t-{name}" for letter, name in NAMES.items()} | {"1": "first", "S": "special"}
_SPACES = {letter: f"e-{name}" for letter, name in NAMES.items()}
_SPACES |= {"*": "wild", "S": "special-space"}
_SHADOW = {"light": ("#3c2d0f", 0.28), "dark": ("#000", 0.5)}
BASELINE = 0.35
"""The distance from the middle of a line of text to its baseline, relative to the font size."""
ROUND = 0.12
"""The radius of a tile's corners, relative to its side."""

Attribute = str | float


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the table."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def around(self, margin: float) -> Box:
        side = 2 * margin
        return Box(self.x - margin, self.y - margin, self.width + side, self.height + side)


class Drawing:
    def __init__(self, theme: str, width: float, height: float) -> None:
        self.theme = theme
        self.width = ceil(width)
        self.height = ceil(height)
        self.spots: dict[str, Box] = {}
        """The boxes of named places, for arrows and highlights."""
        self._colours = tokens(theme)
        self._parts: list[str] = []
        self._used: set[str] = set()

    # --- Elements ---------------------------------------------------------------------------

    def colour(self, name: str) -> str:
        """A colour of the theme by name; any other text is returned as it is."""
        return self._colours.get(name, name)

    def element(self, tag: str, **attributes: Attribute) -> None:
        """Add an element without content. An underscore in a name stands for a dash."""
        self._parts.append(f"<{tag}{_written(attributes)}/>")

    @contextmanager
    def group(self, **attributes: Attribute) -> Iterator[None]:
        self._parts.append(f"<g{_written(attributes)}>")
        yield
        self._parts.append("</g>")

    def rectangle(
        self, box: Box, fill: str, *, stroke: str = "", round_: float = 0, **more: Attribute
    ) -> None:
        lines = {"stroke": self.colour(stroke)} if stroke else {}
        self.element(
            "rect",
            x=box.x,
            y=box.y,
            width=box.width,
            height=box.height,
            rx=round_,
            fill=self.colour(fill),
            **lines,
            **more,
        )

    def words(
        self, x: float, y: float, text: str, size: float, fill: str = "ink", **more: Attribute
    ) -> None:
        """Add a line of text, vertically centred on `y`."""
        self.spans(x, y, [self.span(text, size, fill)], size, **more)

    def spans(
        self, x: float, y: float, spans: Sequence[str], size: float, **more: Attribute
    ) -> None:
        """Add a line of text from several spans, vertically centred on `y`."""
        given = _written({"x": x, "y": y + BASELINE * size, **more})
        self._parts.append(f"<text{given}>{''.join(spans)}</text>")

    def span(self, text: str, size: float, fill: str = "ink", **more: Attribute) -> str:
        given = _written({"font_size": size, "fill": self.colour(fill), **more})
        return f"<tspan{given}>{escape(text)}</tspan>"

    # --- Pieces -----------------------------------------------------------------------------

    def symbol(self, name: str, box: Box, **more: Attribute) -> None:
        """Add a symbol of the page's art."""
        self._used.add(name)
        self.element(
            "use",
            href=f"#{self.theme}-{name}",
            x=box.x,
            y=box.y,
            width=box.width,
            height=box.height,
            **more,
        )

    def tile(
        self, letter: str, x: float, y: float, size: float, *, turned: float = 0, **more: Attribute
    ) -> None:
        """Add a tile on the table: a colour, 1 for the starting-player marker, S for Duel's special
        tile."""
        box = Box(x, y, size, size)
        turn = {"transform": f"rotate({turned} {_short(x + size / 2)} {_short(y + size / 2)})"}
        turn = turn if turned else {}
        fill, opacity = _SHADOW[self.theme]
        below = Box(x, y + 0.045 * size, size, size)
        self.rectangle(below, fill, round_=ROUND * size, fill_opacity=opacity, **turn)
        self.symbol(_TILES[letter], box, class_="tile", data_tile=letter, **turn, **more)

    def sample(self, letter: str, x: float, y: float, size: float) -> None:
        """Add a tile's symbol that does not stand for a tile on the table."""
        self.symbol(_TILES[letter], Box(x, y, size, size))

    def space(self, letter: str, x: float, y: float, size: float, *, plate: bool = False) -> None:
        """Add an empty space with the motif of its colour; `*` is a multicolour space."""
        box = Box(x, y, size, size)
        fill = "none" if plate else "stone-2"
        self.rectangle(box.around(-0.5), fill, stroke="hair", round_=ROUND * size, fill_opacity=0.7)
        colour = self.colour(f"h-{NAMES[letter]}") if letter in NAMES else self.colour("ink-2")
        self.symbol(_SPACES[letter], box, class_="space", color=colour, opacity=0.72)

    def blank(self, x: float, y: float, size: float) -> None:
        """Add an empty space of the gray wall, which has no colour."""
        box = Box(x, y, size, size)
        self.rectangle(
            box.around(-0.5), "stone-2", stroke="hair", round_=ROUND * size, fill_opacity=0.7
        )
        self.rectangle(
            box.around(-0.44 * size),
            "none",
            stroke="hair",
            transform=f"rotate(45 {_short(x + size / 2)} {_short(y + size / 2)})",
        )

    def hole(self, x: float, y: float, size: float, text: str = "") -> None:
        """Add a recess for a tile, with a text in it if given."""
        self.rectangle(Box(x, y, size, size), "recess", round_=ROUND * size)
        if text:
            letters = 5 + 0.24 * size
            self.words(x + size / 2, y + size / 2, text, letters, "ink-2", text_anchor="middle")

    def glow(self, x: float, y: float, radius: float) -> None:
        """Add the shadow of something round."""
        self.element("circle", cx=x, cy=y + 0.07 * radius, r=1.09 * radius, fill=self._url("shade"))

    def number(self, x: float, y: float, text: str, *, lit: bool = False) -> None:
        """Add the number of a factory on its rim."""
        self.element(
            "circle",
            cx=x,
            cy=y,
            r=11,
            fill=self.colour("wall"),
            stroke=self.colour("accent" if lit else "dish-edge"),
            stroke_width=2.5 if lit else 1,
            stroke_dasharray="4 2.4" if lit else "",
        )
        ink = "accent" if lit else "ink-2"
        self.words(x, y, text, 12, ink, text_anchor="middle", font_weight=700 if lit else 400)

    # --- Highlights and arrows --------------------------------------------------------------

    def frame(self, spot: str, *, margin: float = 4, class_: str = "last") -> None:
        """Add a dashed frame around a place, if that place is on the table."""
        box = self.spots.get(spot)
        if box is not None:
            self.rectangle(
                box.around(margin),
                "none",
                stroke="accent",
                round_=9,
                stroke_width=2.5,
                stroke_dasharray="6 4",
                class_=class_,
            )

    def arrow(self, start: str, end: str, rank: int) -> None:
        """Add an arrow from one place to another; the one of rank 0 is strongest."""
        if start not in self.spots or end not in self.spots:
            return
        (x1, y1), (x2, y2) = self.spots[start].middle, self.spots[end].middle
        length = hypot(x2 - x1, y2 - y1) or 1
        along, up = (x2 - x1) / length, (y2 - y1) / length
        bend = 0.12 * length
        middle = (x1 + x2) / 2 + up * bend, (y1 + y2) / 2 - along * bend
        # The head points in the direction in which the curve arrives.
        run = hypot(x2 - middle[0], y2 - middle[1]) or 1
        dx, dy = (x2 - middle[0]) / run, (y2 - middle[1]) / run
        head, half = 20.0, 11.0
        neck = x2 - head * dx, y2 - head * dy
        curve = f"M{_pair(x1, y1)} Q{_pair(*middle)} {_pair(*neck)}"
        tip = (
            f"M{_pair(x2, y2)} L{_pair(neck[0] - half * dy, neck[1] + half * dx)} "
            f"L{_pair(neck[0] + half * dy, neck[1] - half * dx)} Z"
        )
        strong = rank == 0
        with self.group(class_="arrow", opacity=0.92 if strong else 0.6):
            for colour, width in (("wall", 11.0), ("accent", 6.5)):
                ink = self.colour(colour)
                line = {"stroke": ink, "stroke_linecap": "round", "stroke_linejoin": "round"}
                self.element("path", d=curve, fill="none", stroke_width=width, **line)
                self.element("path", d=tip, fill=ink, stroke_width=width - 6.5, **line)
            self.element("circle", cx=x1, cy=y1, r=6.5, fill=self.colour("accent"))

    # --- Result -----------------------------------------------------------------------------

    def _url(self, name: str) -> str:
        return f"url(#{self.theme}-{name})"

    def text(self, title: str, description: str) -> str:
        """The finished SVG."""
        own, theme = self.colour, self.theme
        dark, _ = _SHADOW[theme]
        ground = (
            f'<linearGradient id="{theme}-ground" x1="0" y1="0" x2="0" y2="1">'
            f'<stop offset="0" stop-color="{own("wall")}"/>'
            f'<stop offset="1" stop-color="{own("wall-2")}"/></linearGradient>'
            f'<radialGradient id="{theme}-light" cx=".22" cy="0" r=".8">'
            f'<stop offset="0" stop-color="{own("glow")}"/>'
            f'<stop offset="1" stop-color="{own("glow")}" stop-opacity="0"/></radialGradient>'
            f'<radialGradient id="{theme}-shade"><stop offset=".84" stop-color="{dark}" '
            f'stop-opacity=".3"/><stop offset="1" stop-color="{dark}" stop-opacity="0"/>'
            "</radialGradient>"
        )
        size = f'width="{_short(self.width)}" height="{_short(self.height)}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
            f'viewBox="0 0 {_short(self.width)} {_short(self.height)}" role="img" '
            f'font-family="{escape(fonts())}" class="loseta {theme}">'
            f"<title>{escape(title)}</title><desc>{escape(description)}</desc>"
            f"<defs>{ground}{definitions(theme, self._used)}</defs>"
            f'<rect {size} rx="18" fill="{self._url("ground")}"/>'
            f'<rect {size} rx="18" fill="{self._url("light")}"/>'
            f"{''.join(self._parts)}</svg>\n"
        )


def _written(attributes: dict[str, Attribute]) -> str:
    """Attributes in SVG syntax; empty ones are omitted."""
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(_short(value))}"'
        for name, value in attributes.items()
        if value != ""
    )


def _short(value: Attribute) -> str:
    """A number with at most two decimals; a text as it is."""
    if isinstance(value, str):
        return value
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


def _pair(x: float, y: float) -> str:
    return f"{_short(x)} {_short(y)}"
