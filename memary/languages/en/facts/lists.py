"""Read several things in a row in English, each as a fact: "allergic to nuts, eggs and milk"."""

from __future__ import annotations

from memary.languages.en.facts.forms import (
    DECORATED,
    DISLIKING,
    END,
    I_AM,
    LIKING,
    OTHER_WORD,
    THING,
    is_no_day,
    is_thing,
    own,
)
from memary.languages.en.facts.people.pairs import AND
from memary.languages.pack.base import words

_NOBODYS = (
    r"(?!(?:to|that|when|how|it|this|you|him|her|them|what|neither|my|our|your|his|their|those|these|us|me|being)\b)"
)
_ITEM = rf"{OTHER_WORD}(?: {OTHER_WORD}){{0,2}}?"
_TO = r"(?:,|[.!]?) (?:[Aa]nd|[Aa]lso|[Pp]lus|[Aa]nd also|[Oo]h,? and),? (?:also )?to "
"""What one begins anew with: "allergic to cats. And to shellfish."."""
_LAST = rf"(?:,? (?:{AND}|or|as well as|plus|&) )"
_NO_SUBJECT = r"(?!\w+[^\Ws]s [a-z]+(?:,| and\b| or\b))"  # "I like cats, dogs bark and bite"
_SEVERAL = rf"(?P<object>{_NOBODYS}{_ITEM}(?:, {_NO_SUBJECT}{_ITEM}){{0,6}}(?:{_LAST}{_NO_SUBJECT}{_ITEM}){{1,3}})"
_SEVERAL_TO = rf"(?P<object>{_NOBODYS}{_ITEM}(?:, {_ITEM}){{0,6}}(?:(?:{_LAST}|{_TO}){_ITEM}){{1,3}}|{_NOBODYS}{_ITEM}(?:, {_ITEM}){{2,6}})"
_END = (
    rf"(?={DECORATED}\s*(?:[.;:!)—–]|$)|,? (?:but|because|since|although|though|so|while|too|a lot|very much|most|in particular|especially|mainly|above all)\b"
    r"|,? and (?:I|[Mm]y|[Ww]e|am|have|also)\b)"
)
_EACH = rf"{_TO}|, (?:(?:and|or) )?|{_LAST}"
_DONE = words(
    """
    play work live have go study hate want need read watch drink eat cook run swim speak make do see take get come know
    think hope feel try use buy visit travel teach learn wear keep spend prefer own drive write sing meet wish plan
    love like enjoy adore dislike detest look listen sleep wait start stop stay say tell miss carry avoid suffer be
    played drank ate saw bought watched visited listened made took got came met had kept spent wrote read told
    """
)
"""Verbs with which the next clause begins: "I like jazz and play chess"."""
_DOES = frozenset(f"{word}s" for word in _DONE) | words("goes does watches teaches tries studies says carries sings")
_NO_CLAUSE = words(
    "can can't can’t cannot could couldn't should must may might will won't don't doesn't didn't isn't aren't wasn't i'm"
    " i've i'll i'd it's that's there there's who which why because am been being by just no of including especially even"
    " only etc one two three four five six seven eight nine ten twenty thirty fifty ninety hundred thousand million"
)
_JOKE = words(
    "work working morning mornings meeting meetings nonsense stupidity bullshit drama people idiots exercise effort fun"
    " responsibility paperwork bureaucracy smalltalk talk commitment adulting homework school politics losing winning"
    " change failure criticism deadlines emails"
)
"""What nobody is allergic to but in jest."""


def is_listed(words: str) -> bool:
    """Return whether words may be one of several things, and not the next clause."""
    first, *others = words.casefold().split()
    if (
        words[0] in "'’"
        or not is_thing(words)
        or not _NO_CLAUSE.isdisjoint((first, *others))
        or (others and first in _DONE)
    ):
        return False
    inner = others if words[0].isupper() else others[:-1]
    return _DOES.isdisjoint(inner)


def _is_allergen(words: str) -> bool:
    """Return whether one may be allergic to what these words name, in earnest."""
    return is_listed(words) and is_no_day(words) and _JOKE.isdisjoint(words.casefold().split())


_NO_FOOD = words(
    "out there here much well enough anything everything alone properly before after early late like yet today tonight lot people humans too"
)


def _is_consumed(words: str) -> bool:
    """Return whether one may eat or drink what these words name."""
    return is_listed(words) and _NO_FOOD.isdisjoint(words.casefold().split())


_OF_THE_DAY = words(
    "more another bite spicy that today tonight now breakfast lunch dinner less too until anymore yet"
)


def _is_borne(words: str) -> bool:
    """Return whether who cannot eat what these words name bears it on no day."""
    return _is_consumed(words) and _OF_THE_DAY.isdisjoint(words.casefold().split())


GOES_ON = (
    rf"\ballergic to [^.;:!?\n]{{1,80}}{_TO}(?!be\b|tell\b|say\b|make\b|my\b|top\b|me\b)\w[^.;:!?\n]{{0,80}}[.!\s]*$"
)
LISTS = (
    own(rf"{I_AM} (?:very |badly |severely )?allergic to {THING}{END}", "allergic_to", "{self} is allergic to {object}.", fits=_is_allergen),
    own(rf"{I_AM} (?:very |badly |severely |also )?allergic to (?:both )?{_SEVERAL_TO}{_END}", "allergic_to",
        "{self} is allergic to {object}.", fits=_is_allergen, each=_EACH),
    own(rf"I (?:really |absolutely |also )?{LIKING} (?:both )?{_SEVERAL}{_END}", "likes", "{self} likes {object}.",
        fits=is_listed, each=_EACH),
    own(rf"I (?:really |absolutely |also )?{DISLIKING} (?:both )?{_SEVERAL}{_END}", "dislikes", "{self} dislikes {object}.",
        fits=is_listed, each=_EACH),
    *(
        own(rf"I (?:also |still |really )?(?:can['’]?t|cannot|can not|am not allowed to|['’]m not allowed to|must not|mustn['’]t) {does} (?:any )?(?P<object>{_NOBODYS}{_ITEM}(?:(?:, {_ITEM}){{0,4}},? (?:or|nor|and) {_ITEM})?)(?:{_END}|(?=, (?:I|it|they)\b))",
            "avoids", f"{{self}} cannot {does} {{object}}.", fits=_is_borne, each=r",? (?:or|nor|and) |, ")
        for does in ("eat", "drink")
    ),
    *(
        own(rf"I (?:also |still |really )?(?:don['’]t|do not|never) {does} (?:any )?(?P<object>{_NOBODYS}{_ITEM}(?:(?:, {_ITEM}){{0,4}},? (?:or|nor) {_ITEM})?){_END}",
            "avoids", f"{{self}} does not {does} {{object}}.", fits=_is_consumed, each=r",? (?:or|nor) |, ")
        for does in ("eat", "drink")
    ),
)  # fmt: skip
