"""Read whom one has in English, and their ages: a partner, family, pets, one or several at once.

What is told of one whom the speaker has is a fact about that one, where the name is known ("My mother moved to Ghent"),
else one about the speaker: `mother_lives_in`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from memary.languages.en.facts.ages import AGED, ALONE, ANY_AGE, BECAME, YEARS_OLD, in_figures
from memary.languages.en.facts.forms import (
    BIRTHDAY,
    CLAUSE,
    EACH,
    I_AM,
    KIN,
    LATELY,
    MANY,
    MINE,
    OF_ONE,
    ONE,
    PERSON,
    SENTENCE,
    SEVERAL,
    WHOLE,
    is_somebody,
    may_be_relative,
    own,
    within,
)
from memary.languages.en.facts.kinds.health import HEALTH_OF_ONE, as_condition
from memary.languages.en.facts.people.animals import CAT_BREEDS, DIED, DOG_BREEDS, PETS
from memary.languages.en.names.roles import MEN, WOMEN
from memary.languages.en.vocabulary.everyday_words import EVERYDAY
from memary.languages.pack.base import words
from memary.languages.pack.sentences import ReferringBack, Statement, is_told_already
from memary.languages.pattern import pattern

_ALIVE = r"(?!(?: has| just| sadly)* (?:died|passed away|is dead|was put (?:down|to sleep)|had to be put (?:down|to sleep))\b)"
_NEAR_KIN = (
    "mother|mom|mum|father|dad|brother|sister|wife|husband|son|daughter|child|grandmother|grandfather|aunt|uncle|cousin|niece"
    "|nephew|boss|manager|roommate|flatmate|neighbou?r|dentist|doctor|GP|therapist|lawyer|accountant|landlord|landlady|cat|dog|horse|rabbit|parrot"
)
_OPENING = r"^(?:(?:[Aa]nd|[Bb]ut|[Ss]o|[Ww]ell|[Yy]es|[Hh]i|[Hh]ello|[Aa]ctually|[Oo]h),? )?"
"""Whom one names first: "Emma is my daughter". What is one's friend or partner in jest is no person."""
_NO_PERSON = words(
    "batman superman spiderman dracula godzilla satan jesus chocolate karma sleep money pizza wine beer tea coffee food love luck life nature winter summer autumn spring"
)


def is_known_person(words: str) -> bool:
    """Return whether words that begin a sentence are a person's name, not a thing called family in jest."""
    return is_somebody(words) and _NO_PERSON.isdisjoint(words.casefold().split())


_PARTNERS = tuple(replace(form, timeless=True) if form.predicate in ("married_to", "dating") else form for form in (
    own(rf"(?:{I_AM}(?: now| newly| happily| finally)* engaged to|I(?:['’]ve)?(?: just| recently| finally)* (?:got|gotten|become|became) engaged to) {ONE}", "engaged_to",
        "{self} is engaged to {object}.", "person", may_be_relative),
    own(rf"{ONE} and I(?: are(?: now)?|['’]ve got| have got|(?: just| recently| finally)* got| just became) engaged(?:{WHOLE}|(?={LATELY}\s*(?:[.!,]|$)))", "engaged_to", "{self} is engaged to {object}.",
        "person", is_known_person),
    own(rf"(?:[Mm]y|[Oo]ur) (?:wedding )?anniversary(?:['’]s| is)(?: on)?(?: the)? {BIRTHDAY}", "anniversary_is", "{self}'s anniversary is {object}.", "value"),
    own(rf"(?:(?:{I_AM}|I(?:['’]ve| have) been) (?:happily |now )?married to|I(?:['’]ve)?(?: just| recently)* (?:got married to|married)) {ONE}", "married_to", "{self} is married to {object}.", "person", may_be_relative),
    own(rf"(?:I|[Ww]e)(?:['’]ve| have)?(?: just| finally| recently)* had (?:an?|another) (?:baby(?: boy| girl)?|(?:little )?(?:boy|girl)|son|daughter)(?:,| called| named|:| [—–-]) {ONE}{WHOLE}", "has_child", "{self}'s child is {object}.", "person", may_be_relative),
    own(rf"(?:{I_AM}|I(?:['’]ve| have) been)(?: now| currently)? (?:dating|going out with) {ONE}", "dating", "{self} is dating {object}.", "person", may_be_relative),
    own(rf"(?:[Mm]y|[Oo]ur) {MINE}(?P<kin>{KIN})(?:['’]s| is)(?: now| currently)? (?:called )?{ONE}{WHOLE}", "has_{kin}", "{self}'s {kin} is {object}.", "person", may_be_relative),
    Statement(pattern(rf"{_OPENING}{ONE} is my {MINE}(?P<kin>{_NEAR_KIN}){WHOLE}"), "has_{kin}", "{self}'s {kin} is {object}.", "person", is_known_person),
    within(rf"(?<![Ll]ost )(?<!buried )(?:[Mm]y|[Oo]ur) {MINE}(?P<kin>{KIN}) (?>{ONE}){_ALIVE}", "has_{kin}", "{self}'s {kin} is {object}.", "person", may_be_relative),
))  # fmt: skip


