"""Read how somebody is called in English: a name, a new name, what friends call one.

Words that name one also say other things ("call me tomorrow", "I go by train"), so a name is read only where it has the
form of one and ends what is said.
"""

from __future__ import annotations

import re

from memary.languages.brands import KNOWN_PRODUCTS
from memary.languages.en.facts.forms import (
    CLAUSE,
    END_OF_NAME,
    GIVEN,
    I_AM,
    KIN,
    LANGUAGE,
    MINE,
    NAME,
    PERSON,
    SENTENCE,
    TITLE,
    is_name,
    is_somebody,
)
from memary.languages.en.vocabulary import wordings as wording
from memary.languages.en.vocabulary.everyday_words import EVERYDAY
from memary.languages.en.vocabulary.words import DAYS_AND_MONTHS
from memary.languages.pack.base import words
from memary.languages.pack.sentences import Statement
from memary.languages.pattern import pattern

_IS = ("name_is", "{self} is called {object}.")
_FAMILY_IS = ("surname_is", "{self}'s surname is {object}.")
_GOES_BY = ("nickname_is", "{self} goes by {object}.")

_NO_CALL = DAYS_AND_MONTHS | words(
    "street road avenue lane square celsius fahrenheit admin chief captain professor director president coach hunter chef "
    "today yesterday tomorrow tonight christmas easter later back when if at on in asap uber lyft bolt grab amtrak "
    "greyhound eurostar flixbus cab taxi metro tram bus train bike car boat plane ferry foot air"
)
"""Times, vehicles and offices, of which one says "call me" and "go by" as of names."""

_OFFICE = rf"(?:{TITLE}|(?:Doctor|Professor|Captain|Manager|Coach|Chef|Sergeant|Officer|Judge|Nurse|Sister|Brother|Uncle|Aunt|Auntie) )"
"""What makes of a name an office that somebody has now, and no new name."""

_Q = "[\"“'‘]?"
_UNQ = "[\"”'’]?"
_CALLED = rf"{_Q}(?P<object>{TITLE}*(?:{PERSON}|[A-Z]\.?[A-Z]\.?(?![\w’'])|[\u4e00-\u9fff·]{{2,4}})){_UNQ}"
_CALLED_ONE = rf"(?:[\"“'‘]|(?=(?P=initial)))(?P<object>{GIVEN}){_UNQ}"
"""One of the same initial, as a name for short has, or in quotation marks: "calls my friend Tom Hanks" is none."""
_END = (
    r"(?=\s*(?:[.,;:!)—–]|$)| now\b| (?:from now|later|early) on\b| instead\b| these days\b| nowadays\b| please\b| and I\b"
    r"| but\b| though\b| since\b| because\b| at (?:work|home|school|the office)\b| for short\b| as well\b| too\b| anyway\b)"
)
_CALLERS = (
    r"(?:(?:[Aa]ll (?:of )?)?[Mm]y (?:\w+ )?(?:friends|family|mates|colleagues|co-?workers|classmates|teammates|buddies|pals|siblings|parents|kids"
    rf"|children|grandkids|students|team|folks|{KIN})|[Ee]verybody|[Ee]veryone|[Pp]eople|[Mm]ost people|[Ee]veryone (?:here|at \w+)|[Tt]hey|[Ff]riends|[Mm]ost"
    r"|(?:[Aa]t|[Ii]n) (?:work|home|school|college|university|the office|my family|my team),? (?:they|people|everyone|everybody))"
    r"(?: all| both| usually| always| just| mostly| often| still| now| simply| generally){0,2}"
)
_LATELY = r"(?:['’]ve| have)?(?: just| recently| legally| officially| finally| now| also)*"
_RENAMED = rf"changed my (?:legal )?name (?:from {_Q}{NAME.replace('?P<object>', '?:')}{_UNQ} )?(?:back )?to "
_FAMILY_NAME = r"(?:legal )?(?:surname|(?:last|family|married) name)"
_FAMILY = r"(?P<object>(?:(?:van|von|de|der|den|del|la|da|di|bin|al) ){0,2}[A-ZÀ-Þ][\w'’]*(?:-[A-ZÀ-Þ][\w'’]*)?(?: [A-ZÀ-Þ][\w'’-]+)?)"
_FULL = rf"(?P<object>{GIVEN}(?: (?:van|von|de|del|der|la|da|di|den))*(?: {GIVEN}){{1,2}})"
_OF_NAMES = r"[^.!?\n:]{0,60}\b(?:(?:sur)?name|married|divorced?|wedding)\b[^.!?\n:]{0,40}: "
"""What tells of a change of names before a new one is told: "I took my maiden name back: I'm Eleanor Price now"."""
_AS_ONE_IS_CALLED = r"(?:(?:[Ss]ince|[Aa]fter) (?:the|my|our) \w+,? )?"


