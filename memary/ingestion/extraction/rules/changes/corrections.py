"""Correct without a model: "No, I meant hazelnuts" right after "I'm allergic to walnuts".

What was read into the corrected word is taken back as never true, and the new word stands in its place from the same
time on. It has to be clear what is meant: either the correction names both words ("Lyon, not Lille"), or the message
right before it said one thing only and the new word is of the old one's kind. In doubt nothing is changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memary.facts.identity import lookup_key
from memary.facts.intervals import parse_day
from memary.facts.predicates import (
    BUILT_IN,
    NAME_MATTERS,
    kin_told_of,
    matter_of,
    names_nothing,
    predicates_of_kin,
    tells_of_kin,
    told_of_kin,
)
from memary.ingestion.extraction.prompt import ExtractedFact, proposed
from memary.languages import any_of, language_of, of_all, united
from memary.languages.detection import reader_of
from memary.languages.pack.sentences import Statement
from memary.languages.pattern import pattern
from memary.languages.scripts import EDGES, FULL_STOPS, HAN, PLAIN_STOPS, QUESTION_MARKS, is_wide
from memary.text import entity_key
from memary.text.names.forms import parent
from memary.text.speech_acts.questions import statements
from memary.types import BEGINNING, DEFAULT_LANGUAGE, Fact, Message, Role

LOOKED_BACK = 3
"""How many messages of the speaker may lie between a word and the correction that names it."""

_WORDS_BEFORE = 3
"""How many words may stand before the statement in a message that says one thing only ("Oh, by the way …")."""

_PRONOUN = 6
"""Characters that a pronoun may have, for which the name is put: "Sorry, she's a doctor"."""

_LATELY = timedelta(days=730)
"""How far back a change lies of which one tells as news; what began before that may be of one's past."""

_it_is = of_all(lambda packs: [form for pack in packs for form in pack.corrections.it_is])
_denials = of_all(lambda packs: [form for pack in packs for form in pack.corrections.denies])
_replaced = of_all(lambda packs: [form for pack in packs for form in pack.corrections.replaced])
_leaving = of_all(lambda packs: [form for pack in packs for form in pack.corrections.leaving])
_begins_anew = any_of(lambda language: language.corrections.begins_anew)
_changed = any_of(lambda language: language.corrections.changed)
_tells_what_was_meant = any_of(lambda language: language.corrections.means)
_misspoke = any_of(lambda language: language.corrections.misspoke)
_cleared = any_of(lambda language: language.corrections.cleared)
_by_it = any_of(lambda language: language.corrections.by_it)
_days = united(lambda language: language.names.days)

