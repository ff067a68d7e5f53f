"""Let the agent do more than remember: tools, and the registry that checks and calls them."""
