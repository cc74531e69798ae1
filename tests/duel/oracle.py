"""Azul Duel once more: plain, slow, and written from the rulebook alone.

Nothing here is shared with the package under test. Tiles are letters in lists, plates are their
numbers, chips their faces; seats and rows count from 0. Each step says which rule it follows.
This file has the setup and the dealer, whose actions come from outside, as text, and are checked;
the rest is in the files oracle_turns, oracle_tiling, oracle_boards, oracle_deal and dome.
"""

from .dome import CHIP_FACES, SIDES, kind
from .oracle_deal import lay_out
from .oracle_turns import Turns


class Table(Turns):
    """A game from the setup to the end."""

    @staticmethod
    def set_up(tablets: list[str] | int, first: int | None) -> "Table":
        table = Table(first=first)
        if isinstance(tablets, int):
            table.how_many_tablets = tablets
        else:
            table.tablets = tablets
            table.phase = "display"
        return table

    def dealer(self, action: str) -> None:
        """Do what chance did, where chance could do it."""
        word, _, rest = action.partition(":")
        if word == "tablets":
            assert self.phase == "tablets"
            self._choose_tablets(rest.split("+"))
        elif word == "plates":
            assert self.phase == "display"
            shown, _, top = rest.partition("/")
            self._show([int(plate) for plate in shown.split(",")], top)
        elif word == "deal":
            assert self.phase == "deal"
            self._deal([[] if suns == "-" else list(suns) for suns in rest.split(",")])
        elif word == "first":
            assert self.phase == "first"
            assert rest in ("1", "2")
            self.first = int(rest) - 1
            self._after_deal()
        elif word == "top":
            assert self.phase == "top"
            self._turn_up_top(rest)
            self._go_on_drawing()
        elif word == "look":
            assert self.phase == "look"
            self._look([int(plate) for plate in rest.split(",")])
        else:
            assert word == "chip"
            assert self.phase == "chip"
            factory, _, face = rest.partition("=")
            self._turn_chip(int(factory) - 1, face)

    def _choose_tablets(self, sides: list[str]) -> None:
        """D1.10: so many tablets, one side each."""
        assert len(sides) == self.how_many_tablets
        numbers = [number for side in sides for number in range(4) if side in SIDES[number]]
        assert len(numbers) == len(sides)
        assert numbers == sorted(set(numbers))
        self.tablets = sides
        self.phase = "display"

    def _show(self, shown: list[int], top: str) -> None:
        """D1.9, D1.11, D6.1: from the top of the stack until three lie face up."""
        assert len(shown) == min(3 - len(self.display), self.stack_size())
        new = min(self.fresh, len(shown))
        assert set(shown[:new]) <= set(self.unseen())
        assert len(set(shown)) == len(shown)
        assert self.top in ("?", kind(shown[0]))
        assert shown[new:] == self._take_returned(len(shown) - new)
        self.fresh -= new
        self.display = sorted(self.display + shown)
        self._turn_up_top(top)
        if not self.dealt:
            self.phase = "deal"
        else:
            self.turn = self.first
            self.phase = "opening" if self.opening else "acquire"

    def _deal(self, suns: list[list[str]]) -> None:
        """D1.7, D1.8, D6.2, D6.3."""
        assert len(suns) == 5
        self.bag, self.tower = lay_out(suns, self.bag, self.tower, self.corners)
        self.suns = [list(sun) for sun in suns]
        self.dealt = True
        if self.first is None:
            self.phase = "first"
        else:
            self._after_deal()

    def _after_deal(self) -> None:
        assert self.first is not None
        if self.opening:  # D1.11: the other artist first
            self.phase = "opening"
            self.turn = 1 - self.first
        else:
            self.turn = self.first
            if self._chips_to_turn():
                self.phase = "chip"
            else:
                self._begin_turn()

    def _turn_chip(self, factory: int, face: str) -> None:
        assert factory in self._chips_to_turn()
        seen = [*self.chips, *(f for p in self.players for f in [*p.chips, *p.used])]
        assert face in CHIP_FACES
        assert seen.count(face) < 2  # D1.5
        self.chips[factory] = face
        if not self._chips_to_turn():
            self._begin_turn()
