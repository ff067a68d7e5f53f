"""What a process keeps of the records of SQLite, as long as nobody has written to them."""
