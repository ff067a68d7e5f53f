"""Say what hits of every kind are worth beside one another, so that facts and messages stand in one list.

A fact and a message are ranked by different things, and a rank of one says little beside a rank of the other. So each
hit gets a worth, in log-odds of being the one that answers: what its rank among its own kind says, and, of a fact,
which share of the question its sentence says. What the parts are worth was fitted by softmax regression over the hits
of each question, to talk between people, talk with an assistant and questions about single facts, and rounded towards
what no kind loses by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import log1p

from memary.facts.predicates import predicates_of
from memary.languages import Language, of_all
from memary.languages.terms import term_set
from memary.retrieval.facts.named_relations import in_words
from memary.retrieval.hits import Draft
from memary.retrieval.meaning import NEAR
from memary.retrieval.relevance import Relevance
from memary.text.asked_words import asked_beside_a_name, said_by, words_said
from memary.text.speech_acts.questions import asks_of_self, statements

_FACT = 6.5
"""What a fact is worth before a message of which nothing is known but that it was found."""

_FACT_RANK, _MESSAGE_RANK = 52.0, 355.0
"""What the rank of a fact among facts is worth, and that of a message among messages."""

_SAID = 3.85
"""What it is worth that a fact says all that is asked and that anything found says."""

_SAID_ALONE = 2.0
"""What is added to that where the best message tells of nobody, and nothing, that the question names."""

_RETOLD = -1.5
"""What is added for a fact that only retells a passage, as observations do: the passage is found, too."""

_BESIDE = -6.0
"""What is added for a fact of another speaker than the one who is asked about, or of what nobody asks of that one."""

_ANSWERS = 0.6
"""The share of the question's words but names, by their rarity, from which on a fact answers."""

_COMPARED = 20
"""Among how many of the best facts, and of the best messages, a word is rare."""


@of_all
def _of_assistant(_packs: tuple[Language, ...]) -> frozenset[str]:
    """Return the relations, in words, of what users want of their assistant."""
    return frozenset(map(in_words, predicates_of(["instruction"])))


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom or what a question is about, and which facts are not of that.

    Attributes:
        names: of whom or what it asks about, which says nothing of what it asks.
        is_speaker: whether it names one who speaks.
        relations: ids of the facts that hold until they end, and do not just retell a passage, as observations do.
        others: ids of facts that tell of another speaker than the one who is asked about.
        leading: how many facts that answer stand before the first message.
    """

    names: Sequence[str]
    is_speaker: bool
    relations: Collection[str]
    others: Collection[str]
    leading: int

    def retells(self, draft: Draft) -> bool:
        """Return whether something is a fact that only retells what was said."""
        return draft.kind == "fact" and draft.id not in self.relations


@dataclass(frozen=True, slots=True)
class Worth:
    """What hits of one question are worth.

    Attributes:
        relevance: the question, and how near meanings are.
        about: whom or what it is about.
        said: which words of it are said.
        beside: which of those are said that are no names.
        of_self: whether it asks for whatever is known of who asks.
        is_alone: whether the best message tells of nothing that it names.
    """

    relevance: Relevance
    about: Subject
    said: WordsSaid
    beside: WordsSaid
    of_self: bool
    is_alone: bool

    @classmethod
    def by(cls, ranked: Sequence[Draft], relevance: Relevance, about: Subject) -> Worth:
        """Return what drafts are worth, of which the best of each kind come first."""
        named = frozenset[str]().union(*map(term_set, about.names))
        best = next((f"{one.speaker or ''} {one.text}" for one in ranked if one.kind == "message"), "")
        is_alone = bool(named) and named.isdisjoint(term_set(best))
        said = WordsSaid.by(ranked, relevance.question)
        return cls(relevance, about, said, said.but(named), asks_of_self(relevance.question), is_alone)

    def of(self, draft: Draft) -> float:
        """Return what speaks for a draft to be the one that answers, in log-odds."""
        if draft.kind == "message":
            return _MESSAGE_RANK * draft.order
        share = max(self.said.share(draft.id), self.relevance.cosines.get(draft.id) or 0.0)
        worth = _FACT + _FACT_RANK * draft.order + (_SAID + _SAID_ALONE * self.is_alone) * share
        return worth + _RETOLD * self.about.retells(draft) + _BESIDE * self._is_beside(draft)

    def answers(self, fact: Draft) -> bool:
        """Return whether a fact says nearly all that is asked, or follows from how that is put."""
        if fact.id in self.about.others or self.about.retells(fact) or self._is_beside(fact):
            return False
        return self.of_self or fact.is_sure or self.beside.share(fact.id) >= _ANSWERS

    def _is_beside(self, draft: Draft) -> bool:
        """Return whether a fact is of another than is asked about, or of what is not asked of that one.

        What users want of their assistant has words of any question ("from now on…"), and answers few.
        """
        if draft.id in self.about.others:
            return True
        if draft.relation in _of_assistant() and not self.of_self and self.beside.share(draft.id) < _ANSWERS:
            return True
        if not self.about.is_speaker or not self.beside.asked or draft.is_sure:
            return False
        return not self.beside.share(draft.id) and (self.relevance.cosines.get(draft.id) or 0.0) < NEAR


@dataclass(frozen=True, slots=True)
class WordsSaid:
    """Which words of a question texts say, and how rare these are among the best of them.

    "What do I use instead of psyllium?": "use" and "instead" stand in many texts, and say little. What a message asks
    it does not say, and what nothing says is no part of what can be said. Rarity is the inverse document frequency of
    BM25.

    Attributes:
        asked: the words of the question.
        words: those said, by the id of a text that is no message.
        rarity: of each word that is said at all.
        total: the sum of these.
    """

    asked: Collection[str]
    words: Mapping[str, Sequence[str]]
    rarity: Mapping[str, float]
    total: float

    @classmethod
    def by(cls, drafts: Sequence[Draft], question: str) -> WordsSaid:
        """Return which words of a question drafts say, of which the best of each kind come first."""
        asked = said_by(question, asked_beside_a_name(question))
        words = {one.id: words_said(one.wording, asked) for one in drafts if one.kind != "message"}
        messages = [one.text for one in drafts if one.kind == "message"][:_COMPARED]
        compared = [*islice(words.values(), _COMPARED)]
        compared += [words_said(text, asked) and words_said(statements(text), asked) for text in messages]
        count = Counter(word for some in compared for word in some)
        rarity = {word: log1p((len(compared) - often + 0.5) / (often + 0.5)) for word, often in count.items()}
        return cls(asked, words, rarity, sum(rarity.values()))

    def but(self, names: Collection[str]) -> WordsSaid:
        """Return the same without some words."""
        rarity = {word: rare for word, rare in self.rarity.items() if word not in names}
        asked = [word for word in self.asked if word not in names]
        return WordsSaid(asked, self.words, rarity, sum(rarity.values()))

    def share(self, id_: str) -> float:
        """Return which share of the question a text says, by how rare its words are."""
        return sum([self.rarity.get(word, 0.0) for word in self.words[id_]]) / (self.total or 1.0)
