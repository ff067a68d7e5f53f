"""What the agent can do besides remembering: tools, and the registry that checks and calls them."""
