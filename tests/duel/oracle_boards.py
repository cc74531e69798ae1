"""A player's board for the oracle: lines, dome, broken tiles, chips (D3, D4, D5)."""

from dataclasses import dataclass, field

from .dome import CHIP_FACES, free_spaces, points_for, special_due

BROKEN_COSTS = [0, 1, 3, 6, 10]


@dataclass
class Player:
    """D1.1, D1.2."""

    score: int = 5
    tokens: int = 2
    taken: int = 0
    lines: list[list[str]] = field(default_factory=lambda: [[], [], [], [], [], []])
    plates: list[str] = field(default_factory=lambda: ["-"] * 9)
    tiles: list[list[str]] = field(default_factory=lambda: [["."] * 6 for _ in range(6)])
    broken: list[str] = field(default_factory=list)
    chips: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)

    def places(self, colour: str) -> list[str]:
        """D3.1, D3.2: where taken tiles of a colour may go."""
        places = ["X"]
        for row, line in enumerate(self.lines):
            if len(line) <= row and line in ([], [colour] * len(line)):
                places.append(str(row + 1))
        return places

    def put(
        self, colour: str, number: int, place: str, tower: list[str], corners: list[str]
    ) -> None:
        """D3.1, D3.3: as many as the line has room for; the rest breaks."""
        for _ in range(number):
            if place != "X" and len(self.lines[int(place) - 1]) < int(place):
                self.lines[int(place) - 1].append(colour)
            else:
                self._break(colour, tower, corners)

    def _break(self, colour: str, tower: list[str], corners: list[str]) -> None:
        """D3.4."""
        if len(self.broken) < 4:
            self.broken.append(colour)
        else:
            tower.append(colour)
            corners.append("more than four broken tiles")

    def free_spaces(self, row: int) -> list[int]:
        return free_spaces(self.plates, self.tiles, row, self.lines[row][0])

    def break_line(self, row: int, tower: list[str], corners: list[str]) -> None:
        """D4.3: only once all three plates of the row are there."""
        above = 3 * (row // 2)
        full = len(self.lines[row]) == row + 1
        if "-" in self.plates[above : above + 3]:
            if full:
                corners.append("a complete line waits for a plate")
            return
        corners.append(f"{'a complete' if full else 'an incomplete'} line breaks")
        for colour in self.lines[row]:
            self._break(colour, tower, corners)
        self.lines[row] = []

    def place(self, row: int, column: int, corners: list[str]) -> None:
        """D4.2, D4.7: the tile scores, then the special tile that it brings."""
        self.tiles[row][column] = self.lines[row].pop()
        self.score += points_for(self.tiles, row, column)
        due = special_due(self.plates, self.tiles)
        if due is not None:
            corners.append("a special tile")
            self.tiles[due[0]][due[1]] = "S"
            self.score += due[0] + 1
        assert special_due(self.plates, self.tiles) is None

    def pay_penalty(self, holds_start: bool, tower: list[str], corners: list[str]) -> None:
        """D5.3, D5.4, D5.5."""
        penalty = BROKEN_COSTS[len(self.broken)] + (2 if holds_start else 0)
        if penalty > self.score:
            corners.append("a penalty greater than the score")
        self.score = max(0, self.score - penalty)
        tower += self.broken
        self.broken = []

    def text(self) -> str:
        def faces(chips: list[str]) -> str:
            return ".".join(sorted(chips, key=CHIP_FACES.index)) or "-"

        return ":".join(
            [
                str(self.score),
                str(self.tokens),
                str(self.taken),
                ",".join("".join(line) or "-" for line in self.lines),
                ",".join(self.plates),
                ",".join("".join(row) for row in self.tiles),
                "".join(self.broken) or "-",
                faces(self.chips),
                faces(self.used),
            ]
        )
