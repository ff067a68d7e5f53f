"""Addresses in English texts: a house in a street, and the well-known towns that it may be in."""

from __future__ import annotations

import re

from memary.languages.keys import entity_key

TOWNS = frozenset(map(entity_key, """
    london, birmingham, manchester, leeds, sheffield, liverpool, bristol, newcastle, nottingham, leicester,
    coventry, bradford, hull, stoke, wolverhampton, plymouth, derby, southampton, portsmouth, brighton, norwich,
    exeter, york, bath, cambridge, oxford, reading, milton keynes, luton, northampton, peterborough, sunderland,
    middlesbrough, preston, blackpool, bolton, stockport, huddersfield, wakefield, doncaster, rotherham, barnsley,
    lincoln, chester, gloucester, cheltenham, swindon, bournemouth, canterbury, durham, lancaster, carlisle,
    worcester, ipswich, colchester, chelmsford, edinburgh, glasgow, aberdeen, dundee, inverness, stirling, cardiff,
    swansea, newport, belfast, derry, dublin, cork, galway, limerick, paris, lyon, marseille, toulouse,
    nice, nantes, bordeaux, lille, strasbourg, rennes, berlin, hamburg, munich, cologne, frankfurt, stuttgart,
    dusseldorf, leipzig, dresden, hanover, hannover, nuremberg, bremen, essen, dortmund, bonn, munster, mannheim,
    karlsruhe, freiburg, heidelberg, kiel, mainz, vienna, graz, linz, salzburg, innsbruck, zurich, geneva, basel,
    bern, lausanne, lucerne, amsterdam, rotterdam, the hague, utrecht, eindhoven, groningen, brussels, antwerp,
    ghent, bruges, leuven, luxembourg, copenhagen, aarhus, odense, stockholm, gothenburg, malmo, uppsala, oslo,
    bergen, trondheim, stavanger, helsinki, tampere, turku, reykjavik, madrid, barcelona, valencia, seville, malaga,
    bilbao, zaragoza, granada, lisbon, porto, coimbra, rome, milan, naples, turin, florence, venice, bologna, genoa,
    palermo, verona, athens, thessaloniki, warsaw, krakow, wroclaw, gdansk, poznan, prague, brno, budapest,
    bratislava, ljubljana, zagreb, belgrade, bucharest, sofia, kyiv, kiev, lviv, moscow, saint petersburg, istanbul,
    ankara, izmir, tallinn, riga, vilnius, new york, los angeles, chicago, houston, phoenix, philadelphia, san
    antonio, san diego, dallas, san jose, austin, jacksonville, columbus, fort worth, charlotte, san francisco,
    indianapolis, seattle, denver, boston, el paso, detroit, nashville, portland, memphis, oklahoma city, las vegas,
    louisville, baltimore, milwaukee, albuquerque, tucson, fresno, sacramento, kansas city, mesa, atlanta, omaha,
    raleigh, miami, minneapolis, tulsa, tampa, new orleans, cleveland, honolulu, pittsburgh, cincinnati, st louis,
    orlando, buffalo, madison, boise, richmond, salt lake city, brooklyn, toronto, montreal, vancouver, calgary,
    edmonton, ottawa, winnipeg, quebec, halifax, victoria, mexico city, guadalajara, monterrey, bogota, medellin,
    lima, santiago, buenos aires, cordoba, sao paulo, rio de janeiro, brasilia, caracas, quito, havana, sydney,
    melbourne, brisbane, perth, adelaide, canberra, hobart, auckland, wellington, christchurch, dunedin, tokyo,
    osaka, kyoto, yokohama, nagoya, sapporo, kobe, fukuoka, seoul, busan, beijing, shanghai, guangzhou, shenzhen,
    hangzhou, chengdu, nanjing, wuhan, suzhou, xiamen, tianjin, chongqing, qingdao, hong kong, taipei, singapore,
    kuala lumpur, bangkok, jakarta, manila, hanoi, ho chi minh city, mumbai, delhi, new delhi, bangalore, bengaluru,
    chennai, kolkata, hyderabad, pune, karachi, lahore, islamabad, dhaka, colombo, kathmandu, dubai, abu dhabi,
    doha, riyadh, tel aviv, jerusalem, haifa, beirut, amman, cairo, alexandria, casablanca, tunis, lagos, accra,
    nairobi, addis ababa, johannesburg, cape town, durban, pretoria
""".replace("\n", " ").split(",")))  # fmt: skip
"""Towns that most have heard of, by their keys: of another it is not known whether it is a town or part of one."""

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


def towns_of(address: str, text: str) -> frozenset[str]:
    """Return the keys of the towns that an address and a sentence about it name.

    What stands last in an address is a town; elsewhere a name is one of which most have heard.
    """
    house = _ADDRESS.match(address)
    rest = _POSTCODE.sub("", address[house.end() :] if house else "")
    parts = {entity_key(part) for part in re.split(r",| in ", rest) if part.strip()}
    said = {entity_key(match[1]) for match in _TOWN.finditer(text.replace(address, " "))}
    return frozenset(parts | (said & TOWNS))
