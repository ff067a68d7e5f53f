"""Names as people tell them: introductions, later names, who a pronoun means."""
