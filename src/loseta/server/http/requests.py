"""The bodies of HTTP requests."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from loseta.record import LONGEST_FILE
from loseta.server.room.table_setup import TableSetup
from loseta.texts import LANGUAGES


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


OptionName = Annotated[str, Field(max_length=20)]
OptionValue = Annotated[str, Field(max_length=60)]
Player = Annotated[str, Field(max_length=16, examples=["me", "open", "greedy", "ai:5"])]


class Guest(_Body):
    name: Annotated[str, Field(min_length=1, max_length=100)]


class ClockBody(_Body):
    """The clock of each player. The increment is added after each of the player's turns."""

    seconds: Annotated[int, Field(ge=10, le=86_400 * 14)]
    increment: Annotated[int, Field(ge=0, le=86_400)] = 0


class Start(_Body):
    """Where a game begins: at a step of a finished game, or from any position."""

    table: Annotated[str, Field(max_length=48)] = ""
    """The id of the finished game, or the link that shares it (`GET /tables/{table}/link`)."""
    ply: Annotated[int, Field(ge=0, le=10_000)] = 0
    position: Annotated[str, Field(max_length=4_000)] = ""


class NewTable(_Body):
    game: Annotated[str, Field(max_length=16, examples=["azul", "duel"])]
    options: Annotated[dict[OptionName, OptionValue], Field(max_length=8)] = {}
    seats: Annotated[list[Player], Field(min_length=2, max_length=4)]
    private: bool = False
    """Whether spectators are kept out."""
    listed: bool = False
    """Whether anybody may take an open seat; otherwise that needs an invitation."""
    hints: bool | None = None
    """Whether hints are allowed. Left out: only if there is no clock."""
    clock: ClockBody | None = None
    seed: Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[ -~]+$")] | None = None
    """The dealer's seed, to repeat the same draws; only if all other seats are computers. Left out:
    a secret one, published at the end."""
    start: Start | None = None

    def setup(self, start: str | None = None, origin: str | None = None) -> TableSetup:
        """The setup of the table. `start`: the position that the game begins from; `origin`: the
        table and step that the position comes from."""
        return TableSetup(
            self.game,
            self.options,
            self.seats,
            self.private,
            self.hints,
            self.clock.seconds * 1000 if self.clock else None,
            self.clock.increment * 1000 if self.clock else 0,
            self.seed,
            start,
            origin,
            self.listed,
        )


class Invitation(_Body):
    secret: Annotated[str, Field(min_length=1, max_length=64)] | None = None
    """The secret of an invitation. Left out: any seat of a table that anybody may join."""


class Filling(_Body):
    seat: Annotated[int, Field(ge=0, le=3)]
    level: Player


class Upload(_Body):
    """A record as text."""

    record: Annotated[str, Field(max_length=LONGEST_FILE)]


class Analysis(_Body):
    """A position in the notation of positions. Only what its seat to move can see is analysed."""

    game: Annotated[str, Field(max_length=16)]
    position: Annotated[str, Field(max_length=4_000)]
    seconds: Annotated[float, Field(gt=0, le=60)] = 1.0


class Review(_Body):
    """A record, and how long to think about each decision in it."""

    record: Annotated[str, Field(max_length=LONGEST_FILE)]
    seconds: Annotated[float, Field(gt=0, le=60)] = 0.3
    when_idle: bool = False
    """Refuse the review (`thinking`) if no worker becomes idle within a few seconds."""


ActionText = Annotated[str, Field(max_length=120)]


class ReviewedAction(_Body):
    """A candidate of a review."""

    action: ActionText
    visits: Annotated[int, Field(ge=0, lt=10**12)]
    value: Annotated[float, Field(gt=-10_000, lt=10_000)]
    win_chance: Annotated[float, Field(ge=0, le=1)]
    line: Annotated[list[ActionText], Field(max_length=200)] = []


class ReviewedDecision(_Body):
    """A decision with its candidates from a review."""

    ply: Annotated[int, Field(ge=0, lt=10_000)]
    candidates: Annotated[list[ReviewedAction], Field(min_length=1, max_length=20)]


