"""In which states and countries places lie, by what is said in English and for well-known ones."""

from __future__ import annotations

import re

from memary.languages.en.names.addresses import is_address, is_town, towns_of
from memary.languages.en.vocabulary.known_names import COUNTRIES, STATES
from memary.languages.keys import entity_key
from memary.languages.pack.names import Places

_USA = frozenset(("usa", "us", "united states", "america"))
_REGIONS = STATES | COUNTRIES | _USA
_WELL_KNOWN = {
    "paris": "france", "london": "england", "berlin": "germany", "rome": "italy", "athens": "greece",
    "moscow": "russia",
    "vienna": "austria", "dublin": "ireland", "madrid": "spain", "cambridge": "england", "oxford": "england",
    "manchester": "england", "birmingham": "england", "florence": "italy", "naples": "italy", "venice": "italy",
    "milan": "italy", "lisbon": "portugal", "warsaw": "poland", "cairo": "egypt", "melbourne": "australia",
}  # fmt: skip

_REGION = re.compile(r", ([A-Z][a-z]+(?: [A-Z][a-z]+)?|USA|US)(?![\w'’-])")


def with_region(place: str, rest: str) -> str:
    """Return a place with the state or country that what follows puts it in: "Paris, Texas"."""
    region = _REGION.match(rest)
    return place + region.group() if region and entity_key(region[1]) in _REGIONS else place


_JOINTS = (", ", " in ", " (")
"""What may stand between a place and where it lies."""


def _regions(name: str, text: str) -> frozenset[str]:
    """Return the states and countries that a text puts a place in: "Paris, Texas"."""
    if not any(name + joint in text for joint in _JOINTS):  # a pattern is compiled again for each name
        return frozenset()
    joints = "|".join(map(re.escape, _JOINTS))
    after = rf"\b{re.escape(name)}(?:{joints})(?:the )?([A-Z]\w+(?: [A-Z]\w+)?)"
    keys = {entity_key(match[1]) for match in re.finditer(after, text)}
    return frozenset(
        key if key in _REGIONS else key.split(" ")[0] for key in keys if {key, key.split(" ")[0]} & _REGIONS
    )


def _known(name: str) -> frozenset[str]:
    country = _WELL_KNOWN.get(entity_key(name))
    return frozenset((country,)) if country else frozenset()


def _exclusive(one: frozenset[str], other: frozenset[str]) -> bool:
    """Return whether no place lies in both; a state lies in the US and may share its name with a country."""
    both_states = one <= STATES and other <= STATES
    in_one, in_other = (regions <= (STATES | _USA) for regions in (one, other))
    return both_states or in_one != in_other or (one <= COUNTRIES and other <= COUNTRIES)


def _is_region(name: str) -> bool:
    return entity_key(name) in _REGIONS


def _is_quarter(name: str, text: str) -> bool:
    """Return whether a place is told with the town that it is part of: "Hackney, London", "Hackney in London"."""
    if is_town(name) or _is_region(name):
        return False
    inner, _, outer = name.partition(", ")
    if outer:
        return not is_town(inner) and not _is_region(outer)
    told = re.search(
        rf"\b{re.escape(name)}(?:, | in | \()(?:the )?(?:city of )?([A-Z][\w’'-]*(?: [A-Z][\w’'-]*)?)", text
    )
    part = rf"\b(?:part|quarter|district|suburb|neighbou?rhood|area) (?:of|in|called) (?:\w+, )?{re.escape(name)}\b"
    is_in_town = told is not None and not (_is_region(told[1]) or _is_region(told[1].split(" ")[0]))
    return is_in_town or re.search(part, text) is not None


def _is_left(name: str, text: str) -> bool:
    """Return whether a sentence tells that somebody left a place: "moved from Leeds", "no longer in Leeds"."""
    left = "from|left|leav(?:es?|ing)|out of|not(?: live)? in|no longer(?: lives?)? in|instead of"
    return re.search(rf"\b(?:{left}) {re.escape(name)}\b", text, re.IGNORECASE) is not None


PLACES = Places(
    regions=_regions,
    known=_known,
    exclusive=_exclusive,
    is_address=is_address,
    towns=towns_of,
    is_region=_is_region,
    is_quarter=_is_quarter,
    is_left=_is_left,
)
