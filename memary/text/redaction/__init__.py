"""What is kept out of logs, and out of what memory stores: keys, passwords, personal data."""
