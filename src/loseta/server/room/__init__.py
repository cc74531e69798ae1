"""The audience of a match: connections, what each viewer receives, the lobby, computer players."""
