"""The answer to the question whether two are one."""

from __future__ import annotations

from memary.languages import any_of
from memary.text.speech_acts.questions import is_question

_LONGEST = 60
"""Characters up to which a text may be such an answer."""

_same = any_of(lambda language: language.replies.same)
_different = any_of(lambda language: language.replies.different)


def says_same(text: str) -> bool | None:
    """Return whether an answer says that two are one, or are two.

    It is None where the answer says neither, or more than that.
    """
    if len(text) > _LONGEST or is_question(text):
        return None
    if _different().fullmatch(text.strip()):
        return False
    return True if _same().fullmatch(text.strip()) else None
