"""A text in parts: its passages, its clauses, what one clause lists, and which stretches of it can go."""
