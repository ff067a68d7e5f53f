"""Tell which relations hold one value at a time, as the languages know it.

Two facts of one subject compete when their predicates belong to one *matter* that has one value at a time (where one
lives), or when one excludes the other about one object (likes and dislikes, works at and left). All else may be true
side by side. Settings may add matters and switch off built-in ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Self, TypeVar

from memary.languages import Language, any_of, languages, merged, of_all, united
from memary.languages.keys import predicate_key
from memary.languages.pack.sentences import Sort
from memary.languages.scripts import is_han
from memary.languages.terms import stem
from memary.text.attitudes import TASTES, attitudes_asked
from memary.text.topics import roles_in

K = TypeVar("K")

PLACES = frozenset({"residence", "location"})
"""Matters whose values lie within each other: who lives in Berlin lives in Germany."""

NAME_MATTERS = frozenset({"name", "real_name", "nickname"})
"""Matters whose values are names of the one they are told of."""


def _lists(part: Callable[[Language], Mapping[K, str]]) -> Callable[[], Mapping[K, list[str]]]:
    """Return a function that gives the predicates of all languages, by what they have in common."""

    def joined(packs: tuple[Language, ...]) -> Mapping[K, list[str]]:
        found: dict[K, list[str]] = {}
        for pack in packs:
            for name, predicates in part(pack).items():
                found.setdefault(name, []).extend(predicates.split())
        return found

    return of_all(joined)


def _inverted(lists: Callable[[], Mapping[K, list[str]]]) -> Callable[[], Mapping[str, K]]:
    return of_all(lambda _: {predicate: name for name, listed in lists().items() for predicate in listed})


_single = _lists(lambda language: language.relations.single)
_endings = _lists(lambda language: language.relations.endings)
_sorts = _lists(lambda language: language.relations.sorts)
_matters = _inverted(_single)
_types_expected = _inverted(_lists(lambda language: language.relations.expected))
_attitudes = merged(lambda language: language.relations.attitudes)
_many = united(lambda language: language.relations.many)
_preferences = united(lambda language: language.relations.preferences)
_alternatives = of_all(lambda packs: [pack.relations.are_alternatives for pack in packs])
_timeless = united(lambda language: language.relations.timeless)
_measure = any_of(lambda language: language.relations.measures)
_measure_forms = of_all(lambda packs: tuple(form for pack in packs for form in pack.relations.measure_forms))
_moves = united(lambda language: language.relations.moves)
_negation = any_of(lambda language: language.relations.negation)
_none = united(lambda language: language.relations.none)
_of_kin = any_of(lambda language: language.relations.of_kin)
_beside = any_of(lambda language: language.relations.beside)
_denied = any_of(lambda language: language.relations.denied)
_only_planned = any_of(lambda language: language.relations.only_planned)
_unsettled = any_of(lambda language: language.relations.unsettled)
_plans = of_all(lambda packs: tuple(pack.relations.plans for pack in packs if pack.relations.plans))
_favourites = of_all(lambda packs: tuple(start for pack in packs for start in pack.relations.favourites))


@of_all
def _ended_by(_: tuple[Language, ...]) -> Mapping[str, set[str]]:
    """Return what each predicate ends."""
    ended: dict[str, set[str]] = {}
    for what, predicates in _endings().items():
        for predicate in predicates:
            ended.setdefault(predicate, set()).add(what)
    return ended


@of_all
def _abouts(packs: tuple[Language, ...]) -> Sequence[tuple[re.Pattern[str], str]]:
    """Return the patterns of questions with what each asks for."""
    asked = ((source, name) for pack in packs for name, source in pack.questions.about.items())
    return [(re.compile(source, re.IGNORECASE), name) for source, name in asked]


@of_all
def _things(packs: tuple[Language, ...]) -> Sequence[tuple[re.Pattern[str], str]]:
    """Return the patterns of things that name a relation ("address", "where I live"), with its name."""
    parts = (part for pack in packs for part in (pack.requests.matters, pack.requests.asked))
    return [(re.compile(source, re.IGNORECASE), name) for part in parts for name, source in part.items()]


@of_all
def _kin(packs: tuple[Language, ...]) -> Sequence[tuple[re.Pattern[str], frozenset[str]]]:
    """Return the patterns of those whom one has ("sister"), with the predicates of having each."""
    owners = ((source, listed) for pack in packs for source, listed in pack.requests.kin.items())
    return [(re.compile(source, re.IGNORECASE), frozenset(listed.split())) for source, listed in owners]


@of_all
def _sort_of_stems(_: tuple[Language, ...]) -> Mapping[tuple[str, ...], Sort]:
    return {_stems(name): sort for sort, names in _sorts().items() for name in names}


@dataclass(frozen=True, slots=True)
class Predicates:
    """The rules as one memory has them: the built-in ones, and what its settings say.

    Attributes:
        single: further predicates that hold one value at a time, each a matter of its own.
        many: matters, named by themselves or by one of their predicates, that may hold many values after all.
    """

    single: frozenset[str] = frozenset()
    many: frozenset[str] = frozenset()

    @classmethod
    def of(cls, *, single_valued: Iterable[str] = (), many_valued: Iterable[str] = ()) -> Self:
        """Return the rules for predicates as people write them; where both name one, it is many-valued."""
        many = frozenset(map(predicate_key, many_valued))
        return cls(frozenset(map(predicate_key, single_valued)), many | {_built_in(name) or name for name in many})

    def matter_of(self, predicate: str) -> str | None:
        """Return the matter on which a subject has one value at a time, or None if many may be true at once.

        Args:
            predicate: in the form of `memary.languages.keys.predicate_key`.
        """
        matter = _built_in(predicate) or (predicate if predicate in self.single else None)
        return None if matter in self.many or predicate in self.many else matter

    def same_matter(self, one: str, other: str) -> bool:
        """Return whether two predicates concern one single-valued matter."""
        matter = self.matter_of(one)
        return matter is not None and matter == self.matter_of(other)

    def measure_of(self, predicate: str) -> str:
        """Return the word for an amount of which there is one at a time: `budget` for `has_budget`; "" for none."""
        if self.matter_of(predicate) is not None or predicate in self.many:
            return ""
        whats = [predicate, *(what for form in _measure_forms() if (what := _within(form, predicate)))]
        what = min(whats, key=len)
        return what if what not in self.many and _measure().fullmatch(what) else ""

    def of_measure(self, predicate: str) -> set[str]:
        """Return all predicates that tell the amount that this one tells; none if it tells no such amount."""
        what = self.measure_of(predicate)
        return {predicate, what, *(form.format(what) for form in _measure_forms())} if what else set()

    def is_many_valued(self, predicate: str) -> bool:
        """Return whether a relation is known to hold with many at once."""
        return self.matter_of(predicate) is None and (predicate in _many() or predicate in self.many)

    def exclude(self, one: str, other: str) -> bool:
        """Return whether two predicates about one subject and one object cannot be true at one time."""
        return are_opposites(one, other) or self.ends(one, other) or self.ends(other, one)

    def ends(self, one: str, other: str) -> bool:
        """Return whether one predicate says that the other is over or not so, about the same object."""
        if positive := _positive(one):
            return self.same_matter(positive, other) or _stems(positive) == _stems(other)
        return other in (ended := _ended_by().get(one, set[str]())) or self.matter_of(other) in ended

    def are_alike(self, one: str, other: str) -> bool:
        """Return whether two predicates about one subject and one object say the same."""
        return (
            one == other or self.same_matter(one, other) or _attitudes().get(one, 0) * _attitudes().get(other, 0) > 0
        )

    def of_matter(self, predicate: str) -> set[str]:
        """Return all predicates that compete with this one on its matter; the predicate alone if it has none."""
        matter = self.matter_of(predicate)
        if matter is None or _built_in(predicate) is None:
            return {predicate}
        if kin := told_of_kin(predicate):
            begin, rest = kin
            return {predicate, *(f"{begin}{one}" for one in self.of_matter(rest))}
        if matter not in _single():  # a favourite, in its spellings
            spelt = {matter, *_spellings(matter)}
            endings = [pack.relations.copula for pack in languages() if pack.relations.copula]
            return spelt | {f"{name}{ending}" for name in spelt for ending in endings} | {predicate}
        return {*_single()[matter], predicate}

    def related_to(self, predicate: str) -> set[str]:
        """Return all predicates of facts that this one may compete with."""
        found = (
            self.of_matter(predicate)
            | opposites_of(predicate)
            | set(_attitudes() if predicate in _attitudes() else ())
        )
        if positive := _positive(predicate):
            found |= self.of_matter(positive)
        for ended in _ended_by().get(predicate, ()):
            found |= set(_single().get(ended, [ended]))
        return found | set(_endings().get(self.matter_of(predicate) or predicate, ()))


BUILT_IN = Predicates()
"""The rules without any settings."""


def name_predicates() -> frozenset[str]:
    """Return the predicates that tell a name of somebody."""
    return frozenset(predicate for predicate, matter in _matters().items() if matter in NAME_MATTERS)


@lru_cache(maxsize=4096)
def thing_named(predicate: str) -> str | None:
    """Return the words for what a predicate tells a name of, as a part of its subject: "dog", for `dog_is_called`.

    They are empty where that is the subject itself. It is None for a predicate that tells no name.
    """
    if matter_of(predicate) in NAME_MATTERS:
        return ""
    for name in sorted(name_predicates(), key=len, reverse=True):
        behind = name if is_han(name) else f"_{name}"
        if predicate.endswith(behind) and (thing := predicate.removesuffix(behind)):
            return thing.replace("_", " ").strip()
    return None


def matter_of(predicate: str) -> str | None:
    """Return the built-in single-valued matter of a predicate; see `Predicates.matter_of`."""
    return BUILT_IN.matter_of(predicate)


def are_opposites(one: str, other: str) -> bool:
    """Return whether two predicates tell of opposite feelings."""
    return attitude_of(one) * attitude_of(other) < 0


def attitude_of(predicate: str) -> int:
    """Return 1 for a predicate of liking, -1 for one of disliking, 0 for any other."""
    return _attitudes().get(predicate, 0)


def is_timeless(predicate: str) -> bool:
    """Return whether what a predicate tells has no beginning but one that is told: a birthday, an origin."""
    _, rest = told_of_kin(predicate) or ("", predicate)
    return rest in _timeless()


def is_yearly(predicate: str) -> bool:
    """Return whether what a predicate tells comes every year, so that its day is never its end: a birthday."""
    _, rest = told_of_kin(predicate) or ("", predicate)
    return matter_of(rest) in ("birthday", "anniversary")


def is_preference(predicate: str) -> bool:
    """Return whether a predicate tells what somebody likes better than its alternatives."""
    return predicate in _preferences()


def are_alternatives(one: str, other: str) -> bool:
    """Return whether two things are such of which one prefers one to the other."""
    return any(are(one, other) for are in _alternatives())


def opposites_of(predicate: str) -> set[str]:
    """Return the predicates of the opposite feeling."""
    attitude = attitude_of(predicate)
    return {other for other, sign in _attitudes().items() if attitude * sign < 0} if attitude else set()


def is_event(predicate: str) -> bool:
    """Return whether a predicate names an event that stays true (left, graduated from), not a state."""
    return predicate in _ended_by()


def type_expected(predicate: str) -> str | None:
    """Return the type of thing that a predicate is about whatever its object is called.

    It is None where the predicate leaves that open.
    """
    _, rest = told_of_kin(predicate) or ("", predicate)
    return _types_expected().get(rest)


def is_to_another(predicate: str, object_type: str) -> bool:
    """Return whether a relation to such an object ties somebody to another person or an animal.

    Their name does not matter.
    """
    expected = type_expected(predicate)
    kind = expected or object_type
    return kind == "animal" or (
        kind == "person" and (expected == kind or bool(roles_in(predicate.replace("_", " "))))
    )


def sort_of(predicate: str) -> Sort | None:
    """Return what sort of relation a predicate is, in whatever form of its verb.

    It is None for a predicate of no known sort.
    """
    if attitude := _attitudes().get(predicate, 0):
        return "taste" if attitude > 0 else "distaste"
    if predicate.startswith(_favourites()):
        return "favourite"
    if predicate.startswith(_plans()):
        return "plan"
    return _sort_of_stems().get(_stems(predicate.removeprefix("is_")))


def is_to_come(predicate: str) -> bool:
    """Return whether a predicate tells of what will be: a plan, an appointment.

    It is true from when it is told.
    """
    return sort_of(predicate) in ("plan", "appointment")


def is_unsettled(predicate: str) -> bool:
    """Return whether a predicate tells of what will turn out one way or another: a plan, a wish, a doubt, a worry."""
    return _unsettled().match(predicate) is not None and sort_of(predicate) != "instruction"


def plan_to(predicate: str, language: str) -> str:
    """Return the predicate of the plan that a relation should come to be: `plans_to_move_to` for `moves_to`."""
    pack = next((pack for pack in languages() if pack.code == language and pack.relations.plans), None)
    if pack is None or is_to_come(predicate):
        return predicate
    return f"{pack.relations.plans}{pack.relations.bare(predicate)}"


def says_only_planned(text: str) -> bool:
    """Return whether words say that something was planned and came to nothing: "we were going to hire her"."""
    return _only_planned().search(text) is not None


def denies(sentence: str) -> bool:
    """Return whether a sentence says that something is not so, or no longer."""
    return _denied().search(sentence) is not None


@lru_cache(maxsize=64)  # of a question they are asked for again and again
def predicates_asked(question: str) -> frozenset[str]:
    """Return the predicates that a question asks for, in whatever words it does."""
    asked = {name for pattern, name in _abouts() if pattern.search(question)}
    signs = attitudes_asked(question)
    found = predicates_of(name for name in asked if TASTES.get(name, 0) in (0, *signs))
    return found | {predicate for predicate, sign in _attitudes().items() if sign in signs}


def predicates_named(thing: str) -> frozenset[str]:
    """Return the predicates that a thing of somebody's names as a whole ("address", "where I live")."""
    return predicates_of({name for pattern, name in _things() if pattern.fullmatch(thing)})


