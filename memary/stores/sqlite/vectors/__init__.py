"""The vectors of a user: their table, their short forms, and what is nearest to one."""
