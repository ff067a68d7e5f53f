"""List what goes when something is forgotten: whole records, and parts of messages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from memary.checks.faults import shown
from memary.errors import NotFoundError
from memary.facts.doubt import without_forgotten
from memary.facts.identity import SELF_NAME
from memary.languages import spoken, texts
from memary.languages.scripts import EDGES
from memary.languages.terms import telling_words, term_set
from memary.text import detect_language
from memary.text.names.occurrence import says_name
from memary.text.parts.clauses import clauses
from memary.text.parts.partition import word_set
from memary.text.quote import is_quoted
from memary.types import (
    FORGET_KEY,
    TRACE_KEY,
    Embedding,
    Entity,
    Fact,
    Ground,
    Mention,
    Message,
    MessageState,
    Metadata,
    Operation,
)
from memary.types.citations import CITED_KEY, kept_cited, without_lines


@dataclass(frozen=True, slots=True)
class Cut:
    """A message of which a part goes.

    Attributes:
        was: how it reads.
        text: what is left of it.
        state: where a request stands that is carried out, and that keeps no word of what it names; None: of any
            other message.
        embedding: the vector of what is left; None: it is to be made.
        reworded: what is left of clauses that told several things, by how they read.
    """

    was: str
    text: str
    state: MessageState | None = None
    embedding: Embedding | None = None
    reworded: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def gone(self) -> list[str]:
        """The clauses that go, or that are told again without a part of them."""
        left = {clause.text for clause in clauses(self.text)}
        return [clause.text for clause in clauses(self.was) if clause.text not in left]

    def unsays(self, name: str) -> bool:
        """Return whether the message said a name, and says it no more."""
        return says_name(self.was, name) and not says_name(self.text, name)

    def takes_words_of(self, text: str) -> bool:
        """Return whether words of another text stood in the part that goes, and nowhere else in the message."""
        return not term_set(text).isdisjoint(term_set(self.was) - term_set(self.text))

    def unstates(self, fact: Fact) -> bool:
        """Return whether a fact that the message is a source of stood in the part that goes."""
        if fact.quote and is_quoted(fact.quote, self.was):
            return self._unsays_subject(fact) or not (is_quoted(fact.quote, self.text) or self.quote_left(fact))
        return self.unsays(fact.object)

    def _unsays_subject(self, fact: Fact) -> bool:
        """Return whether of the clause that told a fact the part went that said of whom."""
        parted = ((was, left) for was, left in self.reworded.items() if is_quoted(fact.quote, was))
        return any(says_name(was, fact.subject) and not says_name(left, fact.subject) for was, left in parted)

    def quote_left(self, fact: Fact) -> str:
        """Return what is left of the words of a fact, where they told several things; else ""."""
        if not fact.quote or is_quoted(fact.quote, self.text):
            return ""
        left = (rest for was, rest in self.reworded.items() if is_quoted(fact.quote, was))
        return next((rest.strip(EDGES) for rest in left if says_name(rest, fact.object)), "")

    def retells(self, fact: Fact) -> bool:
        """Return whether the sentence of a fact whose words were parted has words or numbers of what goes."""
        if not self.quote_left(fact):
            return False
        wording = word_set(f"{self.text} {fact.subject} {fact.predicate.replace('_', ' ')} {fact.object}")
        others = word_set(fact.statement) - wording
        return any(map(str.isdecimal, others)) or not others.isdisjoint(word_set(self.was))

    def of(self, message: Message) -> Message:
        """Return the message as it is without the part; how an answer came about goes along.

        What it cites stays for the lines that are left.
        """
        state = self.state or message.state
        gone = (TRACE_KEY, CITED_KEY, FORGET_KEY)
        metadata: Metadata = {key: value for key, value in message.metadata.items() if key not in gone}
        if cited := without_lines(kept_cited(message.metadata) or (), self.was, self.text):
            metadata[CITED_KEY] = [one.model_dump(mode="json") for one in cited]
        return message.model_copy(
            update={
                "content": self.text,
                "language": detect_language(self.text),
                "metadata": metadata,
                "state": state,
                "attempts": message.attempts if state is message.state else 0,
                "error": message.error if state is message.state else None,
            }
        )


@dataclass(frozen=True, slots=True)
class Gone:
    """The ids of what goes; they grow as it is worked out.

    Attributes:
        messages: whole messages.
        facts: facts.
        entities: entities.
        cuts: messages of which a part goes, by id.
        unsaid: facts that a message no longer states, as ids of fact and message.
        unmentioned: entities that a message no longer mentions, as ids of message and entity.
        kept: facts that stay also without the messages that go.
        restated: what is left of the sentences of facts that stay, by their ids.
    """

    messages: set[str] = field(default_factory=set[str])
    facts: set[str] = field(default_factory=set[str])
    entities: set[str] = field(default_factory=set[str])
    cuts: Mapping[str, Cut] = field(default_factory=dict[str, Cut])
    unsaid: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    unmentioned: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    kept: frozenset[str] = frozenset()
    restated: Mapping[str, str] = field(default_factory=dict[str, str])

    def copy(self) -> Gone:
        """Return the same in sets of their own."""
        return Gone(
            set(self.messages),
            set(self.facts),
            set(self.entities),
            self.cuts,
            set(self.unsaid),
            set(self.unmentioned),
            self.kept,
            self.restated,
        )

    @property
    def message_count(self) -> int:
        """How many messages go or lose a part, without the request."""
        return len(self.messages) + sum(cut.state is None for cut in self.cuts.values())

    def sources_lost(self, fact: Fact) -> set[str]:
        """Return the sources that a fact loses; the words of an insight may be those of any part of a message."""
        return {
            id_
            for id_ in fact.source_ids
            if id_ in self.messages
            or id_ in self.facts
            or (fact.id, id_) in self.unsaid
            or (id_ in self.cuts and fact.needs_all_sources)
        }

    def quote_left(self, fact: Fact) -> str:
        """Return the words of a fact that stays, without what its messages told in a row with it and goes."""
        cuts = (self.cuts[id_] for id_ in fact.source_ids if id_ in self.cuts)
        return next((left for cut in cuts if (left := cut.quote_left(fact))), fact.quote)

    def retells(self, fact: Fact) -> bool:
        """Return whether the sentence of a fact that stays may tell what goes."""
        return any(self.cuts[id_].retells(fact) for id_ in fact.source_ids if id_ in self.cuts)

    def takes(self, fact: Fact) -> bool:
        """Return whether a fact goes because an end of it, all its sources, or a ground of an insight does."""
        lost = self.sources_lost(fact)
        ends_go = not self.entities.isdisjoint((fact.subject_id, fact.object_id))
        unstated = bool(lost) and lost == set(fact.source_ids) and fact.id not in self.kept
        return ends_go or unstated or (bool(lost) and fact.needs_all_sources)

    def takes_mention(self, mention: Mention) -> bool:
        """Return whether a mention goes with its source, the words that made it, or its entity."""
        return (
            mention.source_id in self.messages | self.facts
            or mention.entity_id in self.entities
            or (mention.source_id, mention.entity_id) in self.unmentioned
        )

    def is_told_by(self, row: Operation) -> bool:
        """Return whether a ledger row is about something of it."""
        ids = {row.target_id, *row.before, *row.after, *row.source_ids}
        return not ids.isdisjoint(self.messages | self.facts | self.entities)

    def caused(self, row: Operation) -> bool:
        """Return whether a ledger row is a decision that was made for something of it, not merely about it."""
        said = bool(row.source_ids) and self.messages.issuperset(row.source_ids)
        return said or row.target_id in self.facts

    def taught(self, row: Operation) -> list[Cut] | None:
        """Return the cuts through what taught a row, none where all that did goes.

        It is None where something else taught it.
        """
        if not row.source_ids or not (self.messages | self.cuts.keys()).issuperset(row.source_ids):
            return None
        return [self.cuts[id_] for id_ in row.source_ids if id_ in self.cuts]

    def add_facts(self, facts: Iterable[Fact]) -> bool:
        """Add the facts that go with the removed records; return whether there were any."""
        rest = [fact for fact in facts if fact.id not in self.facts]
        self.unsaid.update(
            (fact.id, id_)
            for fact in rest
            for id_ in fact.source_ids
            if id_ in self.cuts and self.cuts[id_].unstates(fact)
        )
        more = True
        before = len(self.facts)
        while more:
            taken = {fact.id for fact in rest if fact.id not in self.facts and self.takes(fact)}
            self.facts.update(taken)
            more = bool(taken)
        return len(self.facts) > before

    def add_mentions(self, mentions: Iterable[Mention], entities: Mapping[str, Entity]) -> None:
        """Add the mentions of entities whose names stood only in the parts that go.

        The user is meant anywhere.
        """
        for mention in mentions:
            cut, entity = self.cuts.get(mention.source_id), entities.get(mention.entity_id)
            if cut is None or entity is None:
                continue
            names = (entity.name, *entity.aliases)
            if (
                SELF_NAME not in names
                and any(map(cut.unsays, names))
                and not any(says_name(cut.text, n) for n in names)
            ):
                self.unmentioned.add((mention.source_id, mention.entity_id))

    def grounds_left(self, grounds: Sequence[Ground], *, at: datetime) -> tuple[Ground, ...]:
        """Return the grounds of a fact without what goes; see `without_forgotten`."""
        left: list[Ground] = []
        for ground in grounds:
            unsaid = {id_ for id_ in ground.source_ids if id_ in self.cuts and self._unsays(ground, id_)}
            left += without_forgotten([ground], messages=self.messages | unsaid, facts=self.facts, at=at)
        return tuple(dict.fromkeys(left))

    def _unsays(self, ground: Ground, message_id: str) -> bool:
        return bool(ground.words) and not is_quoted(ground.words, self.cuts[message_id].text)

    def check_cuts(self, messages: Iterable[Message]) -> None:
        """Refuse cuts through messages that read otherwise by now, or are gone.

        Raises:
            NotFoundError: there is one.
        """
        reads = {message.id: message.content for message in messages}
        for id_, cut in self.cuts.items():
            if reads.get(id_) != cut.was:
                raise NotFoundError(
                    f"Message {shown(id_)} has been changed since: look again at what would be forgotten."
                )


def tells_more(fact: Fact) -> bool:
    """Return whether the sentence of a fact has words beside its subject, relation and object."""
    users = " ".join(texts(language).user for language in spoken())
    wording = telling_words(f"{users} {fact.subject} {fact.predicate.replace('_', ' ')} {fact.object}")
    return not set(telling_words(fact.statement)) <= set(wording)
