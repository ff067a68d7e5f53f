"""Read plain facts in English: about the one who speaks, and about people by their names.

A form has to tell by itself what is meant, since a wrong fact is worse than none: where many words may stand, only
those are read that are known to be a profession, a language, an instrument and the like.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from memary.languages.brands import KNOWN_PRODUCTS
from memary.languages.en.facts.ages import AGED, ANY_AGE, BARE_AGE, NUMBER_WORD, WHOLE_AGE, in_figures
from memary.languages.en.facts.homes import MOVED_ON, NO_STAY, STATE, THE_PLACE
from memary.languages.en.facts.people.animals import PETS
from memary.languages.en.facts.people.pairs import AND
from memary.languages.en.facts.professions import PROFESSION
from memary.languages.en.facts.since import FOR_LONG, STILL
from memary.languages.en.facts.whole_names import is_away_or_so, tells_how_or_where
from memary.languages.en.names.people import may_be_person
from memary.languages.en.vocabulary.words import (
    DAYS_AND_MONTHS,
    ENGLISH_STOP_WORDS,
    NEVER_ENGLISH_NAMES,
    SENTENCE_STARTERS,
)
from memary.languages.pack.base import words
from memary.languages.pack.sentences import Statement
from memary.languages.pattern import pattern
from memary.languages.scripts import EMOJI

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


def is_name(words: str) -> bool:
    """Return whether what somebody is may be a name: no role, people or mood in capitals."""
    parts = words.casefold().split()
    return may_be_person(words) and not (
        parts[0] in _BEFORE_ROLE or parts[-1] in _ROLES or _COMMON.intersection(parts)
    )


TITLE = r"(?:(?:Dr|Prof|Mr|Mrs|Ms)\.? )"
NAME = rf"(?P<object>(?:(?:St|Mt|Ft)\. |{TITLE}|{THE_PLACE})?[A-Z][\w'’-]*(?: (?:(?:de|del|der|la|van|von|of|upon|da|dos|das|du|di|do(?! I\b)) ){{0,2}}[A-Z0-9][\w'’-]*)*|[\u4e00-\u9fff·]{{2,12}})"
THING = r"(?P<object>(?!to\b|that\b|when\b|how\b|it\b|this\b|you\b|him\b|her\b|them\b|what\b|neither\b|both\b)[\w'’-]+(?: [\w'’-]+){0,3}?)"
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
DECORATED = rf"(?:{''.join(f'(?<!{word})' for word in _WANTS_MORE)}\s*[{EMOJI}]+)?"
"""Emoji behind words, but where they stand for one themselves: "I love eating 🍣"."""

END = (
    rf"(?={DECORATED}(?:"
    rf" (?:{AND}|but|because|with|since|now|where|which|who|when|while|for|so|then|a lot|very much|too|as|at|in|on"
    r"|though|these|anymore|any more|again|after|before|until)\b|\s*(?:[,.;:!\n)—，。！；]|-(?!\w))|\s*$))"
)
_NARROWS = "with|without|in|on|at|for|before|after"
OTHER_WORD = rf"(?!(?:{_NARROWS}|when|while|where|which|who|as|until|and|or|but|because|since|now|so|then|too|though|these|any|anymore|again|generally|overall)\b)[\w'’-]+"
_WHOSE = r"(?!(?:an?|all|my|our|your|his|her|their|this|that|me|you|him|them|us|general|the whole)\b)"
_LIKED = rf"(?!and\b|or\b|but\b){THING[:-1]}(?: with {_WHOSE}{OTHER_WORD}(?: {OTHER_WORD})?)?)"
_NOT_LIKED = (
    r"(?P<object>(?!to\b|that\b|when\b|how\b|it\b|this\b|you\b|him\b|her\b|them\b|what\b|neither\b|both\b)[\w'’-]+"
    rf"(?: (?:(?:or|nor) )?{OTHER_WORD}){{0,3}}?(?: (?:{_NARROWS}) {_WHOSE}{OTHER_WORD}(?: {OTHER_WORD})?)?)"
)
"""What is not liked, with what narrows it: who dislikes coffee with milk may like coffee."""
_END_OF_DISLIKE = (
    rf"(?={DECORATED}(?: (?:and|but|because|since|now|so|then|a lot|very much|too|though|these|anymore|any more|again|at all|with a passion"
    r"|in general|generally|overall|on the whole(?! \w))\b|\s*(?:[,.;:!\n)—，。！；]|-(?!\w))|\s*$))"
)
_DAY = r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Today|Yesterday|Tomorrow|Tonight|Christmas|Easter|Later|Back|When|If|At|On|In)\b"
I_AM = r"(?:I am|I['’]m)"
IN_LAWS = (
    "mother-in-law|father-in-law|brother-in-law|sister-in-law|son-in-law|daughter-in-law|stepmother|stepfather|stepmum|stepmom|stepdad|stepbrother|stepsister"
    "|stepson|stepdaughter|half-brother|half-sister|godmother|godfather|godson|goddaughter|ex-husband|ex-wife"
)
KIN = (
    r"mother|mom|mum|father|dad|brother|sister|wife|husband|son|daughter|partner|girlfriend|boyfriend|fiancée?"
    r"|fiance|fiancee|grandmother|grandfather|grandma|grandpa|granny|grandson|granddaughter|aunt|uncle|cousin|niece|nephew|boss|project manager|line manager|team lead|manager|roommate|flatmate|housemate|best friend|friend|best mate|mate|bestie|buddy"
    rf"|neighbou?r|colleague|{PETS}|{IN_LAWS}|therapist|dentist|doctor|GP|landlord|landlady|lawyer|accountant|coach"
)
ZONE = r"(?P<object>[A-Z][A-Za-z]+(?:/[A-Z][A-Za-z_-]+)+)(?![\w/])"
"""An IANA name of a time zone."""


PERSON = r"(?:(?:Mr|Mrs|Ms|Dr|Sir|Miss|Lady|Lord|Captain|Prof)\.? )?[A-ZÀ-Þ][a-zß-ÿ]+(?:-[A-ZÀ-Þ][a-zß-ÿ]+)?(?: (?:(?:van|von|de|del|der|la|da|di|den) )?[A-ZÀ-Þ][a-zß-ÿ]+)?(?![\w’-]|'(?!s\b))"
ONE = rf"(?P<object>{PERSON})"
_AGED = rf"(?: \(\d{{1,2}}\)|,? (?:who(?:['’]s| is)|aged|age)(?: now| already| only)? {ANY_AGE}(?: years old)?,?|, \d{{1,2}}(?= and\b|, and\b|,),?)?"
SEVERAL = rf"(?P<object>{PERSON}(?:{_AGED}(?:, | and |, and | & ){PERSON})+)"
EACH = rf"{_AGED}(?:, (?:and|or) | and | or | & |, )"
WHOLE = r"(?=\s*(?:[.,;:!)—–]|$)| and\b| but\b| now\b| by the way\b| too\b| myself\b| since\b| because\b| so\b)"
"""What may follow words that tell all by themselves."""

_AT_AS = r"(?:at|for|in|with) (?:(?!(?:same|as|such|and|but)\b)[\w'’&.-]+ ){1,5}?as an?"
"""Where one works as something: at Bosch as an …"""
_AS_JOB = r"(?:[.,;!)—–]|$| (?:and|but|by trade|by profession|from|here|now|so|since|too|myself|because)\b| (?:in|at|for|with) (?=(?:the )?(?:St\. )?[A-Z])| (?:in|at|for) an?\b(?! (?:day|weekend|living|while)))"
LANGUAGE = (
    r"(?:Afrikaans|Albanian|Amharic|Arabic|Armenian|Basque|Bengali|Bosnian|Bulgarian|Cantonese|Catalan|Chinese|Croatian|Czech|Danish|Dutch|English|Esperanto"
    r"|Estonian|Farsi|Finnish|Flemish|French|Gaelic|Galician|Georgian|German|Greek|Gujarati|Hebrew|Hindi|Hungarian|Icelandic|Indonesian|Irish|Italian|Japanese"
    r"|Kazakh|Korean|Kurdish|Latin|Latvian|Lithuanian|Luxembourgish|Macedonian|Malay|Maltese|Mandarin|Marathi|Mongolian|Nepali|Norwegian|Pashto|Persian|Polish"
    r"|Portuguese|Punjabi|Romanian|Russian|Serbian|Sign Language|sign language|Slovak|Slovene|Slovenian|Somali|Spanish|Swahili|Swedish|Tagalog|Tamil|Telugu"
    r"|Thai|Tibetan|Turkish|Ukrainian|Urdu|Vietnamese|Welsh|Yiddish|Zulu)\b"
)
_HOW_WELL = r"(?:(?:fluent(?:ly)?|native|good|some|basic|a (?:bit|little)(?: bit)?(?: of)?) )?"
_SPOKEN = rf"{_HOW_WELL}(?P<object>{LANGUAGE}(?:(?:, and |, | and | & ){_HOW_WELL}{LANGUAGE})*)"
_INSTRUMENT = (
    r"(?:(?:acoustic|electric|classical|bass|grand|jazz) )?(?:piano|guitar(?! hero)|violin|viola|cello|double bass|bass|drums?|flute|recorder|clarinet|oboe|bassoon"
    r"|saxophone|sax|trumpet|trombone|tuba|horn|harp|accordion|organ|keyboards?|ukulele|banjo|mandolin|harmonica|erhu|guzheng|pipa)\b"
)
_SPORT = (
    r"(?:(?:table|beach|ice|field|water|wheelchair) )?(?:football|soccer|tennis|basketball|volleyball|handball|hockey|cricket|rugby|badminton|squash|baseball"
    r"|softball|golf|chess|polo|padel|pickleball|lacrosse|snooker|darts|bridge|poker)\b"
)
STUDIED = (
    r"(?:(?:applied|pure|theoretical|computer|computational|mechanical|electrical|chemical|civil|environmental|aerospace|biomedical|molecular|political|social"
    r"|business|international|art|media|cultural|veterinary|dental|human|data|European|English|German|French|Spanish|Chinese|Japanese|American|music|public) )?"
    r"(?:medicine|law|physics|chemistry|biology|mathematics|maths?|statistics|economics|psychology|philosophy|sociology|anthropology|archaeology|history"
    r"|geography|geology|linguistics|literature|philology|journalism|architecture|engineering|informatics|computer science|computing|nursing|pharmacy|dentistry"
    r"|biochemistry|biotechnology|astronomy|theology|education|pedagogy|politics|political science|science|relations|studies|administration|management|finance"
    r"|accounting|marketing|health|design|fine arts?|musicology|theatre|film|acting|agriculture|forestry|nutrition|robotics)\b"
)
_SCHOOL = (
    r"(?P<object>(?:[A-Z][\w'’-]* )*(?:University|College|School|Academy|Institute|Conservatory|Polytechnic|Uni)(?: (?:of|in|for) (?:the )?[A-Z][\w'’-]*(?: (?:and |& )?[A-Z][\w'’-]*)*)?"
    r"|(?:ETH|EPFL|MIT|UCLA|NYU|UCL|LSE|LMU|TU|FU|HU|KTH|KU|RWTH|EPFL|UC)(?: [A-Z][\w'’-]*)?"
    r"|Harvard|Stanford|Yale|Princeton|Oxford|Cambridge|Caltech|Berkeley|Columbia|Cornell|Heidelberg|Sorbonne|Tsinghua|Fudan)(?![\w-])"
)
_MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b(?:\.(?=,? ?\d))?"
BIRTHDAY = rf"(?P<object>(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}|{_MONTH} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?)(?!\d)(?:,? (?:19|20)\d\d)?|(?:19|20)\d\d-\d\d-\d\d)"
_DIET = r"(?P<object>vegetarian|vegan|pescatarian|pescetarian|flexitarian)"
_FOR_LONG = r"| for (?:\w+ ){1,2}(?:months|years)\b| for ethical reasons\b| these days\b| again\b| all my life\b"
MINE = r"(?:(?:\d{1,2}|[a-z]+)[- ]year[- ]old )?(?:other |second |third |older |younger |elder |little |big |twin |late |dear |lovely |new )?"
MANY = r"(?:two |three |four |five |both |2 |3 |4 |5 |little |older |younger )*"

_NOBODY = (
    (_COMMON - words("jan june april will may"))
    | NEVER_ENGLISH_NAMES
    | words(
        """
        team rain snow sun sunshine wind fog thunder nature fortune society management support staff sales finance legal engineering product marketing design god mummy
        daddy granny gran nana auntie uncle aunt sister brother mother father teacher doctor boss wife husband son
        daughter swiss thai brit brits scot dane swede pole turk aussie kiwi unknown undecided tbd nameless libra virgo aries taurus gemini cancer leo
        scorpio sagittarius capricorn aquarius pisces republican democrat jew mormon sikh hello merry happy
        """
    )
)
_OF_A_PEOPLE = ("ish", "ese", "ian", "ean", "ist", "ing", "ment", "tion", "ness", "ity", "ship", "ism")
_GIVEN_SO = words(
    "brian ian julian adrian damian christian fabian sebastian florian killian vivian gillian marian dorian lilian lillian "
    "cristian kian sean jean dean jessean clarity charity felicity trinity unity irving sterling tian"
)
"""Given names that end as the words for a people, or those for what is no person."""

_NO_PLACE = words(
    "team department inc corp ltd llc gmbh ag labs systems group university college school bank hospital office support "
    "mars venus heaven hell hr it qa pr scratch here there"
)
_GIVEN_TOO = words("jan april june august")
"""Months that are given names as well: Jan De Nul, August Storck."""
_NO_EMPLOYER = words("university college school academy institute chapter page level step part version line gym")


_TITLED = pattern(r"^(?:Sir|Miss|Lady|Lord|Captain|Mr|Mrs|Ms|Dr|Prof)\.? (?=\w)")


def is_somebody(words: str) -> bool:
    """Return whether words may be a person's name: no common word, no people and no trade."""
    parts = _TITLED.sub("", words).casefold().split()
    is_word = (parts[0].endswith(_OF_A_PEOPLE) and parts[0] not in _GIVEN_SO) or is_away_or_so(words)
    return may_be_person(words) and not is_word and parts[-1] not in _ROLES and _NOBODY.isdisjoint(parts)


