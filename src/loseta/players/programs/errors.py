"""The errors of other programs."""

from __future__ import annotations

from typing import Any

from loseta.game import Reason, Refusal

GOES_ON = frozenset({"refused", "failed", "too_old", "mute"})
"""The kinds of errors after which the program can still be used."""


class EngineError(Refusal):
    """An error of a program that breaks the protocol or cannot be used, as one sentence.

    `kind` is a word for code: `start` (it cannot be started), `ended`, `closed_output`, `silent`,
    `nonsense`, `illegal`, `closed`, or one of those in GOES_ON, after which the program can be
    asked again. After any other kind it has been ended.
    """

    def __init__(self, kind: str, program: str, **params: Any) -> None:
        super().__init__(Reason("", f"program.{kind}", {"program": program, **params}))
        self.kind = kind
        self.code: str = params.get("code", "")
        """The program's own code for the error (kinds `refused` and `failed`)."""

    def sentence(self, lang: str = "en") -> str:
        return super().sentence(lang).rstrip()  # the program's own words at the end may be empty
