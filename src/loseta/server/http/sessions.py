"""Sessions: the guests behind requests, by their cookies."""

from __future__ import annotations

import secrets
from collections import OrderedDict

from starlette.requests import HTTPConnection
from starlette.responses import Response

from loseta.server.http import costs
from loseta.server.http.addresses import who_is_limited
from loseta.server.http.costs import Budgets
from loseta.server.http.middleware import BODY_BYTES
from loseta.server.http.shared_limits import SharedSpending
from loseta.server.limiter import Limiter
from loseta.server.names import NO_NAME, chosen_name
from loseta.server.refusals import Refused, slow_down
from loseta.server.room.keys import COOKIE, COOKIE_SECONDS, checked_name
from loseta.server.room.lobby import Lobby
from loseta.server.store_errors import store_errors

PREFIX = "/api/v1"
"""The common prefix of all paths of the API."""
REMEMBERED = 20_000


class Sessions:
    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        limits = lobby.settings.limits
        self._new = Limiter(limits.guests_per_minute, 60)
        self.budgets = Budgets(limits)
        if lobby.is_shared:
            limiters = {"new guests": self._new, **self.budgets.limiters}
            self._spending = SharedSpending(lobby.bus, limiters)
        self._names: OrderedDict[str, str] = OrderedDict()

    async def known(self, request: HTTPConnection) -> str | None:
        """The identity behind a request; None without a valid cookie of a stored guest."""
        identity = self._lobby.keys.identity(request.cookies.get(COOKIE))
        if identity is None or await self._stored_name(identity) is None:
            return None
        return identity

    async def required(self, request: HTTPConnection) -> str:
        """The identity behind a request, which is charged. Raises Refused."""
        identity = await self.known(request)
        if identity is None:
            raise Refused("no_identity")
        self._charge(request, identity)
        return identity

    def charge_address(self, request: HTTPConnection) -> None:
        """Charge the client's address for a request that needs no identity. Raises Refused."""
        self._charge(request, address(request))

    def _charge(self, request: HTTPConnection, guest: str) -> None:
        scope = request.scope
        cost = costs.of_request(
            scope.get("method", "WS"),
            scope["route"].path.removeprefix(PREFIX),
            scope.get("state", {}).get(BODY_BYTES, 0),
        )
        self.budgets.charge(guest, address(request), cost)

    async def name(self, identity: str) -> str | None:
        """The name that a guest has chosen, or None."""
        if self._lobby.is_shared:  # another process may have stored another name
            self._names.pop(identity, None)
        return chosen_name(await self._stored_name(identity))

    async def _stored_name(self, identity: str) -> str | None:
        if identity not in self._names:
            with store_errors():
                found = await self._lobby.store.name_of(identity)
            if found is None:
                return None
            self._remember(identity, found)
        return self._names[identity]

    async def welcome(self, request: HTTPConnection, response: Response) -> str:
        """Store a new guest and set the cookie. Raises Refused."""
        if wait := self._new.take(address(request)):
            raise slow_down(wait)
        identity = secrets.token_urlsafe(16)
        with store_errors():
            await self._lobby.store.add_identity(identity, NO_NAME, self._lobby.uptime.time.date())
        self._remember(identity, NO_NAME)
        response.set_cookie(
            COOKIE,
            self._lobby.keys.cookie(identity),
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme in ("https", "wss"),
        )
        return identity

    async def rename(self, identity: str, name: str) -> str | None:
        tidy = checked_name(name)
        with store_errors():
            await self._lobby.store.rename(identity, tidy)
        self._remember(identity, tidy)
        return chosen_name(tidy)

    def _remember(self, identity: str, name: str) -> None:
        self._names[identity] = name
        if len(self._names) > REMEMBERED:
            self._names.popitem(last=False)


def address(request: HTTPConnection) -> str:
    return who_is_limited(request.client.host) if request.client else "?"
