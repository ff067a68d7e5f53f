"""Read what users tell the assistant to do from then on: "Always give metric units when I ask about recipes"."""

from __future__ import annotations

from collections.abc import Sequence

from memary.facts.predicates import sort_of
from memary.ingestion.extraction.prompt import ExtractedFact, proposed
from memary.ingestion.extraction.rules.changes.corrections import Stated, withdrawn
from memary.languages import any_of, language_of
from memary.languages.scripts import PLAIN_STOPS
from memary.languages.terms import term_set
from memary.text.speech_acts.lifted_wishes import lifting_in, wishes_apart
from memary.text.speech_acts.questions import sentences
from memary.types import Message

_LONGEST = 300
"""Characters of the longest sentence that is read as an instruction."""

_SAME = 0.5
"""An instruction takes the place of one that has so many of the words of both, as one about the length of answers."""

_given = any_of(lambda language: language.instructions.given)


def instructions_in(message: Message, speaker: str, stated: Sequence[Stated]) -> tuple[list[ExtractedFact], Message]:
    """Return what a user tells the assistant to do from now on with the ends of what that lifts, and the rest.

    Args:
        message: what a user says, in their own words.
        speaker: who says it.
        stated: what was stated before.
    """
    rest = message.content
    told: list[ExtractedFact] = []
    held = [one for one in stated if one.subject == speaker and sort_of(one.predicate) == "instruction"]
    for sentence in sentences(message.content):
        if len(sentence) > _LONGEST:
            continue
        if held and (lifting := lifting_in(sentence)) is not None:
            over = [one for one in held if lifting.means(one.object)]
        elif _given().search(sentence):
            over = list[Stated]()
            for wish in wishes_apart(sentence):
                told += _told(message, speaker, wish)
                over += [one for one in held if one.object != _plain(wish) and _alike(one.object, wish) >= _SAME]
        else:
            continue
        told += [withdrawn(one, sentence).model_copy(update={"correction": False}) for one in over]
        rest = rest.replace(sentence, " ")
    return told, message.model_copy(update={"content": rest}) if told else message


def _told(message: Message, speaker: str, sentence: str) -> list[ExtractedFact]:
    words = language_of(message.language).instructions
    return proposed(
        ExtractedFact,
        subject=speaker,
        predicate=words.predicate,
        object=_plain(sentence),
        statement=words.statement.format(who=speaker, what=sentence),
        quote=sentence,
        importance=3,
    )


def _plain(sentence: str) -> str:
    return sentence.rstrip(PLAIN_STOPS)


def _alike(one: str, other: str) -> float:
    words, others = term_set(one), term_set(other)
    return len(words & others) / max(len(words | others), 1)
