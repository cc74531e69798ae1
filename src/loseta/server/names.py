"""The names of guests. A guest who has not chosen a name is sent without one, and each client shows
a placeholder in its user's language."""

from __future__ import annotations

from loseta import texts

NO_NAME = ""
"""Stored for a guest who has not chosen a name."""


def guest_word(lang: str) -> str:
    """The placeholder for a guest without a name."""
    return texts.say("server.guest", lang)


_OLD_PLACEHOLDERS = frozenset(guest_word(lang) for lang in texts.LANGUAGES)
"""Placeholders that earlier versions stored as names, in the language of the guest's first
visit."""


def chosen_name(stored: str | None) -> str | None:
    """The name that a guest has chosen, or None."""
    return None if stored == NO_NAME or stored in _OLD_PLACEHOLDERS else stored
