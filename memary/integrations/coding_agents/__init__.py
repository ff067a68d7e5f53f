"""Give coding agents memory without being asked: hooks recall before a prompt and keep the turn."""
