"""Records of whole games as text, similar to PGN: tags, then rounds with deals and actions,
comments, evaluations and variations.

A record contains the deals themselves, so every position can be rebuilt without a random generator.
The seed is only evidence: `verify` checks whether the deals came from it. `docs/notation.md` is the
specification, `docs/records.md` shows how to use it.
"""

from loseta.record.evidence import verify
from loseta.record.files import LONGEST_FILE, decode, load, save
from loseta.record.model import Evaluation, Line, Node, Record, Variation, result_of, walk
from loseta.record.parsing import MOST_ACTIONS, MOST_NESTED, read
from loseta.record.writing import LINE_WIDTH, write

__all__ = [
    "LINE_WIDTH",
    "LONGEST_FILE",
    "MOST_ACTIONS",
    "MOST_NESTED",
    "Evaluation",
    "Line",
    "Node",
    "Record",
    "Variation",
    "decode",
    "load",
    "read",
    "result_of",
    "save",
    "verify",
    "walk",
    "write",
]
