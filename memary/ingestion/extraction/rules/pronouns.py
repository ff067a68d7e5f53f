"""Whom a pronoun means right behind somebody's name: "My sister is Lena and she lives in Graz"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memary.languages import of_all

_referring = of_all(lambda packs: [form for pack in packs for form in pack.statements.referring])


def with_names(sentences: Sequence[str]) -> list[str]:
    """Return sentences with a name in place of the pronoun right behind it, which begins a sentence of its own."""
    found: list[str] = []
    for sentence in sentences:
        found += _by_name(sentence, found[-1] if found else "")
    return found


def names_in(sentences: Sequence[str]) -> Iterator[str]:
    """Give the names that `with_names` may put in the place of pronouns."""
    return (named["name"] for sentence in sentences for form in _referring() if (named := form.naming(sentence)))


def _by_name(sentence: str, before: str) -> list[str]:
    """Return a sentence with the name that it, or all of the one before it, tells first."""
    for form in _referring():
        pronoun = form.pronoun.match(sentence)
        if pronoun and (named := form.naming(before)) and not any(map(str.isalnum, before[named.end() :])):
            return [named["name"] + sentence[pronoun.end() :]]
        if (named := form.naming(sentence)) and (joined := form.joined.match(sentence, named.end())):
            return [named[0], named["name"] + sentence[joined.end() :]]
    return [sentence]
