"""The messages that clients send over a live connection. `docs/server.md` explains them, and
`/api/v1/schema` serves their schema. `answers.py` has the messages of the server.

Validation is strict: an extra field, a wrong type or an overlong text is refused.
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
    """Chosen by the client, new for each command. A command sent again with the same id is carried
    out only once."""


# --- Commands: stored as events --------------------------------------------------------------


class Act(_Message):
    """Play one or more steps of a turn, all or none."""

    type: Literal["act"]
    ply: Ply
    """The number of actions played, without those taken back, when the client decided. The command
    is refused if that number has changed."""
    actions: Annotated[list[ActionText], Field(min_length=1, max_length=12)]


class Undo(_Message):
    """Take back the last step of one's own turn while that turn lasts."""

    type: Literal["undo"]
    ply: Ply


class TakeBack(_Message):
    """Ask the others to agree that one's last turn is taken back."""

    type: Literal["take_back"]


class Answer(_Message):
    """Agree to another seat's request to take back, or refuse it."""

    type: Literal["answer"]
    agree: bool


class Resign(_Message):
    type: Literal["resign"]


class StandIn(_Message):
    """Let a computer player stand in for an absent player."""

    type: Literal["stand_in"]
    seat: Seat


class ComeBack(_Message):
    """Take one's own seat back from the computer player that stands in."""

    type: Literal["come_back"]


class Say(_Message):
    """Say one of the ready phrases."""

    type: Literal["say"]
    phrase: Annotated[str, Field(min_length=1, max_length=20)]


# --- Queries: nothing changes ----------------------------------------------------------------


class Preview(_Message):
    """Ask what the table would look like after some steps of one's own, up to the next draw."""

    type: Literal["preview"]
    ply: Ply
    actions: Annotated[list[ActionText], Field(min_length=1, max_length=12)]


class Why(_Message):
    """Ask whether actions are legal now, and if not, why."""

    type: Literal["why"]
    actions: Annotated[list[ActionText], Field(min_length=1, max_length=40)]


class Effects(_Message):
    """Ask for the effects of each legal action: its events, and the projection of one's own
    seat."""

    type: Literal["effects"]


class Projection(_Message):
    """Ask what each seat would score if the round ended now."""

    type: Literal["projection"]


class Hint(_Message):
    """Ask what the computer would play, and how it evaluates that."""

    type: Literal["hint"]
    seconds: Annotated[float, Field(gt=0, le=60)] = 1.0


class Coach(_Message):
    """Ask, before playing a step, whether it gives much away; only in games against computers."""

    type: Literal["coach"]
    ply: Ply
    action: ActionText
    least: Literal["small", "medium", "large"] = "medium"
    """The smallest mistake that the coach questions."""


class Ping(_Message):
    type: Literal["ping"]


def digest(message: _Message) -> str:
    """A hash of a message without its id. It shows whether two messages with the same id have the
    same content."""
    said = message.model_dump_json(exclude={"id"})
    return hashlib.sha256(said.encode()).hexdigest()[:16]


Command = Act | Undo | TakeBack | Answer | Resign | StandIn | ComeBack | Say
Query = Preview | Why | Effects | Projection | Hint | Coach | Ping
FROM_CLIENT: TypeAdapter[Command | Query] = TypeAdapter(
    Annotated[Command | Query, Field(discriminator="type")]
)
