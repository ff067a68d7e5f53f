"""Stand in for a language model: quote what memory holds, and say that no model is set.

It invents nothing. It takes part in the same agent loop as a model would. From the prompt it reads the recalled facts
and passages and what the user said before, and it answers with those that share the question's telling words, facts
also where they say most of them in other words ("What must I not eat?": "is allergic to nuts"); if none does, it asks
the search tool once. A word tells the less the more of the recalled lines hold it, so that the name of the user,
which is everywhere, answers nothing. A time in the question need not be said: what is recalled was chosen by it. A
line that only asks is no answer. "Who am I?" is answered with the first facts that are recalled.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import BaseModel

from memary.languages import DOUBT_MARK, OVER_MARK, Texts, any_of, language_of, of_all, spoken, texts
from memary.languages.equivalents import words_alike
from memary.languages.scripts import HAN, LIST_EDGES
from memary.languages.terms import query_terms, segmented, terms
from memary.models.base import ChatTurn, Completion
from memary.text import detect_language
from memary.text.attitudes import attitude_in, attitudes_asked
from memary.text.names.spotted_names import spot_entities
from memary.text.own_matters import (
    asks_of_another,
    asks_of_asker,
    asks_own_matter,
    beside_relation,
    tells_asked,
    tells_matter,
    tells_of_ones_kin,
    tells_other,
)
from memary.text.proper_form import proper_form
from memary.text.speech_acts.questions import asks_of_self, is_question, questions, sentences, statements
from memary.text.times.intervals import time_stretches
from memary.text.times.past_words import past_words
from memary.text.topics import roles_in
from memary.types import Role

_OBSERVATION = "Observation:"
_EXTERNAL = f"{_OBSERVATION} source=external"
_QUOTES = 3
_ENOUGH = 0.3
"""Share of the weight of the question's words that a line must hold to be an answer."""

_MOST = 0.7
"""Share of it that a fact must hold that says some of the words otherwise."""

_ABSENT = 0.5
"""Weight of a word that no recalled line holds, beside one that a single line holds."""

_ABSENT_NAME = 3.0
"""The same of a name: what memory holds of others says nothing of whom it does not know."""

WINDOW = 16_384
"""Tokens, where no `context_window` is set."""

_HAN_RUN = re.compile(f"[{HAN}]+")
_BULLET = re.compile(r"^- (?:\[[^\]]*\] )?")  # with the time of a passage
_STAMP = re.compile(r"^- \[(\d{4}-\d\d-\d\d[\d: ]*)")
_STAMPED = re.compile(r"^- \[")
_DATED = re.compile(r"(\[\d{4}-\d\d-\d\d[^\]]*\]) (.+)")  # the first turn of a day, see `Lines.days`
_SPEAKER = re.compile(r"^- \[[^\]]*\] [^:]{1,60}: ")
_EDGE = re.compile(r"^- .+ → .+ → ")
_DAY = r"\d{4}(?:-\d\d){0,2}"  # or the month or year alone, where no more was told
_VALIDITY = re.compile(rf" \([^()\d]*{_DAY}(?!\d)[^()]*\)$")
_BEGIN = re.compile(rf"[{HAN}]{{2}}|\w+")
_PERIOD = re.compile(rf"\({_DAY}(?: – [^()]*)?\)$")
_mark = of_all(
    lambda packs: re.compile("|".join(mark for pack in packs if pack.texts for mark in _marks(pack.texts)))
)
_over = of_all(
    lambda packs: re.compile("|".join(mark for pack in packs if pack.texts for mark in _over_marks(pack.texts)))
)
_since = of_all(
    lambda packs: re.compile(
        "|".join(rf" \({pack.texts.since.format(start=_DAY)}\)$" for pack in packs if pack.texts)
    )
)
_asks_now = any_of(lambda language: language.times.asks_now)
_asks_when = any_of(lambda language: language.questions.when)
_kind_asked = any_of(lambda language: language.questions.kind)
_short = of_all(lambda packs: [form for pack in packs for form in pack.questions.short])
_possessive = any_of(lambda language: language.pronouns.possessive)
_before = any_of(lambda language: language.questions.before)
_asker = any_of(lambda language: language.pronouns.asker)
_naming = any_of(lambda language: language.questions.naming)
_idle = any_of(lambda language: language.questions.idle, r"^\W*(?:{})\W*$")
_unread = any_of(lambda language: language.questions.unread)
_yes_or_no = any_of(lambda language: language.questions.yes_or_no)


