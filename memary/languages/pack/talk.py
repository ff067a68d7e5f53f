"""Define how a language asks and answers, and tells times, matters and moods."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from memary.languages.times.readings import Reading

Leaning = Literal["person", "thing", "place", "left_out"]
"""On what a question leans: somebody, something or a place named before, or the question before as a whole."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Questions:
    """What asks, and for what.

    Attributes:
        asks: pattern of a sentence that asks for something, beside its question mark.
        supposes: pattern of a sentence that supposes something, and states nothing.
        behind: pattern of a statement that a question stands behind in one sentence, up to that question.
        ends: pattern of the words that end a question as a question mark does.
        when: pattern of a question that asks for a time.
        words: words that ask, and say nothing about what is asked for.
        asking: pattern of the same, of what has to be cut out before a question is cut into words.
        kind: pattern of words that only say what kind of thing is asked for ("which city").
        at_present: pattern of the words that ask for the present, and for nothing else ("now").
        ahead: pattern of the words that ask for what is to come, at whatever time ("coming up").
        from_now: pattern of the words for all the time from now on, which name no time ("from today on").
        naming: pattern of the words that ask for a name ("called"), and do not tell whose.
        before: pattern of the words by which a question asks for what was so before what is so now.
        over: pattern of the words by which it asks whether something is still so, or what became of it.
        of_self: pattern of a question that asks for whatever is known of the user ("who am I?").
        about: by what relations have in common, a key of `Relations.single` or a `Sort`, the pattern of a question
            that asks for it in whatever words ("what do I do for a living").
        idle: pattern of a whole sentence that asks in form alone ("What's up?").
        yes_or_no: pattern of a question to which yes and no are answers.
        unread: pattern of a question in a language that is not read.
        short: patterns of what is asked in short, each with the words that ask for it in full.
    """

    asks: str = ""
    supposes: str = ""
    behind: str = ""
    ends: str = ""
    when: str = ""
    words: frozenset[str] = frozenset()
    asking: str = ""
    kind: str = ""
    at_present: str = ""
    ahead: str = ""
    from_now: str = ""
    naming: str = ""
    before: str = ""
    over: str = ""
    of_self: str = ""
    idle: str = ""
    yes_or_no: str = ""
    unread: str = ""
    about: Mapping[str, str] = field(default_factory=dict[str, str])
    short: Sequence[tuple[re.Pattern[str], str]] = ()


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
class Times:
    """How times are told.

    Attributes:
        read: gives the time expressions of a text, of which it gets the words as written and in lower case.
        asks_past: gives where a question says that it asks for what was once ("where did I live before?").
        asks_now: pattern of the words by which a question says that it asks for what is so now.
        changes: pattern of the words by which a message says that something is another way now.
        asks_once: pattern of those by which it asks for what was, at whatever time it names ("did", 了).
        tells: pattern of words that tell when something was.
        tells_own: pattern of those that mean the time at which they are said ("today").
    """

    read: Callable[[str, str], Iterable[Reading]] = lambda _text, _lower: ()
    asks_past: Callable[[str], Iterable[tuple[int, int]]] = lambda _question: ()
    asks_now: str = ""
    changes: str = ""
    asks_once: str = ""
    tells: str = ""
    tells_own: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Matters:
    """How people say what is to do and what is done.

    Patterns hold no groups that are captured.

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
        standing: pattern of the words by which one says how things are always to be done.
        announces_rules: pattern of those behind which rules are listed.
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
    standing: str = ""
    announces_rules: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Instructions:
    """How people tell an assistant how it is to do things from then on.

    Patterns hold no groups that are captured, and are looked for in one sentence.

    Attributes:
        given: pattern of a sentence by which they do.
        lifted: pattern of one by which they say that it need not be so any more.
        permitted: pattern of one by which they allow again what was not to be.
        no_more: pattern of the words behind either that say nothing of what is meant: "any more".
        one_more: pattern of what stands between one and a further one in the same sentence: ", and keep it short".
        predicate: of the fact that tells of it.
        statement: its sentence, with `{who}` for the speaker and `{what}` for what was said.
    """

    given: str = ""
    lifted: str = ""
    permitted: str = ""
    no_more: str = ""
    one_more: str = ""
    predicate: str = ""
    statement: str = "{what}"


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
class InsightWords:
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


Whose = Literal["own", "other", "unclear", "open"]
"""Whose a thing is: that of who speaks, of another, perhaps of another who is named beside it, or nobody's."""


@dataclass(frozen=True, slots=True)
class Saying:
    """How a text names a thing.

    Attributes:
        whose: whose it is said to be.
        name: the thing with the words that belong to it ("bank PIN"), and with whose it is if that is another.
        is_exact: whether no further words belong to it.
    """

    whose: Whose
    name: str
    is_exact: bool = True


