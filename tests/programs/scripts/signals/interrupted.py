"""Does one thing until it is interrupted, with or without a `with`; says "ready" when it is at it."""

import sys
import threading
from contextlib import nullcontext, suppress

from memary import ChatAgent, Memary, StoreUnavailableError


def adding(memory):
    for number in range(100_000):
        memory.add(f"I live in house {number}.", user_id="ada")
        print(number, flush=True)
        if number == 3:
            print("ready", flush=True)


def searching(memory):
    for number in range(100_000):
        memory.search("Where do I live?", user_id="ada")
        if number == 3:
            print("ready", flush=True)


def flushing(memory):
    memory.flush()


def chatting(memory):
    ChatAgent(memory, user_id="ada").chat("Where do I live?")


def streaming(memory):
    for _ in ChatAgent(memory, user_id="ada").stream("Where do I live?"):
        pass


def idle(memory):
    print("ready", flush=True)
    while True:  # a signal that comes just before a wait without end would not end it
        threading.Event().wait(0.1)


def opening(memory):
    for number in range(100_000):
        with Memary.open("sqlite:///:memory:"):
            if number == 3:
                print("ready", flush=True)


def searching_until_it_is_closed(memory):
    with suppress(StoreUnavailableError):
        searching(memory)


def in_threads(memory):
    work = searching_until_it_is_closed
    threads = [threading.Thread(target=work, args=(memory,), daemon=True) for _ in range(3)]
    for thread in threads:
        thread.start()
    idle(memory)


what, how = sys.argv[1:]
opened = Memary.open()
with opened if how == "with" else nullcontext():
    opened.add("I live in Berlin.", user_id="ada")
    globals()[what](opened)
