"""What a language has to provide to be understood and spoken by memary.

A `Language` is a record of parts: what questions look like, which words are names, how times are told. Each part is
words, patterns or pure functions, and may be left out: a language that tells only some is read that far. Patterns are
sources of regular expressions, in which the case of letters does not matter; memary joins those of all languages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from memary.languages.spans import PersonName, Span, Told
from memary.languages.texts import Texts
from memary.languages.times.parsing import Reading

Script = Literal["latin", "han", "kana", "hangul", "arabic", "hebrew", "cyrillic", "any"]
Leaning = Literal["person", "thing", "place", "left_out"]
"""On what a question leans: somebody, something or a place named before, or the question before as a whole."""

Sort = Literal["plan", "taste", "distaste", "favourite", "interest", "allergy", "thing", "visit"]
"""What a relation tells of the one it is about, where that is more than one fact or none tells."""


def words(text: str) -> frozenset[str]:
    """Return the words of a list, which are written with spaces between them."""
    return frozenset(text.split())


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Questions:
    """What asks, and for what.

    Attributes:
        asks: pattern of a sentence that asks for something, beside its question mark.
        supposes: pattern of a sentence that supposes something, and states nothing.
        ends: pattern of the words that end a question as a question mark does.
        when: pattern of a question that asks for a time.
        words: words that ask, and say nothing about what is asked for.
        asking: pattern of the same, of what has to be cut out before a question is cut into words.
        kind: pattern of words that only say what kind of thing is asked for ("which city").
    """

    asks: str = ""
    supposes: str = ""
    ends: str = ""
    when: str = ""
    words: frozenset[str] = frozenset()
    asking: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Times:
    """How times are told.

    Attributes:
        read: gives the time expressions of a text, of which it gets the words as written and in lower case.
        asks_past: gives where a question says that it asks for what was once ("where did I live before?").
        tells: pattern of words that tell when something was.
        tells_own: pattern of those that mean the time at which they are said ("today").
    """

    read: Callable[[str, str], Iterable[Reading]] = lambda _text, _lower: ()
    asks_past: Callable[[str], Iterable[tuple[int, int]]] = lambda _question: ()
    tells: str = ""
    tells_own: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pronouns:
    """Words that stand for somebody.

    Attributes:
        own: those for the user, and words that mean one.
        others: those for anybody else.
        me: the subject in the first person.
        mine: the possessive in the first person.
        possessive: pattern of what behind a name says that something is theirs.
        asker: pattern of the first person, where it means one alone.
        we: pattern of the first person, of one or many.
        she: pattern of what stands for a woman.
        he: pattern of what stands for a man.
        her_before: pattern of the words right before a woman's name.
        his_before: pattern of the words right before a man's name.
    """

    own: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()
    me: str = ""
    mine: str = ""
    possessive: str = ""
    asker: str = ""
    we: str = ""
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
        family: family names of one character.
        person: takes a person's name apart, if it is written in the language's script.
    """

    spot: Callable[[str, str], Iterable[Span]] | None = None
    refined: Callable[[str, Span], Span] = lambda _text, span: span
    introduced: Callable[[str, str], Iterable[Told]] = lambda _text, _language: ()
    answer: re.Pattern[str] | None = None
    asked_for: str = ""
    is_name: Callable[[str], bool] = bool
    common: frozenset[str] = frozenset()
    days: frozenset[str] = frozenset()
    family: frozenset[str] = frozenset()
    person: Callable[[str], PersonName | None] | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NameForms:
    """Forms of a name that stand for the same thing. All take and give keys.

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
        plural: whether the first of two keys has the regular plural of the last word of the second.
        singulars: gives what may be the other number of a key.
        ordinals: gives the ordinal numbers written within a key.
        unnumbered: gives a key with # for those.
        region: gives a place's key without the word for what sort of region it is.
        further: gives further keys under which a thing may be stored.
        letters: letters of one spelling and those of the common one.
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
    plural: Callable[[str, str], bool] = lambda _plural, _single: False
    singulars: Callable[[str], set[str]] = lambda _key: set()
    ordinals: Callable[[str], Sequence[int]] = lambda _key: ()
    unnumbered: Callable[[str], str] = lambda key: key
    region: Callable[[str], str] = lambda key: key
    further: Callable[[str], set[str]] = lambda _key: set()
    letters: Mapping[int, int] = field(default_factory=dict[int, int])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Relations:
    """What the predicates of facts mean, in the form of `memary.languages.keys.predicate_key`.

    Lists of predicates are words with spaces between them.

    Attributes:
        single: by matter, the predicates of which one subject has one value at a time.
        attitudes: 1 for those of liking, -1 for those of disliking.
        feelings: gives the attitudes that a text tells of.
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
    """

    single: Mapping[str, str] = field(default_factory=dict[str, str])
    attitudes: Mapping[str, int] = field(default_factory=dict[str, int])
    feelings: Callable[[str], Iterable[int]] = lambda _text: ()
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


@dataclass(frozen=True, slots=True)
class Statement:
    """One way to say one thing about oneself.

    Attributes:
        regex: what is said, with the group `object` and others.
        predicate: of the fact; filled from the groups.
        statement: its sentence; `{self}` is who speaks.
        object_type: the type of the object.
        fits: whether the words in the place of the object can be one.
        timeless: whether no word tells present from past, so that a time beside it says only when it was.
    """

    regex: re.Pattern[str]
    predicate: str
    statement: str
    object_type: str = "thing"
    fits: Callable[[str], bool] = bool
    timeless: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Statements:
    """How people state facts about themselves.

    Attributes:
        forms: the ways to say one thing.
        unread: codes of languages in whose texts they are not looked for.
        not_said: pattern of a sentence that asserts nothing.
        no_object: pattern of words that are no object of a fact.
        joints: pattern of the words between two statements of one sentence.
        animals: words of the group `kin` that name an animal.
        from_then: pattern of what makes a time the beginning also of what is timeless.
        called: predicate and sentence of the fact that tells a name; `{self}` is who bears it, `{object}` the name.
    """

    forms: Sequence[Statement] = ()
    unread: frozenset[str] = frozenset()
    not_said: str = ""
    no_object: str = ""
    joints: str = ""
    animals: frozenset[str] = frozenset()
    from_then: str = ""
    called: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Corrections:
    """How people correct and take back what they said.

    Attributes:
        both: patterns of a message that names the `new` word and the `old` one.
        meant: patterns of one that names the `new` word.
        it_is: patterns of one that may as well begin something new ("it's …").
        denies: patterns of the `old` word, denied right after a statement.
        ended: predicates, each with a pattern of a message that says that it is so no more, of the `old` word.
        begins_anew: pattern of the words that take back what was said, before what is so is said anew.
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
    denies: Sequence[re.Pattern[str]] = ()
    ended: Sequence[tuple[str, re.Pattern[str]]] = ()
    begins_anew: str = ""
    changed: str = ""
    means: str = ""
    cleared: str = ""
    by_it: str = ""
    is_word: Callable[[str], bool] | None = None
    kind: Callable[[str], str] | None = None


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
    """

    regions: Callable[[str, str], frozenset[str]] = lambda _name, _text: frozenset()
    known: Callable[[str], frozenset[str]] = lambda _name: frozenset()
    exclusive: Callable[[frozenset[str], frozenset[str]], bool] = lambda _one, _other: False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Matters:
    """How people say what is to do and what is done. Patterns hold no groups that are captured.

    Attributes:
        opens: pattern of words that open a matter.
        settled: pattern of those that settle whatever it is.
        done: pattern of those that say that one thing was done.
        not_so: pattern of a clause that says it is not so, or only wished or supposed.
        asks: pattern of a question whether it is done.
        clause: pattern of the words between clauses.
        verbs: what is done to a matter.
        same_verbs: signs for verbs, and one for those that mean the same.
        denied: pattern of the words that deny a matter.
    """

    opens: str = ""
    settled: str = ""
    done: str = ""
    not_so: str = ""
    asks: str = ""
    clause: str = ""
    verbs: frozenset[str] = frozenset()
    same_verbs: Mapping[str, str] = field(default_factory=dict[str, str])
    denied: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Manner:
    """How people write, and say how they feel.

    Attributes:
        slang: pattern of informal words.
        polite: pattern of polite ones.
        mood: pattern of a mood said in the first person, with the group `mood`.
        unsure: pattern of what makes that no statement.
    """

    slang: str = ""
    polite: str = ""
    mood: str = ""
    unsure: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Insights:
    """How insights are worded.

    Attributes:
        attributes: names of attributes, and the one name for each in whatever language.
        filler: words of an attribute's name that say nothing.
        filling: pattern of the same, where words are written without spaces.
        claims: gives the names and numbers that a text claims.
    """

    attributes: Mapping[str, str] = field(default_factory=dict[str, str])
    filler: frozenset[str] = frozenset()
    filling: str = ""
    claims: Callable[[str], set[str]] = lambda _text: set()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Kinds:
    """Words for kinds of things.

    Attributes:
        types: words for the types of entities.
        categories: words for the categories that follow from types.
        users: words by which programs name the user.
        here: what one says for where one is.
    """

    types: Mapping[str, str] = field(default_factory=dict[str, str])
    categories: Mapping[str, str] = field(default_factory=dict[str, str])
    users: frozenset[str] = frozenset()
    here: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Dialogue:
    """How a question leans on what was said before it.

    Attributes:
        leans: tells on what a question leans; None for one that stands alone.
        stands_for: patterns of the words that stand for something named before.
        elliptic: pattern of what goes on with a question without being one ("and in winter").
        acknowledges: pattern of a text that only acknowledges.
        signs_off: pattern of the words with which one takes leave.
        noun: pattern of a noun that a pronoun after it may stand for.
        within: pattern of the words before a place.
        beside: pattern of the words before what a sentence is not about.
        whose: pattern of what behind a name says that something is theirs.
    """

    leans: Callable[[str], Leaning | None] | None = None
    stands_for: Mapping[Leaning, re.Pattern[str]] = field(default_factory=dict[Leaning, re.Pattern[str]])
    elliptic: str = ""
    acknowledges: re.Pattern[str] | None = None
    signs_off: str = ""
    noun: str = ""
    within: str = ""
    beside: str = ""
    whose: str = ""


def first_leaning(text: str, patterns: Mapping[Leaning, re.Pattern[str]]) -> tuple[int, Leaning] | None:
    """Return where the first word stands that stands for another, and for what."""
    best: tuple[int, Leaning] | None = None
    for kind, pattern in patterns.items():
        match = pattern.search(text)
        if match and (best is None or match.start() < best[0]):
            best = match.start(), kind
    return best


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Replies:
    """Replies that tell nothing.

    Attributes:
        admits: pattern of the admission that one does not know or will not say.
        fails: pattern of how the report of an error begins.
        declines: pattern of how the refusal of a task begins.
        agreement: words of agreement and politeness.
    """

    admits: str = ""
    fails: str = ""
    declines: str = ""
    agreement: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Language:
    """A language.

    Attributes:
        code: ISO 639.
        script: what it is written in; any for what is read in whatever text and is the language of none.
        grammar: pattern of the words that carry its grammar, by which a text is known to be in it.
        texts: the wording of prompts and headings; None for English ones.
    """

    code: str
    script: Script
    grammar: str = ""
    texts: Texts | None = None
    pronouns: Pronouns = Pronouns()
    names: Names = Names()
    forms: NameForms = NameForms()
    times: Times = Times()
    relations: Relations = Relations()
    statements: Statements = Statements()
    corrections: Corrections = Corrections()
    roles: Roles = Roles()
    places: Places = Places()
    kinds: Kinds = Kinds()
    matters: Matters = Matters()
    manner: Manner = Manner()
    insights: Insights = Insights()
    questions: Questions = Questions()
    dialogue: Dialogue = Dialogue()
    replies: Replies = Replies()
