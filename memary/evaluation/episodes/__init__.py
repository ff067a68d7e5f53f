"""Measure what the context window holds in talks where things change, end, are corrected or forgotten.

What is measured is the context window alone, without anyone who reads it: does it hold what decides the question, and
does it hold what must not be there?
"""
