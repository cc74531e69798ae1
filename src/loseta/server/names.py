"""What guests are called. Who has chosen no name has none: each client words it, in the language of
its own user."""

from __future__ import annotations

from loseta import texts

NO_NAME = ""
"""What is stored then."""


def guest_word(lang: str) -> str:
    """For somebody without a name."""
    return texts.say("server.guest", lang)


_ONCE_STORED = frozenset(guest_word(lang) for lang in texts.LANGUAGES)
"""Earlier versions stored that word, in the language of the guest's first visit."""


def chosen_name(stored: str | None) -> str | None:
    return None if stored == NO_NAME or stored in _ONCE_STORED else stored
