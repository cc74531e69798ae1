"""One sentence for a package that is not installed."""

from __future__ import annotations

from loseta import texts


def missing(error: ImportError, what: str, extra: str) -> ModuleNotFoundError:
    """What an import that failed means to the user. A failure inside an installed package is
    raised again as it is."""
    if not isinstance(error, ModuleNotFoundError) or (error.name or "").startswith("loseta"):
        raise error
    sentence = texts.say("reason.missing_extra", "en", name=what, extra=f"loseta[{extra}]")
    return ModuleNotFoundError(sentence, name=error.name)
