"""Measures what ``import memary`` costs, as a multiple of ``import pydantic``: python benchmarks/import_time.py.

Every run is a fresh interpreter; the two imports take turns, so that a busy machine slows both alike. The medians
have the interpreter's own start taken off. Prints one line; exit code 1 when the ratio exceeds the bound.
"""

from __future__ import annotations

import subprocess
import sys
from statistics import median
from time import perf_counter

RUNS = 15
BOUND = 2.5


def main() -> int:
    """Measure, print the ratio, and return the exit code."""
    statements = ("pass", "import pydantic; pydantic.BaseModel", "import memary")
    for statement in statements:  # compiles what is not compiled yet, and warms the file cache
        seconds_of(statement)
    runs = [[seconds_of(statement) for statement in statements] for _ in range(RUNS)]
    bare, pydantic, memary = (median(column) for column in zip(*runs, strict=True))
    ratio = (memary - bare) / (pydantic - bare)
    print(
        f"import memary: {1000 * (memary - bare):.0f} ms, import pydantic: {1000 * (pydantic - bare):.0f} ms, "
        f"ratio {ratio:.2f} (bound {BOUND}, median of {RUNS} runs)"
    )
    return 0 if ratio <= BOUND else 1


def seconds_of(statement: str) -> float:
    """Return how long a fresh interpreter takes to start, run the statement and end."""
    start = perf_counter()
    subprocess.run([sys.executable, "-c", statement], check=True)
    return perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())
