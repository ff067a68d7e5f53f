"""Tell what a sentence takes back of what was always to be done: "You don't have to cite sources any more"."""

from __future__ import annotations

from dataclasses import dataclass

from memary.languages import any_of
from memary.languages.terms import query_terms, term_set

_lifted = any_of(lambda language: language.instructions.lifted)
_permitted = any_of(lambda language: language.instructions.permitted)
_no_more = any_of(lambda language: language.instructions.no_more)
_denied = any_of(lambda language: language.matters.denied)


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
    """Return what a sentence takes back, if it does."""
    for pattern, permits in ((_lifted(), False), (_permitted(), True)):
        if pattern.search(sentence):
            bare = _no_more().sub(" ", pattern.sub(" ", sentence))
            return Lifting(frozenset(query_terms(bare)), permits)
    return None
