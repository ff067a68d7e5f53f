"""Bring a message into the graph: load, extract, resolve, apply, and the worker that drives them."""
