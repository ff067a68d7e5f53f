"""Adds messages until the limit on the size of files is met, and searches: `limited_files.py FILE`."""

import resource
import sys

from memary import Memary
from memary.errors import StoreFullError

with Memary.open(sys.argv[1], worker=False) as memory:
    memory.add("I live in Graz.", user_id="ada")
    resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
    try:
        for number in range(1_000):
            memory.add(f"{number} " + "word " * 1_000, user_id="ada")
    except StoreFullError as error:
        print(error)
    print(memory.search("Graz", user_id="ada")[0].text)
