"""Whether two names mean one node: how alike they are, which to compare, when one name is borne by two."""
