"""The authority: a game as its numbered events, the commands that make new ones, the clock.

Nothing here knows a connection."""
