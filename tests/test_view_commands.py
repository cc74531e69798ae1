"""Views of Azul Duel given to commands: each works, or says in one sentence why it cannot."""

import pytest

from loseta.duel import State
from loseta.duel.hidden import is_complete
from loseta.game import HiddenInformation
from loseta.players.registry import make

from .duel.walks import sampled
from .engine.talk import Talk
from .support import Call

FEW = ["--visits", "4", "--threads", "1", "--memory", "16", "--json"]


def hiding_views() -> dict[tuple[str, bool], State]:
    """For each phase, views that hide something: of the seat to move, and of another."""
    views: dict[tuple[str, bool], State] = {}
    for number in range(8):
        for state in sampled(("draw", bytes([number])), every=3):
            for seat in (0, 1, None):
                view = state.view(seat)
                if not is_complete(view):
                    views.setdefault((state.phase, seat == state.turn), view)
    return views


VIEWS = hiding_views()
each_view = pytest.mark.parametrize("view", VIEWS.values(), ids=[f"{p}-{o}" for p, o in VIEWS])


def test_many_phases_hide_something() -> None:
    own = {phase for phase, is_own in VIEWS if is_own}
    others = {phase for phase, is_own in VIEWS if not is_own}
    assert own >= {"acquire", "draw", "keep", "place", "top", "look", "pay"}
    assert others >= {"acquire", "draw", "keep", "place", "under", "top", "look", "deal"}


@each_view
def test_perft_and_analyse_take_a_view_or_say_why_not(view: State, call: Call) -> None:
    for arguments in (
        ["perft", view.to_text(), "--depth", "1"],
        ["perft", view.to_text(), "--depth", "2"],
        ["analyse", view.to_text(), *FEW],
    ):
        code, out, err = call(*arguments)
        if code:
            assert (code, out) == (2, "")
            assert len(err.splitlines()) == 1
        else:
            assert out


@each_view
def test_the_engine_takes_a_view_or_says_why_not(view: State) -> None:
    talk = Talk()
    talk.do(f"position {view.to_text()}")
    for line in ("show", "go visits 2", "stop"):
        *_, last = talk.answer(line)
        assert last == "ok" or last.split()[1] in ("hidden", "dealer", "over")
    talk.session.close()
    assert not any(line.startswith("failed") for line in talk.wire.lines)


@each_view
@pytest.mark.parametrize("name", ["random", "greedy", "uct", "ai:1"])
def test_a_player_chooses_from_a_view_or_says_why_not(view: State, name: str) -> None:
    if view.to_move not in (0, 1):
        return
    player = make(name, seed="1", time=0.01)
    try:
        legal = view.legal_actions()
    except HiddenInformation:
        with pytest.raises(HiddenInformation):
            player.choose(view)
    else:
        assert player.choose(view) in legal
