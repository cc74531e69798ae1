"""The games as JSON for clients, without what each of them must not know.

The codec of a game is `CODEC` in the module here that has the game's name."""

from loseta.games import part
from loseta.server.match.codecs.common import GameCodec

__all__ = ["GameCodec", "codec_for"]


def codec_for(game: str) -> GameCodec:
    """The codec of a game. Raises MissingPart."""
    codec: GameCodec = part("server.match.codecs", game).CODEC
    return codec
