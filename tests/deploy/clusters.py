"""Whether a cluster can be started here."""

from __future__ import annotations

import pytest

from deploy.parts import PACKAGES, find

MISSING = [package for program, package in PACKAGES.items() if find(program) is None]
needs_cluster = pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")
