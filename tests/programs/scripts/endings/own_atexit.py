"""Says goodbye to its memory in an exit hook of its own, registered before or after the memory was opened."""

import atexit
import sys

from memary import Memary


@atexit.register
def early():
    if sys.argv[1] == "before":
        goodbye()


memory = Memary.open()


def goodbye():
    memory.add([f"Goodbye, number {number}." for number in range(40)], user_id="ada")
    print(len(memory.messages.list(user_id="ada")))
    memory.close()


if sys.argv[1] == "after":
    atexit.register(goodbye)
memory.add("Hello.", user_id="ada")
