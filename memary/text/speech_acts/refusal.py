"""Tell an answer from the admission that there is none, so that the latter is never kept as knowledge.

The same goes for the report of a failure that a tool gives instead of a result.
"""

from __future__ import annotations

from memary.languages import any_of

_OPENING = 160
"""Characters in which an admission comes, if at all."""

_admits = any_of(lambda language: language.replies.admits)
_fails = any_of(lambda language: language.replies.fails, r"^\W*(?:{})")


def is_refusal(text: str) -> bool:
    """Return whether a text begins by saying that it does not know or will not say."""
    return _admits().search(text[:_OPENING]) is not None


def is_failure(text: str) -> bool:
    """Return whether a text is the report of an error."""
    return _fails().search(text[:_OPENING]) is not None
