"""How English states facts about the one who speaks."""

from __future__ import annotations

import re
from collections.abc import Callable

from memary.languages.brands import KNOWN_PRODUCTS
from memary.languages.en.people import may_be_person
from memary.languages.en.words import DAYS_AND_MONTHS, ENGLISH_STOP_WORDS, SENTENCE_STARTERS
from memary.languages.scripts import EMOJI
from memary.languages.sentences import Statement, Statements

GIVEN = r"[A-Z][a-z]+(?:['’-][A-Za-z]+)*"
END_OF_NAME = r"(?=\s*(?:[,.!;:)—-]|$)| and I\b| from\b| by the way\b)"
_BEFORE_ROLE = frozenset(
    ("new", "north", "south", "east", "west", "team", "captain", "type", "roman", "senior", "junior", "head", "vice",
     "chief", "generation", "gen", "super", "saint", "half")
)  # fmt: skip
_ROLES = frozenset(
    ("manager", "engineer", "developer", "designer", "officer", "director", "lead", "leader", "analyst", "consultant",
     "student", "teacher", "nurse", "doctor", "assistant", "intern", "owner", "founder", "president", "editor",
     "writer", "scientist", "administrator", "specialist", "architect", "citizen", "yorker", "fan", "too", "again")
)  # fmt: skip
_COMMON = ENGLISH_STOP_WORDS | SENTENCE_STARTERS | DAYS_AND_MONTHS

ASKED_FOR = (
    r"(?:what(?: is|['’]s| was) your name|(?:what|how) (?:should|can|may|do) I call you|who are you)\b[^?]*\?\s*$"
)
ANSWER = re.compile(rf"^(?:{GIVEN}\. (?={GIVEN} ))?(?P<name>{GIVEN}(?: {GIVEN}){{0,2}})(?=[.,!]|\s*$)")
"""A name as the whole of what is said first; a full one goes before its beginning: "Ada. Ada Novak."."""


def is_name(words: str) -> bool:
    """Whether what somebody is may be a name: no role, people or mood that happens to be capitalised."""
    parts = words.casefold().split()
    return may_be_person(words) and not (
        parts[0] in _BEFORE_ROLE or parts[-1] in _ROLES or _COMMON.intersection(parts)
    )


_NAME = r"(?P<object>[A-Z][\w'’-]*(?: (?:de|del|der|la|van|von|of|upon|[A-Z0-9][\w'’-]*))*|[\u4e00-\u9fff·]{2,12})"
_THING = (
    r"(?P<object>(?!to\b|that\b|when\b|how\b|it\b|this\b|you\b|him\b|her\b|them\b|what\b)[\w'’-]+(?: [\w'’-]+){0,3}?)"
)
_WANTS_MORE = (
    "ing",
    " my",
    " the",
    " a",
    " an",
    " of",
    " some",
    " your",
    " our",
    " this",
    " all",
    " for",
    " with",
    " to",
)
_DECORATED = rf"(?:{''.join(f'(?<!{word})' for word in _WANTS_MORE)}\s*[{EMOJI}]+)?"
"""Emoji behind words, but where they stand for one themselves: "I love eating 🍣"."""

_END = (
    rf"(?={_DECORATED}(?:"
    r" (?:and|but|because|with|since|now|where|which|who|when|while|for|so|then|a lot|very much|too|as|at|in|on"
    r"|though|these|anymore|any more|again|after|before|until)\b|\s*[,.;:!\n)—，。！；-]|\s*$))"
)
_DAY = r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Tomorrow|Tonight|Later|Back|When|If|At|On|In)\b"
_I_AM = r"(?:I am|I['’]m)"
_KIN = (
    r"mother|mom|mum|father|dad|brother|sister|wife|husband|son|daughter|partner|girlfriend|boyfriend|fiancée?"
    r"|grandmother|grandfather|aunt|uncle|cousin|niece|nephew|boss|manager|roommate|flatmate|best friend|friend"
    r"|neighbou?r|colleague|dog|cat|horse|rabbit|parrot"
)
ZONE = r"(?P<object>[A-Z][A-Za-z]+(?:/[A-Z][A-Za-z_-]+)+)(?![\w/])"
"""An IANA name of a time zone."""


