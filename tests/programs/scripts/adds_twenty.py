"""Adds twenty messages to a memory that other processes write to as well, and prints each that is acknowledged."""

import sys

from memary import Memary

memory = Memary.open()
for number in range(20):
    memory.add(f"Message {number} of process {sys.argv[1]}.", user_id="ada")
    print(number)
