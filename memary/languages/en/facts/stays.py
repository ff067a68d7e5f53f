"""Tell a stay from a home in English, by how long it is and where, and how places are named."""

from __future__ import annotations

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
