"""Forks; the child's memory is open when the parent closes its own, and goes on."""

import os

from memary import Memary

memory = Memary.open()
memory.add("I live in Berlin.", user_id="ada")
closed, tell_closed = os.pipe()
opened, tell_opened = os.pipe()
child = os.fork()
if child == 0:
    with Memary.open() as own:
        own.add("I like tea.", user_id="ada")
        os.write(tell_opened, b".")
        os.read(closed, 1)
        own.add("I work in Ulm.", user_id="ada")
        os._exit(0)  # as if it was killed
os.read(opened, 1)
memory.close()
os.write(tell_closed, b".")
print("child ended with", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
with Memary.open() as memory:
    print(sorted(message.content for message in memory.messages.list(user_id="ada")))
