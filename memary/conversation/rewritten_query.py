"""Complete a question that refers back to the dialogue, before recall looks for its answer.

No model is asked. "And her brother?" finds nothing by itself. With what was asked before, "and her brother? (Where
does Anna live?)", it does. Two things lean: words that stand for something named before (`her`, `it`, 那里), and
questions with a part left out (`why?`, `and in winter?`, 那他妹妹呢？). The former get the names, the latter the
question or statement before; what does both gets both. Where no name is sure, the whole statement stands in. What
only acknowledges ("ok great", 嗯嗯) says nothing, and is passed over.

A question that stands alone is never touched, so the rules pass over what is unclear: a pronoun whose noun may come
earlier in the question, the `it` of weather and time, of what is told at length before it is asked about, 这个周末.
What is added reaches the model that answers, so the marks of chat templates are broken in it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from memary.conversation.summary import turns
from memary.languages import any_of
from memary.languages.detection import detect_language, reader_of
from memary.languages.keys import entity_key
from memary.languages.pack.talk import Dialogue, Leaning, first_leaning
from memary.languages.prompt.quotation import one_line
from memary.languages.scripts import QUESTION_MARKS, is_wide
from memary.text.names.spotted_names import spot_entities
from memary.text.speech_acts.questions import is_question
from memary.types import Message, Role

_TURNS = 5
"""How many turns back it is looked. A talk that goes on with pronouns has named nobody for a while: from three turns,
recall at 10 of such questions was .673, from five .861 (benchmarks/recall/follow_ups.py)."""

_LONGEST = 160
"""Characters of an earlier question or statement that are added; what is longer says itself what its `it` means."""

_BARE = 2
"""How many words an answer has that is no sentence; Chinese has some two characters for a word."""

_MOST_NAMES = 2

_elliptic = any_of(lambda language: language.dialogue.elliptic)
_signs_off = any_of(lambda language: language.dialogue.signs_off, rf"(?:{{}})[^\w{QUESTION_MARKS}]*$")
_whose = any_of(lambda language: language.dialogue.whose)
_noun = any_of(lambda language: language.dialogue.noun)
_within = any_of(lambda language: language.dialogue.within)
_beside = any_of(lambda language: language.dialogue.beside)
_we = any_of(lambda language: language.pronouns.we)
_she = any_of(lambda language: language.pronouns.she)
_he = any_of(lambda language: language.pronouns.he)
_her_before = any_of(lambda language: language.pronouns.her_before)
_his_before = any_of(lambda language: language.pronouns.his_before)


def find_anaphora(question: str) -> Leaning | None:
    """Return what the question refers back to; None if it is self-contained or not a question."""
    text = " ".join(question.split())
    if not text or not (is_question(text) or _elliptic().fullmatch(text)):
        return None
    leans = _read(text).leans
    kind = leans(text) if leans else None
    return None if kind == "thing" and len(text) > _LONGEST else kind


def _read(text: str) -> Dialogue:
    return reader_of(text, lambda language: language.dialogue.leans).dialogue


def rewrite(question: str, before: Sequence[Message], *, known: Mapping[str, str] | None = None) -> str | None:
    """Return the question followed by what it refers back to; None if nothing is needed or found.

    Args:
        question: as it was put.
        before: the messages before it, oldest first.
        known: names of entities that are known, with their types: they are recognised however they are written.
    """
    kind = find_anaphora(question)
    talk = [message for turn in turns([one for one in before if _says_something(one)])[-_TURNS:] for message in turn]
    if kind is None or not talk:
        return None
    if kind == "left_out":
        added = _left_out(question, talk, known or {})
    else:
        added = _names(question, talk, kind, known or {}) or _said_before(talk)
    return f"{' '.join(question.split())} ({'; '.join(map(one_line, added))})" if added else None


def _says_something(message: Message) -> bool:
    """Return whether a message belongs to the talk; what a user says in acknowledgement alone does not."""
    if message.role is not Role.USER:
        return message.role is Role.ASSISTANT
    acknowledges = _read(message.content).acknowledges
    return acknowledges is None or acknowledges.fullmatch(message.content) is None


def _left_out(question: str, talk: Sequence[Message], known: Mapping[str, str]) -> list[str]:
    """Return what was said last.

    For a question that holds a pronoun, too, with the names that it may mean. A statement that names nobody of them
    gives no part of the question: there the names do alone. Nor does a statement about nobody where the question says
    whom it is about ("Ben's brother").
    """
    said = _said_before(talk, with_bare=False)
    if _names_whose(question, known):
        said = [text for text in said if is_question(text) or _somebody(text, known)]
    found = first_leaning(question, _read(question).stands_for)
    names = _names(question, talk, found[1], known) if found else []
    new = [name for name in names if not any(name.casefold() in text.casefold() for text in said)]
    if not names or len(new) < len(names):
        return said
    return [*new, *(text for text in said if is_question(text))]


def _names_whose(question: str, known: Mapping[str, str]) -> bool:
    """Return whether a question names somebody as the one to whom what it is about belongs."""
    named = map(re.escape, _somebody(question, known))
    return any(re.search(rf"{name}(?:{_whose().pattern})", question, re.IGNORECASE) for name in named)


def _somebody(text: str, known: Mapping[str, str]) -> list[str]:
    """Return the names in a text that may be of persons; one of unknown type has to be written as a name."""
    return [
        name
        for name, type_ in _spotted(text, known)
        if type_ in _FITTING["person"] and not (type_ == "thing" and name[:1].islower())
    ]


def _spotted(text: str, known: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the names in a text with their types; what is known goes before what is seen."""
    types = {entity_key(name): type_ for name, type_ in known.items()}
    spots = spot_entities(text, detect_language(text), known=known)
    return [(spot.name, types.get(entity_key(spot.name), spot.type)) for spot in spots]


