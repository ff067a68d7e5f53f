"""Read since when a sentence says that a form's statement has been so."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import TypeAlias

from memary.ingestion.extraction.prompt import ExtractedFact
from memary.languages import any_of, of_all, united
from memary.languages.pack.sentences import Statement
from memary.text.times.told_times import time_to_come

_from_then = any_of(lambda language: language.statements.from_then)
_of_age = any_of(lambda language: language.statements.of_age)
_own_clause = any_of(lambda language: language.statements.own_clause)
_there = any_of(lambda language: language.statements.there, r"\s*(?:{})")
_lasting = of_all(lambda packs: [told for pack in packs for told in pack.statements.lasting])
_begin = united(lambda language: language.relations.begin)
"""Relations of which a time in the sentence tells the beginning: "I moved to Berlin yesterday"."""

_WHERE = frozenset(("place", "organization"))
"""Types of where one is told to be, and may be said to have come to."""

TimeReader: TypeAlias = Callable[[str, datetime], Sequence[tuple[datetime, str]]]
"""Finds the times that a text, said at some local time, speaks of: when each begins, and its words."""


def lasted(sentence: str, said_at: datetime, times: TimeReader) -> Iterator[tuple[datetime, str]]:
    """Yield since when something has been so, of which a sentence tells how long, and its words."""
    for form, began in _lasting():
        for match in form.finditer(sentence):
            yield from ((start, match["words"]) for start, _ in times(match.expand(began), said_at)[:1])


class TimesTold:
    """The times that a sentence names, as the forms ask for them that read it.

    A sentence may name hundreds of times, and hundreds of forms read it: what is the same for all is found once.

    Args:
        sentence: what the forms read.
        said_at: when it was said.
        named: the times that it names, as `TimeReader` gives them.
    """

    def __init__(self, sentence: str, said_at: datetime, named: Sequence[tuple[datetime, str]]) -> None:
        self._sentence, self._said_at = sentence, said_at
        ages = {words for words in {words for _, words in named} if _tells_age(words, sentence)}
        self._named = [one for one in named if one[1] not in ages]
        self._within = {is_there: self._first_clause(is_there=is_there) for is_there in (False, True) if self._named}

    @property
    def may_be_left_out(self) -> bool:
        """Whether a form may read the sentence without a time of it: with the only one that is its own."""
        return any(len(times) == 1 for times in (self._named, *(times for _, times in self._within.values())))

    def said_in(self, form: Statement) -> tuple[str | None, list[re.Match[str]]]:
        """Return the beginning that the sentence tells of what a form reads, if any, and what the form reads.

        Only one time that is past can be a beginning. Its words are left out; where the form asks for them they stay,
        and are no part of the object.
        """
        since, words, plain = self._began(form)
        found = list(form.regex.finditer(plain))
        if words and not found:
            found = [match for match in form.regex.finditer(self._sentence) if not _is_part(words, match)]
        return since, found

    def _began(self, form: Statement) -> tuple[str | None, str, str]:
        """Return since when the sentence tells something, the words that say so, and the text to read it in."""
        sentence = self._sentence
        own = self._own(form) if self._named and form.predicate in _begin() else ()
        if not own:
            return None, "", sentence
        (start, words), *others = own
        past = start.isoformat() if start <= self._said_at and not others else None
        if past and (not form.timeless or _from_then().search(sentence)):
            return past, words, sentence.replace(words, "", 1).replace("  ", " ").strip()
        is_then = form.timeless and sentence.startswith(tuple(words for _, words in own))
        return past if form.object_type in _WHERE else None, "", "" if is_then else sentence

    def _own(self, form: Statement) -> Sequence[tuple[datetime, str]]:
        """Return the times but for those in a clause behind what a form reads: "…, and she fell in May"."""
        is_there = form.object_type in _WHERE and not (form.whose or "subject" in form.regex.groupindex)
        clause, within = self._within[is_there]
        return within if len(within) < len(self._named) and form.regex.search(clause) else self._named

    def _first_clause(self, *, is_there: bool) -> tuple[str, Sequence[tuple[datetime, str]]]:
        """Return the sentence up to the next clause of its own, and the times but for those that are named behind it.

        With `is_there` one that tells what happens at the place of which is told is none of its own.
        """
        sentence = self._sentence
        clauses = _own_clause().finditer(sentence)
        begins = next((one for one in clauses if not (is_there and _there().match(sentence, one.end()))), None)
        if begins is None:
            return "", self._named
        first, rest = sentence[: begins.start()], sentence[begins.start() :]
        behind = {words for words in {words for _, words in self._named} if words not in first and words in rest}
        return first, [one for one in self._named if one[1] not in behind]


def _is_part(words: str, match: re.Match[str]) -> bool:
    """Return whether the words of a time share some with the object that was read."""
    begins = match.string.find(words)
    names_one = "object" in match.groupdict()
    return names_one and match.start("object") < begins + len(words) and match.end("object") > begins


def _tells_age(time: str, sentence: str) -> bool:
    """Return whether a time tells since when somebody has an age, and of nothing else in the sentence."""
    return _of_age().match(sentence, sentence.find(time) + len(time)) is not None


def planned(fact: ExtractedFact, when: str, said_at: datetime) -> ExtractedFact:
    """Return a plan with the days that its words for a time mean; as it is, where they mean none to come.

    A plan for one day says which: nobody who reads it later knows what "next Friday" was.

    Args:
        fact: the plan.
        when: words of its statement that tell a time.
        said_at: when it was told, in the zone of who told it.
    """
    if (time := time_to_come(when, said_at)) is None:
        return fact
    first = time.start.astimezone(said_at.tzinfo).date()
    last = (time.end - timedelta(seconds=1)).astimezone(said_at.tzinfo).date()
    statement = fact.statement.replace(when, f"{when} ({first})", 1) if first == last else fact.statement
    days = {"since": first.isoformat(), "until": last.isoformat()}
    return fact.model_copy(update={"statement": statement, **days})


def come_true(form: Statement, plan: ExtractedFact) -> Sequence[ExtractedFact]:
    """Return the fact that a plan comes to be on its day, or on the last that it is for, and has no end."""
    if form.comes_true is None or plan.until is None:
        return []
    predicate, statement = form.comes_true
    told = statement.format(self=plan.subject, object=plan.object)
    begun = {"predicate": predicate, "statement": told, "since": plan.until, "until": None}
    return [plan.model_copy(update=begun)]
