"""What the programs of a soak say that memory acknowledged, kept outside of memory.

And whether the books balance.
"""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Literal

from memary import Memary
from memary.types import MessageState
from reliability.soak import words

Kind = Literal["meant", "added", "forgetting", "forgotten", "asked", "answered", "read", "error", "fault"]


@dataclass
class Journal:
    """What was acknowledged.

    Several threads write to it.
    """

    counts: Counter[str] = field(default_factory=Counter[str])
    errors: Counter[str] = field(default_factory=Counter[str])
    faults: list[str] = field(default_factory=list[str])
    users: dict[str, str] = field(default_factory=dict[str, str])  # of every word that anybody meant to say
    added: set[str] = field(default_factory=set[str])
    forgetting: set[str] = field(default_factory=set[str])
    forgotten: set[str] = field(default_factory=set[str])
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, kind: Kind, *what: str) -> None:
        """Write down what a program said: a user and words, or the name and the text of an error."""
        with self._lock:
            self.counts[kind] += 1
            match kind:
                case "meant":
                    self.users |= dict.fromkeys(what[1:], what[0])
                case "added":
                    self.added.update(what[1:])
                case "forgetting":
                    self.forgetting.update(what[1:])
                case "forgotten":
                    self.forgotten.update(what[1:])
                case "error":
                    self.errors[what[0]] += 1
                case "fault":
                    self.faults.append(": ".join(what))
                case _:
                    pass

    @property
    def kept(self) -> set[str]:
        """What has to be there."""
        return self.added - self.forgetting

    def of(self, user: str) -> set[str]:
        """The words that a user may have said."""
        return {word for word, whose in self.users.items() if whose == user}


@dataclass
class Balance:
    """What memory holds in the end, beside what the journal says."""

    messages: int = 0
    facts: int = 0
    states: Counter[str] = field(default_factory=Counter[str])
    faults: list[str] = field(default_factory=list[str])


def balance(memory: Memary, journal: Journal) -> Balance:
    """Work off what waits, and compare.

    The memory is open without a worker, its model well again.
    """
    result = Balance()
    for _ in range(2):  # dead letters of the bad moments are read again
        report = memory.flush(wait=60)
        memory.admin.replay()
    result.faults += [f"The queue cannot be worked off: {error}" for error in report.errors[:3]]
    there = set(memory.admin.users())
    for user in sorted(set(journal.users.values()) | there):
        _compare(memory, journal, user, result) if user in there else _missing(journal, user, result)
    result.faults += [f"doctor: {fault}" for fault in memory.admin.check()]
    return result


def _missing(journal: Journal, user: str, result: Balance) -> None:
    if lost := journal.of(user) & journal.kept:
        result.faults.append(f"{user} is not there, and with it {_some(lost)}")


def _compare(memory: Memary, journal: Journal, user: str, result: Balance) -> None:
    messages = [m for m in memory.messages.list(user_id=user) if m.role == "user" and words.words_in(m.content)]
    found = Counter(word for message in messages for word in words.words_in(message.content))
    meant, kept = journal.of(user), journal.of(user) & journal.kept
    result.messages += len(messages)
    result.states.update(message.state.value for message in messages)
    for message in messages:
        if message.state is not MessageState.DONE and not message.error:
            result.faults.append(f"{message.content} of {user} is {message.state}, and nothing says why")
    checks = {
        "were acknowledged and are lost": kept - set(found),
        "were forgotten and are there": set(found) & journal.forgotten,
        "are there twice": {word for word, count in found.items() if count > 1},
        "were never said": set(found) - meant,
    }
    done = {w for m in messages if m.state is MessageState.DONE for w in words.words_in(m.content)}
    facts = Counter(
        f.object.lower() for f in memory.facts.list(user_id=user, include_past=True) if f.predicate == "owns"
    )
    result.facts += facts.total()
    checks |= {
        "have no fact": done - set(facts),
        "have a fact without a message": set(facts) - set(found),
        "have two facts": {word for word, count in facts.items() if count > 1},
    }
    result.faults += [f"{_some(wrong)} of {user} {what}" for what, wrong in checks.items() if wrong]
    _look_everywhere(memory, journal, user, result)


def _look_everywhere(memory: Memary, journal: Journal, user: str, result: Balance) -> None:
    shown: list[Any] = [
        memory.entities.list(user_id=user, include_expired=True),
        memory.operations.list(user_id=user),
        memory.search("Who owns what?", user_id=user, top_k=500, kinds=["message", "fact", "entity", "run"]),
        memory.context("Who owns what?", user_id=user).text,
    ]
    text = repr(shown)
    if leaked := words.foreign(text, user):
        result.faults.append(f"{user} sees {_some(leaked)} of others")
    if left := words.words_in(text) & journal.forgotten:
        result.faults.append(f"{user} still sees {_some(left)}, which was forgotten")


def _some(found: set[str]) -> str:
    named = ", ".join(sorted(found)[:5])
    return f"{len(found)} words ({named})"
