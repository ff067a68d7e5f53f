"""Recognise senders of notices among speakers: they are no persons, and no memory of them is kept.

A bank, a shop or an app that writes to somebody stands as the speaker of its message. It is known as an organisation
or a product, or signs with its name in brackets ("[DHL] Your parcel …") and never says "I".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from memary.languages import any_of
from memary.languages.scripts import SIGNED
from memary.text import entity_key, entity_keys
from memary.types import Entity, Message

_SENDER = "organization"
_SENDING = frozenset((_SENDER, "product"))

_asker = any_of(lambda language: language.pronouns.asker)
_SIGNATURE = re.compile(SIGNED)


def senders(messages: Sequence[Message], known: Sequence[Entity]) -> dict[str, str]:
    """Return the types of those speakers who send notices, by the names under which they speak.

    Args:
        messages: of the talk.
        known: entities, among them those that the speakers are.
    """
    types = {key: one.type for one in known for key in entity_keys(one)}
    said: dict[str, list[str]] = {}
    for message in messages:
        if message.speaker:
            said.setdefault(message.speaker, []).append(message.content)
    kinds = {name: types.get(entity_key(name)) or _type_shown(name, texts) for name, texts in said.items()}
    return {name: kind for name, kind in kinds.items() if kind in _SENDING}


def _type_shown(name: str, texts: Sequence[str]) -> str:
    """Return the type of a speaker of whom only messages are known.

    Who signs them and never says "I" is no person.
    """
    if any(_asker().search(text) for text in texts):
        return ""
    signatures = (entity_key(found[1] or found[2]) for text in texts for found in _SIGNATURE.finditer(text))
    return _SENDER if any(each and entity_key(name).startswith(each) for each in signatures) else ""
