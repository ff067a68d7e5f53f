"""Give coding agents memory without asking for it: hooks that recall before a prompt and keep the turn."""
