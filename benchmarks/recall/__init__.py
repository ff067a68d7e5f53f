"""How well recall finds what answers a question: `python -m benchmarks.recall.<name>`."""