def _of_several(plural: str, single: str, kind: str, predicate: str, means: str) -> tuple[Statement, ...]:
    """Return the forms for several people or pets: "my kids Tom and Ella", "two cats, Miso and Pepper"."""
    named = r"(?:,| -| —|:| called| named| whose names are| are(?: called| named)?)?"
    statement = f"{{self}}'s {means} is {{object}}."
    got = r"(?:I|[Ww]e)(?:['’]ve| have)?(?: just| finally| recently| also)*"
    new = r"(?:(?:new|rescue|little|young|second|third|black|white|grey|gray|ginger|tabby|stray|old) )*"
    is_called = r"(?: called| named| whose name is|,? (?:and )?(?:her|his|its) name(?: is|['’]s)(?: now)?|,? (?:and )?(?:s?he|it)(?: is|['’]s) (?:called|named))"
    bare = single.replace("?P<kin>", "?:")
    have = r"(?:I|[Ww]e)(?: also)?(?: have|['’]ve)(?: also)?(?: got)?"
    return (
        within(rf"(?:[Mm]y|[Oo]ur|{have}) {MANY}(?:{plural}){named} {SEVERAL}", predicate, statement, kind, may_be_relative, EACH),
        own(rf"(?:[Mm]y|[Oo]ur|[Tt]he) {MANY}(?:{plural})(?:['’]s?)? (?:(?:are|were) (?:called|named)|names are) {SEVERAL}", predicate, statement, kind, may_be_relative, each=EACH),
        own(rf"{have} (?:an? \w+ (?:called|named) {PERSON},? (?:and )?){{0,3}}an? (?:{new}|{MINE})(?:{single})(?:,| called| named| whose name is) {ONE}", predicate, statement, kind, may_be_relative),
        own(rf"(?![^.!?\n]{{0,200}}\b(?:gave|given|returned|rehomed|sold|died|passed away|ran away|was put)\b)(?:{got} (?:got|gotten|adopted|rescued|bought|welcomed|took in)|{have}) an? {new}(?:{single}){LATELY}{is_called} {ONE}(?:{WHOLE}|(?={LATELY}\s*(?:[.!]|$)))", predicate, statement, kind, may_be_relative),
        own(rf"{got} (?:adopted|rescued|welcomed|took in) an? (?!(?:{bare})\b){new}(?:{single}), {ONE}(?=[.,;]|$)", predicate, statement, kind, may_be_relative),
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
        ("parents", "parent", "person", "parent"),
        ("grandparents", "grandparent", "person", "grandparent"),
        ("cats|kittens", f"cat|kitten|{CAT_BREEDS}", "animal", "cat"),
        ("dogs|puppies", f"dog|puppy|{DOG_BREEDS}", "animal", "dog"),
        ("rabbits|bunnies", "rabbit|bunny", "animal", "rabbit"),
        ("horses", "horse", "animal", "horse"),
        ("pets", "pet", "animal", "pet"),
        ("animals", rf"(?P<kin>{PETS})", "animal", "{kin}"),
    )
    for form in _of_several(plural, single, kind, f"has_{predicate}", predicate)
)

ONE_OF_MINE = (
    "mother|mom|mum|father|dad|stepmother|stepfather|stepmum|stepmom|stepdad|brother|sister|wife|husband|son|daughter|stepson|stepdaughter|grandson|granddaughter"
    "|partner|girlfriend|boyfriend|fianc[ée]e?|grandmother|grandfather|grandma|grandpa|granny|grandad|mother-in-law|father-in-law|brother-in-law|sister-in-law|son-in-law|daughter-in-law"
    "|boss|manager|roommate|flatmate|landlord|landlady|dog|cat|horse|rabbit|parrot|baby|toddler|eldest|youngest|oldest|middle child"
)
"""Those of whom one has one or, of each sort, few: who says "my friend" means one of many."""
_WHICH = "(?:other |second |third |older |younger |elder |little |big |twin |youngest |oldest |eldest |middle )?"
_AN_AGE = rf"(?P<object>{ANY_AGE})"
_OLD = ("age_is", "{self} is {object} years old.", "value")


