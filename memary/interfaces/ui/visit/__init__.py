"""Know who looks at the page, from where, at what, and what the page remembers of them."""
