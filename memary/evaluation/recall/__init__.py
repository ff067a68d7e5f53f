"""Measure how much of the evidence recall finds, in talk with labelled questions."""