def predicates_of_kin(owner: str) -> frozenset[str]:
    """Return the predicates by which one has somebody or something ("sister", "school")."""
    return frozenset(predicate for pattern, listed in _kin() if pattern.fullmatch(owner) for predicate in listed)


def kin_told_of(predicate: str) -> str:
    """Return the word for whom the subject has, of whom a predicate tells.

    For `mum_likes` it is "mum"; for a predicate that tells of nobody it is empty.
    """
    match = None if predicate in _matters() else _of_kin().match(predicate)
    return match[0].replace("_", " ").strip() if match else ""


def tells_of_kin(predicate: str) -> bool:
    """Return whether a predicate tells whom one has, or what: has_sister, has_dog."""
    return any(predicate in listed for _, listed in _kin())


def predicates_saying(predicate: str) -> frozenset[str]:
    """Return the predicates that say of somebody and one thing what this one says, in whatever words."""
    kin = (listed for _, listed in _kin() if predicate in listed)
    attitudes = {other for other in _attitudes() if attitude_of(other) * attitude_of(predicate) > 0}
    return frozenset(BUILT_IN.of_matter(predicate) | attitudes).union(*kin)


def predicates_of(names: Iterable[str]) -> frozenset[str]:
    """Return the predicates of matters and sorts."""
    names = set(names)
    of_sorts = {predicate for sort, listed in _sorts().items() if sort in names for predicate in listed}
    return frozenset(of_sorts | {predicate for name in names for predicate in _single().get(name, [])})


