"""Measure what a window holds of the evidence for a question, and of what must not be there.

Pure functions: a window in, numbers out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memary.conversation.context_window import ContextWindow
from memary.evaluation.episodes.episode import MESSAGE_KEY, DoubtedFact, Episode, EpisodeQuestion, Need
from memary.languages import DOUBT_MARK
from memary.languages.prompt.quotation import one_line
from memary.retrieval.rendering import Lines
from memary.types import Fact

_BEGINNING = 60
"""So many characters identify a line: the end of a long one may be cut off."""


@dataclass(frozen=True, slots=True)
class Known:
    """What memory holds when a question is asked.

    Attributes:
        episode: the talk.
        stored: the episode's id of each of its stored messages, by the store's.
        facts: all facts, also those of the past.
        holding: ids of those that are true now and not in doubt.
    """

    episode: Episode
    stored: Mapping[str, str]
    facts: Sequence[Fact]
    holding: frozenset[str]


@dataclass(frozen=True, slots=True)
class WindowAnswer:
    """What the window of one question holds.

    Attributes:
        episode: the name of the talk.
        language: of the talk.
        question: what was asked.
        others: how many other messages there were.
        missing: what decides and is not there.
        is_doubted: whether the fact in doubt stands there with its reason; None if the question has none.
        untrue: words of what is not so, stated by a fact as holding.
        remembered: words that were forgotten.
        tokens: of the window.
        said: what a reader answered from the window; None: nobody was asked.
        right: whether that is right; None: nobody judged it.
    """

    episode: str
    language: str
    question: EpisodeQuestion
    others: int
    missing: tuple[Need, ...]
    is_doubted: bool | None
    untrue: tuple[str, ...]
    remembered: tuple[str, ...]
    tokens: int
    said: str | None = None
    right: bool | None = None

    @property
    def values(self) -> dict[str, float]:
        """The measures that the question has, each from 0 to 1; see `EpisodeRow.measures`."""
        found: dict[str, float] = {}
        needs = len(self.question.needs)
        if needs:
            found["held"] = float(not self.missing or bool(self.is_doubted))
            found["part"] = 1.0 if found["held"] else 1 - len(self.missing) / needs
        if self.is_doubted is not None:
            found["doubt"] = float(self.is_doubted)
        if self.question.never:
            found["untrue"] = float(bool(self.untrue))
        if self.question.gone:
            found["remembered"] = float(bool(self.remembered))
        if self.right is not None:
            found["right"] = float(self.right)
        return found


def measure(question: EpisodeQuestion, window: ContextWindow, known: Known, *, others: int) -> WindowAnswer:
    """Return what a window holds of a question's evidence, and of what must not be there.

    Args:
        question: what was asked.
        window: the context window for it.
        known: what memory held then.
        others: how many other messages there were.
    """
    lines = [line.casefold() for block in window.blocks if block.name != "question" for line in block.lines]
    by_message = _by_message(lines, window, known)
    stated = "\n".join(line for fact in known.facts if fact.id in known.holding for line in _lines_of(fact, lines))
    everything = "\n".join(lines)
    return WindowAnswer(
        episode=known.episode.name,
        language=known.episode.language,
        question=question,
        others=others,
        missing=tuple(need for need in question.needs if not _holds(need, by_message, known.episode)),
        is_doubted=question.doubt and any(_is_doubted(question.doubt, line) for line in lines),
        untrue=tuple(words for words in question.never if words.casefold() in stated),
        remembered=tuple(words for words in question.gone if words.casefold() in everything),
        tokens=window.tokens,
    )


def _by_message(lines: Sequence[str], window: ContextWindow, known: Known) -> Mapping[str, Sequence[str]]:
    """Return the lines of a window that stem from each message of the episode."""
    found: dict[str, list[str]] = {}
    for hit in window.hits:
        if hit.kind == "message" and MESSAGE_KEY in hit.metadata:
            found.setdefault(str(hit.metadata[MESSAGE_KEY]), []).extend(_beginning_with(hit.text, lines))
    by_id = {fact.id: fact for fact in known.facts}
    for fact in known.facts:
        for source in _sources(fact, by_id):
            if source in known.stored:
                found.setdefault(known.stored[source], []).extend(_lines_of(fact, lines))
    return found


def _sources(fact: Fact, by_id: Mapping[str, Fact]) -> set[str]:
    """Return the messages that a fact, or what it brought up to date, stems from.

    It may keep what still holds.
    """
    earlier, following = {fact.id}, [fact]
    while following:
        more = {id_ for one in following for id_ in one.supersedes if id_ in by_id} - earlier
        earlier |= more
        following = [by_id[id_] for id_ in more]
    return {source for id_ in earlier for source in by_id[id_].source_ids}


def _lines_of(fact: Fact, lines: Sequence[str]) -> Iterable[str]:
    """Return the lines that state a fact: as a sentence, or as an edge of the graph."""
    edge = Lines.edge_of(fact).casefold()
    thing = one_line(fact.object).casefold()
    edges = [line for line in lines if edge in line and thing in line]
    return [*_beginning_with(fact.statement, lines), *edges]


def _beginning_with(text: str, lines: Sequence[str]) -> list[str]:
    beginning = one_line(text).casefold()[:_BEGINNING]
    return [line for line in lines if beginning in line]


def _holds(need: Need, by_message: Mapping[str, Sequence[str]], episode: Episode) -> bool:
    said = episode.messages
    return any(
        words.casefold() in line
        for id_ in need.any
        for words in (*need.says, one_line(said[id_].text))
        for line in by_message.get(id_, ())
    )


def _is_doubted(doubt: DoubtedFact, line: str) -> bool:
    statement, mark, reason = line.partition(DOUBT_MARK)
    return bool(mark) and _has_one(doubt.says, statement) and _has_one(doubt.because, reason)


def _has_one(several: Iterable[str], line: str) -> bool:
    return any(words.casefold() in line for words in several)
