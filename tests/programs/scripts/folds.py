"""Folds a session whose messages wait to be read, and ends at once, as one that is killed: `folds.py STORE`."""

import os
import sys

from memary import Memary

memory = Memary.open(sys.argv[1], worker=False, context_tokens=400, keep_messages=0)
lines = [f"I live in Graz. Line {n}: it rains " + "again " * 20 for n in range(12)]
memory.add(lines, user_id="ada", session_id="s")
assert memory.sessions.fold(user_id="ada", session_id="s")
os._exit(9)
