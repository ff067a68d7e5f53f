"""Find how those are called whom a question calls by what they are to the user: of "my son" it is Max."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from memary.facts.identity import is_self
from memary.facts.predicates import told_of_kin
from memary.languages.equivalents import words_alike
from memary.languages.terms import query_terms
from memary.queries import EntityQuery, SearchQuery, View
from memary.retrieval.facts.entity_links import Link
from memary.stores.snapshot import Reads
from memary.text.topics import roles_in
from memary.types import Fact, Scope

_MOST = 2
"""How many may be called so: a question that means more of them does not tell which."""

_LOOKED_AT = 20
_SOMEBODY = ("person", "animal")


async def names_of_kin(reads: Reads, scope: Scope, question: str, links: Sequence[Link], view: View) -> list[str]:
    """Return the names of those whom the user has by a role that a question names; none of those that it names.

    Facts tell that they are that. What was said of them by name has no word of their role.
    """
    roles, users = roles_in(question), {one.entity.id for one in links if is_self(one.entity)}
    if not roles or not users:
        return []
    words, alike = [word for word in query_terms(question) if roles_in(word)], words_alike(question)
    terms = dict.fromkeys([*words, *(one for word in words for one in sorted(alike.get(word, ())))])
    found = await reads.read(SearchQuery(scope, Fact, terms=[*terms], limit=_LOOKED_AT, view=view))
    told = (one.record for one in found if one.record.subject_id in users)
    ids = {fact.object_id for fact in told if _tells_role(fact, roles)}.difference(one.entity.id for one in links)
    ends = await reads.read(EntityQuery(scope, ids=ids)) if ids else []
    names = [one.name for one in ends if one.type in _SOMEBODY]
    return names if len(names) <= _MOST else []


def _tells_role(fact: Fact, roles: Collection[str]) -> bool:
    """Return whether a fact tells what its object is to its subject, and not where such a one lives or works."""
    of_role = roles_in(fact.predicate.replace("_", " "))
    return not of_role.isdisjoint(roles) and told_of_kin(fact.predicate) is None
