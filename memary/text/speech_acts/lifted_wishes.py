"""Tell what a sentence takes back of what was always to be done, and which wishes it has.

"You don't have to cite sources any more" takes back one of both of "Always cite sources, and keep it short".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memary.languages import any_of
from memary.languages.scripts import PAUSES
from memary.languages.terms import query_terms, term_set

_lifted = any_of(lambda language: language.instructions.lifted)
_permitted = any_of(lambda language: language.instructions.permitted)
_no_more = any_of(lambda language: language.instructions.no_more)
_given = any_of(lambda language: language.instructions.given)
_one_more = any_of(lambda language: language.instructions.one_more)
_denied = any_of(lambda language: language.matters.denied)

_COMMA = re.compile(f"[{PAUSES}]")


@dataclass(frozen=True, slots=True)
class Lifting:
    """That something need not be done any more, or may be done again.

    Attributes:
        words: what is said of it.
        permits: whether it only allows something: "Emojis are fine now".
    """

    words: frozenset[str]
    permits: bool

    def means(self, told: str) -> bool:
        """Return whether it takes back what was told: it speaks of little else, or says most of it again."""
        words = term_set(told)
        if self.permits and not _denied().search(told):  # "you can run them again" takes back no "always run them"
            return False
        return 2 * len(self.words & words) > min(len(self.words), len(words)) > 0


def lifting_in(sentence: str) -> Lifting | None:
    """Return what a sentence takes back, if it does: what the clause speaks of that says so, or the whole of it."""
    for pattern, permits in ((_lifted(), False), (_permitted(), True)):
        if match := pattern.search(sentence):
            for told in (_clause_around(match), sentence):
                words = frozenset(query_terms(_no_more().sub(" ", pattern.sub(" ", told))))
                if told == sentence or any(len(word) > 1 for word in words):
                    return Lifting(words, permits)
    return None


def wishes_apart(sentence: str) -> list[str]:
    """Return the wishes of a sentence that tells what is always to be done, each as it is written."""
    found, begin = list[str](), 0
    for between in _one_more().finditer(sentence):
        if _given().search(sentence[begin : between.start()]):
            found.append(sentence[begin : between.start()])
            begin = between.end()
    return [*found, sentence[begin:]]


def _clause_around(match: re.Match[str]) -> str:
    before, behind = match.string[: match.start()], match.string[match.end() :]
    return _COMMA.split(before)[-1] + match.group() + _COMMA.split(behind)[0]
