"""What a seat may know, and complete tables that agree with it (D9).

A view in which plates are masked can be played on as long as they do not matter. What depends on
them raises HiddenInformation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from loseta.duel.components import HIDDEN, plate_type
from loseta.duel.position import NOBODY, Position
from loseta.game import HiddenInformation, Pick, Reason

P = TypeVar("P", bound=Position)


def hides(position: Position, seat: int) -> bool:
    """Whether there is anything in the position that this seat may not know."""
    drawn = position.hand or position.under
    return bool(drawn) or any(batch.seat != seat for batch in position.returned)


def known_plates(position: Position) -> Iterator[tuple[int, int]]:
    """Plates that one seat has seen and not shown, with that seat; masked ones in a view too."""
    for batch in position.returned:
        for plate in batch.plates:
            yield batch.seat, plate
    yield from zip(position.hand_known, position.hand, strict=True)
    for plate in position.under:
        yield position.turn, plate


def is_complete(position: Position) -> bool:
    """Whether every plate that somebody has seen is in the position: not so in many a view."""
    return all(plate > 0 or seat == NOBODY for seat, plate in known_plates(position))


def refuse_masked_hand(position: Position) -> None:
    """What to keep or to put back depends on the faces in hand."""
    if min(position.hand) < 0:
        raise hidden_information()


def refuse_masked_stack(position: Position) -> None:
    """Which plates come up next depends on those that were put back."""
    for batch in position.returned:
        if batch.plates[0] < 0:
            raise hidden_information()


def refuse_hidden_faces(position: Position) -> None:
    """The faces of drawn plates are for the dealer to show, unless somebody has seen them."""
    for plate, known_to in zip(position.hand, position.hand_known, strict=True):
        if plate < 0 and known_to != NOBODY:
            raise hidden_information()


def refuse_hidden_back(position: Position) -> None:
    """Once the top plate is drawn everybody sees the back of the next one. Where that is one of
    several plates that another has put back, a view does not tell it."""
    if position.fresh > 1:
        return  # the dealer will reveal it
    batches = [batch.plates for batch in position.returned]
    if not position.fresh:
        batches[0] = batches[0][1:]
    below = next(filter(None, batches), [])
    if len(set(below)) > 1 and min(below) < 0:
        raise hidden_information()


def hidden_information() -> HiddenInformation:
    return HiddenInformation(Reason("D9.1", "duel.hidden_information"))


def view(position: P, seat: int | None) -> P:
    """The position with the plates masked whose faces this seat may not know.

    Plates put under the stack are known, with their order, to the artist who did it; the others
    know how many of each type went there together, and the type of the one on top of the stack.
    Drawn plates are known to the one who has looked at them. A plate kept is shown.
    """
    seen = position.copy()
    for number, batch in enumerate(seen.returned):
        if batch.seat != seat:
            on_top = number == 0 and not seen.fresh
            batch.plates = _masked(batch.plates, in_order=1 if on_top else 0)
    if seen.under and seat != seen.turn:  # which ones are already under the stack is not seen
        seen.hand = _masked(seen.hand + seen.under)
        seen.hand_known = [seen.turn] * len(seen.hand)
        seen.under = []
    seen.hand = [
        plate if known_to == seat else _mask(plate)
        for plate, known_to in zip(seen.hand, seen.hand_known, strict=True)
    ]
    return seen


def _mask(plate: int) -> int:
    return HIDDEN[plate_type(plate)]


def _masked(plates: list[int], in_order: int = 0) -> list[int]:
    """The backs of plates; those whose order is not known in a fixed one."""
    backs = list(map(_mask, plates))
    return backs[:in_order] + sorted(backs[in_order:], reverse=True)


def sample(position: P, seat: int | None, pick: Pick) -> P:
    """A complete position that this seat cannot tell from the real one, each equally likely.

    It is made from the seat's view alone. Plates that nobody has seen stay unseen.
    """
    made = view(position, seat)
    for number, batch in enumerate(made.returned):
        if batch.plates[0] < 0:
            on_top = number == 0 and not made.fresh
            for at in range(len(batch.plates)):
                batch.plates[at] = _draw_face(made, batch.plates[at], pick)
            _shuffle(batch.plates, 1 if on_top else 0, pick)
    for at, known_to in enumerate(made.hand_known):
        if made.hand[at] < 0 and known_to != NOBODY:
            made.hand[at] = _draw_face(made, made.hand[at], pick)
    return made


def _draw_face(position: Position, hidden: int, pick: Pick) -> int:
    fitting = position.unseen_of_type(plate_type(hidden))
    return fitting[pick([1] * len(fitting))]


def _shuffle(plates: list[int], start: int, pick: Pick) -> None:
    for at in range(len(plates) - 1, start, -1):
        other = start + pick([1] * (at - start + 1))
        plates[at], plates[other] = plates[other], plates[at]
