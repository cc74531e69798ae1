"""The games as the server's clients see them: JSON, and what must be kept from whom."""

from loseta.server.match.codecs.azul import AzulFace
from loseta.server.match.codecs.common import Face
from loseta.server.match.codecs.duel import DuelFace

FACES: dict[str, Face] = {"azul": AzulFace(), "duel": DuelFace()}

__all__ = ["FACES", "Face"]