def _may_have_age(words: str) -> bool:
    """Return whether a name that begins a sentence may be that of somebody with an age, not a common word."""
    return is_known_person(words) and EVERYDAY.isdisjoint(words.casefold().split())


def _of_mine(regex: str, predicate: str, statement: str, object_type: str, fits: Callable[[str], bool]) -> Statement:
    """Return a form about a relative whose name need not be known: "My dad lives in Riga"."""
    told = pattern(
        rf"{CLAUSE}(?:[Mm]y|[Oo]ur|I(?: have|['’]ve got| have got) an?) (?P<kin>{_WHICH}(?:{ONE_OF_MINE}))(?:,? who)?{regex}"
    )
    unnamed = ("{kin}_" + predicate, statement.replace("{self}", "{self}'s {kin}"))
    return Statement(told, predicate, statement, object_type, fits, whose="has_{kin}", unnamed=unnamed)


_OF_MINE = (
    *(_of_mine(f",?{AGED} {told[0]}", *told[1:]) for told in OF_ONE),
    *(replace(_of_mine(f",? {told[0]}", *told[1:]), written=as_condition) for told in HEALTH_OF_ONE),
)
_AGES = tuple(
    replace(form, written=in_figures)
    for form in (
        *(_of_mine(rf"{BECAME} {_AN_AGE}{ends}", *_OLD, bool) for ends in (YEARS_OLD, ALONE)),
        *(
            Statement(pattern(rf"{CLAUSE}(?:[Mm]y|[Oo]ur) {MINE}(?:{KIN}),? (?P<subject>{PERSON}),?{BECAME} {_AN_AGE}{ends}"), *_OLD, fits_subject=may_be_relative)
            for ends in (YEARS_OLD, ALONE)
        ),
        Statement(pattern(rf"{SENTENCE}(?P<subject>{PERSON}){BECAME} {_AN_AGE}{YEARS_OLD}"), *_OLD, fits_subject=is_known_person),
        Statement(pattern(rf"{SENTENCE}(?P<subject>{PERSON}){BECAME} {_AN_AGE}{ALONE}"), *_OLD, fits_subject=_may_have_age),
        Statement(
            pattern(rf"\b(?P<subject>{PERSON})(?: \((?P<bracket>)|,? (?:who(?:['’]s| is)|aged|age)(?: now| already| only)? |, ){_AN_AGE}(?=(?(bracket)\))(?: years old)?\s*(?:[.,;!)]|$| and\b))"),
            *_OLD, fits_subject=is_told_already,
        ),
        *(
            Statement(pattern(rf"(?:,|,? and|,? but) (?P<subject>{PERSON}){BECAME} {_AN_AGE}{ends}"), *_OLD, fits_subject=is_told_already)
            for ends in (YEARS_OLD, ALONE)
        ),
    )
)  # fmt: skip


_TELLS = r"(?= (?:also |now |still |currently |just |really |never |always )*(?:[a-z]+(?:s|ed)|doesn['’]t|does not|can|grew|became|got|went|came)\b)"
"""How one tells of somebody: a verb in the third person behind the name."""
_ANOTHER = (
    rf"(?:\b(?:with|by|than|and|or|likes?|loves?|hates?|met|married(?: to)?|engaged to|dating|named|called|for|of) (?:an? |the )?[A-ZÀ-Þ]|\b(?:and|or|with) (?!{{pronoun}}\b)"
    rf"|\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir) (?:\w+ )?(?:{KIN})\b|\b(?:who|whose|they|we|she|he|him)\b)"
)
"""What names somebody else, whom a pronoun may mean as well."""
_SHORT = r"(?= (?:an?|the|my|our|called|named|allergic|married|from|now|also|still|very|only|already|just|almost|\d+|vegan|vegetarian|\w+ing)\b| \w+ (?:years old|now)\b|\s\d)"
"""What follows "she's" for "she is"."""
_LEFT_OUT = r"(?=(?:now |also |still |currently )*(?:lives|works|speaks|plays|studies|teaches|likes|loves|hates|is an?|is allergic|is from|comes from|moved to)\b)"
"""How one goes on about somebody without a pronoun: "My sister Anna works at Google and lives in Zurich"."""


