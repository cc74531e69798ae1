"""Refusals of the server, each with a code, a sentence in every language, and an HTTP status."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from loseta.game import (
    ActionError,
    AmbiguousAction,
    BadText,
    HiddenInformation,
    NotAnAction,
    Reason,
    Refusal,
)

STATUS = {
    "unknown_table": 404,
    "unknown_page": 404,
    "unknown_puzzle": 404,
    "not_yours": 403,
    "bad_origin": 403,
    "bad_host": 421,
    "bad_invitation": 403,
    "private": 403,
    "no_identity": 401,
    "seat_taken": 409,
    "not_listed": 403,
    "coach_alone": 403,
    "not_over": 409,
    "not_started": 409,
    "rematch_declined": 409,
    "nothing_offered": 409,
    "rematch_started": 409,
    "stale": 409,
    "id_used": 409,
    "too_large": 413,
    "bad_message": 422,
    "bad_name": 422,
    "slow_down": 429,
    "enough_offers": 429,
    "too_many_tables": 429,
    "too_many_connections": 429,
    "storage": 503,
    "busy": 503,
    "failure": 500,
}
"""The HTTP status for each error code; 400 for codes not listed here."""


class Refused(Refusal):
    """A request or command that the server refuses; nothing has changed."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(Reason("", f"server.{code}", params))
        self.code = code


def slow_down(wait: float) -> Refused:
    """The refusal for exceeding a rate limit. `wait`: seconds until the client may try again."""
    return Refused("slow_down", n=math.ceil(wait))


MISREAD = {
    "missing": "missing",
    "extra_forbidden": "unknown",
    "json_invalid": "json",
    "union_tag_invalid": "kind",
    "union_tag_not_found": "kind",
}
"""Pydantic's error types as keys of our texts; any other type is a value that the schema does not
allow."""


class Misread(Refused):
    """A message or request that does not match the schema."""

    def __init__(self, what: str, place: Sequence[str | int] = ()) -> None:
        where = ".".join(str(part) for part in place)[:100]
        text = f"server.misread.{MISREAD.get(what, 'value')}"
        Refusal.__init__(self, Reason("", text, {"place": where}))
        self.code = "bad_message"


def code_of(refusal: Refusal) -> str:
    """The error code of a refusal, stable for programs."""
    match refusal:
        case Refused():
            return refusal.code
        case NotAnAction():
            return "not_an_action"
        case AmbiguousAction():
            return "ambiguous"
        case ActionError():
            return "illegal"
        case BadText():
            return "bad_text"
        case HiddenInformation():
            return "hidden"
        case _:
            return "bad_option"


def status_of(code: str) -> int:
    return STATUS.get(code, 400)


def error_json(refusal: Refusal, lang: str) -> dict[str, Any]:
    """A refusal as JSON for a client. Leaves out the position that an error may carry, because that
    position contains hidden information."""
    body: dict[str, Any] = {"code": code_of(refusal), "sentence": refusal.sentence(lang)}
    if isinstance(refusal, BadText):
        reason = Refusal.sentence(refusal, lang)
        body |= {"line": refusal.line, "column": refusal.column, "reason": reason}
    if body["code"] == "slow_down":
        body["wait"] = refusal.reason.params["n"]
    return body | ({"rule": refusal.reason.rule} if refusal.reason.rule else {})
