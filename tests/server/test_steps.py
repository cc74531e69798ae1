"""Steps carry their states: the messages suffice to show every step of a game."""

from __future__ import annotations

import random
from typing import Any

import orjson
import pytest

from loseta.games import game_named
from loseta.server.match.codecs import GameCodec
from loseta.server.match.command_handlers import CommandHandlers
from loseta.server.match.log import GameLog
from loseta.server.match.serializers import (
    Shared,
    event_json,
    frames_json,
    position_json,
    shared_event_json,
)


def plain(value: Any) -> Any:
    return orjson.loads(orjson.dumps(value))


@pytest.mark.parametrize(
    ("game", "options"),
    [("azul", {"players": "3"}), ("azul", {"wall": "gray"}), ("duel", {})],
)
def test_the_steps_that_are_told_are_those_of_the_history(
    game: str, options: dict[str, str]
) -> None:
    log = GameLog(game_named(game), options, "any", {})
    chance = random.Random(1)
    viewers: list[int | None] = [None, *range(log.state.seats)]
    steps: dict[int | None, list[dict[str, Any]]] = {viewer: [] for viewer in viewers}
    several = scored = 0

    def tell(handlers: CommandHandlers) -> None:
        nonlocal several, scored
        shared = Shared()
        for viewer in chance.sample(viewers, len(viewers)):
            told = [plain(event_json(log, each, viewer)) for each in handlers.new_events]
            now = plain(position_json(log, viewer))
            # In whatever order the viewers are served, the shared part is what each may know.
            assert plain(position_json(log, viewer, shared)) == now
            for each, alone in zip(handlers.new_events, told, strict=True):
                assert plain(shared_event_json(log, each, viewer, shared)) == alone
            # While all choose in private, a viewer's own board is ahead of the game.
            shown = None if now.get("choosing") else now["state"]
            for each in told:
                if each["kind"] in ("act", "deal"):
                    several += "state" in each
                    scored += "before_scoring" in each
                    assert ("before_scoring" in each) == bool(each["events"])
                    assert each["ply"] == len(steps[viewer])
                    steps[viewer].append({"state": shown, **each})
            assert not told or "state" not in told[-1], "that is the state of the message"

    handlers = CommandHandlers(log, 1)
    handlers.start()
    tell(handlers)
    while log.ending is None:
        seat = min(log.waiting())
        action = chance.choice(log.state_for(seat).legal_actions())
        handlers = CommandHandlers(log, 1)
        handlers.act(seat, log.ply, [action.text])
        tell(handlers)
    for viewer in viewers:
        frames = plain(list(frames_json(log, viewer)))[1:]
        assert len(frames) == len(steps[viewer]) > 30
        for frame, step in zip(frames, steps[viewer], strict=True):
            for name in ("action", "events", "scores", "before_scoring"):
                assert frame.get(name) == step.get(name), name
            assert step["state"] in (None, frame["state"])
    assert several
    assert scored


class CountingCodec:
    """A codec that counts the states that are made into JSON."""

    def __init__(self, codec: GameCodec) -> None:
        self._codec = codec
        self.states = 0

    def state(self, view: Any) -> Any:
        self.states += 1
        return self._codec.state(view)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codec, name)


def test_what_all_may_see_is_made_once_for_all() -> None:
    log = GameLog(game_named("azul"), {"players": "4"}, "any", {})
    counting = CountingCodec(log.codec)
    log.codec = counting
    CommandHandlers(log, 1).start()
    chance = random.Random(1)
    dealt = 0
    while log.ending is None:
        (seat,) = log.waiting()
        handlers = CommandHandlers(log, 1)
        handlers.act(seat, log.ply, [chance.choice(log.state.legal_actions()).text])
        counting.states, shared = 0, Shared()
        for viewer in (None, 0, 1, 2, 3):
            position_json(log, viewer, shared)
            for each in handlers.new_events:
                shared_event_json(log, each, viewer, shared)
        carried = [(each.state, each.before_scoring) for each in handlers.new_events]
        dealt += len(carried) > 1
        assert counting.states == 1 + sum(state is not None for both in carried for state in both)
    assert dealt


def test_the_stack_has_the_cost_of_a_draw() -> None:
    """D2.A3, D2.A5: what a draw costs the seat in turn; the page has no rule of its own."""
    chance, costs = random.Random(3), set[int]()
    for number in range(20):
        log = GameLog(game_named("duel"), {}, f"game {number}", {})
        CommandHandlers(log, 0).start()
        state = log.state.copy()
        while state.to_move is not None:
            if state.to_move < 0:
                state.apply(log.dealer.action(state))
                continue
            before = plain(log.codec.state(state))
            draws = [action for action in state.legal_actions() if action.text == "draw"]
            action = chance.choice(draws or state.legal_actions())
            scores, seat = state.scores, state.to_move
            state.apply(action)
            if draws:
                costs.add(before["stack"]["cost"])
                assert scores[seat] - state.scores[seat] == before["stack"]["cost"]
    assert costs == {0, 1}
