"""The games as the server's clients see them: JSON, and what must be kept from whom."""

from loseta.server.faces.azul import AzulFace
from loseta.server.faces.common import Face
from loseta.server.faces.duel import DuelFace

FACES: dict[str, Face] = {"azul": AzulFace(), "duel": DuelFace()}

__all__ = ["FACES", "Face"]
