"""Azul once more: plain, slow, and written from the rulebook alone.

Nothing here is shared with the package under test. Tiles are letters in lists, the marker is "1",
seats and rows count from 0. Each step says which rule it follows.
"""

from dataclasses import dataclass, field

COLOURS = ["B", "Y", "R", "K", "W"]
FLOOR_COSTS = [1, 1, 2, 2, 2, 3, 3]
PRINTED_WALL = [
    ["B", "Y", "R", "K", "W"],
    ["W", "B", "Y", "R", "K"],
    ["K", "W", "B", "Y", "R"],
    ["R", "K", "W", "B", "Y"],
    ["Y", "R", "K", "W", "B"],
]
NUMBER_OF_FACTORIES = {2: 5, 3: 7, 4: 9}


@dataclass
class Player:
    """A player's board (A1.3)."""

    score: int = 0
    lines: list[list[str]] = field(default_factory=lambda: [[], [], [], [], []])
    wall: list[list[str]] = field(default_factory=lambda: [["."] * 5 for _ in range(5)])
    floor: list[str] = field(default_factory=list)
    moved: list[bool] = field(default_factory=lambda: [False] * 5)
    """Lines whose rightmost tile has moved to the wall in this tiling."""


@dataclass
class Table:
    """Everything that lies on the table."""

    number_of_players: int
    wall_side: str
    phase: str = "start"
    round: int = 1
    idle: int = 0
    first: int | None = None
    turn: int | None = None
    marker: int | None = None
    """Who holds the marker; None while it lies in the centre."""
    players: list[Player] = field(default_factory=list)
    factories: list[list[str]] = field(default_factory=list)
    centre: list[str] = field(default_factory=list)
    bag: list[str] = field(default_factory=list)
    lid: list[str] = field(default_factory=list)
    wall_tile_this_round: bool = False
    tiling_done: list[int] = field(default_factory=list)
    reason: str | None = None
    corners: list[str] = field(default_factory=list)
    """The rare things that happened, by name."""

    # --- A1: setup

    @staticmethod
    def set_up(number_of_players: int, wall_side: str) -> "Table":
        table = Table(number_of_players, wall_side)
        table.players = [Player() for _ in range(number_of_players)]
        table.factories = [[] for _ in range(NUMBER_OF_FACTORIES[number_of_players])]
        table.bag = [colour for colour in COLOURS for _ in range(20)]
        return table

    def choose_first(self, seat: int) -> None:
        assert self.phase == "start"
        self.first = seat
        self.phase = "deal"

    # --- A1.7, A5.1 to A5.3: filling the factories

    def deal(self, factories: list[list[str]]) -> None:
        """Lay these tiles out, one by one; fails where the rules do not allow the deal."""
        assert self.phase == "deal"
        assert len(factories) == len(self.factories)
        for number, tiles in enumerate(factories):
            still = list(tiles)
            for space in range(4):
                if not self.bag and self.lid:
                    self.corners.append("lid refill")
                    if space > 0:
                        self.corners.append("lid refill mid-factory")
                    self.bag, self.lid = self.lid, []
                if not self.bag:
                    break
                tile = self._next_from_bag(still)
                still.remove(tile)
                self.bag.remove(tile)
                self.factories[number].append(tile)
            assert still == [], "more tiles in a factory than there are to lay out"
            if 0 < len(tiles) < 4:
                self.corners.append("short factory")
        assert any(self.factories)  # A5.4
        self.phase = "offer"
        self.turn = self.first

    def _next_from_bag(self, still: list[str]) -> str:
        """Which of the tiles still wanted in a factory is drawn next; their order is free."""
        if len(self.bag) <= len(still):
            # The bag ends in this factory: all of it must be among the tiles wanted here.
            tile = self.bag[0]
            assert tile in still, "the bag was not emptied before the lid was used"
            return tile
        possible = [tile for tile in still if tile in self.bag]
        assert possible, "the bag has no tile that this factory wants"
        return possible[0]

    # --- A2: the factory offer

    def to_move(self) -> int | None:
        """A seat, -1 for the dealer, None when the game is over."""
        if self.phase == "over":
            return None
        if self.phase in ("start", "deal"):
            return -1
        return self.turn

    def legal_actions(self) -> set[str]:
        if self.phase == "offer":
            return self._legal_picks()
        if self.phase == "tiling":
            assert self.turn is not None
            row = self._next_line(self.players[self.turn])
            assert row is not None
            columns = self._legal_columns(self.players[self.turn], row)
            return {f"{row + 1}:{column + 1}" for column in columns}
        return set()

    def _legal_picks(self) -> set[str]:
        assert self.turn is not None
        player = self.players[self.turn]
        places = [("C", self.centre)]
        places += [(str(n), tiles) for n, tiles in enumerate(self.factories, 1)]
        actions = set()
        for name, tiles in places:
            for colour in tiles:  # A2.2
                actions.add(f"{name}{colour}F")  # A2.8
                for row in range(5):
                    if self._line_takes(player, row, colour):
                        actions.add(f"{name}{colour}{row + 1}")
        return actions

    def _line_takes(self, player: Player, row: int, colour: str) -> bool:
        line = player.lines[row]
        if len(line) == row + 1:  # A2.5: full
            return False
        if line and line[0] != colour:  # A2.5: another colour
            return False
        return colour not in player.wall[row]  # A2.6

    def act(self, action: str) -> None:
        assert action in self.legal_actions()
        if self.phase == "offer":
            self._pick(action)
        else:
            self._choose(action)

    def _pick(self, action: str) -> None:
        name, colour, place = list(action)
        assert self.turn is not None
        player = self.players[self.turn]
        if name == "C":
            taken = [tile for tile in self.centre if tile == colour]
            self.centre = [tile for tile in self.centre if tile != colour]
            if self.marker is None:  # A2.3, A2.10
                self.marker = self.turn
                if len(player.floor) < 7:
                    player.floor.append("1")
                else:
                    self.corners.append("marker on a full floor line")
        else:
            factory = self.factories[int(name) - 1]
            taken = [tile for tile in factory if tile == colour]
            self.centre += [tile for tile in factory if tile != colour]
            self.factories[int(name) - 1] = []
        if place != "F":  # A2.4
            row = int(place) - 1
            while taken and len(player.lines[row]) < row + 1:
                player.lines[row].append(taken.pop())
        self._drop(player, taken)  # A2.7, A2.8
        self.turn = (self.turn + 1) % self.number_of_players
        if not self.centre and not any(self.factories):  # A2.11
            self._begin_tiling()

    def _drop(self, player: Player, tiles: list[str]) -> None:
        """A2.9."""
        for tile in tiles:
            if len(player.floor) < 7:
                player.floor.append(tile)
            else:
                self.lid.append(tile)
                self.corners.append("floor overflow")

    # --- A3, A4, A7: wall tiling

    def _begin_tiling(self) -> None:
        if self.marker is None:
            self.corners.append("nobody took the marker")
        self.phase = "tiling"
        self.wall_tile_this_round = False
        self.tiling_done = []
        self._tile_until_a_choice()

    def _tile_until_a_choice(self) -> None:
        """A7.3: seat by seat from the first player, line by line, until somebody must choose."""
        assert self.first is not None
        for step in range(self.number_of_players):
            seat = (self.first + step) % self.number_of_players
            if seat in self.tiling_done:
                continue
            player = self.players[seat]
            row = self._next_line(player)
            while row is not None:
                columns = self._legal_columns(player, row)
                if len(columns) > 1:
                    self.turn = seat
                    return
                if columns:
                    self._place(player, row, columns[0])
                else:  # A7.4
                    self.corners.append("gray drop")
                    tiles, player.lines[row] = player.lines[row], []
                    self._drop(player, tiles)
                row = self._next_line(player)
            self._finish_player(player)
            self.tiling_done.append(seat)
        self.turn = None
        self._end_round()

    def _next_line(self, player: Player) -> int | None:
        """A3.1: the topmost complete line that has not been seen to."""
        for row in range(5):
            if len(player.lines[row]) == row + 1 and not player.moved[row]:
                return row
        return None

    def _legal_columns(self, player: Player, row: int) -> list[int]:
        colour = player.lines[row][0]
        if self.wall_side == "coloured":
            return [PRINTED_WALL[row].index(colour)]
        legal = []
        for column in range(5):
            in_column = [player.wall[r][column] for r in range(5)]
            if player.wall[row][column] == "." and colour not in in_column:  # A7.1, A7.2
                legal.append(column)
        return legal

    def _choose(self, action: str) -> None:
        assert self.turn is not None
        row, column = (int(part) - 1 for part in action.split(":"))
        self._place(self.players[self.turn], row, column)
        self._tile_until_a_choice()

    def _place(self, player: Player, row: int, column: int) -> None:
        player.wall[row][column] = player.lines[row].pop()
        player.moved[row] = True
        player.score += points_for(player.wall, row, column)
        self.wall_tile_this_round = True

    def _finish_player(self, player: Player) -> None:
        for row in range(5):
            if player.moved[row]:  # A3.2
                self.lid += player.lines[row]
                player.lines[row] = []
        player.moved = [False] * 5
        for cost, _ in zip(FLOOR_COSTS, player.floor, strict=False):  # A3.3
            player.score -= cost
        player.score = max(player.score, 0)
        self.lid += [tile for tile in player.floor if tile != "1"]  # A3.4
        player.floor = []

    # --- A5, A6: the next round or the end

    def _end_round(self) -> None:
        self.idle = 0 if self.wall_tile_this_round else self.idle + 1
        if any("." not in row for player in self.players for row in player.wall):  # A6.1
            self._end_game("row")
        elif self.idle >= 5:  # A5.5
            self._end_game("idle")
        elif not self.bag and not self.lid:  # A5.4
            self._end_game("no_tiles")
        else:
            self.phase = "deal"
            self.round += 1
            if self.marker is not None:  # A3.4; otherwise A3.5
                self.first = self.marker
            self.marker = None

    def _end_game(self, reason: str) -> None:
        self.phase = "over"
        self.reason = reason
        self.corners.append(f"end: {reason}")
        for player in self.players:
            player.score += bonus_points(player.wall)
        if len(self.winners()) > 1:
            self.corners.append("shared victory")

    def _rank(self, seat: int) -> tuple[int, int]:
        """A6.3: points, then complete rows."""
        player = self.players[seat]
        return player.score, len([row for row in player.wall if "." not in row])

    def places(self) -> tuple[int, ...]:
        ranks = [self._rank(seat) for seat in range(self.number_of_players)]
        return tuple(1 + len([other for other in ranks if other > rank]) for rank in ranks)

    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, place in enumerate(self.places()) if place == 1)

    def scores(self) -> tuple[int, ...]:
        return tuple(player.score for player in self.players)

    # --- the position text

    def text(self) -> str:
        def seat(number: int | None, nobody: str = "-") -> str:
            return nobody if number is None else str(number + 1)

        def tiles(heap: list[str]) -> str:
            return "".join(sorted(heap, key=COLOURS.index)) or "-"

        def amounts(heap: list[str]) -> str:
            return "".join(f"{colour}{heap.count(colour)}" for colour in COLOURS)

        parts = ["azul", str(self.number_of_players), self.wall_side, self.phase]
        parts += [f"round={self.round}", f"idle={self.idle}", f"first={seat(self.first)}"]
        turn = self.turn if self.phase in ("offer", "tiling") else None
        parts += [f"turn={seat(turn)}", f"marker={seat(self.marker, 'centre')}"]
        parts += ["factories=" + ",".join(tiles(factory) for factory in self.factories)]
        parts += [f"centre={tiles(self.centre)}"]
        parts += [f"bag={amounts(self.bag)}", f"lid={amounts(self.lid)}"]
        for number, player in enumerate(self.players, 1):
            lines = ",".join("".join(line) or "-" for line in player.lines)
            wall = ",".join("".join(row) for row in player.wall)
            floor = "".join(player.floor) or "-"
            parts.append(f"seat{number}={player.score}:{lines}:{wall}:{floor}")
        return " ".join(parts)


def points_for(wall: list[list[str]], row: int, column: int) -> int:
    """A4: the points of the tile that was just placed there."""
    across = run([wall[row][c] for c in range(5)], column)
    down = run([wall[r][column] for r in range(5)], row)
    if across == 1 and down == 1:
        return 1
    return (across if across > 1 else 0) + (down if down > 1 else 0)


def run(spaces: list[str], at: int) -> int:
    """How many tiles lie unbroken around this space."""
    start = end = at
    while start > 0 and spaces[start - 1] != ".":
        start -= 1
    while end < 4 and spaces[end + 1] != ".":
        end += 1
    return end - start + 1


def bonus_points(wall: list[list[str]]) -> int:
    """A6.2, A7.5."""
    points = 0
    for row in range(5):
        if all(wall[row][column] != "." for column in range(5)):
            points += 2
    for column in range(5):
        if all(wall[row][column] != "." for row in range(5)):
            points += 7
    for colour in COLOURS:
        if sum(row.count(colour) for row in wall) == 5:
            points += 10
    return points
