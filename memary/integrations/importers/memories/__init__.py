"""Read what other memories hold: sentences, facts, graphs."""
