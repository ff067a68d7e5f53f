"""Measure whether the extractor gets to see what a message comes back to: `memary eval known`."""
