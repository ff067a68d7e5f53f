"""Define how a language states and corrects facts, and what its predicates mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Sort = Literal[
    "plan",
    "appointment",
    "taste",
    "distaste",
    "favourite",
    "interest",
    "allergy",
    "thing",
    "visit",
    "fear",
    "business",
    "instruction",
]
"""What a relation tells of the one it is about, where that is more than one fact or none tells."""


def is_told_already(_words: str) -> bool:
    """Return that no words are a name by themselves: only those of whom one told to have are meant."""
    return False


def are_never(_one: str, _other: str) -> bool:
    """Return that no two things are such of which one prefers one to the other."""
    return False


def is_anybody(_words: str) -> bool:
    """Return that whatever is named is meant: the words for several stand in the place of a name."""
    return True


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Relations:
    """What the predicates of facts mean, in the form of `memary.languages.keys.predicate_key`.

    Lists of predicates are words with spaces between them.

    Attributes:
        single: by matter, the predicates of which one subject has one value at a time.
        measures: pattern of the words, in a predicate, for an amount of which there is one at a time: a budget.
        measure_forms: how predicates tell it, with `{}` for the word.
        attitudes: 1 for those of liking, -1 for those of disliking.
        feelings: gives the attitudes that a text tells of.
        preferences: those of what one likes better than its alternatives.
        are_alternatives: whether one prefers one of two things to the other.
        timeless: those of what has no beginning but one that is told, as a birthday or where somebody is from.
        moves: those that tell of a change, whatever words stand around them.
        many: those of which one has many.
        expected: by type, the predicates whose object is of that type.
        sorts: by sort, predicates that tell of a plan, an interest and the like.
        favourites: how those begin that tell of a favourite.
        copula: what may stand at their end.
        respelt: spellings in them, and the common ones.
        negation: pattern of how a predicate begins that denies another.
        endings: by matter or predicate, the predicates that end it.
        beside: pattern of words that say that something is true as well as what was.
        within: those by which one place lies in another.
        begin: those of which a time in the sentence tells the beginning.
        none: words that, as the object of a fact, say that there is none.
        of_kin: pattern of how a predicate begins that tells of one whom the subject has (dad_lives_in).
        told_of: gives a relation, with spaces for words, as it is said of a subject: "works at", for "work at".
        denied: pattern of words by which a sentence says that something is not so, or no longer.
        over: pattern of words by which a sentence tells that something is over.
        only_planned: pattern of words that say that something was planned, and came to nothing.
        plans: how a predicate begins that tells of a plan to do something, before what is planned.
        bare: gives what stands behind that for a relation: "move_into", for "moves_into".
        unsettled: pattern of how a predicate begins that tells of what will turn out one way or another: a plan, a
            wish, a doubt, a worry.
    """

    single: Mapping[str, str] = field(default_factory=dict[str, str])
    measures: str = ""
    measure_forms: Sequence[str] = ()
    attitudes: Mapping[str, int] = field(default_factory=dict[str, int])
    feelings: Callable[[str], Iterable[int]] = lambda _text: ()
    preferences: frozenset[str] = frozenset()
    are_alternatives: Callable[[str, str], bool] = are_never
    timeless: frozenset[str] = frozenset()
    moves: frozenset[str] = frozenset()
    many: frozenset[str] = frozenset()
    expected: Mapping[str, str] = field(default_factory=dict[str, str])
    sorts: Mapping[Sort, str] = field(default_factory=dict[Sort, str])
    favourites: Sequence[str] = ()
    copula: str = ""
    respelt: Mapping[str, str] = field(default_factory=dict[str, str])
    negation: str = ""
    endings: Mapping[str, str] = field(default_factory=dict[str, str])
    beside: str = ""
    within: frozenset[str] = frozenset()
    begin: frozenset[str] = frozenset()
    none: frozenset[str] = frozenset()
    of_kin: str = ""
    told_of: Callable[[str, str], str] = lambda relation, _subject: relation
    denied: str = ""
    over: str = ""
    only_planned: str = ""
    plans: str = ""
    bare: Callable[[str], str] = str
    unsettled: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """One way to say one thing about oneself, or about somebody who is named.

    Attributes:
        regex: what is said, with the group `object` and others; `subject` where it is about somebody else.
        predicate: of the fact; filled from the groups.
        statement: its sentence; `{self}` is who speaks.
        object_type: the type of the object.
        fits: whether the words in the place of the object can be one.
        timeless: whether no word tells present from past, so that a time beside it says only when it was.
        object: what the object is where no words of the sentence are; filled from the groups.
        each: pattern of what stands between several objects, where one may tell several, each of which is a fact.
        fits_subject: whether the words in the place of the subject can be one.
        leads: whether it has to begin the message, but for a greeting or thanks, as where it leaves out who is meant.
        of: predicate of what the group `old` names and has to be known, where that is another than the fact's own.
        whose: predicate, filled from the groups, by which the speaker has whom it is about ("my sister").
        number: how many the speaker has as such, of each of whom it is told.
        unnamed: predicate and sentence of the fact about the speaker, as long as the name of whom it is about is not
            known ("my dad"); without, nothing is told then.
        written: gives the object as the fact has it, of its words.
        keeps: whether the object is a name that has to have a part of the known one, if that is known.
        worded: gives the object as the sentence has it, of that.
        unless: predicate, filled from the groups, by which the speaker must have none of that name known, or none at
            all where no name is told.
        comes_true: of a plan, predicate and sentence of the fact that holds from its day on.
    """

    regex: re.Pattern[str]
    predicate: str
    statement: str
    object_type: str = "thing"
    fits: Callable[[str], bool] = bool
    timeless: bool = False
    object: str = ""
    each: str = ""
    fits_subject: Callable[[str], bool] = bool
    leads: bool = False
    of: str = ""
    whose: str = ""
    number: int = 1
    unnamed: tuple[str, str] | None = None
    written: Callable[[str], str] = str
    keeps: bool = False
    worded: Callable[[str], str] = str
    unless: str = ""
    comes_true: tuple[str, str] | None = None

    def sentence(self, who: str, object: str, groups: Mapping[str, str] | None = None) -> str:
        """Return the sentence of a fact of this form, about somebody.

        `groups` are of the words that were read.
        """
        return self.statement.format(self=who, **{**(groups or {}), "object": self.worded(object)})


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A clause that leaves out its subject behind one that names the speaker: "I quit and moved to Rome".

    Attributes:
        before: what stands before that clause; the group `place` is in what follows, where that names one.
        subject: the words for the speaker.
        fits: whether the words of `place` can be one.
    """

    before: re.Pattern[str]
    subject: str
    fits: Callable[[str], bool] = bool


