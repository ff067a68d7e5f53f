"""What the graph means: how facts live and end, the memory stream, the entity knowledge store, summaries."""
