"""Read what callers bring, as they have it: messages, their parts and metadata, facts.

Checked and put into our words.
"""
