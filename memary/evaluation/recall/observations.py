"""Facts that were extracted beforehand, as `Memary.facts.add` takes them.

The files have statements, not triples. The subject is the speaker, the predicate "observed", and the object the two
most telling words of the statement: those that fewest of the conversation's other statements share, words that occur
only once last, since an object that nothing else mentions leads nowhere. Two statements of one speaker with the same
two words get a third, or they would be one fact.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from memary.evaluation.recall.locomo import Observation
from memary.text import terms

PREDICATE = "observed"

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_FEWEST_WORDS = 2
_MOST_WORDS = 5


def given_facts(observations: Sequence[Observation], message_ids: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the facts of a conversation's observations.

    Args:
        observations: in the order of the conversation; those without a turn or without a telling word are left out.
        message_ids: the stored message of each turn, by the turn's id.
    """
    speakers = {term for one in observations for term in terms(one.speaker)}
    spread = Counter(term for one in observations for term in set(terms(one.text)))
    taken: set[tuple[str, str]] = set()
    facts: list[dict[str, Any]] = []
    for one in observations:
        objects = list(_objects(one.text, spread, speakers))
        if not (one.dia_ids and objects):
            continue
        name = next((name for name in objects if (one.speaker, name) not in taken), objects[-1])
        taken.add((one.speaker, name))
        facts.append(
            {
                "subject": one.speaker,
                "subject_type": "person",
                "predicate": PREDICATE,
                "object": name,
                "statement": one.text,
                "kind": "observation",
                "source_ids": tuple(message_ids[id_] for id_ in one.dia_ids),
            }
        )
    return facts


def _objects(text: str, spread: Mapping[str, int], speakers: set[str]) -> Iterator[str]:
    """Return names for a statement's object, the shortest first, with their words in their order."""
    words: dict[str, tuple[int, str]] = {}  # by term: where it first stands, and the word
    for position, word in enumerate(_WORD.findall(text)):
        term = next(iter(terms(word)), "")
        if term in spread and term not in speakers:
            words.setdefault(term, (position, word.casefold()))
    telling = sorted(words, key=lambda term: (spread[term] == 1, spread[term], -words[term][0]))
    for count in range(min(_FEWEST_WORDS, len(telling)), min(_MOST_WORDS, len(telling)) + 1):
        if count:
            yield " ".join(word for _, word in sorted(words[term] for term in telling[:count]))