_NAMES_TOO = words("will hope summer autumn winter leo virgo story wish sunny happy merry dear")
"""Words that are given names as well, as the words before them tell: "my brother Will"."""


def may_be_relative(words: str) -> bool:
    """Return whether a relative may be called so, where the words before say who: "a son called Leo"."""
    return is_somebody(words) or (" " not in words and words.casefold() in _NAMES_TOO)


def may_be_origin(words: str) -> bool:
    """Return whether these words may name an origin; one also comes from a firm, a team or a month."""
    parts = words.casefold().split()
    return may_be_home(words) and not (DAYS_AND_MONTHS | _NO_PLACE).intersection(parts) and not parts[0][0].isdigit()


_NO_MORE_OF_IT = r"(?![\w'’-])(?! (?!(?:in|as|and|but|since|near|for|now)\b)[a-z])"
"""Stands behind a name that no plain noun goes on with, as in "the Christmas market"."""


def may_employ(words: str) -> bool:
    """Return whether words can name an employer: a weekday, a month or a kind of school cannot."""
    parts = words.casefold().split()
    return (
        _NO_EMPLOYER.isdisjoint(parts)
        and (DAYS_AND_MONTHS - _GIVEN_TOO).isdisjoint(parts)
        and not DAYS_AND_MONTHS.issuperset(parts)
    )


