"""`memary` and `python -m memary`: the command line."""

import sys

_INTERRUPTED = 130


def main() -> None:
    """Run the command line; Ctrl-C while it is still being loaded ends it as it does later, without a traceback."""
    try:
        from memary.interfaces.cli import main as run  # noqa: PLC0415

        run()
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
        sys.exit(_INTERRUPTED)


if __name__ == "__main__":
    main()
