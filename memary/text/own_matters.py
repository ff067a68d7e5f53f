"""Tell whether a question asks where the user lives or works, and which sentence is about another.

Age and the like count, too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from memary.languages import Language, any_of, of_all
from memary.languages.scripts import is_han
from memary.text.speech_acts.questions import sentences
from memary.text.topics import roles_in

_WHOSE, _WHOSE_HAN = 16, 3
"""Characters behind a pronoun in which whom one has stands, as in "my older brother"."""

_MATTERS = ("residence", "employer", "occupation", "age")


@of_all
def _about(packs: Sequence[Language]) -> Mapping[str, re.Pattern[str]]:
    """Return, by matter, the pattern of questions for it."""
    asks = {name: "|".join(pack.questions.about.get(name, "(?!)") for pack in packs) for name in _MATTERS}
    return {name: re.compile(source, re.IGNORECASE) for name, source in asks.items()}


@of_all
def _abouts(packs: Sequence[Language]) -> Sequence[re.Pattern[str]]:
    """Return the patterns of questions for any relation."""
    return [re.compile(one, re.IGNORECASE) for pack in packs for one in pack.questions.about.values()]


@of_all
def _tells(packs: Sequence[Language]) -> Mapping[str, re.Pattern[str]]:
    """Return, by matter, the pattern of the words with which facts tell it: "lives in"."""
    told = {name: [one for pack in packs for one in pack.relations.single.get(name, "").split()] for name in _MATTERS}
    return {
        name: re.compile("|".join(re.escape(one.replace("_", " ")) for one in words), re.IGNORECASE)
        for name, words in told.items()
    }


_asker = any_of(lambda language: language.pronouns.asker)
_among_us = any_of(lambda language: language.pronouns.among_us)
_possessive = any_of(lambda language: language.pronouns.possessive)


@of_all
def _of_us(packs: Sequence[Language]) -> Sequence[tuple[re.Pattern[str], str]]:
    """Return the patterns of the first person of several, with what stands for one of them."""
    return [(re.compile(several), one) for pack in packs for several, one in pack.pronouns.of_us]


@of_all
def _own_kin(packs: Sequence[Language]) -> Sequence[tuple[re.Pattern[str], str]]:
    """Return the patterns of relatives called by what they are, with how those of whoever speaks are called."""
    return [(re.compile(called), own) for pack in packs for called, own in pack.pronouns.own_kin]


_of_kin = any_of(lambda language: language.relations.of_kin)


def of_speaker(text: str) -> str:
    """Return a text with relatives that are called by what they are as the speaker's: "my dad" for "dad"."""
    for called, own in _own_kin():
        text = called.sub(own, text)
    return text


def as_asker(question: str) -> str:
    """Return a question about "us" as one about who asks: where we lived is where I lived.

    What "dad" takes is what my dad takes. What we talked about is not what I talked about; one who says "I", too, or
    tells something before they ask, may mean whom they talk with.
    """
    question = of_speaker(question)
    if _asker().search(question) or _among_us().search(question) or len(sentences(question)) > 1:
        return question
    for several, one in _of_us():
        question = several.sub(one, question)
    return question


def asks_own_matter(question: str) -> bool:
    """Return whether a question asks for the user's own home, work or age, and names no relative."""
    return bool(_asker().search(question) and _matters_asked(question)) and not roles_in(question)


def beside_relation(question: str) -> str:
    """Return a question without the words that ask for a relation: "colour" of "What is my favourite colour?"."""
    asked = [False] * len(question)
    for form in _abouts():
        for match in form.finditer(question):
            asked[match.start() : match.end()] = [True] * (match.end() - match.start())
    return "".join(" " if is_asked else char for char, is_asked in zip(question, asked, strict=True))


def asks_of_another(question: str) -> bool:
    """Return whether a question asks for the home, work or age of another than who asks: "my brother"."""
    return bool(_matters_asked(question)) and not asks_of_asker(question)


def asks_of_asker(question: str) -> bool:
    """Return whether who asks is in a question in another way than by whom they have, as in "my brother"."""
    own = [question[match.end() :] for match in _asker().finditer(question)]
    return not all(roles_in(rest[: _WHOSE_HAN if is_han(rest[:1]) else _WHOSE]) for rest in own)


def asks_matter(question: str) -> bool:
    """Return whether a question asks for a home, work or age, of whomever."""
    return bool(_matters_asked(question))


def tells_matter(text: str) -> bool:
    """Return whether a text tells of a home, work or age."""
    return any(form.search(text) for form in _tells().values())


def tells_asked(text: str, question: str) -> bool:
    """Return whether a text tells of a home, work or age what a question asks of these."""
    return any(_tells()[name].search(text) for name in _matters_asked(question))


def tells_other(text: str, question: str) -> bool:
    """Return whether all sentences tell of a home, work or age, and none what a question asks of them."""
    asked = _matters_asked(question)
    matters_told = [{name for name, form in _tells().items() if form.search(one)} for one in sentences(text)]
    return bool(asked and matters_told) and all(matters and matters.isdisjoint(asked) for matters in matters_told)


@lru_cache(maxsize=64)  # of a question they are asked for again and again
def _matters_asked(question: str) -> frozenset[str]:
    return frozenset(name for name, form in _about().items() if form.search(question))


def tells_of_ones_kin(sentence: str) -> bool:
    """Return whether a text tells only of one by whom they are to another.

    Examples are "Ada's mum" and "My mum lives in Leeds.".
    """
    own = list(_asker().finditer(sentence))
    owner = own[0] if len(own) == 1 and own[0].start() == 0 else _possessive().search(sentence)
    kin = _possessive().sub("", sentence[owner.end() :], 1).strip().lower().replace(" ", "_") if owner else ""
    return _of_kin().match(kin) is not None
