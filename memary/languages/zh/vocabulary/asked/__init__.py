"""Which other words the words of a Chinese question ask for."""
