"""The audience: who is connected, what each viewer is told, the lobby, computer players."""
