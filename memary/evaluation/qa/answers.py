"""Answer questions by each method: from memary, from passages that BM25 finds, from the whole talk.

memary answers as it does for any user: by its agent, with its own prompt and its search tool, over a memory that it
only reads. The others get one prompt of the evaluation's own. Each is told when the question is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias, get_args

from memary.agent.chat_agent import ChatAgent
from memary.client import Memary
from memary.evaluation.qa.talk import Talk, TalkMessage, TalkQuestion
from memary.evaluation.recall.baselines import Bm25
from memary.languages.prompt.quotation import one_line
from memary.languages.tokens import TokenCounter
from memary.models.base import ChatModel, ChatTurn
from memary.types import Role

Method: TypeAlias = Literal["memary", "BM25", "whole"]
METHODS: tuple[Method, ...] = get_args(Method)

PASSAGES = 20
"""How many messages BM25 brings."""

_ASKED_IN = "asked"
"""The session in which questions are put: none of it is kept."""

_LEFT_FOR_ANSWER = 1_000

RULES = """\
You are an assistant who answers questions about earlier talk. Today is {today}. Below stands {what}, each line with \
when and by whom it was said. Answer from these lines alone, in one or two sentences, in the language of the \
question. Give every item where several are asked for. If the lines do not hold the answer, say that \
you do not know."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, and the tokens of all prompts and replies that it took."""

    text: str
    prompt_tokens: int
    completion_tokens: int


class Answerer(Protocol):
    """Answers questions about one talk."""

    async def answer(self, question: TalkQuestion) -> Answered:
        """Answer a question as of when it is asked."""
        ...


@dataclass(frozen=True, slots=True)
class FromMemory:
    """memary's agent, over a memory that holds the talk."""

    memory: Memary
    user_id: str

    async def answer(self, question: TalkQuestion) -> Answered:
        """Answer a question; nothing of it is kept."""
        agent = ChatAgent(self.memory, user_id=self.user_id, session_id=_ASKED_IN, keep=False)
        answer = await agent.achat(question.text, asked_at=question.asked_at)
        used = answer.usage.get("chat", {})
        return Answered(answer.text, int(used.get("prompt_tokens", 0)), int(used.get("completion_tokens", 0)))


@dataclass(frozen=True, slots=True)
class FromPassages:
    """A model that is shown the messages which share most with the question, by BM25."""

    talk: Talk
    model: ChatModel

    async def answer(self, question: TalkQuestion) -> Answered:
        """Answer a question."""
        known = self.talk.until(question.asked_at)
        ranked = Bm25([f"{message.who}: {message.text}" for message in known]).rank(question.text)
        chosen = sorted(ranked[:PASSAGES])
        return await _ask(self.model, question, [known[place] for place in chosen], "what was found of it")


@dataclass(frozen=True, slots=True)
class FromWhole:
    """A model that is shown the whole talk, or as much of its end as it can read."""

    talk: Talk
    model: ChatModel
    count: TokenCounter

    async def answer(self, question: TalkQuestion) -> Answered:
        """Answer a question."""
        room = self.model.context_window - _LEFT_FOR_ANSWER - self.count(question.text)
        shown: list[TalkMessage] = []
        for message in reversed(self.talk.until(question.asked_at)):
            room -= self.count(_line(message))
            if room < 0:
                break
            shown.append(message)
        return await _ask(self.model, question, shown[::-1], "the talk")


async def _ask(model: ChatModel, question: TalkQuestion, shown: Sequence[TalkMessage], what: str) -> Answered:
    rules = RULES.format(today=f"{question.asked_at:%Y-%m-%d %H:%M %A}", what=what)
    lines = "\n".join(map(_line, shown))
    turns = [ChatTurn(Role.SYSTEM, f"{rules}\n\n{lines}"), ChatTurn(Role.USER, question.text)]
    reply = await model.complete(turns)
    return Answered(reply.text.strip(), reply.prompt_tokens, reply.completion_tokens)


def _line(message: TalkMessage) -> str:
    return f"[{message.said_at:%Y-%m-%d %H:%M}] {message.who}: {one_line(message.text)}"
