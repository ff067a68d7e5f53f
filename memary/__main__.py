"""`memary` and `python -m memary`: the command line."""

import argparse
import sys

_INTERRUPTED = 130
_HOOK = ["hooks", "run"]


def main() -> None:
    """Run the command line.

    Ctrl-C ends it without a traceback, also while it is still being loaded.
    """
    try:
        if sys.argv[1:3] == _HOOK and _run_hook(sys.argv[3:]):
            return
        from memary.interfaces.cli.start import main as run  # noqa: PLC0415

        run()
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
        sys.exit(_INTERRUPTED)


def _run_hook(arguments: list[str]) -> bool:
    """Run a hook without loading the command line, which an agent would wait for; say whether it could be."""
    from memary.integrations.coding_agents.runs import RunOptions, run  # noqa: PLC0415

    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    parser.add_argument("agent")
    for name in ("--store", "--user", "--project"):
        parser.add_argument(name)
    try:
        given, unknown = parser.parse_known_args(arguments)
    except argparse.ArgumentError:
        return False
    if unknown:
        return False
    run(given.agent, RunOptions(given.store, given.user, given.project))
    return True


if __name__ == "__main__":
    main()
