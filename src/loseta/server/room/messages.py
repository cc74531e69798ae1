"""What clients send over a live connection. `docs/server.md` explains it; the schema is served
under `/api/v1/schema`. `answers.py` has what the server sends.

Messages are read strictly: a field too many, a wrong type or an overlong text is refused.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

VERSION = 2

CommandId = Annotated[str, Field(min_length=1, max_length=36, pattern=r"^[A-Za-z0-9_.:-]+$")]
ActionText = Annotated[str, Field(min_length=1, max_length=24)]
Ply = Annotated[int, Field(ge=0, le=100_000)]
Seat = Annotated[int, Field(ge=0, le=3)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    id: CommandId
    """Chosen by the client, new for each command. Sent again with the same id it is done once."""


# --- What a seat does: stored as events ------------------------------------------------------


class Act(_Message):
    """Play one or more steps of a turn, all or none."""

    type: Literal["act"]
    ply: Ply
    """How many actions stood when the client decided; if there are others now, it is refused."""
    actions: Annotated[list[ActionText], Field(min_length=1, max_length=12)]


class Undo(_Message):
    """Take back the last step of one's own turn, while it lasts."""

    type: Literal["undo"]
    ply: Ply


class TakeBack(_Message):
    """Ask the others to take back one's last turn."""

    type: Literal["take_back"]


class Answer(_Message):
    """Agree that another takes back, or not."""

    type: Literal["answer"]
    agree: bool


class Resign(_Message):
    type: Literal["resign"]


class StandIn(_Message):
    """Let a computer player go on for somebody who is not there."""

    type: Literal["stand_in"]
    seat: Seat


class ComeBack(_Message):
    """Go on in one's own seat, in which a computer player stands in."""

    type: Literal["come_back"]


class Say(_Message):
    """One of the ready phrases."""

    type: Literal["say"]
    phrase: Annotated[str, Field(min_length=1, max_length=20)]


# --- What a client asks: nothing changes -----------------------------------------------------


class Preview(_Message):
    """What the table would look like after some own steps (up to the next draw)."""

    type: Literal["preview"]
    ply: Ply
    actions: Annotated[list[ActionText], Field(min_length=1, max_length=12)]


class Why(_Message):
    """Whether actions are legal now, and if not, why."""

    type: Literal["why"]
    actions: Annotated[list[ActionText], Field(min_length=1, max_length=40)]


class Effects(_Message):
    """What each legal action would mean: its events, and the projection of the own seat."""

    type: Literal["effects"]


class Projection(_Message):
    """What each seat would score if the round ended now."""

    type: Literal["projection"]


class Hint(_Message):
    """What the computer would do, and what it expects."""

    type: Literal["hint"]
    seconds: Annotated[float, Field(gt=0, le=60)] = 1.0


class Coach(_Message):
    """Whether the next step gives much away, before it is played; only against computers."""

    type: Literal["coach"]
    ply: Ply
    action: ActionText
    least: Literal["small", "medium", "large"] = "medium"
    """From what on it is worth a question."""


class Ping(_Message):
    type: Literal["ping"]


def digest(message: _Message) -> str:
    """Of what a message says, apart from its id: two with one id are the same if this is."""
    said = message.model_dump_json(exclude={"id"})
    return hashlib.sha256(said.encode()).hexdigest()[:16]


Command = Act | Undo | TakeBack | Answer | Resign | StandIn | ComeBack | Say
Query = Preview | Why | Effects | Projection | Hint | Coach | Ping
FROM_CLIENT: TypeAdapter[Command | Query] = TypeAdapter(
    Annotated[Command | Query, Field(discriminator="type")]
)
