"""The error for an optional package that is not installed."""

from __future__ import annotations

from loseta import texts


def missing(error: ImportError, what: str, extra: str) -> ModuleNotFoundError:
    """The error that tells the user what to install. Raises `error` again if it is a failure inside
    an installed package."""
    if not isinstance(error, ModuleNotFoundError) or (error.name or "").startswith("loseta"):
        raise error
    sentence = texts.say("reason.missing_extra", "en", name=what, extra=f"loseta[{extra}]")
    return ModuleNotFoundError(sentence, name=error.name)