_FIRST_SENTENCE = pattern(rf"[^{FULL_STOPS}…\n]+[{PLAIN_STOPS}]+(?=\s|[{HAN}]|$)")
_ASKS = re.compile(f"[{QUESTION_MARKS}]")
_STOPS = f" {PLAIN_STOPS}"


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact that a message stated: known from before, or read just now."""

    message_id: str  # empty where a fact was given and not said
    subject: str
    predicate: str
    object: str
    statement: str
    quote: str
    since: datetime
    is_dated: bool = True  # else it is only known that it was so when it was said
    follows: bool = False  # whether it took the place of another


@dataclass(frozen=True, slots=True)
class SpokenCorrection:
    """What a message says instead: the new word, the old one where it is named, and by which words."""

    new: str
    old: str | None
    quote: str
    by_it: bool = False  # "it's …", which may as well begin something new
    rest: str = ""  # what the message goes on to say
    renames: bool = False  # whether it tells a name of one who was named


def stated_by(facts: Sequence[Fact], undated: Collection[str]) -> list[Stated]:
    """Return known facts as what their messages stated.

    Nobody told since when those with `undated` ids are true.
    """
    return [
        Stated(
            *(id_, fact.subject, fact.predicate, fact.object, fact.statement, fact.quote, fact.valid_at),
            is_dated=fact.id not in undated,
            follows=bool(fact.supersedes),
        )
        for fact in facts
        for id_ in fact.source_ids or ("",)
    ]


def correction_in(message: Message) -> SpokenCorrection | None:
    """Return what a message corrects, if it does nothing else, or tells first what was meant."""
    text = message.content.strip()
    first = _FIRST_SENTENCE.match(text)
    if first and _tells_what_was_meant().search(first[0]):
        text = first[0]
    rest = message.content.strip().removeprefix(text)
    own = language_of(message.language).corrections
    own = own if own.meant else language_of(DEFAULT_LANGUAGE).corrections
    for form in own.both:
        if (match := form.match(text)) and _is_word(match["new"]) and _is_word(match["old"]):
            return SpokenCorrection(match["new"], match["old"], text.strip(_STOPS))
    for form in own.renames:
        if match := form.match(text):
            return SpokenCorrection(match["new"], None, text.strip(_STOPS), renames=True)
    for form in (*own.meant, *_it_is()):
        if (match := form.match(text)) and _is_word(match["new"]):
            return SpokenCorrection(match["new"], None, text.strip(_STOPS), by_it=form in _it_is(), rest=rest)
    return None


def replacements_in(
    text: str, speaker: str, stated: Sequence[Stated], *, told: datetime | None = None
) -> list[tuple[ExtractedFact, str]]:
    """Return what has taken the place of a stated fact, and its type: "I left Kodak and joined Canon".

    Args:
        text: what is said of the present.
        speaker: who says it.
        stated: what was stated before; what it does not hold has no new thing in its place.
        told: the time in the past that the message names.
    """
    found: list[tuple[ExtractedFact, str]] = []
    for form in _replaced():
        for match in form.regex.finditer(text):
            new = match["object"].strip()
            held = known_of(form, match["old"], speaker, stated)
            if not held or not form.fits(new) or entity_key(new) == entity_key(match["old"]):
                continue
            facts = proposed(
                ExtractedFact,
                subject=speaker,
                predicate=form.predicate,
                object=new,
                statement=form.sentence(speaker, new),
                quote=match[0].strip(EDGES),
                since=told.isoformat() if told and (told > held[0].since or not held[0].is_dated) else None,
            )
            found += [(fact, form.object_type) for fact in facts]
    return found


def known_of(form: Statement, old: str, speaker: str, stated: Sequence[Stated]) -> list[Stated]:
    """Return what was stated of a speaker on a form's matter, with its `old` thing as the object."""
    return known(form.of or form.predicate, old, speaker, stated)


def known(predicate: str, old: str | None, speaker: str, stated: Sequence[Stated]) -> list[Stated]:
    """Return what was stated of a speaker by such a predicate; the newest if the old thing is not named."""
    about = lookup_key(speaker)
    alike = [
        one
        for one in stated
        if one.predicate == predicate or BUILT_IN.same_matter(one.predicate, predicate)
        if lookup_key(one.subject) == about and not names_nothing(one.object)
    ]
    if old is None:
        return sorted(alike, key=lambda one: one.since)[-1:]
    return [one for one in alike if _is_named(one, old)]


def _is_named(fact: Stated, old: str) -> bool:
    """Return whether a word names the object of a fact; who is no nurse any more is no school nurse.

    A name is told by its beginning, too: the Volvo, for a Volvo V60.
    """
    key, known = entity_key(old), entity_key(fact.object)
    is_kind = matter_of(fact.predicate) == "occupation"
    if old[:1].isupper() and fact.object.startswith(f"{old} "):
        return True
    return key == known or (is_kind and known.endswith(key if is_wide(key) else f" {key}"))


def whom_one_has(kin: str, predicate: str, speaker: str, stated: Sequence[Stated]) -> list[str]:
    """Return the names of those whom a speaker has as such.

    These are the names known for "my mother" or "my boss", by any word for them.

    Args:
        kin: the word for them.
        predicate: by which a speaker has them in that word.
        speaker: who says it.
        stated: what was stated before.
    """
    predicates = predicates_of_kin(kin) | {predicate}
    about = lookup_key(speaker)
    named = (one for one in stated if one.predicate in predicates and lookup_key(one.subject) == about)
    return list(dict.fromkeys(one.object for one in named if not names_nothing(one.object)))


