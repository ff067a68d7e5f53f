"""Find what users say is always to be done so: "never use ORMs here", "from now on the reason first".

It finds what is plainly said by the words for it, and what a message lists behind "the house rules:".
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from memary.languages import any_of
from memary.languages.terms import query_terms, term_set
from memary.retrieval.hits import Ended
from memary.text.speech_acts.questions import sentences, statements
from memary.types import Message, Role

_LISTED = 5
"""How many sentences behind the words that announce rules are rules, too."""

_LONGEST = 300
"""Characters of the longest sentence that is read as a rule."""

_SAID = 0.5
"""Which share of the words of a fact a wish has that states it."""

_lifted = any_of(lambda language: language.instructions.lifted)
_permitted = any_of(lambda language: language.instructions.permitted)
_denied = any_of(lambda language: language.matters.denied)
_wishes = any_of(lambda language: language.matters.standing)
_announces = any_of(lambda language: language.matters.announces_rules)


def standing_wishes(messages: Sequence[Message]) -> list[tuple[Message, str]]:
    """Return the sentences that say how things are always to be done, with their messages, in their order.

    Of sentences that are alike the last is returned; what a later one takes back is not ("ORMs are fine now").
    """
    found: dict[str, tuple[Message, str]] = {}
    for message in messages:
        if message.role is not Role.USER:
            continue
        wished = [*_wished(message.content)]
        for lifting, permits in _lifting(message.content, but=wished):
            found = {key: wish for key, wish in found.items() if not _is_meant(wish[1], lifting, permits=permits)}
        for sentence in wished:
            key = sentence.casefold()
            found.pop(key, None)
            found[key] = message, sentence
    return [*found.values()]


def not_over(wishes: Sequence[tuple[Message, str]], over: Mapping[str, Sequence[Ended]]) -> list[tuple[Message, str]]:
    """Return the wishes of which memory knows no end.

    Args:
        wishes: the sentences, with their messages.
        over: what messages state that is over, by their ids.
    """
    ended = {id_: [term_set(one.statement) for one in ends] for id_, ends in over.items()}
    return [
        (message, wish)
        for message, wish in wishes
        if not any(len(words & term_set(wish)) >= _SAID * len(words) for words in ended.get(message.id, ()))
    ]


def _lifting(text: str, *, but: Collection[str]) -> Iterator[tuple[frozenset[str], bool]]:
    """Yield what a text says of what need not be so any more, by its words, and whether it only allows something."""
    for sentence in sentences(text):
        if sentence in but or not statements(sentence):
            continue
        for pattern, permits in ((_lifted(), False), (_permitted(), True)):
            if pattern.search(sentence):
                yield frozenset(query_terms(pattern.sub(" ", sentence))), permits


def _is_meant(wish: str, lifting: frozenset[str], *, permits: bool) -> bool:
    """Return whether a sentence takes a wish back: it speaks of little else, or says most of it again."""
    words = term_set(wish)
    if permits and not _denied().search(wish):  # "you can run the tests again" takes back no "always run the tests"
        return False
    return 2 * len(lifting & words) > min(len(lifting), len(words)) > 0


def _wished(text: str) -> Iterator[str]:
    listed = 0
    for line in text.splitlines():
        for sentence in sentences(line):
            if len(sentence) > _LONGEST or not statements(sentence):
                continue
            announces = _announces().search(sentence) is not None
            if announces or listed or (_wishes().search(sentence) and not _lifted().search(sentence)):
                yield sentence
            listed = _LISTED if announces else max(listed - 1, 0)
