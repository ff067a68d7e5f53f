"""Decide when two entities of one name are different: by type, by context, by known facts.

A name alone never tells Tom from work and my brother Tom apart, and a context that merely differs does not either:
one person comes up in many. So the rule is small. Two nodes of one name are kept apart if

- their types belong to unlike classes (a company, a fruit);
- the message says so ("another Tom");
- both are called by a first name and stand in relations to people that exclude each other (a brother, a colleague);
- both are places, and lie in two countries or states.

All of it is read from the words near the name; nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from memary.languages import Language, any_of, languages, of_all
from memary.languages.needed_words import needed_words
from memary.languages.pattern import pattern
from memary.languages.scripts import HAN, is_wide
from memary.text import entity_key
from memary.text.names.node_names import wording_of
from memary.types import GENERIC, TOPIC, VALUE

_CLASSES = ({"person"}, {"animal"}, {"place"}, {"organization", "product", "work"}, {"event"}, {"food"}, {TOPIC})
_BEGINNING = re.compile(rf"(?:[{HAN}]{{1,8}}|(?:[^\s{HAN}]+\s*){{1,3}})")
"""So much of a description tells what somebody is."""

_venue = any_of(lambda language: language.roles.venue)
_animal = any_of(lambda language: language.roles.animal)
_own = any_of(lambda language: language.roles.own)
_met = any_of(lambda language: language.roles.met)


def _words_of(parts: Callable[[Language], Iterable[Mapping[str, str]]]) -> Callable[[], Mapping[str, str]]:
    """Return a function that gives the words of all languages for each role."""

    def joined(packs: tuple[Language, ...]) -> Mapping[str, str]:
        found: dict[str, list[str]] = {}
        for role, words in ((role, words) for pack in packs for part in parts(pack) for role, words in part.items()):
            found.setdefault(role, []).append(words)
        return {role: "|".join(words) for role, words in found.items()}

    return of_all(joined)


def _forms_of(part: Callable[[Language], Sequence[str]]) -> Callable[[], str]:
    return of_all(lambda packs: "|".join(form for pack in packs for form in part(pack)))


_family = _words_of(lambda language: [language.roles.family])
_roles = _words_of(lambda language: [language.roles.family, language.roles.partner, language.roles.others])
_groups = _words_of(lambda language: [language.roles.groups])
_any_of = of_all(lambda _: {words: pattern(words) for words in (*_roles().values(), *_groups().values())})
_role_words = of_all(lambda _: {role: pattern(rf"\b(?:{words})\b") for role, words in _roles().items()})
"""For texts in lower case, where a pattern finds its words four times as fast as one that ignores case."""

_role_forms = _forms_of(lambda language: language.roles.forms)
_group_forms = _forms_of(lambda language: language.roles.group_forms)
_another_forms = _forms_of(lambda language: language.roles.another)
_another_words = of_all(lambda _: needed_words(_another_forms().replace("{met}", "").replace("{name}", ".")))


@dataclass(frozen=True, slots=True)
class NameInContext:
    """A name with its type, and what was said around it."""

    name: str
    type: str
    said: str = ""


def may_be_one(one: NameInContext, other: NameInContext) -> bool:
    """Return whether things of these types may be one, given their names and the words they came up in.

    A type is a model's guess and changes between two readings: "thing" goes with every other; an organization, its
    product and a work are told apart only where one is somebody's ("my Tesla"); a place that people run goes with an
    organization ("Café Luma"); an animal with a person where an animal is spoken of; what a plain noun names as a
    topic goes with a thing of that noun.
    """
    kinds = {one.type, other.type}
    if VALUE in kinds:
        return len(kinds) == 1
    if len(kinds) == 1 or GENERIC in kinds:
        return True
    if any(kinds <= each for each in _CLASSES):
        return not any(seen.type == "product" and _is_owned(seen) for seen in (one, other))
    if kinds == {"place", "organization"}:
        return _venue().search(one.name) is not None or _venue().search(other.name) is not None
    if kinds == {"person", "animal"}:
        return all(_animal().search(seen.said) is not None for seen in (one, other))
    if TOPIC in kinds and kinds & {"product", "work", "event", "food"}:
        if all(wording_of(seen.name) == "noun" for seen in (one, other)):
            return True
        return all(seen.name[:1].isascii() and seen.name[:1].isupper() for seen in (one, other)) and (
            one.name.isupper() == other.name.isupper()
        )
    return False


def _is_owned(seen: NameInContext) -> bool:
    return re.search(rf"\b(?:{_own().pattern}){re.escape(seen.name)}\b", seen.said, re.IGNORECASE) is not None


def names_another(name: str, kind: str, said: str) -> bool:
    """Return whether a text says that this is somebody or somewhere else of a name known already."""
    if kind not in ("person", "animal", "place", GENERIC) or (not name[:1].isupper() and not is_wide(name)):
        return False
    folded, words = said.casefold(), _another_words()
    if words and not any(word in folded for word in words):  # the forms are compiled again for each name
        return False
    met = _met().pattern if kind == GENERIC else ""  # things come in numbers
    return re.search(_filled(_another_forms(), name=name, met=met), said, re.IGNORECASE) is not None


def _filled(forms: str, *, name: str, **sources: str) -> str:
    """Return the source of a pattern with a name and what else stands for something."""
    for hole, source in sources.items():
        forms = forms.replace(f"{{{hole}}}", source)
    return forms.replace("{name}", re.escape(name))


def difference_between(name: str, kind: str, said: str, other_said: str) -> str:
    """Return what tells two things of one name and type apart, by the words said of each.

    It is "" if nothing does.
    """
    if kind in ("person", GENERIC) and _is_first_name(name):
        one, other = roles_of(name, said), roles_of(name, other_said)
        if one and other and not any(_go_together(a, b) for a in one for b in other):
            return f"{_shown(one)} and {_shown(other)}"
    if kind in ("place", GENERIC):
        for places in (language.places for language in languages()):
            one, other = places.regions(name, said), places.regions(name, other_said)
            one, other = (
                one or (places.known(name) if other else one),
                other or (places.known(name) if one else other),
            )
            if one and other and not one & other and places.exclusive(one, other):
                return f"{_shown(one)} and {_shown(other)}"
    return ""


def _shown(words: frozenset[str]) -> str:
    return ", ".join(sorted(words))


def _is_first_name(name: str) -> bool:
    return is_wide(name) or " " not in entity_key(name)


def _go_together(one: str, other: str) -> bool:
    """Return whether one person may have both roles.

    Neighbour and wife go together, brother and boss do not.
    """
    if one == other:
        return True
    return "partner" in (one, other) and not {one, other} & set(_family())


@lru_cache(maxsize=1024)
def roles_of(name: str, said: str) -> frozenset[str]:
    """Return what somebody is to the speaker, as the words around the name say.

    Examples are "my brother Tom" and "Tom from work".
    """
    said = said.lower()
    said_there = {words for words, form in _any_of().items() if form.search(said)}
    name, own, found = name.lower(), _own().pattern, set[str]()
    for listed, forms in ((_roles(), _role_forms()), (_groups(), _group_forms())):
        for role, words in listed.items():  # compiled again for each name, so for what is said there alone
            if words in said_there and re.search(_filled(forms, name=name, words=words, own=own), said):
                found.add(role)
    return frozenset(found)


@lru_cache(maxsize=4096)
def described_roles(description: str, *, at_first: bool = False) -> frozenset[str]:
    """Return the relations to people that a description names; those that it begins with, if `at_first`.

    "Could not bring Ann's mother" is nobody's mother.
    """
    lowered = (_BEGINNING.match(description) or [description])[0].lower() if at_first else description.lower()
    return frozenset(role for role, word in _role_words().items() if word.search(lowered))
