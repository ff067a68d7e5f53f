"""`memary eval qa`: a model answers questions from memory and otherwise, and another judges the answers."""
