"""Choose the text of a record that is searched and embedded, and the keys by which a node is found.

It is one rule for both stores.
"""

from __future__ import annotations

from collections.abc import Iterable

from memary.languages.keys import entity_key
from memary.languages.terms import relation_terms, terms
from memary.text.names.forms import sounds_of
from memary.types import VALUE, Entity, Fact, Message


def embedding_text(record: Message | Fact | Entity) -> str:
    """Return the text of a record that its vector stands for."""
    match record:
        case Message():
            return record.content
        case Fact():
            return record.statement
        case Entity():
            return entity_text(record.name, record.type, record.description)


def entity_text(name: str, kind: str, description: str) -> str:
    """Return the text that the vector of an entity stands for."""
    return f"{name} ({kind}): {description}" if description else name


def entity_keys(entity: Entity) -> tuple[str, ...]:
    """Return the keys of an entity's name and its other names, each once, its own first."""
    return tuple(dict.fromkeys((entity.key, *map(entity_key, entity.aliases))))


def search_keys(entity: Entity) -> tuple[str, ...]:
    """Return the keys under which an entity is looked up: those of its names, and of how they sound."""
    return with_sounds(entity_keys(entity), entity.type)


def with_sounds(keys: Iterable[str], kind: str) -> tuple[str, ...]:
    """Return keys of an entity of a type with those of how they sound, each once; bare values have none."""
    keys = tuple(keys)
    sounds = () if kind == VALUE else (sound for key in keys for sound in sorted(sounds_of(key)))
    return tuple(dict.fromkeys((*keys, *sounds)))


def search_terms(record: Message | Fact | Entity) -> list[str]:
    """Return the segmented words by which full text finds a record."""
    match record:
        case Message():
            return message_terms(record.speaker, record.content)
        case Fact():
            return fact_terms(record.statement, record.predicate)
        case Entity():
            return entity_terms((record.name, *record.aliases), record.description)


def entity_terms(names: Iterable[str], description: str) -> list[str]:
    """Return the segmented words of what an entity is called, then those that describe it, marked as such."""
    return [*terms(" ".join(names)), *map(describing, dict.fromkeys(terms(description)))]


def describing(term: str) -> str:
    """Return the term by which full text finds an entity that a word describes, and that is not called so.

    No word has this mark: who looks for a name finds no description.
    """
    return f"_{term}"


def message_terms(speaker: str | None, content: str) -> list[str]:
    """Return the segmented words of what somebody said, and of who did."""
    return terms(f"{speaker or ''} {content}")


def fact_terms(statement: str, predicate: str) -> list[str]:
    """Return the segmented words of a fact's sentence, then those that only the name of its relation has.

    "The repo is put together with Bazel" is found by "build tool" if it is told as `uses_build_tool`.
    """
    said = terms(statement)
    return [*said, *(term for term in relation_terms(predicate) if term not in said)]
