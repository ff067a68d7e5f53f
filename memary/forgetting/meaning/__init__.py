"""Find what a request to forget means: which clauses of messages, which facts, and what stays in doubt."""
