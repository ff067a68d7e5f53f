"""Join what several searches found into one list: facts, messages, and last what nothing supports.

The list has the hits of the highest worth first, whatever their kind: see `memary.retrieval.worth`.

A fact that holds nearly all that the question asks says it in one sentence, and says whether it is still so; a
message may tell of what is over. So up to two facts that answer lead, whatever a message is worth, and more where a
question asks for a course, or for what lies ahead. The best three facts have places among the first ten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice
from math import prod

from memary.languages.equivalents import words_alike
from memary.languages.everyday_words import is_everyday
from memary.languages.scripts import is_wide
from memary.languages.terms import query_terms, telling_words, term_set, terms
from memary.retrieval.hits import Draft, Explanation, Hit, Signal
from memary.retrieval.ranking import RRF_K
from memary.retrieval.relevance import Relevance
from memary.retrieval.worth import Subject, Worth
from memary.text.asked_words import SURE, said_by, says, tell_more_than_names, words_said
from memary.text.names.spotted_names import spotted_names
from memary.text.own_matters import asks_of_asker
from memary.text.speech_acts.questions import is_question, sentences, statements
from memary.text.topics import roles_in

LEADING = 2
"""How many facts that answer stand before the first message."""

LEADING_IN_TURN = 5
"""The same where the question asks how something changed, which takes several facts."""

LEADING_AHEAD = 10
"""The same where it asks for what lies ahead, which facts tell by their days."""

_FACT_BY = (5, 7, 9)
"""Up to which places a first, a second and a third fact stand, of those that hold until they end: messages that tell
of many things have words of any question, and a fact says its one thing in a sentence."""

_ALIKE = 2
"""How many messages that begin alike stand where they are found; who hears the same phrases often has others, too."""

_BEGINNING = 40
"""How many characters a beginning has; a Chinese one, whose characters say more, a third of that."""

_BEST = 10
"""So many hits are told apart by how they begin and by what they retell."""

_SUPPORTED = 0.2
"""The share of the question's words that the hits have to hold together, else they are weak."""


def in_one_list(
    drafts: Iterable[Draft], relevance: Relevance, about: Subject, *, most: int | None = None
) -> list[Hit]:
    """Return hits of several kinds in one order, and write their places into what they are sorted by.

    Texts given for the call come first, then the best facts that answer, then all else by its worth. Who asks what is
    known of them is answered by any fact. What an earlier hit says already stands behind the best ones.

    Args:
        drafts: of any kinds.
        relevance: scores them.
        about: whom or what the question is about.
        most: how many are returned at most; None: all.
    """
    by_order = sorted(drafts, key=lambda one: (-one.order, one.kind, one.id))
    given = [one for one in by_order if one.is_temporary]
    ranked = [one for one in by_order if not one.is_temporary]
    leading: list[Draft] = []
    if len({one.kind for one in ranked}) > 1:
        worth = Worth.by(ranked, relevance, about)
        answering = (one for one in [one for one in ranked if one.kind == "fact"][:_BEST] if worth.answers(one))
        leading = [*islice(answering, _BEST if worth.of_self else about.leading)]
        worths = {one.id: worth.of(one) for one in ranked}
        ranked.sort(key=lambda one: (-worths[one.id], one.kind, one.id))
    first = {one.id for one in leading}
    rest = [one for one in ranked if one.id not in first]
    rest = _spread(rest, retelling={one.id for one in rest if about.retells(one)})
    ranked = [*given, *_with_facts([*leading, *rest], about)]
    if ranked == by_order:
        return [_listed(one, relevance) for one in ranked[:most]]
    return [_listed(one, relevance, place) for place, one in enumerate(ranked[:most], 1)]


def with_weakness(hits: Sequence[Hit], question: str, *, near: bool, about: Iterable[str]) -> list[Hit]:
    """Mark the hits as weak, if together they hold too little of what is asked.

    An everyday question about somebody of whom facts are found may be answered in words that are not listed as other
    words for those it has.

    Args:
        hits: what is returned to the question.
        question: what was asked.
        near: whether something was found whose meaning is near enough.
        about: the names of those whom the question names and of whom facts are found.
    """
    told = [*about]
    if not told and _asks_about_unknown_person(hits, question):
        return [hit.model_copy(update={"weak": True}) for hit in hits]
    sure = any(not SURE.isdisjoint(hit.explain.signals) for hit in hits)
    asked = (question, *_asking_within(question))
    if near or sure or not hits:
        return list(hits)
    said = [f"{hit.speaker or ''} {hit.text}" for hit in hits]
    if any(_is_supported(hits, one) and (not is_question(one) or tell_more_than_names(said, one)) for one in asked):
        return list(hits)
    if told and is_everyday(question, names=told):
        return list(hits)
    return [hit.model_copy(update={"weak": True}) for hit in hits]