class OfflineChat:
    """A `ChatModel` without a model.

    Args:
        context_window: how many tokens a context window is a share of, for who gives it to a model of their own.
    """

    name = "offline"
    is_offline = True

    def __init__(self, context_window: int = WINDOW) -> None:
        self.context_window = context_window

    async def complete(
        self, turns: Sequence[ChatTurn], *, schema: type[BaseModel] | None = None, max_tokens: int | None = None
    ) -> Completion:
        """Answer in the form of the agent loop: a call of the search tool, or quotes from memory."""
        return Completion(_reply(turns), 0, 0)

    async def stream(self, turns: Sequence[ChatTurn], *, max_tokens: int | None = None) -> AsyncIterator[str]:
        """Give the same answer line by line."""
        for line in _reply(turns).splitlines(keepends=True):
            yield line

    async def aclose(self) -> None:
        """Do nothing: there is nothing to release."""


def _marks(words: Texts) -> Iterator[str]:
    """Yield patterns of the marks behind doubtful facts, and behind messages that state what is over."""
    yield from _over_marks(words)
    for one in (words.doubt_ended, words.doubt_wrong, words.doubt_unsaid):
        yield rf"{DOUBT_MARK}{one.format(start=_DAY, ground='.*')}$"


def _over_marks(words: Texts) -> Iterator[str]:
    """Yield patterns of the marks behind messages that state what is over."""
    for one in (words.over_ended, words.over_wrong, words.over_replaced, words.over_changed):
        yield rf"{OVER_MARK}{one.format(start=_DAY, what='.*', instead='.*')}$"


def quotes_something(answer: str) -> bool:
    """Return whether an answer without a model rests on anything.

    One that only notes, or finds nothing, does not.
    """
    told = (one for language in spoken() for one in (texts(language).offline_found, texts(language).offline_other))
    return answer.startswith(tuple(told))


def _reply(turns: Sequence[ChatTurn]) -> str:
    asked = max((i for i, turn in enumerate(turns) if _is_said(turn)), default=len(turns) - 1)
    asked_as = turns[asked].content
    question = proper_form(asked_as, detect_language(asked_as)).text
    observed = [turn.content for turn in turns[asked + 1 :] if turn.content.startswith(_OBSERVATION)]
    words = texts(detect_language(question))
    if not _asks_of_memory(question):
        return _answer(words.offline_noted, words)
    if external := [text.partition("\n")[2] for text in observed if text.startswith(_EXTERNAL)]:
        return _answer("\n".join([words.offline_found, *external]), words)
    near = list(_near_names(turns[: asked + 1], words))
    recalled = list(_recalled(turns[:asked], observed, words))
    if quotes := _quoted(question, recalled, names=[name for name, _ in near]):
        return _answer("\n".join([words.offline_found, *quotes]), words)
    can_search = any("Tool Name: search" in turn.content for turn in turns if turn.role is Role.SYSTEM)
    if can_search and not observed:
        arguments = json.dumps({"query": question}, ensure_ascii=False)
        return f"Thought: {words.offline_searches}\nAction: search\nAction Input: {arguments}"
    if not near and (nearest := _nearest(turns[:asked], question, recalled, words)):
        return _answer("\n".join([words.offline_other, *nearest]), words)
    return _answer("\n".join([words.offline_nothing, *(asks for _, asks in near)]), words)


def _asks_of_memory(text: str) -> bool:
    """Return whether a text asks for something that memory might hold: "What's up?" does not."""
    return any(is_question(one) and not _idle().search(one) for one in sentences(text))


