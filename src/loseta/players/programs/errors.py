"""What can go wrong with another program."""

from __future__ import annotations

from typing import Any

from loseta.game import Reason, Refusal

GOES_ON = frozenset({"refused", "failed", "too_old", "mute"})


class EngineError(Refusal):
    """A program does not do what the protocol wants, in one sentence.

    `kind` is a word for code: `start` (it cannot be started), `ended`, `closed_output`, `silent`,
    `nonsense`, `illegal`, `closed`, or one of those in GOES_ON, after which the program can be
    asked again. After any other it has been ended.
    """

    def __init__(self, kind: str, program: str, **params: Any) -> None:
        super().__init__(Reason("", f"program.{kind}", {"program": program, **params}))
        self.kind = kind
        self.code: str = params.get("code", "")
        """What the program called it itself (`refused`, `failed`)."""

    def sentence(self, lang: str = "en") -> str:
        return super().sentence(lang).rstrip()  # where a program says nothing, the end is empty
