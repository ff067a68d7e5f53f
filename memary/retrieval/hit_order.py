"""Join what several searches found into one list: facts, messages, and last what nothing supports.

A fact and a message are scored by different things, and a score of one says little beside a score of the other. A
fact that holds what the question asks says it in one sentence, and says whether it is still so; a message may tell of
what is over. So the best facts that answer lead, whatever the scores of messages are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import log1p, prod

from memary.languages.equivalents import words_alike
from memary.languages.everyday_words import is_everyday
from memary.languages.scripts import is_wide
from memary.languages.terms import query_terms, telling_words, term_set, terms
from memary.retrieval.hits import Draft, Explanation, Hit, Signal
from memary.retrieval.ranking import RRF_K
from memary.retrieval.relevance import Relevance
from memary.text import detect_language
from memary.text.asked_words import SURE, asked_beside_a_name, said_by, says, tell_more_than_names
from memary.text.names.spotted_names import spot_entities
from memary.text.own_matters import asks_of_asker
from memary.text.speech_acts.questions import asks_of_self, is_question, sentences, statements
from memary.text.topics import roles_in

_LEADING = 2
"""How many facts that answer stand before the first message."""

_LEADING_THEN = 5
"""The same where the question asks how something changed, which takes several facts."""

_ALIKE = 2
"""How many messages that begin alike stand where they are found; who hears the same phrases often has others, too."""

_BEGINNING = 40
"""How many characters a beginning has; a Chinese one, whose characters say more, a third of that."""

_BEST = 10
"""Among how many of the best facts they are; so many messages are told apart by how they begin."""

_COMPARED = 20
"""Among how many of the best facts, and of the best messages, a word is rare."""

_ANSWERS = 0.55
"""The share of the question's words, by their rarity, from which on a fact answers."""

_HEARD_FIRST = 3
"""How many messages stand before facts of a speaker that nobody asks for, or of another speaker."""

_SUPPORTED = 0.2
"""The share of the question's words that the hits have to hold together, else they are weak."""

_NEAR = 0.35
"""The cosine from which on a hit is supported by its meaning, where the embeddings know meanings."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom or what a question is about, and which facts are not of that.

    Attributes:
        names: of whom or what it asks about, which says nothing of what it asks.
        is_speaker: whether it names one who speaks.
        relations: ids of the facts that hold until they end, and do not just retell a passage, as observations do.
        others: ids of facts that tell of another speaker.
        asks_past: whether it asks for what was once, or how something changed.
    """

    names: Sequence[str]
    is_speaker: bool
    relations: Collection[str]
    others: Collection[str]
    asks_past: bool


