"""Keep the running summary of a long conversation: when messages are folded in, what it must not lose.

A summary has a text and a list of open matters: promises, plans, questions without an answer. The list is data: a
matter stays on it word for word until a fold says that it is settled, so that a model cannot lose it by writing the
text again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from memary.languages import any_of
from memary.languages.pattern import pattern
from memary.languages.scripts import HAN
from memary.languages.terms import terms
from memary.text.speech_acts.questions import sentences
from memary.types import Message, Role

WORDS = 50
"""Most words of a summary's text; two Chinese characters count as one."""

MATTERS = 20
"""Most open matters; of more, the oldest are let go."""

_MATTER_WORDS = 30
_ALIKE = 0.5
"""How much shorter a sentence may be that names the same matter, in words."""

_denied = any_of(lambda language: language.matters.denied)
_WORD = pattern(rf"[{HAN}]|[^\s{HAN}]+")
_IS_HAN = re.compile(f"[{HAN}]")


@dataclass(frozen=True, slots=True)
class RunningSummary:
    """A summary in its two parts."""

    text: str = ""
    open: tuple[str, ...] = ()

    def folded(self, text: str, *, opened: Sequence[str], closed: Collection[int] = ()) -> RunningSummary:
        """Return the summary after a fold.

        Args:
            text: the new text.
            opened: matters that are open; those on the list already are not added again.
            closed: places on the list, from 0, of matters that are settled. One that is opened as well stays.
        """
        new = [first_words(" ".join(matter.split()), _MATTER_WORDS) for matter in opened if matter.strip()]
        kept = [
            matter
            for place, matter in enumerate(self.open)
            if place not in closed or any(is_same_matter(matter, one) for one in new)
        ]
        for matter in new:
            same = next((place for place, one in enumerate(kept) if is_same_matter(matter, one)), None)
            if same is None:
                kept.append(matter)
            elif len(set(terms(matter))) > len(set(terms(kept[same]))):  # it says more of the same
                kept[same] = matter
        return RunningSummary(first_sentences(text, WORDS), tuple(kept[-MATTERS:]))


def is_same_matter(one: str, other: str) -> bool:
    """Return whether two sentences name the same open matter.

    All words of one are in the other, in their order. What is only alike stays apart, for two invoices may differ by
    their number alone; so does what is much shorter, and what one of them denies.
    """
    words, others = sorted((terms(one), terms(other)), key=len)
    remaining = iter(others)
    is_within = all(word in remaining for word in words)  # each is looked for behind the one before
    is_denied = bool(_denied().search(one)) != bool(_denied().search(other))
    return bool(words) and is_within and not is_denied and len(words) >= _ALIKE * len(others)


def words_in(text: str) -> float:
    """Count words; a Chinese character is half a word."""
    return sum(0.5 if _IS_HAN.match(word) else 1.0 for word in _WORD.findall(text))


def first_sentences(text: str, words: int) -> str:
    """Return a text on one line, cut to whole sentences of at most `words` words.

    If the first sentence is longer, it is cut to words.
    """
    line = " ".join(text.split())
    kept = ""
    for sentence in sentences(line):
        if words_in(kept) + words_in(sentence) > words:
            break
        kept = f"{kept} {sentence}" if kept and sentence[:1].isascii() else kept + sentence
    return kept or first_words(line, words)


def first_words(text: str, words: int) -> str:
    """Return a text cut after so many words, with "…" where it was cut."""
    left = float(words)
    for match in _WORD.finditer(text):
        left -= 0.5 if _IS_HAN.match(match.group()) else 1.0
        if left < 0:
            return text[: match.start()].rstrip() + "…"
    return text


def starts_turn(message: Message) -> bool:
    """Return whether a message begins a turn.

    What users say does, what answers it belongs to the turn before.
    """
    return message.role is Role.USER


def turns(messages: Sequence[Message]) -> list[list[Message]]:
    """Return messages by turns: each question with what came in answer to it."""
    grouped: list[list[Message]] = []
    for message in messages:
        if grouped and not starts_turn(message):
            grouped[-1].append(message)
        else:
            grouped.append([message])
    return grouped


def to_fold(messages: Sequence[Message], *, keep: int, shown: Callable[[Sequence[Message]], int]) -> list[Message]:
    """Return the messages to fold into the summary.

    There are none while all are shown; else they are the turns before the last `keep`. What stays is shown: where
    the last `keep` are not, for want of room, they go as well.

    Args:
        messages: those of the session that no summary covers yet, oldest first.
        keep: how many of the last stay, if there is room, and with them the whole of the turn that the first of them
            is in.
        shown: tells how many of the last of some messages a context window shows.
    """
    fitting = shown(messages)
    if fitting == len(messages):
        return []
    end = max(len(messages) - keep, 0)
    whole = end
    while 0 < whole < len(messages) and not starts_turn(messages[whole]):
        whole -= 1
    for cut in (whole or end, len(messages) - fitting if fitting else end):
        if cut and shown(messages[cut:]) == len(messages) - cut:
            return list(messages[:cut])
    return list(messages)
