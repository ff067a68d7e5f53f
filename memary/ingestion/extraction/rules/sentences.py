"""Split a message into sentences as rules read them: each says by itself who is meant.

What is over stands apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from memary.ingestion.extraction.rules.changes.corrections import takes_back_by_mistake
from memary.ingestion.extraction.rules.changes.ends import parted
from memary.ingestion.extraction.rules.names.pronouns import names_in, with_names
from memary.ingestion.extraction.rules.names.told_names import without_speech
from memary.languages import any_of, of_all, united
from memary.languages.likely_forms import LikelyForms
from memary.languages.pack.sentences import Statement
from memary.languages.scripts import EDGES, FULL_STOPS, HAN
from memary.text.speech_acts.questions import is_question, statements, without_question_behind
from memary.types import Message, Role

_statements = of_all(lambda packs: [pack.statements for pack in packs])
_goes_on = any_of(lambda language: language.statements.goes_on)
_joint = any_of(lambda language: language.statements.joints, r"^(?:{})[,\s]+")
_left_out = of_all(
    lambda packs: LikelyForms((form for pack in packs for form in pack.statements.left_out), lambda form: form.before)
)
_not_absent = any_of(lambda language: language.statements.not_absent)
_not_said = any_of(lambda language: language.statements.not_said)
_before_now = any_of(lambda language: language.statements.before_now)
_abbreviations = united(lambda language: language.statements.abbreviations)

_SENTENCE = re.compile(rf"(?:[^{FULL_STOPS}\n]|\.(?=[a-z0-9]))+[{FULL_STOPS}\n]*")

_LONGEST = 1000
"""Characters of a sentence in which more than one subject is put in."""

_LOOKED_BACK = 3
"""Over how many messages of one speaker a pronoun goes on to mean the same one."""


def sentences_of(message: Message, about: str = "") -> list[str]:
    """Return the sentences of a message without what it quotes and what was before.

    The full stop of "St. Mary's" ends none. What goes on with a list is no sentence of its own: "I'm allergic to
    cats. And to shellfish." A pronoun is put as the name that the sentence before it tells, which is `about` for the
    first.
    """
    found: list[str] = []
    said = (
        one for match in _SENTENCE.findall(without_speech(message.content)) for one in without_question_behind(match)
    )
    for sentence in said:
        last = found[-1].split()[-1:] if found else []
        is_shortened = bool(last) and last[0].endswith(".") and last[0][:-1].casefold() in _abbreviations()
        if is_shortened or (found and _goes_on().search(found[-1] + sentence)):
            found[-1] += sentence
        else:
            found.append(sentence)
    return with_names([_before_now().sub("", _with_subject(sentence.strip())) for sentence in found], about)


def sentence_before(message: Message, before: Sequence[Message]) -> str:
    """Return the last sentence that a speaker told before a message, unless it answers a question."""
    is_asked = bool(before) and before[-1].role is Role.ASSISTANT and is_question(before[-1].content)
    if is_asked and not takes_back_by_mistake(message.content.strip()):
        return ""
    own = [one for one in before if one.role is Role.USER and one.speaker == message.speaker]
    about = ""
    for one in [one for one in own if statements(one.content)][-_LOOKED_BACK:]:
        about = next(reversed(sentences_of(one, about)), "")
    return about


def apart(message: Message, about: str = "") -> list[str]:
    """Return the sentences of a message, with clauses that end something apart.

    They say nothing of the others.
    """
    over = set(over_in(message))
    found: list[str] = []
    for place, sentence in enumerate(sentences_of(message, about)):
        ends, others = _parted(sentence, begins=place == 0)
        found += [*ends, *others] if over.issuperset(ends) and ends and others else [sentence]
    return found


def over_in(message: Message) -> list[str]:
    """Return the clauses that say that something is so no more; none beside what asserts nothing."""
    told = [_parted(sentence, begins=place == 0) for place, sentence in enumerate(sentences_of(message))]
    is_asserted = not any(_not_said().search(clause) for _, others in told for clause in others)
    return [clause for over, _ in told for clause in over] if is_asserted else []


def said_of_now(message: Message) -> str:
    """Return what a message asserts of the present."""
    return " ".join("\n" if _not_absent().search(sentence) else sentence for sentence in sentences_of(message))


def as_said(quote: str, message: Message, about: str = "") -> str:
    """Return words as the message has them, without names that were put in and words that join."""
    quote = _joint().sub("", quote.strip(EDGES))
    if quote in message.content:
        return quote
    without = [said for form in _left_out().all if (said := _without(form.subject, quote, message.content))]
    names = (name for name in names_in([about, *sentences_of(message, about)]) if quote.startswith(name))
    without += [rest for name in names for rest in _ends_of(quote.removeprefix(name))]
    return next((rest for rest in without if rest and rest in message.content), quote)


def _without(subject: str, quote: str, text: str) -> str:
    """Return the words of a text that are a quote, wherever a subject was put into that; nothing, where none are."""
    parts = map(re.escape, quote.split(subject))
    found = re.search(f"(?:{re.escape(subject)})?".join(parts), text)
    return found[0] if found else ""


def _ends_of(words: str) -> Iterator[str]:
    """Give what is left of words without more and more of their beginning."""
    return (words[place.start() :].strip() for place in re.finditer(rf"[{HAN}]|[^\s{HAN}]+", words))


def _with_subject(sentence: str) -> str:
    """Return a sentence that names who is meant where it leaves that out.

    As in "I quit my job and moved to Porto".
    """
    for form in _left_out().in_text(sentence):
        match = form.before.match(sentence)
        if match and ("place" not in match.groupdict() or form.fits(match["place"])):
            put_in = f"{match[0]}{form.subject}{sentence[match.end() :]}"
            return _with_subject(put_in) if len(put_in) < _LONGEST else put_in
    return sentence


def _parted(sentence: str, *, begins: bool) -> tuple[list[str], list[str]]:
    """Return the clauses of a sentence that say that something is over or absent, and the others."""
    ends, others = parted(sentence, begins=begins)
    if ends or not _not_said().search(sentence):
        return ends, others
    gone = [clause for clause in others if any(form.regex.match(clause) for form in _absences_in(clause))]
    return gone, [clause for clause in others if clause not in gone]


def _absences_in(clause: str) -> Iterator[Statement]:
    """Give the ways to say that there is none of something, of the languages that a clause may be in."""
    return (form for one in _statements() if one.may_be_in(clause) for form in one.absences)
