"""Find names in texts: which are mentioned, in which forms, and what is a value without a name."""