class Reviewed(_Body):
    """A record, and the candidates that a review found for its decisions."""

    record: Annotated[str, Field(max_length=LONGEST_FILE)]
    decisions: Annotated[list[ReviewedDecision], Field(max_length=1_000)]


class SandboxPosition(_Body):
    """A position, the actions to play in it, and the queries about the position after them."""

    game: Annotated[str, Field(max_length=16)]
    position: Annotated[str, Field(max_length=4_000)]
    actions: Annotated[list[ActionText], Field(max_length=20)] = []
    why: Annotated[list[ActionText], Field(max_length=20)] = []
    effects: bool = False

    deal: bool = False
    """Whether to draw one action of the dealer at random after `actions`."""


class CheckedPosition(_Body):
    """A position that was set up by hand, to be checked."""

    game: Annotated[str, Field(max_length=16)]
    position: Annotated[str, Field(max_length=4_000)]


class AnalysedPosition(_Body):
    """A position in the notation of positions. Only what its seat to move can see is analysed."""

    game: Annotated[str, Field(max_length=16)]
    position: Annotated[str, Field(max_length=4_000)]
    best: Annotated[int, Field(ge=1, le=5)] = 3
    """How many of the best actions are wanted."""
    seconds: Annotated[float, Field(gt=0, le=60)] = 5.0


MOST_NODES = 1_000
Remark = Annotated[str, Field(max_length=2_000)]


class NodeEvaluation(_Body):
    """The evaluation of an action from the point of view of the seat that played it."""

    win_chance: Annotated[float, Field(ge=0, le=1)]
    value: Annotated[float, Field(gt=-10_000, lt=10_000)]
    visits: Annotated[int, Field(ge=0, lt=10**12)]


class TreeNode(_Body):
    """An action in a tree of variations."""

    parent: Annotated[int, Field(ge=0, le=MOST_NODES)]
    """The node that this one follows: 0 is the start, 1 the first node of the list, and so on."""
    action: ActionText
    comment: Remark = ""
    evaluation: NodeEvaluation | None = None


class Tree(_Body):
    """A position and the actions tried from it. The first of several nodes with the same parent is
    the main line."""

    game: Annotated[str, Field(max_length=16)]
    position: Annotated[str, Field(max_length=4_000)] = ""
    """The position at the root. Left out: the start of a game with these options."""
    options: Annotated[dict[OptionName, OptionValue], Field(max_length=8)] = {}
    names: Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=4)] = []
    comment: Remark = ""
    nodes: Annotated[list[TreeNode], Field(max_length=MOST_NODES)] = []


class TreeSource(_Body):
    """A tree, or a record that holds one."""

    tree: Tree | None = None
    record: Annotated[str, Field(max_length=LONGEST_FILE)] | None = None


class PuzzleTry(_Body):
    """All decisions in a puzzle so far, the new one last."""

    actions: Annotated[list[ActionText], Field(min_length=1, max_length=10)]


class Mistake(_Body):
    """A decision of a finished game, and the candidates of its review, the best first."""

    game: Annotated[str, Field(max_length=16)]
    position: Annotated[str, Field(max_length=4_000)]
    played: ActionText
    candidates: Annotated[list[ReviewedAction], Field(min_length=1, max_length=20)]


class MistakeHint(Mistake):
    n: Annotated[int, Field(ge=1, le=10)] = 1


class MistakeTry(Mistake):
    action: ActionText


class MistakeSolution(Mistake):
    found: ReviewedAction | None = None
    """The right action that the client has found, if it is not the best one: the `candidate` from
    the verdict."""


Language = Annotated[str, Field(pattern=f"^(?:{'|'.join(LANGUAGES)})$", examples=list(LANGUAGES))]
Theme = Literal["light", "dark"]
ShownName = Annotated[str, Field(max_length=100)]


class Picture(_Body):
    """A position to be drawn, with marks and arrows."""

    position: Annotated[str, Field(max_length=4_000)]
    theme: Theme = "light"
    names: Annotated[list[ShownName], Field(max_length=4)] = []
    last: ActionText = ""
    """The action that led here."""
    mover: Annotated[int, Field(ge=0, le=3)] | None = None
    """The seat that played it."""
    arrows: Annotated[list[ActionText], Field(max_length=8)] = []