def _may_call(said: str) -> bool:
    """Return whether somebody may be called so: it is no weekday, no vehicle and no well-known product."""
    bare = re.sub(rf"^{TITLE}+", "", said)
    parts = bare.casefold().split()
    if not bare.isascii():
        return True
    if not _NO_CALL.isdisjoint(parts) or not KNOWN_PRODUCTS.isdisjoint(parts):
        return False
    return re.fullmatch(r"[A-Z]\.?[A-Z]\.?", bare) is not None or is_somebody(bare)


_OF_A_GROUP = words(
    """
    american mexican african cuban moroccan tibetan jamaican dominican samoan norman tunisian german roman korean dutch french czech greek
    arab kurd serb croat slav filipino latino latina hispanic israeli iraqi pakistani somali afghan uzbek kazakh saudi qatari muslim hindu
    catholic protestant orthodox batman superman santa done fine ok okay sure
    """
)
"""What one is, and is not called, who says "I'm American"."""


def _is_given_name(said: str) -> bool:
    """Return whether a single word with which somebody tells who they are may be a given name.

    It is in "I'm Bo", but not in "I'm Dutch".
    """
    word = said.casefold()
    is_word = word in EVERYDAY or word in _OF_A_GROUP or re.fullmatch(LANGUAGE, said) is not None
    return not is_word and is_name(said) and is_somebody(said) and wording.read(word) != "bare"


def _is_family_name(said: str) -> bool:
    """Return whether a family may be called so; one also says "my surname is Polish"."""
    return _may_call(said.split()[-1]) and not re.fullmatch(LANGUAGE, said)


def _own(regex: str, told: tuple[str, str], *, is_sure: bool = False) -> Statement:
    """Return a form about the one who speaks; with `is_sure` its words tell a name whatever that is."""
    fits = bool if is_sure else _may_call
    return Statement(pattern(CLAUSE + _AS_ONE_IS_CALLED + regex), *told, fits=fits)


def _of_other(regex: str, told: tuple[str, str], *, starts: str = SENTENCE) -> Statement:
    """Return a form about somebody who is named."""
    return Statement(
        pattern(rf"{starts}(?P<subject>{PERSON}),?{regex}"), *told, fits=_may_call, fits_subject=is_somebody
    )


def _of_kin(regex: str, told: tuple[str, str]) -> Statement:
    """Return a form about a relative whose name is known, or told here: "my sister is called Mia Chen"."""
    return Statement(pattern(rf"{CLAUSE}[Mm]y {MINE}(?P<kin>{KIN}){regex}"), *told, fits=_may_call, whose="has_{kin}")


_OF_KIN = rf"^(?:(?:Oh|Well|Actually|Also|By the way|And|But|So|FYI),? )?[Mm]y {MINE}(?:{KIN}),? "
_CHANGED = rf"(?: is now (?:called|named)|['’]s name is now) {_CALLED}{_END}"
"""So streets and towns are told of as well, so that it has to be somebody's relative, or keep part of the name."""
_CHANGED_NOW = rf"(?: is called| is named|['’]s name is) {_CALLED}(?= now\b)"
_KEEPS_PART = rf"(?: is now (?:called|named)|['’]s name is(?: now)?) (?=(?P=subject) ){_CALLED}{_END}"
_RENAMED_OTHER = rf"(?: (?:has )?(?:just |recently |legally )*changed (?:her|his|their) (?:legal )?name to|['’]s new name is) {_CALLED}{_END}"
_ALSO_CALLED = (
    r" (?:usually |mostly |also |just |now )?(?:goes by|(?:is|['’]s) (?:also |better |usually )?known as"
    rf"|(?:prefers|likes|wants|would like|would rather) to be called|would rather be called) (?:the name )?{_CALLED}{_END}"
)
_NICKNAMED = rf"['’]s nickname(?: at \w+)? is {_CALLED}{_END}"

