"""Forms of English names: legal forms, titles, nicknames, abbreviations, spellings, plurals."""

from __future__ import annotations

import re

from memary.languages.pack.names import NameForms

_LEGAL = (
    r"(?:,? (?:incorporated|inc|corporation|corp|company|co|limited|ltd|llc|llp|plc|gmbh|ag|kg|ohg|se|sarl|srl|spa"
    r"|bv|nv|oy|oyj|pty|kk|e\.?v))+$"
)

_TITLES = {
    "dr": "academic", "doctor": "academic", "prof": "academic", "professor": "academic",
    "mr": "mr", "herr": "mr", "sir": "mr", "mrs": "ms", "ms": "ms", "miss": "ms", "frau": "ms", "lady": "ms",
    "rev": "clergy", "father": "clergy", "capt": "officer", "captain": "officer", "sgt": "officer",
}  # fmt: skip
_SUFFIXES = {"jr": "jr", "junior": "jr", "sr": "sr", "senior": "sr", "ii": "2", "iii": "3", "iv": "4"}

_NICKNAMES = (
    "alexander alex sasha", "alexandra alex sasha", "andrew andy drew", "anthony tony", "barbara barb babs",
    "benjamin ben benny", "catherine cathy kate katie", "charles charlie chuck", "christine chris chrissy tina",
    "christopher chris", "daniel dan danny", "david dave", "deborah deb debbie", "dorothy dot dottie",
    "edward ed eddie ted", "elizabeth liz lizzie beth betty eliza", "francis frank", "frederick fred freddie",
    "gregory greg", "henry harry hank", "james jim jimmy jamie", "jennifer jen jenny", "jessica jess jessie",
    "john johnny jack", "jonathan jon", "joseph joe joey", "joshua josh", "katherine kate katie kathy",
    "kenneth ken kenny", "lawrence larry", "leonard leo len", "margaret maggie meg peggy", "matthew matt",
    "michael mike mick mickey", "nathaniel nate", "nicholas nick nicky", "patricia pat patty trish",
    "patrick pat paddy", "peter pete", "philip phil", "rebecca becky becca", "richard rick dick rich",
    "robert bob rob bobby",
    "ronald ron ronnie", "samantha sam", "samuel sam sammy", "stephen steve", "steven steve", "susan sue susie",
    "theodore ted teddy", "theresa terry tess", "thomas tom tommy", "timothy tim", "victoria vicky tori",
    "vincent vince", "walter walt", "william bill billy will willy", "zachary zach zack",
)  # fmt: skip
_ACRONYMS = {
    "usa": "united states", "us": "united states", "united states of america": "united states",
    "uk": "united kingdom", "uae": "united arab emirates", "nyc": "new york city", "un": "united nations",
    "eu": "european union", "who": "world health organization",
    "world health organisation": "world health organization",
    "nato": "north atlantic treaty organization", "mit": "massachusetts institute of technology",
    "ucla": "university of california, los angeles", "bbc": "british broadcasting corporation",
    "wwf": "world wide fund for nature", "imf": "international monetary fund", "ai": "artificial intelligence",
    "ml": "machine learning", "nlp": "natural language processing", "tv": "television", "vr": "virtual reality",
    "js": "javascript", "ts": "typescript", "k8s": "kubernetes", "postgres": "postgresql",
}  # fmt: skip

_PARENTS = (
    frozenset(("mum", "mom", "mommy", "mummy", "mother", "my mother", "my mum", "my mom")),
    frozenset(("dad", "daddy", "father", "my father", "my dad")),
)

_SPELT_OUT = ((r"^st (?=\w)", "saint "), (r"^mt (?=\w)", "mount "),
              (r" & ", " and "),
              (r"(?<=\w) st$", " street"), (r"(?<=\w) ave$", " avenue"),
              (r"(?<=\w) rd$", " road"), (r"(?<=\w)str$", "strasse"),
              (r"\bcenter\b", "centre"), (r"\btheater\b", "theatre"),
              (r"\bcolor\b", "colour"), (r"\bharbor\b", "harbour"),
              (r"\borganisation\b", "organization"), (r"\bdoughnut", "donut"))  # fmt: skip

_NOT_PLURAL = frozenset((
    "news", "glasses", "jeans", "arms", "customs", "goods", "pants", "works", "woods", "shorts", "greens",
    "spirits", "sweets", "chips", "blues", "series", "species", "lens", "bus", "gas", "christmas", "chess", "darts",
    "letters", "colors", "minutes", "drafts", "looks", "means",
))  # fmt: skip
_COUNTED = {
    word: number
    for number, word in enumerate(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 1)
}


def is_plural_of(one: str, other: str) -> bool:
    """Return whether the last word of one key is the regular plural of the other's."""
    plural, single = (one, other) if len(one) > len(other) else (other, one)
    last = plural.rsplit(" ", 1)[-1]
    if last in _NOT_PLURAL or last.endswith(("ics", "ss", "us")) or not single.isascii() or len(single) < 3:
        return False
    if single.endswith("y") and single[-2] not in "aeiou":
        return plural == f"{single[:-1]}ies"
    sibilant = single.endswith(("s", "x", "z", "ch", "sh"))
    return (
        plural == f"{single}es" if sibilant else plural in (f"{single}s", f"{single}es" if single[-1] == "o" else "")
    )


def number_forms(key: str) -> set[str]:
    """Return the other number of a key's last word, where it can be told."""
    forms = {f"{key}s", f"{key}es", f"{key[:-1]}ies", key.removesuffix("s"), key.removesuffix("es")}
    return {form for form in (*forms, re.sub("ies$", "y", key)) if form != key and is_plural_of(form, key)}


def further(key: str) -> set[str]:
    """Return a key with umlauts where it has them written out, and with the dot of a library's name."""
    umlauts = re.sub("[aou]e", lambda match: "äöü"["aou".index(match[0][0])], key)
    return {umlauts, re.sub("js$", ".js", key)}


FORMS = NameForms(
    legal=_LEGAL,
    titles=_TITLES,
    suffixes=_SUFFIXES,
    short=_NICKNAMES,
    synonyms=_ACRONYMS,
    spelt=_SPELT_OUT,
    parents=_PARENTS,
    counted=_COUNTED,
    unsaid=frozenset(("of", "and", "the", "for")),
    ending="e?s",
    plural=is_plural_of,
    singulars=number_forms,
    exact=(
        "{plain} (?:with|without|from|in|on|for|at|before|after) .+|"
        "(?:black|strong|weak|sweet|unsweetened|iced|fresh|home ?made|organic|decaf) {plain}"
    ),
    further=further,
)
