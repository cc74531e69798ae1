"""Records of whole games as text, in the manner of PGN: tags, then rounds with deals and actions,
comments, evaluations and variations.

The deals are the truth, the seed is evidence: a record rebuilds every position without any
generator, and `verify` shows whether the deals came from the seed. `docs/notation.md` is the
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
