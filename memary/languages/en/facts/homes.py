"""Tell homes from moves that were followed by others and from stays in English, and how places are named."""

from __future__ import annotations

_PLACE = r"(?-i:[A-Z][\w'’-]*(?: [A-Z][\w'’-]*){0,2})"
_TIME = r"(?:,? (?:yesterday|(?:first|briefly|in|last|this|at|around) (?:the )?\w+(?: \w+)?|(?:an?|two|three|four|five|six|\d+) (?:days?|weeks?|months?|years?) ago))?"
_MOVED = rf"(?:['’]ve| have)?(?: just| recently| first| originally)? (?:moved|relocated)(?: from {_PLACE})? to {_PLACE}{_TIME}"
_NEXT = r"(?:then|later(?: on)?|after that|afterwards|soon after|now)"
_AND_THEN = rf"(?:,? (?:and|but)(?: {_NEXT})?|,? {_NEXT}|,)"
_NEXT_SENTENCE = rf"[.!]+ (?:(?:[Aa]nd|[Bb]ut) )?{_NEXT},?"
_MOVED_AGAIN = rf"(?:(?:(?:I|we)(?:['’]ve| have)?|have) )?(?:{_NEXT} )?(?:moved|relocated) (?:back |on )?to {_PLACE}"

MOVED_FIRST = rf"^(?-i:I|We){_MOVED}(?:{_AND_THEN}|{_NEXT_SENTENCE}) (?={_MOVED_AGAIN})"
"""A move, before one that followed it."""

_IS_BACK = r"(?:I(?:['’]m| am)|[Ww]e(?:['’]re| are))(?: now)?(?: already)? back (?:in|home in) "
_TO_STAY = r"(?: (?:now|again|for good|already|these days))?(?=\s*(?:[.,;!)—–]|$))"
_BUT = rf"(?:,? (?:and|but)(?: {_NEXT})?|[.!;]+ (?:(?:[Aa]nd|[Bb]ut) )?(?:[Nn]ow )?) ?"

MOVED_ON = (
    rf"(?!{_TIME}(?:{_BUT}{_IS_BACK}{_PLACE}{_TO_STAY}|(?:,? (?:and|but))?,? {_NEXT} (?:on |back )?to {_PLACE}))"
)
"""Nothing that tells of a later home."""

HOME_AT_LAST = (
    rf"(?:I|We){_MOVED}{_BUT}{_IS_BACK}{{name}}{_TO_STAY}",
    rf"(?:I|We){_MOVED}(?:,? (?:and|but))?,? {_NEXT} (?:on |back )?to {{name}}",
)
"""Where one lives who tells of a move, and of the one behind it in a few words."""

MOVES_ON = rf"^(?-i:I|We){_MOVED}(?:{_NEXT_SENTENCE} {_MOVED_AGAIN}|[.!]+ (?:(?:and|but) )?(?:now )?{_IS_BACK}{_PLACE}{_TO_STAY})"
"""A second sentence that tells where one went from there."""

NO_STAY = (
    r"(?! for (?:(?:only|just|about|almost|nearly|over) )?(?:the |an? |one |two |three |four |five |six |seven |eight |nine |ten |\d+ |some |several |many )?"
    r"(?:(?:few|couple of|more|short|long|whole|half|school|single) )?(?:(?:days?|nights?|weeks?|weekend|months?|years?|terms?|semesters?|whiles?|time"
    r"|summer|winter|autumn|spring|season|holidays?|bit)\b(?! off)))"
)
"""Nothing that tells how long a stay was: "for a year", but not "for a new job"."""
STATE = (
    "Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana"
    "|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska"
    "|Nevada|New (?:Hampshire|Jersey|Mexico|York)|(?:North|South) (?:Carolina|Dakota)|Ohio|Oklahoma|Oregon|Pennsylvania"
    "|Rhode Island|Tennessee|Texas|Utah|Vermont|(?:West )?Virginia|Washington|Wisconsin|Wyoming"
    "|British Columbia|Ontario|Alberta|Canada|England|Wales|Scotland|Ireland|Norway|Australia|New Zealand|USA|US|UK"
)
"""What tells of a word that it is a town: "Freedom, Oklahoma"."""
THE_PLACE = (
    r"the (?=(?:UK|US|USA|UAE|United (?:Kingdom|States|Arab Emirates)|Netherlands|Philippines|Emirates|Bahamas|Maldives|Seychelles|Gambia|Congo|Vatican"
    r"|(?:Czech|Dominican|Central African) Republic|Republic of [A-Z]\w+|Isle of [A-Z]\w+|(?:Canary|Faroe|Cayman|Virgin|Channel|Falkland|Balearic|Shetland) Islands|Ivory Coast|Basque Country"
    r"|Azores|Algarve|Hebrides|Highlands|Midlands|(?:West|East) Midlands|Cotswolds|(?:Lake|Peak) District|Black Forest|Ruhr|Alps|Dolomites|Rockies|Hague|Bronx"
    r"|Hamptons|Catskills|Bay Area|Midwest|Pacific Northwest|Northern Territory|Middle East)\b)"
)
"""The article of places that are not named without it."""
