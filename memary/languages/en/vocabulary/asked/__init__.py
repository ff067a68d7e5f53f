"""Which other words the words of an English question ask for."""
