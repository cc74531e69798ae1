"""A game that is lost by the numbers: a player with time plays for the mistakes of the other."""

from __future__ import annotations

from itertools import count

import pytest

from loseta.azul import SeatAction, State
from loseta.game import DEALER
from loseta.players.search.azul import AzulSearcher
from loseta.players.search.budget import Budget, Candidate
from loseta.players.search.searcher import LOST
from loseta.players.search.thinker import Thinker

from .test_alphabeta import after

LOST_GAMES = (
    "azul 2 coloured offer round=5 idle=0 first=2 turn=1 marker=1 factories=-,-,-,-,- centre=YYRR "
    "bag=B0Y0R0K0W0 lid=B11Y9R9K9W11 seat1=35:B,WW,KKK,RR,KK:.YRKW,.BYRK,.W.YR,.K..Y,.....:1W "
    "seat2=24:R,YY,BBB,YY,R:BY.KW,WB.RK,KW..R,...B.,...WB:-",
    "azul 2 coloured offer round=5 idle=0 first=2 turn=1 marker=1 factories=-,-,-,-,- "
    "centre=BYRRKK bag=B0Y0R0K0W0 lid=B9Y9R10K10W13 "
    "seat1=25:K,RR,-,YYYY,K:BYR.W,WBY.K,K.B.R,..W..,Y..W.:1 "
    "seat2=31:W,K,R,BBBB,R:BYRK.,WBY..,K.BY.,R.W..,..K..:-",
    "azul 2 coloured offer round=5 idle=0 first=2 turn=1 marker=2 factories=-,BYYK,-,-,- centre=BY "
    "bag=B0Y0R0K0W0 lid=B11Y9R10K9W11 seat1=32:B,WW,-,WW,R:.YRKW,.BYRK,..BYR,R....,Y....:W "
    "seat2=28:B,YY,RRR,-,KKKK:.Y.KW,.B.RK,KWBY.,.K.B.,...W.:1R",
)
"""The last picks of games, in which what loses by the fewest points can never win."""


def can_win(state: State, seat: int, helped: bool) -> bool:
    """Whether a seat wins alone, against best play or if the other helps it."""
    if state.outcome is not None:
        return state.outcome.winners == (seat,)
    assert state.to_move != DEALER
    ways = (can_win(after(state, action), seat, helped) for action in state.legal_actions())
    return any(ways) if helped or state.to_move == seat else all(ways)


def hopes(state: State) -> dict[SeatAction, bool]:
    """By which actions one may still win."""
    seat = state.turn
    return {a: can_win(after(state, a), seat, helped=True) for a in state.legal_actions()}


def test_a_lost_game_is_played_for_mistakes() -> None:
    state = State.from_text(LOST_GAMES[0])
    assert not can_win(state, state.turn, helped=False)
    hope = hopes(state)
    thinker = Thinker(AzulSearcher(), memory_mb=8)
    by_points = thinker.think(state, Budget(visits=200_000), most=1)[0]
    assert not hope[by_points.action]
    assert hope[_with_time(thinker, state).action]


@pytest.mark.parametrize("text", LOST_GAMES)
def test_who_hopes_still_knows_that_the_game_is_lost(text: str) -> None:
    state = State.from_text(text)
    thinker = Thinker(AzulSearcher(), memory_mb=8)
    found = _with_time(thinker, state)
    assert found.action in state.legal_actions()
    assert found.win_chance < LOST


@pytest.mark.parametrize("text", LOST_GAMES)
def test_a_number_of_nodes_leaves_no_time_to_hope(text: str) -> None:
    """Levels, hints of a number of nodes and analyses tell what is best against best play."""
    state = State.from_text(text)
    thinker = Thinker(AzulSearcher(), memory_mb=8)
    one = thinker.think(state, Budget(visits=200_000), most=1)[0]
    several = thinker.think(state, Budget(seconds=600), most=3)
    assert one.action == several[0].action


def _with_time(thinker: Thinker, state: State) -> Candidate[SeatAction]:
    """What a player with much time plays; it is stopped after a while of hoping."""
    thinker.warm_up(state)  # compiling would count as time in which it found little
    asked = count()
    found = thinker.think(state, Budget(seconds=600), stop=lambda: next(asked) > 40, most=1)
    assert len(found) == 1
    return found[0]
