"""Find the sources that an answer rests on: each of its lines is compared with their words.

A model gets to see far more than it uses, and is not asked to number what it uses. So a line of the answer is laid
beside the sources: one that holds what the line says beyond the question, and enough of it, is cited there. Of two
that say the same, it is the fact. A message that only asks is no source.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from memary.languages.terms import query_terms, term_set
from memary.retrieval.hits import Hit
from memary.text.speech_acts.questions import statements
from memary.types import Role
from memary.types.citations import Cited

_ENOUGH = 0.4
"""Share of the weight of a line's words that a source has to hold, unless the line says all of it."""

_MOST = 2
"""How many sources one line cites."""

_LEAST = 2
"""How many words a line has to have that tell something."""

_FACT = 1.2
"""How much more a fact counts than a message that says the same."""

_ASKED = 0.4
"""What a word counts that was in the question already."""

_OWN_MARK = re.compile(r"\[\d+\]")
_BARE = re.compile(r"\s*(?:$|#|\||>|`{3}|~{3}| {4}|-{3,}\s*$)")
"""A line that takes no mark: empty, a heading, a row of a table, a quotation, code."""

_DATE = re.compile(r"(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)")
"""A day, which is one word: another day of the same month says nothing of it."""

_FENCE = re.compile(r"\s*(?:`{3}|~{3})")


def cite(text: str, sources: Iterable[Hit], question: str = "") -> tuple[Cited, ...]:
    """Return the sources that an answer rests on, each with the lines that say what it says."""
    held = {hit.key: (hit, words) for hit in sources if (words := _words(hit))}
    counts = Counter(word for _, words in held.values() for word in words)
    weigh = {word: math.log(1 + len(held) / count) for word, count in counts.items()}
    asked, lines = frozenset(query_terms(question)), dict[str, list[int]]()
    for at, (line, takes_mark) in enumerate(_lines(text) if held else ()):
        if takes_mark:
            words = frozenset(query_terms(_whole_dates(line)))
            found = _cited(words, asked, list(held.values()), weigh)
            for hit in _quoted(found, line) or found:
                lines.setdefault(hit.key, []).append(at)
    has_own = bool(_OWN_MARK.search(text))
    return tuple(
        Cited(
            number=number,
            **dict(held[key][0].as_given()),
            lines=() if has_own else tuple(at),
        )
        for number, (key, at) in enumerate(lines.items(), start=1)
    )


def marked(text: str, cited: Iterable[Cited]) -> str:
    """Return an answer with the marks of these sources at the lines that say the same, as `[1]`."""
    marks: dict[int, list[int]] = {}
    for one in cited:
        for at in one.lines:
            marks.setdefault(at, []).append(one.number)
    lines = text.split("\n")
    for at, numbers in marks.items():
        if at < len(lines):
            lines[at] = lines[at].rstrip() + "".join(f" [{number}]" for number in sorted(numbers))
    return "\n".join(lines)


def _quoted(found: Iterable[Hit], line: str) -> list[Hit]:
    """Return the messages that a line quotes word for word: what it says besides is who said it, and when."""
    whole = " ".join(line.split())
    return [hit for hit in found if hit.kind == "message" and " ".join(hit.text.split()) in whole]


def _words(hit: Hit) -> frozenset[str]:
    said = hit.text if hit.kind != "message" or hit.role is not Role.USER else statements(hit.text)
    return term_set(_whole_dates(said))


def _whole_dates(text: str) -> str:
    return _DATE.sub(r"\1\2\3", text)


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    is_code = False
    for line in text.split("\n"):
        if _FENCE.match(line):
            is_code = not is_code
            yield line, False
        else:
            yield line, not is_code and not _BARE.match(line)


def _cited(
    words: frozenset[str],
    asked: frozenset[str],
    held: Sequence[tuple[Hit, frozenset[str]]],
    weigh: Mapping[str, float],
) -> list[Hit]:
    """Return the sources that say what a line says, the best first."""
    found: list[Hit] = []
    if len(words) < _LEAST:
        return found
    rare, new = math.log(1 + len(held)), words - asked
    worth = {word: weigh.get(word, rare) * (1 if word in new or not new else _ASKED) for word in words}
    about, left = words, new or words
    while left and len(found) < _MOST:
        fitting = [
            (fit, hit, known)
            for hit, known in held
            if hit not in found and known & left and (fit := _fit(hit, known, about, worth))
        ]
        if not fitting:
            break
        _, best, known = max(fitting, key=lambda one: one[0])
        found.append(best)
        about = left = left - known
    return found


def _fit(hit: Hit, known: frozenset[str], about: frozenset[str], worth: Mapping[str, float]) -> float:
    """Return how well a source fits words of a line, 0 if not at all.

    Best is one that the line says in full.
    """
    shared = known & worth.keys()
    gain = sum(worth[word] for word in known & about)
    is_whole = _LEAST <= len(shared) == len(known)
    if gain < _ENOUGH * sum(worth.values()) and not is_whole:
        return 0.0
    return gain * (1 + len(shared) / len(known)) * (_FACT if hit.kind == "fact" else 1)
