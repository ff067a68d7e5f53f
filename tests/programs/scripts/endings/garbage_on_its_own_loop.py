"""Drops a memory that is part of a cycle, so that the garbage collector meets it on the thread of its own loop."""

import asyncio
import gc
import threading

from memary import Memary


class SelfKnowingBot:
    """Knows its memory, and itself."""


def drop():
    bot = SelfKnowingBot()
    bot.me, bot.memory = bot, Memary.open()
    bot.memory.add("I live in Berlin.", user_id="ada")
    loops = []
    fact = {"subject": "Mia", "predicate": "likes", "object": "tea"}
    bot.memory.facts.add([fact], user_id="ada", on_progress=lambda _: loops.append(asyncio.get_running_loop()))
    return loops[0]


gc.disable()
loop = drop()
collected = threading.Event()


def collect():
    gc.collect()
    collected.set()


loop.call_soon_threadsafe(collect)
collected.wait()
print("collected")
