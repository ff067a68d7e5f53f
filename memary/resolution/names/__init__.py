"""Tell whether two names mean one node: how alike they are, which to compare, who shares a name."""
