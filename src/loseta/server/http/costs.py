"""The costs of requests and messages, and the budget of each guest.

One unit is about half a millisecond of the server's time. `docs/server.md` has the same table.
"""

from __future__ import annotations

import time

from loseta.server.limiter import Clock, Limiter
from loseta.server.refusals import slow_down
from loseta.server.settings import Limits

OTHERS = 1
"""The cost of a request or message that is not listed below."""
BODY = 2_000
"""Each time this many bytes in a request's body cost one more unit, for reading them."""
REQUESTS = {
    "PUT /me": 5,
    "GET /tables": 3,
    "GET /tables/open": 2,
    "POST /tables": 10,
    "GET /tables/{table}/invitations/{seat}.svg": 5,
    "POST /tables/{table}/join": 5,
    "POST /tables/{table}/fill": 5,
    "POST /tables/{table}/act": 2,
    "POST /tables/{table}/rematch": 5,
    "DELETE /tables/{table}/rematch": 2,
    "GET /tables/{table}/history": 5,
    "GET /tables/{table}/record": 5,
    "GET /tables/{table}/link": 2,
    "GET /tables/{table}/picture": 10,
    "WS /tables/{table}/live": 5,
    "POST /records": 40,
    "POST /records/reviewed": 40,
    "POST /analysis": 5,
    "POST /analysis/lines": 5,
    "POST /analysis/tree": 40,
    "POST /analysis/record": 40,
    "POST /reviews": 20,
    "POST /sandbox": 2,
    "POST /pictures": 10,
    "GET /puzzles": 2,
    "GET /puzzles/day": 3,
    "GET /puzzles/{puzzle}": 3,
    "POST /puzzles/{puzzle}/try": 10,
    "GET /puzzles/{puzzle}/hint": 2,
    "GET /puzzles/{puzzle}/solution": 10,
    "POST /mistakes": 3,
    "POST /mistakes/try": 10,
    "POST /mistakes/hint": 2,
    "POST /mistakes/solution": 10,
}
MESSAGES = {
    "act": 2,
    "undo": 2,
    "take_back": 2,
    "answer": 2,
    "resign": 2,
    "stand_in": 2,
    "come_back": 2,
    "say": 2,
    "effects": 2,
    "hint": 5,
    "coach": 5,
}


def of_request(method: str, path: str, body_bytes: int = 0) -> int:
    """The cost of a request. `path`: that of its route, without the prefix."""
    return REQUESTS.get(f"{method} {path}", OTHERS) + body_bytes // BODY


def of_message(kind: str) -> int:
    return MESSAGES.get(kind, OTHERS)


class Budgets:
    """Rate limits on what each guest, and all guests of an address together, may spend."""

    def __init__(self, limits: Limits, clock: Clock = time.monotonic) -> None:
        self._guests = Limiter(limits.budget, limits.window, clock=clock)
        self._addresses = Limiter(limits.budget_per_address, limits.window, clock=clock)
        self._thoughts = Limiter(limits.thoughts, 60, clock=clock)

    @property
    def limiters(self) -> dict[str, Limiter]:
        return {
            "guests": self._guests,
            "addresses": self._addresses,
            "thoughts": self._thoughts,
        }

    def charge(self, guest: str, address: str, cost: int) -> None:
        """Charge a guest and an address. Raises Refused if either has too little left; then neither
        is charged."""
        own, all_of_them = self._guests.of(guest), self._addresses.of(address)
        if wait := max(own.wait(cost), all_of_them.wait(cost)):
            raise slow_down(wait)
        own.spend(cost)
        all_of_them.spend(cost)
        self._guests.on_take(guest, cost)
        self._addresses.on_take(address, cost)

    def think(self, guest: str) -> None:
        """Charge a guest for a hint, analysis or review. Raises Refused if too many were asked for
        lately."""
        if wait := self._thoughts.take(guest):
            raise slow_down(wait)
