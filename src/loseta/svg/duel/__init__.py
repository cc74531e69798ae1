"""Draw the table of Azul Duel."""

from __future__ import annotations

from loseta.duel import COLOURS, State
from loseta.duel.components import ROUNDS
from loseta.svg import parts
from loseta.svg.drawing import Box, Drawing
from loseta.svg.duel.board import draw_board, size_of_board
from loseta.svg.duel.middle import draw_factories, draw_market
from loseta.svg.duel.pointing import point
from loseta.svg.duel.words import in_words
from loseta.svg.parts import GAP, HEADLINE, MARGIN, SUPPLY
from loseta.svg.scene import Scene

MIDDLE = 560
"""Width of the factories and of everything below them."""
MARKET = 112


def draw(scene: Scene) -> str:
    state: State = scene.state
    size = size_of_board()
    height = state.seats * (size.height + GAP) - GAP
    width = MIDDLE + GAP + size.width + 2 * MARGIN
    drawing = Drawing(scene.theme, width, HEADLINE + height + MARGIN)
    round_ = scene.say("round_of", n=state.round, rounds=ROUNDS)
    parts.headline(drawing, scene, "Azul Duel", round_)
    market = HEADLINE + height - SUPPLY - 10 - MARKET
    draw_factories(drawing, scene, Box(MARGIN, HEADLINE, MIDDLE, market - 12 - HEADLINE))
    draw_market(drawing, scene, Box(MARGIN, market, MIDDLE, MARKET))
    groups = [("bag", scene.say("bag"), state.bag), ("tower", scene.say("duel.tower"), state.tower)]
    below = Box(MARGIN, HEADLINE + height - SUPPLY, MIDDLE, SUPPLY)
    parts.supply(drawing, below, COLOURS, groups)
    for seat in range(state.seats):
        y = HEADLINE + seat * (size.height + GAP)
        draw_board(drawing, scene, seat, Box(MARGIN + MIDDLE + GAP, y, size.width, size.height))
    point(drawing, scene)
    return drawing.text(f"Azul Duel, {round_}", in_words(scene))
