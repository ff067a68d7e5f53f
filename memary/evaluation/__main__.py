"""`python -m memary.evaluation locomo --data FILE`."""

from __future__ import annotations

from memary.evaluation.command import app

if __name__ == "__main__":
    app(prog_name="python -m memary.evaluation")
