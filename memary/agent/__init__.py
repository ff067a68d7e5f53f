"""Answer from memory or by calling a tool, and leave a trace that can be read."""
