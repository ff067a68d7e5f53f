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
    return (form.named_in(sentence) for sentence in sentences for form in _referring() if form.named_in(sentence))


def _by_name(sentence: str, before: str) -> list[str]:
    for form in _referring():
        if (name := form.named_in(before, whole=True)) and (pronoun := form.pronoun.match(sentence)):
            return [name + sentence[pronoun.end() :]]
        if (told := form.named.match(sentence)) and form.named_in(sentence):
            joined = form.joined.match(sentence, told.end())
            if joined:
                return [told[0], told["name"] + sentence[joined.end() :]]
    return [sentence]
