"""Forks with an open memory; the child does what the argument names, the parent goes on."""

import os
import sys

from memary import Memary, MemaryError

memory = Memary.open()
memory.add("I live in Berlin.", user_id="ada")
child = os.fork()
if child == 0:
    try:
        match sys.argv[1]:
            case "use":
                print("child:", memory.search("Where do I live?", user_id="ada"))
            case "close":
                memory.close()
            case "with":
                with memory:
                    pass
            case "drop":
                del memory
            case "own":
                with Memary.open() as own:
                    own.add("I like tea.", user_id="ada")
            case "exception":
                raise ValueError("the child's")
            case "os._exit":
                os._exit(0)
            case "grandchild":
                if os.fork() == 0:
                    sys.exit(0)
                os.wait()
    except MemaryError as error:
        print("child:", error)
    sys.exit(0)
_, status = os.waitpid(child, 0)
memory.add("I work in Ulm.", user_id="ada")
print("child ended with", os.waitstatus_to_exitcode(status))
print(sorted(message.content for message in memory.messages.list(user_id="ada")))
