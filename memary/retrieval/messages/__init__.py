"""Find messages for a question: their passages, what was said beside them, and what no longer holds."""
