"""`python -m tests.browser.same_deal serve` is `loseta serve` with one seed for all tables: what
the dealer draws and the computer plays is the same every time."""

from __future__ import annotations

import sys
from unittest.mock import patch

from loseta.cli import main
from loseta.server.room import table_setup

if __name__ == "__main__":
    with patch.object(table_setup, "fresh_seed", lambda: "the same for all"):
        sys.exit(main())
