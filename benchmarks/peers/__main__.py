"""memary and its peers on the same messages, before the same scripted model.

    python -m benchmarks.peers --only memary,mem0 --cache ~/.cache/memary-peers --out peers.json
    python -m benchmarks.peers --data locomo.json --audit audit.json --embedding-folder models/minilm
    python -m benchmarks.peers --only cognee --parts faults --patience 300

Each peer runs in a virtual environment of its own, made with uv from `requirements/<peer>.txt`. Graphiti needs a
Neo4j: the one that NEO4J_URI names, else one that is started. Prints the tables of `RESULTS.md`.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import platformdirs

from benchmarks.peers.measures import Bench, costs, recall, retention
from benchmarks.peers.programs import PATIENCE, REQUIREMENTS, ROOT, NoAnswerError, environment, start_model
from benchmarks.peers.report import tables
from memary.evaluation.recall.locomo import read_corpus
from memary.evaluation.recall.protocol import read_audit, select

PARTS = ("costs", "faults", "recall")
PEERS = ("memary", *sorted((path.stem for path in REQUIREMENTS.glob("*.txt")), reverse=True))
_CONVERSATIONS = ROOT / "data" / "conversations"


def main() -> int:
    """Measure, print, and return the exit code."""
    asked = _arguments()
    messages = _lines(_CONVERSATIONS / "ada.en.jsonl")[: asked.turns]
    turns = [message | {"id": f"t{number}"} for number, message in enumerate(messages)]
    questions = [row["question"] for row in _lines(_CONVERSATIONS / "questions.en.jsonl")][: asked.questions]
    results: dict[str, Any] = {}
    with ExitStack() as stack:
        address = stack.enter_context(_neo4j()) if "graphiti" in asked.only else []
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="peers-", ignore_cleanup_errors=True)))
        for peer in asked.only:
            try:
                results[peer] = measure(peer, asked, turns, questions, folder=folder / peer, neo4j=address)
            except NoAnswerError as error:
                logs = "".join(path.read_text(errors="replace")[-2000:] for path in (folder / peer).glob("*.log"))
                results[peer] = {"error": str(error)}
                print(f"{peer}: {error}\n{logs}", file=sys.stderr)
            print(f"{peer}: {json.dumps(results[peer])}", file=sys.stderr, flush=True)
            if asked.out:
                asked.out.write_text(json.dumps(results, indent=1) + "\n")
    print(tables(results))
    return 1 if any("error" in result for result in results.values()) else 0


def measure(
    peer: str,
    asked: argparse.Namespace,
    turns: Sequence[dict[str, Any]],
    questions: Sequence[str],
    *,
    folder: Path,
    neo4j: Sequence[str],
) -> dict[str, Any]:
    """Measure one peer."""
    python, seconds = environment(peer, asked.cache)
    folder.mkdir(parents=True)
    result: dict[str, Any] = {"install_seconds": round(seconds, 1)}
    with start_model(dimensions=asked.dimensions, embedding_folder=None, log=folder / "model.log") as model:
        bench = Bench(peer, python, model, folder, asked.dimensions, neo4j, asked.patience)
        if "costs" in asked.parts:
            measured = {f"{n} a call of add": costs(bench, turns, questions, batch=n) for n in asked.batches}
            measured["1 a call of add, none waited for"] = costs(bench, turns, questions, batch=1, waits=False)
            result["costs"] = measured
        if "faults" in asked.parts:
            result["retention"] = retention(bench, turns)
        result["unanswered_prompts"] = (folder / "model.log").read_text().count("No answer to a prompt")
    if asked.data and "recall" in asked.parts:
        corpus = read_corpus(asked.data, only=[asked.conversation])
        audit = read_audit(asked.audit) if asked.audit else None
        conversation = corpus.conversations[0]
        with start_model(
            dimensions=asked.dimensions, embedding_folder=asked.embedding_folder, log=folder / "model-2.log"
        ) as model:
            bench = Bench(peer, python, model, folder, asked.dimensions, neo4j, asked.patience)
            result["recall"] = recall(bench, conversation, select(conversation, audit).asked)
    return result


@contextmanager
def _neo4j() -> Generator[Sequence[str]]:
    sys.path.insert(0, str(ROOT / "tests"))
    from support.neo4j_server import real_neo4j  # noqa: PLC0415  starts a server; only Graphiti needs it

    with real_neo4j() as address:
        yield [address.uri, address.username, address.password]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure memary and its peers on the same messages.")
    parser.add_argument("--only", type=partial(_some_of, PEERS), default=PEERS, help=f"some of {','.join(PEERS)}")
    parser.add_argument("--turns", type=int, default=60, help="messages added (60)")
    parser.add_argument("--questions", type=int, default=20, help="questions asked (20)")
    parser.add_argument("--batches", type=_numbers, default=(1, 6), help="messages per call of add (1,6)")
    parser.add_argument(
        "--parts",
        type=partial(_some_of, PARTS),
        default=PARTS,
        help="some of costs,faults,recall; recall needs --data",
    )
    parser.add_argument("--data", type=Path, help="conversations in the schema of LoCoMo, for recall")
    parser.add_argument("--audit", type=Path, help="corrections of their evidence")
    parser.add_argument("--conversation", default="conv-26", help="the conversation of the data file (conv-26)")
    parser.add_argument("--embedding-folder", type=Path, help="folder of an ONNX model that the server embeds with")
    parser.add_argument("--dimensions", type=int, default=384, help="of the embeddings (384)")
    parser.add_argument("--patience", type=float, default=PATIENCE, help="seconds that an operation may take (90)")
    parser.add_argument("--out", type=Path, help="file for the results as JSON")
    default = Path(platformdirs.user_cache_dir("memary", appauthor=False)) / "peers"
    parser.add_argument("--cache", type=Path, default=default, help="folder for the peers' environments")
    return parser.parse_args()


def _some_of(known: Sequence[str], given: str) -> tuple[str, ...]:
    names = tuple(given.split(","))
    if strange := sorted(set(names) - set(known)):
        raise argparse.ArgumentTypeError(f"{strange[0]!r} is none of {', '.join(known)}")
    return names


def _numbers(given: str) -> tuple[int, ...]:
    return tuple(int(number) for number in given.split(","))


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    sys.exit(main())