def _nearest(before: Sequence[ChatTurn], question: str, recalled: Sequence[_Line], words: Texts) -> list[str]:
    """Return what recall found first, where a question is in a language that is not read, or all else in another.

    The user's own home, work and age are found in either.
    """
    found = [line for line in _under(before, [words.offline_nearest]) if line.statement]
    asked_in = detect_language(question)
    is_read = language_of(asked_in).questions.asks and not _unread().search(question)
    known = [line for line in recalled if line.statement]
    is_other = not asks_own_matter(question) and all(detect_language(line.said) != asked_in for line in known)
    return [line.text for line in found] if is_other or not is_read else []


def _near_names(turns: Sequence[ChatTurn], words: Texts) -> Iterator[tuple[str, str]]:
    """Yield unknown names in the question, each with a question whether a known name is meant."""
    before, _, rest = words.near_name.partition("{written}")
    between, _, after = rest.partition("{known}")
    wording = f"{re.escape(before)}(.+?){re.escape(between)}.+?{re.escape(after)}"
    line = re.compile(rf"^({wording}) {re.escape(words.near_name_rule)}$", re.MULTILINE)
    for turn in turns:
        for asks, name in line.findall(turn.content):
            yield name, asks


def _is_said(turn: ChatTurn) -> bool:
    return turn.role is Role.USER and not turn.content.startswith(_OBSERVATION)


def _answer(text: str, words: Texts) -> str:
    return f"Thought: {words.offline_answers}\nAnswer: {text}"


def _recalled(before: Sequence[ChatTurn], observed: Sequence[str], words: Texts) -> Iterator[_Line]:
    """Yield the lines that may be quoted: recalled facts and passages, messages, search results."""
    asked = _under(before, [words.offline_asked])
    yield from (replace(line, is_fact=True, is_asked=True) for line in asked)
    yield from (replace(line, is_fact=True) for line in _under(before, [words.facts]))
    yield from _under(before, [words.passages, words.related])
    stamp = ""
    for turn in filter(_is_said, before):
        said = " ".join(turn.content.split())
        if dated := _DATED.fullmatch(said):
            stamp, said = f"{dated[1]} {words.user}: ", dated[2]
        yield _Line.of(f"- {stamp}{said}")
    for text in observed:
        found = (line for line in text.splitlines() if line.startswith("- "))
        yield from (_Line.of(line, is_fact=not _STAMPED.match(line)) for line in found)


def _under(before: Sequence[ChatTurn], headings: Collection[str]) -> Iterator[_Line]:
    """Yield the lines that system prompts show under headings."""
    wanted = {f"## {heading}" for heading in headings}
    for turn in before:
        heading = ""
        for line in turn.content.splitlines() if turn.role is Role.SYSTEM else ():
            heading = line if line.startswith("## ") else heading
            if heading in wanted and line.startswith("- "):
                yield _Line.of(line)


@dataclass(frozen=True, slots=True)
class _Line:
    """A recalled line, and what of it can answer: its text and terms without the questions in it.

    `is_fact`: it is a fact, mostly with the days it is true from or until, and no passage. `is_asked`: it is of a
    relation that the question asks for.
    """

    text: str
    statement: str
    terms: frozenset[str]
    is_fact: bool
    is_asked: bool = False

    @classmethod
    def of(cls, text: str, *, is_fact: bool = False) -> _Line:
        plain = _mark().sub("", text)
        statement = statements(_VALIDITY.sub("", _BULLET.sub("", plain)))
        found = frozenset(terms(statement)) if statement else frozenset[str]()
        return cls(text, statement, found, is_fact or _VALIDITY.search(plain) is not None)

    @property
    def is_over(self) -> bool:
        """Return whether the line says that what it tells is over."""
        return bool(_over().search(self.text) or (self.is_fact and _PERIOD.search(_mark().sub("", self.text))))

    @property
    def said(self) -> str:
        """Return the words without time and speaker."""
        return _VALIDITY.sub("", _BULLET.sub("", _SPEAKER.sub("- ", _mark().sub("", self.text))))

    def holds(self, word: str) -> bool:
        """Return whether the line holds a word; a fact may hold a Chinese character in a longer word (居住)."""
        within = (len(word) > 1 or self.is_fact) and _HAN_RUN.match(word) is not None
        return word in self.terms or (within and word in self.statement)


