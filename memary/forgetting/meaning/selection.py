"""Collect what is to be forgotten: clauses of messages, facts, and what is left of divided clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from memary.forgetting.meaning.choice import LineKey, key_of
from memary.forgetting.meaning.prior_records import PriorRecords
from memary.text import entity_key
from memary.text.parts.clauses import Clause, clauses, without
from memary.text.parts.enumeration import without_items
from memary.text.parts.partition import Partition
from memary.text.quote import is_quoted
from memary.types import FORGET_KEY, Fact, FactKind, Message


@dataclass(frozen=True, slots=True)
class ClausePart:
    """What goes of a clause that tells several things, and what is left of it."""

    items: tuple[str, ...]
    left: str


@dataclass(slots=True)
class Taken:
    """What goes.

    Attributes:
        prior: what can be meant.
        messages: those that something is taken from, by id.
        cut: by the same ids, the clauses.
        facts: the facts, by id.
        entities: ids of the names that are meant with all that is known of them.
        named: keys of how things are named that are meant.
        claimed: ids of facts that were asked for by what they say.
        parts: by the ids of messages, what goes of clauses that tell something else, too.
        kept: ids of facts that stay, whose words go with those of another.
        left: what a model leaves of lines.
    """

    prior: PriorRecords
    messages: dict[str, Message] = field(default_factory=dict[str, Message])
    cut: dict[str, list[Clause]] = field(default_factory=dict[str, list[Clause]])
    facts: dict[str, Fact] = field(default_factory=dict[str, Fact])
    entities: set[str] = field(default_factory=set[str])
    named: set[str] = field(default_factory=set[str])
    claimed: set[str] = field(default_factory=set[str])
    parts: dict[str, dict[Clause, ClausePart]] = field(default_factory=dict[str, dict[Clause, ClausePart]])
    kept: set[str] = field(default_factory=set[str])
    left: dict[LineKey, Partition] = field(default_factory=dict[LineKey, Partition])

    @property
    def size(self) -> int:
        """How much it is."""
        return len(self.facts) + len(self.entities) + sum(map(len, self.cut.values()))

    @property
    def reworded(self) -> dict[str, dict[str, str]]:
        """What is left of clauses that told several things, by the ids of messages and how they read."""
        return {id_: {clause.text: part.left for clause, part in parts.items()} for id_, parts in self.parts.items()}

    def note(self, facts: Iterable[Fact]) -> None:
        """Take facts."""
        self.facts |= {fact.id: fact for fact in facts}

    def take(self, message: Message, taken: Iterable[Clause], *, unless: Callable[[str], bool] | None = None) -> None:
        """Take clauses whole, even where a model leaves some words, unless `unless` holds for these.

        The agent's question what to forget goes as a whole: half of it asks nothing.
        """
        taken = [*taken]
        if taken and FORGET_KEY in message.metadata:
            taken = clauses(message.content)
        for key in (key_of((message, clause)) for clause in taken):
            if key in self.left and not (unless and unless(self.left[key].left)):
                del self.left[key]
        known = self.cut.setdefault(message.id, [])
        known += [clause for clause in taken if clause not in known]
        if known:
            self.messages[message.id] = message
        else:
            del self.cut[message.id]

    async def part(self) -> None:
        """Part what goes from what was told with it: of "tea and coffee" coffee alone."""
        self.parts.clear()
        self.kept.clear()
        for id_, cut in self.cut.items():
            found = await self.prior.facts_of_messages([id_])
            stated = [one for one in found if one.kind is FactKind.FACT and one.quote]
            for clause in cut:
                if left := self.left.get(key_of((self.messages[id_], clause))):
                    self.parts.setdefault(id_, {})[clause] = ClausePart(left.gone, left.left)
                else:
                    self._part_clause(id_, clause, [one for one in stated if supports(clause, one)])

    def _part_clause(self, message_id: str, clause: Clause, said: Sequence[Fact]) -> None:
        """Part a clause by the facts that it states."""
        self.note(one for one in said if entity_key(one.object) in self.named)
        going = [one for one in said if one.id in self.facts]
        rest = [one for one in said if one not in going]
        relations = {(one.subject_id, one.predicate) for one in going}
        others = [one for one in rest if (one.subject_id, one.predicate) in relations]
        taken = tuple(dict.fromkeys(one.object for one in going))
        items = dict.fromkeys((*taken, *(one.object for one in others)))
        if others and (left := without_items(clause.text, items, taken)):
            self.parts.setdefault(message_id, {})[clause] = ClausePart(taken, left)
        is_stated = bool(going) and all(one.id in self.claimed for one in going)
        of_others = [
            one for one in rest if self.entities and self.entities.isdisjoint((one.subject_id, one.object_id))
        ]
        self.kept |= {one.id for one in (rest if is_stated else (*others, *of_others))}

    def going(self, message_id: str) -> list[str]:
        """Return the texts that go of a message: clauses, and of those that are parted the things alone."""
        parts = self.parts.get(message_id, {})
        texts = ([*parts[clause].items] if clause in parts else [clause.text] for clause in self.cut[message_id])
        return [text for found in texts for text in found]

    def rest(self, message_id: str) -> str:
        """Return what is left of a message."""
        left = {clause: part.left for clause, part in self.parts.get(message_id, {}).items()}
        return without(self.messages[message_id].content, self.cut[message_id], left)


def supports(clause: Clause, fact: Fact) -> bool:
    """Return whether a clause has the words that support a fact, or a part of them."""
    return is_quoted(clause.text, fact.quote) or is_quoted(fact.quote, clause.text)
