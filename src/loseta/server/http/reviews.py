"""Reviews: the search's candidates for every decision of a game, streamed one by one.

A review is made once for all clients that ask for it. It is cached for later ones, as far as memory
allows.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import orjson

from loseta.game import State
from loseta.games import has_part
from loseta.puzzles.part import variant_name
from loseta.record import Record
from loseta.server.http.background import Background
from loseta.server.match.codecs import codec_for
from loseta.server.match.comparison import why_better
from loseta.server.refusals import Refused, error_json
from loseta.server.workers import Thinking, ThinkingFailed
from loseta.study.account import account_of
from loseta.study.accuracy import accuracies, judged, needs_following
from loseta.study.likeness import calibration

LOG = logging.getLogger(__name__)
MOST_BYTES = 8 * 2**20
"""The memory for cached reviews: enough for about a hundred."""
PATIENCE = 4.0
"""Seconds for which a review with `when_idle` waits for an idle worker."""
POLL_SECONDS = 0.2
"""Seconds between two checks for an idle worker."""
WORTH_A_REASON = 0.05
"""The smallest loss of win chance for which a decision is explained."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a seat that had more than one legal action."""

    ply: int
    """The number of actions before it."""
    seat: int
    round: int
    view: str
    """The seat's view, as a position."""
    played: str
    state: State
    """The state before it."""
    reply: Any = None
    """The action that another actor (a seat or the dealer) played directly after it, if one did."""

    def as_line(self, candidates: list[dict[str, Any]]) -> dict[str, Any]:
        """The decision as a line of a review."""
        return {
            "ply": self.ply,
            "seat": self.seat,
            "round": self.round,
            "played": self.played,
            "candidates": candidates,
        }


def decisions(record: Record) -> Iterator[Decision]:
    """All decisions of a record in which the seat to move had a choice."""
    state, actions = record.start(), record.actions
    for ply, action in enumerate(actions):
        seat, before = state.to_move, None
        if seat is not None and seat >= 0 and len(state.legal_actions()) > 1:
            before = state.copy()
        state.apply(action)
        if before is not None and seat is not None:
            follows = state.to_move not in (None, seat) and ply + 1 < len(actions)
            reply = actions[ply + 1] if follows else None
            view = before.view(seat).to_text()
            yield Decision(ply, seat, before.round, view, action.text, before, reply)


@dataclass(eq=False, slots=True)
class _Review:
    """A review in the making: its lines so far, and who waits for more."""

    lines: list[bytes] = field(default_factory=list)
    grown: asyncio.Event = field(default_factory=asyncio.Event)
    done: bool = False
    failed: bool = True
    """False once the review is complete."""
    listeners: int = 0
    task: asyncio.Task[None] | None = None

    def add(self, *lines: bytes, done: bool = False) -> None:
        self.lines += lines
        self.done = self.done or done
        self.grown.set()
        self.grown = asyncio.Event()

    @property
    def size(self) -> int:
        return sum(map(len, self.lines))


