"""What the benchmarks share: times taken in turns, their ratios, and rows for people.

A busy machine slows all that runs on it, so a goal is the ratio of two times that were taken in turns within one run:
the median over rounds of the ratio in each.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Any

Row = dict[str, Any]
Rounds = Sequence[Sequence[float]]
"""Seconds: of each round, of each time in it."""


def p95(times: Sequence[float]) -> float:
    """The time that one of twenty exceeds."""
    return quantiles(times, n=20, method="inclusive")[-1] if len(times) > 1 else times[0]


def ratio_of(one: Rounds, other: Rounds, of: Callable[[Sequence[float]], float] = median) -> float:
    """The ratio of a figure of two kinds of times: the median over the rounds in which they took turns."""
    return round(median(of(a) / of(b) for a, b in zip(one, other, strict=True)), 2)


def timed(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """The seconds that some work takes, by a clock."""
    start = clock()
    work()
    return clock() - start


def times_row(what: str, rounds: Rounds) -> Row:
    """The figures of a kind of times."""
    times = [each for one in rounds for each in one]
    return {"what": what, "p50_ms": round(1000 * median(times), 2), "p95_ms": round(1000 * p95(times), 2)}


def ratio_row(what: str, ratio: float, *, goal: float | None = None) -> Row:
    """A ratio, with what it may be at most."""
    return {"what": what, "ratio": ratio} | ({} if goal is None else {"goal": goal})


def line(row: Row) -> str:
    """A row as a line for people."""
    what = f"  {row['what']:<66}"
    if "ratio" not in row:
        return what + " " + ", ".join(f"{key} {value:,}" for key, value in row.items() if key != "what")
    goal = row.get("goal")
    verdict = "" if goal is None else f" (goal {goal:g}: {'met' if row['ratio'] <= goal else 'MISSED'})"
    return f"{what} × {row['ratio']:.2f}{verdict}"


def report(name: str, rows: Iterable[Row], asked: argparse.Namespace) -> int:
    """Print rows as they come, write them to `asked.out` if given, and return the exit code.

    1 for a missed goal.
    """
    machine = f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}"
    print(f"{name} ({machine})", flush=True)
    kept: list[Row] = []
    for row in rows:
        kept.append(row)
        print(line(row), flush=True)
    if asked.out:
        asked.out.write_text(json.dumps({"what": name, "machine": machine, "rows": kept}, indent=1) + "\n")
    return 1 if any(row.get("goal") and row["ratio"] > row["goal"] for row in kept) else 0


def parser(description: str) -> argparse.ArgumentParser:
    """A parser with the options that every benchmark has."""
    made = argparse.ArgumentParser(description=description)
    made.add_argument("--quick", action="store_true", help="small sizes, few rounds")
    made.add_argument("--out", type=Path, metavar="FILE", help="file for the result as JSON")
    return made