def _referring(pronoun: str, whose: str, others: str) -> tuple[ReferringBack, ...]:
    """Return how one goes on about one person, who was just named and is none of those of the other sex."""
    kin = rf"(?!(?:{others})\b)(?:{KIN})"
    begins = rf"[{pronoun[0].upper()}{pronoun[0]}]{pronoun[1:]}"
    pronouns = (
        (pattern(rf"{begins}['’]s{_SHORT}"), " is"),
        (pattern(rf"{begins}(?= )"), ""),
        (pattern(_LEFT_OUT), " "),
        (pattern(rf"[{whose[0].upper()}{whose[0]}]{whose[1:]}(?= (?:name|birthday)\b)"), "'s"),
    )
    rest = rf"{_TELLS}(?:(?!{_ANOTHER.format(pronoun=pronoun)})[^.;!?\n])*?(?=\s*(?:[.!;]|$)|,?(?: and| but)? {pronoun}\b|(?:,|,? (?:and|but)) {_LEFT_OUT})"
    named = (
        rf"[Mm]y {MINE}{kin}(?:['’]s name)?(?: is|['’]s)(?: called| named)? (?P<name>{PERSON})",
        rf"I(?: have|['’]ve got| have got) an? {MINE}{kin}(?:,| called| named) (?P<name>{PERSON})",
        rf"(?P<name>{PERSON}) is my {MINE}{kin}\b",
        rf"[Mm]y {MINE}{kin},? (?P<name>{PERSON}),?{rest}",
    )
    of_whom = rf"I(?: have|['’]ve got| have got) an? (?P<name>{_WHICH}{kin}),? who{rest}"
    return tuple(
        ReferringBack(
            pattern(_OPENING + words),
            pattern(rf"(?:,?(?: and| but)|;|,) (?={pronoun}\b|{_LEFT_OUT})"),
            pronouns,
            fits,
            lead="My " if words == of_whom else "",
        )
        for words, fits in (
            *((words, may_be_relative) for words in named),
            (rf"(?P<name>[Mm]y {_WHICH}{kin}){rest}", bool),
            (rf"(?P<name>{PERSON}){rest}", is_known_person),
            (of_whom, bool),
        )
    )


REFERRING = (*_referring("she", "her", MEN), *_referring("he", "his", WOMEN))

_BORN = rf"(?:['’]s birthday(?: is|['’]s)(?: on)?(?: the)?| was born on(?: the)?) {BIRTHDAY}"
_BIRTHDAY_IS = ("birthday_is", "{self}'s birthday is {object}.", "value")
_BIRTHDAYS = (
    _of_mine(_BORN, *_BIRTHDAY_IS, bool),
    Statement(pattern(rf"{SENTENCE}(?P<subject>{PERSON}){_BORN}"), *_BIRTHDAY_IS, fits_subject=is_somebody),
    Statement(pattern(rf"{CLAUSE}(?:[Mm]y|[Oo]ur) {MINE}(?:{KIN}),? (?P<subject>{PERSON}){_BORN}"), *_BIRTHDAY_IS, fits_subject=may_be_relative),
)  # fmt: skip

_SEVERAL_ANIMALS = within(
    rf"(?:[Mm]y|[Oo]ur|(?:I|[Ww]e)(?: have|['’]ve(?: got)?| have got)) {MANY}(?P<kin>{PETS})s(?:,| -| —|:| called| named)? {SEVERAL}",
    "has_{kin}", "{self}'s {kin} is {object}.", "animal", may_be_relative, EACH,
)  # fmt: skip

_WHOSE_PET = (
    rf"(?:(?:[Ss]adly|[Uu]nfortunately),? )?(?:[Mm]y|[Oo]ur) {MINE}(?:(?:old|poor|beloved|sweet) )*(?P<kin>{PETS})"
)
_THEN = r"(?=\s*(?:[.,;!)—–]|$)| (?:last|this|yesterday|today|in|on|at|a|two|three|four|five|six|\d+|when|because|of|from|and|suddenly|peacefully)\b)"
_LOST = (
    replace(own(rf"{_WHOSE_PET},? {ONE},?{DIED}{_THEN}", "lost_pet", "{self}'s {kin} {object} died.", "animal", may_be_relative), unless="has_{kin}"),
    replace(own(rf"{_WHOSE_PET}{DIED}{_THEN}", "lost_pet", "{self}'s {kin} died."), object="{kin}", unless="has_{kin}"),
)  # fmt: skip
"""Animals of which nothing was told but that they died."""

FAMILY = (*_PARTNERS, *_OF_SEVERAL, *_OF_MINE, *_AGES, *_BIRTHDAYS, _SEVERAL_ANIMALS, *_LOST)
