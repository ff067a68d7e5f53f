"""Draw the sidebar: whose memory, which conversation, what works behind it."""