_NO_KIND = r"(?! and [\w-]+ (?:music|movies|films|books|games|food)\b)"
"""What follows half of what is said: "into electronic and rock music"."""

_NO_PASSING = (
    r"(?!(?:his|her|hers|their|theirs|my|our|your|the|an?|all|me|us|himself|herself|those|these|being|one|both)\b)"
)
"""What is liked just now or of somebody, and tells no taste."""


def _is_grown(words: str) -> bool:
    return 12 <= int(words) <= 99


def _may_be_driven(words: str) -> bool:
    return words.casefold().split()[0] not in ("uber", "lyft", "taxi", "cab")


_AT_PRESENT = (
    r"(?:(?:[Nn]ow|[Nn]owadays|[Tt]hese days|[Cc]urrently|[Ll]ately|[Aa]t present|[Aa]t the moment|[Rr]ight now),? )?"
)
_OF_A_TIME = r"(?:(?:[Ii]n|[Oo]n|[Ss]ince) (?=(?:I|[Ww]e|[Mm]y)\b))?"
"""What is left of a time before a statement, once that was read: "In October I moved to Kiel"."""

CLAUSE = rf"(?:^|^(?:(?:[A-Z]?[a-z]+ ){{0,2}}(?i:update|news|PS|P\.S\.|FYI)[:,]? )|[.!;,—，。！；{EMOJI}]\s*|\b(?:[Aa]nd|[Bb]ut|[Ss]o|well|yes|hi|hello|[Aa]ctually|[Aa]lso|[Pp]lus|[Oo]h|[Bb]y the way|[Bb]tw|[Aa]nyway)[,]? ){_AT_PRESENT}{_OF_A_TIME}"
SENTENCE = rf"^(?:(?:No wait|No|Wait|Sorry|Oops|Correction|Oh|Well|Actually|Also|By the way|Btw|BTW|And|But|So|Yes|Yeah|FYI|Fyi),? )?(?:[Mm]y (?:[\w-]+ )?(?:sister|brother|wife|husband|son|daughter|partner|girlfriend|boyfriend|friend|mate|buddy|colleague|boss|manager|mother|father|mom|mum|dad|cousin|aunt|uncle|neighbou?r|roommate|flatmate|{IN_LAWS}),? )?"


