"""Find what users say is always to be done so: "never use ORMs here", "from now on the reason first".

It finds what is plainly said by the words for it, and what a message lists behind "the house rules:".
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from memary.languages import any_of
from memary.languages.terms import term_set
from memary.retrieval.hits import Ended
from memary.text.speech_acts.lifted_wishes import Lifting, lifting_in, wishes_apart
from memary.text.speech_acts.questions import sentences, statements
from memary.types import Message, Role

_LISTED = 5
"""How many sentences behind the words that announce rules are rules, too."""

_LONGEST = 300
"""Characters of the longest sentence that is read as a rule."""

_SAID = 0.5
"""Which share of the words of a fact a wish has that states it."""

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
        for lifting in _lifting(message.content, but=wished):
            found = {key: wish for key, wish in found.items() if not lifting.means(wish[1])}
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


def _lifting(text: str, *, but: Collection[str]) -> Iterator[Lifting]:
    for sentence in sentences(text):
        if sentence not in but and statements(sentence) and (lifting := lifting_in(sentence)) is not None:
            yield lifting


def _wished(text: str) -> Iterator[str]:
    listed = 0
    for line in text.splitlines():
        for sentence in sentences(line):
            if len(sentence) > _LONGEST or not statements(sentence):
                continue
            announces = _announces().search(sentence) is not None
            if announces or listed or (_wishes().search(sentence) and lifting_in(sentence) is None):
                yield from wishes_apart(sentence)
            listed = _LISTED if announces else max(listed - 1, 0)
