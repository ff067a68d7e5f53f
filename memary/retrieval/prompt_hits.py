"""Choose the hits that are near to a prompt, which mostly asks nothing of memory.

Who asks a question wants what is nearest, however far that is. An agent's user mostly tells it what to do with what
both look at: "fix the typo in the heading". Some message always holds "fix". So a hit has to share what is rare in
everyday talk with the prompt, or most of the words in it that tell more than that something is to be done.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memary.languages.everyday_words import beside_work, rare_among
from memary.languages.terms import telling_words, term_set, terms
from memary.retrieval.hits import Hit
from memary.retrieval.relevance import WORDS
from memary.text.asked_words import SURE, said_by, says
from memary.text.speech_acts.questions import is_question

_NEAR = 0.5
"""The cosine from which on a hit is near by its meaning, where the embeddings know meanings."""

_FEWEST = 2
"""How many everyday words a hit shares with a prompt that asks nothing."""

_FIRST = 3
"""How many hits a question gets anyhow, if one is near: what answers it may be said beside that, in other words."""


def near_prompt(hits: Sequence[Hit], prompt: str, *, names: Iterable[str]) -> list[Hit]:
    """Return the hits that are near to a prompt, in their order.

    Args:
        hits: what is found for it.
        prompt: what was typed.
        names: of what is known, as the prompt writes them.
    """
    words = telling_words(prompt)
    weighty = beside_work(words)
    telling = frozenset(terms(" ".join(names))) | rare_among(weighty)
    asked = said_by(prompt, words)
    fewest = max(len(weighty) // 2 + 1, 1 if is_question(prompt) else _FEWEST)

    def is_near(hit: Hit) -> bool:
        if not SURE.isdisjoint(hit.explain.signals):
            return True
        held = term_set(hit.text)
        said = {word for word, by in asked.items() if says(hit.text, held, by)}
        if not said.isdisjoint(telling) or len(said & weighty) >= fewest:
            return True
        by_meaning = hit.explain.evidence.get("words", 0.0) / WORDS
        return by_meaning >= _NEAR and by_meaning > len(said) / len(asked) + 1e-6

    near = {hit.id for hit in hits if is_near(hit)}
    first = hits[:_FIRST] if near and is_question(prompt) else ()
    return [hit for hit in hits if hit.id in near or hit in first]
