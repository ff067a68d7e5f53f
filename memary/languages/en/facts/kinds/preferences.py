"""Read what one prefers in English, and of which things one prefers one: tea or coffee."""

from __future__ import annotations

from memary.languages.en.facts.forms import THING, own

_NO_TASTE = r"(?!not\b|the\b|an?\b|my\b|your\b|option\b|something\b|if\b|one\b|both\b|another\b|more\b|less\b|this\b|that\b|it\b)"
_STOPS = r"(?= (?:to|over|rather than|instead|now|these days|nowadays|after all)\b|\s*[.!;]|\s*$)"
PREFERENCES = (
    own(rf"(?:[Oo]n second thoughts?,? )?I(?:['’]ve| have)? (?:(?:really|much|generally|usually|always|also|now|actually|come to|grown to) )*prefer {_NO_TASTE}{THING}{_STOPS}",
        "prefers", "{self} prefers {object}."),
)  # fmt: skip

_KINDS = tuple(
    frozenset(kind.split())
    for kind in (
        "tea coffee espresso latte lattes cappuccino cappuccinos cocoa juice water wine beer cider soda lemonade",
        "train trains bus buses car cars plane planes flying driving bike bikes cycling tram trams ferries walking",
        "morning mornings evening evenings afternoon afternoons night nights",
        "android ios iphone iphones windows mac macs macos linux",
        "cat cats dog dogs",
        "summer summers winter winters spring autumn",
        "email emails phone calls texts texting messages",
        "city cities countryside village villages suburbs",
        "beach beaches mountain mountains",
        "books ebooks e-books audiobooks paperbacks hardbacks",
        "chicken beef pork lamb fish",
        "rice pasta noodles potatoes",
    )
)
_FEW = 2


def are_alternatives(one: str, other: str) -> bool:
    """Return whether one of two things is preferred to the other: kinds of a thing, or of a purpose."""
    ours, theirs = one.casefold().split(), other.casefold().split()
    is_of_one_thing = ours[-1] == theirs[-1] and min(len(ours), len(theirs)) >= _FEW
    return is_of_one_thing or any(not kind.isdisjoint(ours) and not kind.isdisjoint(theirs) for kind in _KINDS)