def _en(
    regex: str, predicate: str, statement: str, object_type: str = "thing", fits: Callable[[str], bool] = bool
) -> Statement:
    starts = rf"(?:^|[.!;,—，。！；{EMOJI}]\s*|\b(?:and|but|so|well|yes|hi|hello|[Aa]ctually)[,]? )"
    return Statement(re.compile(starts + regex), predicate, statement, object_type, fits)


def may_be_home(words: str) -> bool:
    """Whether one may live where these words say: one also moves to a tool or a team."""
    parts = words.casefold().split()
    return parts[0] != "team" and KNOWN_PRODUCTS.isdisjoint(parts)


def _is_no_day(words: str) -> bool:
    return words.casefold() not in DAYS_AND_MONTHS


_FORMS = (
    _en(rf"(?:[Mm]y name is|{_I_AM} called|(?:[Pp]lease )?[Cc]all me(?! {_DAY})) {_NAME}", "name_is", "{self} is called {object}."),
    _en(rf"{_I_AM} (?P<object>{GIVEN}(?: (?:van|von|de|del|der|la|da|di|den))*(?: {GIVEN}){{1,2}}){END_OF_NAME}",
        "name_is", "{self} is called {object}.", fits=is_name),
    _en(rf"(?:[Hh]i|[Hh]ello|[Hh]ey)(?: there)?[,.!]? {_I_AM} (?P<object>{GIVEN}){END_OF_NAME}",
        "name_is", "{self} is called {object}.", fits=is_name),
    _en(rf"I (?:now |currently )?live in {_NAME}", "lives_in", "{self} lives in {object}.", "place", may_be_home),
    _en(rf"(?:{_I_AM} (?:now |currently )?living|{_I_AM} based) in {_NAME}", "lives_in", "{self} lives in {object}.",
        "place", may_be_home),
    _en(rf"I(?:['’]ve| have)?(?: just| recently)? moved to {_NAME}", "lives_in", "{self} lives in {object}.", "place", may_be_home),
    _en(rf"I (?:now |currently )?work (?:at|for) {_NAME}", "works_at", "{self} works at {object}.", "organization"),
    _en(rf"I (?:now |currently )?work as an? {_THING}{_END}", "works_as", "{self} works as {object}.", "topic"),
    _en(rf"{_I_AM} (?:very |badly |severely )?allergic to {_THING}{_END}", "allergic_to",
        "{self} is allergic to {object}.", fits=_is_no_day),
    _en(rf"I (?:really |absolutely |also )?(?:like|love|enjoy|adore) {_THING}{_END}", "likes", "{self} likes {object}."),
    _en(rf"I (?:really |absolutely |also )?(?:hate|dislike|detest|can['’]?t stand|don['’]t like|do not like) {_THING}{_END}",
        "dislikes", "{self} dislikes {object}."),
    _en(rf"[Mm]y (?P<kin>{_KIN})(?:['’]s name is| is called| is named|,) {_NAME}", "has_{kin}",
        "{self}'s {kin} is {object}.", "person"),
    _en(rf"[Mm]y favou?rite (?P<kin>\w+(?: \w+)?) is {_THING}{_END}", "favorite_{kin}",
        "{self}'s favorite {kin} is {object}."),
    _en(rf"{_I_AM} (?P<object>\d{{1,3}}) years old", "age_is", "{self} is {object} years old.", "value"),
    _en(rf"[Mm]y time ?zone is {ZONE}", "timezone_is", "{self}'s time zone is {object}.", "value"),
)  # fmt: skip

STATEMENTS = Statements(
    forms=_FORMS,
    not_said=(
        r"\?|\b(?:if|would|could|might|(?-i:may)|wish|imagine|imagined|suppose|pretend|used to|dreamt?|dreamed|hope|maybe|perhaps"
        r"|almost|nearly|as though|as if|story|novel|fiction|character|joking|kidding|unless|whether|will|going to|plan"
        r"|said|says|told|asked|thinks?|thought|when I was|back when|years ago|formerly|until|wrong|mistaken|not true|no longer|left|moved away|back then|dreams?|games?|movie role"
        r"|wrote|writes|say|claims?|claimed|assum(?:e|ing)|role-?play\w*|in theory|hypothetically)\b"
    ),
    joints="and|but|because|so|while",
    animals=frozenset(("dog", "cat", "horse", "rabbit", "parrot")),
    called=("name_is", "{self} is called {object}."),
)
