"""A turn in which the user asks to forget something: no model is asked, what is meant goes at once."""

from __future__ import annotations

from memary.client import Memary
from memary.ingestion.forget_on_request import Forgotten
from memary.languages import texts
from memary.languages.terms import telling_words, term_set
from memary.queries import MessageQuery
from memary.text.forget_request import ForgetRequest, forget_request, gives_up, named_in
from memary.text.questions import is_question
from memary.types import FORGET_KEY, Role, Scope

_ANSWER_CHARS = 80
"""Characters up to which words may be the answer to the question what is to be forgotten."""

_WAIT = 20.0
"""Seconds that what was just said may take to be read, where the request means it."""


async def forget_request_of(memory: Memary, scope: Scope, text: str) -> ForgetRequest | None:
    """Return what a user's message asks to forget, or answers to the agent's question what is meant."""
    if not memory.settings.forget_on_request:
        return None
    if request := forget_request(text):
        return request
    if len(text) > _ANSWER_CHARS or is_question(text) or gives_up(text):
        return None
    session = scope.model_copy(update={"agent_id": None})
    for last in await memory.core.store.read(MessageQuery(session, newest_first=True, limit=1)):
        is_asked = last.role is Role.ASSISTANT and FORGET_KEY in last.metadata
        if is_asked and not term_set(last.content).isdisjoint(telling_words(text)):
            return named_in(text)
    return None


async def forget_as_asked(
    memory: Memary, scope: Scope, request: ForgetRequest, *, exclude: str | None = None
) -> Forgotten:
    """Forget what a request means; what is not found may have been said just now, and is read before it is given up.

    Args:
        memory: an open memory.
        scope: whose, and in which session it was asked.
        request: what is asked.
        exclude: the id of the message that asks, if it is in memory already.
    """
    core = memory.core
    ids = [] if exclude is None else [exclude]

    async def carry_out() -> Forgotten:
        return await core.forgets.carry_out(scope, request, until=core.clock(), exclude=ids)

    done = await carry_out()
    if done.unclear == "nothing" and (await core.store.stats(scope.user_id)).pending:
        await core.worker.drain(scope.user_id, wait=_WAIT)
        done = await carry_out()
    if done.manifest is not None:
        core.ensure_worker()  # what else the messages said is read anew
    return done


def told(done: Forgotten, language: str) -> str:
    """Return what the agent says: how much went, or what it has to know first."""
    words = texts(language)
    if done.unclear == "everything":
        return words.forget_everything
    if done.unclear == "several":
        return words.forget_several.format(subjects=", ".join(done.subjects))
    if done.manifest is None:
        return words.forget_nothing
    counts = {name: count for name, count in done.manifest.counts.items() if count}
    parts = [
        forms[count > 1].format(count=f"{count:,}")
        for name, forms in words.forgotten_counts.items()
        if (count := counts.get(name, 0))
    ]
    return words.forgot.format(counts=", ".join(parts))