Told: TypeAlias = tuple[str, str, str, str, Callable[[str], bool]]
"""What is told, of whomever: its words, predicate, sentence, the type of the object, and what fits there."""


def own(
    regex: str,
    predicate: str,
    statement: str,
    object_type: str = "thing",
    fits: Callable[[str], bool] = bool,
    each: str = "",
) -> Statement:
    """Return a form about the one who speaks, at the beginning of a clause."""
    return Statement(pattern(CLAUSE + regex), predicate, statement, object_type, fits, each=each)


def within(
    regex: str, predicate: str, statement: str, object_type: str, fits: Callable[[str], bool], each: str = ""
) -> Statement:
    """Return a form that may stand anywhere in a clause."""
    return Statement(pattern(r"(?:^|(?<=[\s,;(—–]))" + regex), predicate, statement, object_type, fits, each=each)


def of_other(regex: str, predicate: str, statement: str, object_type: str, fits: Callable[[str], bool]) -> Statement:
    """Return a form about somebody who is named: the sentence begins with the name."""
    starts = pattern(rf"{SENTENCE}(?P<subject>{PERSON}){AGED} {regex}")
    return Statement(starts, predicate, statement, object_type, fits, fits_subject=is_somebody)


def may_be_home(words: str) -> bool:
    """Return whether one may live where these words say: one also moves to a tool or a team."""
    parts = words.casefold().split()
    return parts[0] != "team" and KNOWN_PRODUCTS.isdisjoint(parts)


FROM_HOME = (
    rf"(?:from (?!(?i:{'|'.join(map(re.escape, sorted(KNOWN_PRODUCTS)))})\b)[A-Z][\w'’-]*(?: [A-Z][\w'’-]*){{0,3}} )?"
)


_NO_HOME = words(
    "sales finance accounting accounts marketing engineering legal product design research development operations logistics purchasing procurement"
    " controlling compliance consulting management production security communications administration staff board"
    " gate terminal room chapter page level part step stage phase section row seat lane floor platform track plan version"
    " bitcoin ethereum crypto gold stocks bonds mum mom dad granny grandma nan"
    " fear hope peace harmony limbo denial hell heaven chaos sin exile darkness poverty luxury misery sorrow shame doubt dread"
    " bliss squalor isolation silence anger despair uncertainty freedom dreams plan"
)


def _may_be_moved_to(words: str) -> bool:
    return may_be_home(words) and _NO_HOME.isdisjoint(words.casefold().split())


LATELY = r"(?: (?:yesterday|today|(?:last|this) \w+|(?:a|two|three|four|[2-9]) (?:days?|weeks?|months?) ago))?"
MOVED_TO = (
    rf"moved {FROM_HOME}to (?P<place>[A-Z][\w’'-]*(?: (?:(?:de|del|la|of|upon) ){{0,2}}[A-Z][\w’'-]*){{0,2}}){LATELY}"
    r"(?=(?: because [^,.;!?]+| with (?:my|our) \w+)?[\s.!]*$)"
)
"""A new home at the end of a sentence: nothing goes on to say that it was for a week, or long ago."""


