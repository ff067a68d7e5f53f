"""Measure answers: a model answers questions from memory and otherwise, and another judges them."""
