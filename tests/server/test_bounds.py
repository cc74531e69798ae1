"""The number of a guest's requests is not limited, but their cost is. Actions, rows and reads are
counted, never time."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from loseta.azul import State as AzulState
from loseta.duel import State as DuelState
from loseta.game import Refusal
from loseta.server.match.allowances import ALLOWANCES
from loseta.server.match.command_handlers import CommandHandlers
from loseta.server.match.commands import Act, CommandId, Say
from loseta.server.match.log import GameLog
from loseta.server.match.missed_events import missed_events
from loseta.server.match.recent_events import MOST_MISSED, AppliedEvent
from loseta.server.match.serializers import event_json, position_json
from loseta.server.match.state_history import CHECKPOINT_EVERY, taken_back
from loseta.server.match.step_states import follow
from loseta.server.refusals import Refused, code_of
from loseta.server.room.bus import LocalBus
from loseta.server.room.room import Room
from loseta.server.store import EventRow

from ..support import for_all
from .game_logs import Play, everything
from .games import VARIANTS, Party
from .games import code_of as refused_code
from .servers import ServerProcess, run
from .test_match import World, heard, in_world, listener


@pytest.fixture
def applied(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """All actions that are played in any state."""
    played: list[Any] = []
    for kind in (AzulState, DuelState):
        monkeypatch.setattr(kind, "apply", _counting(kind.apply, played))
    return played


def _counting(apply: Callable[..., Any], played: list[Any]) -> Callable[..., Any]:
    def counting(state: Any, action: Any, *, check: bool = True) -> Any:
        played.append(action)
        return apply(state, action, check=check)

    return counting


def undo(play: Play, seat: int) -> None:
    play.do(lambda handlers: handlers.undo(seat, play.log.ply))


def say(play: Play, seat: int) -> None:
    play.do(lambda handlers: handlers.say(seat, "hello"))


def loaded(play: Play) -> GameLog:
    log = play.fresh()
    log.load(play.rows)
    return log


def in_the_middle(kind: str, steps: int, **options: Any) -> tuple[Play, int]:
    """A game of so many steps in which the seat to move can undo what it does next."""
    play = Play(kind, seed="3", **options)
    chance = random.Random(3)
    for seat in play.random_steps(chance, 1_000):
        if play.log.ply >= steps and play.log.waiting() == {seat}:
            before = len(play.rows)
            play.act(seat, play.log.state.legal_actions()[0].text)
            try:
                undo(play, seat)
            except Refused:
                continue
            assert len(play.rows) == before + 2
            return play, seat
    raise AssertionError("no such game")


# --- Loading --------------------------------------------------------------------------------------

COMMANDS = (*("act",) * 5, "undo", "undo", "ask", "agree", "refuse", "say", "leave", "return")


def random_commands(play: Play, chance: random.Random, most: int) -> None:
    """Whatever players may do, at random; most of it is refused."""
    for _ in range(most):
        seat = chance.randrange(play.log.state.seats)
        play.now += chance.randrange(40)

        def decide(
            handlers: CommandHandlers, name: str = chance.choice(COMMANDS), seat: int = seat
        ) -> None:
            match name:
                case "act":
                    mover = chance.choice(sorted(play.log.waiting()) or [0])
                    legal = play.log.state_for(mover).legal_actions()
                    text = chance.choice(legal).text if legal else "CKF"
                    handlers.act(mover, play.log.ply, [text])
                case "undo":
                    handlers.undo(seat, play.log.ply)
                case "ask":
                    handlers.ask(seat)
                case "agree" | "refuse":
                    handlers.answer(seat, name == "agree")
                case "say":
                    handlers.say(seat, "hello")
                case "leave":
                    handlers.stand_in(seat, "greedy")
                case "return":
                    handlers.come_back(seat)

        with contextlib.suppress(Refusal):
            play.do(decide)


GAMES = st.tuples(
    st.sampled_from(sorted(VARIANTS)),
    st.integers(0, 2**32),
    st.booleans(),
    st.sampled_from([{}, {1: "greedy"}]),
)


@for_all(GAMES, 60, few=10)
def test_a_loaded_game_is_the_one_that_was_played(
    game: tuple[str, int, bool, dict[int, str]],
) -> None:
    """What was taken back is not played again, and yet everything is as if it had been: the clock
    too, whose time the steps have used."""
    kind, seed, clocked, levels = game
    play = Play(kind, seed=str(seed), levels=levels, clock=(100_000, 70) if clocked else None)
    random_commands(play, random.Random(seed), 150)
    one_by_one, all_at_once = play.replayed(), loaded(play)
    assert everything(all_at_once) == everything(one_by_one)
    play.log.dealer.below(2**32 - 1)  # each comparison draws from both
    all_at_once = loaded(play)
    for name in ("take_backs", "phrases", "returns"):
        for seat in range(play.log.state.seats):
            has = play.log.allowances.has(name, seat)
            assert all_at_once.allowances.has(name, seat) == has


def test_steps_that_were_taken_back_are_not_played_by_a_load(applied: list[Any]) -> None:
    play, seat = in_the_middle("duel", 40)
    ply = play.log.ply
    for _ in range(ALLOWANCES["take_backs"].since_progress - 1):
        play.act(seat, play.log.state.legal_actions()[0].text)
        undo(play, seat)
    assert len(taken_back(play.rows)) >= ALLOWANCES["take_backs"].since_progress
    applied.clear()
    log = loaded(play)
    assert len(applied) == ply == log.ply
    assert everything(log) == everything(play.log)


def test_with_a_clock_each_of_them_is_played_once(applied: list[Any]) -> None:
    """For whose turn it was after each of them decides whose time ran."""
    play, seat = in_the_middle("duel", 40, clock=(10**7, 0))
    ply, plays = play.log.ply, ALLOWANCES["take_backs"].since_progress - 1
    for _ in range(plays):
        play.act(seat, play.log.state.legal_actions()[0].text)
        play.now += 10
        undo(play, seat)
    applied.clear()
    log = loaded(play)
    assert len(applied) == ply + len(taken_back(play.rows))
    assert everything(log) == everything(play.log)


def test_choices_that_were_changed_are_not_played_by_a_load(applied: list[Any]) -> None:
    play = next(_choosing())
    seat = min(play.log.waiting())
    for _ in range(ALLOWANCES["take_backs"].since_progress):
        play.act(seat, play.log.state_for(seat).legal_actions()[0].text)
        undo(play, seat)
    applied.clear()
    loaded(play)
    choosing = 3 * len(play.log.choices or ())  # finds out, once, who still chooses
    assert len(applied) <= play.log.ply + choosing + play.log.state.seats


def _choosing() -> Iterator[Play]:
    for seed in range(100):
        play = Play("azul-2-gray", seed=str(seed))
        for _ in play.random_steps(random.Random(seed)):
            if play.log.choices is not None and len(play.log.choices) == 2:
                yield play
                break


@pytest.mark.parametrize("kind", ["duel", "azul-4"])
def test_going_back_plays_few_steps_again(kind: str, applied: list[Any]) -> None:
    """However long the game is."""
    play = Play(kind, seed="3")
    chance = random.Random(8)
    most = backs = 0
    for seat in play.random_steps(chance, 150):
        if chance.random() < 0.7:
            continue
        try:
            play.do(lambda handlers, seat=seat: handlers.ask(seat))  # type: ignore[misc]
        except Refused:
            continue
        for other in sorted(play.log.persons() - {seat}):
            applied.clear()
            play.do(lambda handlers, other=other: handlers.answer(other, True))  # type: ignore[misc]
        backs += 1
        most = max(most, len(applied))
    assert backs > 10
    assert play.log.ply > 3 * CHECKPOINT_EVERY
    assert most < CHECKPOINT_EVERY
    assert everything(play.replayed()) == everything(play.log)


# --- Coming back ----------------------------------------------------------------------------------


def told_again(play: Play, seen: int) -> list[AppliedEvent]:
    """What was missed since an event, by playing the whole game once more."""
    log, told = play.fresh(), list[AppliedEvent]()
    for row in play.rows:
        if row.number <= seen:
            log.apply_event(row)
        elif seen:
            follow(log, told, row)
        else:
            told.append(log.apply_event(row))
    return told


def as_json(log: GameLog, events: list[AppliedEvent]) -> list[Any]:
    return [event_json(log, each, viewer) for viewer in (None, 0) for each in events]


@pytest.mark.parametrize("is_loaded", [False, True])
@pytest.mark.parametrize("clocked", [False, True])
@pytest.mark.parametrize("kind", ["azul-2", "azul-3-gray", "duel"])
def test_what_was_missed_is_told_from_memory(kind: str, clocked: bool, is_loaded: bool) -> None:
    play = Play(kind, "1", {2: "greedy"}, (10**7, 10) if clocked else None)
    random_commands(play, random.Random(1), 150)
    log = loaded(play) if is_loaded else play.log
    assert taken_back(play.rows)
    for seen in range(0, log.number + 1, 13):
        missed = missed_events(log, seen)
        assert missed is not None
        assert as_json(log, missed) == as_json(log, told_again(play, seen)), seen


def test_coming_back_reads_nothing_and_plays_little(tmp_path: Path, applied: list[Any]) -> None:
    async def use(world: World) -> None:
        room = Room(await world.copy(), LocalBus())
        log = room.match.log
        assert log is not None
        for _ in range(30):
            (seat,) = log.waiting()
            await room.execute(seat, None, act(log))
        reads: list[str] = []
        events = world.store.events

        async def noted(game: str, after: int = 0) -> list[EventRow]:
            reads.append(game)
            return await events(game, after)

        world.store.events = noted  # type: ignore[method-assign]
        for seen, most in ((log.number - 3, CHECKPOINT_EVERY + 3), (0, 0), (log.number, 0)):
            applied.clear()
            ana = listener("ana", 0)
            await room.snapshot(ana, seen)
            (told,) = heard(ana)
            assert [each["number"] for each in told["events"]] == list(
                range(seen + 1, log.number + 1)
            )
            assert len(applied) <= most
        assert reads == []

    in_world(tmp_path, use)


def test_who_has_missed_too_much_gets_the_game_as_it_stands() -> None:
    play = Play("azul-2")
    for _ in play.random_steps(random.Random(1)):
        for seat in (0, 1):
            until_refused(lambda seat=seat: say(play, seat))  # type: ignore[misc]
    assert play.log.number > MOST_MISSED
    assert missed_events(play.log, play.log.number - MOST_MISSED) is not None
    assert missed_events(play.log, play.log.number - MOST_MISSED - 1) is None


# --- Events that do not bring the game on --------------------------------------------------------


def until_refused(do: Callable[[], object], most: int = 2_000) -> str:
    for _ in range(most):
        try:
            do()
        except Refusal as refusal:
            return code_of(refusal)
    raise AssertionError("it never ends")


def test_phrases_are_counted_by_turn_and_by_game() -> None:
    play = Play("azul-2")
    rows = len(play.rows)
    assert until_refused(lambda: say(play, 0)) == "enough_phrases"
    assert len(play.rows) == rows + ALLOWANCES["phrases"].since_progress
    say(play, 1)  # another has not said anything yet
    (seat,) = play.log.waiting()
    play.act(seat, play.log.state.legal_actions()[0].text)
    say(play, 0)  # the game has gone on
    for _ in play.random_steps(random.Random(1)):
        until_refused(lambda: say(play, 0))
    said = sum(row.kind == "say" and row.seat == 0 for row in play.rows)
    assert said == ALLOWANCES["phrases"].in_a_game
    assert until_refused(lambda: say(play, 1)) == "enough_phrases"  # after the end, too


@pytest.mark.parametrize("kind", ["duel", "azul-2-gray"])
def test_undoing_is_counted(kind: str) -> None:
    if kind == "duel":
        play, seat = in_the_middle("duel", 20)
    else:
        play = next(_choosing())
        seat = min(play.log.waiting())
    rows = len(play.rows)

    def again() -> None:
        play.act(seat, play.log.state_for(seat).legal_actions()[0].text)
        undo(play, seat)

    assert until_refused(again) == "enough_take_backs"
    assert len(play.rows) <= rows + 2 * ALLOWANCES["take_backs"].since_progress + 1


def test_asking_a_computer_to_take_back_is_counted() -> None:
    play = Play("azul-2", levels={1: "greedy"})
    if play.log.waiting() == {1}:
        play.act(1, play.log.state.legal_actions()[0].text)
    rows = len(play.rows)

    def again() -> None:
        for seat in (0, 1):
            play.act(seat, play.log.state.legal_actions()[0].text)
        play.do(lambda handlers: handlers.ask(0))

    assert until_refused(again) == "enough_take_backs"
    assert len(play.rows) == rows + 4 * ALLOWANCES["take_backs"].since_progress + 2
    for seat in (0, 1):
        play.act(seat, play.log.state.legal_actions()[0].text)
    play.do(lambda handlers: handlers.ask(0))  # further than ever before


def test_asking_and_refusing_is_counted() -> None:
    play = Play("azul-2")
    (seat,) = play.log.waiting()
    play.act(seat, play.log.state.legal_actions()[0].text)
    rows = len(play.rows)

    def again() -> None:
        play.do(lambda handlers: handlers.ask(seat))
        play.do(lambda handlers: handlers.answer(1 - seat, False))

    assert until_refused(again) == "enough_take_backs"
    assert len(play.rows) == rows + 2 * ALLOWANCES["take_backs"].since_progress


def test_who_comes_and_goes_all_the_time_waits_until_the_game_has_gone_on() -> None:
    play = Play("azul-2")
    (seat,) = play.log.waiting()
    rows = len(play.rows)

    def again() -> None:
        play.do(lambda handlers: handlers.stand_in(seat, "greedy"))
        play.do(lambda handlers: handlers.come_back(seat))

    assert until_refused(again) == "enough_returns"
    assert len(play.rows) == rows + 2 * ALLOWANCES["returns"].since_progress + 1
    assert play.log.computer_at(seat)  # it plays on, so nobody is kept waiting
    play.act(seat, play.log.state.legal_actions()[0].text)
    play.do(lambda handlers: handlers.come_back(seat))


def test_offers_of_a_rematch_are_counted() -> None:
    play = Play("azul-2")
    play.do(lambda handlers: handlers.resign(0))
    rows = len(play.rows)

    def again() -> None:
        play.do(lambda handlers: handlers.offer_rematch(0))
        play.do(lambda handlers: handlers.decline_rematch(0))

    assert until_refused(again) == "enough_offers"
    assert len(play.rows) == rows + 2 * ALLOWANCES["offers"].since_progress


def test_what_may_no_longer_be_undone_is_not_offered() -> None:
    play, seat = in_the_middle("duel", 20)
    while play.log.allowances.has("take_backs", seat):
        play.act(seat, play.log.state.legal_actions()[0].text)
        assert position_json(play.log, seat)["undo"]
        undo(play, seat)
    play.act(seat, play.log.state.legal_actions()[0].text)
    assert not position_json(play.log, seat)["undo"]
    with pytest.raises(Refused):
        undo(play, seat)


# --- Commands that are sent again -----------------------------------------------------------------


def act(log: GameLog) -> Act:
    return Act(log.ply, [log.state.legal_actions()[0].text])


def test_a_command_that_is_sent_again_is_answered_from_memory(
    tmp_path: Path, applied: list[Any]
) -> None:
    """No commit that must fail, which would split the group of all tables, and no load."""

    async def use(world: World) -> None:
        match = await world.copy()
        first = await match.execute(0, CommandId("c1", "said"), Say("hello"))
        log = match.log
        reads: list[str] = []
        for name in ("append", "events", "carried_out", "game"):
            setattr(world.store, name, refusing(name, reads))
        applied.clear()
        for _ in range(5):
            again = await match.execute(0, CommandId("c1", "said"), Say("hello"))
            assert (again.number, again.events) == (first.number, ())
        with pytest.raises(Refused) as refused:
            await match.execute(0, CommandId("c1", "other"), Say("bye"))
        assert refused.value.code == "id_used"
        assert match.log is log
        assert applied == reads == []

    in_world(tmp_path, use)


def refusing(name: str, asked: list[str]) -> Callable[..., Any]:
    async def refuse(*_: Any) -> Any:
        asked.append(name)
        raise AssertionError(f"the store was asked: {name}")

    return refuse


# --- Over the network ---------------------------------------------------------------------------


def test_a_server_bounds_what_a_seat_may_repeat(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Party(shared_server.url, "duel", {}) as party:
            seat = next(each for each in party.seats if each.legal)
            before = seat.number
            assert await refused_code(forever(lambda: seat.command("say", phrase="hello"))) == (
                "enough_phrases"
            )

            async def undo_and_act() -> None:
                await seat.act(seat.legal[0]["action"])
                await seat.wait_until(lambda: seat.position["undo"])
                await seat.command("undo", ply=seat.position["ply"])
                await seat.wait_until(lambda: bool(seat.legal))

            for _ in range(ALLOWANCES["take_backs"].since_progress):
                await undo_and_act()
            await seat.act(seat.legal[0]["action"])
            assert not seat.position["undo"]
            undo = seat.command("undo", ply=seat.position["ply"])
            assert await refused_code(undo) == "enough_take_backs"
            phrases, backs = (ALLOWANCES[what].since_progress for what in ("phrases", "take_backs"))
            await seat.wait_until(lambda: seat.number == before + phrases + 2 * backs + 1)

    run(test())


async def forever(do: Callable[[], Any]) -> None:
    for _ in range(2_000):
        await do()
