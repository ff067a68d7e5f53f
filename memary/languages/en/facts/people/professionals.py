"""Read whom one goes to in English: "My new doctor is Dr. Smith", "I changed dentists"."""

from __future__ import annotations

from memary.languages.en.facts.forms import LATELY, ONE, WHOLE, own
from memary.languages.en.facts.people.family import may_be_relative

_WHOM = r"(?P<kin>doctor|GP|dentist|therapist|landlord|landlady|lawyer|accountant|coach|boss|manager)"
_LATELY = r"(?:['’]ve| have)?(?: just| finally| recently| now)*"
_CALLED = r"(?:,(?: and)? (?:h(?:is|er) name(?: is|['’]s)|s?he(?: is|['’]s) called)|,| called| named|:| [—–-])"
_NOW_IS = (
    r"(?:[,;:.]| [—–-]| and)*(?: now)?"
    r" (?:it['’]s|it is|(?:my|our|the) new one is|(?:I|we)(?:['’]m| am|['’]re| are)? (?:now )?(?:see|seeing|with|have|go to)|to)(?: now)?"
)
_HAS = ("has_{kin}", "{self}'s {kin} is {object}.", "person", may_be_relative)

PROFESSIONALS = (
    own(rf"(?:I|[Ww]e)(?:['’]ve| have)?(?: just| finally| recently| now)*(?: have| got| found)? an? new {_WHOM}(?: now)?{_CALLED} {ONE}{WHOLE}", *_HAS),
    own(rf"(?:I|[Ww]e){_LATELY} (?:changed|switched) (?:(?:my|our) )?{_WHOM}s?{LATELY}{_NOW_IS} {ONE}{WHOLE}", *_HAS),
)  # fmt: skip
"""A new one, beside what tells of any whom one has."""
