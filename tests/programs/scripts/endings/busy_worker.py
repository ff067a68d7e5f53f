"""Ends, or closes, while the worker waits for a model."""

import sys

from memary import Memary

memory = Memary.open()
memory.add("I live in Berlin.", user_id="ada")
input()
if sys.argv[1] == "closed":
    memory.close()
print("last line")