def word_for_kin(kin: str, speaker: str, stated: Sequence[Stated]) -> str:
    """Return the word by which a speaker told of a parent before: "mum", who is "my mother" now."""
    alike, about = parent(kin), lookup_key(speaker)
    told = (kin_told_of(one.predicate) for one in stated if alike and lookup_key(one.subject) == about)
    return next((word for word in told if word in alike), kin)


def _denied(after: str) -> str | None:
    """Return the word that is denied right after a statement: "…, not walnuts"."""
    return next((match["old"] for form in _denials() if (match := form.match(after))), None)


def ends_of_denied(said: Sequence[ExtractedFact], message: Message, stated: Sequence[Stated]) -> list[ExtractedFact]:
    """Return the ends of facts that a new one of their kind denies.

    "I'm allergic to hazelnuts, not walnuts" ends the allergy to walnuts.
    """
    ended: list[ExtractedFact] = []
    for fact in said:
        old = _denied(message.content.partition(fact.quote)[2])
        if old is None or matter_of(fact.predicate) is not None:  # of what one has one of, the new one ends the old
            continue
        alike = [one for one in stated if (one.subject, one.predicate) == (fact.subject, fact.predicate)]
        ended += [withdrawn(one, fact.quote) for one in alike if entity_key(one.object) == entity_key(old)][:1]
    return ended


def corrected(
    correction: SpokenCorrection,
    message: Message,
    before: Sequence[Message],
    stated: Sequence[Stated],
    read: Callable[[Message], Sequence[tuple[ExtractedFact, str]]],
) -> list[ExtractedFact]:
    """Return what a correction changes: the old fact ends, the new one takes its place.

    In doubt nothing changes.

    Args:
        correction: what the message says.
        message: the one that corrects.
        before: what was said before it in the talk, oldest first.
        stated: what those messages stated, as far as it is known.
        read: gives what a message with other words states, with the types of the objects.
    """
    tells_what_was_meant = _tells_what_was_meant().search(correction.quote) is not None
    if _is_asked(before) and not tells_what_was_meant:  # "Tea or coffee?" "No, tea, not coffee."
        return []
    own = told_before(message, before)
    meant = own[-LOOKED_BACK:] if correction.old else own[-1:]
    texts = {m.id: m.content for m in meant}
    found = [one for one in stated if one.message_id in texts and _fits(correction, one, texts[one.message_id])]
    if len({(one.subject, one.predicate, entity_key(one.object)) for one in found}) != 1:
        return []
    right = found[0].quote.replace(found[0].object, correction.new)
    said_right = [fact for fact, _ in read(message.model_copy(update={"content": right}))]
    instead = _instead(found[0], correction, said_right)
    return [withdrawn(found[0], correction.quote), *instead] if instead else []


def _restated(
    fact: ExtractedFact, message: Message, before: Sequence[Message], stated: Sequence[Stated]
) -> Stated | None:
    """Return what a fact is said instead of.

    "No, I live in Bern" takes back another home that the message right before told. This holds only for what one has
    one of. An answer, or what tells of a change, takes nothing back.
    """
    text = message.content.strip()
    taken_back = _begins_anew().match(text)
    again = text[taken_back.end() :] if taken_back else ""
    pronoun, said, _ = again.partition(fact.quote)
    if not again or not said or len(pronoun) > _PRONOUN or len(pronoun.split()) > 1:
        return None
    if fact.since or _changed().search(again) or _ASKS.search(again):
        return None
    if _is_asked(before) and not takes_back_by_mistake(text):
        return None
    own = [m.id for m in told_before(message, before)][-1:]
    about = [
        one
        for one in stated
        if one.message_id in own
        and lookup_key(one.subject) == lookup_key(fact.subject)
        and (BUILT_IN.same_matter(one.predicate, fact.predicate) or _is_alike_of_kin(one.predicate, fact.predicate))
    ]
    return about[0] if len(about) == 1 and entity_key(about[0].object) != entity_key(fact.object) else None


