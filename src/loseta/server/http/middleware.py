"""The middleware for all requests: limits on rate, origin and size, security headers, and errors as
sentences."""

from __future__ import annotations

import logging

import orjson
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from loseta import texts
from loseta.game import Refusal
from loseta.server import metrics
from loseta.server.http.addresses import Addresses, who_is_limited
from loseta.server.limiter import Limiter
from loseta.server.refusals import Refused, error_json, slow_down, status_of
from loseta.server.settings import Settings

LOG = logging.getLogger(__name__)
BODY_BYTES = "body_bytes"
"""The key in a request's state for the size of its body."""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
PROTECTION = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def language_of(headers: Headers, query: bytes = b"") -> str:
    """The first language in `Accept-Language` that the server speaks; English if there is none."""
    for part in headers.get("accept-language", "")[:200].split(","):
        code = part.strip()[:2].lower()
        if code in texts.LANGUAGES:
            return code
    return "en"


def error_response(refusal: Refusal, lang: str) -> tuple[int, bytes, dict[str, str]]:
    """The status, body and headers for a refusal."""
    error = error_json(refusal, lang)
    metrics.REFUSALS.labels(error["code"]).inc()
    headers = {"Retry-After": str(error["wait"])} if "wait" in error else {}
    return status_of(error["code"]), orjson.dumps({"error": error}), headers


class Middleware:
    """Wraps the application. Handles requests and the handshakes of live connections."""

    def __init__(
        self, app: ASGIApp, settings: Settings, large: dict[str, int], requests: Limiter
    ) -> None:
        self._app = app
        self._limits = settings.limits
        self._addresses = Addresses(settings.origins, settings.host)
        self._requests = requests
        self._large = large
        """The largest body of each path that takes larger ones than usual."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if scope["type"] == "websocket":
            try:
                self._check(scope, headers, changes=True)
            except Refused as refusal:
                body = error_response(refusal, language_of(headers))
                await _respond(send, *body, kind="websocket.http.response")
                return
            await self._app(scope, receive, send)
            return
        started = False

        async def protected_send(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                sent = MutableHeaders(scope=message)
                for name, value in PROTECTION.items():
                    sent.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    sent.setdefault("Cache-Control", "no-store")
            await send(message)

        lang = language_of(headers)
        try:
            changes = scope["method"] not in SAFE_METHODS
            self._check(scope, headers, changes)
            if changes:
                receive = await self._whole_body(receive, scope)
            await self._app(scope, receive, protected_send)
        except Refusal as refusal:
            if started:
                raise
            await _respond(protected_send, *error_response(refusal, lang))
        except Exception:
            LOG.exception("a request failed")
            if started:
                raise
            await _respond(protected_send, *error_response(Refused("failure"), lang))

    def _check(self, scope: Scope, headers: Headers, changes: bool) -> None:
        """Check a request's rate, host and origin. Raises Refused."""
        client = scope.get("client")
        if wait := self._requests.take(who_is_limited(client[0] if client else "?")):
            raise slow_down(wait)
        self._addresses.check(scope, headers, changes)

    async def _whole_body(self, receive: Receive, scope: Scope) -> Receive:
        """Read the whole body in advance; returns a `receive` that delivers it. Raises Refused if
        it is too large."""
        longest = self._large.get(scope["path"], self._limits.body_bytes)
        body = b""
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return receive  # the client has gone
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > longest:
                raise Refused("too_large", n=longest)
        scope.setdefault("state", {})[BODY_BYTES] = len(body)
        waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def replay() -> Message:
            return waiting.pop() if waiting else await receive()

        return replay


async def _respond(
    send: Send, status: int, body: bytes, more: dict[str, str], kind: str = "http.response"
) -> None:
    all_of_them = {"content-type": "application/json", "content-length": str(len(body)), **more}
    headers = [(name.lower().encode(), value.encode()) for name, value in all_of_them.items()]
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
