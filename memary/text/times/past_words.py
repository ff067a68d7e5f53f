"""The words by which a question asks for what was once: the "before" of "Where did I live before?".

They name no time, so they are no time expressions. Each has other uses ("before the meeting", "used to the noise").
What could be one of those is left out: a question read as one of the present loses little.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from memary.languages import languages
from memary.languages.scripts import FULL_STOPS, SEMICOLONS
from memary.text.speech_acts.questions import is_question
from memary.text.times.intervals import time_stretches

_SENTENCE = re.compile(rf"[^{FULL_STOPS}{SEMICOLONS}\n]+[{FULL_STOPS}{SEMICOLONS}]*")


@lru_cache(maxsize=64)  # of a question they are asked for again and again
def past_words(text: str) -> Sequence[tuple[int, int]]:
    """Return where a text's questions say that they ask for the past.

    What a time expression holds does not count.
    """
    asked = [sentence for sentence in _SENTENCE.finditer(text) if is_question(sentence.group())]
    stretches = [
        (sentence.start() + start, sentence.start() + end)
        for sentence in asked
        for language in languages()
        for start, end in language.times.asks_past(sentence.group())
    ]
    times = time_stretches(text) if stretches else []
    return [
        (start, end) for start, end in stretches if not any(start < last and first < end for first, last in times)
    ]
