"""Views of what a seat may know, and complete positions that agree with a view (D9).

A view in which plates are masked can be played on as long as they do not matter. Anything that
depends on them raises HiddenInformation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from loseta.duel.components import HIDDEN, plate_type
from loseta.duel.position import NOBODY, Position
from loseta.game import HiddenInformation, Pick, Reason

P = TypeVar("P", bound=Position)


def hides(position: Position, seat: int) -> bool:
    """Whether the position may contain anything that this seat may not know: plates that were drawn
    or that the other seat put back."""
    drawn = position.hand or position.under
    return bool(drawn) or any(batch.seat != seat for batch in position.returned)


def known_plates(position: Position) -> Iterator[tuple[int, int]]:
    """Pairs of seat and plate: the plates put back or in hand, with the seat that knows the face
    (or NOBODY). In a view, some are masked."""
    for batch in position.returned:
        for plate in batch.plates:
            yield batch.seat, plate
    yield from zip(position.hand_known, position.hand, strict=True)
    for plate in position.under:
        yield position.turn, plate


def is_complete(position: Position) -> bool:
    """Whether the position has the face of every plate that somebody has seen; a view often does
    not."""
    return all(plate > 0 or seat == NOBODY for seat, plate in known_plates(position))


def refuse_masked_hand(position: Position) -> None:
    """Raises HiddenInformation if the plates in hand are masked: what to keep or to put back
    depends on their faces."""
    if min(position.hand) < 0:
        raise hidden_information()


def refuse_masked_stack(position: Position) -> None:
    """Raises HiddenInformation if plates that were put back are masked: the next plates of the
    display depend on them."""
    for batch in position.returned:
        if batch.plates[0] < 0:
            raise hidden_information()


def refuse_hidden_faces(position: Position) -> None:
    """Raises HiddenInformation if a plate in hand is masked although somebody knows it: the dealer
    may draw a face only for plates that nobody has seen."""
    for plate, known_to in zip(position.hand, position.hand_known, strict=True):
        if plate < 0 and known_to != NOBODY:
            raise hidden_information()


def refuse_hidden_back(position: Position) -> None:
    """Raises HiddenInformation if the next back on the stack is unknown. Drawing the top plate
    reveals it to everybody, but if it is one of several plates that the other player put back, a
    view does not know their order."""
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
    """A copy of the position in which the plates whose faces this seat may not know are masked.

    The artist who puts plates under the stack knows them and their order; the others know how many
    of each type went there together, and the type of the plate on top of the stack. Whoever has
    looked at drawn plates knows them. A kept plate is visible to all.
    """
    seen = position.copy()
    for number, batch in enumerate(seen.returned):
        if batch.seat != seat:
            on_top = number == 0 and not seen.fresh
            batch.plates = _masked(batch.plates, in_order=1 if on_top else 0)
    if seen.under and seat != seen.turn:  # others do not see which plates were already chosen
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
    """The plates by their backs. The first `in_order` keep their places; the others, whose order is
    unknown, are sorted."""
    backs = list(map(_mask, plates))
    return backs[:in_order] + sorted(backs[in_order:], reverse=True)


def sample(position: P, seat: int | None, pick: Pick) -> P:
    """A random complete position that agrees with everything this seat knows, all equally likely.

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
