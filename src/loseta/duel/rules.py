"""How a game of Azul Duel proceeds, in the order of the rulebook.

    setup and opening (D1) -> acquisition (D2, D3) -> tiling (D4, D5) -> next round (D6) or end (D7)

Functions here change a position and trust their caller; `legality.py` says whether an action is
legal.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from loseta.duel import acquisition, dealing, tiling
from loseta.duel.actions import (
    DRAW,
    STOP,
    Deal,
    DealerAction,
    Decline,
    Draw,
    Finish,
    First,
    Keep,
    Look,
    PlacePlate,
    PlaceTile,
    SeatAction,
    Show,
    Spend,
    Stack,
    Stop,
    Tablets,
    Take,
    TakeChip,
    TakePlate,
    Top,
    TurnChip,
    Under,
)
from loseta.duel.components import FACE_DOWN, PLATE_ROUNDS, PLAYERS, ROUNDS, SMALL, TOKENS
from loseta.duel.events import Event, GameEnded, RoundEnded, TabletScored
from loseta.duel.position import NOBODY, Position
from loseta.duel.scoring import outcome, start_tile_holder, tablet_score


def legal_actions(position: Position) -> list[SeatAction]:
    """The legal actions of the seat to move; empty when no seat is to move."""
    match position.phase:
        case "acquire":
            return acquisition.legal_in_turn(position)
        case "opening":
            return acquisition.legal_open_plates(position)
        case "stack":
            return list(acquisition.legal_stacks(position))
        case "draw":
            return [DRAW, STOP]
        case "keep":
            return acquisition.legal_keeps(position)
        case "place":
            return acquisition.legal_plate_places(position)
        case "under":
            return acquisition.legal_unders(position)
        case "pay":
            return tiling.legal_payments(position)
        case "tile":
            return tiling.legal_tile_places(position)
    return []


Follow = Callable[[Position], list[Event]]
"""Carries out what follows automatically from an action."""


def play(position: Position, action: SeatAction) -> list[Event]:
    """Carry out a legal action of a seat and everything that follows from it."""
    return carry_out(position, action)(position)


def deal(position: Position, action: DealerAction) -> list[Event]:
    """Carry out an action of the dealer and everything that follows from it."""
    return carry_out_deal(position, action)(position)


def carry_out(position: Position, action: SeatAction) -> Follow:
    """Carry out a legal action of a seat and nothing else. Returns the function for what
    follows."""
    match action:
        case Take():
            return end_turn if acquisition.take_tiles(position, action) else nothing
        case Stack():
            acquisition.stack_tiles(position, action.colours)
            return end_turn
        case TakeChip():
            acquisition.take_chip(position, action)
            return end_turn
        case TakePlate():
            acquisition.take_plate(position, action)
        case Draw():
            acquisition.draw_plate(position)
        case Stop():
            acquisition.stop_drawing(position)
        case Keep():
            acquisition.keep_plate(position, action.plate)
        case PlacePlate():
            acquisition.place_plate(position, action)
            return after_plate(position)
        case Under():
            acquisition.put_under(position, action.plate)
            return after_plate(position)
        case PlaceTile():
            return partial(place_and_go_on, column=action.column)
        case Spend():
            return pay if tiling.spend(position, action) else nothing
        case Finish():
            return pay
        case Decline():
            tiling.decline(position)
            return tile_domes
    return nothing


def carry_out_deal(position: Position, action: DealerAction) -> Follow:
    """Carry out an action of the dealer and nothing else. Returns the function for what follows."""
    match action:
        case TurnChip():
            position.chips[action.factory - 1] = action.face
            return settle
        case Tablets():
            position.tablets = action.sides
            return refill_display
        case Show():
            dealing.show_plates(position, action)
            return after_display
        case Deal():
            dealing.lay_out(position, action)
            return after_deal
        case First():
            position.first = action.seat
            return after_deal
        case Top():
            position.top = action.type
            acquisition.after_draw(position)
        case Look():
            acquisition.look_at(position, action.plates)
    return nothing


def nothing(position: Position) -> list[Event]:
    return []


# --- Setup, and the start of a round (D1, D6) -----------------------------------------------


def refill_display(position: Position) -> list[Event]:
    position.turn = NOBODY
    position.phase = "display"
    return [] if dealing.plates_due(position) else after_display(position)


def after_display(position: Position) -> list[Event]:
    """Deal the tiles next; in the opening, where they are already dealt, ask for the next plate."""
    if not position.has_tiles():
        position.phase = "deal"
        return []
    return after_deal(position)


def after_deal(position: Position) -> list[Event]:
    if position.first == NOBODY:
        position.phase = "first"
        return []
    if position.opening:
        # D1.11: the other artist takes a plate first, then the starting artist.
        position.turn = 1 - position.first if position.opening == PLAYERS else position.first
        position.phase = "opening"
        return []
    position.turn = position.first
    return settle(position)


# --- Acquisition (D2) -----------------------------------------------------------------------


def after_plate(position: Position) -> Follow:
    if position.opening:
        position.opening -= 1
        return refill_display
    return end_turn if acquisition.return_plates(position) else nothing


def end_turn(position: Position) -> list[Event]:
    position.turn = 1 - position.turn
    return settle(position)


def settle(position: Position) -> list[Event]:
    """Reveal the chips that are due; then give the turn to the next seat that can act. If none can,
    the acquisition is over and the tiling begins."""
    if dealing.factory_to_reveal(position):
        position.phase = "chip"
        return []
    if not acquisition.can_act(position, position.turn):  # D2.P1: passes
        position.turn = 1 - position.turn
        if not acquisition.can_act(position, position.turn):
            position.turn = position.first
            return tile_domes(position)
    position.phase = "acquire"
    return []


# --- Tiling (D4, D5) ------------------------------------------------------------------------


def pay(position: Position) -> list[Event]:
    """Complete the line with chips and place its tile; ask where if there is a choice."""
    tiling.use_chips(position)
    board = position.boards[position.turn]
    columns = tiling.open_columns(board, position.row)
    if len(columns) > 1:
        position.phase = "tile"
        return []
    return place_and_go_on(position, columns[0])


def place_and_go_on(position: Position, column: int) -> list[Event]:
    placed = tiling.place_tile(position, column)
    position.row += 1
    return [*placed, *tile_domes(position)]


def tile_domes(position: Position) -> list[Event]:
    """Tile the starting artist's dome, then the other's; stop at a choice."""
    events: list[Event] = []
    while tiling.tile_dome(position, events):
        if position.turn != position.first:
            return events + end_round(position)
        position.turn = 1 - position.turn
    return events


# --- Next round, or the end (D6, D7) --------------------------------------------------------


def end_round(position: Position) -> list[Event]:
    ended = RoundEnded(position.round)
    if position.round == ROUNDS:
        return [ended, *end_game(position)]
    position.round += 1
    position.first = start_tile_holder(position)  # D6.4, D2.C4
    position.start = NOBODY
    position.chips = [FACE_DOWN] * len(SMALL)
    for board in position.boards:
        board.tokens = TOKENS if position.round <= PLATE_ROUNDS else 0
        board.taken = 0
    return [ended, *refill_display(position)]


def end_game(position: Position) -> list[Event]:
    """Score the tablets, added as one sum; the total never drops below 0 (D7.1)."""
    position.phase = "over"
    position.turn = NOBODY
    events: list[Event] = []
    for seat, board in enumerate(position.boards):
        scores = [tablet_score(board, tablet) for tablet in position.tablets]
        events += [TabletScored(seat, score.tablet, score.points) for score in scores]
        board.score = max(0, board.score + sum(score.points for score in scores))
    result = outcome(position)
    assert result is not None
    return [*events, GameEnded(result)]
