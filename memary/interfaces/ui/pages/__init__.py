"""Draw the pages of the web interface, one module each."""
