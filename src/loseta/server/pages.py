"""What a browser gets while there is no page of the game yet."""

from __future__ import annotations

from html import escape

from loseta import texts


def front_page(lang: str) -> str:
    def say(key: str) -> str:
        return escape(texts.say(f"server.page.{key}", lang))

    return (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>Loseta</title><h1>Loseta</h1><p>{say('running')}</p><p>{say('programs')}</p>"
        "</html>"
    )