def is_home(words: str) -> bool:
    """Return whether these words name where one lives: no department, no gate and nobody's house."""
    is_one = may_be_origin(words) and _NO_HOME.isdisjoint(words.casefold().split())
    return is_one and not any(char.isdigit() or char in "'’" for char in words)


LIKING = "(?:like|love|enjoy|adore)"
DISLIKING = "(?:hate|dislike|detest|can['’]?t stand|don['’]t like|do not like)"
_NO_THING = words(
    "anything something nothing everything so such whatever that it them this these those one ones else i you he she we they my your his her our their me him us"
    " not never also too is are was were do does did have has had go goes eat drink"
)


def is_thing(words: str) -> bool:
    """Return whether words name a thing that somebody may like: no clause, nobody and no adverb."""
    parts = words.casefold().split()
    return _NO_THING.isdisjoint(parts) and not parts[0].endswith("ly")


_DEED = (
    r"(?:hobby|pastime|activity|sport|exercise|work-?out|thing|subject|game|job|chore|part|way|skill|stroke|style)\b"
)
"""What one does: of these a favourite may be "swimming"."""


def _is_favourite(words: str) -> bool:
    """Return whether words name what one likes best of its kind, and do not tell how or where it is."""
    return is_thing(words) and not tells_how_or_where(words)


def is_no_day(words: str) -> bool:
    """Return whether words are no weekday and no month."""
    return words.casefold() not in DAYS_AND_MONTHS


_SINCE_THEN = r"(?![^.!?\n]*\b(?:then|until|but (?:now |then |I )*(?:moved|left|live))\b)(?= since\b|\s*(?:[.!]|$)| for (?:(?:about|over|almost|nearly) )?(?:\w+|\w+ \w+) (?:years|months|weeks)\b)"
_LASTING = r"(?![^.!?\n]*\b(?:before|until|once|already|twice|many|several|various|different|both|years ago)\b)"
_HAVE_WORKED = rf"{_LASTING}I(?:['’]ve| have)(?: now)? (?:been working|worked{STILL})"
"""What goes on at present: "I've been working at Arcadis since 2015", but not "I've worked at Arcadis"."""

_STREET = r"[A-Z][\w’'-]*(?:\.? [A-Z][\w’'-]*){0,4}"
_TOWN = r"(?:,? (?:\d{4,6}|[A-Z]{1,2}\d\w? ?\d[A-Z]{2})(?: [A-Z][\w’'-]*){0,3}|, [A-Z][a-z][\w’'-]*(?: [A-Z][a-z][\w’'-]*){0,3}(?: \d{4,6})?){0,3}"
_ADDRESS = rf"(?P<object>(?:(?:[Ff]lat|[Aa]partment|[Aa]pt\.?|[Uu]nit|[Ss]uite) \w+,? )?(?:\d{{1,5}}[A-Za-z]?,? {_STREET}|{_STREET} \d{{1,5}}[A-Za-z]?(?:/\d+)?)(?![\w’'-]){_TOWN})"
"""A house in a street, and where that is: "3 High Street, Leeds", "Kerkstraat 12, 9000 Gent"."""

_WHEN_GIVEN_UP = r"\s*(?:[.!,;)—–]|$)| (?:last|this|yesterday|today|now|for good|in|a|two|three|four|five|six|ten|\d+|when|because|and|since|completely|altogether|again|on)\b"
_GIVEN_UP = (
    r"(?:smoking|vaping|drinking(?: (?:alcohol|coffee|beer|wine))?|gambling|sugar|alcohol|cigarettes|coffee|caffeine|meat|dairy|gluten|chocolate|social media|facebook"
    r"|instagram|gaming|biting my nails|eating (?:meat|sugar|bread|dairy|gluten|chocolate|sweets))"
)

