"""What the features of messages count.

The weights were fitted to questions whose answers are known, of five kinds of talk, by softmax regression over the
messages of each question (the listwise loss of Cao et al., 2007), and rounded towards what no kind that is
left out loses by: `python -m benchmarks.recall.fit_relevance` does it again.
"""

from __future__ import annotations

from collections.abc import Mapping

LEXICAL_WEIGHTS: Mapping[str, float] = {
    "text": 1.3,
    "text nearby": 2.0,
    "text of the talk": 1.5,
    "vector": 0.7,
    "vector of the talk": 0.2,
    "answers": 1.8,
    "fact text": 1.0,
    "fact vector": 0.2,
    "graph": 0.2,
    "speaker": 2.1,
    "says otherwise": 4.8,
    "time": 4.5,
    "tells when": 2.5,
    "tells an end": 2.5,
    "states": 0.7,
    "first person": 0.6,
}
"""What each feature counts where the embeddings know spellings only, as the built-in ones do."""

WEIGHTS: Mapping[str, float] = {
    **LEXICAL_WEIGHTS,
    "vector": 1.3,
    "vector of the talk": 0.7,
    "fact text": 0.2,
    "fact vector": 1.2,
}
"""What each counts where they know meanings, of some language."""

WORD_WEIGHTS: Mapping[str, float] = {**WEIGHTS, "vector": 1.8}
"""What each counts where they know the meanings of words alone, whose cosines lie closer together."""

SENTENCE_WEIGHTS: Mapping[str, float] = {**WEIGHTS, "vector": 2.4, "tells an end": 3.5}
"""What each counts where they are sure to know the meanings of sentences in the question's language."""

SCALE = 1 / 500
"""Brings the sum to the size of a fused rank, so that messages and facts can stand in one list."""
