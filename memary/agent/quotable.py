"""Show the agent that has no model what it may quote beside its context window.

A model reads from facts and talk together what of the talk is over, and what of all that recall found answers.
Whoever only quotes is told.
"""

from __future__ import annotations

from datetime import datetime

from memary.conversation.context_window import ContextWindow
from memary.languages.prompt.quotation import one_line
from memary.languages.prompt.stamps import day
from memary.retrieval.hits import Hit
from memary.retrieval.rendering import Lines
from memary.types import Message, Role


def quotable(window: ContextWindow, lines: Lines, *, now: datetime) -> str:
    """Return what is appended to a system prompt from which an answer is quoted.

    That are the user's messages of the talk of which something is over, and the facts of a relation that the
    question asks for.

    Args:
        window: what the question gets to see.
        lines: writes lines in the language of the question.
        now: when it was asked; what was said on that day has no stamp.
    """
    found = [hit for hit in window.hits if hit.kind in ("fact", "message")]
    talk = {message.id: message for message in window.history if message.role is Role.USER}
    blocks = {
        lines.words.passages: [_over(hit, talk[hit.id], lines, now) for hit in found if hit.over and hit.id in talk],
        lines.words.offline_asked: [lines.fact(hit) for hit in found if "asked" in hit.explain.signals],
    }
    return "\n\n".join("\n".join([f"## {heading}", *block]) for heading, block in blocks.items() if block)


def _over(hit: Hit, message: Message, lines: Lines, now: datetime) -> str:
    """Return the line of a message of the talk of which something is over."""
    zone = lines.zones.main
    if day(message.created_at, zone=zone) != day(now, zone=zone):
        return lines.passage(hit.model_copy(update={"text": message.content}))
    return f"- {one_line(message.content)}{lines.marked_over(hit.over)}"
