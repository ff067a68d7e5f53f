"""Find the items that messages open and settle, without a model: by the words people use.

It finds what is plainly said and no more; a model sees the rest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from memary.languages import any_of, merged, of_all
from memary.languages.scripts import CLAUSE_MARKS, HAN, QUESTION_MARKS
from memary.languages.terms import segmented, stem, terms
from memary.text.speech_acts.questions import sentences
from memary.types import Message, Role

_opens = any_of(lambda language: language.matters.opens)
_settled_anyhow = any_of(lambda language: language.matters.settled)
_done = any_of(lambda language: language.matters.done)
_not_so = any_of(lambda language: language.matters.not_so)
_asks = any_of(lambda language: language.matters.asks, f"[{QUESTION_MARKS}]|{{}}")
_clause = any_of(lambda language: language.matters.clause, f"[{CLAUSE_MARKS}]|{{}}", flags=re.NOFLAG)
_verb_stems = of_all(lambda packs: frozenset(stem(verb) for pack in packs for verb in pack.matters.verbs))
_same_verbs = merged(lambda language: language.matters.same_verbs)
"""What is done to a matter, with one verb for those that mean the same."""

_HAN_RUN = re.compile(f"[{HAN}]+")


def opened_by(messages: Sequence[Message]) -> list[str]:
    """Return the sentences in which users open an item."""
    return [
        sentence
        for message in messages
        if message.role is Role.USER
        for sentence in sentences(message.content)
        if _is_open(sentence) and not sentence.endswith(tuple(QUESTION_MARKS))
    ]


def _is_open(sentence: str) -> bool:
    """Return whether a sentence opens an item and no clause settles it.

    "Send the book I bought" settles none.
    """
    clauses = _clause().split(sentence)
    opens = [bool(_opens().search(clause)) for clause in clauses]
    if not any(opens):
        return bool(_opens().search(sentence)) and not _is_done(sentence)
    return not any(
        _is_done(_opens().split(clause)[0] if is_opening else clause)
        for clause, is_opening in zip(clauses, opens, strict=True)
    )


def closed_by(matters: Sequence[str], messages: Sequence[Message]) -> set[int]:
    """Return the positions, from 0, of the open items that a message settles.

    It has to name more than half of what a matter is about, and to say that it is settled or that what the matter
    names was done: who paid a hotel has not booked it. What is asked, denied or supposed settles nothing.
    """
    said = [
        clause
        for message in messages
        for sentence in sentences(message.content)
        if not _asks().search(sentence) and (clause := _settling(sentence))
    ]
    return {place for place, matter in enumerate(matters) if any(_settles(matter, one) for one in said)}


def _is_done(text: str) -> bool:
    return bool(_settled_anyhow().search(text) or _done().search(text))


def _settling(sentence: str) -> str:
    """Return the clauses that settle something, if any clause does."""
    so = " ".join(clause for clause in _clause().split(sentence) if not _not_so().search(clause))
    return so if _is_done(so) else ""


def _settles(matter: str, said: str) -> bool:
    task = _opens().sub(" ", matter)
    verbs, done = _verbs(task), _verbs(said)
    if verbs and not verbs & done and not _settled_anyhow().search(said):
        return False
    about = _words(task) - _verb_stems()
    return len(about & _words(said)) * 2 > len(about) if about else bool(verbs & done)


def _verbs(text: str) -> set[str]:
    return {term for term in terms(text) if term in _verb_stems()} | {
        _same_verbs()[one] for one in text if one in _same_verbs()
    }


def _words(text: str) -> set[str]:
    """Return the words that identify an open item; of Chinese, segmented words of two or more characters."""
    chinese = {word for word in segmented(text) if len(word) > 1}
    return chinese | set(terms(_HAN_RUN.sub(" ", text)))
