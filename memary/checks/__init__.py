"""Check what comes in: arguments, how much of a record is taken, and how a fault is told."""
