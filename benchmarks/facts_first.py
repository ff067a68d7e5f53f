"""Whether the fact that answers a question stands among the first hits, alone and among a hundred turns of chat.

    python -m benchmarks.facts_first [--embedding local:models/minilm]

For each language: sentences that teach facts by rules, facts that are given, and thirty questions with a fact behind
each, all of one user; then the same after a hundred turns of questions, small talk, answers and refusals. Then twenty
other wordings, which nothing was adjusted to, and must not be. Nonsense is asked last. The cases are in
`tests/retrieval/data/`; a fact answers if its text holds the answer.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memary import Memary

DATA = Path(__file__).parent.parent / "tests" / "retrieval" / "data"
LANGUAGES = ("en", "zh")
FIRST = 3


@dataclass(frozen=True)
class Outcome:
    """What came of the questions of one language.

    Attributes:
        missed: questions whose fact is not among the first hits.
        refused: questions of which every hit is marked as weak.
        asked: how many questions there are.
        own_first: questions that one of the user's own earlier questions answers, or a refusal.
    """

    missed: tuple[str, ...]
    refused: tuple[str, ...]
    own_first: tuple[str, ...]
    asked: int

    @property
    def found(self) -> float:
        """The share of questions whose fact is among the first hits."""
        return 1 - len(self.missed) / self.asked


def main() -> None:
    """Measure, print a line for each language, without chat and with it."""
    parser = argparse.ArgumentParser(description="Facts among the first hits.")
    parser.add_argument("--embedding", default="hash")
    embedding = parser.parse_args().embedding
    print(f"{'facts among the first ' + str(FIRST):<28}{'n':>4}{'found':>8}{'refused':>9}{'own first':>11}")
    with Memary.open("sqlite:///:memory:", embedding=embedding, worker=False) as memory:
        for language in LANGUAGES:
            teach(memory, language)
            _print(f"{language}, alone", ask(memory, language))
            chat(memory, language)
            _print(f"{language}, after 100 turns", ask(memory, language))
            _print(f"{language}, other wordings", answers(memory, language, other_wordings(language)))
            strange = [question for question in nonsense(language) if is_known(memory, question, language)]
            print(f"  nonsense that finds something: {len(strange)} of {len(nonsense(language))}  {strange}")


def teach(memory: Memary, language: str) -> None:
    """Tell a user's memory of a language all that its questions are about."""
    for case in cases(language):
        if "said" in case:
            memory.add(case["said"], user_id=language, session_id="taught")
            memory.flush()
        elif "fact" in case:
            memory.facts.add([case["fact"]], user_id=language)


def chat(memory: Memary, language: str) -> None:
    """Add a hundred turns of chat that teach nothing."""
    turns = read(f"chat.{language}.jsonl")
    for at in range(0, len(turns), 20):
        memory.add(turns[at : at + 20], user_id=language, session_id=f"chat {at}")
    memory.flush()


def ask(memory: Memary, language: str) -> Outcome:
    """Ask all questions of a language."""
    return answers(memory, language, [case for case in cases(language) if "question" in case])


def answers(memory: Memary, language: str, asked: Sequence[Mapping[str, str]]) -> Outcome:
    """Ask questions, each with the answer that its fact has to hold."""
    missed: list[str] = []
    refused: list[str] = []
    own: list[str] = []
    turns = {turn["content"] for turn in read(f"chat.{language}.jsonl")}
    for case in asked:
        hits = memory.search(case["question"], user_id=language)
        if not any(hit.kind == "fact" and case["answer"] in hit.text for hit in hits[:FIRST]):
            missed.append(case["question"])
        if all(hit.weak for hit in hits):
            refused.append(case["question"])
        if hits and hits[0].kind == "message" and hits[0].text in turns:
            own.append(case["question"])
    return Outcome(tuple(missed), tuple(refused), tuple(own), len(asked))


def is_known(memory: Memary, question: str, language: str) -> bool:
    """Whether a search finds anything that it does not mark as weak."""
    return not all(hit.weak for hit in memory.search(question, user_id=language))


def nonsense(language: str) -> list[str]:
    """Return questions that nothing in the memory of a language has to do with."""
    return [row["question"] for row in read("nonsense.jsonl") if row["language"] == language]


def other_wordings(language: str) -> list[dict[str, Any]]:
    """Return questions of the same facts in other words, written after the ranking."""
    return [row for row in read("other_wordings.jsonl") if row["language"] == language]


def cases(language: str) -> list[dict[str, Any]]:
    """Return the cases of a language: `said` or `fact` teaches, `question` asks, and `answer` is in the fact."""
    return read(f"facts.{language}.jsonl")


def read(name: str) -> list[dict[str, Any]]:
    """Read a file of cases, one JSON object a line."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def _print(name: str, outcome: Outcome) -> None:
    print(
        f"{name:<28}{outcome.asked:>4}{outcome.found:>8.3f}{len(outcome.refused):>9}{len(outcome.own_first):>11}"
        f"  missed: {', '.join(outcome.missed) or 'none'}"
    )


if __name__ == "__main__":
    main()
