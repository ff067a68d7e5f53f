"""Tell what a text does: states, asks, admits that it does not know, takes back, asks to forget."""
