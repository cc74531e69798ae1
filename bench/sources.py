"""Where the sources of the project are: an installed package has none of its tests."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).resolve().parent.parent
SOURCES = _FOLDER if (_FOLDER / "tests" / "support.py").is_file() else None
