"""What was forgotten and is held aside for a time, so that it can be restored."""
