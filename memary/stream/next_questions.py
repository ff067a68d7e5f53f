"""Questions a user is likely to ask next about a theme, from what memory holds of it.

No model is asked. First come questions that a fact of the theme answers, by what the fact is about; then questions
about what came up most in it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from memary.facts.predicates import matter_of, sort_of
from memary.languages import texts
from memary.languages.pack.texts import NextQuestions
from memary.stream.themes import Theme
from memary.types import Entity, Fact

MOST = 3
"""How many questions a theme gets."""


def next_questions(
    theme: Theme, facts: Sequence[Fact], *, user_ids: Collection[str], language: str, most: int = MOST
) -> tuple[str, ...]:
    """Return what the user may ask next about a theme, the likeliest first.

    Args:
        theme: the theme.
        facts: what is true now.
        user_ids: the entities that stand for the user.
        language: of the questions; English where there are none in it.
        most: how many.
    """
    words = texts(language).next_questions
    entities = [one.entity for one in theme.entities]
    of_facts = _of_facts(entities, facts, user_ids, words)
    return tuple(dict.fromkeys((*of_facts, *_of_entities(entities, words))))[:most]


def _of_facts(
    entities: Sequence[Entity], facts: Iterable[Fact], user_ids: Collection[str], words: NextQuestions
) -> Iterator[str]:
    """Return questions that facts answer, by the frequency of their entity; of each the newest fact."""
    rank = {entity.id: place for place, entity in enumerate(entities)}
    last = len(rank)
    held = [fact for fact in facts if fact.subject_id in rank or fact.object_id in rank]
    held.sort(key=lambda fact: (fact.valid_at, fact.id), reverse=True)
    held.sort(key=lambda fact: min(rank.get(fact.subject_id, last), rank.get(fact.object_id, last)))
    for fact in held:
        asking = words.about_user if fact.subject_id in user_ids else words.about_others
        about = matter_of(fact.predicate) or sort_of(fact.predicate) or "other"
        yield asking.get(about, asking["other"]).format(who=fact.subject, what=fact.object)


def _of_entities(entities: Sequence[Entity], words: NextQuestions) -> Iterator[str]:
    latest = words.latest
    questions = [latest.get(e.type, latest["thing"]).format(who=e.name) for e in entities]
    yield from questions[:2]
    if len(entities) > 1:
        yield latest["both"].format(who=entities[0].name, what=entities[1].name)
    yield from questions[2:]
