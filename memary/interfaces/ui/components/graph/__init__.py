"""Draw a user's graph: which part of it, what stands out, and the picture itself."""
