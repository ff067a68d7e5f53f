"""Read what a text says of time: intervals, since when something holds, questions for the past."""
