"""Define what a request to forget means: what goes of messages, which facts, what else may be meant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from memary.text.speech_acts.forget_request import Thing
from memary.types import Message

Outcome = Literal["found", "nothing", "several", "everything", "speaker"]
"""Whether what is meant was found, nothing of it, or several things that may be it.

All there is, and all that a speaker wrote, no sentence forgets.
"""


@dataclass(frozen=True, slots=True)
class Offer:
    """What may be meant.

    Attributes:
        name: how it is called.
        thing: what is meant if the user says so.
        told: the first words that name it; "" where it is known otherwise.
    """

    name: str
    thing: Thing
    told: str = ""


@dataclass(frozen=True, slots=True)
class ForgetTarget:
    """What requests to forget mean.

    Attributes:
        facts: ids of the facts.
        unsaid: ids of facts that stay, since others state them too, with those of the messages that no longer do.
        entities: ids of the names that are meant with all that is known of them.
        messages: those that something is taken from, by id.
        rests: by the same ids, what is left of each; "" for one that goes as a whole.
        offers: what may be meant as well, and stays.
        naming: how many messages stay that name what a fact that goes is about.
        reworded: by the ids of messages, what is left of clauses that told several things, by how they read.
        restated: what is left of the sentences of facts that stay, by their ids.
        kept: ids of facts that stay, whose words go with those of another that was told in a row with them.
        outcomes: of each thing whether it was found.
    """

    facts: frozenset[str] = frozenset()
    unsaid: frozenset[tuple[str, str]] = frozenset()
    entities: frozenset[str] = frozenset()
    messages: Mapping[str, Message] = field(default_factory=dict[str, Message])
    rests: Mapping[str, str] = field(default_factory=dict[str, str])
    offers: tuple[Offer, ...] = ()
    naming: int = 0
    reworded: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    restated: Mapping[str, str] = field(default_factory=dict[str, str])
    kept: frozenset[str] = frozenset()
    outcomes: tuple[Outcome, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing is surely meant."""
        return not (self.facts or self.entities or self.rests or self.unsaid or self.restated)
