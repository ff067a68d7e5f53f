"""Reckon with intervals of time and how they relate, whatever the language that names them."""
