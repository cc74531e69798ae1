"""Letters of three by five points, so that an image needs no library to draw them."""

from __future__ import annotations

from typing import Any

import numpy as np

WIDTH, HEIGHT = 3, 5

_ROWS = """
    075557 126227 271747 371717 455711 574717 674757 771111
    875757 975717 A25755 B65656 C34443 D65556 E74647 F74644
    G34553 H55755 I72227 J11152 K55655 L44447 M57755 N65555
    O25552 P65644 Q25563 R65655 S34216 T72222 U55557 V55552
    W55775 X55255 Y55222 Z71247 .00002 :02020 -00700 >42124
    +02720 /11244 ?71202 =07070 _00007 ,00024
"""
"""A letter, and each of its rows as an octal digit."""


def _points(rows: str) -> Any:
    return np.array([[int(row) >> bit & 1 for bit in (2, 1, 0)] for row in rows], bool)


GLYPHS: dict[str, Any] = {each[0]: _points(each[1:]) for each in _ROWS.split()}
