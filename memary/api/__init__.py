"""Make up `Memary`: its verbs, its groups, recall, and whose memory may be read."""
