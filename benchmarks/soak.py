"""Uses one store by everything at once for some minutes, strikes at it, and looks whether the books balance.

    python -m benchmarks.soak --minutes 5 --store sqlite --seed 7

Writers, readers, an agent, forgetters, an importer, workers and an HTTP server with its clients run as processes of
their own. Meanwhile they are killed with SIGKILL, the file is locked or may not grow, or the Neo4j server is killed,
and the model has bad moments. What memary acknowledged is written down outside of it. Afterwards each acknowledged
message must be there once and be read once, nothing that was forgotten may be left, and nobody may have seen what is
another's. Prints the balance; the exit code is 1 if it does not balance.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from reliability.neo4j.own_server import own_server
from reliability.soak.stage import Soak, SoakOutcome

STORES = ("sqlite", "neo4j")
_SHOWN = 20


def main() -> int:
    """Run, print the balance, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description="Everything at once, for a while.")
    parser.add_argument("--store", choices=STORES, default="sqlite")
    parser.add_argument("--minutes", type=float, default=5.0, help="how long (5)")
    parser.add_argument("--seed", type=int, default=7, help="draws who is struck when (7)")
    asked = parser.parse_args()
    with soak_over(asked.store, asked.seed) as soak:
        outcome = soak.run(60 * asked.minutes)
    print(f"{asked.store}, {asked.minutes:g} minutes, seed {asked.seed}")
    print("\n".join(f"  {name:34}{value}" for name, value in table(outcome)))
    for fault in outcome.faults[:_SHOWN]:
        print(f"  FAULT  {fault}")
    print(f"  {len(outcome.faults)} faults" if outcome.faults else "  The books balance.")
    return 1 if outcome.faults else 0


@contextmanager
def soak_over(store: str, seed: int) -> Generator[Soak]:
    """Yield a soak over a store of its own."""
    with tempfile.TemporaryDirectory(prefix="memary-soak-") as name:
        folder = Path(name)
        if store == "sqlite":
            yield Soak(f"sqlite:///{folder}/memory.db", folder, seed=seed)
        else:
            with own_server(folder / "neo4j") as server:
                (folder / "home").mkdir()
                # after a scrub the server plans every query anew, so that little else would be done: one at the end
                yield Soak(server.uri, folder / "home", seed=seed, server=server, options={"scrub": False})


def table(outcome: SoakOutcome) -> list[tuple[str, str]]:
    """The balance as rows."""
    journal, balance = outcome.journal, outcome.balance
    rows = [
        ("seconds", ", ".join(f"{seconds:.0f} {name}" for name, seconds in outcome.seconds.items())),
        ("struck", ", ".join(f"{count} × {what}" for what, count in sorted(outcome.struck.items()))),
        ("model calls, of them spoilt", f"{outcome.model_calls:,}, {outcome.model_faults:,}"),
        ("messages acknowledged", f"{len(journal.added):,}"),
        ("of them forgotten", f"{len(journal.added & journal.forgotten):,}"),
        ("to be there at the end", f"{len(journal.kept):,}"),
        ("there, with those cut off", f"{balance.messages:,} ({_counts(balance.states)})"),
        ("facts", f"{balance.facts:,}"),
        ("answers of the agent", f"{journal.counts['answered']:,}"),
        ("reads that were looked at", f"{journal.counts['read']:,}"),
        ("errors that programs were told", _counts(journal.errors)),
    ]
    for role, (first, last) in outcome.held.items():
        held = f"{first.megabytes:.0f} to {last.megabytes:.0f} MB, {first.files} to {last.files} files"
        rows.append((f"the {role} held", held))
    return rows


def _counts(counted: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in sorted(counted.items())) or "none"


if __name__ == "__main__":
    sys.exit(main())
