"""Read illnesses and what one cannot eat in English: "I have diabetes", "I'm lactose intolerant".

Only what is known to be an illness or not to be borne is read: who has a cold, or had enough, tells of the day.
"""

from __future__ import annotations

import re
from dataclasses import replace

from memary.languages.en.facts.forms import I_AM, Told, of_other, own
from memary.languages.en.facts.since import STILL

CONDITION = (
    r"(?:(?:[Tt]ype (?:[12]|one|two)|gestational) )?diabetes|(?:severe |mild |chronic |allergic )?(?:asthma|epilepsy|migraines?|eczema|psoriasis|rhinitis|hay ?fever|an(?:a)?emia|bronchitis"
    r"|insomnia|tinnitus|vertigo|gout|gastritis|sinusitis|acid reflux|heartburn|back pain)|(?:celiac|coeliac) disease|Crohn['’]s(?: disease)?|Parkinson['’]s(?: disease)?|Alzheimer['’]s(?: disease)?"
    r"|ulcerative colitis|irritable bowel syndrome|IBS|(?:rheumatoid |osteo|psoriatic )?arthritis|osteoarthritis|osteoporosis|multiple sclerosis|MS|lupus|fibromyalgia|endometriosis|PCOS"
    r"|high blood pressure|low blood pressure|hypertension|high cholesterol|an? (?:heart|kidney|liver|lung|thyroid) (?:condition|disease|problem)|heart disease|an underactive thyroid|an overactive thyroid"
    r"|hypothyroidism|hyperthyroidism|ADHD|ADD|autism|dyslexia|dyscalculia|OCD|PTSD|(?:bipolar|panic|anxiety) disorder|(?:clinical |chronic )?depression|anxiety|long covid|HIV|hepatitis [BC]"
    r"|glaucoma|cataracts|sleep apn(?:o)?ea|ha?emophilia|sickle cell|cystic fibrosis|scoliosis|(?:breast |lung |skin |bowel |prostate )?cancer"
)
_END = (
    r"(?=\s*(?:[.;!)—–]|,|$)| (?:and|but|so|since|because|now|too|myself|as well|for years|all my life|from birth)\b)"
)
_EACH = r"(?:, and |, | and )"
_CONDITIONS = rf"(?P<object>(?:{CONDITION})(?:{_EACH}(?:{CONDITION}))*)"
_SO = {
    "coeliac": "coeliac disease",
    "celiac": "celiac disease",
    "diabetic": "diabetes",
    "asthmatic": "asthma",
    "epileptic": "epilepsy",
    "dyslexic": "dyslexia",
    "autistic": "autism",
    "anaemic": "anaemia",
    "anemic": "anemia",
    "haemophiliac": "haemophilia",
}
_IS_SO = rf"(?:an? |a type [12] |type [12] |severely |slightly |mildly )?(?P<object>{'|'.join(_SO)})"
_NOT_BORNE = r"(?P<object>lactose|gluten|fructose|histamine|dairy|milk|wheat|eggs?|soya?|alcohol|caffeine|sorbitol|salicylates?|yeast)"
_HAS = ("has_condition", "{self} has {object}.", "topic")
_INTOLERANT = ("intolerant_to", "{self} is intolerant to {object}.", "thing")


def as_condition(word: str) -> str:
    """Return the illness that an adjective tells ("diabetes" of "diabetic"), or a noun without article."""
    return _SO.get(word.casefold(), re.sub(r"^an? ", "", word))


HEALTH_OF_ONE: tuple[Told, ...] = (
    (rf"(?:also |now |really )*(?:has(?: got)?|suffers from|lives with|was diagnosed with) {_CONDITIONS}{_END}", *_HAS, bool),
    (rf"is (?:also )?{_IS_SO}{_END}", *_HAS, bool),
    (rf"is (?:also |very |severely )?{_NOT_BORNE}[- ]intolerant{_END}", *_INTOLERANT, bool),
    (rf"(?:is intolerant to|has an? (?:severe )?intolerance to|does not tolerate|doesn['’]t tolerate|can['’]?t tolerate) {_NOT_BORNE}{_END}", *_INTOLERANT, bool),
    (rf"has an? (?:severe |slight |mild )?{_NOT_BORNE} intolerance{_END}", *_INTOLERANT, bool),
)  # fmt: skip
"""What is told of one who is named, or of whom one has."""

_I_HAVE = rf"(?:I(?:['’]ve| have)(?: also| got| both| had{STILL})*|I (?:also )?(?:suffer from|live with)|I(?:['’]ve| have)? (?:just |recently |also )*(?:been |was |got )(?:just |recently |also )*diagnosed with)"
_WHEN = r"(?= (?:last|this|in|two|three|a|as|when|at|for)\b)"
_OWN = (
    replace(own(rf"{_I_HAVE} {_CONDITIONS}(?:{_END}|{_WHEN})", *_HAS, each=_EACH), timeless=True),
    own(rf"{I_AM}(?: also| now)* {_IS_SO}{_END}", *_HAS),
    own(rf"{I_AM}(?: also| very| severely| quite)* {_NOT_BORNE}[- ]intolerant{_END}", *_INTOLERANT),
    own(rf"(?:{I_AM}(?: also| very)* intolerant to|I have an? (?:severe |slight |mild )?intolerance to|I (?:can['’]?t|cannot|don['’]t|do not) tolerate) {_NOT_BORNE}{_END}", *_INTOLERANT),
    own(rf"I(?: have|['’]ve got| have got) an? (?:severe |slight |mild )?{_NOT_BORNE} intolerance{_END}", *_INTOLERANT),
)  # fmt: skip

HEALTH = tuple(
    replace(form, written=as_condition) if form.predicate == "has_condition" else form
    for form in (*_OWN, *(replace(of_other(*told), each=_EACH) for told in HEALTH_OF_ONE))
)
