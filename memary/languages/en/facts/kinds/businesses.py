"""How English tells which business one has: "I run a bakery", "My husband and I own a farm"."""

from __future__ import annotations

from dataclasses import replace

from memary.languages.en.facts.forms import own
from memary.languages.pack.sentences import Statement

_BUSINESS = (
    r"(?:bakery|bookshop|bookstore|book shop|shop|store|boutique|café|cafe|coffee shop|tea room|restaurant|bistro|pub|bar|brewery|winery|vineyard|food truck|deli|butcher['’]s|grocery|farm|nursery|garden centre|florist['’]s"
    r"|flower shop|gallery|studio|workshop|print shop|salon|hair salon|barber shop|beauty salon|spa|gym|fitness studio|yoga studio|dance school|language school|driving school|riding school|music school|kindergarten|daycare"
    r"|hotel|guest ?house|hostel|B&B|bed and breakfast|campsite|garage|car wash|cleaning company|building company|construction company|catering company|catering business|company|firm|business|startup|start-up|agency|travel agency"
    r"|design studio|design agency|ad agency|law firm|law practice|clinic|dental practice|veterinary practice|vet practice|practice|pharmacy|laundry|laundrette|web shop|online shop|online store|small press|publishing house|record label|record shop|toy shop|bike shop)"
)
_KIND = r"(?:(?:small|little|tiny|big|family|family-run|local|independent|organic|vegan|successful|second-hand|new|own|\w+-based) )*"
_WE = r"(?:I|[Ww]e|[Mm]y (?:husband|wife|partner|brother|sister|boyfriend|girlfriend|family|mum|dad|parents)(?: [A-Z][a-z]+)? and I)"
_NOW = r"(?: now| currently| still| also| both)*"
_ENDS = r"(?=\s*(?:[.,;!)—–]|$)| (?:in|on|near|with|together|called|named|that|which|selling|and|from|here|for)\b)"
_TOLD = ("runs", "{self} runs a {object}.", "organization")

BUSINESSES: tuple[Statement, ...] = (
    replace(own(rf"{_WE}{_NOW} (?:run|own|manage my own) (?:an?|my|our) {_KIND}(?P<object>{_BUSINESS}){_ENDS}", *_TOLD), timeless=True),
    own(rf"{_WE}(?:['’]ve| have)?(?: just| recently| finally)* (?:opened|founded|set up|started|launched) (?:an?|my|our) {_KIND}(?P<object>{_BUSINESS}){_ENDS}", *_TOLD),
)  # fmt: skip

FOUNDED = rf"(?:opened|founded|set up|started|launched) (?:an?|my|our) {_KIND}{_BUSINESS}"
"""What one did who has a business now, behind "I"."""

OWN_WORK = rf"(?:open(?:ed|ing)?|found(?:ed|ing)|set(?:ting)? up|launch(?:ed|ing)?|start(?:ed|ing)?|run(?:ning)?|took over|taking over|b(?:uy|ought)) (?:an?|my|our|the) (?:[\w-]+ ){{0,3}}{_BUSINESS}"
"""What one does in the place of a job that one gave up: "I open a noodle shop"."""

_OLD = rf"{_KIND}(?P<old>{_BUSINESS})"
NO_LONGER_RUN = (
    rf"{_WE}(?:['’]ve| have)?(?: just| recently| finally)* (?:sold|closed|closed down|gave up|given up|shut down) (?:the|my|our) {_OLD}",
    rf"{_WE} no longer (?:run|own) (?:the|my|our|an?) {_OLD}",
)
"""How one says in a clause that one has a business no more."""
