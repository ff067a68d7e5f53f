"""Relations as English says them of one: "works at", for "work at"."""

from __future__ import annotations

import re

from memary.languages.pack.base import words

_VERBS = words(
    "adore attend avoid believe belong build buy care climb collect come commute cook dance depend dislike drink drive "
    "eat enjoy fear feel follow get give grow hate have help hike hope join keep know lead learn leave like listen live "
    "love make manage meet miss move need own paint play practice practise prefer quit read remember ride run see sell "
    "sing speak start stay study suffer support swim take teach think train travel use volunteer want watch wear work write"
)
_NOUNS = words(
    "buy care climb cook dance dislike drink fear feel help hike hope hate love need practice practise ride start stay support "
    "swim use volunteer want watch wear"
)
"""Verbs that are nouns, too: what "fear of" or "drink of choice" begins with is none."""
_IRREGULAR = {"have": "has", "am": "is", "do": "does", "don't": "doesn't", "go": "goes"}
_OF_SEVERAL = {"are": "is", "aren't": "isn't", "were": "was", "weren't": "wasn't"}
"""Verbs of several that are changed for a name alone: "the kids are" are several without a joint."""
_AFTER_VERB = words(
    "a about after an around as at by for from in into near not of on out over the through to under up with"
)
_SIBILANT = re.compile(r"(?:s|x|z|ch|sh)$")
_CONSONANT_Y = re.compile(r"(?<![aeiou])y$")
_SEVERAL = re.compile(r",| (?:and|&) |^(?:we|they|you)$", re.IGNORECASE)


def third_person(relation: str, subject: str) -> str:
    """Return a relation as it is said of a subject; what begins with no bare verb stays as it is."""
    verb, space, rest = relation.partition(" ")
    if verb in _OF_SEVERAL and _is_name_of_one(subject):
        return f"{_OF_SEVERAL[verb]}{space}{rest}"
    is_verb = verb in _VERBS or verb in _IRREGULAR
    if not is_verb or _SEVERAL.search(subject) or not _goes_on(verb, rest):  # "work history"
        return relation
    if verb in _IRREGULAR:
        return f"{_IRREGULAR[verb]}{space}{rest}"
    if _SIBILANT.search(verb):
        return f"{verb}es{space}{rest}"
    return f"{_CONSONANT_Y.sub('ie', verb)}s{space}{rest}"


def infinitive(relation: str) -> str:
    """Return a relation as it stands behind "to": "move_into", for "moves_into"."""
    verb, line, rest = relation.partition("_")
    irregular = {third: bare for bare, third in _IRREGULAR.items()} | {"is": "be"}
    if verb in irregular:
        return f"{irregular[verb]}{line}{rest}"
    for ending, bare in (("ies", "y"), ("es", ""), ("s", "")):
        if verb.endswith(ending) and third_person(stem := f"{verb.removesuffix(ending)}{bare}", "") == verb:
            return f"{stem}{line}{rest}"
    return relation if verb.endswith("ss") else f"{verb.removesuffix('s')}{line}{rest}"


def _is_name_of_one(subject: str) -> bool:
    """Return whether a subject is one person's name: "Ada Novak", but not "The Larks" or "Ada's kids"."""
    parts = subject.split()
    return not _SEVERAL.search(subject) and parts[:1] != ["The"] and all(part[0].isupper() for part in parts)


def _goes_on(verb: str, rest: str) -> bool:
    """Return whether words may follow a verb, and make no noun of it: "work at", but not "love for"."""
    return not rest or (verb not in _NOUNS and rest.split()[0] in _AFTER_VERB - {"of"})
