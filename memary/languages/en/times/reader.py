"""Read an English text by a grammar: find where an expression of time starts, and what follows it.

After the words of a rule may stand a part of the day, a clock time, or the period they lie in ("May of last year").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from memary.languages.en.times import words as w
from memary.languages.pattern import pattern
from memary.languages.times import relations as r
from memary.languages.times.periods import Meaning
from memary.languages.times.readings import Reading, Sentences

_AHEAD = pattern(
    r"\b(?:(?<!free )(?<!the )will|won't|shall|going to|gonna|upcoming|tomorrow"
    r"|(?:plan|plans|planning|hope|hopes|hoping) to"
    r"|next (?:week|month|year|quarter|spring|summer|fall|autumn|winter|mon|tue|wed|thu|fri|sat|sun|time))"
    r"|[a-z]'ll\b"
    r"|\b(?:must|deadline|(?:have|has|need|needs) to|(?:is|are|be|when) due|due (?:on|by|in)|remind me)\b"
    r"|'(?:s|re) due\b"
    r"|(?i:\bby (?:mon|tues|wednes|thurs|fri|satur|sun)day\b)(?![^.!?]*\bhad\b)"
    r"|\bWill (?:I|you|he|she|it|we|they|there|the|my|our)\b"
)
_SENTENCE_END = re.compile(r"[.!?;](?=\s|$)|[\n。！？；]")
_WORD = re.compile(r"(?<![\w'’])(?:[a-z]+|\d+|['’]\d+)", re.ASCII)
_WORD_BEFORE = re.compile(r"([a-z']+)[\s,-]*$")
_THE = re.compile(r"the\s+")
_PREPOSITION = re.compile(r"(in|on|at|during|over|for|around|about|throughout|of|from|by|within)\s+")
_PART = re.compile(r"(?:,?\s+in\s+the)?\s+(morning|afternoon|evening|night)\b")
_AT_CLOCK = re.compile(rf",?\s+(?:at\s+|around\s+|about\s+|@\s*)?{w.CLOCK}")
_CONTAINER = re.compile(r"(?:,\s*|\s+)(?:(?P<joint>of|in|on)\s+)?(?=last|this|next|the|\d|[a-z])")
_CONTENT = re.compile(r",?\s+(in|on|at)\s+")
_MAX_DEPTH = 3

_MOVED = pattern(
    r"(\b(?:(?:mov|chang)(?:ed?|es|ing)|(?:shift|switch)(?:ed|e?s|ing)?|postpon(?:ed?|es|ing)|rescheduled?|delayed"
    r"|brought forward|put (?:off|back)|pushed (?:back|out))\b[^.!?;\n]{0,40}?\b)from"
    rf"(\s+(?:the\s+)?(?:\d|(?:{w.one_of(w.MONTHS)}|{w.one_of(w.WEEKDAYS)})\b)[^.!?;\n]{{0,30}}?\s)to(?=\s)"
)
"""What was moved from one time to another does not last from the one to the other."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """What was read up to `end`.

    `doubt`: "" none, "joined" until it stands beside a year, "name" until an of.
    """

    end: int
    meaning: Meaning
    doubt: str = ""
    is_day: bool = False
    part: str = ""
    floats: bool = False  # does not say of which year or week


@dataclass(frozen=True, slots=True)
class Context:
    """What a rule may ask for: the word before that makes a time likely, and how deep the reading is."""

    granted: str = ""
    depth: int = 0


Rule = Callable[["English", re.Match[str], Context], Phrase | None]


@dataclass(frozen=True, slots=True)
class Grammar:
    """Rules by the first word of an expression ("#": a number), and frames, which stand around one."""

    rules: Mapping[str, Sequence[tuple[str, Rule]]]  # with patterns that are compiled once one is needed
    frames: Sequence[tuple[re.Pattern[str], Rule]]
    starters: frozenset[str]


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Return a pattern of the grammar; to compile all of them takes longer than most questions do."""
    return re.compile(pattern)


