"""Decide who "I" is in what was read: the speaker, called as the message's language calls the user."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from memary.facts.identity import SELF_KEY, is_pronoun, lookup_key
from memary.facts.intervals import plain_sentence
from memary.ingestion.extraction.prompt import ExtractedFact
from memary.languages import Language, any_of, of_all, texts, united
from memary.languages.scripts import is_wide
from memary.languages.terms import telling_words
from memary.text import detect_language, entity_key
from memary.text.names.node_names import owner_in, owners_named, with_owner
from memary.types import GENERIC, Message, Role

_OWNERS = {"person", "animal", "organization", GENERIC}
_stand_ins = united(lambda language: frozenset(map(entity_key, language.pronouns.stand_ins)))
_speaks_of_self = any_of(lambda language: language.pronouns.asker)
_others = united(lambda language: language.pronouns.others)
_no_own = of_all(lambda packs: "|".join(words for pack in packs if (words := pack.pronouns.no_own)) or "(?!)")
_users = of_all(lambda packs: sorted({pack.texts.user for pack in packs if pack.texts}, key=len, reverse=True))


@of_all
def _at_first(packs: Sequence[Language]) -> re.Pattern[str]:
    """Return the pattern of words for the speaker in whose place a name may begin a sentence.

    "I live" is not one: English says "Ann lives".
    """
    users = tuple(user.casefold() for user in _users())
    own = {word for pack in packs for word in pack.pronouns.own if is_wide(word) or word.endswith(users)}
    others = [re.escape(word) for word in _others() if is_wide(word)]
    return re.compile(rf"(?!{'|'.join(others)})(?:{_one_of(own)})(?!{_no_own()})", re.IGNORECASE)


@of_all
def _stand_in_first(packs: Sequence[Language]) -> re.Pattern[str]:
    """Return the pattern of nouns for whoever speaks at the beginning of a sentence."""
    return re.compile(_one_of({noun for pack in packs for noun in pack.pronouns.stand_ins}), re.IGNORECASE)


def _one_of(words: Collection[str]) -> str:
    """Return the pattern of one of some words, as a whole word where its script parts words; of "我的" it is "我"."""
    shortest_first = sorted(words, key=len)
    return "|".join(re.escape(word) if is_wide(word) else rf"{re.escape(word)}(?![\w-])" for word in shortest_first)


def of_speaker(fact: ExtractedFact, message: Message) -> ExtractedFact:
    """Return a fact with the named speaker for "I", and the user called in the fact's language.

    A model that knows whose line it reads may write "I" all the same; and it may keep the word for the user of a talk
    that began in another language, or call the user by a noun.
    """
    fact = _without_stand_in(fact, message)
    ends = {"subject": fact.subject, "object": fact.object}
    own = [end for end, name in ends.items() if lookup_key(name) == SELF_KEY]
    if not own:
        return fact
    speaker = message.speaker if message.role is Role.USER else None
    if not speaker:
        rest = _called(fact.statement, "") or message.content
        user = texts(_language(rest, message)).user
        if not fact.statement:
            return fact.model_copy(update=dict.fromkeys(own, user))
        return fact.model_copy(update={"statement": _called(fact.statement, user)})
    if lookup_key(speaker) in map(lookup_key, ends.values()):
        return fact  # of the speaker and the user
    return _told_of(fact, fact.model_copy(update=dict.fromkeys(own, speaker)), speaker)


def _without_stand_in(fact: ExtractedFact, message: Message) -> ExtractedFact:
    """Return a fact with the user for a noun that stands for them: "Customer" of who only says "I live in Leeds"."""
    noun = fact.subject
    is_own = message.role is Role.USER and _speaks_of_self().search(message.content) is not None
    if not is_own or entity_key(noun) not in _stand_ins() or noun.casefold() in message.content.casefold():
        return fact
    user = texts(_language(fact.statement.removeprefix(noun) or message.content, message)).user
    begins = _stand_in_first().match(fact.statement)
    statement = f"{user}{fact.statement[begins.end() :]}" if begins else fact.statement
    return fact.model_copy(update={"subject": user, "statement": statement})


def _language(rest: str, message: Message) -> str:
    """Return the language of what is said of the speaker.

    How it begins decides, not a name of another in it.
    """
    if is_wide(rest):  # what stands in Latin letters there is a name
        return detect_language("".join(char for char in rest if not char.isascii()))
    return detect_language(message.content if not rest.isascii() and any(map(is_wide, rest)) else rest)


def with_owners(fact: ExtractedFact, message: Message, kinds: Mapping[str, str]) -> ExtractedFact:
    """Return a fact that names whose its ends are, as far as it is plain: "Evan's knee" for "his knee".

    What is "my" is the named speaker's; what is "his" or "her", as an object, is the subject's, if that may own
    things: `kinds` are the types of names, by key.
    """
    speaker = message.speaker if message.role is Role.USER else None
    subject = _owned_by(fact.subject, speaker) if speaker else fact.subject
    whose = owner_in(fact.object)
    may_own = kinds.get(lookup_key(subject), GENERIC) in _OWNERS and not is_pronoun(subject) and not owner_in(subject)
    owner = speaker if whose == "own" else subject if may_own else None
    object_ = with_owner(fact.object, owner) if whose and owner else fact.object
    said = fact.model_copy(update={"subject": subject, "object": object_})
    return _told_of(fact, said, speaker) if speaker and subject != fact.subject else said


def _owned_by(words: str, speaker: str) -> str:
    """Return what is "my", or the user's, as the speaker's."""
    if owner_in(words) == "own":
        return with_owner(words, speaker)
    owner = next((owner for owner, _ in owners_named(words) if lookup_key(owner) == SELF_KEY), None)
    return words.replace(owner, speaker, 1) if owner else words


def _told_of(fact: ExtractedFact, said: ExtractedFact, speaker: str) -> ExtractedFact:
    """Return what a fact says of the speaker, with a sentence that names the speaker."""
    statement = _called(fact.statement, speaker)
    if speaker not in statement:
        plain = plain_sentence(said.subject, said.predicate, said.object)
        says_all = set(telling_words(plain)).issuperset(telling_words(statement))
        statement = plain if says_all else f"{speaker}: {statement}"
    return said.model_copy(update={"statement": statement})


def _called(statement: str, name: str) -> str:
    """Return a sentence that calls the user by this name, with spaces as its script has them.

    "Ada likes" has one, 用户喜欢 has none.
    """
    if begins := _at_first().match(statement):
        rest = statement[begins.end() :]
        statement = name + (rest.lstrip() if is_wide(name) else rest)
    for word in _users():
        if word == name:
            continue
        if is_wide(word):
            statement = re.sub(rf"{word}(?!{_no_own()}) ?", name if is_wide(name) else f"{name} ", statement)
        else:
            gap = " ?" if is_wide(name) else ""
            apart = rf"(?<![\w-]){re.escape(word)}(?![\w-])(?!{_no_own()})"
            statement = re.sub(f"{apart}{gap}", name, statement, flags=re.ASCII)
    return statement.strip()
