"""Offer memory inside other frameworks and programs, and bring in what those remember.

Each module needs its framework and is imported by its own name.
"""