@dataclass(frozen=True, slots=True)
class ReferringBack:
    """A pronoun for whom the words before it name: "My sister is Lena and she lives in Graz".

    Attributes:
        named: the words that name one person, at the beginning of a sentence, with the group `name`: a name, or who
            it is to the speaker ("my sister").
        joined: what may stand behind them, up to the pronoun.
        pronouns: patterns of pronouns that begin what is said next, each with what stands for it behind the name.
        fits: whether words can be the name of a person.
        lead: what stands before the name where it stands for a pronoun: "my", before "cats".
    """

    named: re.Pattern[str]
    joined: re.Pattern[str]
    pronouns: Sequence[tuple[re.Pattern[str], str]]
    fits: Callable[[str], bool]
    lead: str = ""

    def naming(self, sentence: str) -> re.Match[str] | None:
        """Return the words of a sentence that name somebody."""
        match = self.named.match(sentence)
        return match if match and self.fits(match["name"]) else None

    def by_name(self, name: str, said: str) -> str:
        """Return what is said with a name for its pronoun; nothing, where it begins with none."""
        begun = ((form.match(said), put) for form, put in self.pronouns)
        return next((f"{self.lead}{name}{put}{said[match.end() :]}" for match, put in begun if match), "")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Statements:
    """How people state facts about themselves.

    Attributes:
        forms: the ways to say one thing.
        unread: codes of languages in whose texts they are not looked for.
        letters: pattern of a letter of their script, where each of the forms and absences has one: in texts without
            any they are not looked for.
        not_said: pattern of a sentence that asserts nothing.
        no_object: pattern of words that are no object of a fact.
        whole_name: gives the whole name of a place or firm, of what was read of it, what follows and its type; None
            where that is a stump of what was said.
        abbreviations: words whose full stop ends no sentence, in lower case.
        joints: pattern of the words between two statements of one sentence.
        goes_on: pattern of a sentence and the one behind it, which goes on with what that lists.
        before_now: pattern of what a sentence tells of the past before, or after, it tells what is so now.
        own_clause: pattern of where a clause begins whose times date nothing that stands before it.
        there: pattern of how such a clause begins that tells since when one is where the one before says.
        lasting: the ways to say in `words` for how long something has been so, each with words for when it began.
        animals: words of the group `kin` that name an animal.
        of_age: pattern of an age behind a time, which tells no beginning then: 今年29岁.
        from_then: pattern of what makes a time the beginning also of what is timeless.
        absences: the ways to say that there is none of what one has one of, at present; one with the group `old` says
            so only of what is known to be so.
        not_absent: pattern of a sentence that says no such thing of the present.
        filled: pattern of a message that says what there is instead.
        past: the ways to say that something was so and is no more.
        not_past: pattern of a sentence that says no such thing.
        causes: patterns of a text that tells, in its `words`, that its `effect` holds because of its `ground`.
        referring: pronouns for whom a sentence has just named.
        left_out: the clauses that leave out that the speaker is meant.
        called: predicate and sentence of the fact that tells a name; `{self}` is who bears it, `{object}` the name.
        quoted_name: pattern of what stands before a name in quotation marks, so that they hold no speech.
    """

    forms: Sequence[Statement] = ()
    unread: frozenset[str] = frozenset()
    letters: re.Pattern[str] | None = None
    not_said: str = ""
    no_object: str = ""
    whole_name: Callable[[str, str, str], str | None] | None = None
    abbreviations: frozenset[str] = frozenset()
    joints: str = ""
    goes_on: str = ""
    before_now: str = ""
    own_clause: str = ""
    there: str = ""
    lasting: Sequence[tuple[re.Pattern[str], str]] = ()
    animals: frozenset[str] = frozenset()
    of_age: str = ""
    from_then: str = ""
    absences: Sequence[Statement] = ()
    not_absent: str = ""
    past: Sequence[Statement] = ()
    not_past: str = ""
    filled: str = ""
    causes: Sequence[re.Pattern[str]] = ()
    referring: Sequence[ReferringBack] = ()
    left_out: Sequence[LeftOut] = ()
    called: tuple[str, str] | None = None
    quoted_name: str = ""

    def may_be_in(self, text: str, language: str = "") -> bool:
        """Return whether the forms are looked for in a text, of whose language the code may be known."""
        return language not in self.unread and (self.letters is None or self.letters.search(text) is not None)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Corrections:
    """How people correct and take back what they said.

    Attributes:
        both: patterns of a message that names the `new` word and the `old` one.
        meant: patterns of one that names the `new` word.
        it_is: patterns of one that may as well begin something new ("it's …").
        gives_up_work: pattern of the words that there is no employer any more since one gave up work, or lost it.
        denies: patterns of the `old` word, denied right after a statement.
        ended: predicates, each with a pattern of a clause that says that it is so no more, of the `old` word, or of
            whatever is known.
        dropped: the same without a subject, as a message may begin that tells of the speaker: "Not vegan any more".
        clauses: pattern of what stands between two clauses, of which one may say that something is so no more.
        replaced: the ways to say that something else has taken the place of an `old` thing that was told.
        leaving: patterns of the words in a plain statement that name the `old` thing that was left for the new one.
        contrasts: patterns of a sentence that says what is so and what is not, each with two sentences in its groups:
            what is so, and what is not.
        turned: the ways to say that one likes, or does not like, by now what one named before with a pronoun alone.
        by_now: pattern of words by which one prefers something else than before.
        renames: patterns of a message that tells the `new` name of the one who was named right before.
        in_jest: pattern of a message that says that what was said before it was a jest.
        begins_anew: pattern of the words that take back what was said, before what is so is said again.
        instead: pattern of a message that begins with what is so instead of what was said right before.
        misspoke: pattern of the words that tell that something was said by mistake, and answer nothing.
        changed: pattern of words that tell of a change, so that nothing was said by mistake.
        means: pattern of the words that tell what was meant.
        cleared: pattern of a text that says that `{word}` was the wrong one.
        by_it: pattern of predicates of which "it's …" may tell the object.
        is_word: whether words can be what a fact is about, and begin no sentence.
        kind: gives what kind of word it is, of which only one alike may take the place.
    """

    both: Sequence[re.Pattern[str]] = ()
    meant: Sequence[re.Pattern[str]] = ()
    it_is: Sequence[re.Pattern[str]] = ()
    gives_up_work: str = ""
    denies: Sequence[re.Pattern[str]] = ()
    ended: Sequence[tuple[str, re.Pattern[str]]] = ()
    dropped: Sequence[tuple[str, re.Pattern[str]]] = ()
    clauses: str = ""
    replaced: Sequence[Statement] = ()
    leaving: Sequence[re.Pattern[str]] = ()
    contrasts: Sequence[tuple[re.Pattern[str], str, str]] = ()
    turned: Sequence[Statement] = ()
    by_now: str = ""
    renames: Sequence[re.Pattern[str]] = ()
    in_jest: str = ""
    begins_anew: str = ""
    instead: str = ""
    misspoke: str = ""
    changed: str = ""
    means: str = ""
    cleared: str = ""
    by_it: str = ""
    is_word: Callable[[str], bool] | None = None
    kind: Callable[[str], str] | None = None
