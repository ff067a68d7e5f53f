"""Read what a text says of time: which intervals, since when something holds, whether it asks for the past."""
