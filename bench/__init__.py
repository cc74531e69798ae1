"""Where the figures of the README come from: `python -m bench`."""
