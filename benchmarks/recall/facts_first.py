"""Whether the fact that answers a question stands among the first hits, alone and among a hundred turns of chat.

    python -m benchmarks.recall.facts_first [--embedding local:models/minilm]

For each language: sentences that teach facts by rules, facts that are given, and thirty questions with a fact behind
each, all of one user; then the same after a hundred turns of questions, small talk, answers and refusals. Then twenty
other wordings. Then three further users with thirty questions each, all of which were asked before in the hundred
turns, and refused: nothing was adjusted to those of the last user, and must not be. A fifth user asks forty questions
in words far from those of the facts. Nonsense is asked last, also such as is about the user. The cases
are in `tests/retrieval/data/`; a fact answers if its text holds the answer.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memary import Memary
from memary.text.speech_acts.questions import is_question
from memary.text.speech_acts.refusal import is_refusal

DATA = Path(__file__).parents[2] / "tests" / "retrieval" / "data"
LANGUAGES = ("en", "zh")
FURTHER = ("second", "third", "fourth")
UNKNOWN = ("sixth", "seventh")
"""Users whose questions were written by somebody who knew neither the lists of words nor the code."""

FAR = "fifth"
"""The user who asks in words far from those of the facts."""

FIRST = 3
_OTHER_TURNS = 40


@dataclass(frozen=True)
class Outcome:
    """What came of the questions of one language.

    Attributes:
        missed: questions whose fact is not among the first hits.
        refused: questions of which every hit is marked as weak.
        asked: how many questions there are.
        own_first: questions with an earlier question of the user's own, or a refusal, as the first hit.
        untold: of the missed ones, those whose answer no fact holds: the rules read none.
    """

    missed: tuple[str, ...]
    refused: tuple[str, ...]
    own_first: tuple[str, ...]
    untold: tuple[str, ...]
    asked: int

    @property
    def found(self) -> float:
        """The share of questions whose fact is among the first hits."""
        return 1 - len(self.missed) / self.asked


def main() -> None:
    """Measure, print a line for each language, without chat and with it."""
    parser = argparse.ArgumentParser(description="Facts among the first hits.")
    parser.add_argument("--embedding", default="auto")
    embedding = parser.parse_args().embedding
    columns = f"{'n':>4}{'found':>8}{'no fact':>9}{'refused':>9}{'own first':>11}"
    print(f"{'facts among the first ' + str(FIRST):<28}{columns}")
    with Memary.open("sqlite:///:memory:", embedding=embedding, worker=False) as memory:
        for language in LANGUAGES:
            teach(memory, language)
            _print(f"{language}, alone", ask(memory, language))
            chat(memory, language)
            _print(f"{language}, after 100 turns", ask(memory, language))
            _print(f"{language}, other wordings", answers(memory, language, other_wordings(language)))
            for name in (*FURTHER, FAR, *UNKNOWN):
                _print(f"{language}, {name} user", of_further_user(memory, name, language))
            for own in (False, True):
                asked = nonsense(language, own=own)
                strange = [question for question in asked if is_known(memory, question, language)]
                whose = "nonsense of the user's own" if own else "nonsense"
                print(f"  {whose} that finds something: {len(strange)} of {len(asked)}  {strange}")


def teach(memory: Memary, language: str) -> None:
    """Tell a user's memory of a language all that its questions are about."""
    _tell(memory, language, cases(language))


def chat(memory: Memary, language: str) -> None:
    """Add a hundred turns of chat that teach nothing."""
    _talk(memory, language, read(f"chat.{language}.jsonl"))


def ask(memory: Memary, language: str) -> Outcome:
    """Ask all questions of a language."""
    return answers(memory, language, [case for case in cases(language) if "question" in case])


def of_further_user(memory: Memary, name: str, language: str) -> Outcome:
    """Tell, chat and ask for another user; the chat has asked it all before, and got refusals."""
    user = f"{language} {name}"
    told = read(f"facts_{name}.{language}.jsonl")
    asked = [case for case in told if "question" in case]
    _tell(memory, user, told)
    talk = read(f"chat.{language}.jsonl")
    refusal = next(turn for turn in talk if turn["role"] == "assistant" and is_refusal(turn["content"]))
    before = [turn for case in asked for turn in ({"role": "user", "content": case["question"]}, refusal)]
    _talk(memory, user, [*before, *talk[-_OTHER_TURNS:]])
    return answers(memory, user, asked)


def answers(memory: Memary, user: str, asked: Sequence[Mapping[str, str]]) -> Outcome:
    """Ask questions, each with the answer that its fact has to hold."""
    missed: list[str] = []
    refused: list[str] = []
    own: list[str] = []
    untold: list[str] = []
    known = [fact.statement for fact in memory.facts.list(user_id=user, limit=500)]
    for case in asked:
        hits = memory.search(case["question"], user_id=user)
        if not any(hit.kind == "fact" and case["answer"] in hit.text for hit in hits[:FIRST]):
            missed.append(case["question"])
            untold += [] if any(case["answer"] in text for text in known) else [case["question"]]
        if all(hit.weak for hit in hits):
            refused.append(case["question"])
        if hits and hits[0].kind == "message" and (is_question(hits[0].text) or is_refusal(hits[0].text)):
            own.append(case["question"])
    return Outcome(tuple(missed), tuple(refused), tuple(own), tuple(untold), len(asked))


def _tell(memory: Memary, user: str, told: Sequence[Mapping[str, Any]]) -> None:
    for case in told:
        if "said" in case:
            memory.add(case["said"], user_id=user, session_id="taught")
            memory.flush()
        elif "fact" in case:
            memory.facts.add([case["fact"]], user_id=user)


def _talk(memory: Memary, user: str, turns: Sequence[Mapping[str, Any]]) -> None:
    for at in range(0, len(turns), 20):
        memory.add(turns[at : at + 20], user_id=user, session_id=f"chat {at}")
    memory.flush()


def is_known(memory: Memary, question: str, language: str) -> bool:
    """Whether a search finds anything that it does not mark as weak."""
    return not all(hit.weak for hit in memory.search(question, user_id=language))


def nonsense(language: str, *, own: bool = False) -> list[str]:
    """Return questions that nothing in the memory of a language has to do with.

    `own` ones ask about the user.
    """
    rows = read("nonsense_own.jsonl" if own else "nonsense.jsonl")
    return [row["question"] for row in rows if row["language"] == language]


def other_wordings(language: str) -> list[dict[str, Any]]:
    """Return questions of the same facts in other words, written after the ranking."""
    return [row for row in read("other_wordings.jsonl") if row["language"] == language]


def cases(language: str) -> list[dict[str, Any]]:
    """Return the cases of a language.

    `said` or `fact` teaches, `question` asks, and `answer` is in the fact.
    """
    return read(f"facts.{language}.jsonl")


def read(name: str) -> list[dict[str, Any]]:
    """Read a file of cases, one JSON object a line."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def _print(name: str, outcome: Outcome) -> None:
    print(
        f"{name:<28}{outcome.asked:>4}{outcome.found:>8.3f}{len(outcome.untold):>9}{len(outcome.refused):>9}{len(outcome.own_first):>11}"
        f"  missed: {', '.join(outcome.missed) or 'none'}"
    )


if __name__ == "__main__":
    main()