_HOME_AND_TASTE = (
    own(rf"I (?:now |currently |still )?live (?:and (?:I )?work )?in {NAME}", "lives_in", "{self} lives in {object}.", "place", _may_be_moved_to),
    own(rf"(?:I|[Ww]e) (?:now |currently |still )?live in (?>{NAME})(?=,? (?:{STATE})\b)", "lives_in", "{self} lives in {object}.", "place", may_be_home),
    own(rf"(?:{I_AM} (?:now |currently )?living|{I_AM} based) in {NAME}", "lives_in", "{self} lives in {object}.",
        "place", may_be_home),
    own(rf"I(?:['’]ve| have)?(?: just| recently)? moved {FROM_HOME}(?:back )?to (?>{NAME}){NO_STAY}{MOVED_ON}", "lives_in", "{self} lives in {object}.", "place", _may_be_moved_to),
    own(rf"I (?:now |currently |still )?work (?:at|for) {NAME}", "works_at", "{self} works at {object}.", "organization"),
    own(rf"I (?:now |currently |still )?work (?:at|for) the {NAME}{_NO_MORE_OF_IT}", "works_at", "{self} works at the {object}.",
        "organization", may_employ),
    own(rf"(?:I (?:now |currently |still )?work|{I_AM} (?:now |currently )?working|I(?:['’]ve| have)?(?: just| recently)? started(?: working| work)?) {_AT_AS} (?P<object>{PROFESSION})(?=\s*{_AS_JOB})",
        "works_as", "{self} works as {object}.", "topic"),
    own(rf"(?:I (?:now |currently |still )?work|{I_AM} (?:now |currently |still )?working) in {NAME} as an? {PROFESSION}", "workplace_is", "{self} works in {object}.", "place", is_home),
    own(rf"{_HAVE_WORKED} as an? (?P<object>{PROFESSION})(?=\s*{_AS_JOB}|\s*$| {FOR_LONG}\b)", "works_as", "{self} works as {object}.", "topic"),
    own(rf"{_HAVE_WORKED} as an? [\w'’-]+(?: [\w'’-]+){{0,3}}? (?:at|for) (?:the )?{NAME}", "works_at", "{self} works at {object}.", "organization", may_employ),
    own(rf"{_HAVE_WORKED} (?:at|for) (?:the )?{NAME}", "works_at", "{self} works at {object}.", "organization", may_employ),
    own(rf"(?:I|[Ww]e)(?:['’]ve| have) (?:been living|lived)(?: here)? in {NAME}{_SINCE_THEN}", "lives_in", "{self} lives in {object}.", "place", may_be_home),
    own(rf"I (?:now |currently )?work as an? {THING}{END}", "works_as", "{self} works as {object}.", "topic"),
    own(rf"I (?:now |currently |still )?work (?:in [A-Z][\w'’-]*(?: [A-Z][\w'’-]*){{0,2}} )?as an? [\w'’-]+(?: [\w'’-]+){{0,3}}? (?:at|for) (?:the )?{NAME}", "works_at", "{self} works at {object}.",
        "organization", may_employ),
    own(rf"I (?:really |absolutely |also )?(?:like|love|enjoy|adore) {_LIKED}{END}", "likes", "{self} likes {object}."),
    own(rf"I (?:really |absolutely |also )?(?:hate|dislike|detest|can['’]?t stand|don['’]t like|do not like) {_NOT_LIKED}{_END_OF_DISLIKE}",
        "dislikes", "{self} dislikes {object}.", fits=is_thing, each=" (?:or|nor) "),
    own(rf"I (?:really )?(?:like|love|enjoy) neither (?P<object>[\w'’-]+(?: [\w'’-]+){{0,2}}? nor [\w'’-]+(?: [\w'’-]+){{0,2}}?){END}",
        "dislikes", "{self} dislikes {object}.", fits=is_thing, each=" nor "),
    own(rf"[Mm]y (?P<kin>{KIN})(?:['’]s name is| is called| is named|,(?! {_DAY})) {NAME}", "has_{kin}",
        "{self}'s {kin} is {object}.", "person"),
    own(rf"[Mm]y favou?rite (?P<kin>(?:\w+ )?{_DEED}) is(?: now)? (?!not\b|no longer\b){_LIKED}{END}", "favorite_{kin}",
        "{self}'s favorite {kin} is {object}.", fits=is_thing),
    own(rf"[Mm]y favou?rite (?P<kin>(?!(?:\w+ )?{_DEED})\w+(?: \w+)?) is(?: now)? (?!not\b|no longer\b){_LIKED}{END}", "favorite_{kin}",
        "{self}'s favorite {kin} is {object}.", fits=_is_favourite),
    replace(own(rf"{I_AM}(?: now| already| only)? (?P<object>{NUMBER_WORD})(?: years old{WHOLE_AGE}|{BARE_AGE})", "age_is", "{self} is {object} years old.", "value"), written=in_figures),
    replace(own(rf"I(?:['’]ve| have)?(?: just| recently)? turned (?P<object>{NUMBER_WORD}){WHOLE_AGE}", "age_is", "{self} is {object} years old.", "value"), written=in_figures),
    own(rf"{I_AM} (?P<object>\d{{1,3}}) years old", "age_is", "{self} is {object} years old.", "value"),
    own(rf"(?:[Mm]y|[Oo]ur) (?:home |postal |new |current |full |exact )*address is(?: now)? {_ADDRESS}", "address_is", "{self}'s address is {object}.", "value"),
    own(rf"(?:I|[Ww]e) (?:now |currently |still )?live at {_ADDRESS}", "address_is", "{self}'s address is {object}.", "value"),
    own(rf"I(?:['’]ve| have)?(?: just| finally| recently| now)* (?:quit|stopped|gave up|given up) (?P<object>{_GIVEN_UP})(?={_WHEN_GIVEN_UP})", "gave_up", "{self} has given up {object}."),
    own(rf"(?:[Mm]y|[Oo]ur) {MINE}(?P<kin>{KIN})(?:['’]s name is|['’]s| is)(?: now| called| named)? (?P<object>[\u4e00-\u9fff·]{{2,4}}){WHOLE}", "has_{kin}", "{self}'s {kin} is {object}.", "person"),
    own(rf"[Mm]y time ?zone is {ZONE}", "timezone_is", "{self}'s time zone is {object}.", "value"),
)  # fmt: skip

