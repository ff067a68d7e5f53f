"""Keep keys, passwords and personal data out of logs, and out of what memory stores."""
