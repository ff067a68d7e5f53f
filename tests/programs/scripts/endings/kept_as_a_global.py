"""Keeps a memory in a module global, never closes it, and ends in the way that its argument names."""

import os
import sys

from memary import Memary

memory = Memary.open()
memory.add("I live in Berlin.", user_id="ada")
print(memory.messages.list(user_id="ada")[0].content, flush=True)
match sys.argv[1:]:
    case ["exit"]:
        sys.exit(3)
    case ["exception"]:
        raise ValueError("mine")
    case ["os._exit"]:
        os._exit(4)
    case ["exec"]:
        os.execv("/bin/echo", ["echo", "another program"])
    case ["closed twice"]:
        memory.close()
        memory.close()
    case ["recursion"]:
        (lambda function: function(function))(lambda function: function(function))
