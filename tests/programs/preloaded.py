"""A Python whose imports are done, that runs each program it is given in a child of its own.

Run by `programs.starting`, which names its address and the modules to import. The child goes back to the top level of
this module and runs the program there, so that it begins and ends like one that was started from the shell, module
globals and the end of the interpreter included; only the seconds that imports and patterns take are saved, and at the
end the search for garbage among what they brought. Modules are imported, nothing is opened. That program may be this
one again, which goes on from what is imported.
"""

from __future__ import annotations

import atexit
import ctypes
import faulthandler
import gc
import json
import os
import select
import signal
import socket
import sys
import warnings
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any


def program_of(listener: socket.socket) -> dict[str, Any]:
    """Fork for every request; return, in the child, what it has to run.

    The parent ends with its standard input.
    """
    while True:
        ready, _, _ = select.select([listener, 0], [], [])
        if 0 in ready:
            sys.exit(0)
        connection, _ = listener.accept()
        if os.fork() == 0:
            listener.close()
            return child_of_guard(connection)
        connection.close()


def child_of_guard(connection: socket.socket) -> dict[str, Any]:
    """Fork once more: one process tells how the other ended, so that the answer comes whatever that one does."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    request, streams, _, _ = socket.recv_fds(connection, 65_536, 3)
    pid = os.fork()
    if pid == 0:
        connection.close()
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        return json.loads(request)
    for stream in streams:
        os.close(stream)
    connection.sendall(f"{pid}\n".encode())
    _, status = os.waitpid(pid, 0)
    with suppress(BrokenPipeError):  # nobody waits for it any more
        connection.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def become(asked: dict[str, Any]) -> None:
    """Take on the folder, the environment and the arguments of a program that is started from the shell."""
    os.setsid()
    faulthandler.register(signal.SIGUSR2, all_threads=True)  # where it is, should it hang
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    sys.argv = [asked["script"], *asked["arguments"]]
    sys.path[0] = str(Path(asked["script"]).parent)
    sys.stdout.reconfigure(line_buffering=os.isatty(1))


def let_modules_be() -> None:
    """Have the modules of a command outlast it, after all that it does at its end.

    Taking thousands of them down takes a quarter of a second. Programs that show how they end have it as ever.
    """
    if not sys.argv[0].endswith("_command.py"):
        return
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(dict(sys.modules)))  # the interpreter's end clears what nobody holds
    for name in sys.modules.keys() - {"sys", "builtins", "__main__"}:
        del sys.modules[name]


if __name__ == "__main__":
    if "memary" not in sys.modules:
        atexit.register(let_modules_be)  # before all that is imported registers: what comes first is done last
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # guards are not waited for
    with warnings.catch_warnings(action="ignore"):  # what libraries say of one another is no output of a program
        for name in (*sys.argv[2:], "compiled_patterns"):
            import_module(name)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(sys.argv[1])
        listener.listen(64)
        gc.freeze()
        sys.stdout.write("listening\n")
        sys.stdout.flush()
        asked = program_of(listener)
    become(asked)
    __file__ = asked["script"]
    exec(compile(Path(__file__).read_bytes(), __file__, "exec"))
