"""Answer a question from memory: hits, a context window, a briefing, or the graph alone."""