def with_restated(
    said: Sequence[ExtractedFact], message: Message, before: Sequence[Message], stated: Sequence[Stated]
) -> list[ExtractedFact]:
    """Return what a message says; what was told just before, and is taken back by it, ends as never true."""
    read: list[ExtractedFact] = []
    for fact in said:
        if old := _restated(fact, message, before, stated):
            read += [withdrawn(old, fact.quote), fact.model_copy(update={"since": old.since.isoformat()})]
        else:
            read.append(fact)
    return read


def takes_back_by_mistake(text: str) -> bool:
    """Return whether a text begins with words that take back a slip, and answers no question."""
    taken_back = _begins_anew().match(text)
    return taken_back is not None and _misspoke().search(taken_back[0]) is not None


def _is_alike_of_kin(one: str, other: str) -> bool:
    """Return whether two predicates tell one thing of which a relative of the speaker has one at a time."""
    return one == other and told_of_kin(one) is not None


def taken_along(
    said: Sequence[ExtractedFact], stated: Sequence[Stated], people: Collection[str]
) -> list[ExtractedFact]:
    """Return what a name put right takes along.

    What was told under the wrong one is true of whom it was meant for. So it is where the wrong name is nobody
    else's, and what was told under it came with it or behind it.

    Args:
        said: what a message changes.
        stated: what was stated before.
        people: keys of the names that may be those of people or animals.
    """
    found: list[ExtractedFact] = []
    for wrong in (one for one in said if one.op == "DELETE" and one.correction):
        instead = (one for one in said if one.op == "ADD" and one.subject == wrong.subject)
        right = next((one for one in instead if one.predicate == wrong.predicate), None)
        name = lookup_key(wrong.object)
        met = next(
            (one for one in stated if lookup_key(one.object) == name and one.predicate == wrong.predicate), None
        )
        is_anothers = any(lookup_key(one.object) == name and one != met for one in stated)
        if right is None or met is None or is_anothers or name not in people:
            continue
        told = [one for one in stated if lookup_key(one.subject) == name and one.message_id >= met.message_id]
        for one in told:
            moved = ExtractedFact(
                subject=right.object,
                predicate=one.predicate,
                object=one.object,
                statement=one.statement.replace(one.subject, right.object, 1),
                quote=right.quote,
                since=one.since.isoformat(),
            )
            found += [withdrawn(one, right.quote), moved]
    return found


def after_what_was_said(
    fact: ExtractedFact, message: Message, stated: Sequence[Stated], dated: Callable[[Stated], datetime]
) -> list[ExtractedFact]:
    """Return a fact, and what it replaces as begun before it where that was told only later.

    An example is "I moved last month". When something was said is not when it began, so that what is said later and
    began lately, or names the other one as what was left for it ("I moved from Rome to Paris in 2020"), is what is so
    now; not where the words of the other one tell of a later beginning. Where more is known of the matter, nothing
    tells what was so when: then the fact begins with its message.
    """
    began = parse_day(fact.since)
    if began is None:
        return [fact]
    is_lately = message.created_at - began <= _LATELY
    about = [
        one
        for one in stated
        if lookup_key(one.subject) == lookup_key(fact.subject) and BUILT_IN.same_matter(one.predicate, fact.predicate)
    ]
    behind = [
        one
        for one in about
        if not one.is_dated and dated(one) <= began <= one.since <= message.created_at
        if entity_key(one.object) != entity_key(fact.object) and (is_lately or _is_left(one, fact.quote))
    ]
    if not behind:
        return [fact]
    is_move = len(about) == 1 and matter_of(fact.predicate) not in NAME_MATTERS  # a name is put right, not left
    if is_move and not behind[0].follows and not names_nothing(behind[0].object):
        return [_since_ever(behind[0], fact.quote), fact]
    return [fact.model_copy(update={"since": None})]


