"""The table server: friends play at one table over the network, and no acknowledged move is lost.

`docs/server.md` documents the messages. A game is a sequence of numbered events (`match/`). Each
event is stored (`store/`) before any client sees it; then a room (`room/`) sends it to the clients
connected to the table.
"""
