"""The page's colours and symbols (`web/css`, `web/art`), resolved for one theme.

On the page, symbols take their colours from CSS custom properties. A picture must be
self-contained, and the PNG renderer does not support custom properties, so each is replaced by its
value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import loseta

THEMES = ("light", "dark")
"""The colour themes of pictures."""
HAIRLINE = "3"
"""Width of the lines of the motif on an empty space (--hw); on the page it varies by board."""

_WEB = Path(loseta.__path__[0], "web")
_PROPERTY = re.compile(r"--([\w-]+):\s*([^;]+);")
_PAIR = re.compile(r"light-dark\(([^,()]+),\s*([^()]+)\)")
_VARIABLE = re.compile(r"var\(--([\w-]+)(?:,([^()]*))?\)")
_SYMBOL = re.compile(r'<(symbol|\w+Gradient|clipPath) id="([\w-]+)".*?</\1>', re.DOTALL)
_REFERENCE = re.compile(r'(href="#|url\(#)([\w-]+)')


def _read(*path: str) -> str:
    return _WEB.joinpath(*path).read_text(encoding="utf-8")


@cache
def tokens(theme: str) -> Mapping[str, str]:
    """The custom properties of `css/tokens.css`, by name without the leading dashes."""
    rule = _read("css", "tokens.css").partition(":root {")[2].partition("\n}")[0]
    chosen = _PAIR.sub(lambda pair: pair[1 + THEMES.index(theme)].strip(), rule)
    values = dict(_PROPERTY.findall(chosen))
    return {name: _filled(" ".join(value.split()), values) for name, value in values.items()}


def fonts() -> str:
    """The font families of the page, and some for the PNG renderer, which may not resolve generic
    names."""
    return tokens(THEMES[0])["sans"] + ", DejaVu Sans, Arial"


def _filled(text: str, values: Mapping[str, str]) -> str:
    return _VARIABLE.sub(lambda used: values.get(used[1]) or used[2] or "", text)


@cache
def _symbols(theme: str) -> Mapping[str, str]:
    """Each symbol, gradient and clip path of `art/pieces.svg` as text, by its id."""
    values = {**tokens(theme), "hw": HAIRLINE}
    art = {found[2]: found[0] for found in _SYMBOL.finditer(_read("art", "pieces.svg"))}
    symbols = {name: _filled(text, values) for name, text in art.items()}
    # The rosette on the clay back of a plate has colours of its own (css/pieces.css).
    clay = dict(_PROPERTY.findall(_read("css", "pieces.css").partition(".on-clay {")[2]))
    on_clay = _filled(art["wild"], {**values, **clay})
    symbols["wild-on-clay"] = on_clay.replace('id="wild"', 'id="wild-on-clay"')
    symbols["back-wild"] = symbols["back-wild"].replace("#wild", "#wild-on-clay")
    return symbols


def definitions(theme: str, used: Iterable[str]) -> str:
    """The symbols with these ids and everything they refer to. Ids are prefixed by the theme,
    because pictures of both themes may be in one document."""
    symbols = _symbols(theme)
    needed = _closure(symbols, used)
    text = "".join(symbols[name] for name in symbols if name in needed)
    text = _REFERENCE.sub(rf"\g<1>{theme}-\g<2>", text)
    return re.sub(r' id="([\w-]+)"', rf' id="{theme}-\1"', text)


def _closure(symbols: Mapping[str, str], used: Iterable[str]) -> set[str]:
    needed: set[str] = set()
    waiting = list(used)
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += _referred(symbols[name])
    return needed


def _referred(text: str) -> Iterator[str]:
    return (found[2] for found in _REFERENCE.finditer(text))
