"""The web interface and servers as tests reach them."""
