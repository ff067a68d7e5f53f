"""Who "I" is in what was read out of a message: its speaker, called as the language of the message calls the user."""

from __future__ import annotations

import re
from collections.abc import Mapping

from memary.facts.identity import SELF_KEY, is_pronoun, lookup_key
from memary.facts.intervals import plain_sentence
from memary.ingestion.extraction.prompt import ExtractedFact
from memary.languages import of_all, texts
from memary.languages.scripts import is_wide
from memary.languages.terms import telling_words
from memary.text import detect_language
from memary.text.names.nameable import owner_in, with_owner
from memary.types import GENERIC, Message, Role

_OWNERS = {"person", "animal", "organization", GENERIC}
_users = of_all(lambda packs: sorted({pack.texts.user for pack in packs if pack.texts}, key=len, reverse=True))


def of_speaker(fact: ExtractedFact, message: Message) -> ExtractedFact:
    """Return a fact with the named speaker of its message for "I", and the user called in the fact's language.

    A model that knows whose line it reads may write "I" all the same; and it may keep the word for the user of a talk
    that began in another language.
    """
    ends = {"subject": fact.subject, "object": fact.object}
    own = [end for end, name in ends.items() if lookup_key(name) == SELF_KEY]
    if not own:
        return fact
    speaker = message.speaker if message.role is Role.USER else None
    if not speaker:
        rest = _called(fact.statement, "")
        return fact.model_copy(update={"statement": _called(fact.statement, texts(detect_language(rest)).user)})
    if lookup_key(speaker) in map(lookup_key, ends.values()):
        return fact  # of the speaker and the user
    said = fact.model_copy(update=dict.fromkeys(own, speaker))
    statement = _called(fact.statement, speaker)
    if statement == fact.statement and speaker not in statement:
        plain = plain_sentence(said.subject, said.predicate, said.object)
        says_all = set(telling_words(plain)).issuperset(telling_words(statement))
        statement = plain if says_all else f"{speaker}: {statement}"
    return said.model_copy(update={"statement": statement})


def with_owners(fact: ExtractedFact, message: Message, kinds: Mapping[str, str]) -> ExtractedFact:
    """Return a fact that names whose its ends are, as far as it is plain: "Evan's knee" for "his knee".

    What is "my" is the named speaker's; what is "his" or "her", as an object, is the subject's, if that may own
    things: `kinds` are the types of names, by key.
    """
    speaker = message.speaker if message.role is Role.USER else None
    subject = with_owner(fact.subject, speaker) if speaker and owner_in(fact.subject) == "own" else fact.subject
    whose = owner_in(fact.object)
    may_own = kinds.get(lookup_key(subject), GENERIC) in _OWNERS and not is_pronoun(subject) and not owner_in(subject)
    owner = speaker if whose == "own" else subject if may_own else None
    object_ = with_owner(fact.object, owner) if whose and owner else fact.object
    return fact.model_copy(update={"subject": subject, "object": object_})


def _called(statement: str, name: str) -> str:
    """Return a sentence in which the user is called by this name, with spaces as its script has them (用户 likes)."""
    for word in _users():
        if word == name:
            continue
        if is_wide(word):
            statement = re.sub(rf"{word} ?", name if is_wide(name) else f"{name} ", statement)
        else:
            gap = " ?" if is_wide(name) else ""
            statement = re.sub(rf"(?<![\w-]){re.escape(word)}(?![\w-]){gap}", name, statement)
    return statement.strip()
