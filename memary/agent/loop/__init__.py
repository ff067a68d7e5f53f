"""Drive one run of an agent: its prompt, its steps, the tools that it calls and the log of them."""
