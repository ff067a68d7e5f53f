"""What a language has to provide to be understood and spoken by memary.

A `Language` is a record of parts: what questions look like, which words are names, how times are told. Each part is
words, patterns or pure functions, and may be left out: a language that tells only some is read that far. Patterns are
sources of regular expressions, in which the case of letters does not matter; memary joins those of all languages.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from memary.languages.texts import Texts

Script = Literal["latin", "han", "kana", "hangul", "arabic", "hebrew", "cyrillic"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Questions:
    """What asks, and for what.

    Attributes:
        asks: pattern of a sentence that asks for something, beside its question mark.
        supposes: pattern of a sentence that supposes something, and states nothing.
        ends: pattern of the words that end a question as a question mark does.
        when: pattern of a question that asks for a time.
        kind: pattern of words that only say what kind of thing is asked for ("which city").
    """

    asks: str = ""
    supposes: str = ""
    ends: str = ""
    when: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Replies:
    """Replies that tell nothing.

    Attributes:
        admits: pattern of the admission that one does not know or will not say.
        fails: pattern of how the report of an error begins.
        declines: pattern of how the refusal of a task begins.
        agreement: words of agreement and politeness.
    """

    admits: str = ""
    fails: str = ""
    declines: str = ""
    agreement: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Language:
    """A language.

    Attributes:
        code: ISO 639.
        script: what it is written in.
        grammar: pattern of the words that carry its grammar, by which a text is known to be in it.
        texts: the wording of prompts and headings; None for English ones.
    """

    code: str
    script: Script
    grammar: str = ""
    texts: Texts | None = None
    questions: Questions = Questions()
    replies: Replies = Replies()
