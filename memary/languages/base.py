"""What a language has to provide to be understood and spoken by memary.

A `Language` is a record of parts: what questions look like, which words are names, how times are told. Each part is
words, patterns or pure functions, and may be left out: a language that tells only some is read that far. Patterns are
sources of regular expressions, in which the case of letters does not matter; memary joins those of all languages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from memary.languages.spans import PersonName, Span, Told
from memary.languages.texts import Texts
from memary.languages.times.parsing import Reading

Script = Literal["latin", "han", "kana", "hangul", "arabic", "hebrew", "cyrillic", "any"]


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
        introduced: gives those whose names a text tells ("my name is …"), where no statement says so.
        common: words that are a name as well, but only as a name is written.
        days: names of days and months.
        person: takes a person's name apart, if it is written in the language's script.
    """

    spot: Callable[[str, str], Iterable[Span]] | None = None
    refined: Callable[[str, Span], Span] = lambda _text, span: span
    introduced: Callable[[str], Iterable[Told]] = lambda _text: ()
    common: frozenset[str] = frozenset()
    days: frozenset[str] = frozenset()
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
    questions: Questions = Questions()
    replies: Replies = Replies()
