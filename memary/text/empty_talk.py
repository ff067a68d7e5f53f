"""Tell what says something from what only asks, thanks or admits that one does not know."""

from __future__ import annotations

import re
from collections.abc import Collection

from memary.languages import any_of, languages
from memary.languages.scripts import QUESTION_MARKS, is_wide
from memary.languages.terms import telling_words
from memary.text.questions import sentences
from memary.text.refusal import is_refusal
from memary.types import Message, Role

_LONGEST = 120
"""Characters in Latin script up to which a text may say nothing; a longer question tells why it is asked."""

_NEW = 4
"""How many words a question may have beside those that are asked for, and still say nothing."""

_marked = re.compile(f"[{QUESTION_MARKS}]")
_asks = any_of(lambda language: language.questions.asks)


def says_nothing(message: Message, asked: Collection[str]) -> bool:
    """Whether a short message holds nothing that could answer: it asks the same, acknowledges or refuses.

    Args:
        message: what was said.
        asked: the words of the question that is to be answered.
    """
    text = message.content
    if len(text) + 2 * sum(map(is_wide, text[:_LONGEST])) > _LONGEST:
        return False
    if message.role is not Role.USER and is_refusal(text):
        return True
    if any(pack.dialogue.acknowledges and pack.dialogue.acknowledges.fullmatch(text) for pack in languages()):
        return True
    is_question = all(_marked.search(part) or _asks().match(part) for part in sentences(text))
    return is_question and len(set(telling_words(text)).difference(asked)) <= _NEW
