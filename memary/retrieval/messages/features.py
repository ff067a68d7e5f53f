"""Score how well messages answer a question: by words, by context, by who said them and when.

In talk, an answer seldom repeats the words of its question: they stand in the turn before it, or somewhere in the
same conversation, and the one who is asked about said it. So each message is scored by a weighted sum of bounded
features, and each feature's part of the score can be shown. No model is called. Of a long message
the words of its best passage count.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import islice, repeat

import numpy as np
from propcache.api import cached_property

from memary.facts.predicates import predicates_asked
from memary.languages import any_of
from memary.languages.detection import reader_of
from memary.languages.equivalents import words_alike
from memary.languages.scripts import QUESTION_MARKS, is_han
from memary.languages.terms import query_terms, telling_words, term_set, terms
from memary.queries import Candidate
from memary.retrieval.messages.passage_match import PassageMatch, best_passages, longer_quotes
from memary.retrieval.messages.timeliness import days_named, tells_when, timeliness
from memary.retrieval.messages.traits import Column, Places, as_said, speaker_of
from memary.retrieval.question.named_speakers import named, named_speakers, own_name, short_names
from memary.retrieval.ranking import heights, nearness, ranking, ranks, shares
from memary.text.asked_words import says
from memary.text.own_matters import asks_of_another, asks_own_matter, beside_relation
from memary.text.parts.passages import Passage, passages
from memary.text.speech_acts.empty_talk import beginning_of, repeating, says_nothing
from memary.text.speech_acts.endings import asks_over, says_over
from memary.text.speech_acts.questions import asks_ahead, questions, sentences, statements, without_from_now
from memary.text.speech_acts.refusal import is_refusal
from memary.text.times.intervals import TimeRef, find_times
from memary.text.times.past_words import past_words
from memary.types import Fact, Role, Said

_NEAR_TURNS = 4.0
"""After how many turns what is said counts e times less."""

_TELLING = 2
"""So many words of a sentence ask for something."""

_SAID_ONCE = 0.75
"""What one word counts that says in another way what is asked; two say it."""

_ENOUGH = 4
"""So many words of a question in one message are no chance: words count in full."""

_BEST_WORDED = 5
"""In how many messages, the best by words, they are looked for."""

_AS_LONG = 16
"""By so many characters the forms of one question differ at most."""

_PARTS = 4
"""How many sentences of a question are looked for by themselves."""

FEW_SPEAKERS = 12
"""Among how many speakers one who is named is taken to have said what is asked for."""

_asking = any_of(lambda language: language.questions.ends, rf"[{QUESTION_MARKS}]|(?:{{}})\W*$")
_at_present = any_of(lambda language: language.questions.at_present)
_asker = any_of(lambda language: language.pronouns.asker)
_possessive = any_of(lambda language: language.pronouns.possessive)
_asks_when = any_of(lambda language: language.questions.when)
_asks_once = any_of(lambda language: language.times.asks_once)


@dataclass(frozen=True)
class ParsedQuery:
    """A question, as far as it tells which messages answer it.

    Attributes:
        text: the question.
        speakers: who speaks, where they are few.
        named: those of them whom it names.
        asking: the one of them who bears the name of the memory, and is taken to ask.
        times: the times it names; a bare month or day is the last one.
        coming: the next of those that it may mean as well: "in January" is asked of what was, and of what is to be.
        wants_time: whether it asks for one.
        wants_past: whether it asks for what was once, at whatever time.
        asks_once: whether it is put in the past ("did", "was"), so that what was once may answer it as well.
        asks_over: whether it asks if something is still so, or what became of it.
        asks_ahead: whether it asks for what is to come, and names no time.
    """

    text: str
    speakers: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    asking: str = ""
    times: tuple[TimeRef, ...] = ()
    coming: tuple[TimeRef, ...] = ()
    wants_time: bool = False
    wants_past: bool = False
    asks_once: bool = False
    asks_over: bool = False
    asks_ahead: bool = False

    @classmethod
    def of(cls, text: str, *, speakers: Sequence[str] = (), user_id: str = "", now: datetime) -> ParsedQuery:
        """Read a question that a user asks at `now` about what these speakers said.

        Where many speak, as on a phone, who is named is as often spoken with or of: there no speaker is named.
        """
        few = tuple(speakers) if len(speakers) <= FEW_SPEAKERS else ()
        timed, wants_past = without_from_now(text), bool(past_words(text))
        times = tuple(find_times(timed, now=now))
        is_open = times and not wants_past and not _asks_once().search(text)
        coming = find_times(timed, now=now, ahead=True) if is_open else ()
        return cls(
            text,
            speakers=few,
            named=named_speakers(text, few),
            asking=own_name(user_id, few),
            times=times,
            coming=tuple(time for time in coming if time not in times and time.end > now),
            wants_time=_asks_when().search(text) is not None,
            wants_past=wants_past,
            asks_once=_asks_once().search(questions(text)) is not None,
            asks_over=asks_over(text),
            asks_ahead=not times and not wants_past and asks_ahead(text),
        )

    def is_meant_ahead(self, time: TimeRef, now: datetime) -> bool:
        """Return whether of a time that it names the next one is meant, which is nearer than the last one was."""
        return any(one.text == time.text and one.start - now < now - time.end for one in self.coming)

    @cached_property
    def words(self) -> Sequence[str]:
        """Return the words to look for, without the name of the speaker."""
        names = {word for speaker in self.named for word in terms(speaker)}
        return [word for word in query_terms(self.text) if word not in names]

    @property
    def parts(self) -> list[list[str]]:
        """Return the words of each sentence, where several have some: each may ask for another thing."""
        own = set(self.words)
        parts = [[word for word in query_terms(one) if word in own] for one in sentences(self.text)]
        telling = [words for words in parts if len(words) >= _TELLING]
        return telling[:_PARTS] if len(telling) > 1 else []

    @cached_property
    def otherwise(self) -> frozenset[str]:
        """Return other words for the home, work or age that it asks of a speaker or, among speakers, of the user.

        For "Where does Ada live?" these are "house", "moved" and the like; where it asks for more, there are none.
        """
        is_of_one = self.speakers and (asks_of_another(self.text) if self.named else asks_own_matter(self.text))
        relation = [one.replace("_", " ") for one in predicates_asked(self.text)] if is_of_one else []
        text = _at_present().sub(" ", self.text)
        if not relation or set(telling_words(beside_relation(text))).intersection(self.words):
            return frozenset()
        alike, asked = words_alike(self.text), set(telling_words(text)).intersection(self.words)
        if sum(not is_han(word[0]) for word in asked) > 1:  # "What made Ada leave her job?" asks for more
            return frozenset()
        return frozenset(telling_words(" ".join(relation))).union(*alike.values()).difference(self.words)

    @cached_property
    def words_of_times(self) -> frozenset[str]:
        """Return the words of the times that the question names."""
        return frozenset(word for time in self.times for word in terms(time.text))

    @property
    def spoken(self) -> str:
        """Return the question in the first person, as the speaker it is about would say it."""
        text = self.text
        own = reader_of(text, lambda language: language.pronouns.me).pronouns
        for form in (named(name) for speaker in self.named for name in short_names(speaker)):
            text = re.sub(rf"{form.pattern}(?:{_possessive().pattern})", own.mine, text, flags=re.IGNORECASE)
            text = form.sub(own.me, text)
        return text

    def about(self, messages: Iterable[Said]) -> frozenset[str]:
        """Return whom of those who speak the question is about: one, or several who bear the name that it has."""
        of_asker = bool(_asker().search(self.text))
        unnamed = ("" for message in messages if message.role is Role.USER and not message.speaker)
        about = {*unnamed, *filter(None, [self.asking])} if of_asker else set[str]()
        return frozenset((*self.named, *about) if not (self.named and about) else ())


class MessageRanker:
    """The messages that may answer a question, with what the store found of them.

    Args:
        asked: the question.
        found: messages with the scores of their words and their meaning.
        more: further messages, which stand next to these or behind facts.
        before: by id, what was said right before a message.
        facts: facts found for the question; what they say speaks for the messages they rest on.
        graph: ids of messages that facts of the graph rest on, the nearest first.

    Attributes:
        messages: all of them, by id, talk by talk as they were said.
        ranks: the places in each list.
        repeats: ids of those that are the question itself: they answer nothing, but what was said to them may.
    """

    def __init__(
        self,
        asked: ParsedQuery,
        found: Sequence[Candidate[Said]],
        *,
        more: Sequence[Said] = (),
        before: Mapping[str, str] | None = None,
        facts: Sequence[Candidate[Fact]] = (),
        graph: Sequence[str] = (),
    ) -> None:
        gathered = {one.record.id: one.record for one in found} | {one.id: one for one in more}
        said, self._traits = as_said([*gathered.values()])
        self.messages = {one.id: one for one in said}
        alike = [said[at] for at in np.flatnonzero(self._traits.beginning == hash(beginning_of(asked.text))).tolist()]
        alike += [one.record for one in found if abs(len(one.record.content) - len(asked.text)) <= _AS_LONG]
        self.repeats = repeating({one.id: one.content for one in alike}, asked.text)
        self._with_assistant = any(one.role is not Role.USER for one in said)
        telling = {one.record.id: one for one in found if one.record.id not in self.repeats}
        texts = {id_: one.text for id_, one in telling.items() if one.text is not None}
        vectors = {id_: one.vector for id_, one in telling.items() if one.vector is not None}
        listed = {
            "text": ranking(texts.items()),
            "vector": ranking(vectors.items()),
            "graph": [id_ for id_ in graph if id_ in self.messages],
        }
        self.ranks = {name: ranks(ids) for name, ids in listed.items()}
        self._asked, self._empty = asked, dict.fromkeys(self.repeats, True)
        self._about = asked.about(self.messages.values())
        self._before = before or {}
        self._text = shares(texts.items(), best=self._measure(texts))
        self._vector = heights(vectors.items(), best=self._measure(vectors))
        worded = {id_: self.messages[id_].content for id_, text in texts.items() if text}
        self._passages = best_passages(worded, asked.words)
        self._passage_text = self._mean_shares([best_passages(worded, some) for some in asked.parts])
        self._fact_text = _of_sources(facts, shares([(one.record.id, one.text) for one in facts]))
        self._fact_vector = _of_sources(facts, heights([(one.record.id, one.vector) for one in facts]))

    def features(self, *, is_meant: bool = False) -> dict[str, Column]:
        """Return each feature of the messages: between 0 and 1, and more the likelier one answers.

        Args:
            is_meant: whether vectors tell what is meant, so that words count less where few of the question's are
                found.
        """
        messages, everywhere = self.messages.values(), np.ones(len(self.messages))
        asked, about = self._asked, self._about
        worth = self._share_of_words() if is_meant else 1.0
        worded, vector = self._column(self._text), self._column(self._vector)
        text = worded * worth
        return {
            "text": self._column(self._passage_text) * worth,
            "text nearby": self._nearby(text) * worth,
            "text of the talk": self._best_of_talk(text),
            "vector": vector,
            "vector of the talk": self._best_of_talk(vector),
            "answers": self._answering,
            "fact text": self._column(self._fact_text),
            "fact vector": self._column(self._fact_vector),
            "graph": self._column({id_: nearness(rank) for id_, rank in self.ranks["graph"].items()}),
            "speaker": self._spoken if about else everywhere,
            "says otherwise": self._otherwise if about and asked.otherwise else np.zeros(len(self.messages)),
            "time": _each(self._timely) if asked.times else everywhere,
            "tells when": _each(tells_when(one.content) for one in messages) if asked.wants_time else everywhere,
            "tells an end": self._ending(worded) if asked.asks_over else np.zeros(len(self.messages)),
            "states": self._traits.states,
            "first person": self._traits.first_person,
        }

    def is_empty(self, id_: str) -> bool:
        """Return whether a message says nothing that could answer.

        Between people a question often tells what its answer leaves out: there none is taken for empty but this one.
        """
        if (known := self._empty.get(id_)) is None:
            message = self.messages[id_]
            known = (self._with_assistant or not message.speaker) and (
                says_nothing(message, self._asked.words) or self._was_refused(message)
            )
            self._empty[id_] = known
        return known

    def _was_refused(self, message: Said) -> bool:
        """Return whether a message states nothing, and what was said to it is that nothing is known."""
        reply = self.messages.get(self._next.get(message.id, ""))
        is_refused = reply is not None and reply.role is not Role.USER and is_refusal(reply.content)
        return is_refused and message.role is Role.USER and not statements(message.content)

    @cached_property
    def _next(self) -> Mapping[str, str]:
        return {earlier: later for later, earlier in self._before.items()}

    def passage(self, id_: str) -> Passage:
        """Return the passage of a message that answers best: by its words, else the first."""
        text = self.messages[id_].content
        if len(passages(text)) > 1 and id_ not in self._passages:
            self._passages |= best_passages({id_: text}, self._asked.words)
        return self._passages[id_].passage if id_ in self._passages else passages(text)[0]

    def longer_quotes(self, id_: str) -> Iterator[str]:
        """Yield the passage of a message that answers best with one, two, three… others of it."""
        return longer_quotes(self.messages[id_].content, self.passage(id_), self._asked.words)

    def _measure(self, scores: Mapping[str, float]) -> float:
        """Return the best score of what says something, beside which the others are seen.

        What was asked before, in whatever words, is nearest to a question and answers nothing.
        """
        best = sorted(scores, key=scores.__getitem__, reverse=True)
        return next((scores[id_] for id_ in best if not self.is_empty(id_)), max(scores.values(), default=0.0))

    def _mean_shares(self, parts: Sequence[Mapping[str, PassageMatch]]) -> dict[str, float]:
        """Return the mean of how well messages answer the question as a whole and in their best part of it."""
        scores = [{id_: match.score for id_, match in found.items()} for found in (self._passages, *parts)]
        whole, *of_parts = (shares(some.items(), best=self._measure(some)) for some in scores)
        if not of_parts:
            return whole
        return {id_: (whole.get(id_, 0.0) + max(one.get(id_, 0.0) for one in of_parts)) / 2 for id_ in self._passages}

    def _share_of_words(self) -> float:
        """Return which part of the question's words, of four at most, the message has that has most of them.

        The best by words is the best of all others also where it has one word of ten, by chance.
        """
        words = set(self._asked.words) - self._asked.words_of_times
        telling = (self.messages[id_].content for id_ in self.ranks["text"] if not self.is_empty(id_))
        best = islice(telling, _BEST_WORDED)
        most = max((len(words.intersection(term_set(text))) for text in best), default=0)
        return min(1.0, most / min(len(words), _ENOUGH)) if words else 1.0

    @cached_property
    def _places(self) -> dict[str, int]:
        return {id_: place for place, id_ in enumerate(self.messages)}

    @cached_property
    def _talks(self) -> tuple[Places, Places]:
        """Return where each conversation begins, and how many messages it has."""
        talks = self._traits.talk
        is_first = np.ones(len(talks), np.bool_)
        is_first[1:] = talks[1:] != talks[:-1]
        begins = np.flatnonzero(is_first)
        return begins, np.append(begins[1:], len(talks))[: len(begins)] - begins

    def _column(self, values: Mapping[str, float]) -> Column:
        """Return values by id as a column, 0 for the messages that have none."""
        column, places = np.zeros(len(self.messages)), self._places
        for id_, value in values.items():
            if value and id_ in places:
                column[places[id_]] = value
        return column

    def _best_of_talk(self, column: Column) -> Column:
        """Return the highest value in the conversation of each message."""
        begins, lengths = self._talks
        return np.repeat(np.maximum.reduceat(column, begins), lengths)

    def _nearby(self, text: Column) -> Column:
        """Return how many question words stand near each message, as shares of the highest.

        Nearness is measured in turns, whose usual length is that between the messages found and those before them.
        What lies between two messages sets them apart too: the parts of a document are all of one moment.

        Args:
            text: how many question words stand in each.
        """
        worded = np.flatnonzero(text)
        # each message of a talk beside each of that talk in which a word of the question stands
        begins, lengths = (some[np.searchsorted(self._talks[0], worded, side="right") - 1] for some in self._talks)
        sources = np.repeat(worded, lengths)
        places = np.arange(len(sources)) + np.repeat(begins - np.cumsum(lengths) + lengths, lengths)
        turns = self._traits.said_at / self._usual_turn
        apart = np.maximum(np.abs(turns[places] - turns[sources]), np.abs(places - sources))
        told = text[sources] * np.exp(-apart / _NEAR_TURNS)
        near = np.bincount(places, told, len(text)).astype(np.float64, copy=False)
        best = near.max(initial=0.0)
        return near / best if best > 0 else near

    @cached_property
    def _previous(self) -> Places:
        """Return the place of the message that was said right before each, -1 where it is not among them."""
        place_of = self._places.get
        after, before = ([*map(place_of, ids, repeat(-1))] for ids in (self._before, self._before.values()))
        previous = np.full(len(self.messages) + 1, -1, np.intp)
        previous[after] = before  # of one that is not among them in the last place, which is dropped
        return previous[:-1]

    @property
    def _usual_turn(self) -> float:
        """Return the median seconds between a message and the one before it in its conversation."""
        talks, times, previous = self._traits.talk, self._traits.said_at, self._previous
        is_next = (previous >= 0) & (talks == talks[previous])
        gaps = np.sort((times - times[previous])[is_next].round(6))
        middle = len(gaps) // 2
        return max(float(gaps[middle] + gaps[-1 - middle]) / 2, 1.0) if len(gaps) else 60.0

    @property
    def _answering(self) -> Column:
        """Return how well what was said right before a message fits, where another asked there."""
        fits, previous = self._column(self._vector | dict.fromkeys(self.repeats, 1.0)), self._previous
        answering, speaker = np.zeros(len(fits)), self._traits.speaker
        said = [*self.messages.values()]
        is_fit = (previous >= 0) & (fits[previous] != 0) & (speaker[previous] != speaker)
        for place in np.flatnonzero(is_fit).tolist():  # few
            if _asks(said[before := int(previous[place])].content):
                answering[place] = fits[before]
        return answering

    @property
    def _spoken(self) -> Column:
        """Return whether each message is said by one whom the question is about."""
        return np.isin(self._traits.speaker, [*map(hash, self._about)]).astype(np.float64)

    @property
    def _otherwise(self) -> Column:
        """Return whether each message of who is asked about says in other words what is asked, and not in these."""
        asked, about, own = self._asked.otherwise, self._about, frozenset(self._asked.words)

        def share(message: Said) -> float:
            held = term_set(message.content) if speaker_of(message) in about else frozenset[str]()
            if not held or not held.isdisjoint(own):
                return 0.0
            count = sum(says(message.content, held, (word,)) for word in asked)
            return (0.0, _SAID_ONCE, 1.0)[min(count, 2)]

        return _each(map(share, self.messages.values()))

    def _ending(self, text: Column) -> Column:
        """Return how many question words stand in each message that tells that something is over."""
        return text * _each(
            bool(share) and _tells_end(one) for share, one in zip(text, self.messages.values(), strict=True)
        )

    @property
    def _timely(self) -> Iterator[float]:
        """Yield how well each message fits the times that are asked for, of which there is one."""
        times, days = self._asked.times, days_named(self._asked.times, self._asked.coming)
        return (timeliness(message, times, days) for message in self.messages.values())


def _of_sources(facts: Sequence[Candidate[Fact]], values: Mapping[str, float]) -> dict[str, float]:
    """Return the highest value of the facts that rest on each message."""
    found: defaultdict[str, float] = defaultdict(float)
    for one in facts:
        if value := values.get(one.record.id):
            for source in one.record.source_ids:
                if value > found[source]:
                    found[source] = value
    return found


def _each(values: Iterable[float]) -> Column:
    return np.fromiter(values, np.float64)


@lru_cache(maxsize=8192)
def _asks(text: str) -> bool:
    return _asking().search(text) is not None


def _tells_end(message: Said) -> bool:
    return message.role is not Role.ASSISTANT and says_over(message.content)
