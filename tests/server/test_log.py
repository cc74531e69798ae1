"""A game is its events: what may be done, and that everything comes back from them."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from hypothesis import strategies as st

from loseta.game import Refusal
from loseta.server.match.clock import Clock, Outages
from loseta.server.match.command_handlers import CommandHandlers, seat_out_of_time
from loseta.server.refusals import Refused, code_of

from ..support import for_all
from .game_logs import Play, everything
from .games import VARIANTS


def refused(decide: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        decide()
    return code_of(caught.value)


@pytest.mark.parametrize("kind", VARIANTS)
def test_a_whole_game_comes_back_from_its_events(kind: str) -> None:
    play = Play(kind, clock=(60_000, 500))
    chance = random.Random(kind)
    for number, _ in enumerate(play.random_steps(chance)):
        play.now += chance.randrange(50)
        if number % 25 == 0:
            assert everything(play.replayed())["state"] == play.log.state.to_text()
    assert play.log.ending is not None
    assert everything(play.replayed()) == everything(play.log)


COMMANDS = ("act", "act", "act", "undo", "ask", "agree", "refuse", "say", "leave", "return")


GAMES = st.tuples(
    st.sampled_from(sorted(VARIANTS)),
    st.integers(0, 2**32),
    st.lists(st.tuples(st.sampled_from(COMMANDS), st.integers(0, 3)), min_size=20, max_size=80),
)


@for_all(GAMES, 60, few=10)
def test_whatever_players_do_comes_back_from_the_events(
    game: tuple[str, int, list[tuple[str, int]]],
) -> None:
    """Random commands, most of them refused: a refusal changes nothing, and all else is stored."""
    kind, seed, commands = game
    play = Play(kind, seed=str(seed), clock=(100_000, 100))
    chance = random.Random(seed)
    for name, number in commands:
        log = play.log
        seat = number % log.state.seats
        play.now += chance.randrange(30)

        def decide(handlers: CommandHandlers, name: str = name, seat: int = seat) -> None:
            legal = handlers.log.state_for(seat).legal_actions()
            actions = [chance.choice(legal).text] if legal else ["CKF"]
            match name:
                case "act":
                    handlers.act(seat, handlers.log.ply, actions)
                case "undo":
                    handlers.undo(seat, handlers.log.ply)
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

        before = play.replayed()
        try:
            play.do(decide)
        except Refusal:
            assert everything(before) == everything(play.replayed())
        assert play.replayed().state.to_text() == play.log.state.to_text()
        assert play.replayed().waiting() == play.log.waiting()
    assert everything(play.replayed()) == everything(play.log)


# --- Acting -----------------------------------------------------------------------------------


def test_only_the_seat_to_move_acts() -> None:
    play = Play("azul-2")
    (seat,) = play.log.waiting()
    text = play.log.state.legal_actions()[0].text
    assert refused(lambda: play.act(1 - seat, text)) == "not_your_turn"


def test_an_action_for_another_position_is_stale() -> None:
    play = Play("azul-2")
    (seat,) = play.log.waiting()
    text = play.log.state.legal_actions()[0].text
    old = play.log.ply
    play.act(seat, text)
    assert refused(lambda: play.do(lambda r: r.act(1 - seat, old, [text]))) == "stale"


def test_several_steps_are_done_all_or_none() -> None:
    play = Play("duel")
    (seat,) = play.log.waiting()
    plate = play.log.state.legal_actions()[0].text
    before = everything(play.replayed())
    assert refused(lambda: play.act(seat, plate, "@9n", "@1n")) == "turn_ended"
    assert refused(lambda: play.act(seat, plate, "nonsense")) == "not_an_action"
    assert refused(lambda: play.act(seat, plate, "3R4")) == "illegal"
    assert everything(play.replayed()) == before
    assert [each.row.kind for each in play.act(seat, plate, "@5n")][:2] == ["act", "act"]


# --- Undo and taking back -----------------------------------------------------------------------


def opened_duel(clock: tuple[int, int] | None = None) -> tuple[Play, int]:
    """A duel after the opening: who is to move."""
    play = Play("duel", seed="7", clock=clock)
    for _ in range(2):
        (seat,) = play.log.waiting()
        play.act(seat, play.log.state.legal_actions()[0].text, "@5n")
    (seat,) = play.log.waiting()
    return play, seat


def test_a_step_of_the_own_turn_can_be_undone() -> None:
    play = Play("duel")
    (seat,) = play.log.waiting()
    before = play.log.state.to_text()
    play.act(seat, play.log.state.legal_actions()[0].text)
    play.do(lambda handlers: handlers.undo(seat, play.log.ply))
    assert play.log.state.to_text() == before
    assert everything(play.replayed()) == everything(play.log)


def test_a_turn_that_is_over_cannot_be_undone() -> None:
    play, seat = opened_duel()
    take = next(a.text for a in play.log.state.legal_actions() if a.text.startswith("L"))
    play.act(seat, take)
    assert refused(lambda: play.do(lambda r: r.undo(seat, play.log.ply))) == "nothing_to_undo"
    assert refused(lambda: play.do(lambda r: r.undo(1 - seat, play.log.ply))) == ("nothing_to_undo")


def test_nothing_is_undone_across_a_draw() -> None:
    play, seat = opened_duel()
    play.act(seat, "draw")
    assert play.log.state.to_move == seat
    code = refused(lambda: play.do(lambda handlers: handlers.undo(seat, play.log.ply)))
    assert code in ("revealed", "nothing_to_undo")
    assert refused(lambda: play.do(lambda handlers: handlers.ask(seat))) == "revealed"


def test_a_kept_plate_has_been_shown() -> None:
    play, seat = opened_duel()
    play.act(seat, "draw")
    play.act(seat, "draw")
    if play.log.state.legal_actions()[0].text == "draw":
        play.act(seat, "stop")
    keep = play.log.state.legal_actions()[0].text
    assert keep.startswith("keep:")
    play.act(seat, keep)
    assert refused(lambda: play.do(lambda r: r.undo(seat, play.log.ply))) == "revealed"


def test_taking_back_needs_the_consent_of_all() -> None:
    play = Play("azul-3")
    (first,) = play.log.waiting()
    before = play.log.state.to_text()
    play.act(first, play.log.state.legal_actions()[0].text)
    (second,) = play.log.waiting()
    third = 3 - first - second
    play.do(lambda handlers: handlers.ask(first))
    assert refused(lambda: play.do(lambda r: r.ask(second))) == "already_asked"
    assert refused(lambda: play.do(lambda r: r.answer(first, True))) == "nothing_asked"
    play.do(lambda handlers: handlers.answer(second, True))
    assert play.log.state.to_text() != before
    play.do(lambda handlers: handlers.answer(third, True))
    assert play.log.state.to_text() == before
    assert everything(play.replayed()) == everything(play.log)


def test_a_refusal_ends_the_question() -> None:
    play = Play("azul-2")
    (seat,) = play.log.waiting()
    play.act(seat, play.log.state.legal_actions()[0].text)
    play.do(lambda handlers: handlers.ask(seat))
    play.do(lambda handlers: handlers.answer(1 - seat, False))
    assert play.log.asked is None
    assert play.log.ply == len(play.log.steps)


def test_computer_players_do_not_mind() -> None:
    play = Play("azul-2", levels={1: "greedy"})
    if play.log.waiting() == {1}:
        play.act(1, play.log.state.legal_actions()[0].text)
    before = play.log.state.to_text()
    play.act(0, play.log.state.legal_actions()[0].text)
    play.act(1, play.log.state.legal_actions()[0].text)
    play.do(lambda handlers: handlers.ask(0))
    assert play.log.state.to_text() == before


def test_nothing_is_taken_back_across_a_deal() -> None:
    play = Play("azul-2")
    seat = next(s for s in play.random_steps(random.Random(3)) if play.log.state.round == 2)
    assert refused(lambda: play.do(lambda handlers: handlers.ask(seat))) == "revealed"


# --- Choosing at once ----------------------------------------------------------------------------


def choosing(clock: tuple[int, int] | None = None) -> Play:
    """A game on the gray wall in which several seats have a choice."""
    for seed in range(200):
        play = Play("azul-3-gray", seed=str(seed), clock=clock)
        chance = random.Random(seed)
        for _ in play.random_steps(chance):
            if play.log.choices is not None and len(play.log.choices) == 3:
                return play
    raise AssertionError("no such game")


def test_all_choose_their_columns_at_once() -> None:
    play = choosing()
    base = play.log.state.to_text()
    assert play.log.waiting() == {0, 1, 2}
    last = sorted(play.log.waiting())[-1]
    play.act(last, play.log.state_for(last).legal_actions()[0].text)
    assert play.log.state.to_text() == base  # nothing is on the table yet
    while play.log.choices is not None and play.log.waiting():
        seat = min(play.log.waiting())
        made = play.act(seat, play.log.state_for(seat).legal_actions()[-1].text)
    assert play.log.state.to_text() != base
    kinds = [each.row.kind for each in made]
    assert kinds[0] == "choose"
    assert "act" in kinds
    assert everything(play.replayed()) == everything(play.log)


def test_a_choice_can_be_undone_until_all_have_chosen() -> None:
    play = choosing()
    seat = 1
    text = play.log.state_for(seat).legal_actions()[0].text
    play.act(seat, text)
    play.do(lambda handlers: handlers.undo(seat, play.log.ply))
    assert play.log.choices is not None
    assert play.log.choices[seat] == []
    assert seat in play.log.waiting()
    assert refused(lambda: play.do(lambda r: r.undo(seat, play.log.ply))) == "nothing_to_undo"
    assert everything(play.replayed()) == everything(play.log)


def test_who_has_chosen_waits() -> None:
    play = choosing()
    while 0 in play.log.waiting():
        text = play.log.state_for(0).legal_actions()[0].text
        play.act(0, text)
    assert refused(lambda: play.act(0, text)) == "decided"


# --- Giving up, time ----------------------------------------------------------------------------


def test_who_resigns_among_two_loses() -> None:
    play = Play("azul-2")
    play.do(lambda handlers: handlers.resign(0))
    assert play.log.ending is not None
    assert play.log.ending.winners == (1,)
    assert play.log.ending.reason == "resign"
    assert refused(lambda: play.do(lambda r: r.resign(1))) == "game_over"
    assert everything(play.replayed()) == everything(play.log)


def test_who_resigns_among_three_is_played_on_and_comes_last() -> None:
    play = Play("azul-3")
    play.do(lambda handlers: handlers.resign(2))
    assert play.log.ending is None
    assert play.log.computer_at(2)
    for _ in play.random_steps(random.Random(1)):
        pass
    assert play.log.ending is not None
    assert play.log.ending.places[2] == 3
    assert 2 not in play.log.ending.winners
    assert everything(play.replayed()) == everything(play.log)


def test_a_clock_runs_for_the_seat_to_move_only() -> None:
    play = Play("azul-2", clock=(10_000, 2_000))
    (seat,) = play.log.waiting()
    play.now += 3_000
    play.act(seat, play.log.state.legal_actions()[0].text)
    assert play.log.clock is not None
    assert play.log.clock.left[seat] == 9_000
    assert play.log.clock.left[1 - seat] == 10_000


def test_the_increment_comes_once_however_often_a_choice_is_changed() -> None:
    play = choosing(clock=(10_000, 2_000))
    clock = play.log.clock
    assert clock is not None
    before = clock.left[0]

    def choose() -> None:
        while 0 in play.log.waiting():
            play.act(0, play.log.state_for(0).legal_actions()[0].text)

    choose()
    assert clock.left[0] == before + 2_000
    play.do(lambda handlers: handlers.undo(0, play.log.ply))
    choose()
    assert clock.left[0] == before + 2_000
    assert everything(play.replayed()) == everything(play.log)


def test_a_draw_in_the_middle_of_a_turn_brings_no_increment() -> None:
    play, seat = opened_duel(clock=(10_000, 2_000))
    clock = play.log.clock
    assert clock is not None
    before = clock.left[seat]
    play.act(seat, "draw")
    assert clock.left[seat] == before
    while play.log.waiting() == {seat}:
        assert clock.left[seat] == before
        play.act(seat, play.log.state.legal_actions()[-1].text)
    assert clock.left[seat] == before + 2_000


def test_time_is_up_when_it_is_up() -> None:
    play = Play("azul-2", clock=(10_000, 0))
    (seat,) = play.log.waiting()
    assert seat_out_of_time(play.log, play.now + 9_999) is None
    assert seat_out_of_time(play.log, play.now + 10_000) == seat
    play.now += 10_000
    play.do(lambda handlers: handlers.flag(seat))
    assert play.log.ending is not None
    assert play.log.ending.winners == (1 - seat,)
    assert play.log.ending.reason == "flag"


def test_no_clock_runs_while_the_server_is_away() -> None:
    clock = Clock(2, 60_000, 0, Outages([(1_000, 5_000), (8_000, 9_000)]))
    assert clock.elapsed(0, 10_000) == 5_000
    assert clock.elapsed(2_000, 4_000) == 0
    assert clock.elapsed(4_000, 6_000) == 1_000
    assert clock.elapsed(5_000, 8_000) == 3_000


def test_no_outage_counts_twice() -> None:
    known = [(8_000, 9_000), (1_000, 5_000), (2_000, 3_000), (4_000, 6_000), (9_500, 9_500)]
    clock = Clock(2, 60_000, 0, Outages(known))
    assert clock.elapsed(0, 10_000) == 4_000
    assert clock.elapsed(4_500, 8_500) == 2_000
    assert clock.elapsed(9_000, 10_000) == 1_000


def test_a_stand_in_decides_until_the_player_is_back() -> None:
    play = Play("azul-2", clock=(10_000, 0))
    (seat,) = play.log.waiting()
    play.do(lambda handlers: handlers.stand_in(seat, "greedy"))
    assert play.log.computer_at(seat) == "greedy"
    assert play.log.running() == set()
    assert refused(lambda: play.do(lambda r: r.come_back(1 - seat))) == "nothing_to_take_over"
    play.do(lambda handlers: handlers.come_back(seat))
    assert play.log.computer_at(seat) is None
    assert everything(play.replayed()) == everything(play.log)


def test_wanting_a_rematch_comes_back_from_the_events() -> None:
    play = Play("azul-3", levels={1: "greedy"})
    offer, decline = CommandHandlers.offer_rematch, CommandHandlers.decline_rematch

    def wishes(wish: Callable[[CommandHandlers, int], None], seat: int) -> None:
        play.do(lambda handlers: wish(handlers, seat))

    for wish in (offer, decline):
        with pytest.raises(Refused):
            wishes(wish, 0)
    play.do(lambda handlers: handlers.resign(0))
    play.do(lambda handlers: handlers.resign(2))
    for wish, seat, wanting, declined in (
        (offer, 2, [2], None),
        (offer, 0, [2, 0], None),
        (decline, 2, [0], None),
        (decline, 2, [], 2),
        (offer, 2, [2], None),
        (offer, 2, [2], None),
    ):
        wishes(wish, seat)
        assert (play.log.rematch.accepted, play.log.rematch.declined) == (wanting, declined)
        assert play.log.all_want_rematch() == (set(wanting) == {0, 2})
    assert everything(play.replayed()) == everything(play.log)


def test_only_ready_phrases_are_said() -> None:
    play = Play("azul-2")
    play.do(lambda handlers: handlers.say(1, "hello"))
    with pytest.raises(Refused):
        play.do(lambda handlers: handlers.say(1, "what I always wanted to say"))


@pytest.mark.parametrize("kind", ["azul-2", "azul-3-gray", "duel"])
def test_new_events_are_not_read_from_their_own_text(kind: str) -> None:
    """What a client sends is read once, and what the dealer draws is not read at all."""

    class Unread:
        def __getattr__(self, name: str) -> Any:
            assert name != "action_from_text", "a new event was read from its text"
            return getattr(game, name)

    play = Play(kind)
    game = play.log.game
    play.log.game = Unread()
    rows = len(play.rows)
    for _ in play.random_steps(random.Random(4), most=60):
        pass
    assert len(play.rows) >= rows + 60
    assert everything(play.replayed()) == everything(play.log)


@pytest.mark.parametrize("kind", ["azul-2", "azul-3-gray", "duel"])
def test_an_action_is_judged_once(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """When its text is read; what the dealer has just drawn is not judged at all."""
    play = Play(kind)
    rules = import_module(type(play.log.state).__module__)
    judged: list[Any] = []
    why_illegal = rules.why_illegal

    def counted(position: Any, action: Any) -> Any:
        judged.append(action)
        return why_illegal(position, action)

    monkeypatch.setattr(rules, "why_illegal", counted)
    scored = 0
    while play.log.waiting():
        seat = min(play.log.waiting())
        legal = play.log.state_for(seat).legal_actions()
        action = random.Random(len(play.rows)).choice(legal)
        judged.clear()
        made = play.act(seat, action.text)
        assert judged == [action]
        scored += any(each.events for each in made)
    assert scored
