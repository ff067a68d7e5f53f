"""A process of pytest-xdist: what `execnet` starts with `python -c`."""

import sys

del __file__  # there is none where a command has it begin; what `multiprocessing` spawns would run it
exec(eval(sys.stdin.readline()))
