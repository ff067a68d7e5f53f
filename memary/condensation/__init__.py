"""Tell many old, alike facts of one subject as few: with all their evidence, and nothing of them lost."""
