"""The table server: friends anywhere play at one table, and nothing acknowledged is ever lost.

`docs/server.md` has the messages. A game is its numbered events (`match/`); they are stored in one
order (`store/`) before anybody hears of them; a room (`room/`) tells those who are connected to it.
"""
