"""Forget: find what a request means, what has to go with it, and what comes back in its place."""
