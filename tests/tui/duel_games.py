"""Games of Azul Duel in which all there is to decide comes up."""

from collections.abc import Iterator
from random import Random
from typing import Any

from loseta.arena.table import Table
from loseta.duel import Action, State
from loseta.tui.duel.view import DuelTerminalView
from loseta.tui.view import Choice, Menu, Voice

from .terminal import new_table

KINDS = (
    *("Take", "Stack", "TakeChip", "TakePlate", "Draw", "Stop", "Keep", "Under", "PlacePlate"),
    *("PlaceTile", "Spend", "Finish", "Decline"),
)
"""Every kind of decision."""


def face(lang: str = "en") -> DuelTerminalView:
    return DuelTerminalView(Voice(lang, ("Ana", "Berta"), plain=True))


class Curious:
    """Draws plates from the stack where it can, and does not waste its points otherwise."""

    def __init__(self, seed: str) -> None:
        self._chance = Random(seed)

    def choose(self, state: Any) -> Any:
        legal = state.legal_actions()
        score = state.boards[state.turn].score
        drawing = [action for action in legal if action.text == "draw"]
        if drawing and score > len(state.hand) and self._chance.random() < 0.7:
            return drawing[0]
        enough = [action for action in legal if action.text == "$."]
        if enough:
            return enough[0]  # this choice is rare
        if state.phase == "acquire":
            return max(legal, key=lambda action: (self._gain(state, action), self._chance.random()))
        return self._chance.choice(legal)

    @staticmethod
    def _gain(state: Any, action: Any) -> int:
        after = state.copy()
        after.apply(action)
        return int(after.projection()[state.turn].score)


def games(*seeds: str) -> Iterator[Table]:
    """Tables that are played while they are looked at: one for each position."""
    for seed in seeds:
        table = new_table(["a", "b"], seed=seed, game="duel")
        player = Curious(seed)
        while table.state.to_move is not None:
            yield table
            table.act(player.choose(table.state))
        yield table


def state_of(table: Table) -> State:
    assert isinstance(table.state, State)
    return table.state


def kind(action: Action) -> str:
    return type(action).__name__


def leaves(menu: Menu) -> Iterator[tuple[list[str], Choice]]:
    """Every action of a menu, with the keys that lead to it."""
    for choice in menu.choices:
        if choice.more:
            for keys, leaf in leaves(choice.more()):
                yield [choice.key, *keys], leaf
        else:
            yield [choice.key], choice