def in_one_list(
    drafts: Iterable[Draft], relevance: Relevance, about: Subject, *, most: int | None = None
) -> list[Hit]:
    """Return hits of several kinds in one order, and write their places into what they are sorted by.

    Texts given for the call come first, then the best facts that answer, and then all else by their scores; but no
    fact of these stands before the first message if that says more of what is asked. Who asks what is known of them
    is answered by any fact. Where a speaker is asked about, facts that say nothing of what is asked, and those of
    another speaker, stand behind the first messages.

    Args:
        drafts: of any kinds.
        relevance: scores them.
        about: whom or what the question is about.
        most: how many are returned at most; None: all.
    """
    by_order = sorted(drafts, key=lambda one: (-one.order, one.kind, one.id))
    ranked = _spread(by_order)
    given = [one for one in ranked if one.is_temporary]
    facts = [one for one in ranked if one.kind == "fact"]
    if len(facts) == len(ranked) or (not facts and ranked == by_order):
        return [_listed(one, relevance) for one in ranked[:most]]
    question = relevance.question
    named = frozenset[str]().union(*map(term_set, about.names))
    words = [word for word in asked_beside_a_name(question) if word not in named]
    asked, of_self = said_by(question, words), asks_of_self(question)
    messages = [one for one in ranked if one.kind == "message" and not one.is_temporary]
    said = _shares_said([*facts[:_COMPARED], *messages[:_COMPARED]], asked)
    sure = {one.id for one in facts if (of_self or one.is_sure) and one.id not in about.others}
    telling = [one for one in facts[:_BEST] if one.id in about.relations and one.id not in about.others]
    answering = (one for one in telling if one.id in sure or said[one.id] >= _ANSWERS)
    leading = [*islice(answering, _BEST if of_self else _LEADING_THEN if about.asks_past else _LEADING)]
    first = {one.id for one in leading}
    rest = [one for one in ranked if not one.is_temporary and one.id not in first]
    if not named or any(not named.isdisjoint(term_set(one.text)) for one in messages[:1]):
        rest = _behind_what_says_more(rest, said, but=sure)
    if about.is_speaker and words:
        far = [one.id for one in facts if one.id not in sure and not is_near([relevance.cosines.get(one.id)])]
        behind = {*about.others, *(id_ for id_ in far if not said.get(id_))}
    else:
        behind = about.others
    rest = _behind_messages(rest, behind)
    return [_listed(one, relevance, place) for place, one in enumerate([*given, *leading, *rest][:most], 1)]


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
    names = [spot.name for spot in spot_entities(question, detect_language(question))]
    alike = words_alike(question)
    whom = [
        (word, *alike.get(word, ())) for word in (*terms(" ".join(names)), *filter(roles_in, query_terms(question)))
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


def is_near(cosines: Iterable[float | None]) -> bool:
    """Return whether one of the cosines shows that a meaning is near."""
    return any(cosine is not None and cosine >= _NEAR for cosine in cosines)


def _spread(drafts: Sequence[Draft]) -> list[Draft]:
    """Return drafts with the messages behind the ten best of which several that begin alike stand before.

    Behind no more than these, so that a list begins alike however long it is; unless hardly one of the ten stays.
    """
    count: Counter[str] = Counter()
    first: list[Draft] = []
    behind: list[Draft] = []
    staying = 0
    for place, one in enumerate(drafts):
        if count.total() >= _BEST and staying > _ALIKE:
            return [*first, *behind, *drafts[place:]]
        if one.kind != "message":
            first.append(one)
            continue
        beginning = _beginning(one.text)
        count[beginning] += 1
        is_behind = beginning and count[beginning] > _ALIKE
        (behind if is_behind else first).append(one)
        staying += not is_behind
    return [*first, *behind]


def _beginning(text: str) -> str:
    """Return the beginning of a text that is longer than that; else nothing."""
    wide = text[: _BEGINNING // 3]
    is_latin = wide.isascii() or sum(map(is_wide, wide)) <= len(wide) / 2
    length = _BEGINNING if is_latin else _BEGINNING // 3
    return text[:length] if len(text) > length else ""


def _shares_said(drafts: Sequence[Draft], asked: Mapping[str, Collection[str]]) -> dict[str, float]:
    """Return which share of what is asked each draft says, by how rare the words are among the drafts.

    "What do I use instead of psyllium?": "use" and "instead" stand in many texts, and say little. What a message asks
    it does not say. Rarity is the inverse document frequency of BM25.
    """
    held = {one.id: _words_said(one.wording, asked) for one in drafts}
    for one in drafts:
        if held[one.id] and one.kind == "message":
            held[one.id] = _words_said(statements(one.text), asked)
    count = Counter(word for words in held.values() for word in words)
    rarity = {word: log1p((len(drafts) - count[word] + 0.5) / (count[word] + 0.5)) for word in count}
    total = sum(rarity.values()) or 1.0
    return {id_: sum([rarity[word] for word in words]) / total for id_, words in held.items()}


def _words_said(text: str, asked: Mapping[str, Collection[str]]) -> list[str]:
    """Return the words of a question that a text says, Chinese ones also within longer ones."""
    terms = term_set(text)
    return [word for word, said in asked.items() if says(text, terms, said)]


def _behind_what_says_more(
    drafts: Sequence[Draft], said: Mapping[str, float], *, but: Collection[str]
) -> list[Draft]:
    """Return drafts with the facts behind the first message that say less of what is asked than it does.

    Args:
        drafts: the best first.
        said: which share of what is asked they say; what is not in it says nothing.
        but: ids of facts that stay, whatever words they have.
    """
    place = next((place for place, one in enumerate(drafts) if one.kind == "message"), 0)
    before, first, after = drafts[:place], drafts[place : place + 1], drafts[place + 1 :]
    most = said.get(first[0].id, 0.0) if first else 0.0
    less = [one for one in before if one.kind == "fact" and one.id not in but and said.get(one.id, 0.0) < most]
    moved = {one.id for one in less}
    return [*(one for one in before if one.id not in moved), *first, *less, *after]


def _behind_messages(drafts: Sequence[Draft], ids: Collection[str]) -> list[Draft]:
    """Return drafts with some behind the first messages, where there are any."""
    places = [place for place, one in enumerate(drafts) if one.kind == "message"][:_HEARD_FIRST]
    end = places[-1] + 1 if places else 0
    before = drafts[:end]
    return [
        *(one for one in before if one.id not in ids),
        *(one for one in before if one.id in ids),
        *drafts[end:],
    ]


def _say(asked: Mapping[str, Collection[str]], texts: Iterable[str], *, share: float) -> bool:
    """Return whether texts together say this share of what is asked."""
    held: set[str] = set()
    for text in texts if asked else ():
        held.update(_words_said(text, asked))
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
