"""Read what is asked of memory: the query, its times and further names, and texts brought along."""
