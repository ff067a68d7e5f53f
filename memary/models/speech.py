"""Wrap a chat model so that its replies come without thoughts, and no longer than a reply can be.

Every model that memary asks stands behind this, whoever made it, so that nothing further on has to know of thoughts.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import cast

from pydantic import BaseModel

from memary.errors import ModelOutputError
from memary.models.base import ChatModel, ChatTurn, Completion
from memary.models.replies.thoughts import END, SpokenText, without_thoughts

CHARS_PER_TOKEN = 8
"""Characters of a reply for each token of the model's window: no model writes more."""


class SpokenChat:
    """A `ChatModel` around another.

    Raises what that raises, and ModelOutputError for endless or only thoughts.
    """

    def __init__(self, model: ChatModel) -> None:
        self.model = model
        self._starts_inside = False  # the last reply had a thought without a start: the next is held back to its end

    @property
    def name(self) -> str:
        """Return the model's name."""
        return self.model.name

    @property
    def context_window(self) -> int:
        """Return the context window: the most tokens of prompt and answer together."""
        return self.model.context_window

    @property
    def is_offline(self) -> bool:
        """Return whether it is a stand-in."""
        return self.model.is_offline

    @property
    def provider(self) -> str:
        """Return the provider, as spans name it."""
        return str(getattr(self.model, "provider", type(self.model).__module__.partition(".")[0]))

    @property
    def address(self) -> str:
        """Return the address without secrets; "" if it is unknown."""
        return str(getattr(self.model, "address", ""))

    async def complete(
        self, turns: Sequence[ChatTurn], *, schema: type[BaseModel] | None = None, max_tokens: int | None = None
    ) -> Completion:
        """Answer as a whole.

        JSON in a thought that has no end is taken: the model only forgot to close it.
        """
        completion = await self.model.complete(turns, schema=schema, max_tokens=max_tokens)
        self._check_length(len(completion.text))
        spoken = SpokenText()
        text = without_thoughts(completion.text, spoken)
        if not spoken.has_thoughts or (spoken.is_unclosed and schema is not None and not text.strip()):
            return completion
        self._check_said(says=bool(text.strip()))
        return replace(completion, text=text.strip())

    async def stream(self, turns: Sequence[ChatTurn], *, max_tokens: int | None = None) -> AsyncIterator[str]:
        """Answer piece by piece.

        Where what was given out turns out to be a thought whose start was in the prompt, the next piece is its end
        tag. From then on the model's replies are held back until they have left their thoughts.
        """
        spoken = SpokenText(inside=self._starts_inside)
        length, withdrawn, says = 0, 0, False
        async with aclosing(cast("AsyncGenerator[str]", self.model.stream(turns, max_tokens=max_tokens))) as pieces:
            async for piece in _and_end(pieces):
                length += len(piece or "")
                self._check_length(length)
                said = spoken.rest() if piece is None else spoken.feed(piece)
                if spoken.withdrawn > withdrawn:
                    withdrawn, says = spoken.withdrawn, False
                    yield END
                if said:
                    says = says or bool(said.strip())
                    yield said
        self._starts_inside = spoken.ends_alone
        if spoken.has_thoughts:
            self._check_said(says=says)

    async def aclose(self) -> None:
        """Release connections."""
        await self.model.aclose()

    def _check_length(self, length: int) -> None:
        most = self.context_window * CHARS_PER_TOKEN
        if length > most:
            raise ModelOutputError(
                f"The model {self.name!r} wrote more than {most:,} characters, which is more than its window holds, "
                "and was stopped. Try again, or raise MEMARY_CONTEXT_WINDOW if it can read more."
            )

    def _check_said(self, *, says: bool) -> None:
        if not says:
            raise ModelOutputError(
                f"The model {self.name!r} wrote down its thoughts and no answer: allow it more tokens, or switch its "
                "thinking off."
            )


async def _and_end(pieces: AsyncIterator[str]) -> AsyncIterator[str | None]:
    """Yield the pieces, then None."""
    async for piece in pieces:
        yield piece
    yield None
