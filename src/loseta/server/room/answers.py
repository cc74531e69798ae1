"""The messages that the server sends over a live connection. `match/serializers.py` and `room.py`
make them; the models here document them, and the tests validate every frame against them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from loseta.server.room.messages import FROM_CLIENT, VERSION


class _Sent(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SeatInfo(_Sent):
    seat: int
    kind: Literal["person", "computer", "open"]
    name: str | None
    """The name of a person; null: none was chosen, and the client shows a placeholder."""
    level: str | None
    """The level of the computer player that decides for the seat now: its own, or one that stands
    in."""
    stands_in: bool
    present: bool
    absent_ms: int | None
    """How long a person has been away, in milliseconds; null if the person is present."""
    out: Literal["resign", "flag"] | None


class ClockInfo(_Sent):
    left_ms: list[int]
    increment_ms: int
    running: list[int]
    now: int
    """The server's time at which `left_ms` was computed."""


class EndInfo(_Sent):
    reason: str
    scores: list[int]
    winners: list[int]
    places: list[int]
    out: list[int]
    """The seats that gave up or ran out of time, in this order; `SeatInfo.out` says which."""


class AskInfo(_Sent):
    seat: int
    ply: int
    agreed: list[int]


class RematchInfo(_Sent):
    accepted: list[int]
    """The seats that would like a rematch; the first has offered it."""
    declined: int | None
    """The seat that declined; only this seat can offer another rematch."""
    table: str | None
    """The new table, once all have agreed."""


class StartInfo(_Sent):
    """The table and the step that a start position comes from, if known."""

    table: str | None
    ply: int | None


class TableInfo(_Sent):
    """Everything at a table except the game itself."""

    id: str
    game: str
    options: dict[str, str]
    status: Literal["open", "playing", "over"]
    you: int | None
    host: bool
    """Whether you opened the table."""
    seats: list[SeatInfo]
    spectators: int
    private: bool
    listed: bool
    """Whether anybody may take an open seat."""
    hints: bool
    clock: ClockInfo | None
    ask: AskInfo | None
    """A request to take back, if one is open."""
    end: EndInfo | None
    rematch: RematchInfo | None
    start: StartInfo | None
    """Where the game began; null: it was a new game."""
    seed_hash: str
    seed: str | None
    """The dealer's seed; null until the game is over."""


class EventInfo(_Sent):
    number: int
    kind: str
    seat: int | None
    at: int
    ply: int
    round: int
    action: str | None = None
    events: list[dict[str, Any]] | None = None
    scores: list[int] | None = None
    state: dict[str, Any] | None = None
    """The state after the event; left out if it is the state of the message."""
    before_scoring: dict[str, Any] | None = None
    """The state after the action itself, if tiles were laid and scored after it."""
    text: str | None = None


class Position(_Sent):
    """The game as you may see it."""

    number: int
    """The number of the last event."""
    ply: int
    state: dict[str, Any]
    waiting: list[int]
    """The seats whose decision is awaited."""
    legal: list[dict[str, Any]]
    """Your legal actions with their parts."""
    undo: bool
    """Whether you may take back your last step without asking."""
    position: str
    """The state in the notation of positions."""
    hash: str
    """The first 16 digits of the SHA-256 of `position`."""
    choosing: dict[str, Any] | None = None
    """While the seats choose in private: those that have a choice, and what you have chosen."""


class Snapshot(Position):
    """The first message of a connection; also sent after a command that was refused as stale."""

    type: Literal["snapshot"]
    version: int
    table: TableInfo
    events: list[EventInfo]
    """The events that you missed since the number that you gave, if they are not too many."""


class Update(Position):
    """New events, which are stored."""

    type: Literal["update"]
    table: TableInfo
    events: list[EventInfo]


class TableChanged(_Sent):
    """The table's state has changed: somebody came, left, took a seat or changed their name."""

    type: Literal["table"]
    table: TableInfo


class Done(_Sent):
    """Your command is stored."""

    type: Literal["done"]
    id: str
    number: int


class Answered(_Sent):
    type: Literal["answer"]
    id: str
    answer: Any


class ErrorInfo(_Sent):
    type: Literal["error"]
    id: str | None
    code: str
    sentence: str
    rule: str | None = None
    wait: int | None = None
    """With `slow_down`: seconds until you may try again."""


class Bye(_Sent):
    """The server closes the connection. Reasons: `restart`, `storage`, `slow`, `rate`."""

    type: Literal["bye"]
    reason: str


FromServer = Annotated[
    Snapshot | Update | TableChanged | Done | Answered | ErrorInfo | Bye,
    Field(discriminator="type"),
]
FROM_SERVER: TypeAdapter[Snapshot | Update | TableChanged | Done | Answered | ErrorInfo | Bye] = (
    TypeAdapter(FromServer)
)


def schema() -> dict[str, Any]:
    """The JSON schema of all messages, in both directions."""
    return {
        "version": VERSION,
        "from_client": FROM_CLIENT.json_schema(),
        "from_server": FROM_SERVER.json_schema(),
    }
