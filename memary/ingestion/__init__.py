"""From a message to the graph: load, extract, resolve, apply, and the worker that drives them."""
