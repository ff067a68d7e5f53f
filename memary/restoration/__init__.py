"""Bring back what was forgotten and is held aside, beside what was learnt meanwhile."""
