"""Keep together everything that is true of Chinese only; `language.py` makes one record of it."""
