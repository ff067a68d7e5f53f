"""memary and its peers on the same messages: `python -m benchmarks.peers`."""
