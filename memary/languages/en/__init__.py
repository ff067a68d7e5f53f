"""Everything that is true of English only; `language.py` puts it together."""
