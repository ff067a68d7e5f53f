"""Choose how much of a conversation a window shows: its summary, and the last messages.

The window and the fold both ask here, so nothing lies between them: a message that no summary covers is shown, or it
is among what the next fold takes. The answer therefore depends on the messages, the summary and the room alone, not
on the question or on the language that it is put in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memary.conversation.summary import WORDS, turns
from memary.languages import spoken
from memary.languages.prompt.quotation import continued
from memary.languages.tokens import TokenCounter, without_middle
from memary.retrieval.rendering import Lines, as_talk
from memary.types import Message, Summary

_KEPT_SHARE, _MESSAGE_SHARE = 4, 4
"""One part in so many of what the personas leave is kept from the talk, for what is recalled and for the question; so
much at most may go to a single message."""

LINE_SHARE = 8
"""One part in so many may go to one recalled line; the question gets as much at least, and leaves as much."""

LEAST_SHOWN = 40
"""Tokens to which a question or a message is not shortened, unless a turn does not fit otherwise."""

_LEAST_KEPT = 3 * LEAST_SHOWN
"""Tokens that a small window keeps from the talk, headings included, if that is no more than half of it."""

_FOR_SUMMARY = 2 * WORDS
"""Tokens kept for the summary, also before there is one, so that the first does not push another message out."""


@dataclass(frozen=True, slots=True)
class LastTurns:
    """The turns that are shown, oldest first, each message as it is shown; `tokens` is with the summary."""

    turns: list[list[Message]]
    tokens: int

    @property
    def messages(self) -> list[Message]:
        """Return all messages of the turns."""
        return [message for turn in self.turns for message in turn]


def beside_personas(budget: int, personas: Iterable[tuple[str, str]], count: TokenCounter) -> int:
    """Return how much of a budget the personas leave, in whichever of their languages they take most."""
    return max(budget - max(count(system) + count(user) for system, user in personas), 0)


def last_turns(
    messages: Sequence[Message], summary: Summary | None, *, free: int, count: TokenCounter, mark: str
) -> LastTurns:
    """Return the newest whole turns that fit beside the summary.

    Summary and turns together may take three quarters of what the personas leave. A message that would take more than
    a quarter is shown without its middle; so are those of the newest turn, if that does not fit otherwise.

    Args:
        messages: of the conversation, oldest first, that the summary does not cover.
        summary: of what was said before them.
        free: what the personas leave of the budget.
        count: counts tokens.
        mark: stands for the middle of a message, with `{tokens}`.
    """
    taken = min(_FOR_SUMMARY, free // LINE_SHARE)
    taken = max(_summary_tokens(summary, free // LINE_SHARE, count), taken) if summary else taken
    left = free - max(free // _KEPT_SHARE, min(_LEAST_KEPT, free // 2)) - taken
    longest = max(free // _MESSAGE_SHARE, LEAST_SHOWN)
    kept: list[list[Message]] = []
    for turn in reversed(turns(messages)):
        whole = [_head(message, count) + _body(message, count) for message in turn]
        most = longest
        if not kept and sum(min(tokens, most) for tokens in whole) > left:
            most = min(max(left // len(turn), LEAST_SHOWN), longest)
        cost = sum(min(tokens, most) for tokens in whole)
        if cost > left:
            break
        left -= cost
        taken += cost
        kept.append([_within(most, *one, count=count, mark=mark) for one in zip(turn, whole, strict=True)])
    return LastTurns(kept[::-1], taken)


def _head(message: Message, count: TokenCounter) -> int:
    """Return the most tokens that a window adds to a message in any language, line end included."""
    bare = _saying(message, "")
    return 1 + max(count(Lines(language).message(bare)) for language in spoken())


def _body(message: Message, count: TokenCounter) -> int:
    """Return the tokens of the words, as text or as a turn, whichever is more."""
    return max(map(count, {continued(message.content), as_talk([message])[0][1]}))


def _within(most: int, message: Message, tokens: int, *, count: TokenCounter, mark: str) -> Message:
    """Return a message within so many tokens, without its middle where it would take more."""
    if tokens <= most:
        return message

    def body(text: str) -> int:
        return _body(_saying(message, text), count)

    return _saying(message, without_middle(message.content, most - _head(message, count), body, mark=mark))


def _saying(message: Message, text: str) -> Message:
    return message.model_copy(update={"content": text})


def _summary_tokens(summary: Summary, longest: int, count: TokenCounter) -> int:
    """Return the most tokens that the summary takes in any language, with lines cut to a length."""

    def taken(lines: Lines) -> int:
        return count(lines.words.summary) + sum(min(count(line), longest) + 1 for line in lines.summary(summary))

    return max(taken(Lines(language)) for language in spoken())
