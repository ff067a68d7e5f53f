"""Find names in texts: which are mentioned, in which forms, whether a text says one, and what has none."""