def _quoted(turn: str, recalled: Sequence[_Line], *, names: Sequence[str]) -> list[str]:
    """Return the lines that answer what a turn asks, first what it states itself.

    What it states of the user's home, work or age takes the place of what was known before.
    """
    question = questions(turn) or turn
    told = [f"- {one.rstrip(LIST_EDGES)}" for one in sentences(statements(turn))]
    own = [line for line in told if tells_asked(line, question)]
    own = _of_user(own) if asks_own_matter(question) else own
    if own:
        return own
    said = _quotes(question, list(map(_Line.of, told)), names=names) if told and not asks_of_self(question) else []
    known = _quotes(question, recalled, names=names)
    return [*said, *known][:_QUOTES] if said else known


def _of_user(lines: Sequence[str]) -> list[str]:
    return [line.text for line in _of_asker([_Line.of(one) for one in lines])]


def _quotes(question: str, recalled: Sequence[_Line], *, names: Sequence[str]) -> list[str]:
    """Return the recalled lines that hold enough of the question's words, the fullest first.

    Behind them stand lines that add something.

    Args:
        question: what was asked.
        recalled: the lines.
        names: further words of the question that name somebody.
    """
    question = _in_full(question)
    known = {line.said: line for line in reversed(recalled) if line.statement}
    called = _called_by_name(question, list(known.values()))
    called = _of_asker_alone(called, question) if _is_of_asker_alone(question, called) else called
    lines = [line for line in called if not _is_of_other_taste(line, question)][::-1]
    stretches = time_stretches(question)
    asks = (match.span() for form in (_asks_now(), _asks_when()) for match in form.finditer(question))
    telling = _telling_words(_without(question, [*stretches, *past_words(question), *asks]), lines)
    alike = words_alike(question)
    named = [*names, *(spot.name for spot in spot_entities(question, detect_language(question)))]
    lines = _of_matter(lines, question, names=named, telling=telling)
    lines = _of_whom_is_asked(_of_past(lines, question), question, names=named)
    weights = _weights(telling, lines, names=frozenset(terms(" ".join(named))) - alike.keys())  # which names nobody
    times = [_weights(terms(question[start:end]), lines) for start, end in stretches]
    shares = [(max(_share(line, weights, times), _share_otherwise(line, weights, alike)), line) for line in lines]
    if not (stretches or past_words(question)):
        shares = _newest_first(shares)
    shares.sort(key=lambda pair: -pair[0])
    said = max((share for share, line in shares if line.is_fact), default=0.0)  # in a sentence, which edges are not
    found = [one for one in shares if one[0] >= _ENOUGH and (one[0] > said or not _EDGE.match(one[1].text))]
    if asks_of_self(question) and not (found and named):
        return [line.text for line in _of_user_first([line for line in lines if line.is_fact])]
    quotes = _each_adding(found, weights)
    is_told = any(line.is_fact and not line.is_over for line in quotes)
    asked = [] if is_told else _asked_for(lines, question, telling, names=named)
    quotes = [*asked[:1], *quotes] or _told_otherwise(lines, question, telling, names=named)
    if not past_words(question):
        quotes.sort(key=lambda line: line.is_over)
    return [line.text for line in dict.fromkeys(quotes)][:_QUOTES]


def _asked_for(lines: Sequence[_Line], question: str, telling: Sequence[str], *, names: Sequence[str]) -> list[_Line]:
    """Return the facts that hold now of the relation that a question asks for, in whatever words or language."""
    if time_stretches(question) or past_words(question):
        return []
    roles, alike = roles_in(question), words_alike(question)
    otherwise = [one for word in query_terms(question) if roles_in(word) for one in alike.get(word, ())]
    beside = set(query_terms(beside_relation(question)))
    rest = [*terms(" ".join(names)), *(word for word in telling if word in beside)]
    return [
        line
        for line in (_of_asker(lines) if asks_own_matter(question) else lines)
        if line.is_asked
        and not line.is_over
        and all(map(line.holds, rest))
        and (not roles or roles & roles_in(line.said) or any(map(line.holds, otherwise)))
    ]


