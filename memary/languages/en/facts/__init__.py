"""Read what English states: plain facts, corrections, and what its predicates mean."""
