"""Account for a call of a chat model: what the model tells of its tokens, else what memary counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter

from memary.languages.tokens import counter_for
from memary.models.base import ChatTurn, Completion
from memary.models.calls import ModelCall, record_usage


@dataclass(frozen=True, slots=True)
class ChatCall:
    """A call of a chat model that is under way."""

    role: str
    model: str
    turns: Sequence[ChatTurn]
    started: float = field(default_factory=perf_counter)

    def answered(self, text: str, prompt_tokens: int | None, completion_tokens: int | None) -> Completion:
        """Record the call, and return the answer; tokens that are told as 0 or not at all are counted."""
        count = counter_for(self.model)
        completion = Completion(
            text=text,
            prompt_tokens=prompt_tokens or sum(count(turn.content) for turn in self.turns),
            completion_tokens=completion_tokens or count(text),
        )
        tokens = completion.prompt_tokens, completion.completion_tokens
        record_usage(ModelCall(self.role, self.model, *tokens, perf_counter() - self.started))
        return completion
