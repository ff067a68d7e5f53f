"""`python -m memary`: the command line."""

from memary.interfaces.cli import main

if __name__ == "__main__":
    main()
