"""Fetch pictures safely, make them small and plain, and have a model that sees look at them."""
