"""Draw the table of Azul Duel: factories, bag and tower, plates, tablets and boards."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group
from rich.text import Text

from loseta.duel import CHIP_FACES, COLOURS, FACE_DOWN, LARGE, NO_CHIP, NOBODY, State
from loseta.duel.components import DISPLAY, LARGE_TILES, SMALL, SMALL_TILES, letters
from loseta.tui.duel.board import draw_boards
from loseta.tui.duel.pieces import (
    back_word,
    chip,
    no_card,
    plate_card,
    tablet_label,
)
from loseta.tui.layout import GAP, Picture, beside, flowed, framed, width_of
from loseta.tui.tiles import CELL, FAINT, GOOD, buried, count, fit, space, tile, tiles
from loseta.tui.view import Voice

LABEL = 9
"""Width of the labels of the factories and the bag."""
NAME = 9
"""Width of a player's name above the points of the tablets."""


def draw_table(state: State, voice: Voice, width: int) -> Group:
    return Group(
        *_factories(state, voice, width),
        *flowed(
            [
                _store(voice.say("duel.bag"), state.bag),
                _store(voice.say("duel.tower"), state.tower, 0),
            ],
            width,
        ),
        Text(),
        *flowed([_plates(state, voice), _tablets(state, voice)], width, gap=3),
        Text(),
        *draw_boards(state, voice, width),
    )


# --- Factories, bag and tower ---------------------------------------------------------------


def _factories(state: State, voice: Voice, width: int) -> list[Text]:
    """A column for each factory, the large one last, with its sun, moon and chip."""
    labels = [Text(voice.say(key), FAINT) for key in ("duel.sun", "duel.moon", "duel.chip")]
    head = fit(Text(voice.say("duel.factories"), "bold"), LABEL)
    columns: list[Picture] = [[head, *labels]]
    columns += [_small(state, factory, voice) for factory in SMALL]
    columns.append(_large(state, voice))
    needed = sum(map(width_of, columns)) + GAP * (len(columns) - 1)
    return beside(columns, GAP if needed <= width else 1)


def _small(state: State, factory: int, voice: Voice) -> Picture:
    sun = _sun(state, factory, voice)
    moon = Text()
    for colour in state.moons[factory][:-1]:
        moon.append_text(buried(COLOURS[colour]))
    for colour in state.moons[factory][-1:]:  # only the top one can be taken
        moon.append_text(tile(COLOURS[colour], voice.plain))
    if state.loose_on == factory:  # their order is being chosen
        moon = Text.assemble(tiles(letters(state.loose), voice.plain), "?")
    face = state.chips[factory - 1]
    shown = {FACE_DOWN: chip("?"), NO_CHIP: space("–")}.get(face) or chip(CHIP_FACES[face])
    width = SMALL_TILES * CELL
    return [fit(Text(f" {factory}", "bold"), width), sun, moon or space("–"), shown]


def _large(state: State, voice: Voice) -> Picture:
    """The large factory; every tile on its moon can be taken."""
    moon = tiles("".join(COLOURS[colour] for colour in state.moons[LARGE]), voice.plain)
    if state.start == NOBODY and state.phase != "over":
        moon = Text.assemble(tile("1", voice.plain), moon)
    name = Text(f" {voice.say('duel.large')}", "bold")
    return [fit(name, LARGE_TILES * CELL), _sun(state, LARGE, voice), moon or space("–")]


def _sun(state: State, factory: int, voice: Voice) -> Text:
    sun = state.suns[factory]
    return tiles(letters(sun), voice.plain) if any(sun) else space("–")


def _store(name: str, counts: list[int], width: int = LABEL) -> Picture:
    """Bag or tower. Its contents are public; only the order of drawing is unknown."""
    label = Text(f"{name:{width}}", "bold")
    each = [count(letter, n) for letter, n in zip(COLOURS, counts, strict=True)]
    total = Text(f"  = {sum(counts)}  ", FAINT)
    return [Text.assemble(label, "   ", Text(" ").join(each), total)]


# --- Plates ---------------------------------------------------------------------------------


def _plates(state: State, voice: Voice) -> Picture:
    """The display and the stack, with the plates that the reader knows to be in it."""
    cards: list[Picture] = [plate_card(f"P{plate}", plate) for plate in state.display]
    cards += [no_card() for _ in range(DISPLAY - len(state.display))]
    picture = beside([*cards, _stack(state, voice)], gap=1)
    below = _known_below(state, voice)
    return [*picture, fit(below, width_of(picture))] if below else picture


def _stack(state: State, voice: Voice) -> Picture:
    size = state.stack_size()
    if not size:
        return framed(voice.say("duel.stack"), [Text(), space("–")])
    top = Text(f" {back_word(voice, state.top)}")
    return framed(voice.say("duel.stack"), [top, Text(f" {voice.say('duel.plates', n=size)} ")])


def _known_below(state: State, voice: Voice) -> Text:
    """The known plates in the stack. A view shows only those that its reader put back."""
    known = [f"P{plate}" for batch in state.returned for plate in batch.plates if plate > 0]
    if not known:
        return Text()
    return Text(voice.say("duel.known_below", plates=" ".join(known)), FAINT)


# --- Tablets --------------------------------------------------------------------------------


def _tablets(state: State, voice: Voice) -> Picture:
    """The tablets in play, with the points of each dome as it is now."""
    labels = [Text(voice.say("duel.tablets"), "bold")]
    labels += [Text(tablet_label(voice, side)) for side in state.tablets]
    labels = [fit(label, width_of(labels)) for label in labels]
    columns: list[Picture] = [labels]
    for seat, head in enumerate(_short_names(voice.names)):
        points = [score.points for score in state.tablet_points(seat)]
        width = max(head.cell_len, 3)
        column = [Text(f"{n:>{width}}".replace("-", "−"), GOOD if n > 0 else "") for n in points]
        columns.append([head, *column])
    return beside(columns)


def _short_names(names: Sequence[str]) -> list[Text]:
    """The names, cut to fit; with seat numbers if they would look the same."""
    short = [_shortened(name, NAME) for name in names]
    if len(set(map(str, short))) == len(names):
        return short
    return [
        Text.assemble(_shortened(name, NAME - 2), (f" {seat}", "bold"))
        for seat, name in enumerate(names, start=1)
    ]


def _shortened(name: str, width: int) -> Text:
    text = Text(name, "bold")
    text.truncate(width, overflow="ellipsis")
    return text
