"""Forks while records of a memory are being read from a snapshot of its file; the child and the parent go on."""

import asyncio
import os

from memary import Memary, MemaryError
from memary.types import Message


def fork():
    child = os.fork()
    if child == 0:
        try:
            Memary.open().close()
        except MemaryError as error:
            print("child:", error, flush=True)
        os._exit(0)
    os.waitpid(child, 0)


async def main(memory):
    records = memory.core.store.dump("ada")
    stored = [await anext(records)]
    fork()
    stored += [one async for one in records]
    print(sorted(one.record.content for one in stored if isinstance(one.record, Message)))


memory = Memary.open()
memory.add(["I live in Berlin.", "I work in Ulm."], user_id="ada", infer=False)
asyncio.run(main(memory))
