"""Keep together everything that is true of English only; `language.py` makes one record of it."""
