"""Draw the turns of a conversation, and beneath them their sources, news and buttons."""
