"""Keep a conversation within bounds: summary, open items, recent turns, the context window."""