class Reviews:
    """All reviews of a server. A guest follows one at a time; asking for another ends the one
    before."""

    def __init__(self, pool: Thinking, background: Background) -> None:
        self._pool = pool
        self._background = background
        self._newest: dict[str, object] = {}
        self._reviews: OrderedDict[str, _Review] = OrderedDict()
        self.most_bytes = MOST_BYTES
        self.patience = PATIENCE

    async def wait_until_idle(self, record: Record, seconds: float) -> None:
        """Wait until a review is cached or a worker is idle; the workers may still be busy with the
        last move of the game. Raises Refused if that takes too long."""
        key, end = _key(record, seconds), asyncio.get_running_loop().time() + self.patience
        while key not in self._reviews and not self._pool.is_idle:
            if asyncio.get_running_loop().time() >= end:
                raise Refused("thinking")
            await asyncio.sleep(POLL_SECONDS)

    async def lines(
        self, identity: str, record: Record, seconds: float, lang: str
    ) -> AsyncIterator[bytes]:
        """Stream a review as lines of JSON: first the number of decisions, then one line for each
        decision as soon as its loss is known, last the accuracy of each seat. A review that nobody
        follows any more is given up."""
        mine = self._newest[identity] = object()
        key = _key(record, seconds)
        review = self._reviews.get(key)
        if review is None:
            review = self._reviews[key] = _Review()
            review.task = asyncio.create_task(self._make(review, record, seconds))
        self._reviews.move_to_end(key)
        review.listeners += 1
        try:
            sent = 0
            while self._newest.get(identity) is mine:
                grown = review.grown
                for line in review.lines[sent:]:
                    sent += 1
                    yield line
                    if self._newest.get(identity) is not mine:
                        return
                if review.done and sent == len(review.lines):
                    break
                if sent == len(review.lines):
                    await grown.wait()
            if review.failed:
                async for line in refusal_line(Refused("no_thought"), lang):
                    yield line
        finally:
            review.listeners -= 1
            self._release(key, review)
            if self._newest.get(identity) is mine:
                del self._newest[identity]

    async def _make(self, review: _Review, record: Record, seconds: float) -> None:
        seats = record.start().seats
        waiting: dict[str, Any] | None = None
        """A decision whose loss can only be judged with the one after it."""
        try:
            all_of_them = await self._background.in_slices(decisions(record))
            review.add(_line({"decisions": len(all_of_them)}))
            plies = {each.ply for each in all_of_them}
            lines: list[dict[str, Any]] = []
            for each in all_of_them:
                candidates = await self._pool.think(
                    record.game.name, each.view, seconds, also=each.played
                )
                line = each.as_line(candidates)
                line |= await self._background.in_thread(explained, record, each, candidates)
                lines.append(line)
                if waiting is not None:
                    review.add(_line(judged(waiting, line, seats)))
                    waiting = None
                if each.ply + 1 in plies and needs_following(line, seats):
                    waiting = line
                else:
                    review.add(_line(judged(line, None, seats)))
            review.add(_line({"accuracy": accuracy_of(record, lines, seconds)}))
            review.failed = False
        except ThinkingFailed:
            pass  # `lines` reports it to the clients
        except Exception:
            LOG.exception("a review could not be made")
        finally:
            if waiting is not None:
                review.add(_line(judged(waiting, None, seats)))
            review.add(done=True)

    def _release(self, key: str, review: _Review) -> None:
        """Cancel and drop a review that is unfinished or failed and has no listeners, then drop the
        least recently used reviews that exceed the memory."""
        if review.listeners == 0 and not (review.done and not review.failed):
            if review.task is not None:
                review.task.cancel()
            if self._reviews.get(key) is review:
                del self._reviews[key]
        size = sum(each.size for each in self._reviews.values())
        for old, each in list(self._reviews.items()):
            if size <= self.most_bytes:
                break
            if each.listeners == 0:
                size -= each.size
                with suppress(KeyError):
                    del self._reviews[old]


def explained(
    record: Record, decision: Decision, candidates: list[dict[str, Any]]
) -> dict[str, Any]:
    """Why the best action was better than the played one: a reason, and an account of what the
    mistake gave away. Empty if the played action lost too little."""
    best = candidates[0]
    known = [each for each in candidates if each["action"] == decision.played]
    loss = best["win_chance"] - known[0]["win_chance"] if known else 1.0
    if best["action"] == decision.played or loss < WORTH_A_REASON:
        return {}
    played, better = map(record.game.action_from_text, (decision.played, best["action"]))
    codec = codec_for(record.game.name)
    reply = () if decision.reply is None else (decision.reply.text,)
    explanation = {
        "reason": why_better(codec, decision.state, played, better, decision.reply),
        "account": account_of(
            decision.state.view(decision.seat), decision.played, candidates, reply
        ),
    }
    return {name: value for name, value in explanation.items() if value}


def accuracy_of(
    record: Record, lines: Sequence[dict[str, Any]], seconds: float | None
) -> list[dict[str, Any]]:
    """The accuracy of each seat, in the whole game and in each round. If the review took the same
    time per decision as the calibration, it also says which level the seat played like."""
    state, game = record.start(), record.game.name
    known = None
    if seconds is not None and not record.position and has_part("puzzles", game):
        known = calibration(variant_name(game, record.options))
    return [
        {
            "seat": found.seat,
            "percentage": round(found.whole.percentage, 1),
            "decisions": found.whole.decisions,
            "rounds": {
                str(number): round(each.percentage, 1) for number, each in found.rounds.items()
            },
            "like": known.like(found.whole) if known and known.seconds == seconds else None,
        }
        for found in accuracies(lines, state.seats)
    ]


async def refusal_line(refused: Refused, lang: str) -> AsyncIterator[bytes]:
    yield _line({"error": error_json(refused, lang)})


def _key(record: Record, seconds: float) -> str:
    """The cache key of a review. It is the same for the same game, whatever the players' names."""
    actions = " ".join(action.text for action in record.actions)
    text = f"{record.game.name} {record.options} {record.position} {actions} {seconds}"
    return hashlib.sha256(text.encode()).hexdigest()


def _line(content: dict[str, object]) -> bytes:
    return orjson.dumps(content) + b"\n"
