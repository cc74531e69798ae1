"""The folder of the project's sources, or None: an installed package has no tests."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).resolve().parent.parent
SOURCES = _FOLDER if (_FOLDER / "tests" / "support.py").is_file() else None
