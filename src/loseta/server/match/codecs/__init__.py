"""The games as clients see them: JSON, and what must be kept from whom.

The codec of a game is `CODEC` in the module of its name here."""

from loseta.games import part
from loseta.server.match.codecs.common import GameCodec

__all__ = ["GameCodec", "codec_for"]


def codec_for(game: str) -> GameCodec:
    """The codec of a game. Raises MissingPart."""
    codec: GameCodec = part("server.match.codecs", game).CODEC
    return codec
