"""Take a text apart: its passages, its clauses, what one clause lists, and which stretches can go."""
