"""Find the message that says what a fact claims.

What no message says is not stored. A fact names the words that support it. They are looked up in the messages,
whatever the case, width, accents and punctuation. Without them a fact is held to its content words: at least half of
the object's, or more than half of the sentence's beside its subject, have to occur in what a message states: a
question that holds them says nothing. The message found that way
decides on whose word the fact is taken, not the number that the model gave it. An object that is copied from the
message needs no quotation: what stands around it is one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache

from memary.facts.predicates import names_nothing
from memary.ingestion.extraction.prompt import ExtractedFact
from memary.languages import any_of, of_all
from memary.languages.scripts import HAN, LIST_EDGES, PAUSES, QUESTION_MARKS, WIDE_STOPS
from memary.text import detect_language, terms
from memary.text.captions import captions, uncaptioned
from memary.text.quote import is_quoted, squeezed
from memary.text.speech_acts.refusal import is_failure, is_refusal
from memary.types import ORIGIN_KEY, Message, Origin, Role

_ORIGINS = {Role.USER: Origin.USER, Role.ASSISTANT: Origin.ASSISTANT, Role.TOOL: Origin.TOOL}
_HAN = re.compile(f"[{HAN}]")
_SENTENCE_END = re.compile(rf"(?<=[.!?]) (?=[A-Z])|(?<=[{WIDE_STOPS}\n])")
_parts = any_of(lambda language: language.statements.joints, rf"(?<=[{PAUSES}])|\s(?=(?:{{}})\s)")
_told_apart = of_all(lambda packs: frozenset(pack.code for pack in packs if pack.grammar))

_LONGEST = 300
"""Characters of a quotation that nobody chose."""


def origin_of(message: Message) -> Origin:
    """Return on whose word a message is taken.

    Its metadata may name where it really comes from. That lowers the trust, or tells that an assistant passes on what
    a tool or another model said; it makes nobody the user.
    """
    spoken = _ORIGINS.get(message.role, Origin.IMPORT)
    marked = message.metadata.get(ORIGIN_KEY)
    if not isinstance(marked, str) or marked not in set(Origin):
        return spoken
    named = Origin(marked)
    is_raised = named.trust > spoken.trust and named.trust >= Origin.IMPORT.trust
    return spoken if is_raised else named


def origin_in(message: Message, words: str) -> Origin:
    """Return on whose word words of a message are taken: what only a caption tells is the word of a tool."""
    said = origin_of(message)
    told = captions(message.metadata)
    if not told or said.trust < Origin.TOOL.trust or is_quoted(words, uncaptioned(message)):
        return said
    return Origin.TOOL if any(is_quoted(words, one) for one in told) else said


def source_of(fact: ExtractedFact, messages: Sequence[Message]) -> Message | None:
    """Return the message that says a fact, or None if none does.

    Where several may, it is the one that the model numbered, else the user's last. A change of what is known, told
    without its words, is taken on the word of the least trusted who may have said it.
    """
    numbered = messages[fact.message - 1] if fact.message and 0 < fact.message <= len(messages) else None
    if quoting := [message for message in messages if is_quoted(fact.quote, message.content)]:
        return numbered if numbered in quoting else _preferred(quoting)
    changes = fact.op in ("UPDATE", "DELETE")
    if numbered is not None and not changes and _says(fact, numbered):
        return numbered
    saying = [message for message in messages if _says(fact, message)]
    if not saying:
        return None
    return min(saying, key=lambda message: origin_of(message).trust) if changes else _preferred(saying)


def words_for(fact: ExtractedFact, text: str) -> str:
    """Return the words of a text that say a fact.

    Those quoted, else the part of a sentence that holds its object.
    """
    if is_quoted(fact.quote, text):
        return fact.quote
    name = fact.object.casefold()
    holding = [sentence for sentence in sentences(text) if name in sentence.casefold()]
    if len(holding) > 1:
        told = _words(fact.statement)
        sentence = max(holding, key=lambda one: _share(told, _words(one)))
    else:
        sentence = next(iter(holding), "")
    parts = (part.strip(LIST_EDGES) for part in _parts().split(sentence))
    words = next((part for part in parts if name in part.casefold()), sentence)
    return words if len(words) <= _LONGEST else ""


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return [sentence.strip() for sentence in _SENTENCE_END.split(text)]


def is_about_something_else(fact: ExtractedFact, message: Message) -> bool:
    """Return whether the sentence of a fact names neither its object nor anything that the message says.

    "User was arrested in York" does so for "I live in Leeds". That there is none of something is said in many words.
    """
    if not fact.statement or names_nothing(fact.object):
        return False
    told = _words(fact.statement) - _words(fact.subject)
    said = _words(f"{fact.object} {message.content}")
    signs = frozenset(_HAN.findall(fact.statement)) - frozenset(fact.subject)
    return told.isdisjoint(said) and signs.isdisjoint(f"{fact.object}{message.content}")


def is_translated(fact: ExtractedFact, message: Message) -> bool:
    """Return whether a fact is told in another language than its message, with no name in common."""
    written = detect_language(fact.statement)
    if not {written, message.language} <= _told_apart() or written == message.language:
        return False
    said = set(terms(message.content))
    told = set(terms(f"{fact.object} {fact.statement}")) - set(terms(fact.subject))
    return squeezed(fact.object) not in squeezed(message.content) and said.isdisjoint(told)


def says_nothing(message: Message) -> bool:
    """Return whether somebody other than the user only says that they know nothing, or failed."""
    is_users = message.role is Role.USER
    return not is_users and (is_refusal(message.content) or is_failure(message.content))


def _preferred(messages: Sequence[Message]) -> Message:
    users = [message for message in messages if message.role is Role.USER]
    return (users or messages)[-1]


def _says(fact: ExtractedFact, message: Message) -> bool:
    stated = (part for part in sentences(message.content) if not part.endswith(tuple(QUESTION_MARKS)))
    said = _words(f"{message.speaker or ''} {' '.join(stated)}")
    if _share(_words(fact.object), said) >= 0.5:
        return True
    return _share(_words(fact.statement) - _words(fact.subject), said) > 0.5


@lru_cache(maxsize=256)
def _words(text: str) -> frozenset[str]:
    """Return the words of a text; each fact of a batch is held against each message."""
    return frozenset(terms(text))


def _share(words: Collection[str], said: Collection[str]) -> float:
    unique = set(words)
    return len(unique.intersection(said)) / len(unique) if unique else 0.0
