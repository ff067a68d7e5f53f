"""Draw insights by rules, where there is no language model: few, and only what can be counted.

Pure. A topic that keeps coming back, a kind of things of which several are liked, the languages of one who writes in
several, and a mood that was stated within the last two weeks. Each names the messages or facts that show it. How long
messages are and at what hours they come is told by the profile, and concludes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from memary.facts.identity import SELF_KEY, lookup_key
from memary.languages import texts
from memary.languages.pack.texts import InsightTexts
from memary.languages.prompt.stamps import day, local_time
from memary.reflection.insights import Conclusion
from memary.reflection.person.traits import liked_kinds, moods_said, recurring_topics, style_of
from memary.text import detect_language
from memary.types import DEFAULT_LANGUAGE, Entity, Fact, Mention, Message

MOOD_LASTS = timedelta(days=14)
"""For how long a stated mood is taken to go on."""

_EXAMPLES = 3
_CONFIDENCE = 0.7


@dataclass(frozen=True, slots=True)
class Person:
    """One about whom insights are drawn: what they said, the oldest first, and what is true of them now."""

    entity: Entity
    messages: Sequence[Message] = ()
    facts: Sequence[Fact] = ()

    @property
    def language(self) -> str:
        """Return the language that the person uses most; that of the facts if they said nothing."""
        used = Counter(one.language for one in (self.messages or self.facts))
        return used.most_common(1)[0][0] if used else DEFAULT_LANGUAGE

    def called(self, language: str) -> str:
        """Return the person's name; where it is only a word for the user, that word in a language."""
        return texts(language).user if lookup_key(self.entity.name) == SELF_KEY else self.entity.name


def conclude_by_rules(
    person: Person,
    *,
    mentions: Iterable[Mention],
    entities: Mapping[str, Entity],
    speakers: Collection[str],
    now: datetime,
    zone: tzinfo | None,
) -> list[Conclusion]:
    """Return what rules conclude about a person.

    Args:
        person: who.
        mentions: the memory stream.
        entities: those that mentions and facts name, by id.
        speakers: ids of the entities of those who speak; they are no topics.
        now: the present.
        zone: in which days and hours are meant.
    """
    rules = _Rules(person, texts(person.language).reflecting, now, zone)
    drawn = rules.languages()
    drawn += rules.mood()
    topics = recurring_topics(person.messages, mentions, entities, zone=zone, leave_out=speakers)
    drawn += [rules.conclusion(rules.words.topic, each.entity.name, each.message_ids) for each in topics]
    drawn += rules.liked(entities)
    return drawn


@dataclass(frozen=True, slots=True)
class _Rules:
    person: Person
    words: InsightTexts
    now: datetime
    zone: tzinfo | None

    def conclusion(self, wording: tuple[str, str], value: str, grounds: Sequence[str]) -> Conclusion:
        key, sentence = wording
        return Conclusion(
            subject_id=self.person.entity.id,
            key=key,
            value=value,
            statement=sentence.format(who=self.person.called(self.person.language), value=value),
            grounds=tuple(grounds),
            confidence=_CONFIDENCE,
            extractor="rule",
            is_sample=True,
        )

    def languages(self) -> list[Conclusion]:
        style = style_of(self.person.messages, zone=self.zone)
        if style is None or len(style.languages) < 2:
            return []
        named = self.words.between.join(self.words.values.get(code, code) for code in style.languages)
        return [self.conclusion(self.words.language, named, style.sample("languages"))]

    def mood(self) -> list[Conclusion]:
        recent = [m for m in self.person.messages if self.now - MOOD_LASTS < m.created_at <= self.now]
        if not (said := moods_said(recent)):
            return []
        last = said[-1]
        language = detect_language(last.mood)  # the mood is quoted: one language
        key, sentence = texts(language).reflecting.mood
        when = day(local_time(last.message, self.zone))
        return [
            Conclusion(
                subject_id=self.person.entity.id,
                key=key,
                value=last.mood,
                statement=sentence.format(who=self.person.called(language), value=last.mood, day=when),
                grounds=(last.message.id,),
                confidence=_CONFIDENCE,
                extractor="rule",
                valid_at=last.message.created_at,
                ends_at=last.message.created_at + MOOD_LASTS,
            )
        ]

    def liked(self, entities: Mapping[str, Entity]) -> list[Conclusion]:
        drawn: list[Conclusion] = []
        for liked in liked_kinds(self.person.facts, entities):
            key, sentence = self.words.liked
            kind = texts(self.person.language).profile.fields.get(liked.kind, liked.kind)
            examples = self.words.between.join(fact.object for fact in liked.facts[-_EXAMPLES:])
            drawn.append(
                Conclusion(
                    subject_id=self.person.entity.id,
                    key=key,
                    value=kind,
                    statement=sentence.format(
                        who=self.person.called(self.person.language), value=kind, examples=examples
                    ),
                    grounds=tuple(fact.id for fact in liked.facts),
                    confidence=_CONFIDENCE,
                    extractor="rule",
                )
            )
        return drawn
