"""What the server sends over a live connection. It is made in
`match/serializers.py` and `room.py`; the models here document it, and tests hold every frame
against them."""

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
    """Of a person; null: none was chosen, and the client words it."""
    level: str | None
    """Of the computer player that decides for the seat now: its own, or one that stands in."""
    stands_in: bool
    present: bool
    absent_ms: int | None
    """How long a person has been away, as far as the server knows."""
    out: Literal["resign", "flag"] | None


class ClockInfo(_Sent):
    left_ms: list[int]
    increment_ms: int
    running: list[int]
    now: int
    """The server's time, to which `left_ms` belongs."""


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
    """The seats that would like one; the first has offered it."""
    declined: int | None
    """The seat that would not: only from there another can be offered."""
    table: str | None
    """The new table, once all have agreed."""


class StartInfo(_Sent):
    """The step of another table whose position a game began from, if that is known."""

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
    """Somebody would like to take back."""
    end: EndInfo | None
    rematch: RematchInfo | None
    start: StartInfo | None
    """Where it began, if not as a new game."""
    seed_hash: str
    seed: str | None
    """Once the game is over."""


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
    """After it; left out where that is the state of the message."""
    before_scoring: dict[str, Any] | None = None
    """After the action itself, where tiles were laid and scored then."""
    text: str | None = None


class Position(_Sent):
    """The game as you may see it."""

    number: int
    """Of the last event."""
    ply: int
    state: dict[str, Any]
    waiting: list[int]
    """The seats whose decision is awaited."""
    legal: list[dict[str, Any]]
    """What you may do now, with its parts."""
    undo: bool
    """Whether you may take back your last step without asking."""
    position: str
    """The state in the notation of positions."""
    hash: str
    """The first 16 digits of the SHA-256 of `position`."""
    choosing: dict[str, Any] | None = None
    """While all choose in private: the seats that have a choice, and what you have chosen."""


class Snapshot(Position):
    """The first message of a connection, and the answer to what came too late."""

    type: Literal["snapshot"]
    version: int
    table: TableInfo
    events: list[EventInfo]
    """What you have missed since the number that you gave, if that is not too much."""


class Update(Position):
    """Something happened, and is stored."""

    type: Literal["update"]
    table: TableInfo
    events: list[EventInfo]


class TableChanged(_Sent):
    """Somebody came, went, or took a seat."""

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
    """Of `slow_down`: seconds until it may be tried again."""


class Bye(_Sent):
    """The server lets go of you: `restart`, `storage`, `slow`, `rate`."""

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
    """All messages, in both directions."""
    return {
        "version": VERSION,
        "from_client": FROM_CLIENT.json_schema(),
        "from_server": FROM_SERVER.json_schema(),
    }