def _is_bare(text: str) -> bool:
    """Return whether a text only gives a word for what was asked: "Graz.", but not "I quit."."""
    is_short = len(text.split()) <= _BARE and sum(map(is_wide, text)) <= 2 * _BARE
    return is_short and not (is_question(text) or _we().search(text) or _elliptic().fullmatch(text))


def _said_before(talk: Sequence[Message], *, with_bare: bool = True) -> list[str]:
    """Return what users said last, back to what stands alone; nothing once they have taken their leave.

    A word that answers stands not alone, and gives no part of a question: without `with_bare` it is passed over.
    """
    said: list[str] = []
    for message in reversed(talk):
        if message.role is not Role.USER:
            continue
        text = " ".join(message.content.split())
        if _signs_off().search(text):
            break
        is_bare = _is_bare(text)
        if is_bare and not with_bare:
            continue
        said.append(text if len(text) <= _LONGEST else text[:_LONGEST].rsplit(" ", 1)[0] + "…")
        if not is_bare and find_anaphora(message.content) is None:
            break
    return said


_FITTING: Mapping[Leaning, Collection[str]] = {
    "person": ("person", "animal", "thing"),
    "thing": ("thing", "product", "work", "event", "organization", "food", "topic", "animal", "place"),
    "place": ("place", "organization", "event", "thing"),
}


_SOMEBODY = ("person", "animal")

_THINGS = ("product", "work", "event", "food", "topic", "animal")  # are what `it` means before whatever else is


def _names(question: str, talk: Sequence[Message], kind: Leaning, known: Mapping[str, str]) -> list[str]:
    """Return the names of one kind in the last turn that has any, those its question was about first.

    If none of them is known to be somebody (an answer names songs and towns), whoever was named before comes with it.
    """
    unsure: list[str] = []
    for turn in reversed(turns(talk)):
        fitting = _names_in(turn, question, kind, known)
        sure = [name for name, type_ in fitting.items() if kind != "person" or type_ in _SOMEBODY]
        if sure:
            found = [*unsure[: _MOST_NAMES - 1], sure[0]] if unsure else list(fitting)
            return found[:_MOST_NAMES]
        unsure = unsure or list(fitting)[:_MOST_NAMES]
    return unsure


def _names_in(turn: Sequence[Message], question: str, kind: Leaning, known: Mapping[str, str]) -> Mapping[str, str]:
    """Return the names in a turn that a question may mean, with their types: of places the last first."""
    asked = [message for message in turn if message.role is Role.USER and is_question(message.content)]
    by_age = [message for message in reversed(turn) if message not in asked]
    found: dict[str, tuple[str, str]] = {}
    for message in [*by_age, *asked] if kind == "place" else [*asked, *by_age]:
        names = [
            (name, type_)
            for name, type_ in _spotted(message.content, known)
            if type_ in _FITTING[kind]
            and entity_key(name) not in entity_key(question)
            and not _is_another(name, type_, message.content, question, kind)
        ]
        found |= {entity_key(name): (name, type_) for name, type_ in (names[::-1] if kind == "place" else names)}
    return dict(found.values())


def _is_another(name: str, type_: str, text: str, question: str, kind: Leaning) -> bool:
    """Return whether the question refers to something other than this name in the text."""
    before = re.split(re.escape(name), text, maxsplit=1, flags=re.IGNORECASE)[0]
    match kind:
        case "person":
            return bool(_within().search(before)) or _is_somebody_else(before, question)
        case "thing":
            is_thing = type_ in _THINGS
            return not is_thing and bool(_beside().search(before) or _noun().search(text))
        case _:
            return False


def _is_somebody_else(before: str, question: str) -> bool:
    """Return whether a pronoun cannot mean a name, by the kin or title before it."""
    is_she, is_he = _she().search(question), _he().search(question)
    if bool(is_she) == bool(is_he):
        return False
    return bool((_his_before() if is_she else _her_before()).search(before))
