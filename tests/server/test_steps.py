"""Steps carry their states: what a page is told suffices to show every step of a game."""

from __future__ import annotations

import random
from typing import Any

import orjson
import pytest

from loseta.games import game_named
from loseta.server.match.command_handlers import CommandHandlers
from loseta.server.match.log import GameLog
from loseta.server.match.serializers import event_json, frames_json, position_json


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
        for viewer in viewers:
            told = [plain(event_json(log, each, viewer)) for each in handlers.new_events]
            now = plain(position_json(log, viewer))
            # While all choose in private, one's own board is ahead of the game.
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
