"""How English tells which medicines one takes for long: "I take metformin", "The doctor switched me to Ozempic"."""

from __future__ import annotations

from dataclasses import replace

from memary.languages.en.facts.forms import I_AM, own
from memary.languages.en.facts.kinds.health import CONDITION
from memary.languages.pack.sentences import Statement

MEDICINE = (
    r"(?i:(?!cholesterol)[a-z]+(?:statin|pril|sartan|olol|prazole|formin|gliptin|gliflozin|xaban|oxetine|triptyline|trigine|terol|sone)|insulin|aspirin|warfarin|clopidogrel|levothyroxine|thyroxine"
    r"|sertraline|citalopram|escitalopram|venlafaxine|bupropion|mirtazapine|lithium|quetiapine|gabapentin|pregabalin|prednisolone|methotrexate|humira|semaglutide|ozempic|wegovy"
    r"|mounjaro|salbutamol|ventolin|montelukast|cetirizine|loratadine|ritalin|methylphenidate|adderall|concerta|levetiracetam|valproate|carbamazepine|topiramate|tamoxifen"
    r"|finasteride|spironolactone|furosemide|amlodipine|allopurinol|colchicine|hydroxychloroquine|statins|beta blockers|blood thinners|antidepressants|the pill"
    r"|budesonide|symbicort|seretide|advair|flovent|jardiance|farxiga|januvia|trulicity|eliquis|xarelto|lipitor|crestor|zoloft|prozac|lexapro|cymbalta|synthroid|lyrica|plavix"
    r"|(?:blood pressure|thyroid|heart) (?:medication|tablets|pills|medicine))"
)
"""What is taken for long: who is on antibiotics or took a painkiller tells of the week."""
_EACH = r"(?:, and |, | and )"
_DOSE = r"(?:\d+ ?(?:mg|mcg|units) of )?"
_MEDICINES = rf"{_DOSE}(?P<object>{MEDICINE}(?:{_EACH}{MEDICINE})*)(?: \d+ ?(?:mg|mcg|g|ml|units))?\b(?!['’]s)"
_NOT_ONCE = (
    r"(?! (?:if|when|once|whenever|before|for (?:a|my) (?:headache|cold|week|day)|yesterday|today|this morning)\b)"
)
_TAKE = (
    rf"(?:{I_AM}(?: also| still| now| currently)* (?:on|taking)|I (?:also |still |now |currently )*(?:take|use)|I(?:['’]ve| have) been (?:on|taking|using)"
    r"(?: the)?)"
)
_WHO = r"(?:(?:[Tt]he|[Mm]y|[Oo]ur) (?:new |old )?(?:doctor|GP|physician|specialist|consultant|psychiatrist|cardiologist|neurologist|clinic|hospital|nurse)|Dr\.? [A-Z]\w+|[Tt]hey)(?: has| have|['’]ve)?(?: just| now| finally)*"
_TOLD = ("takes_medication", "{self} takes {object} as medication.")
_TO = r"(?:to|onto|for|with|by)"


def _changes(old: str, new: str) -> str:
    """Return how one thing is said to be taken in the place of another."""
    lately = r"(?:['’]ve| have)?(?: just| finally| recently| now)*"
    return (
        rf"(?:(?:{_WHO} (?:switched|moved|changed) me|I{lately} (?:switched|moved|changed)(?: over)?) from "
        rf"|(?:{_WHO}|I{lately}) (?:switched|swapped|changed|replaced) (?:my )?){old} {_TO} {new}"
    )


_ONE, _ANY = rf"(?P<object>{MEDICINE})\b", r"[A-Za-z][\w-]+"
_NO_WORD = r"(?!(?:the|an?|my|it|that|this|another|something|nothing)\b)"
MEDICINES: tuple[Statement, ...] = (
    replace(own(rf"{_TAKE} {_MEDICINES}{_NOT_ONCE}", *_TOLD, each=_EACH), timeless=True),
    own(rf"(?:I(?: was|['’]ve been| have been| got)(?: just| also| recently)* (?:prescribed|put on|started on)|I(?:['’]ve| have)?(?: just| recently)* started(?: taking| on)) {_MEDICINES}{_NOT_ONCE}", *_TOLD, each=_EACH),
    own(rf"(?:{_WHO} )?(?:put me on|prescribed me|started me on) {_MEDICINES}{_NOT_ONCE}", *_TOLD, each=_EACH),
    own(rf"I(?:['’]ve| have) (?:{CONDITION}),?(?: and| so)?(?: I)?(?: also| now)* (?:take|use) {_MEDICINES}{_NOT_ONCE}", *_TOLD, each=_EACH),
    own(rf"I (?:also |still |now )*(?:use|have) (?:an?|my) (?P<object>[A-Z]\w+|{MEDICINE}) inhaler\b", *_TOLD),
    own(_changes(MEDICINE, _ONE), *_TOLD),
    own(_changes(_ANY, _ONE), *_TOLD),
    own(_changes(MEDICINE, rf"{_NO_WORD}(?P<object>{_ANY})(?=\s*(?:[.,;!]|$)| (?:last|this|in|a|two|three|yesterday|because|and|now)\b)"), *_TOLD),
)  # fmt: skip

_OLD = rf"(?P<old>{_ANY}(?: pill)?)"
_GOES_ON = r"(?=\s*(?:[.,;!]|$)| (?:and|because|since|so|last|this|in|a|two|three|yesterday|now|for)\b)"
NO_LONGER_TAKEN = (
    _changes(_OLD, MEDICINE),
    _changes(rf"(?P<old>{MEDICINE})", _NO_WORD + _ANY),
    rf"{_WHO} (?:switched|moved|changed) me from {_OLD} {_TO} {_NO_WORD}{_ANY}",
    rf"{_WHO} (?:took|has taken|have taken) me off (?:the |my )?{_OLD}{_GOES_ON}",
    rf"{_WHO} (?:stopped|discontinued) my {_OLD}{_GOES_ON}",
    rf"{_TAKE} {MEDICINE} instead of {_OLD}",
)
"""How one says in a clause which one is taken no more."""
