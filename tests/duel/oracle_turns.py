"""The acquisition of the oracle: what a player may do, and does (D2, D3)."""

from itertools import permutations

from .dome import COLOURS, TURNS, kind
from .oracle_pieces import Drawn
from .oracle_tiling import Tiling


class Turns(Tiling):
    """Turn by turn."""

    def legal_actions(self) -> set[str]:
        if self.to_move() in (None, -1):
            return set()
        assert self.turn is not None
        if self.phase == "opening":
            return {f"P{plate}" for plate in self.display}
        if self.phase == "acquire":
            return self._turns_of(self.turn)
        return self.asked

    def _turns_of(self, seat: int) -> set[str]:
        """D2: everything this player could do if it were the player's turn."""
        player = self.players[seat]
        actions = set()
        if player.tokens and self.round < 5:  # D2.A1, D2.A4
            actions |= {f"P{plate}" for plate in self.display}  # D2.A2
            if self.stack_size() and (player.score or not self.display):  # D2.A3, D2.A5
                actions.add("draw")
        for source in "L1234M":
            for colour in COLOURS:
                if self._tiles_at(source, colour):  # D2.B1, D2.C1
                    actions |= {f"{source}{colour}{place}" for place in player.places(colour)}
        if player.taken < 2:  # D2.D1
            actions |= {f"+{face}" for face in self.chips if face not in "?-"}
        return actions

    def _tiles_at(self, source: str, colour: str) -> int:
        """How many tiles of a colour a player would take from here."""
        if source == "M":
            tops = [moon[-1] for moon in self.moons[1:] if moon]
            return tops.count(colour) + self.moons[0].count(colour)
        return self.suns["L1234".index(source)].count(colour)

    def act(self, action: str) -> None:
        assert action in self.legal_actions()
        assert self.turn is not None
        if self.phase in ("tile", "pay"):
            self._tile_on(action)
        elif action[0] == "P":
            self._put_token_down()
            self.display.remove(int(action[1:]))
            self.plate = int(action[1:])
            self._ask_where()
        elif action[0] == "@":
            self._place_plate(int(action[1]) - 1, action[2])
        elif action == "draw":
            self._draw()
        elif action == "stop":
            self._stop()
        elif action.startswith("keep:"):
            self._keep(int(action[5:]))
        elif action.startswith("under:"):
            self._under(int(action[6:]))
        elif action[0] == "/":
            assert self.loose is not None
            self.moons[self.loose[0]] = list(action[1:])  # D2.B2
            self.loose = None
            self._end_turn(self.turn)
        elif action[0] == "+":
            self._take_chip(action[1:])
        else:
            self._take(action[0], action[1], action[2])

    # --- D2.A: plates

    def _put_token_down(self) -> None:
        if self.phase == "acquire":
            assert self.turn is not None
            self.players[self.turn].tokens -= 1

    def _draw(self) -> None:
        """D2.A3, D2.A5: pay a point, or nothing where there is nothing else to take."""
        assert self.turn is not None
        player = self.players[self.turn]
        self._put_token_down()
        if player.score == 0:
            self.corners.append("a free draw")
        else:
            player.score -= 1
            if player.score == 0:
                self.corners.append("a draw paid with the last point")
        if self.fresh:
            self.fresh -= 1
            self.hand.append(Drawn(self.top))
        else:
            seat = self.returned[0][0]
            (plate,) = self._take_returned(1)
            self.hand.append(Drawn(kind(plate), plate, seat))
        if self.fresh:
            self.phase = "top"
            self.top = "?"
        else:
            self._turn_up_top(kind(self.returned[0][1][0]) if self.returned else "-")
            self._go_on_drawing()

    def _go_on_drawing(self) -> None:
        assert self.turn is not None
        if self.players[self.turn].score and self.stack_size():
            self.phase, self.asked = "draw", {"draw", "stop"}
        else:
            self._stop()

    def _stop(self) -> None:
        if len(self.hand) > 1:
            self.corners.append("several plates drawn")
        if any(drawn.plate is None for drawn in self.hand):
            self.phase = "look"
        else:
            self._seen()

    def _look(self, faces: list[int]) -> None:
        assert len(faces) == len(set(faces)) == len(self.hand)
        unseen = self.unseen()
        for drawn, face in zip(self.hand, faces, strict=True):
            if drawn.plate is None:
                assert face in unseen
                assert kind(face) == drawn.back
                drawn.plate = face
            assert drawn.plate == face
        self._seen()

    def _seen(self) -> None:
        for drawn in self.hand:
            drawn.looked = True
        if len(self.hand) == 1:
            assert self.hand[0].plate is not None
            self._keep(self.hand[0].plate)
        else:
            self.phase, self.asked = "keep", {f"keep:{drawn.plate}" for drawn in self.hand}

    def _keep(self, plate: int) -> None:
        self.hand = [drawn for drawn in self.hand if drawn.plate != plate]
        self.plate = plate
        self._ask_where()

    def _ask_where(self) -> None:
        """D2.A1: an empty space, any of four orientations."""
        assert self.turn is not None
        plates = self.players[self.turn].plates
        empty = [space for space in range(9) if plates[space] == "-"]
        self.phase = "place"
        self.asked = {f"@{space + 1}{turn}" for space in empty for turn in TURNS}

    def _place_plate(self, space: int, turn: str) -> None:
        assert self.turn is not None
        self.players[self.turn].plates[space] = f"{self.plate}{turn}"
        self.plate = None
        if self.opening:  # D1.11
            self.opening -= 1
            self.turn = None
            self.phase = "display"
        elif self.hand:
            self._ask_under()
        else:
            self._end_turn(self.turn)

    def _ask_under(self) -> None:
        """D2.A3: each below the ones before it; the last one is not asked for."""
        assert self.turn is not None
        if len(self.hand) > 1:
            self.phase, self.asked = "under", {f"under:{drawn.plate}" for drawn in self.hand}
            return
        assert self.hand[0].plate is not None
        self.returned.append((self.turn, [*self.under, self.hand[0].plate]))
        self.hand, self.under = [], []
        if not self.fresh:
            self.top = kind(self.returned[0][1][0])
        self._end_turn(self.turn)

    def _under(self, plate: int) -> None:
        self.hand = [drawn for drawn in self.hand if drawn.plate != plate]
        self.under.append(plate)
        self._ask_under()

    # --- D2.B, D2.C, D2.D, D3: tiles and chips

    def _take(self, source: str, colour: str, place: str) -> None:
        assert self.turn is not None
        player = self.players[self.turn]
        number = self._tiles_at(source, colour)
        rest: list[str] = []
        if source == "M":
            if colour in self.moons[0] and self.start is None:  # D2.C2
                self.start = self.turn
            self.moons[0] = [tile for tile in self.moons[0] if tile != colour]
            for moon in self.moons[1:]:
                if moon and moon[-1] == colour:
                    moon.pop()
        else:
            factory = "L1234".index(source)
            rest = [tile for tile in self.suns[factory] if tile != colour]
            self.suns[factory] = []
            if source == "L":
                self.moons[0] = rest  # D2.B3
                if not rest:  # D2.C4
                    self.corners.append("the large factory holds one colour")
                    self.start = self.turn
            elif len(set(permutations(rest))) > 1:
                self.loose = factory, rest
            else:
                self.moons[factory] = rest
        player.put(colour, number, place, self.tower, self.corners)
        if self.loose is not None:
            self.phase = "stack"
            self.asked = {"/" + "".join(order) for order in permutations(rest)}
        else:
            self._end_turn(self.turn)

    def _take_chip(self, face: str) -> None:
        assert self.turn is not None
        player = self.players[self.turn]
        self.chips[self.chips.index(face)] = "-"
        player.chips.append(face)
        player.taken += 1
        self._end_turn(self.turn)

    def _end_turn(self, seat: int) -> None:
        """D2.B4, D2.C3: chips are turned up at once; then it is the other's turn."""
        turning = self._chips_to_turn()
        self.turn = 1 - seat
        if not turning:
            self._begin_turn()
            return
        self.corners.append("a chip is turned up")
        if len(turning) > 1:
            self.corners.append("several chips are turned up")
        self.phase = "chip"

    def _begin_turn(self) -> None:
        """D2.P1, D2.E1: whose turn it is, or the other alone, or on to the tiling."""
        assert self.turn is not None
        self.phase = "acquire"
        if not self._turns_of(self.turn):
            self.turn = 1 - self.turn
            if not self._turns_of(self.turn):
                self._begin_tiling()
            else:
                self.corners.append("a player goes on alone")
