"""Tell whether a name in English text is a person's, by the words around it.

There is no list of given names here, so the words have to say it: who it is to somebody, what only people do, how
one is addressed or met. Precision goes before recall. What companies, tools and towns do as well (want, offer, work,
call) says nothing, and well-known ones are people in no context.
"""

from __future__ import annotations

import re
from itertools import takewhile

from memary.languages.en.vocabulary.words import KNOWN_NOT_AS_PEOPLE
from memary.languages.pattern import pattern
from memary.languages.scripts import is_wide

KIN = (
    r"(?:mother|father|mom|mum|dad|sister|brother|wife|husband|son|daughter|partner|girlfriend|boyfriend|fianc[ée]e?|aunt"
    r"|uncle|cousin|niece|nephew|grandma|grandpa|grandmother|grandfather|friend|friends|buddy|colleague|coworker|boss"
    r"|manager|neighbou?r|roommate|flatmate|teacher|doctor|twin|kid|baby)"
)
_MORE_PEOPLE = (
    r"(?:girl|guy|woman|man|boy|lady|person|someone|somebody|student|nurse|landlord|landlady|therapist|dentist"
    r"|intern|ex)"
)
_ROLE = (
    r"(?:nurse|doctor|teacher|engineer|developer|programmer|architect|student|baker|lawyer|painter|poet|musician|pianist"
    r"|drummer|singer|actor|actress|writer|journalist|chef|cook|carpenter|potter|plumber|electrician|designer|vet"
    r"|dentist|professor|researcher|scientist|biologist|translator|photographer|accountant|hydrologist|librarian"
    r"|friend of mine)"
)
_ALSO = r"(?:(?:\w+ly|also|just|once|still|never|always|already|even) )?"
_US = r"(?:me|us|you|him|her|them)"
_PERSON_VERB = (
    rf"(?:said|told(?! {_US} (?:the|that|to|my|your|our|it|I)\b)|asked(?! {_US} (?:to|for)\b| for\b)"
    r"|(?:says|thinks) (?:s?he|hi|hello|yes|no|the|that|it)\b|thought|loves|loved|likes|liked|hates|hated|enjoys"
    r"|lives|lived|studies|studied|married|met|visited|hugged|texted|emailed|cooked|cooks|laughed|laughs|smiled|smiles"
    r"|cried|joked|whispered|shrugged|grew up|got married|got engaged|gave birth)"
)
"""Apps say, ask for and tell one things, too: "told me about it" is a person's, "told me to log in" is not."""

_STATE = r"(?:is|was|got|gets) (?:pregnant|engaged|married|divorced|widowed)\b"
_IS_KIN = rf"(?:is|was) (?:my|our|his|her|their|your) (?:\w+ ){{0,2}}(?!teacher|doctor|baby|buddy|kid){KIN}\b"
_OWNED = rf"(?:{KIN}|birthday|wedding|funeral|parents|apartment|haircut|maternity)"
_OWN_BODY = (
    r"(?:has |had |just )*(?:broke|hurt|quit|dyed|washed|packed|celebrated|brought|forgot|finished|missed)"
    r" (?:her|his) \w"
)
_ENDS = r"\s*(?:[.,;:!?)…]|$)"
_POSSESSIVE = r"(?:my|his|her|our|their|your)"
_WORDS_BETWEEN = r"[^.!?;:\n]{0,60}?"
_AFTER = pattern(
    rf"^(?:['’]s (?:\w+ )?{_OWNED}\b|,? (?:and I )?{_ALSO}{_PERSON_VERB}\b| {_IS_KIN}| {_STATE}"
    rf"| (?:is|was|became) an? (?:\w+ ){{0,2}}{_ROLE}\b(?!['’-])"
    rf"|, who\b|, s?he(?:['’]s| is| was| has| had)\b| works at (?:the )?[A-Z]| (?:is|are) having a baby\b"
    rf"|, {_POSSESSIVE} (?:\w+ ){{0,2}}{KIN}\b| \({_POSSESSIVE} (?:\w+ ){{0,2}}{KIN}\b| {_OWN_BODY})"
)
_AFTER_ARTICLE = pattern(r"\bthe $", re.IGNORECASE)
_AS_SUBJECT = pattern(rf"^(?:,? and I\b| (?!and\b|or\b){_WORDS_BETWEEN}\b(?:herself|himself)\b)")
_BEGINS_CLAUSE = pattern(r"(?:^|[.!?…:;,\n(—–-]\s*|\b(?:that|because|but|and|while|when|if|so) )$", re.IGNORECASE)
_SUBJECT = r"(?:I|we|he|she|they|who)(?:['’]ve|['’]d| have| had| just| also| finally| once| never){0,2}"
_TOGETHER = (
    r"(?:lunch|dinner|breakfast|brunch|coffee|drinks?|beers?|a walk|a date|married|engaged|friends|flatmates"
    r"|hang(?:ing)? out|hung out|meet(?:ing)? up|catch(?:ing)? up|caught up|mov(?:e|ed|ing) in|broke up|climbing"
    r"|bouldering|hiking|running|swimming|shopping|skiing|dancing|cycling|camping|fishing|sailing|surfing|jogging)"
)
_BEFORE = pattern(
    rf"(?:\b(?<!our ){KIN} (?:called |named )?|\b{_MORE_PEOPLE} (?:is )?(?:called|named) "
    r"|\b(?:this|that|a|another) (?:girl|guy|woman|man|boy|lady|kid) |\bs?he(?:['’]s| is| was) (?:called|named) "
    rf"|\b{_POSSESSIVE} (?:\w+ )?name(?: is|['’]s) |\b(?<!they )call me "
    rf"|\b{_SUBJECT} (?:told|hugged|married|texted|kissed|thanked|invited|met) |\bmet up with "
    rf"|\b{_TOGETHER} (?:with|to) "
    r"|\bbirthday of |\bdating )$",
    re.IGNORECASE,
)
_BEFORE_AT_END = pattern(
    rf"(?:\b(?<!our ){KIN}, |\b{_POSSESSIVE} (?:\w+ ){{0,2}}{KIN} (?:is|was) "
    r"|(?:^|[.!?\n]\s*)(?:hi|hello|hey|dear|happy birthday|congrats|congratulations|thanks|thank you|bye|goodbye),? "
    r"|\b(?:good night|good luck|good luck tomorrow|happy (?:belated )?birthday|nice to meet you|see you|sorry), )$",
    re.IGNORECASE,
)
"""What comes before a name with which a clause ends: who it is, or how one is greeted."""

