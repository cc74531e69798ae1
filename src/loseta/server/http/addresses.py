"""Checks of the origin and host of requests.

A browser says which page a request comes from (`Origin`) and which name it was sent to (`Host`).
A page of another site must not act for a guest, and a foreign name that resolves to this computer
(DNS rebinding) must not be accepted as ours.
"""

from __future__ import annotations

import functools
import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from loseta.server.refusals import Refused

_PORTS = {"http": 80, "https": 443}
_LOCAL = ("localhost", "local", "lan", "internal", "home.arpa")
"""Nobody can register a domain under these, or one without a dot."""


def read_origin(text: str) -> str:
    """The origin of a site, normalized, with its port. Raises Refused if the text is not one."""
    try:
        parts = urlsplit(text.strip().rstrip("/"))
        beyond = parts.path or parts.query or parts.fragment or parts.username is not None
        if parts.scheme not in _PORTS or beyond:
            raise ValueError
        return _origin(parts.scheme, parts.netloc)
    except ValueError:
        raise Refused("bad_site", text=text[:100]) from None


@functools.lru_cache(maxsize=1_000)
def _name_and_port(host: str) -> tuple[str, int | None]:
    """The name and port in a header `Host`. Raises ValueError."""
    parts = urlsplit(f"//{host}")
    if not parts.hostname or parts.netloc != host or "@" in host:
        raise ValueError
    return parts.hostname.removesuffix("."), parts.port


def _origin(scheme: str, host: str) -> str:
    """The normalized origin of a host, always with its port. Raises ValueError."""
    name, port = _name_and_port(host)
    shown = f"[{name}]" if ":" in name else name
    return f"{scheme}://{shown}:{_PORTS[scheme] if port is None else port}"


class Addresses:
    """The names of this server, and the origins whose pages may talk to it."""

    def __init__(self, origins: Iterable[str], host: str = "") -> None:
        """`origins`: the sites that were allowed; `host`: the name that the server listens on."""
        self._origins = frozenset(map(read_origin, origins))
        self._names = {urlsplit(origin).hostname for origin in self._origins} | {host.lower()}

    def check(self, scope: Scope, headers: Headers, changes: bool) -> None:
        """Raises Refused for a host name that is not ours, and for a request of a foreign page that
        would change something."""
        host = headers.get("host")
        if host is not None and not self._is_ours(host):
            raise Refused("bad_host", text=host[:100])
        if changes and not self._is_own_page(scope, headers):
            raise Refused("bad_origin")

    def own_site(self, origin: str, headers: Headers) -> str:
        """The origin of our own page, as reported by a browser that shows it. Behind a proxy only
        the browser knows whether that is http or https. Raises Refused for any other origin."""
        said = read_origin(origin)
        try:
            own = _origin(urlsplit(said).scheme, headers.get("host", ""))
        except ValueError:
            raise Refused("bad_origin") from None
        if said != own and said not in self._origins:
            raise Refused("bad_origin")
        return origin.rstrip("/")

    def _is_ours(self, host: str) -> bool:
        """Whether a host name was allowed, or cannot be made to resolve here by outsiders."""
        try:
            name, _ = _name_and_port(host)
        except ValueError:
            return False
        local = "." not in name or name.endswith(tuple(f".{each}" for each in _LOCAL))
        return local or name in self._names or _is_address(name)

    def _is_own_page(self, scope: Scope, headers: Headers) -> bool:
        """Whether a request comes from our own page, or from a program that is not a browser.

        A browser always reports the page that asks for a connection or a change. Other programs do
        not hold other people's cookies that could be misused.
        """
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        secure = scope.get("scheme") in ("https", "wss")
        try:
            asking = read_origin(origin)
            own = _origin("https" if secure else "http", headers.get("host", ""))
        except (Refused, ValueError):
            return False
        return asking == own or asking in self._origins


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def who_is_limited(address: str) -> str:
    """The key that limits by address apply to: for IPv6 the /64 network, because one customer
    usually has all of its addresses."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))
