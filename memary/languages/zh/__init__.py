"""Everything that is true of Chinese only; `language.py` puts it together."""
