"""Tell who "I" is: the node of the user, and the words that mean it."""

from __future__ import annotations

from collections.abc import Iterable

from memary.languages import united
from memary.languages.terms import telling_words
from memary.text import entity_key, entity_keys
from memary.text.names.node_names import is_unnamed
from memary.types import Entity, Message, Role

SELF_NAME = "User"
"""The user's name as long as it is not known; afterwards an alias of the user's entity."""

SELF_KEY = entity_key(SELF_NAME)

_own = united(lambda language: language.pronouns.own)
_others = united(lambda language: language.pronouns.others)
_capital_names = united(lambda language: language.pronouns.capital_names)


def lookup_key(name: str) -> str:
    """Return the lookup key of an entity; every word for the user gives the user's key."""
    key = entity_key(name)
    return SELF_KEY if key in _own() else key


def lookup_keys(names: Iterable[str]) -> frozenset[str]:
    """Return the lookup keys of entities of many names."""
    keys, own = frozenset(map(entity_key, names)), _own()
    return keys if keys.isdisjoint(own) else (keys - own) | {SELF_KEY}


def is_self(entity: Entity) -> bool:
    """Return whether an entity stands for the user."""
    return SELF_KEY in entity_keys(entity)


def words_for(name: str) -> set[str]:
    """Return the words that a sentence may call somebody by, as terms: of the user in any language."""
    own = _own() if lookup_key(name) == SELF_KEY else ()
    return {*telling_words(name), *own}


def is_pronoun(name: str) -> bool:
    """Return whether a word stands for somebody without naming them, be it the user or another."""
    return lookup_key(name) in {SELF_KEY, *_others()} and name.strip() not in _capital_names()


def is_nobodys(name: str) -> bool:
    """Return whether a word is no name of anybody's.

    A pronoun, or one for people of whom there are many (friend).
    """
    return is_pronoun(name) or is_unnamed(name)


def user_name(messages: Iterable[Message]) -> str | None:
    """Return the user's name: the first named speaker of a user's turn to an assistant.

    Without an assistant in the talk every speaker is one among others, and there is no "user". Where the user speaks
    without a name, whoever has one is somebody else.
    """
    talk = list(messages)
    if not any(message.role is Role.ASSISTANT for message in talk):
        return None
    said = [message.speaker for message in talk if message.role is Role.USER]
    return said[0] if said and all(said) else None
