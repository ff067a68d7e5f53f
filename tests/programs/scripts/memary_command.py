"""The command `memary`."""

from memary.__main__ import main

main()
