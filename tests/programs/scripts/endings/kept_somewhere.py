"""Keeps a memory where its argument says, and reaches its last line without closing it."""

import contextvars
import sys
import threading
import weakref

from memary import Memary

where = threading.local()
context = contextvars.ContextVar("memory")


class Bot:
    """A class whose memory is one of its attributes."""

    memory = None

    def __init__(self, memory):
        self.memory = memory
        self.me = self


def remember():
    memory = Memary.open()
    memory.add("I live in Berlin.", user_id="ada")
    return memory


def in_a_generator():
    with remember() as memory:
        yield memory


def in_a_thread():
    where.memory = remember()


match sys.argv[1]:
    case "local":
        remember()
    case "class":
        Bot.memory = remember()
    case "cycle":
        Bot(remember())
    case "default":
        bot = lambda memory=remember(): memory  # noqa: B008, E731
    case "generator":
        generator = in_a_generator()
        next(generator)
    case "context":
        context.set(remember())
    case "module":
        sys.memory = remember()
    case "weak":
        memory = remember()
        bot = weakref.finalize(memory, print, "dropped")
    case "many":
        memories = [Memary.open("sqlite:///:memory:") for _ in range(10)]
    case "thread":
        thread = threading.Thread(target=in_a_thread)
        thread.start()
        thread.join()
print("last line")
