"""Loseta: play, study and research Azul and Azul Duel."""

import os
import sys

__version__ = "0.1.0"

# A game may be installed apart from this package: in its own folder `loseta` on Python's path, with
# the same layers inside. A folder with an `__init__.py` is another copy of the package: skip it.
__path__ += [
    folder
    for folder in (os.path.abspath(os.path.join(place, __name__)) for place in sys.path)
    if folder not in __path__
    and os.path.isdir(folder)
    and not os.path.exists(os.path.join(folder, "__init__.py"))
]
