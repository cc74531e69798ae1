"""The client for Redis, which connects the processes of a cluster. Needs the extra
loseta[redis]."""

from __future__ import annotations

from urllib.parse import urlsplit

from loseta.game import Reason, Refusal, quoted
from loseta.server.refusals import Refused

try:
    from redis.asyncio import Redis
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff
    from redis.exceptions import RedisError, ResponseError
except ModuleNotFoundError as error:
    if error.name != "redis":
        raise
    extra = {"name": "Redis", "extra": "loseta[redis]"}
    raise Refusal(Reason("", "missing_extra", extra)) from None

__all__ = ["REDIS_ERRORS", "ResponseError", "connect", "shown"]

REDIS_ERRORS = (RedisError, OSError)
"""The errors of a Redis that is unreachable or answers unexpectedly."""
SCHEMES = ("redis", "rediss", "unix")
CONNECT_SECONDS = 2.0
ANSWER_SECONDS = 5.0
"""Without an answer for this long, Redis counts as gone. Blocking commands must use shorter
timeouts."""


def connect(url: str) -> Redis:
    """A client that connects on first use. Raises Refused for an invalid URL. It never retries a
    command by itself: only the caller knows whether that is safe."""
    try:
        if urlsplit(url).scheme not in SCHEMES:
            raise ValueError
        return Redis.from_url(
            url,
            decode_responses=True,
            socket_connect_timeout=CONNECT_SECONDS,
            socket_timeout=ANSWER_SECONDS,
            retry=Retry(NoBackoff(), 0),
        )
    except ValueError:
        raise Refused("bad_bus", text=quoted(shown(url))) from None


def shown(url: str) -> str:
    """A URL with its user and password masked, to be shown."""
    before, at, rest = url.rpartition("@")
    if not at:
        return url
    scheme, mark, _ = before.partition("://")
    return f"{scheme}{mark}***@{rest}"
