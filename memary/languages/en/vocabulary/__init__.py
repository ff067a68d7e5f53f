"""Know English words: stop words, stems, topics, other words for the same, and what they name."""
