"""Read what is asked of memory: the query, the times and further names in it, the texts that come with it."""
