"""How messages are ranked where the weights were not fitted: the sample conversations, and documents.

    python -m benchmarks.recall.elsewhere [--embedding local:models/minilm]

The sample conversations and their questions are in `data/`. The documents are pages of `docs/`, a paragraph a
message; each question below has its answer in the one paragraph that holds the words beside it. BM25 ranks the same
texts.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memary import Memary
from memary.evaluation.recall.baselines import Bm25

ROOT = Path(__file__).parents[2]
PAGES = ("architecture", "memory/budget", "memory/filters", "memory/forgetting")

ABOUT_DOCUMENTS = {
    "Which folder holds the command line?": "| `memary/interfaces/`",
    "How do imports go between the folders?": "Imports point downwards only",
    "What happens to a message if the embedding model is down?": "Append** writes the message",
    "Who claims pending messages under a lease?": "**Claim**: a worker takes",
    "Is a malformed reply of the extraction model thrown away?": "Extract**: one LLM call",
    "When does a message become a dead letter?": "*dead letter*",
    "How is the question linked to entities?": "**Link** the question",
    "Which fields say when memary learnt of a fact and of its end?": "`created_at` and `expired_at` say",
    "On what databases does the conformance suite run?": "One conformance suite",
    "Where are the tokens counted that a model server does not report?": "Every answered call",
    "Are embeddings priced?": "Embeddings are not priced",
    "In which time zone are hours and days of the caps?": "those of the clock in UTC",
    "What does the agent do when a cap is reached in the middle of a turn?": "The agent ends a turn",
    "How do I find out what an import would cost before I do it?": "Before an import",
    "Is the number 1 the same as the text 1 in a filter?": "Kinds of values never mix",
    "Does a filter hold before or after the best hits are taken?": "The filter holds before",
    "When does a fact expire?": "A fact expires with the last",
    "How much does an old fact lose in rank?": "the factor falls from 1",
    "Are temporary texts kept?": "Nothing of them is kept. Nor",
    "How do I see the runs of an agent?": "`memory.runs.record` keeps a run",
    "How is everything of a user deleted?": "| everything of a user",
    "What becomes of insights when one of their grounds is forgotten?": "**Insights** based on anything",
    "Are the summaries of sessions forgotten too?": "**Summaries** of the sessions go",
    "Does SQLite leave bytes of forgotten text in its file?": "SQLite: nothing",
    "Which settings make a Neo4j server drop its transaction logs?": "Set this on a server",
    "Can backups made earlier be reached by forgetting?": "**Out of reach:**",
    "How can I check that indexes agree with the records?": "`memary doctor --check` compares",
}


@dataclass(frozen=True)
class Corpus:
    """Messages as `Memary.add` takes them, and questions with the places of their evidence."""

    name: str
    messages: Sequence[dict[str, Any]]
    questions: Sequence[tuple[str, Sequence[int]]]


def main() -> None:
    """Measure, print one line per corpus."""
    parser = argparse.ArgumentParser(description="Recall on text that the weights were not fitted on.")
    parser.add_argument("--embedding", default="auto")
    embedding = parser.parse_args().embedding
    print(f"{'recall@10':<24}{'n':>4}{'memary':>9}{'BM25':>7}")
    with Memary.open("sqlite:///:memory:", embedding=embedding, worker=False) as memory:
        for corpus in (talk("ada.en", "en"), talk("linxia.zh", "zh"), documents()):
            ours, plain = measured(memory, corpus)
            print(f"{corpus.name:<24}{len(corpus.questions):>4}{ours:>9.3f}{plain:>7.3f}")


def talk(name: str, language: str) -> Corpus:
    """Read a sample conversation; the evidence of its questions is counted from 1."""
    folder = ROOT / "data" / "conversations"
    messages, asked = (_lines(folder / f"{stem}.jsonl") for stem in (name, f"questions.{language}"))
    questions = [(q["question"], [at - 1 for at in q["evidence"]]) for q in asked if q["evidence"]]
    return Corpus(f"sample conversation, {language}", messages, questions)


def documents() -> Corpus:
    """Cut the pages into paragraphs, list items and rows.

    Raises:
        ValueError: a page has changed, so that no paragraph holds a question's answer.
    """
    parts = [
        (page, part.strip())
        for page in PAGES
        for part in re.split(r"\n\n|\n(?=[-|] |\|\s|\d\. )", (ROOT / "docs" / f"{page}.md").read_text())
        if part.strip(" |-\n")
    ]
    questions: list[tuple[str, Sequence[int]]] = []
    for question, words in ABOUT_DOCUMENTS.items():
        places = [at for at, (_, part) in enumerate(parts) if words in part]
        if not places:
            raise ValueError(f"No paragraph of the documents holds {words!r}: correct the question {question!r}.")
        questions.append((question, places))
    return Corpus("documents, en", [{"content": part, "session_id": page} for page, part in parts], questions)


def measured(memory: Memary, corpus: Corpus) -> tuple[float, float]:
    """Return the mean recall@10 of memary and of BM25."""
    user = corpus.name
    ids = memory.add(list(corpus.messages), user_id=user, infer=False).ids
    plain = Bm25([message["content"] for message in corpus.messages])
    ours_all: list[float] = []
    plain_all: list[float] = []
    for question, evidence in corpus.questions:
        hits = memory.search(question, user_id=user, kinds={"message"}, top_k=10)
        found = {ids.index(hit.id) for hit in hits}
        ours_all.append(len(found & set(evidence)) / len(evidence))
        plain_all.append(len({*plain.rank(question)[:10]} & set(evidence)) / len(evidence))
    return sum(ours_all) / len(ours_all), sum(plain_all) / len(plain_all)


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


if __name__ == "__main__":
    main()
