"""Find what a request to forget means: which clauses of messages, which facts, what is in doubt."""
