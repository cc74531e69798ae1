"""The tiling of the oracle: lines, chips, and the end of a round (D4 to D7)."""

from collections.abc import Generator
from itertools import combinations

from .dome import CHIP_FACES, tablet_points
from .oracle_boards import Player
from .oracle_pieces import Asked, Pieces


class Tiling(Pieces):
    """From the end of the acquisition to the next display or the end of the game."""

    def _begin_tiling(self) -> None:
        if self.start is None:
            self.corners.append("nobody takes the starting tile")
        assert not any(self.suns)
        assert not any(self.moons)
        assert self.chips == ["-"] * 4
        self.tiling = self._tile_all()
        try:
            self.phase, self.asked = next(self.tiling)
        except StopIteration:
            self._end_round()

    def _tile_on(self, action: str) -> None:
        assert self.tiling is not None
        try:
            self.phase, self.asked = self.tiling.send(action)
        except StopIteration:
            self._end_round()

    def _tile_all(self) -> Generator[Asked, str, None]:
        """D4.1: both domes, line by line; asks where there is something to choose."""
        assert self.first is not None
        for seat in (self.first, 1 - self.first):
            self.turn = seat
            for row in range(6):
                self.row = row
                yield from self._tile_line(self.players[seat], row)
                self.row = None
            self.players[seat].pay_penalty(self.start == seat, self.tower, self.corners)

    def _tile_line(self, player: Player, row: int) -> Generator[Asked, str, None]:
        line = player.lines[row]
        if not line:
            return
        free = player.free_spaces(row)
        if not free:  # D4.3
            player.break_line(row, self.tower, self.corners)
            return
        if len(line) < row + 1:
            paid = yield from self._pay(player, row)
            if not paid:
                return
        column = free[0]
        if len(free) > 1:
            action = yield "tile", {f"{row + 1}:{column + 1}" for column in free}
            column = int(action[2]) - 1
        player.place(row, column, self.corners)
        self.tower += player.lines[row]  # D4.2, D4.5
        player.lines[row] = []

    def _pay(self, player: Player, row: int) -> Generator[Asked, str, bool]:
        """D4.4: chips, one by one in the order of their faces, or none."""
        chips = sorted(player.chips, key=CHIP_FACES.index)
        colour, missing = player.lines[row][0], row + 1 - len(player.lines[row])
        ways = [
            way
            for size in range(1, len(chips) + 1)
            for way in sorted(set(combinations(chips, size)))
            if pays(way, colour, missing)
        ]
        if not ways:
            return False
        chosen: tuple[str, ...] = ()
        while True:
            longer = [w for w in ways if w[: len(chosen)] == chosen and len(w) > len(chosen)]
            actions = {f"${way[len(chosen)]}" for way in longer}
            if chosen in ways:
                actions.add("$.")
            if not chosen:
                actions.add("$-")
            (action,) = actions if len(actions) == 1 else ("",)
            if not action:
                self.spent = list(chosen)
                action = yield "pay", actions
                self.spent = []
            if action == "$-":
                return False
            if action == "$.":
                break
            chosen += (action[1:],)
        self.corners.append(f"chips pay for {'one tile' if missing == 1 else 'several tiles'}")
        if len(chosen) == 3 * missing:
            self.corners.append("chips in threes")
        elif len(chosen) == 2 * missing:
            self.corners.append("chips in pairs")
        else:
            self.corners.append("pairs and threes mixed")
        for face in chosen:
            player.chips.remove(face)
            player.used.append(face)
        return True

    # --- D6, D7: the next round or the end

    def _end_round(self) -> None:
        self.turn = self.row = None
        if self.round == 5:
            self._end_game()
            return
        self.round += 1
        if self.start is not None:  # D6.4; otherwise D2.C4
            self.first = self.start
        self.start = None
        for player in self.players:
            player.taken = 0
            player.tokens = 2 if self.round < 5 else 0
        self.dealt = False
        self.chips = ["?"] * 4
        self.phase = "display" if len(self.display) < 3 and self.stack_size() else "deal"

    def _end_game(self) -> None:
        """D7.1: the tablets as one sum."""
        assert self.tablets is not None
        self.phase = "over"
        for player in self.players:
            total = sum(tablet_points(side, player.plates, player.tiles) for side in self.tablets)
            if player.score + total < 0:
                self.corners.append("the tablets cost more than there is")
            player.score = max(0, player.score + total)
        if self.players[0].score == self.players[1].score:
            self.corners.append("a tie")


def pays(chips: tuple[str, ...], colour: str, missing: int) -> bool:
    """D4.4: whether these chips replace exactly so many tiles, in pairs and threes."""
    matching = len([face for face in chips if colour in face])
    return any(
        matching >= 2 * pairs and len(chips) == 2 * pairs + 3 * (missing - pairs)
        for pairs in range(missing + 1)
    )
