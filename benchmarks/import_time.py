"""Measures what starting memary costs, beside a bare interpreter and `import pydantic`.

    python -m benchmarks.import_time [--quick] [--out FILE]

Every run is a fresh interpreter; all take turns. `import` figures have the interpreter's own start taken off.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Generator, Mapping
from statistics import median

from benchmarks.figures import Row, parser, ratio_row, report, timed

RUNS, FEW_RUNS = 15, 7
IMPORT_GOAL = 1.0
_COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "import pydantic": ["-c", "import pydantic; pydantic.BaseModel"],
    "import memary": ["-c", "import memary"],
    "memary --version": ["-m", "memary", "--version"],
    "memary facts": ["-m", "memary", "facts", "--user", "ada"],
}


def main() -> int:
    """Measure, print, and return the exit code."""
    asked = parser("Measure what starting memary costs.").parse_args()
    return report("Starting", rows(FEW_RUNS if asked.quick else RUNS), asked)


def rows(runs: int) -> Generator[Row]:
    """Run each command so many times, in turns."""
    with tempfile.TemporaryDirectory(prefix="memary-start-") as home:
        environment = os.environ | {"MEMARY_HOME": home}
        subprocess.run([sys.executable, "-m", "memary", "add", "I live in Paris.", "--user", "ada"], env=environment,
                       check=True, capture_output=True)  # fmt: skip
        for name in _COMMANDS:  # compiles what is not compiled yet, and warms the file cache
            _run(name, environment)
        seconds: dict[str, list[float]] = {name: [] for name in _COMMANDS}
        for _ in range(runs):
            for name, times in seconds.items():
                times.append(timed(lambda name=name: _run(name, environment)))
    for name, times in seconds.items():
        yield {"what": name, "p50_ms": round(1000 * median(times))}
    bare, pydantic, memary = (median(seconds[name]) for name in list(_COMMANDS)[:3])
    yield ratio_row(
        "import memary : import pydantic", round((memary - bare) / (pydantic - bare), 2), goal=IMPORT_GOAL
    )
    for name in ("memary --version", "memary facts"):
        ratios = [one / other for one, other in zip(seconds[name], seconds["import pydantic"], strict=True)]
        yield ratio_row(f"{name} : python -c 'import pydantic'", round(median(ratios), 2))


def _run(name: str, environment: Mapping[str, str]) -> None:
    subprocess.run([sys.executable, *_COMMANDS[name]], env=environment, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main())
