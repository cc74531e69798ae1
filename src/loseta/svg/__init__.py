"""The table as a picture: a self-contained SVG, drawn with the page's own art and colours.

    from loseta import azul, svg

    picture = svg.board(azul.State.new())   # text; notebooks show a state this way
    svg.png(picture)                        # bytes; needs loseta[pictures]

Each game has its `draw` in `loseta.svg.<game>`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from loseta import texts
from loseta.game import Action, BadOption, Reason, State
from loseta.games import part
from loseta.svg.raster import NoRenderer, check_renderer, finds_a_font, pixels, png
from loseta.svg.scene import Scene
from loseta.svg.tokens import THEMES

__all__ = ["THEMES", "NoRenderer", "board", "check_renderer", "finds_a_font", "pixels", "png"]

MOST_LETTERS = 16
"""The most letters of a name that fit above a board."""


def board(
    state: State,
    *,
    lang: str = "en",
    theme: str = "light",
    names: Sequence[str] = (),
    last: Action | str | None = None,
    mover: int | None = None,
    arrows: Iterable[Action | str] = (),
) -> str:
    """Draw the table of a state, as SVG text. Pass `state.view(seat)` to show what a seat may see.

    `last` is the action that led here, by value or text; `mover` is the seat that played it, if the
    position does not imply it. `arrows` are actions of the seat to move, best first. Raises
    BadOption, NotAnAction and MissingPart.
    """
    _check("lang", lang, texts.LANGUAGES)
    _check("theme", theme, THEMES)
    scene = Scene(
        state=state,
        lang=lang,
        theme=theme,
        names=_names(state, names, lang),
        named=bool(names),
        last=None if last is None else _action(state, last),
        mover=mover,
        arrows=tuple(_action(state, each) for each in arrows),
    )
    drawn: str = part("svg", state.game.name).draw(scene)
    return drawn


def _check(option: str, value: str, allowed: Sequence[str]) -> None:
    if value not in allowed:
        params = {"name": option, "value": value, "allowed": ", ".join(allowed)}
        raise BadOption(option, Reason("", "bad_option", params))


def _names(state: State, given: Sequence[str], lang: str) -> tuple[str, ...]:
    if not given:
        return tuple(texts.say("tui.player", lang, seat=seat + 1) for seat in range(state.seats))
    if len(given) != state.seats:
        params = {"n": state.seats, "given": len(given)}
        raise BadOption("names", Reason("", "seat_count", params))
    return tuple(_short(texts.printable(name)) for name in given)


def _short(name: str) -> str:
    return name if len(name) <= MOST_LETTERS else name[: MOST_LETTERS - 1].rstrip() + "…"


def _action(state: State, given: Action | str) -> Action:
    action: Action = state.game.action_from_text(given) if isinstance(given, str) else given
    return action
