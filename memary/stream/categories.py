"""Categories of entities: every entity has at least one.

Those that extraction or the user gave it; else the one of its type; else "other". The names that follow from types
are English whatever is spoken, so that a memory in two languages has one list; they are understood in other
languages, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from memary.languages import merged
from memary.text import entity_key
from memary.types import VALUE, Entity, Record

OTHER = "other"
"""The category of what has no other."""

CATEGORY_OF_TYPE: Mapping[str, str] = {
    "person": "people",
    "animal": "animals",
    "organization": "organizations",
    "place": "places",
    "event": "events",
    "product": "products",
    "work": "works",
    "food": "food",
    "topic": "topics",
    VALUE: "values",
}
"""The category that follows from a type, where no other was given."""

_words = merged(lambda language: language.kinds.categories)


class CategoryCount(Record):
    """A category, how many entities are in it, and how often they came up."""

    name: str
    entities: int
    mentions: int


def categories_of(entity: Entity) -> tuple[str, ...]:
    """Return the categories of an entity, at least one."""
    return entity.categories or (CATEGORY_OF_TYPE.get(entity.type, OTHER),)


def category_key(name: str) -> str:
    """Return what two names of one category have in common, in whatever case, in whatever language."""
    return _words().get(name.strip(), entity_key(name))


def spellings(counts: Mapping[str, int]) -> dict[str, str]:
    """Return for the key of each category the name it has most often, by how often each name is there."""
    return {category_key(name): name for name in sorted(counts, key=lambda name: (counts[name], name))}


def same_category(one: str, other: str) -> bool:
    """Return whether two words name one category: in whatever case, in whatever language."""
    return category_key(one) == category_key(other)


def is_in(entity: Entity, category: str) -> bool:
    """Return whether an entity is in a category."""
    return any(same_category(category, own) for own in categories_of(entity))


def count_categories(entities: Iterable[Entity], mentions: Mapping[str, int]) -> list[CategoryCount]:
    """Count what is in each category, the one that came up most first.

    Args:
        entities: all that are to be counted; bare values are not.
        mentions: how often each came up, by its id.
    """
    held: Counter[str] = Counter()
    said: Counter[str] = Counter()
    names: dict[str, str] = {}
    for entity in entities:
        if entity.type == VALUE:
            continue
        for key, name in {category_key(name): name for name in categories_of(entity)}.items():
            names.setdefault(key, name)
            held[key] += 1
            said[key] += mentions.get(entity.id, 0)
    found = [CategoryCount(name=names[key], entities=held[key], mentions=said[key]) for key in held]
    return sorted(found, key=lambda one: (-one.mentions, -one.entities, one.name))


def with_categories(entity: Entity, categories: Iterable[str]) -> Entity:
    """Return an entity with these categories, each once; none leaves it to its type."""
    named: dict[str, str] = {}
    for name in categories:
        if name.strip():
            named.setdefault(category_key(name), name.strip())
    return entity.model_copy(update={"categories": tuple(named.values())})


def with_category_renamed(entity: Entity, old: str, new: str) -> Entity:
    """Return an entity with one of its given categories called otherwise."""
    return with_categories(entity, (new if same_category(name, old) else name for name in entity.categories))
