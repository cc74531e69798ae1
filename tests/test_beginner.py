"""The naive player of `bench.beginner`: it plays every variant, and takes what brings most now."""

from __future__ import annotations

from bench.beginner import Naive, naive
from loseta.arena.match import Contestant, Plan, match
from loseta.game import Game

from .positions import azul
from .support import Options, each_variant_at_length


@each_variant_at_length
def test_it_plays_every_variant_and_beats_chance(game: Game, options: Options) -> None:
    plan = Plan(Contestant("naive", naive), Contestant.named("random"), 4, game.name, options)
    result = match(plan, jobs=1)
    assert not result.forfeits
    assert result.share is not None
    assert result.share > 0.5


def test_it_takes_what_brings_most_now() -> None:
    """Yellow in line 1 goes beside the blue tile and scores two points; all else scores one."""
    board = "0:-,-,-,-,-:B....,.....,.....,.....,.....:-"
    state = azul("BBYK,YYRR,-,-,-", mine=board)
    assert Naive().choose(state).text == "1Y1"
