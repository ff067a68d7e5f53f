"""Keep the vectors of a user and find the nearest: their table, their short forms, and the search."""
