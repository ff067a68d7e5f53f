"""How tests are run: over several processes, in memory."""
