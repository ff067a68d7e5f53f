"""Define what a language knows of names: which words are names, their forms, what is called so."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Whose = Literal["self", "other"]
SpotType = Literal["person", "place", "organization", "animal", "thing"]


@dataclass(frozen=True, slots=True)
class NameSpan:
    """Where a name stands, the name itself and what it seems to be.

    `doubtful` ones yield to names already known.
    """

    start: int
    end: int
    name: str
    type: SpotType = "thing"
    doubtful: bool = False

    def overlaps(self, other: NameSpan) -> bool:
        """Return whether both share a character."""
        return self.start < other.end and other.start < self.end

    def covers(self, other: NameSpan) -> bool:
        """Return whether the other lies within and is shorter."""
        return self.start <= other.start and other.end <= self.end and len(self.name) > len(other.name)


def apart(spans: Iterable[NameSpan]) -> list[NameSpan]:
    """Return the spans that share no character with one before them, in their order."""
    starts: list[int] = []
    ends: list[int] = []
    kept: list[NameSpan] = []
    for span in spans:
        place = bisect_right(starts, span.start)  # those that are kept lie one behind the other
        if (place and ends[place - 1] > span.start) or (place < len(starts) and starts[place] < span.end):
            continue
        starts.insert(place, span.start)
        ends.insert(place, span.end)
        kept.append(span)
    return kept


@dataclass(frozen=True, slots=True)
class IntroducedName:
    """A name, the words that introduce it, and whether it is the speaker's own."""

    span: NameSpan
    whose: Whose
    words: str


