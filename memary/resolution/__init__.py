"""Decide which node a name means, and what a proposal changes about the graph."""
