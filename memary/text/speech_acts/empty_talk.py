"""Tell what says something from what only asks, thanks or admits that one does not know."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from memary.languages import any_of, languages
from memary.languages.detection import detect_language
from memary.languages.scripts import QUESTION_MARKS, is_wide
from memary.languages.terms import query_terms, telling_words
from memary.text.names.spotted_names import spot_entities
from memary.text.speech_acts.questions import is_question, sentences
from memary.text.speech_acts.refusal import is_refusal
from memary.types import Message, Role, Said

_LONGEST = 120
"""Characters in Latin script up to which a text may say nothing; a longer question tells why it is asked."""

_BEGINNING = 8
"""By so many characters most texts differ from a question."""

_NEW = 4
"""How many words a question may have beside those that are asked for, and still say nothing."""

_signs_off = any_of(lambda language: language.dialogue.signs_off, r"\W*(?:{})\W*")
_own = any_of(lambda language: language.pronouns.we)
_marked = re.compile(f"[{QUESTION_MARKS}]")
_asks = any_of(lambda language: language.questions.asks)


def beginning_of(text: str) -> str:
    """Return how a text begins, by which most differ from a question."""
    return text[:_BEGINNING].casefold()


def repeating(texts: Mapping[str, str], question: str) -> frozenset[str]:
    """Return the ids of texts that are the question itself, asked before, if in another form ("where do we live").

    A statement may be looked for by its own words.

    Args:
        texts: those that may be, by id.
        question: what is asked.
    """
    if not texts or not is_question(question):
        return frozenset()
    plain, words = _plain(question), set(query_terms(question))
    return frozenset(
        id_
        for id_, text in texts.items()
        if _plain(text) == plain or (words and set(query_terms(text)) == words and is_question(text))
    )


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def says_nothing(message: Said, asked: Collection[str]) -> bool:
    """Return whether a short message holds nothing that could answer.

    It asks the same or something else, acknowledges or refuses.

    Args:
        message: what was said.
        asked: the words of the question that is to be answered.
    """
    text = message.content
    if len(text) + 2 * sum(map(is_wide, text[:_LONGEST])) > _LONGEST:
        return False
    if message.role is not Role.USER and is_refusal(text):
        return True
    if acknowledges(text):
        return True
    if not all(_marked.search(part) or _asks().match(part) for part in sentences(text)):
        return False
    told = set(telling_words(text))
    return told.isdisjoint(asked) or len(told.difference(asked)) <= _NEW


def is_chatter(messages: Sequence[Message], before: Message | None) -> bool:
    """Return whether messages are only greetings, thanks and goodbyes, and answer no earlier question."""
    asked = before is not None and _marked.search(before.content) is not None
    said = [message.content for message in messages]
    return not asked and all(
        acknowledges(part) or _signs_off().fullmatch(part) for text in said for part in sentences(text)
    )


def says_something(text: str) -> bool:
    """Return whether what is left beside a request tells something: of who speaks, by a name, or a number."""
    return (
        any(char.isdigit() for char in text)
        or _own().search(text) is not None
        or bool(spot_entities(text, detect_language(text)))
    )


def acknowledges(text: str) -> bool:
    """Return whether a text greets, thanks or agrees in any language, and says nothing else."""
    return any(pack.dialogue.acknowledges and pack.dialogue.acknowledges.fullmatch(text) for pack in languages())
