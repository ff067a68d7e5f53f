"""Find whom and what a question only describes: of "Bea's ex" Tom, of whom "former partner of Bea" is known.

A model that reads messages describes who and what it names by what sets them apart, mostly whose they are.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from memary.facts.identity import SELF_NAME, is_self
from memary.languages import Language, of_all
from memary.languages.equivalents import words_alike
from memary.languages.pattern import pattern
from memary.languages.scripts import CLOSING_BRACKETS, COLONS, LIST_EDGES, OPENING_BRACKETS, WIDE_STOPS
from memary.languages.terms import telling_words, term_set
from memary.queries import SearchQuery, View
from memary.retrieval.facts.entity_links import Link
from memary.stores.snapshot import Reads
from memary.text import describing
from memary.text.names.occurrence import says_name
from memary.types import Entity, Scope

_MOST = 2
"""How many may fit: a question that fits more of them does not tell which it means."""

_LOOKED_AT = 20
"""How many are looked at, those first of which most words of the question are known."""

_MOST_TERMS = 60
"""By how many words they are looked for: those of the question first, then others that may say the same."""

_CLAUSE_ENDS = pattern(rf"[{LIST_EDGES.strip()}{COLONS}{WIDE_STOPS}{OPENING_BRACKETS}{CLOSING_BRACKETS}]|\.\s")


@of_all
def _users(packs: Sequence[Language]) -> Sequence[str]:
    """Return how descriptions call the user, in all languages."""
    return [SELF_NAME, *(pack.texts.user for pack in packs if pack.texts)]


async def link_described(store: Reads, scope: Scope, question: str, links: Sequence[Link], view: View) -> list[Link]:
    """Return links to those whom a question describes as somebody's whom it names, or as the user's own.

    What it says of them, or other words for that, is at least half of one clause of what describes them. Where that
    fits several, none is meant for sure.
    """
    owners = [one.entity for one in links if one.by == "name"]
    known = {one.entity.id for one in links}
    words = frozenset(telling_words(question)).difference(*(_terms_of(one) for one in owners))
    if not owners or not words:
        return []
    said = words.union(*words_alike(question).values())
    terms = [describing(term) for term in (*sorted(words), *sorted(said - words))][:_MOST_TERMS]
    found = await store.read(SearchQuery(scope, Entity, terms=terms, limit=_LOOKED_AT, view=view))
    others = (one.record for one in found if one.record.id not in known)
    meant = [Link(one, "description") for one in others if any(_is_described(one, owner, said) for owner in owners)]
    return meant if len(meant) <= _MOST else []


def _is_described(entity: Entity, owner: Entity, said: Collection[str]) -> bool:
    """Return whether an entity is described as the owner's by what is said."""
    if not any(says_name(entity.description, name) for name in _names_of(owner)):
        return False
    clauses = (term_set(clause) - _terms_of(owner) for clause in _CLAUSE_ENDS.split(entity.description))
    return any(clause and 2 * len(clause.intersection(said)) >= len(clause) for clause in clauses)


def _names_of(entity: Entity) -> tuple[str, ...]:
    return (entity.name, *entity.aliases, *(_users() if is_self(entity) else ()))


def _terms_of(entity: Entity) -> frozenset[str]:
    return frozenset[str]().union(*map(term_set, _names_of(entity)))
