"""Models whose calls go through the budget, into the ledger and into spans, around any models."""

from __future__ import annotations

from collections.abc import AsyncIterator, Generator, Sequence
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, replace

from pydantic import BaseModel

from memary.models.base import ChatModel, ChatTurn, Completion, Embedder, Reranker
from memary.models.calls import Usage, collect_usage, collected_pieces
from memary.models.factory import Models
from memary.models.speech import SpokenChat
from memary.telemetry import CalledModel, OpenSpan, SpanOperation, message, model_call
from memary.types import Embedding, EmbeddingSpec
from memary.usage.budget import Budget
from memary.usage.ledger import UsageLedger, current_account


def metered(models: Models, ledger: UsageLedger, budget: Budget, *, shows_content: bool = False) -> Models:
    """Return the models, each with a meter.

    The offline stand-in costs nothing and has none. With `shows_content`, prompts and answers are written into spans,
    see `memary.telemetry`.
    """

    def other(model: ChatModel | None, role: str) -> ChatModel | None:
        return model and metered_chat(model, ledger, budget, role=role, shows_content=shows_content)

    return replace(
        models,
        chat=metered_chat(models.chat, ledger, budget, shows_content=shows_content),
        extraction=other(models.extraction, "extraction"),
        vision=other(models.vision, "vision"),
        external=other(models.external, "external"),
        embedder=MeteredEmbedder(models.embedder, ledger),
        reranker=models.reranker and MeteredReranker(models.reranker, ledger),
    )


def metered_chat(
    model: ChatModel, ledger: UsageLedger, budget: Budget, *, role: str = "chat", shows_content: bool = False
) -> ChatModel:
    """Return a model that says no thoughts, with a meter; the offline stand-in as it is."""
    return model if model.is_offline else MeteredChat(SpokenChat(model), ledger, budget, role, shows_content)


@dataclass(frozen=True, slots=True)
class MeteredChat:
    """A `ChatModel` around another.

    What was answered is in the ledger before the caller sees it.

    `complete` and `stream` raise BudgetExceededError where a cap leaves no room, besides what the model raises.
    """

    model: ChatModel
    ledger: UsageLedger
    budget: Budget
    role: str
    shows_content: bool

    @property
    def address(self) -> str:
        """The address of its server; "" where there is none."""
        return getattr(self.model, "address", "")

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    @property
    def context_window(self) -> int:
        """How many tokens prompt and answer may have together."""
        return self.model.context_window

    @property
    def is_offline(self) -> bool:
        """Whether it is a stand-in."""
        return self.model.is_offline

    async def complete(
        self, turns: Sequence[ChatTurn], *, schema: type[BaseModel] | None = None, max_tokens: int | None = None
    ) -> Completion:
        """Answer as a whole."""
        account = current_account()
        usage = Usage()
        async with self.budget.call(account, turns):
            try:
                with self._span(usage, turns, max_tokens, "json" if schema else "text") as span, collect_usage(usage):
                    answer = await self.model.complete(turns, schema=schema, max_tokens=max_tokens)
                    self._show_answer(span, answer.text)
                return answer
            finally:  # a reply that cannot be used has its price too
                self.ledger.note(account.user_id, usage.calls)
                await self.ledger.settle()

    async def stream(self, turns: Sequence[ChatTurn], *, max_tokens: int | None = None) -> AsyncIterator[str]:
        """Answer piece by piece."""
        account = current_account()
        usage = Usage()
        async with self.budget.call(account, turns):
            try:
                with self._span(usage, turns, max_tokens, "text") as span:
                    said: list[str] = []
                    try:
                        answer = self.model.stream(turns, max_tokens=max_tokens)
                        async with aclosing(collected_pieces(answer, usage)) as pieces:
                            async for piece in pieces:
                                said.append(piece)
                                yield piece
                    finally:
                        self._show_answer(span, "".join(said))
            finally:
                self.ledger.note(account.user_id, usage.calls)
                await self.ledger.settle()

    async def aclose(self) -> None:
        """Release connections."""
        await self.model.aclose()

    @contextmanager
    def _span(
        self, usage: Usage, turns: Sequence[ChatTurn], max_tokens: int | None, output: str
    ) -> Generator[OpenSpan]:
        with model_call(
            SpanOperation.CHAT,
            CalledModel(self.model, self.name, self.role),
            usage,
            user_id=current_account().user_id,
            attributes={"gen_ai.request.max_tokens": max_tokens, "gen_ai.output.type": output},
        ) as span:
            if self.shows_content and span.is_recorded:
                asked = [message(turn.role.value, turn.content) for turn in turns]
                span.show({"gen_ai.input.messages": asked}, when=True)
            yield span

    def _show_answer(self, span: OpenSpan, text: str) -> None:
        span.show({"gen_ai.output.messages": [message("assistant", text)]}, when=self.shows_content)


@dataclass(frozen=True, slots=True)
class MeteredEmbedder:
    """An `Embedder` around another; its calls are written to the ledger beside other work."""

    model: Embedder
    ledger: UsageLedger

    @property
    def spec(self) -> EmbeddingSpec:
        """Its name and dimension."""
        return self.model.spec

    async def prepare(self, stored: EmbeddingSpec | None = None) -> None:
        """Find out what is not known yet; the store may not be set up, so what it costs is written later."""
        with collect_usage() as usage:
            try:
                await self.model.prepare(stored)
            finally:
                self.ledger.note(None, usage.calls)

    async def embed(self, texts: Sequence[str]) -> list[Embedding]:
        """Return one unit vector per text, in order."""
        user_id, usage, spec = current_account().user_id, Usage(), self.spec
        called = CalledModel(self.model, spec.name.removeprefix("openai:"), "embedding")
        size = {"gen_ai.embeddings.dimension.count": spec.dimensions}
        try:
            with (
                model_call(SpanOperation.EMBEDDINGS, called, usage, user_id=user_id, attributes=size),
                collect_usage(usage),
            ):
                return await self.model.embed(texts)
        finally:
            self.ledger.note(user_id, usage.calls)
            self.ledger.settle_soon()

    async def aclose(self) -> None:
        """Release connections and models."""
        await self.model.aclose()


@dataclass(frozen=True, slots=True)
class MeteredReranker:
    """A `Reranker` around another; its calls are written to the ledger beside other work."""

    model: Reranker
    ledger: UsageLedger

    async def rerank(self, query: str, documents: Sequence[str]) -> list[float]:
        """Return one relevance per document, in the order given."""
        user_id, usage = current_account().user_id, Usage()
        called = CalledModel(self.model, getattr(self.model, "name", "reranker"), "rerank")
        try:
            with (
                model_call(SpanOperation.RERANK, called, usage, user_id=user_id),
                collect_usage(usage),
            ):
                return await self.model.rerank(query, documents)
        finally:
            self.ledger.note(user_id, usage.calls)
            self.ledger.settle_soon()

    async def aclose(self) -> None:
        """Release connections."""
        await self.model.aclose()
