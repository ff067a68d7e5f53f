"""Keep the memory stream and the entity knowledge store: what came up when, how often, in what themes."""
