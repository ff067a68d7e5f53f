"""Read in SQL: one statement per query record of `memary.queries`."""