def _asks_about_unknown_person(hits: Sequence[Hit], question: str) -> bool:
    """Return whether a question asks of others than who asks, of whom no hit tells: "Where does Bob live?"."""
    if asks_of_asker(question):
        return False
    alike = words_alike(question)
    whom = [
        (word, *alike.get(word, ()))
        for word in (*terms(" ".join(spotted_names(question))), *filter(roles_in, query_terms(question)))
    ]
    if not whom:
        return False
    told = (f"{hit.speaker or ''} {text}" for hit in hits if (text := statements(hit.text)))
    held = ((text, term_set(text)) for text in told)
    return not any(says(text, words, said) for text, words in held for said in whom)


def _asking_within(question: str) -> list[str]:
    """Return the sentences that ask, of a question that tells other things too."""
    parts = sentences(question)
    asking = [part for part in parts if is_question(part)] if len(parts) > 1 else []
    return [part for part in asking if len(telling_words(part)) > 1]


def _is_supported(hits: Sequence[Hit], question: str) -> bool:
    return _say(said_by(question, telling_words(question)), (hit.wording for hit in hits), share=_SUPPORTED)


def _spread(drafts: Sequence[Draft], *, retelling: Collection[str]) -> list[Draft]:
    """Return drafts with those behind the ten best messages that say what stands before them already.

    These are messages of which several that begin alike stand before, and, of a message and what only retells it, the
    later one. Behind no more than ten messages, so that a list begins alike however long it is; unless hardly one of
    the ten stays.

    Args:
        drafts: the best first.
        retelling: ids of the facts that only retell.
    """
    count: Counter[str] = Counter()
    first: list[Draft] = []
    behind: list[Draft] = []
    told: set[str] = set()
    heard: set[str] = set()
    staying = 0
    for place, one in enumerate(drafts):
        if count.total() >= _BEST and staying > _ALIKE:
            return [*first, *behind, *drafts[place:]]
        if one.kind != "message":
            is_behind = one.id in retelling and not heard.isdisjoint(one.source_ids)
            told.update(one.source_ids if one.id in retelling else ())
        else:
            beginning = _beginning(one.text)
            count[beginning] += 1
            is_behind = one.id in told or bool(beginning and count[beginning] > _ALIKE)
            heard.add(one.id)
            staying += not is_behind
        (behind if is_behind else first).append(one)
    return [*first, *behind]


def _with_facts(drafts: Sequence[Draft], about: Subject) -> list[Draft]:
    """Return drafts with the best facts up to their places, of those that are not told of others."""
    listed = [*drafts]
    facts = [one for one in drafts if one.kind == "fact" and one.id in about.relations and one.id not in about.others]
    for place, fact in zip(_FACT_BY, facts, strict=False):
        if (at := listed.index(fact)) >= place:
            listed.insert(place - 1, listed.pop(at))
    return listed


def _beginning(text: str) -> str:
    """Return the beginning of a text that is longer than that; else nothing."""
    wide = text[: _BEGINNING // 3]
    is_latin = wide.isascii() or sum(map(is_wide, wide)) <= len(wide) / 2
    length = _BEGINNING if is_latin else _BEGINNING // 3
    return text[:length] if len(text) > length else ""


def _say(asked: Mapping[str, Collection[str]], texts: Iterable[str], *, share: float) -> bool:
    """Return whether texts together say this share of what is asked."""
    held: set[str] = set()
    for text in texts if asked else ():
        held.update(words_said(text, asked))
        if len(held) / len(asked) >= share:
            return True
    return False


def _listed(draft: Draft, relevance: Relevance, place: int | None = None) -> Hit:
    """Return what was found as a hit, which is sorted by its place if one is given.

    The signal "order" makes up for what its own parts say.
    """
    why = draft.maker.explanation(draft.id)
    signals, factors = why.signals, why.factors
    if place is not None:
        own = sum([signal.contribution for signal in signals.values()])
        signals = {**signals, "order": Signal.of(place, 1 / (RRF_K + place) / prod(factors.values()) - own)}
    return draft.maker.hit(draft, Explanation.of(signals, factors, why.path, relevance.evidence(draft, why)))
