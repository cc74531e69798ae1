"""Where the figures of the README come from: `loseta bench`, which runs what `suites.py` lists."""
