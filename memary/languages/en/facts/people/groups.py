"""Read what is told of several people at once in English: "My parents live in Leeds".

What is told of one's parents is a fact about each, where both names are known, else one about the speaker:
`parents_live_in`. Of other groups it is told as of one, since nothing says who belongs to them.
"""

from __future__ import annotations

from dataclasses import replace

from memary.languages.en.facts.ages import NUMBER_WORD, in_figures
from memary.languages.en.facts.forms import (
    CLAUSE,
    KIN,
    LATELY,
    MANY,
    MINE,
    NAME,
    PERSON,
    may_be_origin,
    may_be_relative,
)
from memary.languages.en.facts.people.animals import PETS
from memary.languages.en.facts.professions import PROFESSION
from memary.languages.pack.sentences import LeftOut, ReferringBack, Statement, is_anybody
from memary.languages.pattern import pattern

_BOTH = rf"(?:,? {PERSON} and {PERSON},?)?"
_STILL = r"(?: both| all| now| currently| still)*"
_GROUPS = r"grandparents|in-laws|children|kids|sons|daughters|brothers|sisters|siblings"
_END = r"(?=\s*(?:[.,;!)—–]|$)| (?:and|but|because|since|now|together|with|near)\b)"
_TOLD = (
    (rf"{_STILL} (?:live|are living) in {NAME}{_END}", "lives_in", "live_in", "lives in {object}", "live in {object}", "place", may_be_origin),
    (rf"(?: have|['’]ve)?(?: just| recently| both)* moved to {NAME}{_END}", "lives_in", "live_in", "lives in {object}", "live in {object}", "place", may_be_origin),
    (rf"{_STILL} (?:are|come) from {NAME}{_END}", "comes_from", "come_from", "comes from {object}", "come from {object}", "place", may_be_origin),
    (rf"(?: are| were)? both (?:are )?(?P<object>{PROFESSION})s{_END}", "works_as", "work_as", "works as {object}", "work as {object}", "topic", bool),
)  # fmt: skip


def _of_parents() -> tuple[Statement, ...]:
    return tuple(
        Statement(
            pattern(rf"{CLAUSE}(?:[Mm]y|[Oo]ur) (?P<kin>parents){_BOTH}{regex}"), one, f"{{self}} {each}.", kind, fits,
            whose="has_parent", number=2, unnamed=(f"parents_{many}", f"{{self}}'s parents {together}."),
        )
        for regex, one, many, each, together, kind, fits in _TOLD
    )  # fmt: skip


def _of_groups() -> tuple[Statement, ...]:
    return tuple(
        Statement(
            pattern(rf"{CLAUSE}(?:[Mm]y|[Oo]ur) (?P<kin>{_GROUPS}){regex}"), f"{{kin}}_{many}", f"{{self}}'s {{kin}} {together}.", kind, fits,
        )
        for regex, _, many, _, together, kind, fits in _TOLD
    )  # fmt: skip


_YEARS = rf"(?P<object>\d{{1,2}}|{NUMBER_WORD}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_CHILD = rf"(?:{KIN}|boy|girl|twin|puppy|kitten)s?"
_AGED_BEFORE = replace(
    Statement(
        pattern(rf"\b(?:an?|[Mm]y|[Oo]ur) {_YEARS}[- ]year[- ]old {_CHILD}(?:,| is)?(?: called| named)? (?P<subject>{PERSON})"),
        "age_is", "{self} is {object} years old.", "value", fits_subject=may_be_relative,
    ),
    written=in_figures,
)  # fmt: skip
"""An age before the name: "a three-year-old daughter called Mia"."""


_MOTHER, _FATHER = r"(?:mother|mom|mum)", r"(?:father|dad)"
_IS = rf"(?:['’]s name is|['’]s| is)(?: called| named)? {PERSON}"
_ENDS = r"(?=\s*(?:[.!;,]|$)|,? (?:and|but) they\b)"
_NAMED = (
    rf"[Mm]y {_MOTHER}{_IS},? and my {_FATHER}{_IS}{_ENDS}",
    rf"[Mm]y {_FATHER}{_IS},? and my {_MOTHER}{_IS}{_ENDS}",
    rf"[Mm]y parents(?: are)?(?: called| named|,|:)? {PERSON} and {PERSON}{_ENDS}",
    rf"[Mm]y parents (?:live|come|are|moved) (?:in|from|to) [A-Z][\w’'-]*{_ENDS}",
)


