"""Games that hypothesis chooses, step by step, and what a seat cannot tell apart."""

import random
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import strategies as st

from loseta.duel import State
from loseta.game import DEALER

from .dome import PLATES, kind

HABITS = ("any", "broken", "draw", "chips")
"""What a game's players like: anything, broken tiles, drawing plates, using chips."""

games = st.tuples(st.sampled_from(HABITS), st.binary(max_size=120))
Game = tuple[str, bytes]


class Choices:
    """Choices drawn by hypothesis, then, when they are used up, by a generator seeded by them."""

    def __init__(self, drawn: bytes) -> None:
        self.drawn = list(drawn)
        self.source = random.Random(drawn)

    def below(self, bound: int) -> int:
        if self.drawn:
            return self.drawn.pop(0) % bound
        return self.source.randrange(bound)

    def pick(self, weights: Sequence[int]) -> int:
        possible = [n for n, weight in enumerate(weights) if weight]
        if self.drawn:
            return possible[self.below(len(possible))]
        return self.source.choices(range(len(weights)), weights)[0]


def liked(habit: str, action: str) -> bool:
    if habit == "broken":
        return action[-1] == "X"
    if habit == "draw":
        return action == "draw"
    return habit == "chips" and action[0] == "$" and action != "$-"


def steps(game: Game) -> Iterator[State]:
    """The state of a game, again and again, from the start to the end."""
    habit, drawn = game
    choices = Choices(drawn)
    tablets = ("starred", "random-3", "random-4", "row_colours+border+corners+specials")
    state = State.new(tablets=tablets[choices.below(4)])
    yield state
    for _ in range(2_000):
        if state.to_move is None:
            return
        if state.to_move == DEALER:
            state.apply(state.deal(choices.pick))
        else:
            legal = state.legal_actions()
            good = [action for action in legal if liked(habit, action.text)]
            if good and choices.below(4):
                legal = good
            state.apply(legal[choices.below(len(legal))])
        yield state
    pytest.fail("the game did not end")


def sampled(game: Game, every: int = 7) -> Iterator[State]:
    """Some states of a game, always with those of rare phases."""
    rare = ("keep", "under", "top", "look", "draw", "tile", "pay", "over")
    for number, state in enumerate(steps(game)):
        if number % every == 0 or state.phase in rare:
            yield state


# --- what is hidden from a seat (D9.1)


def hidden_from(state: State, seat: int | None) -> list[int]:
    """The plates in the state whose faces this seat may not know."""
    stack, hand = fields(state.to_text())
    hidden = [plate for who, plates in stack for plate in plates if who != seat]
    for who, plate in hand:
        owner = turn_of(state) if who is None else who
        if owner != seat:
            hidden.append(plate)
    return hidden


def turn_of(state: State) -> int:
    turn: int = state.turn
    return turn


def fields(text: str) -> tuple[list[tuple[int, list[int]]], list[tuple[int | None, int]]]:
    """The batches of the stack and the plates in hand that have a face in the state."""
    by_name = dict(word.split("=") for word in text.split(" ")[3:])
    batches = by_name["stack"].split("/", 2)[2]
    stack = []
    for batch in [] if batches == "-" else batches.split(","):
        who, plates = batch.split("~")
        stack.append((int(who) - 1, [int(plate) for plate in plates.split(".")]))
    hand: list[tuple[int | None, int]] = []
    for drawn in by_name["hand"].replace("/", ".").split("."):
        if drawn != "-" and drawn[0] != "?":
            plate, _, who = drawn.partition("~")
            hand.append((int(who) - 1 if who else None, int(plate)))
    return stack, hand


def disguised(state: State, seat: int | None, source: random.Random) -> State:
    """Another state that must look the same to this seat: other faces, another order."""
    text = state.to_text()
    words = text.split(" ")
    by_name = dict(word.split("=") for word in words[3:])
    stack, _ = fields(text)
    hidden = hidden_from(state, seat)
    unseen = [plate for plate in PLATES if plate not in known_plates(text)]
    swap: dict[int, int] = {}
    for back in "sw":
        slots = [plate for plate in hidden if kind(plate) == back]
        pool = slots + [plate for plate in unseen if kind(plate) == back]
        kept = [drawn for drawn in by_name["hand"].split(".") if drawn == f"?{back}"]
        assert len(pool) >= len(slots) + len(kept)
        swap |= dict(zip(slots, source.sample(pool, len(slots)), strict=True))
    fresh, top, _ = by_name["stack"].split("/", 2)
    batches = []
    for number, (who, plates) in enumerate(stack):
        order = [swap.get(plate, plate) for plate in plates]
        if who != seat:
            source.shuffle(order)
            if number == 0 and fresh == "0":
                order.sort(key=lambda plate: kind(plate) != top)  # its back is public
        batches.append(f"{who + 1}~{'.'.join(map(str, order))}")
    words = [
        f"stack={fresh}/{top}/{','.join(batches) or '-'}" if w.startswith("stack=") else w
        for w in words
    ]
    hand = [swapped(part, swap) for part in by_name["hand"].split("/")]
    words = [f"hand={'/'.join(hand)}" if w.startswith("hand=") else w for w in words]
    return State.from_text(" ".join(words))


def swapped(part: str, swap: dict[int, int]) -> str:
    """A part of the hand with other plates."""
    drawn = []
    for each in part.split("."):
        plate, tilde, who = each.partition("~")
        if plate.isdigit():
            plate = str(swap.get(int(plate), int(plate)))
        drawn.append(plate + tilde + who)
    return ".".join(drawn)


def known_plates(text: str) -> list[int]:
    """Every plate that has a face in the text."""
    by_name = dict(word.split("=") for word in text.split(" ")[3:])
    stack, hand = fields(text)
    known = [plate for _, plates in stack for plate in plates] + [plate for _, plate in hand]
    known += [int(p) for p in by_name["display"].split(".") if p != "-"]
    known += [int(by_name["plate"])] if by_name["plate"] != "-" else []
    for seat in ("seat1", "seat2"):
        known += [int(p[:-1]) for p in by_name[seat].split(":")[4].split(",") if p != "-"]
    return known
