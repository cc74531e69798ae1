"""The bodies of HTTP requests."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from loseta.record import LONGEST_FILE
from loseta.server.room.table_setup import TableSetup


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


OptionName = Annotated[str, Field(max_length=20)]
OptionValue = Annotated[str, Field(max_length=60)]
Player = Annotated[str, Field(max_length=16, examples=["me", "open", "greedy", "ai:5"])]


class Guest(_Body):
    name: Annotated[str, Field(min_length=1, max_length=100)]


class ClockBody(_Body):
    """For each player; the increment is added after each of its turns."""

    seconds: Annotated[int, Field(ge=10, le=86_400 * 14)]
    increment: Annotated[int, Field(ge=0, le=86_400)] = 0


class Start(_Body):
    """Where a game begins: at a step of one that is over, or from any position."""

    table: Annotated[str, Field(max_length=48)] = ""
    """Its id, or a link that shares it (`GET /tables/{table}/link`)."""
    ply: Annotated[int, Field(ge=0, le=10_000)] = 0
    position: Annotated[str, Field(max_length=4_000)] = ""


class NewTable(_Body):
    game: Annotated[str, Field(max_length=16, examples=["azul", "duel"])]
    options: Annotated[dict[OptionName, OptionValue], Field(max_length=8)] = {}
    seats: Annotated[list[Player], Field(min_length=2, max_length=4)]
    private: bool = False
    """Spectators are not let in."""
    listed: bool = False
    """Anybody may take an open seat; otherwise those who have an invitation."""
    hints: bool | None = None
    """Left out: yes, unless there is a clock."""
    clock: ClockBody | None = None
    seed: Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[ -~]+$")] | None = None
    """A seed for the dealer, so that the same tiles come; only if all others are computers. Left
    out: a secret one, published at the end."""
    start: Start | None = None

    def setup(self, start: str | None = None, origin: str | None = None) -> TableSetup:
        """`start`: the position from which the game begins; `origin`: where that comes from."""
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
    """Left out: any seat of a table that is open to anybody."""


class Filling(_Body):
    seat: Annotated[int, Field(ge=0, le=3)]
    level: Player


class Upload(_Body):
    """A record as text."""

    record: Annotated[str, Field(max_length=LONGEST_FILE)]


class Analysis(_Body):
    """A position in the notation of positions; what is hidden in it stays so."""

    game: Annotated[str, Field(max_length=16)]
    position: Annotated[str, Field(max_length=4_000)]
    seconds: Annotated[float, Field(gt=0, le=60)] = 1.0


class Review(_Body):
    """A record, and how long to think about each decision in it."""

    record: Annotated[str, Field(max_length=LONGEST_FILE)]
    seconds: Annotated[float, Field(gt=0, le=60)] = 0.3
    when_idle: bool = False
    """Refused (`thinking`) while workers are needed for something else."""


ActionText = Annotated[str, Field(max_length=120)]


class ReviewedAction(_Body):
    """A candidate of a review."""

    action: ActionText
    visits: Annotated[int, Field(ge=0, lt=10**12)]
    value: Annotated[float, Field(gt=-10_000, lt=10_000)]
    win_chance: Annotated[float, Field(ge=0, le=1)]
    line: Annotated[list[ActionText], Field(max_length=200)] = []


class ReviewedDecision(_Body):
    """What a review said of a decision."""

    ply: Annotated[int, Field(ge=0, lt=10_000)]
    candidates: Annotated[list[ReviewedAction], Field(min_length=1, max_length=20)]


class Reviewed(_Body):
    """A record, and what a review said of its decisions."""

    record: Annotated[str, Field(max_length=LONGEST_FILE)]
    decisions: Annotated[list[ReviewedDecision], Field(max_length=1_000)]


class SandboxPosition(_Body):
    """A position, what to play in it, and what to ask about afterwards."""

    game: Annotated[str, Field(max_length=16)]
    position: Annotated[str, Field(max_length=4_000)]
    actions: Annotated[list[ActionText], Field(max_length=20)] = []
    why: Annotated[list[ActionText], Field(max_length=20)] = []
    effects: bool = False

    deal: bool = False
    """Then one action of the dealer is drawn at random."""


class CheckedPosition(_Body):
    """A position that is set up by hand."""

    game: Annotated[str, Field(max_length=16)]
    position: Annotated[str, Field(max_length=4_000)]


class AnalysedPosition(_Body):
    """A position in the notation of positions; what is hidden in it stays so."""

    game: Annotated[str, Field(max_length=16)]
    position: Annotated[str, Field(max_length=4_000)]
    best: Annotated[int, Field(ge=1, le=5)] = 3
    """How many actions are looked at."""
    seconds: Annotated[float, Field(gt=0, le=60)] = 5.0


MOST_NODES = 1_000
Remark = Annotated[str, Field(max_length=2_000)]


class NodeEvaluation(_Body):
    """The evaluation of an action, from the side of the seat that played it."""

    win_chance: Annotated[float, Field(ge=0, le=1)]
    value: Annotated[float, Field(gt=-10_000, lt=10_000)]
    visits: Annotated[int, Field(ge=0, lt=10**12)]


class TreeNode(_Body):
    """An action in a tree of variations."""

    parent: Annotated[int, Field(ge=0, le=MOST_NODES)]
    """The node that it follows: 0 is the start, 1 the first node of the list, and so on."""
    action: ActionText
    comment: Remark = ""
    evaluation: NodeEvaluation | None = None


class Tree(_Body):
    """A position and the actions tried from it. Of several nodes with the same parent, the first is
    the main line."""

    game: Annotated[str, Field(max_length=16)]
    position: Annotated[str, Field(max_length=4_000)] = ""
    """Left out: the start of a game with these options."""
    options: Annotated[dict[OptionName, OptionValue], Field(max_length=8)] = {}
    names: Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=4)] = []
    comment: Remark = ""
    nodes: Annotated[list[TreeNode], Field(max_length=MOST_NODES)] = []


class TreeSource(_Body):
    """A tree, or a record that holds one."""

    tree: Tree | None = None
    record: Annotated[str, Field(max_length=LONGEST_FILE)] | None = None


class PuzzleTry(_Body):
    """All decisions of a puzzle so far, the new one last."""

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
    """The right action that was found, if it is not the best one: the `candidate` of an answer."""


Language = Literal["en", "es"]
Theme = Literal["light", "dark"]
ShownName = Annotated[str, Field(max_length=100)]


class Picture(_Body):
    """A position to be drawn, with what is pointed at in it."""

    position: Annotated[str, Field(max_length=4_000)]
    theme: Theme = "light"
    names: Annotated[list[ShownName], Field(max_length=4)] = []
    last: ActionText = ""
    """The action that led here."""
    mover: Annotated[int, Field(ge=0, le=3)] | None = None
    """The seat that played it."""
    arrows: Annotated[list[ActionText], Field(max_length=8)] = []
