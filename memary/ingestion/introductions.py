"""How people say what they are called: "I'm Ada Novak", "我是林夏", a bare name to whom asks for it, "اسمي سارة"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memary.languages.en.people import may_be_person
from memary.languages.en.words import DAYS_AND_MONTHS, ENGLISH_STOP_WORDS, SENTENCE_STARTERS
from memary.languages.other.introductions import introduced
from memary.languages.zh.names import chinese_names
from memary.languages.zh.words import CHINESE_TITLES
from memary.prompts.extraction import ExtractedFact, proposed
from memary.types import VALUE, Message, Role

GIVEN = r"[A-Z][a-z]+(?:['’-][A-Za-z]+)*"
END_OF_NAME = r"(?=\s*(?:[,.!;:)—-]|$)| and I\b| from\b| by the way\b)"
_BEFORE_ROLE = frozenset(
    ("new", "north", "south", "east", "west", "team", "captain", "type", "roman", "senior", "junior", "head", "vice",
     "chief", "generation", "gen", "super", "saint", "half")
)  # fmt: skip
_ROLES = frozenset(
    ("manager", "engineer", "developer", "designer", "officer", "director", "lead", "leader", "analyst", "consultant",
     "student", "teacher", "nurse", "doctor", "assistant", "intern", "owner", "founder", "president", "editor",
     "writer", "scientist", "administrator", "specialist", "architect", "citizen", "yorker", "fan", "too", "again")
)  # fmt: skip
_COMMON = ENGLISH_STOP_WORDS | SENTENCE_STARTERS | DAYS_AND_MONTHS
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»|„[^“”]*[“”]")
_ASKED_FOR = re.compile(
    r"(?:what(?: is|['’]s| was) your name|(?:what|how) (?:should|can|may|do) I call you|who are you)\b[^?]*\?\s*$"
    r"|(?:怎么|如何)称呼[^？?]{0,4}[？?]\s*$|(?:叫什么|名字是什么|你是谁|您是哪位)[^？?]{0,4}[？?]\s*$",
    re.IGNORECASE,
)
_ANSWER = re.compile(rf"^(?:{GIVEN}\. (?={GIVEN} ))?(?P<name>{GIVEN}(?: {GIVEN}){{0,2}})(?=[.,!]|\s*$)")
"""A name as the whole of what is said first; a full one goes before its beginning: "Ada. Ada Novak."."""

_ANSWER_ZH = re.compile("^(?P<name>[\u4e00-\u9fff]{2,4})(?=[。，,！!]|\\s*$)")


def is_name(words: str) -> bool:
    """Whether what somebody is may be a name: no role, people or mood that happens to be capitalised."""
    parts = words.casefold().split()
    return may_be_person(words) and not (
        parts[0] in _BEFORE_ROLE or parts[-1] in _ROLES or _COMMON.intersection(parts)
    )


def is_own_name(words: str) -> bool:
    """Whether 我是… tells a name: a family name with a given name, and no title."""
    spans = chinese_names(f"我是{words}。")
    is_person = any(span.name == words and span.type == "person" for span in spans)
    return is_person and words[0] not in "小老阿" and not words.endswith(tuple(CHINESE_TITLES))


def own_names(message: Message, speaker: str, before: Sequence[Message]) -> list[tuple[ExtractedFact, str]]:
    """Return the names that people say they have, in answer to who asked, or in a language without patterns."""
    if name := _answered(message, before):
        return _called(speaker, name, name, message.language)
    if message.language == "zh":
        return []
    found = introduced(_QUOTED.sub(" ", message.content))
    own = [told for told in found if told.whose == "self"]
    return [fact for told in own for fact in _called(speaker, told.span.name, told.words, message.language)]


def _answered(message: Message, before: Sequence[Message]) -> str | None:
    """The name that a message begins with, if the assistant has just asked for it."""
    asked = before[-1] if before else None
    if asked is None or asked.role is not Role.ASSISTANT or not _ASKED_FOR.search(asked.content):
        return None
    chinese = message.language == "zh"
    match = (_ANSWER_ZH if chinese else _ANSWER).match(message.content)
    return match["name"] if match and (is_own_name if chinese else is_name)(match["name"]) else None


def _called(speaker: str, name: str, quote: str, language: str) -> list[tuple[ExtractedFact, str]]:
    chinese = language == "zh"
    facts = proposed(
        ExtractedFact,
        subject=speaker,
        predicate="名字是" if chinese else "name_is",
        object=name,
        statement=f"{speaker}的名字是{name}。" if chinese else f"{speaker} is called {name}.",
        quote=quote,
    )
    return [(fact, VALUE) for fact in facts]