def _told_otherwise(
    lines: Sequence[_Line], question: str, telling: Sequence[str], *, names: Sequence[str]
) -> list[_Line]:
    """Return the fact that says otherwise than a question supposes.

    "User lives in Oslo." tells of "Do I live in Rome?", as all of the question but a name is in it.
    """
    unknown = {word for word in terms(" ".join(names)) if not any(line.holds(word) for line in lines)}
    rest = [word for word in telling if word not in unknown]
    if not (unknown and rest and _yes_or_no().search(question)) or time_stretches(question):
        return []
    alike = words_alike(question)
    facts = [line for line in lines if line.is_fact and not line.is_over]
    if not roles_in(question) and len(rest) == 1:
        facts = [line for line in _of_asker(facts) if tells_matter(line.said)] if asks_of_asker(question) else []
    return [line for line in facts if all(any(map(line.holds, (word, *alike.get(word, ())))) for word in rest)][:1]


def _newest_first(shares: Sequence[tuple[float, _Line]]) -> list[tuple[float, _Line]]:
    """Return lines with their shares, facts first, then what was said, the last first."""
    facts = [one for one in shares if one[1].is_fact or _EDGE.match(one[1].text)]
    said = [(_STAMP.match(one[1].text), one) for one in shares if one not in facts]
    today = [one for stamp, one in said if stamp is None]
    before = sorted(((stamp[1], one) for stamp, one in said if stamp), key=lambda one: one[0], reverse=True)
    return [*facts, *reversed(today), *(one for _, one in before)]


def _each_adding(found: Sequence[tuple[float, _Line]], weights: Mapping[str, float]) -> list[_Line]:
    """Return lines with their shares in the order of quoting.

    Of a line, only what those before it leave out counts. So the line that says where Luka lives follows the one that
    says whose brother he is, and no tale of a brother.
    """
    whole = sum(weights.values()) or 1.0
    left, said, quotes = list(found), set[str](), list[_Line]()
    while left and len(quotes) < _QUOTES:
        held = [{word for word in weights if line.holds(word)} for _, line in left]
        worth = [
            share - sum(weights[word] for word in words & said) / whole
            for (share, _), words in zip(left, held, strict=True)
        ]
        best = worth.index(max(worth))
        said |= held[best]
        quotes.append(left.pop(best)[1])
    return quotes


def _of_user_first(facts: Sequence[_Line]) -> list[_Line]:
    """Return facts, those first that tell of whom most of them tell, which is the user.

    Whom a fact tells of is read from how it begins.
    """
    begins = [next(iter(_BEGIN.findall(line.said)), "") for line in facts]
    counts = {word: begins.count(word) for word in begins}
    most = max(counts, key=lambda word: counts[word], default="")
    is_over = {line.text: _PERIOD.search(line.text) is not None for line in facts}
    return [
        line
        for _, line in sorted(zip(begins, facts, strict=True), key=lambda one: (is_over[one[1].text], one[0] != most))
    ]


def _in_full(question: str) -> str:
    """Return a question that is asked in short as it is asked in full: "What does Eva do?" for a living."""
    for form, full in _short():
        question = form.sub(full, question)
    return question


def _called_by_name(question: str, lines: Sequence[_Line]) -> list[_Line]:
    """Return the lines, those that name somebody also under what the question calls them.

    So a line about Eva is found for "wife".
    """
    names = frozenset(terms(" ".join(spot.name for spot in spot_entities(question, detect_language(question)))))
    called: dict[str, str] = {}
    alike = words_alike(question)
    for word in filter(roles_in, query_terms(question)):
        said = (word, *filter(roles_in, alike.get(word, ())))
        for line in (line for line in lines if line.is_fact and any(map(line.holds, said))):
            spotted = spot_entities(line.statement, detect_language(line.statement))
            told = [spot.name for spot in spotted if not _is_owner(spot.name, line.statement)]
            called |= {name: word for name in told if names.isdisjoint(terms(name))}
    return [
        replace(
            line, terms=line.terms | {word for name, word in called.items() if line.is_fact and name in line.text}
        )
        for line in lines
    ]


