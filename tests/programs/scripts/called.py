"""A function with its arguments, which come through the pipe that is its standard input and its first argument."""

import os
import sys
from multiprocessing.connection import Connection
from pathlib import Path

tests = Path(__file__).parents[2]
sys.path[:0] = [str(tests.parent), str(tests)]
pipe = Connection(os.dup(0))
nothing = os.open(os.devnull, os.O_RDONLY)
os.dup2(nothing, 0)
os.close(nothing)
function, arguments = pipe.recv()
function(pipe, *arguments)