def none_keys() -> frozenset[str]:
    """Return the keys of the nodes that stand for there being none."""
    return _none()


def names_nothing(words: str) -> bool:
    """Return whether words, as the object of a fact, say that there is none: works_at → none."""
    return words.strip().casefold() in _none()


def is_said(predicate: str, question: str) -> bool:
    """Return whether a question says the relation by its name, as 猫 says 猫是."""
    for pack in languages():
        predicate = predicate.removesuffix(pack.relations.copula)
    return is_han(predicate) and predicate in question


def is_beside(predicate: str, text: str) -> bool:
    """Return whether the words say that something is true as well as what was: "I also work at B"."""
    return predicate not in _moves() and _beside().search(text) is not None


@lru_cache(maxsize=4096)
def _built_in(predicate: str) -> str | None:
    if predicate.startswith(_favourites()):
        for pack in reversed(languages()):
            predicate = predicate.removesuffix(pack.relations.copula)
            for spelling, common in pack.relations.respelt.items():
                predicate = predicate.replace(spelling, common)
        return predicate
    if (matter := _matters().get(predicate)) is None and (kin := told_of_kin(predicate)):
        begin, rest = kin
        return f"{begin}{_matters()[rest]}"
    return matter


@lru_cache(maxsize=4096)  # of one fact it is asked some twenty times
def told_of_kin(predicate: str) -> tuple[str, str] | None:
    """Return what a predicate that tells of one whom its subject has begins with, and what it tells.

    For `dad_lives_in` these are `dad_` and `lives_in`. It is None for all else, and for those of whom one may have
    several.
    """
    match = None if predicate in _matters() else _of_kin().match(predicate)
    rest = predicate[match.end() :] if match else ""
    return (match[0], rest) if match and rest in _matters() else None


def _within(form: str, predicate: str) -> str:
    """Return what stands in the blank of a form; "" where a predicate is not of that form."""
    begin, _, end = form.partition("{}")
    is_of_form = predicate.startswith(begin) and predicate.endswith(end)
    return predicate[len(begin) : len(predicate) - len(end)] if is_of_form else ""


def _spellings(matter: str) -> list[str]:
    respelt = [pair for pack in languages() for pair in pack.relations.respelt.items()]
    return [matter.replace(common, spelling) for spelling, common in respelt]


def _positive(predicate: str) -> str | None:
    """Return what a predicate negates: `lives_in` for `no_longer_lives_in`; None where it negates nothing."""
    match = _negation().match(predicate)
    return predicate[match.end() :] or None if match else None


@lru_cache(maxsize=4096)
def _stems(predicate: str) -> tuple[str, ...]:
    return tuple(map(stem, predicate.split("_")))
