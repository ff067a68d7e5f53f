"""What is read of further languages."""
