"""Loseta: play, study and research Azul and Azul Duel."""

import os
import sys

__version__ = "0.1.0"

# A game may be installed apart from this package: in a folder `loseta` of its own on the path, with
# the same layers inside. One with an `__init__.py` is another copy of the package, and no addition.
__path__ += [
    folder
    for folder in (os.path.abspath(os.path.join(place, __name__)) for place in sys.path)
    if folder not in __path__
    and os.path.isdir(folder)
    and not os.path.exists(os.path.join(folder, "__init__.py"))
]
