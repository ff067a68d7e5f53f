"""Read what one owns in English: a car by its maker, a boat or a bike; also that it was sold."""

from __future__ import annotations

from memary.languages.en.facts.forms import I_AM, LATELY, WHOLE, own
from memary.languages.pack.sentences import Statement

_MAKERS = (
    "Volvo|Volkswagen|VW|Audi|BMW|Mercedes(?:-Benz)?|Porsche|Opel|Vauxhall|Ford|Fiat|Alfa Romeo|Lancia|Renault|Peugeot|Citroën|Citroen|Dacia|Seat|SEAT"
    "|Cupra|Škoda|Skoda|Toyota|Honda|Mazda|Nissan|Subaru|Suzuki|Mitsubishi|Lexus|Hyundai|Kia|Tesla|Polestar|Rivian|BYD|NIO|MG|Mini|MINI|Jaguar|Land Rover"
    "|Range Rover|Jeep|Chevrolet|Chevy|Dodge|Chrysler|Buick|Cadillac|GMC|Saab|Ferrari|Lamborghini|Maserati|Smart"
)
_CAR = rf"(?P<object>(?:{_MAKERS})(?: (?:[A-Z][\w-]*|[\d.]+|ID\.\d))?)"
_THINGS = (
    "bike|bicycle|e-bike|motorbike|motorcycle|scooter|moped|boat|sailing boat|sailboat|yacht|kayak|canoe|caravan|camper|camper van|van|truck|tractor|horse box"
    "|piano|grand piano|guitar|violin|cello|drum kit|telescope|3D printer|sewing machine|summer house|holiday home|cabin|cottage|allotment"
)
_LOOKS = r"(?:(?:\w+-)?(?:old|new|used|second-hand|electric|red|blue|black|white|grey|gray|silver|green|yellow|little|small|big|tiny|vintage|wooden|brand-new|folding) ){0,3}"
_WE = r"(?:I|[Ww]e)"
_NEWLY = rf"{_WE}(?:['’]ve| have)?(?: just| finally| recently| now| also)* (?:bought|got|gotten|leased)"
_HAVE = rf"(?:{_WE} (?:now |currently |still |also )*(?:own|have)|{_WE}['’]ve got|{_WE} have got|{_NEWLY}(?: myself| ourselves)?)"
_STAYS = (
    rf"(?={LATELY}\s*(?:[.,;:!)—–]|$)|{LATELY} (?:and|but|because|so|now|since|too)\b)"
    r"(?![^.!?\n]{0,120}\b(?:sold|returned|gave|test drive|for (?:the|a) (?:day|week|weekend))\b)"
)
"""What follows something that one has for good."""

POSSESSIONS: tuple[Statement, ...] = (
    own(rf"{_HAVE} an? {_LOOKS}{_CAR}{_STAYS}", "has_car", "{self}'s car is a {object}."),
    own(rf"(?:{I_AM} the (?:proud )?owner of) an? {_LOOKS}{_CAR}{WHOLE}", "has_car", "{self}'s car is a {object}."),
    own(rf"{_HAVE} an? {_LOOKS}(?P<object>{_THINGS}){_STAYS}", "owns", "{self} owns a {object}."),
)

SOLD = r"(?:sold|gave away|given away|got rid of|donated|scrapped|traded in)"
"""What ends that one has something."""