@dataclass(frozen=True, slots=True)
class PersonName:
    """A person's name taken apart.

    What a name does not show is empty.
    """

    given: tuple[str, ...]
    family: str
    title: str = ""
    suffix: str = ""
    alone: str = ""  # a single word, of which nobody knows what it is
    profession: str = ""  # told by the title, where it says one

    @property
    def is_full(self) -> bool:
        """Whether it has a given name and a family's."""
        return bool(self.given and self.family)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pronouns:
    """Words that stand for somebody.

    Attributes:
        own: those for the user, and words that mean one.
        others: those for anybody else.
        stand_ins: nouns by which a model may call whoever speaks ("the customer").
        capital_names: those that are a name where they are written in capitals ("US").
        no_own: pattern of what behind a word for the user makes it another one (user interface).
        me: the subject in the first person.
        mine: the possessive in the first person.
        possessive: pattern of what behind a name says that something is theirs.
        possessed: pattern of the end of a word that says so.
        asker: pattern of the first person, where it means one alone.
        we: pattern of the first person, of one or many.
        of_us: patterns of the first person of several, with what stands for one of them.
        own_kin: patterns of relatives who are called by what they are ("dad"), with how those of whoever speaks are.
        among_us: pattern of what several do among themselves, such as to talk, where "we" means who talks.
        you: pattern of the second person.
        she: pattern of what stands for a woman.
        he: pattern of what stands for a man.
        her_before: pattern of the words right before a woman's name.
        his_before: pattern of the words right before a man's name.
    """

    own: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()
    stand_ins: frozenset[str] = frozenset()
    capital_names: frozenset[str] = frozenset()
    no_own: str = ""
    me: str = ""
    mine: str = ""
    possessive: str = ""
    possessed: str = ""
    asker: str = ""
    we: str = ""
    of_us: tuple[tuple[str, str], ...] = ()
    own_kin: tuple[tuple[str, str], ...] = ()
    among_us: str = ""
    you: str = ""
    she: str = ""
    he: str = ""
    her_before: str = ""
    his_before: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Names:
    """How names are known.

    Attributes:
        spot: gives the names in a text, which is in the language of the code.
        refined: gives a name in a text of this language with the type that the words around it tell.
        introduced: gives those whose names a text in the language of the code tells, where no statement does.
        answer: pattern of a `name` as the whole of what is said first.
        asked_for: pattern of a question for somebody's name.
        is_name: whether what somebody calls themselves may be a name.
        common: words that are a name as well, but only as a name is written.
        days: names of days and months.
        called: whether a key may be what somebody is called for short, under which no index knows them.
        person: takes a person's name apart, if it is written in the language's script.
        with_family: gives a name with another family name, if both are written in the language's script.
    """

    spot: Callable[[str, str], Iterable[NameSpan]] | None = None
    refined: Callable[[str, NameSpan], NameSpan] = lambda _text, span: span
    introduced: Callable[[str, str], Iterable[IntroducedName]] = lambda _text, _language: ()
    answer: re.Pattern[str] | None = None
    asked_for: str = ""
    is_name: Callable[[str], bool] = bool
    common: frozenset[str] = frozenset()
    days: frozenset[str] = frozenset()
    called: Callable[[str], bool] = lambda _key: False
    person: Callable[[str], PersonName | None] | None = None
    with_family: Callable[[str, str], str | None] | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NameForms:
    """Forms of a name that stand for the same thing.

    All functions take and give keys.

    Attributes:
        legal: pattern of the legal forms at the end of a company's name.
        titles: sorts of titles before a person's name, by title.
        suffixes: which of a family's bearers is meant, by what stands behind the name.
        short: first names, each line a full one and its short forms.
        synonyms: abbreviations and what they stand for.
        spelt: patterns of spellings, and what is the common one.
        parents: the words for one parent of the user.
        counted: number words.
        unsaid: words that initials leave out.
        ending: pattern of what may stand at the end of a name that is said: the plural.
        plural: whether the first of two keys has the regular plural of the last word of the second.
        singulars: gives what may be the other number of a key.
        ordinals: gives the ordinal numbers written within a key.
        unnumbered: gives a key with # for those.
        region: gives a place's key without the word for what sort of region it is.
        further: gives further keys under which a thing may be stored.
        sounds: gives how a key sounds, where names of the language are written in another script, too.
        letters: letters of one spelling and those of the common one.
        exact: pattern of keys that name a thing, `{plain}`, more exactly: "coffee with milk".
    """

    legal: str = ""
    titles: Mapping[str, str] = field(default_factory=dict[str, str])
    suffixes: Mapping[str, str] = field(default_factory=dict[str, str])
    short: Sequence[str] = ()
    synonyms: Mapping[str, str] = field(default_factory=dict[str, str])
    spelt: Sequence[tuple[str, str]] = ()
    parents: Sequence[frozenset[str]] = ()
    counted: Mapping[str, int] = field(default_factory=dict[str, int])
    unsaid: frozenset[str] = frozenset()
    ending: str = ""
    plural: Callable[[str, str], bool] = lambda _plural, _single: False
    singulars: Callable[[str], set[str]] = lambda _key: set()
    ordinals: Callable[[str], Sequence[int]] = lambda _key: ()
    unnumbered: Callable[[str], str] = lambda key: key
    region: Callable[[str], str] = lambda key: key
    further: Callable[[str], set[str]] = lambda _key: set()
    sounds: Callable[[str], frozenset[str]] | None = None
    letters: Mapping[int, int] = field(default_factory=dict[int, int])
    exact: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Roles:
    """What people, places and things are to somebody.

    `{name}` in a form stands for a name, `{words}` for the words of a role, `{own}` for those that say whose.

    Attributes:
        family: patterns of the words for relatives, by role.
        partner: patterns of those for partners, by role.
        others: patterns of those for other people, by role.
        groups: patterns of the words for where somebody is from ("from work"), by role.
        forms: patterns of a name with a role.
        group_forms: patterns of a name with where somebody is from.
        own: pattern of the words that say whose something is.
        another: patterns that say that this is another one of a name; `{met}` is needed for things only.
        met: pattern of the words by which one meets somebody.
        venue: pattern of the names of places that people run.
        animal: pattern of the words for animals.
        friend: pattern of the words for friends and namesakes.
    """

    family: Mapping[str, str] = field(default_factory=dict[str, str])
    partner: Mapping[str, str] = field(default_factory=dict[str, str])
    others: Mapping[str, str] = field(default_factory=dict[str, str])
    groups: Mapping[str, str] = field(default_factory=dict[str, str])
    forms: Sequence[str] = ()
    group_forms: Sequence[str] = ()
    own: str = ""
    another: Sequence[str] = ()
    met: str = ""
    venue: str = ""
    animal: str = ""
    friend: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Places:
    """Where places lie.

    Attributes:
        regions: gives the states and countries that a text puts a place of a name in.
        known: gives that of a place that everybody knows.
        exclusive: whether nothing lies in the regions of both.
        is_address: whether words are for a house in a street.
        towns: gives the keys of the towns that such words, or a sentence about it, put it in.
        is_region: whether a place is a state or a country.
        is_quarter: whether a place is part of a town, by its name or what a sentence tells of it.
        is_left: whether a sentence tells that somebody is not in a place any more.
    """

    regions: Callable[[str, str], frozenset[str]] = lambda _name, _text: frozenset()
    known: Callable[[str], frozenset[str]] = lambda _name: frozenset()
    exclusive: Callable[[frozenset[str], frozenset[str]], bool] = lambda _one, _other: False
    is_address: Callable[[str], bool] = lambda _words: False
    towns: Callable[[str, str], frozenset[str]] = lambda _address, _text: frozenset()
    is_region: Callable[[str], bool] = lambda _name: False
    is_quarter: Callable[[str, str], bool] = lambda _name, _text: False
    is_left: Callable[[str, str], bool] = lambda _name, _text: False


def of_type(nouns: Mapping[str, str]) -> dict[str, str]:
    """Return the types of nouns that are listed by their types."""
    return {noun: kind for kind, listed in nouns.items() for noun in listed.split()}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Kinds:
    """Words for kinds of things.

    Attributes:
        types: words for the types of entities.
        nouns: the types of what common nouns are for.
        read: gives the nouns in words that tell what kind of thing is named, the most telling first.
        categories: words for the categories that follow from types.
        users: words by which programs name the user.
        here: what one says for where one is.
    """

    types: Mapping[str, str] = field(default_factory=dict[str, str])
    nouns: Mapping[str, str] = field(default_factory=dict[str, str])
    read: Callable[[str], Sequence[str]] = lambda _words: ()
    categories: Mapping[str, str] = field(default_factory=dict[str, str])
    users: frozenset[str] = frozenset()
    here: frozenset[str] = frozenset()
