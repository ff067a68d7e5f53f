"""Episodes: talks in which things change, end, are corrected or forgotten, with questions and what decides them.

What is measured is the context window alone, without anyone who reads it: does it hold what decides the question, and
does it hold what must not be there?
"""