@dataclass(frozen=True, slots=True)
class Voice:
    """From whose mouth a text is: the assistant says "your" where the user says "my".

    Attributes:
        is_assistant: whether the assistant speaks to the user.
        names: by which the user is called.
    """

    is_assistant: bool = False
    names: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Requests:
    """How people ask to forget what they told.

    Each form is a pattern of a whole sentence, with the group `what`: what is to be forgotten. The patterns of things
    read a `what` as a whole.

    Attributes:
        asks: forms that ask for nothing else.
        bare: forms that may be a figure of speech, unless they are about what is one's own or was told, or a name.
        loose: forms that may be one, unless they are about what was told.
        retracts: pattern of a sentence that asks to take something away, whatever it is.
        refers: pattern of words for what was told before; with them such a sentence is a request.
        unsays: pattern of words by which a thing was never told; with them or by themselves, too.
        edits: pattern of what else can be taken away from: a text, a file, a list.
        confides: pattern of words that tell something in confidence, or hand it over to be kept.
        by_night: pattern of words that say something was told at night.
        nouns: pattern of the words of a description that can tell a thing, with the group `noun`.
        not_meant: pattern of a text that hands over or tells what somebody else says, or is about code.
        last: pattern of a `what` that means what was said last.
        everything: pattern of one that means all there is.
        of_speaker: patterns of one that means what somebody else wrote or said, with the group `speaker`, and
            `all` where it says that all of it is meant.
        told: patterns of one that was told, with the group `thing`: what it was about.
        clauses: patterns of one that is a statement, with the group `clause`.
        open_clauses: patterns of one that is a statement if it is asked for politely, with the group `clause`.
        mine: patterns of one that is the speaker's own, with the group `thing`, and the group `owner` where somebody
            or something of the speaker's has it ("my sister's name"), `of` where it is one of several ("my job at
            Bosch"), and `bare` where it may be a statement as well.
        named: pattern of a `thing` that is a name as it is written.
        plain: pattern of a `thing` that is no name, with the group `part_of` where it is part of something;
            only one that was told or asked for politely is meant.
        joint: pattern of the words between two things.
        matters: by what relations have in common, a key of `Relations.single` or a `Sort`, the pattern of the things
            that name it ("address").
        asked: by the same, the pattern of a whole `what` that asks for it ("where I live").
        kin: by the pattern of an owner, the predicates by which the speaker has it.
        alike: groups of words for things that mean the same ("email", "email address").
        contractions: patterns of words that are run together, and what is said in full ("I'm", "I am").
        of_mine: pattern of a statement of what somebody by `name` is to the speaker, the `owner` of `kin`.
        called: pattern of a thing that is what an owner is called.
        secrets: pattern of words for what a number may be that means the same wherever it stands.
        clause_ends: pattern of the words between two clauses each of which has a subject.
        speaks: pattern of a clause whose subject is who speaks.
        another: pattern of words for somebody else.
        sayings: gives how a text names a thing.
        negates: pattern of words that deny what a statement says.
        undoes: pattern of a text that does nothing but ask to undo what was said last.
        commands: words that, typed alone in a terminal, mean a command of the conversation ("exit"), in lower case,
            with its name.
        gives_up: pattern of an answer that takes the request back.
        agrees: pattern of an answer that says yes, or all of them.
    """

    asks: Sequence[re.Pattern[str]] = ()
    bare: Sequence[re.Pattern[str]] = ()
    loose: Sequence[re.Pattern[str]] = ()
    retracts: str = ""
    refers: str = ""
    unsays: str = ""
    edits: str = ""
    confides: str = ""
    by_night: str = ""
    nouns: re.Pattern[str] | None = None
    not_meant: str = ""
    last: str = ""
    everything: str = ""
    of_speaker: Sequence[re.Pattern[str]] = ()
    told: Sequence[re.Pattern[str]] = ()
    clauses: Sequence[re.Pattern[str]] = ()
    open_clauses: Sequence[re.Pattern[str]] = ()
    mine: Sequence[re.Pattern[str]] = ()
    named: re.Pattern[str] | None = None
    plain: re.Pattern[str] | None = None
    joint: str = ""
    matters: Mapping[str, str] = field(default_factory=dict[str, str])
    asked: Mapping[str, str] = field(default_factory=dict[str, str])
    kin: Mapping[str, str] = field(default_factory=dict[str, str])
    alike: Sequence[Sequence[str]] = ()
    contractions: Sequence[tuple[str, str]] = ()
    of_mine: re.Pattern[str] | None = None
    called: str = ""
    secrets: str = ""
    clause_ends: str = ""
    speaks: str = ""
    another: str = ""
    sayings: Callable[[str, str, Voice], Iterable[Saying]] = lambda _text, _thing, _voice: ()
    negates: str = ""
    undoes: str = ""
    commands: Mapping[str, str] = field(default_factory=dict[str, str])
    gives_up: str = ""
    agrees: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Replies:
    """Replies that tell nothing, or nothing but yes or no.

    Attributes:
        admits: pattern of the admission that one does not know or will not say.
        fails: pattern of how the report of an error begins.
        declines: pattern of how the refusal of a task begins.
        agreement: words of agreement and politeness.
        same: pattern of the whole answer that two who were asked about are one.
        different: pattern of the whole answer that they are two.
    """

    admits: str = ""
    fails: str = ""
    declines: str = ""
    agreement: str = ""
    same: str = ""
    different: str = ""
