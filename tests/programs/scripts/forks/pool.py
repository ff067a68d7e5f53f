"""Spreads work over processes while a memory is open; each worker opens its own."""

import multiprocessing
import os
import sys

from memary import Memary


def remember(number):
    with Memary.open() as own:
        own.add(f"I live in house {number}.", user_id="ada")
    return os.getpid()


if __name__ == "__main__":
    memory = Memary.open()
    memory.add("I live in Berlin.", user_id="ada")
    context = multiprocessing.get_context(sys.argv[1])
    with context.Pool(int(sys.argv[2])) as pool:
        workers = set(pool.map(remember, range(4), chunksize=1))
        pool.close()
        pool.join()
    assert os.getpid() not in workers
    print(len(memory.messages.list(user_id="ada")))
