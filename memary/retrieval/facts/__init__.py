"""Find facts for a question: the entities it names, the graph around them, and what answers it."""
