"""Ask the language model for further names of what a question names: "the Big Apple" for New York.

The only call of a model in recall: off unless the settings want it, and made only where the graph knows nothing by
the names and words of the question. What was told is kept for as long as the memory is open.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence
from typing import cast

from memary.errors import ModelError
from memary.facts.identity import is_self
from memary.languages import texts
from memary.languages.detection import detect_language
from memary.models.base import ChatModel, ChatTurn
from memary.models.replies.json_reply import well_formed
from memary.models.replies.thoughts import without_thoughts
from memary.text.names.spotted_names import spotted_names
from memary.types import Entity, Role

MOST = 5
"""Most further names of one question."""

_KEPT = 256
_NAME_CHARS = 60
_TOKENS = 120
_MARKS = re.compile(r"^(?:\s*(?:\d+[.)](?=\s)|[^\w\s])\s*)+|[^\w)+#]+$")


class Synonyms:
    """Asks a model for further names, each question of a user once.

    Args:
        model: the one to ask.
    """

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self._told: OrderedDict[tuple[str, str], tuple[str, ...]] = OrderedDict()

    async def of(self, question: str, *, user_id: str) -> tuple[str, ...]:
        """Return up to five further names of what a question names; none where the model cannot be asked."""
        asked = (user_id, " ".join(question.casefold().split()))
        if asked in self._told:
            self._told.move_to_end(asked)
            return self._told[asked]
        rules = texts(detect_language(question)).synonym_rules.format(most=MOST)
        turns = [ChatTurn(Role.SYSTEM, rules), ChatTurn(Role.USER, question)]
        try:
            reply = (await self._model.complete(turns, max_tokens=_TOKENS)).text
        except ModelError:
            return ()
        self._told[asked] = names_in(reply)
        while len(self._told) > _KEPT:
            self._told.popitem(last=False)
        return self._told[asked]

    def forget(self) -> None:
        """Drop what was told: it may name what is forgotten."""
        self._told.clear()


def names_in(reply: str) -> tuple[str, ...]:
    """Return the names that a reply lists, one a line or as a JSON list, each once."""
    text = without_thoughts(reply)
    lists = [cast("list[object]", value) for value in well_formed(text) if isinstance(value, list)]
    told = lists[0] if lists else text.splitlines()
    names = [_MARKS.sub("", one) for one in told if isinstance(one, str)]
    return tuple(dict.fromkeys(name for name in names if 1 < len(name) <= _NAME_CHARS))[:MOST]


def is_unknown(question: str, linked: Sequence[Entity]) -> bool:
    """Return whether the graph has no entity by the names of a question, or the user alone beside others."""
    others = [one for one in linked if not is_self(one)]
    return not others and (not linked or bool(spotted_names(question)))
