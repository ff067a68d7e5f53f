"""Read the body of a chat completion: one JSON document, or a stream of events.

Which of the two comes is up to the server: some stream always, some never. So both are read alike, as pieces of an
answer, and never more of them than a reply can have.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from typing import Any

from pydantic import BaseModel

_SAID = ("text", "output_text")
"""The parts of a message that are said; others are thoughts."""

_EVENT_SIGNS = (b"data:", b"event:", b"id:", b"retry:", b":")
_SIGN_WITHIN = 100
_DONE = b"[DONE]"


class _BodyPart(BaseModel):
    type: str = "text"
    text: str | None = None


class MessageBody(BaseModel):
    """A message or a piece of one.

    Thoughts in fields of their own are not read; the body only tells whether there are some.
    """

    content: str | list[_BodyPart] | None = None
    refusal: str | None = None
    reasoning_content: Any = None
    reasoning: Any = None

    @property
    def text(self) -> str:
        """Return the text."""
        if isinstance(self.content, list):
            return "".join(part.text or "" for part in self.content if part.type in _SAID)
        return self.content or ""

    @property
    def has_thoughts(self) -> bool:
        """Return whether there are thoughts beside it."""
        return bool(self.reasoning_content or self.reasoning)


class Choice(BaseModel):
    """One answer, or a piece of one."""

    message: MessageBody | None = None
    delta: MessageBody | None = None
    finish_reason: str | None = None

    @property
    def said(self) -> MessageBody:
        """Return the message, whole or as a piece."""
        return self.message or self.delta or MessageBody()


class TokenCounts(BaseModel):
    """What the server counted."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class Piece(BaseModel):
    """As much of a completion, or of a piece of one, as memary reads; all of it may be missing."""

    choices: list[Choice] | None = None
    usage: TokenCounts | None = None
    error: Any = None

    @property
    def choice(self) -> Choice:
        """Return the first answer; no other is asked for."""
        return self.choices[0] if self.choices else Choice()


class TooLongError(Exception):
    """A body has more bytes than an answer can have."""


async def pieces_of(body: AsyncIterator[bytes], *, most: int, most_whole: int) -> AsyncGenerator[Piece]:
    """Read a body piece by piece; one JSON document is one piece.

    Args:
        body: its bytes, as they come.
        most: bytes that a stream of events may have.
        most_whole: bytes that a document or a single event may have.

    Raises:
        TooLongError: it has more.
        ValidationError: it is something else.
    """
    held, length, is_stream = bytearray(), 0, False
    async for chunk in body:
        length += len(chunk)
        held += chunk
        is_stream = is_stream or bytes(held[:_SIGN_WITHIN]).lstrip().startswith(_EVENT_SIGNS)
        if is_stream:
            end = held.rfind(b"\n") + 1
            for event in _events(bytes(held[:end])):
                if event == _DONE:
                    return
                yield Piece.model_validate_json(event)
            del held[:end]
        if length > most or len(held) > most_whole:
            raise TooLongError
    if not is_stream:
        yield Piece.model_validate_json(bytes(held))
    else:
        for event in _events(bytes(held)):
            if event != _DONE:
                yield Piece.model_validate_json(event)


def _events(lines: bytes) -> Iterable[bytes]:
    """Return what the events of a stream hold.

    Each is one line, as no server breaks its JSON over several.
    """
    return (line[5:].strip() for line in lines.splitlines() if line.startswith(b"data:") and line[5:].strip())


def joined(pieces: Iterable[Piece]) -> Piece:
    """Return the pieces of a stream as one whole answer."""
    text, refusal, has_thoughts = "", "", False
    choices, reason, usage, error = False, None, None, None
    for piece in pieces:
        said = piece.choice.said
        text, refusal = text + said.text, refusal + (said.refusal or "")
        has_thoughts = has_thoughts or said.has_thoughts
        choices = choices or bool(piece.choices)
        reason = piece.choice.finish_reason or reason
        usage, error = piece.usage or usage, piece.error or error
    message = MessageBody(content=text, refusal=refusal or None, reasoning=has_thoughts)
    return Piece(
        choices=[Choice(message=message, finish_reason=reason)] if choices else None, usage=usage, error=error
    )
