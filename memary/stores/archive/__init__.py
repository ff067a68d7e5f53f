"""Move a user's memory between stores: the lines of an export, and the checks of an import."""
