"""Who "I" is: the node that stands for the user, and the words that mean it."""

from __future__ import annotations

from collections.abc import Iterable

from memary.text import entity_key
from memary.types import Message, Role

SELF_NAME = "User"
"""The user's name as long as it is not known; afterwards an alias of the user's entity."""

SELF_KEY = entity_key(SELF_NAME)

_PRONOUNS = {"i", "me", "my", "mine", "myself", "the user", "user", "我", "我的", "我自己", "本人", "用户", "自己"}


def lookup_key(name: str) -> str:
    """Return the key to look an entity up by; every word for the user gives the user's own."""
    key = entity_key(name)
    return SELF_KEY if key in _PRONOUNS else key


_OTHERS = {
    "he", "she", "it", "they", "him", "her", "them", "we", "us", "you", "this", "that", "someone", "somebody", "my",
    "他", "她", "它", "他们", "她们", "它们", "我们", "咱们", "你", "您", "你们", "这", "那", "这个", "那个",
    "有人", "大家",
}  # fmt: skip


def is_pronoun(name: str) -> bool:
    """Whether a word stands for somebody without naming them, be it the user or another."""
    return lookup_key(name) in {SELF_KEY, *_OTHERS} and name.strip() not in ("US", "IT")


def user_name(messages: Iterable[Message]) -> str | None:
    """Return the user's name, where a talk with an assistant shows it: the first named speaker of a user's turn.

    Without an assistant in the talk every speaker is one among others, and nobody is "the user".
    """
    talk = list(messages)
    if not any(message.role is Role.ASSISTANT for message in talk):
        return None
    return next((m.speaker for m in talk if m.role is Role.USER and m.speaker), None)
