"""`python -m loseta` is the command `loseta`."""

import sys

from loseta.cli import main

sys.exit(main())