THEY = tuple(
    ReferringBack(
        pattern(rf"^(?P<name>){words}"),
        pattern(r"(?:,?(?: and| but)|;|,) (?=they\b)"),
        ((pattern(r"[Tt]hey(?= )"), "My parents"),),
        is_anybody,
    )
    for words in _NAMED
)
"""Those whom "they" means right behind one's parents."""

_HAVE = r"^(?:[^\s,]+, )?(?:I|[Ww]e)(?: have|['’]ve got|['’]ve| have got|(?: just| recently| finally)* (?:got|adopted|bought|took in))"
_SORT = r"(?:(?:little|big|young|old|new|black|white|grey|gray|ginger|lovely|small|older|younger|elder|twin|rescue) ){0,2}"
_ENDS_THERE = rf"(?={LATELY}\s*(?:[.!;]|$|,? and (?:they|their|s?he|his|her|it|its)\b))"
_FIRST_IS = r"(?:[Oo]ne|[Tt]he first)(?: one)?(?: is|['’]s)(?: called| named)?"
_OTHER_IS = r"(?:,? and|,|;) (?:the other|the second|another)(?: one)?(?: is|['’]s)?(?: called| named)?"
_EACH_NAMED = Statement(
    pattern(rf"^My (?P<kin>{PETS}|son|daughter|brother|sister)s: {_FIRST_IS} (?P<object>{PERSON}{_OTHER_IS} {PERSON})(?=\s*(?:[.,;!]|$))"),
    "has_{kin}", "{self}'s {kin} is {object}.", "person", may_be_relative, each=rf"{_OTHER_IS} ",
)  # fmt: skip
NAMED_LATER = (
    ReferringBack(
        pattern(
            rf"{_HAVE} (?:two|three|four|five|\d|some) {_SORT}(?P<name>(?:{PETS}|son|daughter|brother|sister|kid|twin|kitten)s|children|puppies|bunnies){LATELY}{_ENDS_THERE}"
        ),
        pattern(r"(?:,?(?: and| but)|;|,|:) (?=they\b|their\b|one(?: is|['’]s)\b)"),
        (
            (pattern(rf"(?={_FIRST_IS} [A-Z])"), ": "),
            (pattern(r"[Tt]hey(?= are (?:called|named)\b)"), ""),
            (pattern(r"[Tt]hey['’]re(?= (?:called|named)\b)"), " are"),
            (pattern(r"[Tt]heir names are(?= )"), " are called"),
        ),
        is_anybody,
        lead="My ",
    ),
    ReferringBack(
        pattern(
            rf"{_HAVE} an? {_SORT}(?P<name>{PETS}|son|daughter|brother|sister|kid|kitten|puppy|boyfriend|girlfriend){LATELY}{_ENDS_THERE}"
        ),
        pattern(r"(?:,?(?: and| but)|;|,) (?=(?:s?he|it|his|her|its)\b)"),
        (
            (pattern(r"(?:[Hh]e|[Ss]he|[Ii]t)(?: is|['’]s)(?= (?:called|named)\b)"), " is"),
            (pattern(r"(?:[Hh]is|[Hh]er|[Ii]ts) name(?: is|['’]s)(?= )"), " is called"),
        ),
        is_anybody,
        lead="My ",
    ),
)
"""Those whom one has, of whom the names are told next: "I have two cats. They are called Miso and Pepper."."""

GROUPS = (*_of_parents(), *_of_groups(), _AGED_BEFORE, _EACH_NAMED)

_ONE = rf"an? {MINE}(?:{KIN}|child|kid|son|sibling|cat|dog|pet|kitten|puppy)"
_MANY = rf"{MANY.replace(')*', ')+')}(?:{KIN}|child|kid|sibling|pet|kitten|puppie|puppy|bunnie)(?:s|ren)?"
_AND_ALSO = r"(?:,? and(?: also)?|,? plus|,? as well as|,(?! and\b| plus\b)) "
ALSO_HAS = LeftOut(
    pattern(
        r"^(?:[^\s,]+, )?(?:I|[Ww]e)(?: have|['’]ve got|['’]ve| have got)(?: also)? (?:(?!\b(?:with|who|whose|whom|has|had|of|that|from|in)\b)[^.;!?\n])*?"
        rf"{_AND_ALSO}(?=(?:{_ONE}|{_MANY})(?:,| called| named|:| [—–]|) {PERSON}(?:\s*(?:[.,;!(]|$)| (?:and|but|who|plus|as)\b))"
    ),
    "I have ",
)
"""What one has beside whom one has told of: "two brothers, Arjun and Dev, and a sister, Meera"."""
