"""Draw the facts of the facts page: which are listed, as what table, and how they come in."""
