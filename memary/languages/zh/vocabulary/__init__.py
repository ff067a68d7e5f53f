"""Know Chinese words: stop words, segments, topics, other words for the same, and what they name."""
