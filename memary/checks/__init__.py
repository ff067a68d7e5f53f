"""What comes in, checked: arguments, how much of a record is taken, and what is said about what is not."""
