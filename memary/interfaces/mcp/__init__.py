"""Serve programs that speak the Model Context Protocol: tools, resources, a prompt, by stdio or HTTP."""
