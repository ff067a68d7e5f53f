"""Reach memory from outside: the command line, HTTP, MCP and the web interface."""
