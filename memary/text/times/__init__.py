"""What a text says of time: the intervals it speaks of, since when something holds, whether the past is asked for."""
