"""Many old, alike facts of one subject told as few: with all their evidence, and nothing of them lost."""
