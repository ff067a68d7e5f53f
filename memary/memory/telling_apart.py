"""When two things of one name are two: by their types, by the words said with the name, by what is known of them.

A name alone never tells Tom from work and my brother Tom apart, and a context that merely differs does not either:
one person comes up in many. So the rule is small. Two nodes of one name are kept apart if

- their types belong to unlike classes (a company, a fruit);
- the message says so ("another Tom", "另一个王伟");
- both are called by a first name and stand in relations to people that exclude each other (a brother, a colleague);
- both are places, and lie in two countries or states.

All of it is read from the words near the name; nothing is guessed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from memary.text import entity_key
from memary.types import GENERIC, VALUE

_CLASSES = ({"person"}, {"animal"}, {"place"}, {"organization", "product", "work"}, {"event"}, {"food"}, {"topic"})
_VENUE = re.compile(
    r"\b(?:caf[eé]|restaurant|school|university|college|museum|hospital|library|hotel|bar|pub|gym|studio|club"
    r"|theat(?:er|re)|cinema|church|clinic|bakery|shop|store|market|bookshop|station|zoo|academy|gallery)s?\b"
    r"|(?:咖啡馆|咖啡店|餐厅|饭店|大学|中学|小学|学校|学院|医院|图书馆|酒店|博物馆|健身房|书店|影院|剧院|幼儿园|超市|商场)$",
    re.IGNORECASE,
)
_ANIMAL = re.compile(
    r"\b(?:cat|kitten|dog|puppy|rabbit|hamster|parrot|horse|tortoise|turtle|pet)s?\b|[猫狗兔龟]|鹦鹉|宠物|仓鼠",
    re.IGNORECASE,
)
_OWN = r"(?:my|his|her|our|their|your|a|an|this|that|the new|the old|\w+'s) (?:\w+ )?"

_FAMILY = {
    "brother": "brother|哥哥|弟弟|大哥|二哥|哥|弟", "sister": "sister|姐姐|妹妹|姐|妹",
    "mother": "mother|mom|mum|妈妈|母亲|妈",
    "father": "father|dad|爸爸|父亲|爸", "son": "son|儿子", "daughter": "daughter|女儿",
    "cousin": "cousin|[表堂][哥弟姐妹]",
    "uncle": "uncle|叔叔|舅舅|伯伯|姑父|姨父", "aunt": "aunt|阿姨|姑姑|姨妈|舅妈",
    "grandparent": "grandma|grandpa|grandmother|grandfather|爷爷|奶奶|外公|外婆|姥姥|姥爷",
    "nephew": "nephew|niece|侄子|侄女|外甥女?",
}  # fmt: skip
_PARTNER = {"partner": "husband|wife|boyfriend|girlfriend|fianc[eé]e?|老公|老婆|丈夫|妻子|男朋友|女朋友|男友|女友"}
_OTHERS = {
    "work": "boss|manager|colleague|co-?worker|teammate|intern|client|同事|老板|上司|领导|客户|实习生",
    "neighbour": "neighbou?r|landlord|landlady|邻居|房东", "school": "classmate|schoolmate|同学|室友的同学",
    "practice": "dentist|doctor|therapist|牙医|家庭医生", "lessons": "teacher|coach|trainer|教练",
    "crafts": "plumber|electrician|hairdresser|barber|mechanic|理发师|水管工|电工",
}  # fmt: skip
_FROM = {
    "work": "work|the office|accounting|sales|marketing|hr|公司|单位", "gym": "the gym|健身房",
    "choir": "(?:the )?choir|合唱团",
    "school": "school|college|university|学校|大学", "church": "church|教会",
}  # fmt: skip
_ROLES = {**_FAMILY, **_PARTNER, **_OTHERS}
_ANY_OF = {words: re.compile(words) for words in (*_ROLES.values(), *_FROM.values())}
_ROLE_WORD = {role: re.compile(rf"\b(?:{words})\b") for role, words in _ROLES.items()}
"""For texts in lower case, where a pattern finds its words four times as fast as one that ignores case."""

_STATES = frozenset((
    "alabama", "alaska", "arizona", "arkansas", "california", "colorado", "connecticut", "florida", "georgia",
    "idaho", "illinois", "indiana", "iowa", "kansas", "kentucky", "louisiana", "maine", "maryland", "massachusetts",
    "michigan", "minnesota", "mississippi", "missouri", "montana", "nebraska", "nevada", "new hampshire",
    "new jersey", "new mexico", "new york", "north carolina", "north dakota", "ohio", "oklahoma", "ontario", "oregon",
    "pennsylvania", "tennessee", "texas", "utah", "vermont", "virginia", "washington", "wisconsin", "wyoming",
))  # fmt: skip
_COUNTRIES = frozenset((
    "australia", "austria", "belgium", "brazil", "canada", "chile", "china", "cuba", "denmark", "egypt", "england",
    "finland", "france", "germany", "greece", "hungary", "iceland", "india", "ireland", "italy", "japan", "kenya",
    "mexico", "morocco", "netherlands", "norway", "peru", "poland", "portugal", "russia", "scotland", "serbia",
    "slovenia", "spain", "sweden", "switzerland", "turkey", "ukraine", "wales",
))  # fmt: skip
_USA = frozenset(("usa", "us", "united states", "america"))
_WELL_KNOWN = {
    "paris": "france", "london": "england", "berlin": "germany", "rome": "italy", "athens": "greece",
    "moscow": "russia",
    "vienna": "austria", "dublin": "ireland", "madrid": "spain", "cambridge": "england", "oxford": "england",
    "manchester": "england", "birmingham": "england", "florence": "italy", "naples": "italy", "venice": "italy",
    "milan": "italy", "lisbon": "portugal", "warsaw": "poland", "cairo": "egypt", "melbourne": "australia",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Seen:
    """A name with its type, and what was said around it."""

    name: str
    type: str
    said: str = ""


def may_be_one(one: Seen, other: Seen) -> bool:
    """Whether things of these types may be one, given their names and the words they came up in.

    A type is a model's guess and changes between two readings: "thing" goes with every other; an organization, its
    product and a work are told apart only where one is somebody's ("my Tesla"); a place that people run goes with an
    organization ("Café Luma"); an animal with a person where an animal is spoken of.
    """
    kinds = {one.type, other.type}
    if VALUE in kinds:
        return len(kinds) == 1
    if len(kinds) == 1 or GENERIC in kinds:
        return True
    if any(kinds <= each for each in _CLASSES):
        return not any(seen.type == "product" and _is_owned(seen) for seen in (one, other))
    if kinds == {"place", "organization"}:
        return _VENUE.search(one.name) is not None or _VENUE.search(other.name) is not None
    if kinds == {"person", "animal"}:
        return all(_ANIMAL.search(seen.said) is not None for seen in (one, other))
    if "topic" in kinds and kinds & {"product", "work", "event", "food"}:
        return all(seen.name[:1].isascii() and seen.name[:1].isupper() for seen in (one, other)) and (
            one.name.isupper() == other.name.isupper()
        )
    return False


def _is_owned(seen: Seen) -> bool:
    return re.search(rf"\b{_OWN}{re.escape(seen.name)}\b", seen.said, re.IGNORECASE) is not None


def is_another(name: str, kind: str, said: str) -> bool:
    """Whether a text says that this is somebody or somewhere else of a name known already."""
    if kind not in ("person", "animal", "place", GENERIC) or (not name[:1].isupper() and name < "\u2e80"):
        return False
    escaped = re.escape(name)
    met = r"(?:met|meet|know|knew|saw|see|with|there(?:'s| is)) " if kind == GENERIC else ""  # things come in numbers
    return (
        re.search(
            rf"\b{met}(?:another|a second|some other|the other) {escaped}(?!\w)|\b(?:a|the) different {escaped}(?!\w)"
            rf"|\b(?:also|likewise) (?:called|named) {escaped}(?!\w)|\b{escaped},? (?:but )?not the (?:same|one)\b"
            rf"|(?:另一个|另外一个|另一位|另外一位|另外那个|同名的|重名的|又一个)(?:\w{{0,4}}的)?{escaped}|也叫{escaped}"
            rf"|{escaped}[^。！？]{{0,12}}(?:同名|重名|不是同一个)",
            said,
            re.IGNORECASE,
        )
        is not None
    )


def told_apart(name: str, kind: str, said: str, other_said: str) -> str:
    """Return what tells two things of one name and type apart, by the words said of each; "" if nothing does."""
    if kind in ("person", GENERIC) and _is_first_name(name):
        one, other = roles_of(name, said), roles_of(name, other_said)
        if one and other and not any(_go_together(a, b) for a in one for b in other):
            return f"{_shown(one)} and {_shown(other)}"
    if kind in ("place", GENERIC):
        one, other = regions_of(name, said), regions_of(name, other_said)
        if one and not other:
            other = _well_known(name)
        elif other and not one:
            one = _well_known(name)
        if one and other and not one & other and _exclude(one, other):
            return f"{_shown(one)} and {_shown(other)}"
    return ""


def _shown(words: frozenset[str]) -> str:
    return ", ".join(sorted(words))


def _is_first_name(name: str) -> bool:
    return name >= "\u2e80" or " " not in entity_key(name)


def _go_together(one: str, other: str) -> bool:
    """Whether one person may be both: people marry colleagues and neighbours, but nobody is a brother and a boss."""
    if one == other:
        return True
    return "partner" in (one, other) and not {one, other} & set(_FAMILY)


@lru_cache(maxsize=1024)
def roles_of(name: str, said: str) -> frozenset[str]:
    """Return what somebody is to the speaker, as the words around the name say: "my brother Tom", "Tom from work"."""
    said = said.lower()
    said_there = {words for words, pattern in _ANY_OF.items() if pattern.search(said)}
    if not said_there:
        return frozenset()
    escaped = re.escape(name.lower())
    found: set[str] = set()
    for role, words in _ROLES.items():
        if words in said_there and re.search(  # compiled anew for each name, so for these alone
            rf"(?<![\w'’])(?:{words}),? (?:is |called |named )?{escaped}(?!\w)"
            rf"|(?<!\w){escaped}(?:,| is| was| \(|:) ?(?:also )?(?:{_OWN}|the user's (?:\w+ )?)?(?:{words})\b"
            rf"|(?:{words})(?:是|叫|，|,)?{escaped}|{escaped}(?:就?是|，|,)[^，。]{{0,6}}?(?:{words})",
            said,
        ):
            found.add(role)
    for place, words in _FROM.items():
        if words in said_there and re.search(
            rf"(?<!\w){escaped},? (?:from|at) (?:{words})\b|(?:{words})(?:里|的|那个)+{escaped}", said
        ):
            found.add(place)
    if "cousin" in found:  # 表哥 ends in 哥
        found -= {"brother", "sister"}
    return frozenset(found)


def described_roles(description: str) -> frozenset[str]:
    """Return the relations to people that a description names."""
    lowered = description.lower()
    return frozenset(role for role, word in _ROLE_WORD.items() if word.search(lowered))


@lru_cache(maxsize=1024)
def regions_of(name: str, said: str) -> frozenset[str]:
    """Return the states and countries that a text puts a place in: "Paris, Texas"."""
    after = rf"\b{re.escape(name)}(?:, | in | \()(?:the )?([A-Z]\w+(?: [A-Z]\w+)?)"
    keys = {entity_key(match[1]) for match in re.finditer(after, said)}
    known = _STATES | _COUNTRIES | _USA
    return frozenset(key if key in known else key.split(" ")[0] for key in keys if {key, key.split(" ")[0]} & known)


def _well_known(name: str) -> frozenset[str]:
    country = _WELL_KNOWN.get(entity_key(name))
    return frozenset((country,)) if country else frozenset()


def _exclude(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether no place lies in both. A state lies in the United States, and may share its name with a country."""
    both_states = one <= _STATES and other <= _STATES
    in_one, in_other = (regions <= (_STATES | _USA) for regions in (one, other))
    return both_states or in_one != in_other or (one <= _COUNTRIES and other <= _COUNTRIES)
