"""Whom a pronoun means right behind somebody's name: "My sister is Lena and she lives in Graz"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memary.languages import any_of, of_all
from memary.languages.likely_forms import LikelyForms

_referring = of_all(
    lambda packs: LikelyForms((form for pack in packs for form in pack.statements.referring), lambda form: form.named)
)
_begins_anew = any_of(lambda language: language.corrections.begins_anew)


def with_names(sentences: Sequence[str], about: str = "") -> list[str]:
    """Return sentences with a name for each pronoun that begins a sentence right behind the name.

    Args:
        sentences: what is said.
        about: the sentence before them.
    """
    found: list[str] = []
    for sentence in sentences:
        found += _by_name(sentence, found[-1] if found else about)
    return found


def names_in(sentences: Sequence[str]) -> Iterator[str]:
    """Give the names that `with_names` may put in the place of pronouns."""
    return (
        f"{form.lead}{named['name']}"
        for sentence in sentences
        for form in _referring().in_text(sentence)
        if (named := form.naming(sentence))
    )


def _by_name(sentence: str, before: str) -> list[str]:
    """Return a sentence with the name that it, or all of the one before it, tells first.

    A sentence that joins two clauses becomes two.
    """
    led = _begins_anew().match(sentence)
    lead = led.end() if led else 0
    for form in _referring().in_text(before):
        named = form.naming(before)
        is_all = named is not None and not any(map(str.isalnum, before[named.end() :]))
        if named and is_all and (told := form.by_name(named["name"], sentence[lead:])):
            return _by_name(sentence[:lead] + told, "")
    for form in _referring().in_text(sentence):
        named = form.naming(sentence)
        joined = form.joined.match(sentence, named.end()) if named else None
        if named and joined and (told := form.by_name(named["name"], sentence[joined.end() :])):
            return [named[0], *_by_name(told, "")]
    return [sentence]
