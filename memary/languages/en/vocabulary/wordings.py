"""Tell how English words name something: by a name, a noun, a group of words or a clause.

Words alone tell; no grammar is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from memary.languages.pack.base import words
from memary.languages.pack.wordings import Amounts, Wording, Wordings
from memary.languages.scripts import is_wide

_NAME_WORDS = 8
_NOUN_WORDS = 4
_GROUP_WORDS = 5

_LINKS = words("do dos das dal dalla dello degli am im zum zur ter ten te")
"""Small words inside names of other languages, which elsewhere are words of other kinds: Casa do Conto."""

_SMALL = words("of the and de von van der di da la le el for & y und du des")
_ARTICLES = words("a an some any several many few both two three four five six seven eight nine ten another one")
_PRONOUNS = words(
    """
    i me my mine myself you your yours yourself he him his himself she her hers herself it its itself we us our ours
    ourselves they them their theirs themselves who whom whose which that this these those what where when why how
    someone somebody something anyone anybody anything everyone everybody everything nothing nobody each other
    oneself i'm i've i'd i'll he's she's it's we're they're you're that's there's there here
    """
)
_FINITE = words(
    """
    is are was were am be been being has have had having does do did doing done can could will would shall should
    may might must isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't can't couldn't won't
    wouldn't wants want wanted needs loves loved likes liked enjoys enjoyed hates thinks thought feels felt says
    said tells told goes went gets got gave gives took takes made makes keeps kept became becomes wishes hopes hoped
    knows knew sees saw met bought moved decided started stopped began tried helps helped
    """
)
_BASE = words(
    """
    accept achieve add adopt apply ask attend avoid be become begin believe bring build buy carry catch celebrate
    choose clean come complete continue create decide develop do earn eat encourage enjoy enroll expand explore find
    finish follow forget get give go grow have hear hire hold improve increase invite join keep know lead learn
    leave let listen live lose love maintain make manage meet never open organize overcome play prepare protect
    provide publish put raise reach receive reduce relax remember renovate repair replace save say see sell send set
    shop sing speak spend start stop take teach tell think try understand use visit wear write
    """
)
_BASE_OR_NOUN = words(
    """
    book call care change check climb cut deal drink feel fix help host move order paint pass pay pick plan read
    record release rest return ride run share show sign sit sleep stay study support swim talk travel turn volunteer
    wait wake walk watch win work
    """
)
_GERUNDS = words(
    """
    accepting adding adopting applying asking attending avoiding becoming being bringing buying changing checking
    choosing creating cutting dealing doing drinking eating enjoying exploring feeling finding finishing fixing
    following getting giving going growing having hearing helping improving joining keeping learning leaving
    listening losing loving making managing meeting moving paying planning playing preparing putting reading
    reducing saving seeing selling sending setting sharing spending starting staying stopping supporting taking
    talking telling thinking trying turning using visiting waiting wanting watching wearing winning writing
    """
)
_PREPOSITIONS = words(
    """
    in on at for with from to by about into onto near through over under between against around behind beside within
    without across along among like off out up down via per towards toward inside outside upon despite as than
    """
)
_TIMES = words("before after during since until till shortly soon later ago while whenever once")
_DEGREES = words(
    """
    more less very too so really quite pretty not no never always often sometimes rarely much most least just only
    also again still already enough better worse healthier further currently recently twice usually every if
    because but
    """
)
_JOINED = words("and or nor plus")
STATES = words(
    """
    able absent afraid alive allergic alone angry annoyed anxious available awake aware bad better bored broken busy
    calm cold confident confused content cool curious dead depressed different difficult disappointed divorced dizzy
    done early easy empty engaged excited exhausted expensive fine fit free frustrated full glad good grateful great
    guilty happy hard healthy hopeful hot hungry ill important injured inspired interested intolerant jealous late
    lazy lonely lost lucky mad married motivated nervous new nice ok okay old optimistic overwhelmed pleased
    positive pregnant proud ready relaxed relieved retired sad safe satisfied scared separated serious shy sick
    single sleeping sleepy sore sorry sour stressed strong stuck sure surprised swollen terrible thankful thrilled
    tired tough unemployed unhappy unsure unwell upset weak well widowed worried worse wrong young
    """
)
UNNAMED = words(
    """
    friend friends buddy buddies pal pals guy guys man men woman women boy boys girl girls kid kids child children
    person people someone family relative relatives colleague colleagues coworker coworkers co-worker co-workers
    neighbor neighbors neighbour neighbours classmate classmates teammate teammates stranger strangers folks others
    acquaintance acquaintances loved ones group team class community thing things stuff place places somewhere
    something somebody
    """
)
_BEFORE_UNNAMED = words(
    "a an the some many few several two three old new close good best dear local other another few"
)

_STATE_ENDING = re.compile(r"(?!hand|mouth|spoon)\w{3,}(?:(?<![eE])ed|ful|less|ous)$")
_QUOTED = re.compile(r"^[\"“”‘'«](?P<inner>.+?)[\"“”’'»][.!]?$")
_ORDINAL = re.compile(r"^(?:the )?\d+(?:st|nd|rd|th)$", re.IGNORECASE)
_OWNER = re.compile(r"^(?P<owner>\S.*?)(?:['’]s|s['’]) (?P<thing>.+)$")
_EDGES = "\"“”‘’'.,;:!?()[]…"


def read(text: str) -> Wording | None:
    """Return how English words, or others in letters, name something."""
    if not text.isascii() and any(map(is_wide, text)):
        return None
    text = text.strip()
    if quoted := _QUOTED.match(text):
        inner = quoted["inner"]
        return "name" if _is_title(inner.split()) and len(inner.split()) <= _NAME_WORDS else "clause"
    told = [word.strip(_EDGES) for word in text.split()]
    told = [word for word in told if word]
    plain = [word.casefold() for word in told]
    if not told or _ORDINAL.match(text):
        return "bare"
    if _is_unnamed(plain):
        return "unnamed"
    if len(plain) == 1 and _STATE_ENDING.match(plain[0]):
        return "bare"
    if (plain[-1] in STATES and len(plain) <= 2) or _is_told_by(plain, STATES):
        return "bare"
    if _is_title(told) and len(told) <= _NAME_WORDS:
        return "name"
    if (owned := _OWNER.match(text)) and not _PRONOUNS & {owned["owner"].casefold()}:
        return "group" if _unlike_noun(owned["thing"].casefold().split()) is None else "clause"
    return _unlike_noun(plain) or ("group" if "," in text or ";" in text else "noun")


def _is_title(told: Sequence[str]) -> bool:
    """Return whether all words but the small ones are written as names are."""
    around = zip(("", *told), told, (*told[1:], ""), strict=False)
    large = [
        word for before, word, after in around if word.casefold() not in _SMALL and not _links(before, word, after)
    ]
    return bool(large) and large[0] in told[:2] and all(any(c.isupper() for c in w) or w[0].isdigit() for w in large)


def _links(before: str, word: str, after: str) -> bool:
    """Return whether a word joins two of a name: "do" in "Casa do Conto", and not in "I do Yoga"."""
    return word in _LINKS and bool(before and after) and before.casefold() not in _PRONOUNS


def _is_told_by(plain: Sequence[str], listed: frozenset[str]) -> bool:
    return all(word in listed or word in _DEGREES or word in _JOINED for word in plain)


def _is_unnamed(plain: Sequence[str]) -> bool:
    """Return whether the words are for somebody or something of whom there are many.

    Such are "a friend" and "old friends".
    """
    rest = list(plain)
    while len(rest) > 1 and rest[0] in _BEFORE_UNNAMED:
        rest = rest[1:]
    return all(word in UNNAMED for word in rest)


def _unlike_noun(plain: Sequence[str]) -> Wording | None:
    """Return what words are, in lower case, if they are more than a noun."""
    first, rest, said = plain[0], plain[1:], set(plain)
    is_clause = (
        said & (_PRONOUNS | _FINITE | _TIMES | _DEGREES)
        or (rest and (first in _BASE or first in _GERUNDS or first == "to"))
        or (rest and first in _BASE_OR_NOUN and (rest[0] in _PREPOSITIONS | _ARTICLES or rest[0] == "the"))
        or any(word in _BASE for word in rest[:-1])
        or any(
            one.endswith(("ing", "ed")) and two in _PREPOSITIONS | _ARTICLES | {"the"} for one, two in pairwise(plain)
        )
    )
    if is_clause or len(plain) > _GROUP_WORDS:
        return "clause"
    if said & (_PREPOSITIONS | _JOINED) or first in _ARTICLES | {"the"} or len(plain) > _NOUN_WORDS:
        return "group"
    return None


WORDINGS = Wordings(
    read=read,
    unnamed=UNNAMED,
    feasts=(
        r"(?:christmas|easter|halloween|thanksgiving|hanukkah|ramadan|diwali|new year(?:'s)?|valentine(?:'s)?)"
        r"(?: (?:day|eve))?"
    ),
    owned=r"^(?:(?P<own>my|our)|(?P<other>his|her|their|its)) (?:own )?(?P<thing>\w.*)$",
    owners="{owner}'s {thing}",
    joints=r",? and |, | & ",
    listed=r"(?:,|,? (?:and|or|as well as|plus|&)(?: also)?(?: to)?) (?:the |an? |my |our )?",
    numbered=r"\b(?:two|three|four|five|six|seven|eight|nine|ten|both|[2-9]|1\d)\b",
    located=r"(?P<thing>\S.*) (?:in|on|at|near|from|by) (?:the )?(?P<place>\S.*)",
    headed=r"(?P<thing>\S.*?) of \S.*",
    belonging=(
        r"(?P<owner>\S.*)(?:['’]s|s['’]) (?P<thing>[^'’]+)",
        r"(?:the )?(?P<thing>[^'’]+?) of (?:the )?(?P<owner>\S.*)",
    ),
    amounts=Amounts(
        about=(
            "about|around|roughly|approximately|nearly|almost|over|under|up to|at least|at most|more than|less than"
            "|from|some"
        ),
        magnitudes="hundred|thousand|million|billion|trillion",
        units=(
            "[Ee]uros?|dollars?|pounds?|cents?|bucks?|quid|francs?|crowns?|kronor|yen|yuan|rupees?|percent|per cent"
            "|(?:square |cubic )?(?:kilo|centi|milli)?met(?:er|re)s?|kilos?|(?:kilo|milli)?grams?|stone|ounces?|inch"
            "|inches|feet|foot|miles?|lit(?:er|re)s?|gallons?|degrees?|people|persons?|employees|users|customers|points"
            "|words|pages|steps|calories"
            "|hours?|minutes?|seconds?|days?|weeks?|months?|years?|years old|times"
        ),
        rates=(
            "(?:a|an|per|each|every|/) ?(?:hour|day|night|week|month|quarter|year|head|person|piece|kilo|seat|user"
            r"|annum)|/(?:h|mo|yr)|p\.?a\.?|each"
        ),
    ),
)
