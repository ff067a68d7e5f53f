"""Hold aside for a time what was forgotten, so that it can be restored."""