INTRODUCTIONS = (
    _own(rf"(?:[Mm]y name(?: is|['’]s)|{I_AM} called) {TITLE}*{NAME}", _IS, is_sure=True),
    _own(rf"{I_AM} (?P<object>{GIVEN}(?: (?:van|von|de|del|der|la|da|di|den))*(?: {GIVEN}){{1,2}}){END_OF_NAME}", _IS),
    Statement(
        pattern(rf"{CLAUSE}(?:[Hh]i|[Hh]ello|[Hh]ey)(?: there)?[,.!]? {I_AM} (?P<object>{GIVEN}){END_OF_NAME}"),
        *_IS, fits=is_name,
    ),
    Statement(
        pattern(rf"^(?:(?:[Hh]i|[Hh]ello|[Hh]ey)(?: there)?[,.!]? |[Bb]y the way,? |[Oo]h,? |[Bb]tw,? )?{I_AM} (?!{_OFFICE})(?P<object>{GIVEN})(?=[.!]*$|[.!] [A-Z]|(?:,|,? and) (?:I|my)\b)"),
        *_IS, fits=_is_given_name, leads=True, keeps=True,
    ),
    _own(rf"[Mm]y (?:new|full|real|legal|official) (?:legal )?name is(?: now)? {TITLE}*{NAME}", _IS, is_sure=True),
    _own(rf"[Mm]y name(?: is|['’]s) now {TITLE}*{NAME}", _IS, is_sure=True),
    _own(rf"{I_AM} now (?:called |named )?{TITLE}*(?P<object>{GIVEN}(?: {GIVEN}){{1,2}}){_END}", _IS),
    _own(rf"{I_AM} now (?:called|named) {_CALLED}{_END}", _IS),
    Statement(
        pattern(rf"(?:^{_OF_NAMES}|{CLAUSE}{_AS_ONE_IS_CALLED}){I_AM} (?!{_OFFICE}){_FULL}(?= (?:now|again|from now on|these days)\b{_END})"),
        *_IS, fits=_may_call, keeps=True,
    ),
    *(
        Statement(pattern(CLAUSE + _AS_ONE_IS_CALLED + regex), *_FAMILY_IS, fits=_is_family_name)
        for regex in (
            rf"I{_LATELY} changed my {_FAMILY_NAME} (?:from {_Q}{NAME.replace('?P<object>', '?:')}{_UNQ} )?(?:back )?to {_FAMILY}(?:{_END}|(?= (?:after|when|last|this|in|on|before|a)\b))",
            rf"[Mm]y (?:new |current |married )?{_FAMILY_NAME} is(?: now)? {_FAMILY}{_END}",
            rf"I{_LATELY} (?:took|taken|adopted) my (?:husband|wife|partner|spouse)['’]s (?:last |sur|family )?name(?:[,:;]|,? (?:so|and) (?:it['’]s|it is|I['’]m|I am)(?: now)?| [–—-]) {_FAMILY}{_END}",
            rf"I{_LATELY} (?:gone|went|changed|taken|took|got) (?:back (?:to )?)?my maiden name(?: back)?(?:[,:;]| [–—-])(?: it['’]s)? {_FAMILY}{_END}",
        )
    ),
    _own(rf"I{_LATELY} {_RENAMED}{_CALLED}{_END}", _IS),
    _own(rf"(?:[Pp]lease,? |[Jj]ust |[Yy]ou (?:can|may|should) (?:just |also )?|[Ff]eel free to )*[Cc]all me {_CALLED}{_END}", _GOES_BY),
    _own(rf"{_CALLERS} calls? me {_CALLED}{_END}", _GOES_BY),
    _own(rf"I (?:also |usually |mostly |normally |just |still |now |generally )?go by (?:the name |the name of )?{_CALLED}{_END}", _GOES_BY),
    _own(rf"(?:I (?:prefer|like|would like|want)|I['’]d (?:like|prefer|rather)|I would (?:prefer|rather)) (?:to )?be (?:called|known as) {_CALLED}{_END}", _GOES_BY),
    _own(rf"[Mm]y nick ?name(?: at \w+| in the \w+| among friends)? is {_CALLED}{_END}", _GOES_BY),
    _own(rf"{I_AM} (?:also |better |usually )?known as {_CALLED}{_END}", _GOES_BY),
    _of_other(_CHANGED, _IS, starts=_OF_KIN),
    _of_other(_CHANGED_NOW, _IS, starts=_OF_KIN),
    _of_other(_KEEPS_PART, _IS),
    _of_other(_RENAMED_OTHER, _IS),
    _of_other(_ALSO_CALLED, _GOES_BY),
    _of_other(_NICKNAMED, _GOES_BY),
    _of_kin(_CHANGED, _IS),
    _of_kin(_RENAMED_OTHER, _IS),
    _of_kin(_CHANGED_NOW, _IS),
    _of_kin(_ALSO_CALLED, _GOES_BY),
    _of_kin(_NICKNAMED, _GOES_BY),
    Statement(
        pattern(rf"{CLAUSE}(?:{_CALLERS}|[Ww]e(?: all)?) calls? (?:my|our) {MINE}(?:{KIN}) (?P<subject>(?P<initial>[A-Z])[a-z]+) {_CALLED_ONE}{_END}"),
        *_GOES_BY, fits=_may_call, fits_subject=is_somebody,
    ),
    Statement(
        pattern(rf"{CLAUSE}(?:{_CALLERS}|[Ww]e(?: all)?) calls? (?P<subject>{GIVEN}) [\"“'‘](?P<object>{GIVEN})[\"”'’]"),
        *_GOES_BY, fits=_may_call, fits_subject=is_somebody,
    ),
)  # fmt: skip
"""For the one who speaks first, then for others."""

BEFORE_QUOTED_NAME = (
    r"\b(?:calls? (?:me|us|him|her|(?:(?:my|our) \w+ )?[A-Z]\w+)|(?:go|goes|went) by(?: the name)?|known as|(?:called|named)"
    r"|nick ?name(?: at \w+)? is|name(?: to| is(?: now)?))\s+$"
)
"""What stands before a name that is put in quotation marks, which is no speech then."""