def _is_left(one: Stated, quote: str) -> bool:
    """Return whether words tell that what was stated was left for something else."""
    forms = (*_leaving(), *(form.regex for form in _replaced()))
    return any(_is_named(one, match["old"]) for form in forms for match in form.finditer(quote))


def _since_ever(one: Stated, quote: str) -> ExtractedFact:
    """Return what was stated as what was so before, nobody knows since when."""
    return ExtractedFact(
        subject=one.subject,
        predicate=one.predicate,
        object=one.object,
        statement=one.statement,
        quote=quote,
        since=BEGINNING.isoformat(),
    )


def told_before(message: Message, before: Sequence[Message]) -> list[Message]:
    """Return what a speaker told before a message; what only asks lies between nothing."""
    own = (one for one in before if one.role is Role.USER and one.speaker == message.speaker)
    return [one for one in own if statements(one.content)]


def _is_asked(before: Sequence[Message]) -> bool:
    return bool(before) and before[-1].role is Role.ASSISTANT and bool(_ASKS.search(before[-1].content))


def withdrawn(fact: Stated, quote: str) -> ExtractedFact:
    """Return the end of a fact that was said by mistake."""
    return ExtractedFact(
        subject=fact.subject,
        predicate=fact.predicate,
        object=fact.object,
        statement=fact.statement,
        quote=quote,
        op="DELETE",
        correction=True,
    )


def _instead(fact: Stated, correction: SpokenCorrection, read: Sequence[ExtractedFact]) -> list[ExtractedFact]:
    """Return a fact with the right word: in the sentence that is read with it, where one is."""
    told = (fact.subject, fact.predicate, correction.new)
    sentences = (one.statement for one in read if (one.subject, one.predicate, one.object) == told)
    return proposed(
        ExtractedFact,
        subject=fact.subject,
        predicate=fact.predicate,
        object=correction.new,
        statement=next(sentences, fact.statement.replace(fact.object, correction.new)),
        quote=correction.quote,
        since=fact.since.isoformat(),
    )


def _fits(correction: SpokenCorrection, fact: Stated, text: str) -> bool:
    """Return whether a fact is what a correction of its message is about."""
    if entity_key(correction.new) == entity_key(fact.object) or fact.object not in fact.statement:
        return False
    if correction.old is not None:
        return entity_key(correction.old) == entity_key(fact.object)
    if correction.renames:
        return tells_of_kin(fact.predicate) and _says_only(text, fact.quote)
    if correction.by_it and not (_by_it().match(fact.predicate) and fact.object[:1].isupper()):
        return False
    is_clear = _says_only(text, fact.quote) or _clears(correction.rest, fact.object)
    return is_clear and _kind(correction.new) == _kind(fact.object)


def _clears(text: str, word: str) -> bool:
    """Return whether a text says that a word was the wrong one: "Walnuts are completely fine"."""
    said = _cleared().pattern.replace("{word}", re.escape(word))
    return bool(re.search(said, text, re.IGNORECASE))


def _says_only(text: str, quote: str) -> bool:
    """Return whether a message says nothing else than the words of a fact."""
    before, words, after = text.partition(quote)
    return bool(quote and words) and not after.strip(_STOPS) and len(before.split()) <= _WORDS_BEFORE


def _kind(word: str) -> str:
    """Return what kind of word it is, of which only one alike may take the place.

    A day, a name, a common word.
    """
    if entity_key(word) in _days():
        return "time"
    kind = reader_of(word[:1], lambda language: language.corrections.kind).corrections.kind
    return kind(word) if kind else "word"


def _is_word(words: str) -> bool:
    """Return whether words can be what a fact is about, and do not begin a sentence of their own."""
    is_word = reader_of(words[0], lambda language: language.corrections.is_word).corrections.is_word
    return is_word is None or is_word(words)
