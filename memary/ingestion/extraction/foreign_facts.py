"""Find what new messages may come back to that is told in another language or script, so that no word shows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from memary.ingestion.extraction.fact_index import FactIndex, is_in_chinese
from memary.languages.terms import segmented
from memary.resolution.names.disambiguation import described_roles
from memary.text.topics import topics_of
from memary.types import VALUE, Entity, Fact, Message

_DESCRIBED = 5
"""How many are shown of those who are described in the script of their names, and in no message's."""


def meant_in_other_script(messages: Iterable[Message], index: FactIndex) -> list[Entity]:
    """Return who and what is told of in another script than some message, so cannot be named in it, the newest first.

    First are those who are to somebody what a message says (俊的妈妈, of "Jun's mum"), then a few others that are
    described in the script of their names.
    """
    said = {is_chinese: " ".join(texts) for is_chinese, texts in _by_script(messages).items() if texts}
    chinese = index.in_chinese
    may_be_meant = index.entities.keys() if True in said else chinese
    others = {
        id_: one
        for id_ in may_be_meant
        if (one := index.entities[id_]).type != VALUE and (id_ not in chinese) in said
    }
    if not others:  # as in most
        return []
    facts = sorted(index.facts.values(), key=lambda fact: fact.created_at, reverse=True)
    newest = dict.fromkeys(end for fact in facts for end in (fact.subject_id, fact.object_id) if end in others)
    told = {is_chinese: _roles_in(text) for is_chinese, text in said.items()}
    roles = {id_: _roles_in(" ".join((one.name, *one.aliases, one.description))) for id_, one in others.items()}
    by_role = [id_ for id_ in newest if roles[id_] & told[id_ not in chinese]]
    described = [
        id_ for id_ in newest if (words := others[id_].description) and is_in_chinese(words) == (id_ in chinese)
    ]
    return [others[id_] for id_ in dict.fromkeys((*by_role, *described[:_DESCRIBED]))]


def told_in_other_language(
    messages: Sequence[Message], index: FactIndex, about: Set[str], hidden: Set[str]
) -> list[str]:
    """Return the ids of facts of whom messages are about that are told in a language in which no message is.

    No word of theirs is in any message, whatever it changes. First are those of a topic of the messages, then the
    more important, the newest before others.
    """
    written = {message.language for message in messages}
    foreign = (id_ for language, ids in index.of_language.items() if language not in written for id_ in ids)
    told = [fact for id_ in foreign if id_ not in hidden and (fact := index.facts[id_]).subject_id in about]
    topics = {topic for message in (messages if told else ()) for topic in topics_of(message.content)}

    def order(fact: Fact) -> tuple[int, int, float, str]:
        shared = topics & topics_of(fact.statement)
        return -len(shared), -fact.importance, -fact.created_at.timestamp(), fact.id

    return [fact.id for fact in sorted(told, key=order)]


def _by_script(messages: Iterable[Message]) -> dict[bool, list[str]]:
    """Return the texts of messages by whether they are in Chinese characters."""
    found: dict[bool, list[str]] = {True: [], False: []}
    for message in messages:
        found[is_in_chinese(message.content)].append(message.content)
    return found


def _roles_in(text: str) -> frozenset[str]:
    """Return the relations to people that a text names, whether or not its script parts words."""
    return described_roles(" ".join(segmented(text)))
