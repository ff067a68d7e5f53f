"""Kills an ingest a hundred times with SIGKILL and looks for what is lost or double.

    python -m benchmarks.crash --store sqlite --kills 100 --seed 7

Half of the kills strike a process that adds and extracts at once, half a `memary worker` beside the one that adds.
They fall on starts, right after acknowledged turns, and before, inside and after the model's replies; the seed draws
them. The model is a scripted server. Prints a table and, with `--out`, writes it as JSON. The exit code is 1 if
anything is lost, double or not final.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from reliability.processes.killing import Talk, plan, settings
from reliability.processes.programs import Place
from support.model_server import ModelServer
from support.neo4j_server import real_neo4j
from support.records import fresh_user

STORES = ("sqlite", "neo4j")


def main() -> int:
    """Run, print, and return the exit code."""
    parser = argparse.ArgumentParser(description="Kill an ingest many times and look for what is lost or double.")
    parser.add_argument("--store", choices=STORES, default="sqlite")
    parser.add_argument("--kills", type=int, default=100, help="in all, half with the worker inside (100)")
    parser.add_argument("--turns", type=int, default=200, help="of each talk (200)")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--out", type=Path, help="file for the result as JSON")
    asked = parser.parse_args()
    rows: list[dict[str, Any]] = []
    with opened(asked.store) as (uri, options):
        for outside in (False, True):
            count = asked.kills // 2 if outside else asked.kills - asked.kills // 2
            rows.append(run(uri, options, asked, kills=count, outside=outside))
            print(line(rows[-1]), flush=True)
    if asked.out:
        asked.out.write_text(json.dumps(rows, indent=1) + "\n")
    return 1 if any(row["faults"] for row in rows) else 0


@contextmanager
def opened(store: str) -> Generator[tuple[str, dict[str, Any]]]:
    """Yield the URI of a fresh store and the settings that go with it."""
    if store == "sqlite":
        with tempfile.TemporaryDirectory(prefix="memary-crash-") as folder:
            yield f"sqlite:///{folder}/memory.db", {}
    else:
        with real_neo4j() as address:
            yield address.uri, {"neo4j_username": address.username, "neo4j_password": address.password}


def run(uri: str, options: dict[str, Any], asked: argparse.Namespace, *, kills: int, outside: bool) -> dict[str, Any]:
    """One talk with its kills."""
    drawn = plan(asked.seed + outside, kills=kills, turns=asked.turns, outside=outside)
    start = time.perf_counter()
    with ModelServer() as server:
        place = Place(uri, fresh_user(), settings(server, **options))
        outcome = Talk(place, server, outside=outside).run(drawn, turns=asked.turns)
        doctor = [] if outcome.faults else doctor_faults(place)
    return {
        "store": asked.store,
        "worker": "outside" if outside else "inside",
        "seed": asked.seed + outside,
        "kills": sum(outcome.kills.values()),
        "kills_by_moment": dict(sorted(outcome.kills.items())),
        "turns": outcome.turns,
        "model_calls": outcome.calls,
        "turns_asked_again": outcome.asked_again,
        "seconds": round(time.perf_counter() - start, 1),
        "faults": outcome.faults + doctor,
    }


def doctor_faults(place: Place) -> list[str]:
    """What `memary doctor --check` finds broken."""
    command = [sys.executable, "-m", "memary", "doctor", "--check", "--json"]
    done = subprocess.run(command, env=os.environ | place.environment, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        return [done.stderr]
    return [f"{row['about']}: {row['text']}" for row in json.loads(done.stdout) if row["verdict"] == "broken"]


def line(row: dict[str, Any]) -> str:
    """A result as a line for people."""
    verdict = (
        f"{len(row['faults'])} FAULTS: {'; '.join(row['faults'][:5])}" if row["faults"] else "nothing lost or double"
    )
    moments = ", ".join(f"{count}× {moment}" for moment, count in row["kills_by_moment"].items())
    return (
        f"{row['store']}, worker {row['worker']}, seed {row['seed']}: {row['kills']} kills in {row['turns']} turns, "
        f"{row['seconds']} s, {row['model_calls']} model calls: {verdict}\n    {moments}"
    )


if __name__ == "__main__":
    sys.exit(main())
