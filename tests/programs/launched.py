"""Starts a script in a Python that has its imports done, and stands for it: takes its streams, ends with its code.

For whoever can only start a command: `python launched.py ADDRESS SCRIPT`; further arguments are left aside. Imports
next to nothing.
"""

from __future__ import annotations

import json
import os
import socket
import sys

if __name__ == "__main__":
    address, script = sys.argv[1:3]
    asked = {"script": script, "arguments": [], "folder": os.getcwd(), "environment": dict(os.environ)}
    with socket.socket(socket.AF_UNIX) as guard:
        guard.connect(address)
        socket.send_fds(guard, [json.dumps(asked).encode()], [0, 1, 2])
        for stream in range(3):
            os.close(stream)  # so that its end is seen by whoever reads them
        with guard.makefile() as told:
            *_, code = told
    os._exit(int(code) % 256)
