"""Kinds of facts in English that have phrases of their own, such as health and preferences."""
