"""Find what has to go when something is forgotten, what comes back in its place, and what a request means."""