class English:
    """One text being read by a grammar; `text` keeps the case, `lower` is as long."""

    def __init__(self, text: str, lower: str, grammar: Grammar) -> None:
        self.text = text
        self.lower = _MOVED.sub(r"\1~~~~\2~~", lower)
        self.grammar = grammar
        self.sentences = Sentences(text, end=_SENTENCE_END, future=_AHEAD)

    def readings(self) -> Iterator[Reading]:
        """Yield what is read as a time, from left to right."""
        at = 0
        while word := _WORD.search(self.lower, at):
            start = word.start()
            found = self._topmost(start) if word[0] in self.grammar.starters or word[0][-1].isdigit() else None
            if found and self.word_before(found[0]) not in ("every", "each"):  # a habit
                begin, end, meaning = found
                yield Reading(begin, end, meaning, self.sentences.is_ahead(begin))
            at = found[1] if found else word.end()

    def _topmost(self, start: int) -> tuple[int, int, Meaning] | None:
        framed = self._framed(start)
        if framed:
            return start, framed.end, framed.meaning
        begin, granted = start, ""
        if preposition := _PREPOSITION.match(self.lower, start):
            begin, granted = preposition.end(), preposition[1]
        phrase = self.phrase(begin, granted=granted)
        return (begin, phrase.end, phrase.meaning) if phrase else None

    def _framed(self, start: int) -> Phrase | None:
        for form, rule in self.grammar.frames:
            match = form.match(self.lower, start)
            if match and (found := rule(self, match, Context())):
                return found
        return None

    def phrase(self, start: int, *, granted: str = "", depth: int = 0) -> Phrase | None:
        """Read the longest expression at `start`; `granted` is the word before it that makes a time likely."""
        if depth > _MAX_DEPTH:
            return None
        best: Phrase | None = None
        for form, rule in self.grammar.rules.get(self._key(start), ()):
            if match := _compiled(form).match(self.lower, start):
                found = rule(self, match, Context(granted, depth))
                if found and (best is None or found.end > best.end):
                    best = found
        best = best and self._followed(best, depth)
        return best if best and not best.doubt else None

    def _key(self, start: int) -> str:
        article = _THE.match(self.lower, start)
        word = _WORD.match(self.lower, article.end() if article else start)
        return ("#" if word[0][-1].isdigit() else word[0]) if word else ""

    def word_before(self, start: int) -> str:
        """Return the word that stands before a place, if only a space or a hyphen lies between."""
        found = _WORD_BEFORE.search(self.lower, max(0, start - 20), start)
        return found[1] if found else ""

    def is_capital(self, start: int) -> bool:
        """Return whether the text has an upper-case letter there."""
        return self.text[start].isupper()

    def _followed(self, phrase: Phrase, depth: int) -> Phrase:
        while longer := (
            self._part(phrase)
            or self._clock(phrase)
            or self._container(phrase, depth)
            or self._content(phrase, depth)
        ):
            phrase = longer
        return phrase

    def _part(self, phrase: Phrase) -> Phrase | None:
        match = _PART.match(self.lower, phrase.end)
        if not match or not phrase.is_day or phrase.part or phrase.doubt == "name":
            return None
        part = w.PARTS[match[1]]
        return Phrase(match.end(), r.part_of_day(phrase.meaning, part), is_day=True, part=part, floats=phrase.floats)

    def _clock(self, phrase: Phrase) -> Phrase | None:
        match = _AT_CLOCK.match(self.lower, phrase.end)
        if not match or not phrase.is_day or phrase.doubt:
            return None
        time = clock_time(match, phrase.part)
        if not time:
            return None
        day = r.containing(phrase.meaning, "day") if phrase.part else phrase.meaning
        return Phrase(match.end(), r.clock(day, *time))

    def _container(self, phrase: Phrase, depth: int) -> Phrase | None:
        match = _CONTAINER.match(self.lower, phrase.end)
        if not match or not phrase.floats or (phrase.doubt == "name" and match["joint"] != "of"):
            return None
        outer = self.phrase(match.end(), granted="of", depth=depth + 1)
        if not outer or outer.is_day or outer.floats:
            return None
        return Phrase(outer.end, r.within(phrase.meaning, outer.meaning), is_day=phrase.is_day, part=phrase.part)

    def _content(self, phrase: Phrase, depth: int) -> Phrase | None:
        match = _CONTENT.match(self.lower, phrase.end)
        if not match or phrase.floats or phrase.is_day:
            return None
        inner = self.phrase(match.end(), granted=match[1], depth=depth + 1)
        if not inner or not inner.floats:
            return None
        return Phrase(inner.end, r.within(inner.meaning, phrase.meaning), is_day=inner.is_day, part=inner.part)


def clock_time(match: re.Match[str], part: str) -> tuple[int, int | None] | None:
    """Return hour and minute, or None if it could be morning or evening."""
    if match["named"]:
        return 12, None
    hour, minute = int(match["hour"]), int(match["minute"]) if match["minute"] else None
    if match["half_day"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if match["half_day"] == "p" else 0)
    elif part:
        if not 1 <= hour <= 12 or (part == "night" and not 6 <= hour <= 11):
            return None
        hour = hour if part == "morning" or hour == 12 else hour + 12
    elif minute is None or (hour < 13 and len(match["hour"]) < 2) or 10 <= hour <= 12:
        return None
    if hour > 23 or (minute or 0) > 59:
        return None
    return hour, minute
