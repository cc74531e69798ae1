"""The authority over a game: its numbered events, the commands that make new ones, the clock.

Nothing here knows about connections."""
