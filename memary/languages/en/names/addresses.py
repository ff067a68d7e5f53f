"""Addresses in English texts: a house in a street, and the well-known towns that it may be in."""

from __future__ import annotations

import re

from memary.languages.en.vocabulary.known_names import TOWNS
from memary.languages.keys import entity_key

_TOWN_KEYS = frozenset(map(entity_key, TOWNS))

_STREET = (
    r"(?:[Ss]treet|[Ss]t|[Rr]oad|[Rr]d|[Aa]venue|[Aa]ve|[Ll]ane|[Ll]n|[Tt]errace|[Dd]rive|Dr|[Cc]lose|[Cc]ourt|[Cc]rescent|[Ss]quare"
    r"|[Pp]lace|[Ww]ay|[Gg]ardens?|[Gg]rove|[Hh]ill|[Rr]ow|[Mm]ews|[Ww]alk|[Bb]oulevard|[Bb]lvd|[Pp]arade|[Rr]ise|[Qq]uay|[Vv]iew|[Ww]harf"
    r"|[Gg]reen|[Yy]ard|[Hh]ighway|[Bb]roadway|[Aa]lley|[Cc]ircle|[Pp]assage|[Pp]ath|[Gg]ate)\b\.?"
)
_STREET_NAMES = (
    r"[\w-]+(?:straße|strasse|str\.|straat|gasse|weg|allee|platz|laan|gade|gatan|vägen|vej|kade|gracht|plein|steeg)"
)
_NAME = r"[A-Z][\w’'.-]*"
_FLAT = r"(?:[Ff]lat|[Aa]partment|[Aa]pt\.?|[Uu]nit|[Ss]uite|[Rr]oom) #?\w{1,5},? "
_NUMBER = r"(?:[Nn]umber |[Nn]o\.? ?|#)?\d{1,5}[A-Za-z]?(?:[-–/]\d{1,4}[A-Za-z]?)?"
_ADDRESS = re.compile(
    r"(?:(?:[Tt]he |[Aa]n? )?(?:[a-z]+ )?(?:house|flat|apartment|home|place) (?:at|in) )?(?:"
    rf"(?:{_FLAT})?{_NUMBER},? (?:(?:{_NAME} ){{0,4}}{_STREET}|{_STREET_NAMES})"
    rf"|(?:{_FLAT})?\d{{1,3}}[A-Za-z]?,? {_NAME} {_NAME}(?! {_NAME})"
    rf"|(?:{_FLAT})?(?:(?:{_NAME} ){{1,3}}{_STREET}|(?:{_NAME} )?{_STREET_NAMES}),? {_NUMBER}"
    rf"|(?:{_FLAT})?(?:Rue|Via|Viale|Calle|Avenida|Av\.|Rua|Piazza|Plaza|Corso|Boulevard)"
    rf"(?: [\w’'.-]+){{1,5}}?,? {_NUMBER}\b"
    rf"|{_FLAT}(?:{_NAME} ?){{1,4}})"
)
_TOWN = re.compile(
    r"(?:\bin|,) (?:central |north(?:ern)? |south(?:ern)? |east(?:ern)? |west(?:ern)? )?"
    rf"({_NAME}(?: (?:de )?{_NAME}){{0,3}})(?![\w’'-])"
)
_POSTCODE = re.compile(r"\b(?:[A-Z]{1,2}\d\w?(?: ?\d[A-Z]{2})?|\d{4,6})\b")


def is_address(words: str) -> bool:
    """Return whether words are for a house in a street: "Flat 3, 18 Mill Lane", "Kerkstraat 12, Gent"."""
    return _ADDRESS.match(words) is not None


def is_town(name: str) -> bool:
    """Return whether most have heard of a town of that name: of another it is not known whether it is part of one."""
    return entity_key(name) in _TOWN_KEYS


def towns_of(address: str, text: str) -> frozenset[str]:
    """Return the keys of the towns that an address and a sentence about it name.

    What stands last in an address is a town; elsewhere a name is one of which most have heard.
    """
    house = _ADDRESS.match(address)
    rest = _POSTCODE.sub("", address[house.end() :] if house else "")
    parts = {entity_key(part) for part in re.split(r",| in ", rest) if part.strip()}
    said = {entity_key(match[1]) for match in _TOWN.finditer(text.replace(address, " "))}
    return frozenset(parts | (said & _TOWN_KEYS))
