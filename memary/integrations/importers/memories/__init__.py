"""Readers of what other memories hold: sentences, facts, graphs."""
