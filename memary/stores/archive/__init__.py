"""Move a user's memory between stores: the lines of an export, and what has to be true of those of an import."""
