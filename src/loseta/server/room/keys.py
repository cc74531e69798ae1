"""Signed credentials: cookies that identify guests, links that invite to a seat, and links that
share a finished game.

Only the cookie identifies the sender of a message, never a name, number or seat in it. All are
signed with a key that only this server's database holds.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import unicodedata

from itsdangerous import BadSignature, Signer

from loseta.server.refusals import Refused

COOKIE = "loseta"
COOKIE_SECONDS = 400 * 24 * 3600
LONGEST_NAME = 24
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\ufffc\U0001d159\U00013441\U00013442")
"""Letters and symbols that are invisible. All other blank or ignorable characters of Unicode belong
to the categories in `_is_harmless`."""


def fresh_key() -> str:
    return secrets.token_hex(32)


class Keys:
    """Signs and checks cookies and links with the server's secret key."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()
        self._signer = Signer(key, salt="guest", digest_method=hashlib.sha256)

    def cookie(self, identity: str) -> str:
        return self._signer.sign(identity).decode()

    def identity(self, cookie: str | None) -> str | None:
        """The guest that a cookie identifies; None if this server did not sign it."""
        if not cookie or len(cookie) > 200:
            return None
        try:
            return self._signer.unsign(cookie).decode()
        except (BadSignature, UnicodeError):
            return None

    def invitation(self, table: str, seat: int, number: int) -> str:
        """The secret in the link to a seat. It is derived from the key and not stored. Raising
        `number` invalidates older links."""
        return self._secret(f"invitation/{table}/{seat}/{number}")

    def is_invitation(self, secret: str, table: str, seat: int, number: int) -> bool:
        right = self.invitation(table, seat, number)
        return hmac.compare_digest(right.encode(), secret.encode())

    def share(self, table: str) -> str:
        """The link that gives anybody access to a finished game: the table's id and a secret."""
        return f"{table}.{self._secret(f'share/{table}')}"

    def shared(self, link: str) -> str | None:
        """The table that a link shares; None if this server did not make the link."""
        table = link.partition(".")[0]
        return table if hmac.compare_digest(self.share(table).encode(), link.encode()) else None

    def _secret(self, text: str) -> str:
        digest = hmac.new(self._key, text.encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:18]).decode()


def checked_name(name: str) -> str:
    """The name with whitespace normalized, safe to show to others. Raises Refused if it is too
    long or has unsafe characters."""
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if not 0 < len(tidy) <= LONGEST_NAME or not all(_is_harmless(c) for c in tidy):
        raise Refused("bad_name", n=LONGEST_NAME)
    return tidy


def _is_harmless(character: str) -> bool:
    """Whether a character is visible, not a combining mark, and does not change the direction of
    the text after it."""
    category = unicodedata.category(character)
    return (
        character.isprintable() and category not in ("Cf", "Mn", "Me") and character not in _BLANK
    )