_WORK_AND_STUDY = (
    own(rf"I(?:['’]ve| have)?(?: just| recently| finally)* (?:switched|changed) (?:jobs?|employers?|companies)(?:,? and|,| -|[:;]| [—–])(?: I(?:['’]m| am)?)?(?: now| currently)? (?:at|with|work(?:ing)? (?:at|for)) (?:the )?{NAME}",
        "works_at", "{self} works at {object}.", "organization", may_employ),
    own(rf"I(?:['’]ve| have)?(?: just| recently| finally| now)* (?:got|gotten|landed|found|started) (?:an?|the|my)(?: new| great| better| full-time| part-time){{0,2}} (?:job|position) (?:at|with) (?:the )?{NAME}",
        "works_at", "{self} works at {object}.", "organization", may_employ),
    own(rf"I(?:['’]ve| have)?(?: just| recently| finally| now)* started (?:working )?at (?:the )?{NAME}", "works_at",
        "{self} works at {object}.", "organization", may_employ),
    own(rf"(?:{I_AM}|I(?:['’]ve| have) been)(?: now| currently| still)? working (?:at|for) (?:the )?{NAME}", "works_at",
        "{self} works at {object}.", "organization", may_employ),
    own(rf"{I_AM} (?:now |currently )?an? {PROFESSION} (?:at|for) (?:the )?{NAME}", "works_at", "{self} works at {object}.",
        "organization", may_employ),
    own(rf"{I_AM} (?:now |currently )?an? (?P<object>{PROFESSION})(?=\s*{_AS_JOB})", "works_as", "{self} works as {object}.", "topic"),
    own(rf"I (?:now |currently |still )?study (?P<object>{STUDIED})", "studies_subject", "{self} studies {object}.", "topic"),
    own(rf"{I_AM} (?:now |currently |still )?studying (?P<object>{STUDIED})(?! (?:exam|test|homework|book|chapter))", "studies_subject",
        "{self} studies {object}.", "topic"),
    own(rf"(?:I (?:now |currently |still )?(?:study|go)|{I_AM} (?:now |currently |still )?(?:studying|enrolled|an? (?:\w+ )?student))(?: {STUDIED})? (?:at|to) (?:the )?{_SCHOOL}",
        "studies_at", "{self} studies at {object}.", "organization"),
)  # fmt: skip
_ORIGIN_AND_LIFE = (
    own(rf"(?:{I_AM} (?:originally )?|I (?:originally )?come )from {NAME}(?=\s*(?:[.,;!)—–]|$)| (?:originally|and|but|by birth)\b)", "comes_from",
        "{self} comes from {object}.", "place", may_be_origin),
    own(rf"I was born (?:and raised )?in {NAME}", "born_in", "{self} was born in {object}.", "place", may_be_origin),
    own(rf"I grew up in {NAME}", "grew_up_in", "{self} grew up in {object}.", "place", may_be_origin),
    own(rf"(?:[Mm]y birthday(?:['’]s| is)(?: on)?(?: the)?|I was born on(?: the)?) {BIRTHDAY}", "birthday_is", "{self}'s birthday is {object}.", "value"),
    own(rf"(?:{I_AM}(?: now| already| only)?|I(?:['’]ve| have)?(?: just| recently)? turned) (?P<object>\d{{2}})(?=\s*(?:[;!)]|[.,](?!\s*\d)|$)| (?:and|but|now|today|last|this|yesterday|in|since (?:yesterday|today|last|\w+day))\b(?! \d))", "age_is",
        "{self} is {object} years old.", "value", _is_grown),
    replace(own(rf"(?:{I_AM}(?: now| also| still)?|I(?:['’]ve| have) been|I(?:['’]ve| have)? (?:just |recently )?(?:became|become|went|gone|turned)) (?:an? )?(?:strict |strictly )?{_DIET}(?:{WHOLE}{_FOR_LONG})", "diet_is", "{self}'s diet is {object}.", "value"), timeless=True),
    own(rf"(?:I|[Ww]e) (?:now |currently |still )?drive an? (?:(?:\w+-)?(?:old|new|used|electric|red|blue|black|white|grey|gray|silver|green|little|small|second-hand) ){{0,2}}{NAME}(?:{WHOLE}| to work\b)",
        "has_car", "{self} drives {object}.", fits=_may_be_driven),
    own(rf"[Mm]y car is an? (?:(?:old|new|used|electric|red|blue|black|white|grey|gray|silver|green) ){{0,2}}{NAME}{WHOLE}", "has_car", "{self} drives {object}."),
)  # fmt: skip
_MEASURE = (
    r"[€$£]?\d+(?:[.,]\d+)*(?: ?(?:kg|kilos?|kilograms?|pounds|lbs|stone|cm|centimet(?:er|re)s|m|met(?:er|re)s|euros?|dollars|€|\$|£))?"
    r"(?: (?:a|per) (?:month|week|hour|day|year))?"
)
_CAME_TO = (
    r"(?:is(?: now| currently| down to| up to| back to)?|(?:went|has gone|goes|dropped|has dropped|fell|rose|came down)(?: up| down| back)? to"
    r"|(?:was|got|has been) (?:changed|raised|cut|lowered|reduced|increased|put up|set) to)"
)
_AMOUNT = (
    rf"(?:{_MEASURE},? (?:(?:and|but|then|later|it|now|again|has) ){{1,4}}{_CAME_TO} ){{0,3}}(?P<object>{_MEASURE})"
    r"(?=\s*(?:[.;!)—–]|,(?!\d)|$)| (?:now|today|since|and|but|because|so|these days|from now on)\b)"
    rf"(?!(?:(?!\b[Mm]y\b)[^.!?\n]){{0,60}}\b(?:now|then|again|back (?:at|to)|(?:rose|fell|dropped|went|gone|climbed)(?: up| down| back)? to) [€$£]?\d)"
)
"""An amount; of several that one sentence tells the last, which is so now."""
_VALUES = (
    own(rf"[Mm]y (?P<kin>weight|dry weight|height|rent|salary|shoe size|hourly rate) {_CAME_TO} {_AMOUNT}", "{kin}_is", "{self}'s {kin} is {object}.", "value"),
    own(rf"I (?:now |currently )?weigh {_AMOUNT}", "weight_is", "{self}'s weight is {object}.", "value"),
)  # fmt: skip
_PROGRAMMING = r"(?:Rust|Python|JavaScript|TypeScript|Java|Kotlin|Haskell|Scala|Swift|Ruby|SQL|Erlang|Elixir|Clojure)\b(?! (?:and|or) [a-z])"
_LEISURE = (
    own(rf"I (?:also |can |can also )?speak {_SPOKEN}", "speaks", "{self} speaks {object}.", "topic", each=rf"(?:{EACH}){_HOW_WELL}"),
    own(rf"(?:{I_AM}|I(?:['’]ve| have) been|I(?:['’]ve| have)? (?:just |recently )?started)(?: now| currently| also)? learning (?:to speak |to play |how to play |how to speak )?(?:the )?(?P<object>{LANGUAGE}|{_INSTRUMENT}|{_PROGRAMMING})",
        "learning", "{self} is learning {object}.", "topic"),
    own(rf"I (?:also |still |now )?play (?:the )?(?P<object>{_INSTRUMENT}|{_SPORT}|[\u4e00-\u9fff]{{2,4}})", "plays", "{self} plays {object}.", "topic"),
    own(rf"{I_AM} (?:also )?a (?:big |huge |great |massive |real )?fan of (?!yours\b|my\b|your\b|the (?:idea|plan|way)\b|his\b|their\b|both\b|all\b|that\b|these\b|those\b){THING}{END}{_NO_KIND}", "likes", "{self} likes {object}."),
    own(rf"{I_AM} (?:really |very |also |totally |so )?(?:much )?into (?!trouble\b|the\b|an?\b|my\b|your\b|all\b|something\b|week\b|day\b|one\b|both\b)(?=[a-z]){THING}{END}{_NO_KIND}", "likes",
        "{self} likes {object}."),
)  # fmt: skip
OF_ONE: tuple[Told, ...] = (
    (rf"(?:now |currently |still )?(?:lives|is living) in {NAME}", "lives_in", "{self} lives in {object}.", "place", may_be_origin),
    (rf"(?:is|comes) (?:originally )?from {NAME}{END}", "comes_from", "{self} comes from {object}.", "place", may_be_origin),
    (rf"(?:has )?(?:just |recently )?moved to {NAME}", "lives_in", "{self} lives in {object}.", "place", may_be_origin),
    (rf"is an? (?P<object>{PROFESSION})(?=\s*{_AS_JOB})", "works_as", "{self} works as {object}.", "topic", bool),
    (rf"(?:now |currently |still )?(?:works|is working|has (?:just )?started|started|became) (?:as )?an? (?P<object>{PROFESSION})(?=\s*{_AS_JOB})", "works_as", "{self} works as {object}.", "topic", bool),
    (rf"(?:now |currently |still )?(?:works|is working) {_AT_AS} (?P<object>{PROFESSION})(?=\s*{_AS_JOB})", "works_as", "{self} works as {object}.", "topic", bool),
    (rf"(?:lives in [A-Z][\w'’-]*(?: [A-Z][\w'’-]*){{0,2}},? (?:and|but) )?(?:now |currently |still )?(?:works|is working) (?:at|for) (?:the )?{NAME}", "works_at", "{self} works at {object}.", "organization", may_employ),
    (rf"(?:has|['’]s)(?: now)? (?:been working|worked{STILL}) (?:at|for) (?:the )?{NAME}", "works_at", "{self} works at {object}.", "organization", may_employ),
    (rf"(?:has|['’]s) (?:been living|lived{STILL}) in {NAME}", "lives_in", "{self} lives in {object}.", "place", may_be_origin),
    (rf"is (?:very |badly |severely )?allergic to {THING}{END}", "allergic_to", "{self} is allergic to {object}.", "thing", is_no_day),
    (rf"(?:really |also |absolutely )?(?:likes|loves|enjoys|adores) {_NO_PASSING}{_LIKED}{END}", "likes", "{self} likes {object}.", "thing", bool),
    (rf"(?:really |also |absolutely )?(?:hates|dislikes|detests|can['’]?t stand|doesn['’]t like|does not like) {_NO_PASSING}{_NOT_LIKED}{_END_OF_DISLIKE}", "dislikes", "{self} dislikes {object}.", "thing", bool),
)  # fmt: skip
"""What is told of one who is named, or of whom one has."""

OF_OTHERS = tuple(of_other(*told) for told in OF_ONE)

FORMS = (
    *_HOME_AND_TASTE,
    *_WORK_AND_STUDY,
    *_ORIGIN_AND_LIFE,
    *_VALUES,
    *_LEISURE,
)
