"""How English states whom one has: a partner, family, pets; one by one, or several at once."""

from __future__ import annotations

from memary.languages.en.facts.forms import (
    EACH,
    I_AM,
    KIN,
    LATELY,
    MANY,
    MINE,
    ONE,
    PERSON,
    SEVERAL,
    WHOLE,
    is_somebody,
    own,
    within,
)
from memary.languages.pack.base import words
from memary.languages.pack.sentences import Statement
from memary.languages.pattern import pattern

_ALIVE = r"(?!(?: has| just| sadly)* (?:died|passed away|is dead|was put (?:down|to sleep)|had to be put (?:down|to sleep))\b)"
_NEAR_KIN = (
    "mother|mom|mum|father|dad|brother|sister|wife|husband|son|daughter|child|grandmother|grandfather|aunt|uncle|cousin|niece"
    "|nephew|boss|manager|roommate|flatmate|neighbou?r|dentist|landlord|landlady|cat|dog|horse|rabbit|parrot"
)
_OPENING = r"^(?:(?:[Aa]nd|[Bb]ut|[Ss]o|[Ww]ell|[Yy]es|[Hh]i|[Hh]ello|[Aa]ctually|[Oo]h),? )?"
"""Whom one names first: "Emma is my daughter". What is one's friend or partner in jest is no person."""
_NO_PERSON = words(
    "batman superman spiderman dracula godzilla satan jesus chocolate karma sleep money pizza wine beer tea coffee food love luck life nature winter summer autumn spring"
)


def is_known_person(words: str) -> bool:
    """Whether words with which a sentence begins are a person's name, and no thing that is called family in jest."""
    return is_somebody(words) and _NO_PERSON.isdisjoint(words.casefold().split())


_PARTNERS = (
    own(rf"(?:{I_AM} (?:happily |now )?married to|I(?:['’]ve)?(?: just| recently)* (?:got married to|married)) {ONE}", "married_to", "{self} is married to {object}.", "person", is_somebody),
    own(rf"(?:{I_AM}|I(?:['’]ve| have) been)(?: now| currently)? (?:dating|going out with) {ONE}", "dating", "{self} is dating {object}.", "person", is_somebody),
    own(rf"(?:[Mm]y|[Oo]ur) {MINE}(?P<kin>{KIN})(?:['’]s| is)(?: now| currently)? (?:called )?{ONE}{WHOLE}", "has_{kin}", "{self}'s {kin} is {object}.", "person", is_somebody),
    Statement(pattern(rf"{_OPENING}{ONE} is my {MINE}(?P<kin>{_NEAR_KIN}){WHOLE}"), "has_{kin}", "{self}'s {kin} is {object}.", "person", is_known_person),
    within(rf"[Mm]y {MINE}(?P<kin>{KIN}) (?>{ONE}){_ALIVE}", "has_{kin}", "{self}'s {kin} is {object}.", "person", is_somebody),
)  # fmt: skip


def _of_several(plural: str, single: str, kind: str, predicate: str, means: str) -> tuple[Statement, ...]:
    """The forms of who there are several of: "my kids Tom and Ella", "we have two cats, Miso and Pepper"."""
    named = r"(?:,| -| —|:| called| named| whose names are| are(?: called| named)?)?"
    statement = f"{{self}}'s {means} is {{object}}."
    got = r"(?:I|[Ww]e)(?:['’]ve| have)?(?: just| finally| recently| also)*"
    new = r"(?:(?:new|rescue|little|young|second|third|black|white|grey|gray|ginger|tabby|stray|old) )*"
    is_called = r"(?: called| named| whose name is|,? (?:and )?(?:her|his|its) name(?: is|['’]s)(?: now)?|,? (?:and )?(?:s?he|it)(?: is|['’]s) (?:called|named))"
    have = r"(?:I|[Ww]e)(?: have|['’]ve(?: got)?| have got)"
    return (
        within(rf"(?:[Mm]y|[Oo]ur|{have}) {MANY}(?:{plural}){named} {SEVERAL}", predicate, statement, kind, is_somebody, EACH),
        own(rf"{have} (?:an? \w+ (?:called|named) {PERSON},? (?:and )?){{0,3}}an? {MINE}(?:{single})(?:,| called| named| whose name is) {ONE}", predicate, statement, kind, is_somebody),
        own(rf"(?![^.!?\n]{{0,200}}\b(?:gave|given|returned|rehomed|sold|died|passed away|ran away|was put)\b)(?:{got} (?:got|gotten|adopted|rescued|bought|welcomed|took in)|{have}) an? {new}(?:{single}){LATELY}{is_called} {ONE}(?:{WHOLE}|(?={LATELY}\s*[.!]))", predicate, statement, kind, is_somebody),
        own(rf"{got} (?:adopted|rescued|welcomed|took in) an? (?!(?:{single})\b){new}(?:{single}), {ONE}(?=[.,;]|$)", predicate, statement, kind, is_somebody),
    )  # fmt: skip


_OF_SEVERAL = tuple(
    form
    for plural, single, kind, predicate in (
        ("kids|children", "child|kid", "person", "child"),
        ("twins|triplets", "twin", "person", "child"),
        ("sons|boys", "son", "person", "son"),
        ("daughters|girls", "daughter", "person", "daughter"),
        ("brothers", "brother", "person", "brother"),
        ("sisters", "sister", "person", "sister"),
        ("siblings", "sibling", "person", "sibling"),
        ("cats|kittens", "cat|kitten", "animal", "cat"),
        ("dogs|puppies", "dog|puppy", "animal", "dog"),
        ("rabbits|bunnies", "rabbit|bunny", "animal", "rabbit"),
        ("horses", "horse", "animal", "horse"),
        ("pets", "pet", "animal", "pet"),
    )
    for form in _of_several(plural, single, kind, f"has_{predicate}", predicate)
)

FAMILY = (*_PARTNERS, *_OF_SEVERAL)
