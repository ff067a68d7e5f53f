"""Count what a person said, without a model: style, stated moods, recurring topics, kinds of likes.

Nothing is guessed. A mood counts only where it is said in the first person and in plain words; a style only where
most of enough messages show it. Each observation has the messages or facts that show it. Pure functions on records.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from statistics import median
from typing import Literal

from memary.facts.predicates import BUILT_IN
from memary.languages import any_of, of_all
from memary.languages.pattern import pattern
from memary.languages.prompt.stamps import local_time
from memary.languages.scripts import CORNER_QUOTED, FULL_STOPS, QUOTED
from memary.stream.categories import CATEGORY_OF_TYPE, OTHER, categories_of
from memary.text import count_tokens
from memary.types import VALUE, Entity, Fact, Mention, Message, Role

LEAST_MESSAGES = 12
"""How many messages of a person show a style."""

SHOWN = 5
"""How many messages stand as a sample for many."""

_SHARE = 0.6
_BRIEF, _LONG = 15, 60
"""Tokens of a message that is brief, or long, at least on the median."""

_TOPIC_MESSAGES, _TOPIC_DAYS, _TOPICS = 5, 3, 5
_LIKES_OF_A_KIND = 3
_NOT_TOPICS = frozenset({VALUE, "person"})
_NO_KIND = frozenset({OTHER, CATEGORY_OF_TYPE["person"], CATEGORY_OF_TYPE["topic"], CATEGORY_OF_TYPE[VALUE]})

Length = Literal["brief", "long"]
Tone = Literal["informal", "polite"]
Hours = Literal["morning", "afternoon", "evening", "night"]

_slang = any_of(lambda language: language.manner.slang)
_polite = any_of(lambda language: language.manner.polite)
_moods = of_all(
    lambda packs: [
        (re.compile(manner.mood, re.IGNORECASE), re.compile(manner.unsure or "(?!)", re.IGNORECASE))
        for manner in (pack.manner for pack in packs)
        if manner.mood
    ]
)
_SENTENCE = pattern(rf"[^{FULL_STOPS}\n]+[{FULL_STOPS}]*")
_QUOTED = re.compile(
    rf"{QUOTED}|{CORNER_QUOTED}"
    r"|(?<!\w)'(?:[^'\n]|(?<=\w)'(?=\w))*'(?!\w)|(?<!\w)‘(?:[^’\n]|(?<=\w)’(?=\w))*’(?!\w)"  # 'I'm sad'
)


@dataclass(frozen=True, slots=True)
class StatedMood:
    """A mood that a person named as their own, as they put it, and where."""

    mood: str
    message: Message


@dataclass(frozen=True, slots=True)
class Style:
    """How a person writes; None or nothing where it is mixed.

    `shown_by` has a sample of messages for each trait.
    """

    languages: tuple[str, ...] = ()  # the most used first, those of at least a tenth of the messages
    length: Length | None = None
    tone: Tone | None = None
    hours: Hours | None = None
    messages: int = 0
    shown_by: Mapping[str, tuple[str, ...]] | None = None

    def sample(self, trait: str) -> tuple[str, ...]:
        """Return the messages that show a trait."""
        return (self.shown_by or {}).get(trait, ())


@dataclass(frozen=True, slots=True)
class Topic:
    """What a person keeps coming back to: in how many messages, on how many days, with a sample of them."""

    entity: Entity
    count: int
    days: int
    message_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LikedKind:
    """A kind of things of which a person likes several."""

    kind: str
    facts: tuple[Fact, ...]


def user_messages(messages: Iterable[Message]) -> list[Message]:
    """Return what people themselves said."""
    return [message for message in messages if message.role is Role.USER]


def moods_said(messages: Iterable[Message]) -> list[StatedMood]:
    """Return the moods that messages state in the first person, in their order; one per message."""
    found: list[StatedMood] = []
    for message in user_messages(messages):
        for sentence in _SENTENCE.findall(_QUOTED.sub(" ", message.content)):
            match = _mood_of(sentence)
            if match:
                found.append(StatedMood(match, message))
                break
    return found


def _mood_of(sentence: str) -> str | None:
    for form, unsure in _moods():
        match = form.search(sentence)
        if match and not unsure.search(sentence):
            return match["mood"].lower()
    return None


def style_of(messages: Sequence[Message], *, zone: tzinfo | None) -> Style | None:
    """Return how a person writes; None where there are too few messages to tell.

    Args:
        messages: what the person said, the oldest first.
        zone: in which the hours of the day are meant where messages do not tell their own.
    """
    said = user_messages(messages)
    if len(said) < LEAST_MESSAGES:
        return None
    counted = Counter(message.language for message in said)
    languages = tuple(code for code, count in counted.most_common() if count * 10 >= len(said))
    sizes = {message.id: count_tokens(message.content) for message in said}
    middle = median(sizes.values())
    length: Length | None = "brief" if middle <= _BRIEF else "long" if middle >= _LONG else None
    is_so: dict[str, Callable[[Message], bool]] = {
        "informal": lambda one: bool(_slang().search(one.content)) or one.content.lstrip()[:1].islower(),
        "polite": lambda one: bool(_polite().search(one.content)),
        "brief": lambda one: sizes[one.id] <= _BRIEF,
        "long": lambda one: sizes[one.id] >= _LONG,
    }
    hours: dict[str, Hours] = {message.id: _part_of_day(message, zone) for message in said}
    part, most = Counter(hours.values()).most_common(1)[0]
    tones: tuple[Tone, ...] = ("informal", "polite")
    tone: Tone | None = next((name for name in tones if _most(said, is_so[name])), None)
    shown = {
        "languages": [m for m in said if m.language in languages],
        "length": [m for m in said if length and is_so[length](m)],
        "tone": [m for m in said if tone and is_so[tone](m)],
        "hours": [m for m in said if hours[m.id] == part],
    }
    return Style(
        languages=languages,
        length=length,
        tone=tone,
        hours=part if most >= _SHARE * len(said) else None,
        messages=len(said),
        shown_by={trait: _sample([m.id for m in found]) for trait, found in shown.items()},
    )


def _sample(ids: Sequence[str]) -> tuple[str, ...]:
    """Return some of many, from the first to the last."""
    if len(ids) <= SHOWN:
        return tuple(ids)
    return tuple(ids[round(place * (len(ids) - 1) / (SHOWN - 1))] for place in range(SHOWN))


def _most(messages: Sequence[Message], holds: Callable[[Message], bool]) -> bool:
    return sum(map(holds, messages)) >= _SHARE * len(messages)


def _part_of_day(message: Message, zone: tzinfo | None) -> Hours:
    hour = local_time(message, zone).hour
    return "morning" if 5 <= hour < 12 else "afternoon" if 12 <= hour < 18 else "evening" if hour >= 18 else "night"


def recurring_topics(
    messages: Iterable[Message],
    mentions: Iterable[Mention],
    entities: Mapping[str, Entity],
    *,
    zone: tzinfo | None,
    leave_out: Collection[str] = (),
) -> list[Topic]:
    """Return what a person speaks of in five messages or more, on three days or more.

    The most frequent come first.

    Args:
        messages: what the person said.
        mentions: the memory stream.
        entities: those that the stream mentions, by id.
        zone: in which days are counted where messages do not tell their own.
        leave_out: ids of entities that are no topics, such as those who speak.
    """
    said = {message.id: message for message in user_messages(messages)}
    found: dict[str, set[str]] = defaultdict(set)
    for mention in mentions:
        if mention.source_id in said:
            found[mention.entity_id].add(mention.source_id)
    topics: list[Topic] = []
    for entity_id, ids in found.items():
        entity = entities.get(entity_id)
        if entity is None or entity.type in _NOT_TOPICS or entity_id in leave_out:
            continue
        days = {local_time(said[id_], zone).date() for id_ in ids}
        if len(ids) >= _TOPIC_MESSAGES and len(days) >= _TOPIC_DAYS:
            in_order = sorted(ids, key=lambda id_: (said[id_].created_at, id_))
            topics.append(Topic(entity, len(ids), len(days), _sample(in_order)))
    return sorted(topics, key=lambda topic: (-topic.count, topic.entity.name, topic.entity.id))[:_TOPICS]


def liked_kinds(facts: Iterable[Fact], entities: Mapping[str, Entity]) -> list[LikedKind]:
    """Return the kinds of which a person likes three things or more, by name."""
    kinds: dict[str, dict[str, Fact]] = defaultdict(dict)
    for fact in facts:
        liked = entities.get(fact.object_id)
        if liked is None or not BUILT_IN.are_alike(fact.predicate, "likes"):
            continue
        for kind in categories_of(liked):
            kinds[kind].setdefault(fact.object_id, fact)
    return [
        LikedKind(kind, tuple(sorted(found.values(), key=lambda fact: (fact.valid_at, fact.id))))
        for kind, found in sorted(kinds.items())
        if kind not in _NO_KIND and len(found) >= _LIKES_OF_A_KIND
    ]