_WORD = r"[^\W\d_]+\.?(?:['’-][^\W\d_]+)*"
_NAME = pattern(rf"(?=\w*[^\W\d_A-Z]){_WORD}(?: {_WORD}){{0,3}}")
"""Letters, and not capitals alone."""

_CAMEL = pattern(r"[a-z][A-Z](?!['’])")
_PET = (
    r"(?:cats?|kittens?|dogs?|pupp(?:y|ies)|rabbits?|hamsters?|parrots?|horses?|tortoises?|turtles?|ferrets?|pets?)"
)
_IS_CALLED = r"(?:s?he|it)(?:['’]s| is| was) (?:called|named) $"
_BEFORE_PET = pattern(
    rf"\b{_PET},? (?:is )?(?:called |named )?$|\b{_PET}(?:['’]s)? name is $"
    rf"|\b{_PET}\b[^.!?\n]{{0,30}}[.,!] {_IS_CALLED}",
    re.IGNORECASE,
)
_AFTER_PET = pattern(
    rf"^,? (?:is |was )?(?:{_POSSESSIVE}|the|a) (?:\w+ ){{0,2}}{_PET}\b(?! (?:and|,|of|person|food|lover|sitter))",
    re.IGNORECASE,
)


def is_pet(text: str, start: int, end: int) -> bool:
    """Return whether the words around a name say that an animal is called so."""
    before, after = text[max(0, start - 70) : start], text[end : end + 40]
    return bool(_BEFORE_PET.search(before) or _AFTER_PET.match(after))


def is_person(text: str, name: str, start: int, end: int) -> bool:
    """Return whether the words around a name say that a person is called so."""
    if not may_be_person(name):
        return False
    before, after = text[max(0, start - 60) : start], text[end : end + 80]
    if _AFTER_ARTICLE.search(before):  # a band, a firm
        return False
    if _BEFORE.search(before) or _AFTER.match(after):
        return True
    if re.match(_ENDS, after) and _BEFORE_AT_END.search(before):
        return True
    return bool(_AS_SUBJECT.match(after) and _BEGINS_CLAUSE.search(before))


def may_be_person(name: str) -> bool:
    """Return whether a name has a person's form, and is not the well-known name of something else."""
    if not _NAME.fullmatch(name) or _CAMEL.search(name):
        return False
    words = name.casefold().split()
    return not KNOWN_NOT_AS_PEOPLE.intersection((*words, " ".join(words)))


def are_joined(text: str, end: int, start: int) -> bool:
    """Return whether only "and" or a comma stands between two names, which makes both of one kind."""
    return text[end:start] in (" and ", " & ")


def with_family(name: str, family: str) -> str | None:
    """Return a name with another family name: Ana Maria Brown for Ana Maria van der Berg."""
    if is_wide(name) or is_wide(family):
        return None
    first, *others = name.split()
    if family.startswith(f"{first} "):
        return family
    given = list(takewhile(lambda word: word[0].isupper(), others[:-1]))
    return " ".join((first, *given, family))
