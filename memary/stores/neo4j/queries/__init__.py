"""Read in Cypher: one statement per query record of `memary.queries`."""
