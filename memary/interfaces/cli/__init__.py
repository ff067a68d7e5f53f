"""Run the command line: `memary`, or `python -m memary`.

Everything it does goes through `Memary` and `ChatAgent`.
"""

from memary.interfaces.cli.app import app, main

__all__ = ["app", "main"]
