"""JSON that is the same for everybody while the server runs, so it is made only once."""

from __future__ import annotations

from functools import cache

import orjson

from loseta import __version__, texts
from loseta.games import GAMES
from loseta.server.http.page import FILES
from loseta.server.match.codecs import codec_for
from loseta.server.match.phrases import PHRASES
from loseta.server.room import answers, messages
from loseta.server.room.keys import LONGEST_NAME
from loseta.server.room.table_setup import levels
from loseta.server.settings import Limits


@cache
def games(lang: str, limits: Limits) -> bytes:
    """The games with their options, the computer players, the phrases."""
    return orjson.dumps(
        {
            "version": messages.VERSION,
            "server": __version__,
            "games": {
                name: {
                    "options": {option.name: option.values for option in game.options},
                    "box": codec_for(name).box(),
                    "page": FILES.shows(name),
                    "guide": FILES.guides(name),
                }
                for name, game in GAMES.items()
            },
            "levels": {
                name: texts.say(f"server.level.{key}", lang) for name, key in levels().items()
            },
            "level_texts": {
                name: texts.say(f"server.level_text.{key}", lang) for name, key in levels().items()
            },
            "phrases": {key: texts.say(f"server.phrase.{key}", lang) for key in PHRASES},
            "limits": {
                "name": LONGEST_NAME,
                "absent_seconds": limits.absent_seconds,
                "thinking_seconds": limits.thinking_seconds,
            },
        },
        option=orjson.OPT_NON_STR_KEYS,  # plate numbers are keys
    )


@cache
def schema() -> bytes:
    """The JSON schema of the live messages."""
    return orjson.dumps(answers.schema())


@cache
def sentences(lang: str) -> bytes:
    """All sentences of a language."""
    return orjson.dumps({key: texts.raw(key, lang) for key in sorted(texts.keys(lang))})
