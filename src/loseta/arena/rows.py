"""Records as rows of a data set.

A row is a decision of a seat, or a seat of a game. Rows are made game by game, so that a set of any
size takes little memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from loseta.arena.collection import records_in
from loseta.arena.variants import title
from loseta.game import DEALER, State
from loseta.record import Record, result_of

Row = dict[str, Any]

GAME = {"id": "string", "game": "string", "variant": "string", "players": "string"}
"""The columns that all rows have, with their types."""
RESULT = {"result": "string", "score": "int32", "won": "double"}
DECISION = GAME | {
    "ply": "int32",
    "round": "int16",
    "seat": "int8",
    "player": "string",
    "action": "string",
    "position": "string",
    "legal_actions": "int16",
    "win_chance": "double",
    **RESULT,
}
SEAT = GAME | {
    "seat": "int8",
    "player": "string",
    "rounds": "int16",
    "decisions": "int32",
    "started": "bool",
    "place": "int8",
    **RESULT,
    "final": "string",
}
COLUMNS = {"decisions": DECISION, "seats": SEAT}
"""The columns by what a row stands for."""


def rows_of(path: Path, per: str) -> Iterator[list[Row]]:
    """The rows of each game in a file. Raises BadGames, OSError."""
    make = {"decisions": decision_rows, "seats": seat_rows}[per]
    for number, record in records_in(path):
        yield make(record, f"{path.name.split('.')[0]}:{number}")


def _about(record: Record, name: str) -> Row:
    return {
        "id": name,
        "game": record.game.name,
        "variant": title(record.game, record.options),
        "players": ",".join(record.names),
    }


def _results(final: State) -> list[Row]:
    """The results by seat; without score and share of the victory if the game is not finished."""
    outcome, result = final.outcome, result_of(final)
    if outcome is None:
        return [{"result": result, "score": None, "won": None}] * final.seats
    shares = [(seat in outcome.winners) / len(outcome.winners) for seat in range(final.seats)]
    return [
        {"result": result, "score": score, "won": won}
        for score, won in zip(outcome.scores, shares, strict=True)
    ]


def decision_rows(record: Record, name: str) -> list[Row]:
    """A row for each decision of a seat, without the dealer's draws."""
    about, state = _about(record, name), record.start()
    rows: list[Row] = []
    for ply, action in enumerate(record.actions):
        seat = state.to_move
        if seat is not None and seat != DEALER:
            thought = record.evaluations.get(ply)
            row = about | {
                "ply": ply,
                "round": state.round,
                "seat": seat + 1,
                "player": record.names[seat],
                "action": action.text,
                "position": state.to_text(),
                "legal_actions": len(state.legal_actions()),
                "win_chance": thought and thought.win_chance,
            }
            rows.append(row)
        state.apply(action, check=False)  # reading the record has checked it
    results = _results(state)
    return [row | results[row["seat"] - 1] for row in rows]


def seat_rows(record: Record, name: str) -> list[Row]:
    """A row for each seat of a game. `started` is the starting player, who in Duel is not the first
    to decide."""
    about, state = _about(record, name), record.start()
    movers: list[int | None] = []
    starter, last_round = None, state.round
    for action in record.actions:
        if state.to_move != DEALER:
            if not movers:
                starter = getattr(state, "first", state.to_move)
            movers.append(state.to_move)
            last_round = state.round
        state.apply(action, check=False)
    places = state.outcome.places if state.outcome else [None] * state.seats
    return [
        about
        | {
            "seat": seat + 1,
            "player": record.names[seat],
            "rounds": last_round,
            "decisions": movers.count(seat),
            "started": seat == starter,
            "place": places[seat],
            **result,
            "final": state.to_text(),
        }
        for seat, result in enumerate(_results(state))
    ]
