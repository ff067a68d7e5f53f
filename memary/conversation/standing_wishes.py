"""Find what users say is always to be done so: "never use ORMs here", "from now on the reason first".

It finds what is plainly said by the words for it, and what a message lists behind "the house rules:".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memary.languages import any_of
from memary.text.speech_acts.questions import sentences, statements
from memary.types import Message, Role

_LISTED = 5
"""How many sentences behind the words that announce rules are rules, too."""

_LONGEST = 300
"""Characters of the longest sentence that is read as a rule."""

_wishes = any_of(lambda language: language.matters.standing)
_announces = any_of(lambda language: language.matters.announces_rules)


def standing_wishes(messages: Sequence[Message]) -> list[tuple[Message, str]]:
    """Return the sentences that say how things are always to be done, with their messages, in their order.

    Of sentences that are alike the last is returned.
    """
    found: dict[str, tuple[Message, str]] = {}
    for message in messages:
        for sentence in _wished(message.content) if message.role is Role.USER else ():
            key = sentence.casefold()
            found.pop(key, None)
            found[key] = message, sentence
    return [*found.values()]


def _wished(text: str) -> Iterator[str]:
    listed = 0
    for line in text.splitlines():
        for sentence in sentences(line):
            if len(sentence) > _LONGEST or not statements(sentence):
                continue
            announces = _announces().search(sentence) is not None
            if announces or listed or _wishes().search(sentence):
                yield sentence
            listed = _LISTED if announces else max(listed - 1, 0)