def _of_asker(lines: Sequence[_Line]) -> list[_Line]:
    """Return the lines without what is told of those whom the user has, by name or not.

    "Where do I live?" is not answered with where they live.
    """
    of_kin = [line for line in lines if tells_of_ones_kin(line.said)]
    told = ((spot.name, line) for line in of_kin for spot in spot_entities(line.said, detect_language(line.said)))
    names = tuple(name for name, line in told if not _is_owner(name, line.said))
    return [line for line in lines if line not in of_kin and not line.said.startswith(names)]


def _is_of_asker_alone(question: str, lines: Sequence[_Line]) -> bool:
    """Return whether a question is of the user's own home or the like, also of yes or no: "Do I live in Rome?"."""
    if asks_own_matter(question):
        return True
    is_plain = bool(_yes_or_no().search(question)) and asks_of_asker(question) and not roles_in(question)
    told = [line for line in lines if line.is_fact and tells_matter(line.said)] if is_plain else []
    return any(line.holds(word) for word in query_terms(question) for line in told)


def _of_asker_alone(lines: Sequence[_Line], question: str) -> list[_Line]:
    """Return the lines of the user; where a fact tells what is asked, of messages those in the first person."""
    own = _of_asker(lines)
    if not any(line.is_fact and not line.is_over and tells_asked(line.said, question) for line in own):
        return own
    return [line for line in own if line.is_fact or _asker().search(line.said)]


def _of_matter(lines: Sequence[_Line], question: str, *, names: Sequence[str], telling: Sequence[str]) -> list[_Line]:
    """Return the lines without those that tell another matter than is asked, or the same of somebody else.

    So "What does Ben do?" is answered neither with where Ben lives nor with what the user does. What shares more than
    names with a question is kept.
    """
    alike = words_alike(question)
    named = frozenset(terms(" ".join(names)))
    asked = [(word, *alike.get(word, ())) for word in telling if word not in named]
    roles = [(word, *alike.get(word, ())) for word in query_terms(question) if roles_in(word)]
    whom = [*roles, *((word,) for word in named)] if asks_of_another(question) else []
    return [line for line in lines if not _is_beside(line, question, asked, whom=whom)]


def _of_past(lines: Sequence[_Line], question: str) -> list[_Line]:
    """Return the lines without what is so now, where it is asked what was so before: "Where did I live before?"."""
    if not any(_before().search(question[start:end]) for start, end in past_words(question)):
        return list(lines)
    asked = [line for line in lines if tells_asked(line.said, question) and not _before().search(line.said)]
    now = [line for line in asked if line.is_fact and _since().search(_mark().sub("", line.text))]
    known = frozenset[str]().union(*(line.terms | set("".join(_HAN_RUN.findall(line.said))) for line in now))
    rest = [line for line in asked if not line.is_fact and not _mark().search(line.text)]
    said = [
        line
        for line in rest
        if all(one in known or (_HAN_RUN.match(one) and known.issuperset(one)) for one in line.terms)
    ]
    return [line for line in lines if line not in now and line not in said]


def _of_whom_is_asked(lines: Sequence[_Line], question: str, *, names: Sequence[str]) -> list[_Line]:
    """Return the lines without what is told of who asks or of others, where it is asked of somebody who is known.

    "Is Mia allergic to nuts?" is not answered with what the user is allergic to.
    """
    if asks_of_asker(question):
        return list(lines)
    alike = words_alike(question)
    roles = [one for word in query_terms(question) if roles_in(word) for one in (word, *alike.get(word, ()))]
    of_kin = [line for line in lines if line.is_fact and tells_of_ones_kin(line.said)]
    kin = [word for word in query_terms(question) if any(line.holds(word) for line in of_kin)]
    whom = [*roles, *kin, *terms(" ".join(names))]
    naming = [line for line in lines if any(map(line.holds, whom))]
    spotted = ((spot.name, line) for line in naming for spot in spot_entities(line.said, detect_language(line.said)))
    called = {
        name
        for name, line in spotted
        if not _is_owner(name, line.said) and (not line.said.startswith(name) or _naming().search(line.said))
    }
    told = [line for line in lines if line in naming or any(name in line.said for name in called)]
    return [line for line in lines if not naming or line in told or not (line.is_fact or _asker().search(line.said))]


