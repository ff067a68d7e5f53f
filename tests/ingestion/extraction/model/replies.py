"""Replies of a model that change what is known, by what they are about instead of by number."""

from __future__ import annotations

import json
from typing import Any

from support.model_server import ModelServer, prompt_text

from memary import Memary
from memary.facts.identity import SELF_NAME
from memary.languages import texts

USER = "ada"


TODAY = "2026-05-01T09:00:00Z"


def fact(line: str, quote: str, **fields: Any) -> dict[str, Any]:
    subject, predicate, object_ = line.split(" | ")
    return {"subject": subject, "predicate": predicate, "object": object_, "quote": quote, **fields}


def number(prompt: str, heading: str, begins: str) -> int:
    """Return the number of the line that begins with this, where the user may be `User` in any language."""
    lines = prompt.partition(f"{heading}:\n")[2].partition("\n\n")[0].splitlines()
    beginnings = (begins, begins.replace(SELF_NAME, texts("zh").user, 1))
    found = [line for line in lines if line.partition(". ")[2].startswith(beginnings)]
    assert found, prompt
    return int(found[0].partition(". ")[0])


def tell(
    memory: Memary,
    server: ModelServer,
    text: str,
    *facts: dict[str, Any],
    on: str = TODAY,
    after: str = "",
    **reply: Any,
) -> None:
    """Say something of which the model reads this; `of` in a fact is what its target begins with.

    `after` is what the assistant said before it, which is read with it.
    """

    def answer(body: Any) -> str:
        prompt, words = prompt_text(body), texts("en" if text.isascii() else "zh")
        read = [
            one | ({"target": number(prompt, words.known_facts, one.pop("of"))} if "of" in one else {})
            for one in map(dict, facts)
        ]
        numbered = {
            key: [
                {k: number(prompt, words.known_entities, v) if k in ("same_as",) else v for k, v in item.items()}
                if key == "entities"
                else {**item, "known": [number(prompt, words.known_entities, name) for name in item["known"]]}
                for item in value
            ]
            for key, value in reply.items()
        }
        return json.dumps({"facts": read, **numbered})

    server.script(answer)
    said = [{"role": "assistant", "content": after, "created_at": on}] if after else []
    said.append({"role": "user", "content": text, "created_at": on})
    memory.add(said, user_id=USER, session_id="s", wait=True)
    if server.script_errors:
        raise server.script_errors[0]


def current(memory: Memary) -> set[str]:
    return {f"{one.subject} {one.predicate} {one.object}" for one in memory.facts.list(user_id=USER)}
