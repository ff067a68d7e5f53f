"""What callers bring, as they have it: messages, their parts and metadata, facts; checked and put into our words."""
