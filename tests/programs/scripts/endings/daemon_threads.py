"""Ends while daemon threads of its own still add messages."""

import threading

from memary import Memary, StoreUnavailableError

memory = Memary.open()
enough = threading.Event()


def chatter(name):
    try:
        for number in range(100_000):
            memory.add(f"{name} is at {number}.", user_id=name)
            if number == 2:
                enough.set()
    except StoreUnavailableError:
        pass


for name in ("ada", "ben", "cleo"):
    threading.Thread(target=chatter, args=(name,), daemon=True).start()
enough.wait()
print("last line")
