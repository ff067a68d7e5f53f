"""Bringing back what was forgotten and is held aside."""
