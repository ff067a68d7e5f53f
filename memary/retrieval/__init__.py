"""From a question to what memory knows: link, subgraph, text and vectors, fuse, context window.

No LLM call.
"""
