"""Show the agent that has no model what it may quote beside its context window.

A model reads from facts and talk together what of the talk is over, and what of all that recall found answers.
Whoever only quotes is told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import takewhile
from textwrap import shorten

from memary.conversation.context_window import ContextWindow
from memary.languages import any_of
from memary.languages.prompt.quotation import one_line
from memary.languages.prompt.stamps import day
from memary.languages.scripts import HAN
from memary.queries import BesideQuery, MessageQuery
from memary.retrieval.hits import Ended, Hit
from memary.retrieval.rendering import Lines
from memary.stores.store import Store
from memary.text.speech_acts.questions import is_question
from memary.types import Message, Role, Scope
from memary.types.spaces import key_of

_SHOWN_CHARS = 200
"""Of a message that corrects another."""

_NEXT = 3
"""Among how many messages behind one the user's next is looked for; the assistant's answer stands between."""

_FIRST = 5
"""How many of the hits are shown in the order of search."""

_STRONG = 0.5
"""The score from which on a hit is likelier to answer than not."""

_begins_anew = any_of(lambda language: language.corrections.begins_anew)
_instead = any_of(lambda language: language.corrections.instead)
_WORD_OF_HAN = re.compile(rf"\W*[{HAN}]{{2}}")
_misspoke = any_of(lambda language: language.corrections.misspoke)


async def corrected_next(hits: Sequence[Hit], store: Store, scope: Scope) -> dict[str, Message]:
    """Return by the id of a message of the user's the next one of its session, where that corrects it."""
    ids = [hit.id for hit in hits if hit.kind == "message" and hit.role is Role.USER and hit.space is None]
    if not ids:
        return {}
    beside = await store.read(BesideQuery(scope, ids, turns=_NEXT))
    after = {id_ for one in beside.values() for id_ in one.after}
    said = {one.id: one for one in await store.read(MessageQuery(scope, ids=after))} if after else {}
    found: dict[str, Message] = {}
    for id_, near in beside.items():
        behind = [said[one] for one in near.after if one in said]
        answers = list(takewhile(lambda one: one.role is not Role.USER, behind))
        own = behind[len(answers) :][:1]
        if own and _is_correction(own[0].content) and not any(is_question(one.content) for one in answers):
            found[id_] = own[0]
    return found


def _is_correction(text: str) -> bool:
    """Return whether a text takes back what was said before it, and says something in its place."""
    if _instead().search(text):
        return True
    led = _begins_anew().match(text)
    if led is None or len(text[led.end() :].strip()) < 2:
        return False
    is_apart = led[0][-1:].isspace() and _WORD_OF_HAN.match(led[0]) is not None
    return is_apart or not led[0].rstrip()[-1:].isalnum() or _misspoke().search(led[0]) is not None


def quotable(window: ContextWindow, lines: Lines, *, now: datetime, corrected: Mapping[str, Message]) -> str:
    """Return what is appended to a system prompt from which an answer is quoted.

    That are the user's messages of which something is over, if they are of the talk, or that the next one corrects,
    the facts of a relation that the question asks for, and the first hits in their order.

    Args:
        window: what the question gets to see.
        lines: writes lines in the language of the question.
        now: when it was asked; what was said on that day has no stamp.
        corrected: messages that correct others, by the ids of these; see `corrected_next`.
    """
    found = [_with_correction(hit, corrected) for hit in window.hits if hit.kind in ("fact", "message")]
    talk = {key_of(message): message for message in window.history if message.role is Role.USER}
    blocks = {
        lines.words.passages: [
            _over(hit, talk[hit.key], lines, now) if hit.key in talk else lines.passage(hit)
            for hit in found
            if hit.over and (hit.key in talk or hit.key in corrected)
        ],
        lines.words.offline_asked: [lines.fact(hit) for hit in found if "asked" in hit.explain.signals],
        lines.words.offline_first: [
            lines.fact(hit) if hit.kind == "fact" else lines.passage(hit)
            for hit in found[:_FIRST]
            if not hit.weak and hit.score >= _STRONG
        ],
    }
    return "\n\n".join("\n".join([f"## {heading}", *block]) for heading, block in blocks.items() if block)


def _with_correction(hit: Hit, corrected: Mapping[str, Message]) -> Hit:
    """Return a message that the next one corrects with what that says instead."""
    if (later := corrected.get(hit.key)) is None:
        return hit
    said = Ended(
        fact_id="",
        statement=hit.text,
        since=later.created_at,
        reason="replaced",
        instead=shorten(later.content, _SHOWN_CHARS, placeholder=" …"),
    )
    return hit.model_copy(update={"over": (*hit.over, said)})


def _over(hit: Hit, message: Message, lines: Lines, now: datetime) -> str:
    """Return the line of a message of the talk of which something is over."""
    zone = lines.zones.main
    if day(message.created_at, zone=zone) != day(now, zone=zone):
        return lines.passage(hit.model_copy(update={"text": message.content}))
    return f"- {one_line(message.content)}{lines.marked_over(hit.over)}"
