"""The routing agent: answers from memory, or calls a tool, and leaves a trace that can be read."""