def _is_beside(line: _Line, question: str, asked: Sequence[Sequence[str]], *, whom: Sequence[Sequence[str]]) -> bool:
    """Return whether a line misses the question: it shares only names, or says the same of others."""
    if whom and tells_matter(line.said) and not any(line.holds(word) for words in whom for word in words):
        return True
    shares_more = not asked or any(line.holds(word) for words in asked for word in words)
    return not shares_more and tells_other(line.said, question)


def _is_owner(name: str, statement: str) -> bool:
    """Return whether a sentence names somebody as whose something is.

    Who says "Ada's wife" calls Ada no wife.
    """
    return _possessive().match(statement, statement.find(name) + len(name)) is not None


def _is_of_other_taste(line: _Line, question: str) -> bool:
    """Return whether a line tells what is liked, where it is asked what is not, or the other way round."""
    asked = attitudes_asked(question)
    return len(asked) == 1 and attitude_in(line.statement) == -asked.pop()


def _share_otherwise(line: _Line, weights: Mapping[str, float], alike: Mapping[str, frozenset[str]]) -> float:
    """Return the share of the question that a fact says, partly in other words.

    "Eat" is in "is allergic to nuts" that way. Such words are many, so that the fact has to say most of what is
    asked.
    """
    if not line.is_fact:
        return 0.0
    said = (word for word in weights if any(line.holds(one) for one in (word, *alike.get(word, ()))))
    share = sum(weights[word] for word in said) / (sum(weights.values()) or 1.0)
    return share if share >= _MOST else 0.0


def _without(question: str, stretches: Sequence[tuple[int, int]]) -> str:
    """Return the question with blanks for its times, or "" if it says nothing else that tells."""
    bare = question
    for start, end in stretches:
        bare = f"{bare[:start]}{' ' * (end - start)}{bare[end:]}"
    return _told_without(question, bare)


def _told_without(question: str, bare: str) -> str:
    """Return the bare question, or "" if what was taken out of the question is all of it that tells."""
    return bare if set(query_terms(bare)) & set(query_terms(question)) else ""


def _share(line: _Line, weights: Mapping[str, float], times: Sequence[Mapping[str, float]]) -> float:
    """Return the weighted share of question words in the line; a time counts only if complete."""
    said = [time for time in times if all(line.holds(word) for word in time)]
    held = sum(weight for word, weight in weights.items() if line.holds(word))
    more = sum(weight for time in said for weight in time.values())
    whole = sum(weights.values()) + more
    return (held + more) / whole if whole else 0.0


def _weights(
    words: Sequence[str], lines: Sequence[_Line], *, names: frozenset[str] = frozenset()
) -> dict[str, float]:
    """Weigh words by rarity among the lines.

    One that none holds counts as much as a common one, if it is no name.
    """
    found = {word: sum(line.holds(word) for line in lines) for word in words}
    return {
        word: math.log((len(lines) + 1) / (count + 0.5))
        if count
        else (_ABSENT_NAME if word in names else _ABSENT) * math.log(len(lines) + 1)
        for word, count in found.items()
    }


def _telling_words(question: str, lines: Sequence[_Line]) -> list[str]:
    """Return the question's words except those that ask for a name or name the kind of thing asked for.

    "Which city" is such a kind; both tell something where nothing else does ("What is my name?"). Of Chinese words
    those that the segmenter cuts, not every pair of characters; but where it glued a word together that occurs
    nowhere, the pairs of it that do occur.
    """
    asked = question
    for pattern in (_kind_asked(), _naming()):
        asked = _told_without(asked, pattern.sub(" ", asked)) or asked
    glued = set(segmented(asked))
    words: list[str] = []
    for term in query_terms(asked):
        if not _HAN_RUN.match(term):
            words.append(term)
        elif term in glued:
            pairs = [term[i : i + 2] for i in range(len(term) - 1)] if len(term) > 2 else []
            known = [pair for pair in pairs if any(line.holds(pair) for line in lines)]
            words += known if known and not any(line.holds(term) for line in lines) else [term]
    return list(dict.fromkeys(words))
