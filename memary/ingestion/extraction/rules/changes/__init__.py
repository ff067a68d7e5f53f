"""What a message changes in what was told before, by rules: corrections, contrasts and ends."""
