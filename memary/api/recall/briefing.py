"""Sum up what memory knows for a question, as a text for the prompt of another agent.

What is known comes first, then what was said; nothing stands in it that has little to do with the question. Its lines
are those of the context window: data, one line each, that cannot pass for anything else.
"""

from __future__ import annotations

from memary.api.core import MemoryCore
from memary.api.recall.search import recall
from memary.languages import texts
from memary.languages.tokens import TokenCounter, truncate_tokens
from memary.queries import View
from memary.retrieval.hits import Hit
from memary.retrieval.prompt_hits import near_prompt
from memary.retrieval.question.query import RecallQuery
from memary.retrieval.rendering import Lines
from memary.text import detect_language
from memary.types import Record, Scope

_MOST_HITS = 30
_LINE_SHARE = 3
"""No line takes more than a third of the room."""

_SHORTEST = 40
"""Tokens of room in which the beginning of a line still tells something."""


class Briefing(Record):
    """What is known for a question.

    Attributes:
        text: with the notice that it is data; empty where nothing is known.
        tokens: how long it is.
        hits: the facts and messages that it shows, those known first.
    """

    text: str = ""
    tokens: int = 0
    hits: tuple[Hit, ...] = ()


async def briefing(
    core: MemoryCore, question: str, scope: Scope, *, tokens: int, is_prompt: bool = False
) -> Briefing:
    """Return what is known for a question, within so many tokens.

    No language model is asked.

    Args:
        core: the memory.
        question: what it is for.
        scope: whose memory.
        tokens: most tokens.
        is_prompt: whether it is what an agent is told to do, which need not ask anything of memory.

    Raises:
        InputError: the question is empty.
    """
    asked = RecallQuery(text=question, top_k=_MOST_HITS, token_budget=tokens, view=View.of())
    found = await recall(core, asked, scope)
    hits = [hit for hit in found.hits if not hit.weak]
    if is_prompt:
        known = (name for one in found.links if one.by == "name" for name in (one.entity.name, *one.entity.aliases))
        hits = near_prompt(hits, question, names=[name for name in known if name in question])
    if not hits:
        return Briefing()
    language = detect_language(question)
    lines = Lines(language, await core.zones_of(scope.user_id))
    words = texts(language)
    parts = [words.memory_notice]
    shown: list[Hit] = []
    left = tokens - core.tokens(words.memory_notice)
    for kind, heading, line_of in (("fact", words.facts, lines.fact), ("message", words.passages, lines.passage)):
        chosen = [hit for hit in hits if hit.kind == kind]
        fitting = _filled([line_of(hit) for hit in chosen], left - core.tokens(heading) - 4, core.tokens)
        if fitting:
            parts.append("\n".join([f"## {heading}", *fitting]))
            shown += chosen[: len(fitting)]
            left = tokens - core.tokens("\n\n".join(parts))
    if not shown:
        return Briefing()
    text = "\n\n".join(parts)
    return Briefing(text=text, tokens=core.tokens(text), hits=tuple(shown))


def _filled(lines: list[str], room: int, count: TokenCounter) -> list[str]:
    """Return the first lines that there is room for, long ones cut."""
    fitting: list[str] = []
    most = max(room // _LINE_SHARE, 1)
    for line in lines:
        short = truncate_tokens(line, most, count) if count(line) > most else line
        if (size := count(short)) > room:
            if room < _SHORTEST:
                break
            short = truncate_tokens(short, room - 1, count)
            size = room - 1
        room -= size + 1
        fitting.append(short)
    return fitting
