"""How much of what answers a question is found once a model has read the talk, in talks that nothing was made on.

    python -m benchmarks.recall.talks [--embedding auto] [--asked] [--details FILE]

Each talk of `data/talks` was written by somebody who knew nothing of memary, and its questions are put in other
words than its messages. The facts beside most of them are those that a capable reader, in place of a language model,
kept of it through memary's extraction; the others are left out here. Messages and facts go into one memory, as they
were; each question is asked as of the time it was put at. A hit brings the message that it is, or those that a fact
rests on. Where a question has several sets of messages each of which is enough, the one of which most is found
counts. No model takes part. With `--asked` all questions were asked a while before, and nothing was known of them:
whoever asks a memory keeps what was asked there.

What is found of messages alone, beside memary's parts, tells `memary eval kinds data/talks/*.json`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path
from statistics import mean
from typing import Any

from memary import Memary
from memary.evaluation.recall.metrics import recall
from memary.languages import texts

TALKS = Path(__file__).parents[2] / "data" / "talks"
TOPS = (1, 3, 5, 10)
_KEPT = ("id", "role", "speaker", "created_at")


@dataclass(frozen=True, slots=True)
class Asked:
    """What was found for one question.

    Attributes:
        id: of the question.
        question: its text.
        found: which part of its evidence is among so many first hits, by that number.
        in_window: which part of it stands in the context window.
        tokens: of that window.
    """

    id: str
    question: str
    found: dict[int, float]
    in_window: float
    tokens: int


def main() -> None:
    """Measure each talk, print a line for it, and one for all questions."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--embedding", default="auto")
    parser.add_argument("--asked", action="store_true", help="all questions were asked and refused before")
    parser.add_argument("--details", type=Path, help="write what was found for each question, a JSON line each")
    given = parser.parse_args()
    head = f"{'with the facts of a reader':<28}{'n':>4}" + "".join(f"{f'@{top}':>7}" for top in TOPS)
    print(f"{head}  whole @10  window  whole  tokens")
    answers: dict[str, list[Asked]] = {}
    for path in sorted(TALKS.glob("*.json")):
        if not facts_of(path).exists():
            continue
        with Memary.open("sqlite:///:memory:", embedding=given.embedding, worker=False) as memory:
            talk = fill(memory, path)
            if given.asked:
                ask_in_vain(memory, talk)
            answers[path.stem] = list(ask(memory, talk))
        print(line(path.stem, answers[path.stem]))
    print(line("all", [one for some in answers.values() for one in some]))
    if given.details:
        rows = (json.dumps({"talk": talk, **asdict(one)}) for talk, some in answers.items() for one in some)
        given.details.write_text("\n".join(rows) + "\n", encoding="utf-8")


def facts_of(path: Path) -> Path:
    """Return where the facts of a talk are, if a reader has read it."""
    return path.with_suffix(".facts.jsonl")


def fill(memory: Memary, path: Path) -> dict[str, Any]:
    """Put a talk and the facts that stand beside it into memory; return the talk as its file has it."""
    talk = json.loads(path.read_text(encoding="utf-8"))
    messages = [
        {"content": one["text"], "session_id": one["session"], **{key: one[key] for key in _KEPT if key in one}}
        for one in talk["messages"]
    ]
    memory.add(messages, user_id=talk["id"], infer=False)
    memory.import_(facts_of(path), user_id=talk["id"])
    return talk


def ask_in_vain(memory: Memary, talk: dict[str, Any]) -> None:
    """Put all questions of a talk into memory as asked right before the first of them, each with a refusal."""
    refusal = texts(talk["id"].rpartition(".")[2]).offline_nothing
    at = min(datetime.fromisoformat(one["asked_at"]) for one in talk["questions"]) - timedelta(hours=1)
    turns = [
        {"role": role, "content": text}
        for one in talk["questions"]
        for role, text in (("user", one["question"]), ("assistant", refusal))
    ]
    said = [{**turn, "created_at": at + timedelta(seconds=place)} for place, turn in enumerate(turns)]
    memory.add(said, user_id=talk["id"], session_id="asked", infer=False)


def ask(memory: Memary, talk: dict[str, Any]) -> Iterator[Asked]:
    """Ask what can be answered of a talk."""
    user = talk["id"]
    facts = memory.facts.list(user_id=user, include_past=True, include_expired=True)
    sources = {fact.id: fact.source_ids for fact in facts}

    def messages(records: Iterable[Any]) -> set[str]:
        return {id_ for one in records for id_ in ([one.id] if one.kind == "message" else sources.get(one.id, ()))}

    for one in talk["questions"]:
        if not one["evidence"]:
            continue
        at, enough = datetime.fromisoformat(one["asked_at"]), one.get("any", [one["evidence"]])
        hits = memory.search(one["question"], user_id=user, top_k=max(TOPS), as_of=at)
        window = memory.context(one["question"], user_id=user, as_of=at)
        yield Asked(
            id=one["id"],
            question=one["question"],
            found={top: _best(messages(hits[:top]), enough) for top in TOPS},
            in_window=_best(messages(window.given), enough),
            tokens=window.tokens,
        )


def line(name: str, answers: Sequence[Asked]) -> str:
    """Return the means over questions, and how many have all of their evidence."""
    cells = "".join(f"{mean(one.found[top] for one in answers):>7.3f}" for top in TOPS)
    whole, shown = (sum(share == 1 for share in shares) for shares in zip(*map(_ends, answers), strict=True))
    window, tokens = (mean(getattr(one, key) for one in answers) for key in ("in_window", "tokens"))
    return f"{name:<28}{len(answers):>4}{cells}{whole:>11}{window:>8.3f}{shown:>7}{tokens:>8.0f}"


def _ends(one: Asked) -> tuple[float, float]:
    return one.found[TOPS[-1]], one.in_window


def _best(messages: Collection[str], enough: Sequence[Sequence[str]]) -> float:
    return max(recall(messages, evidence) for evidence in enough)


if __name__ == "__main__":
    sys.exit(main())
