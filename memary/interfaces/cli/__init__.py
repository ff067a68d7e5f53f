"""Run the command line: `memary`, or `python -m memary`.

Everything it does goes through `Memary` and `ChatAgent`.
"""
