"""Stand in for a language model: quote what memory holds, and say that no model is set.

It invents nothing. It replies in the form of the agent loop, as a model would. From the prompt it reads the recalled
facts and passages and what the user said before, and quotes those that answer, see `quotes`; if none does, it asks
the search tool once.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from dataclasses import replace

from pydantic import BaseModel

from memary.languages import Texts, any_of, language_of, spoken, texts
from memary.models.base import ChatTurn, Completion
from memary.models.offline.lines import Line
from memary.models.offline.quotes import nearest, quoted, sharing
from memary.text import detect_language
from memary.text.own_matters import asks_own_matter
from memary.text.proper_form import proper_form
from memary.text.speech_acts.questions import is_question, sentences
from memary.types import Role

_OBSERVATION = "Observation:"
_EXTERNAL = f"{_OBSERVATION} source=external"
WINDOW = 16_384
"""Tokens, where no `context_window` is set."""

_STAMPED = re.compile(r"^- \[")
_DATED = re.compile(r"(\[\d{4}-\d\d-\d\d[^\]]*\]) (.+)")  # the first turn of a day, see `Lines.days`
_idle = any_of(lambda language: language.questions.idle, r"^\W*(?:{})\W*$")
_unread = any_of(lambda language: language.questions.unread)


class OfflineChat:
    """A `ChatModel` without a model.

    Args:
        context_window: how many tokens a context window is a share of, for who gives it to a model of their own.
    """

    name = "offline"
    is_offline = True

    def __init__(self, context_window: int = WINDOW) -> None:
        self.context_window = context_window

    async def complete(
        self, turns: Sequence[ChatTurn], *, schema: type[BaseModel] | None = None, max_tokens: int | None = None
    ) -> Completion:
        """Answer in the form of the agent loop: a call of the search tool, or quotes from memory."""
        return Completion(_reply(turns), 0, 0)

    async def stream(self, turns: Sequence[ChatTurn], *, max_tokens: int | None = None) -> AsyncIterator[str]:
        """Give the same answer line by line."""
        for line in _reply(turns).splitlines(keepends=True):
            yield line

    async def aclose(self) -> None:
        """Do nothing: there is nothing to release."""


def quotes_something(answer: str) -> bool:
    """Return whether an answer without a model rests on anything.

    One that only notes, or finds nothing, does not.
    """
    openings = (
        one
        for words in map(texts, spoken())
        for one in (words.offline_found, words.offline_other, words.offline_nearest)
    )
    return answer.startswith(tuple(openings))


def _reply(turns: Sequence[ChatTurn]) -> str:
    asked = max((i for i, turn in enumerate(turns) if _is_said(turn)), default=len(turns) - 1)
    asked_as = turns[asked].content
    question = proper_form(asked_as, detect_language(asked_as)).text
    observed = [turn.content for turn in turns[asked + 1 :] if turn.content.startswith(_OBSERVATION)]
    words = texts(detect_language(question))
    if not _asks_of_memory(question):
        return _answer(words.offline_noted, words)
    if external := [text.partition("\n")[2] for text in observed if text.startswith(_EXTERNAL)]:
        return _answer("\n".join([words.offline_found, *external]), words)
    near = list(_near_names(turns[: asked + 1], words))
    recalled = list(_recalled(turns[:asked], observed, words))
    if quotes := quoted(question, recalled, names=[name for name, _ in near]):
        return _answer("\n".join([words.offline_found, *quotes]), words)
    can_search = any("Tool Name: search" in turn.content for turn in turns if turn.role is Role.SYSTEM)
    if can_search and not observed:
        arguments = json.dumps({"query": question}, ensure_ascii=False)
        return f"Thought: {words.offline_searches}\nAction: search\nAction Input: {arguments}"
    if not near and recalled and (apart := _told_apart(question, recalled, words)):
        alike = sharing(question, recalled)
        return _answer("\n".join([words.offline_other, *alike]) if alike else apart, words)
    if not near and (told := nearest(question, recalled)):
        return _answer("\n".join([words.offline_nearest, *told]), words)
    return _answer("\n".join([words.offline_nothing, *(asks for _, asks in near)]), words)


def _asks_of_memory(text: str) -> bool:
    """Return whether a text asks for something that memory might hold: "What's up?" does not."""
    return any(is_question(one) and not _idle().search(one) for one in sentences(text))


def _told_apart(question: str, recalled: Sequence[Line], words: Texts) -> str:
    """Return what is said of a question in a language that is not read, or of one where all else is in another.

    The user's own home, work and age are found in either.
    """
    asked_in = detect_language(question)
    if not language_of(asked_in).questions.asks or _unread().search(question):
        return words.offline_unread
    known = [line for line in recalled if line.statement]
    is_other = not asks_own_matter(question) and all(detect_language(line.said) != asked_in for line in known)
    return words.offline_apart if is_other and known else ""


def _near_names(turns: Sequence[ChatTurn], words: Texts) -> Iterator[tuple[str, str]]:
    """Yield unknown names in the question, each with a question whether a known name is meant."""
    before, _, rest = words.near_name.partition("{written}")
    between, _, after = rest.partition("{known}")
    wording = f"{re.escape(before)}(.+?){re.escape(between)}.+?{re.escape(after)}"
    line = re.compile(rf"^({wording}) {re.escape(words.near_name_rule)}$", re.MULTILINE)
    for turn in turns:
        for asks, name in line.findall(turn.content):
            yield name, asks


def _is_said(turn: ChatTurn) -> bool:
    return turn.role is Role.USER and not turn.content.startswith(_OBSERVATION)


def _answer(text: str, words: Texts) -> str:
    return f"Thought: {words.offline_answers}\nAnswer: {text}"


def _recalled(before: Sequence[ChatTurn], observed: Sequence[str], words: Texts) -> Iterator[Line]:
    """Yield the lines that may be quoted, those of search's first hits with their places."""
    first = dict.fromkeys(line.said for line in _under(before, [words.offline_first]))
    places = {said: place for place, said in enumerate(first)}
    for line in _shown(before, observed, words):
        yield replace(line, place=places.get(line.said))


def _shown(before: Sequence[ChatTurn], observed: Sequence[str], words: Texts) -> Iterator[Line]:
    """Yield recalled facts and passages, messages, search results."""
    asked = _under(before, [words.offline_asked])
    yield from (replace(line, is_fact=True, is_asked=True) for line in asked)
    yield from (replace(line, is_fact=True) for line in _under(before, [words.facts]))
    yield from _under(before, [words.passages, words.related])
    stamp = ""
    for turn in filter(_is_said, before):
        said = " ".join(turn.content.split())
        if dated := _DATED.fullmatch(said):
            stamp, said = f"{dated[1]} {words.user}: ", dated[2]
        yield Line.of(f"- {stamp}{said}")
    for text in observed:
        found = (line for line in text.splitlines() if line.startswith("- "))
        yield from (Line.of(line, is_fact=not _STAMPED.match(line)) for line in found)


def _under(before: Sequence[ChatTurn], headings: Collection[str]) -> Iterator[Line]:
    """Yield the lines that system prompts show under headings."""
    wanted = {f"## {heading}" for heading in headings}
    for turn in before:
        heading = ""
        for line in turn.content.splitlines() if turn.role is Role.SYSTEM else ():
            heading = line if line.startswith("## ") else heading
            if heading in wanted and line.startswith("- "):
                yield Line.of(line)
