"""Chats until another thread gets the signal: nothing wakes the main thread, as when it comes before a wait."""

import signal
import sys
import threading
import time
from pathlib import Path

from memary import ChatAgent, Memary


def interrupt():
    while not Path("now").exists():
        time.sleep(0.05)
    signal.pthread_kill(threading.get_ident(), signal.SIGINT)


threading.Thread(target=interrupt, daemon=True).start()
with Memary.open() as memory:
    agent = ChatAgent(memory, user_id="ada")
    if sys.argv[1] == "chatting":
        agent.chat("Where do I live?")
    else:
        list(agent.stream("Where do I live?"))
