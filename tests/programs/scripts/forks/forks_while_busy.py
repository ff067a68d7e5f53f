"""Forks while threads use a memory all the time; each child remembers something in a memory of its own."""

import os
import sys
import threading

from memary import Memary

memory = Memary.open()
memory.add("I live in Berlin.", user_id="ada")
over = threading.Event()
forks = int(sys.argv[1])


def search():
    while not over.is_set():
        memory.search("Where do I live?", user_id="ada")


def write():
    while not over.is_set():
        memory.add("I like tea.", user_id="bob", infer=False)


threads = [threading.Thread(target=work) for work in (search, search, write)]
for thread in threads:
    thread.start()
failed = 0
for number in range(forks):
    child = os.fork()
    if child == 0:
        with Memary.open() as own:
            own.add(f"I have {number} cats.", user_id="carl", infer=False)
        os._exit(0)
    failed += os.waitpid(child, 0)[1] != 0
over.set()
for thread in threads:
    thread.join()
print(f"children failed: {failed}, messages: {len(memory.messages.list(user_id='carl', limit=forks))}")
