"""Tell what an agent made of its steps, in its own words: how far it came, what a result taught it.

No model is asked for it. A thought may quote other messages, of which a run must keep no copy, so that forgetting one
of them is whole: of a thought, those sentences are kept that speak of a result and say nothing that memory showed and
neither the result, the arguments nor the question holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memary.languages import texts
from memary.languages.terms import query_terms
from memary.runs import RunStep
from memary.text.speech_acts.questions import sentences

_MOST = 600
"""Characters of what is learnt from one result."""


def words_of(*parts: str) -> set[str]:
    """Return the words that texts say something with."""
    return {word for part in parts for word in query_terms(part)}


def learnt_from(result: str, thought: str, *, question: str, shown: Iterable[str]) -> str:
    """Return what a text says of a result, without what is from memory.

    Args:
        result: what a tool was called with, and what it brought.
        thought: a thought after it, or the answer.
        question: what the run is for.
        shown: the words that memory showed to the model.
    """
    own, heard = words_of(result), words_of(result, question)
    secret = set(shown) - heard
    kept = [one for one in sentences(thought) if (words := words_of(one)) & own and not words & secret]
    return " ".join(" ".join(kept).split())[:_MOST]


def progress_of(steps: Sequence[RunStep], *, language: str) -> str:
    """Return how far a run came: how many of its steps brought a result, and which."""
    if not steps:
        return ""
    named = [(step.action.partition(" ")[0], step.errors) for step in steps]
    good = list(dict.fromkeys(name for name, errors in named if not errors))
    bad = list(dict.fromkeys(name for name, errors in named if errors))
    words = texts(language)
    done = sum(not errors for _, errors in named)
    progress = words.run_progress.format(done=done, count=len(steps), names=", ".join(good) or "–")
    return progress + (words.run_without.format(names=", ".join(bad)) if bad else "")
