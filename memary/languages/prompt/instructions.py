"""Instruct models: memary's own instructions, or a caller's in their place.

A caller gives them by task, `{"answer": "…"}`, or for one language alone, `{"answer.zh": "…"}`. In their own text
`{today}` and the other names of a task are filled in; any other brace stays as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Literal, cast, get_args

from memary.checks.faults import shown
from memary.errors import ConfigurationError
from memary.languages.pack.texts import Texts
from memary.languages.registry import languages, texts

Task = Literal["answer", "condensation", "external", "extraction", "image", "reflection", "summary"]
"""What a model is asked to do."""

_OWN: dict[Task, Callable[[Texts], str]] = {
    "answer": lambda words: words.agent_rules,
    "condensation": lambda words: words.condense_rules,
    "external": lambda words: words.external_rules,
    "extraction": lambda words: words.extraction_rules,
    "image": lambda words: words.image_rules,
    "reflection": lambda words: words.reflecting.rules,
    "summary": lambda words: words.summary_rules,
}


@dataclass(frozen=True, slots=True)
class Instructions:
    """The instructions in use.

    `given` are a caller's, by task or by task and language; the rest is memary's own.
    """

    given: Mapping[str, str] = field(default_factory=dict[str, str])

    def of(self, task: Task, language: str, **filled: object) -> str:
        """Return the instructions of a task for talk in a language, with what belongs into them filled in."""
        given = self.given.get(f"{task}.{language}", self.given.get(task))
        if given is None:
            own = _OWN[task](texts(language))
            return own.format(**filled) if filled else own
        return re.sub(r"\{(\w+)\}", lambda name: str(filled.get(name[1], name[0])), given)


USUAL = Instructions()
"""Memary's own for every task."""


def instructions_given(given: object) -> Instructions:
    """Return a caller's instructions.

    Raises:
        ConfigurationError: they are no mapping of tasks to texts, or for a language that memary does not know.
    """
    if not isinstance(given, Mapping):
        raise ConfigurationError(f"{shown(given)} are no prompts: give texts by task, like {{'answer': '…'}}.")
    told = {str(name): text for name, text in cast("Mapping[object, object]", given).items()}
    for name, text in told.items():
        task, dot, language = name.partition(".")
        _check_name(task, get_args(Task), f"There is no prompt {shown(name)}")
        if dot:
            codes = [one.code for one in languages()]
            _check_name(language, codes, f"The prompt {shown(name)} is for no language that memary knows")
        if not isinstance(text, str) or not text.strip():
            raise ConfigurationError(f"The prompt {shown(name)} is no text.")
    return Instructions({name: str(text) for name, text in told.items()})


def _check_name(name: str, names: Sequence[str], fault: str) -> None:
    if name not in names:
        near = get_close_matches(name, names, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}."
        raise ConfigurationError(f"{fault}: {hint}")
