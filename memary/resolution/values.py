"""Decide which objects of facts are nodes and which are values, and when a value becomes a node.

The rule for words is `memary.text.names.node_names`. What it takes for a value is a node all the same if a node is
known by these words, or if facts of several subjects are about them. A value that is named as an entity later, or
shared, is promoted: it keeps its id, so that all facts about it are about the node, and comes up wherever they were
said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from memary.facts.predicates import NAME_MATTERS, matter_of, names_nothing, thing_named, type_expected
from memary.resolution.names.linker import EntityLinker
from memary.resolution.proposals import NamedEntity, ProposalSource, ProposedFact
from memary.text.names.node_names import is_nameable, is_post, may_be_shared
from memary.types import GENERIC, TOPIC, VALUE, Entity, Fact, FactKind

_VALUE_MATTERS = NAME_MATTERS | {
    "age", "birthday", "phone", "email", "timezone", "price", "salary", "deadline", "version", "diet",
}  # fmt: skip


def tells_post(predicate: str, words: str, kind: str) -> bool:
    """Return whether words tell the post that somebody has, such as "COO of Acme", and no thing listed as such."""
    return type_expected(predicate) == TOPIC and kind in (GENERIC, TOPIC, VALUE) and is_post(words)


class Values:
    """The values among the known objects.

    Args:
        facts: all facts known, as the step goes on.
        book: the entities known.
        said_at: when the sources of facts were said.
    """

    def __init__(self, facts: Mapping[str, Fact], book: EntityLinker, said_at: Mapping[str, datetime]) -> None:
        self._facts, self._book, self._said_at = facts, book, said_at

    def is_value(self, proposed: ProposedFact, subject: Entity) -> bool:
        """Return whether the object of a proposed fact is a value.

        One proposed as such may be known or shared. A name is no other thing that is called so besides: a band that
        is named Platform 9 is no railway station.
        """
        if matter_of(proposed.predicate) in _VALUE_MATTERS or names_nothing(proposed.object):
            return True
        if (thing := thing_named(proposed.predicate)) and self._book.finds_only_another(proposed.object, thing):
            return True
        if self._book.finds(proposed.object):
            return False
        if tells_post(proposed.predicate, proposed.object, proposed.object_type):
            return True
        if proposed.object_type != VALUE and is_nameable(proposed.object, proposed.object_type):
            return False
        return not self._is_shared(proposed, subject)

    def promote(self, named: NamedEntity) -> None:
        """Make a node of the value of these words, if there is one and no node is known by them."""
        value = self._of(named.name)
        if named.type == VALUE or value is None or self._book.finds(named.name):
            return
        self._book.promote(value, named)
        for source in self._sources(value):
            self._book.mention(value.model_copy(update={"type": GENERIC}), source)

    def _of(self, words: str) -> Entity | None:
        """Return the value of these words; not one that is a number, a name as such or a conclusion."""
        value = self._book.value(words)
        stated = [] if value is None else list(self._stated(value))
        is_plain = all(f.kind is FactKind.FACT and matter_of(f.predicate) not in _VALUE_MATTERS for f in stated)
        return value if stated and is_plain else None

    def _is_shared(self, proposed: ProposedFact, subject: Entity) -> bool:
        """Return whether facts of others are about these words, too.

        One sentence about several shares no phrase.
        """
        words = proposed.object
        value = self._of(words) if may_be_shared(words) else None
        others = [] if value is None else [fact for fact in self._stated(value) if fact.subject_id != subject.id]
        told = (proposed.predicate, proposed.quote, tuple(source.id for source in proposed.sources))
        return any(is_nameable(words) or told != (one.predicate, one.quote, one.source_ids) for one in others)

    def _stated(self, value: Entity) -> Iterator[Fact]:
        return (fact for fact in self._facts.values() if fact.object_id == value.id)

    def _sources(self, value: Entity) -> Iterator[ProposalSource]:
        for fact in self._stated(value):
            if not fact.source_ids:
                yield ProposalSource(fact.id, fact.created_at)
            yield from (ProposalSource(id_, self._said_at[id_]) for id_ in fact.source_ids if id_ in self._said_at)
