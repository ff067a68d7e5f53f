"""Read what Chinese states: plain facts, corrections, and what its predicates mean."""
