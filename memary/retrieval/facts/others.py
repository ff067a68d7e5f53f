"""Find the facts that tell of another speaker than the one a question asks about, or of a relative of that one."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from memary.facts.predicates import predicates_asked, told_of_kin
from memary.languages import any_of
from memary.retrieval.facts.expansion import touches
from memary.retrieval.messages.features import ParsedQuery
from memary.retrieval.question.named_speakers import named_speakers
from memary.text.own_matters import asks_of_another
from memary.text.topics import roles_in
from memary.types import Fact

_asker = any_of(lambda language: language.pronouns.asker)


def facts_of_others(facts: Iterable[Fact], asked: ParsedQuery, *, own: Collection[str]) -> set[str]:
    """Return the ids of facts that tell of another than the one that a question asks about.

    "Alex has no partner" does not answer the user's "Who is my partner?", "Ada's sister lives in Leeds" does not
    answer "Where does Ada live?", and "User works as a nurse" does not answer "What does my sister do?".

    Args:
        facts: what was found.
        asked: the question.
        own: ids of the nodes of the user.
    """
    roles, relations = roles_in(asked.text), predicates_asked(asked.text)
    of_user = [one for one in facts if touches(one, own)]
    others = set[str]()
    if roles and asks_of_another(asked.text):
        told = (one for one in of_user if one.predicate in relations)
        others = {one.id for one in told if roles_in(one.statement).isdisjoint(roles)}
    if asked.speakers and (asked.named or _asks_of_own(asked.text)):
        wanted = frozenset[str]() if roles else relations
        others |= {one.id for one in facts if one not in of_user and _is_of_another(one, asked, wanted)}
    return others


def _is_of_another(fact: Fact, asked: ParsedQuery, wanted: Collection[str]) -> bool:
    """Return whether a fact tells of another, or of a relative what is wanted: the predicates asked for."""
    told = named_speakers(fact.statement, asked.speakers)
    if not told or set(told).isdisjoint(asked.named):
        return bool(told)
    of_kin = told_of_kin(fact.predicate) if wanted else None
    return of_kin is not None and of_kin[1] in wanted


def _asks_of_own(question: str) -> bool:
    """Return whether a question asks who or what is related to who asks: "my boss", "Where do I live?"."""
    is_of_asker = _asker().search(question) is not None and not asks_of_another(question)
    return is_of_asker and bool(predicates_asked(question))
