"""What the scripted model answers to the prompts of each peer.

Every peer gets what a model would give it at least: one fact per new message, in its own format, whose words are the
message's own (`SAID` characters of them), about its speaker and the longest word it holds. So the peers' answers are
equally long but for their formats. Duplicates and contradictions are never found: what peers decide by a model beyond
extraction costs its call, but changes nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, TypeAlias

Body: TypeAlias = dict[str, Any]

SAID = 200
_MEMARY_LINE = re.compile(r"^\[(\d+)\] \S+ \S+ \S+ (.+?): (.*)$", re.MULTILINE)
_WORD = re.compile(r"[^\W\d_]{4,}")


def answer(peer: str, body: Body) -> str:
    """Return the model's answer.

    Raises LookupError for a prompt that no rule knows.
    """
    return _RULES[peer](body)


def _said(content: str) -> str:
    return " ".join(content.split())[:SAID]


def _topic(content: str, *, speaker: str = "") -> str:
    words = [word for word in _WORD.findall(content) if word.lower() not in speaker.lower()]
    return max(words, key=len, default="talk")


def _memary(body: Body) -> str:
    prompt = _texts(body)[-1]
    new = prompt[prompt.rindex("NEW messages:") :]
    facts, entities = [], []
    if not (lines := _MEMARY_LINE.findall(new)):
        raise LookupError("the prompt holds no numbered message")
    for number, speaker, content in lines:
        topic, said = _topic(content, speaker=speaker), _said(content)
        entities.append({"name": topic, "type": "topic"})
        where = {"message": int(number)} if len(lines) > 1 else {}
        told = {"predicate": "said_about", "object": topic, "statement": f"{speaker} said: {said}"}
        facts.append({"subject": speaker} | told | where)
    return json.dumps({"entities": entities, "facts": facts}, ensure_ascii=False)


def _mem0(body: Body) -> str:
    new = _between(_texts(body)[-1], "## New Messages\n", "\n## Observation Date")
    lines = [line.partition(": ") for line in new.splitlines() if line.startswith(("user: ", "assistant: "))]
    if not lines:
        raise LookupError("the prompt holds no new message")
    memories = [
        {"id": str(n), "text": f"{role.capitalize()} said: {_said(content)}", "attributed_to": role}
        for n, (role, _, content) in enumerate(lines)
    ]
    return json.dumps({"memory": memories}, ensure_ascii=False)


def _llamaindex(body: Body) -> str:
    *said, asked = _texts(body)
    if "condensing system" in asked:
        existing = re.findall(
            "<fact>(.*?)</fact>", _between(asked, "<existing_facts>", "</existing_facts>"), re.DOTALL
        )
        facts = existing[-25:]
    elif "fact extraction system" in asked:
        facts = [_said(content) for content in said]
    else:
        raise LookupError("neither extracts nor condenses facts")
    return "<facts>\n" + "\n".join(f"  <fact>{fact}</fact>" for fact in facts) + "\n</facts>"


def _graphiti(body: Body) -> str:
    schema = body["response_format"]["json_schema"]["name"]
    return json.dumps(_GRAPHITI[schema](_texts(body)[-1]), ensure_ascii=False)


def _graphiti_entities(prompt: str) -> Body:
    names: dict[str, None] = {}
    for row in _current(prompt):
        speaker, _, content = row.partition(": ")
        names |= {speaker: None, _topic(content, speaker=speaker): None}
    return {"extracted_entities": [{"name": name, "entity_type_id": 0, "episode_indices": [0]} for name in names]}


def _graphiti_edges(prompt: str) -> Body:
    known = {entity["name"].lower(): entity["name"] for entity in _tagged_json(prompt, "ENTITIES")}
    edges = []
    for row in _current(prompt):
        speaker, _, content = row.partition(": ")
        ends = [known.get(name.lower()) for name in (speaker, _topic(content, speaker=speaker))]
        if all(ends):
            edge = {"source_entity_name": ends[0], "target_entity_name": ends[1], "relation_type": "SAID_ABOUT"}
            edges.append(edge | {"fact": f"{speaker} said: {_said(content)}", "episode_indices": [0]})
    return {"edges": edges}


def _graphiti_same_nodes(prompt: str) -> Body:
    known = {entity["name"].lower(): entity["candidate_id"] for entity in _tagged_json(prompt, "EXISTING ENTITIES")}
    return {
        "entity_resolutions": [
            {"id": e["id"], "name": e["name"], "duplicate_candidate_id": known.get(e["name"].lower(), -1)}
            for e in _tagged_json(prompt, "ENTITIES")
        ]
    }


def _graphiti_summaries(prompt: str) -> Body:
    names = [entity["name"] for entity in _tagged_json(prompt, "ENTITIES")]
    return {"summaries": [{"name": name, "summary": f"{name} came up in the conversation."} for name in names]}


_GRAPHITI: dict[str, Callable[[str], Body]] = {
    "ExtractedEntities": _graphiti_entities,
    "ExtractedEdges": _graphiti_edges,
    "NodeResolutions": _graphiti_same_nodes,
    "SummarizedEntities": _graphiti_summaries,
    "EdgeDuplicate": lambda _: {"duplicate_facts": [], "contradicted_facts": []},
    "EdgeTimestamps": lambda _: {"valid_at": None, "invalid_at": None},
}


def _cognee(body: Body) -> str:
    rules, asked = _texts(body)[0], _texts(body)[-1]
    if "build a knowledge graph" in rules:
        return json.dumps(_cognee_graph(asked), ensure_ascii=False)
    if "Summarize the chunk" in rules:
        lines = [row.partition(": ") for row in asked.splitlines()]
        said = "\n".join(f"- {speaker} said: {_said(content)}" for speaker, _, content in lines)
        return json.dumps({"summary": said, "description": ""}, ensure_ascii=False)
    if "analyze one user message" in rules:
        nothing = {"response_to_user": None, "previous_answer_rating": None}
        none = {"served_context_ratings": [], "candidate_context_updates": []}
        question = {"query_to_answer": _between(asked + "\n\n", "CURRENT USER MESSAGE:\n", "\n\n")}
        return json.dumps(question | nothing | none, ensure_ascii=False)
    if "Extract one time window" in rules:
        return json.dumps({"starts_at": None, "ends_at": None})
    if "Answer the question" in rules:
        return asked.partition("Context:")[2]  # what was recalled, so that it shows in the answer
    if "Respond to me with the following string" in rules:
        return "test"
    raise LookupError("none of the prompts that came up")


def _cognee_graph(text: str) -> Body:
    nodes: dict[str, Body] = {}
    edges: list[Body] = []
    for row in text.splitlines():
        speaker, _, content = row.partition(": ")
        topic = _topic(content, speaker=speaker)
        for name, kind in ((speaker, "Person"), (topic, "Topic")):
            nodes[name] = {"id": name.lower(), "name": name, "type": kind, "description": name}
        ends = {"source_node_id": speaker.lower(), "target_node_id": topic.lower()}
        edges.append(ends | {"relationship_name": "said_about", "description": f"{speaker} said: {_said(content)}"})
    return {"nodes": list(nodes.values()), "edges": edges}


_RULES: dict[str, Callable[[Body], str]] = {
    "memary": _memary,
    "mem0": _mem0,
    "llamaindex": _llamaindex,
    "graphiti": _graphiti,
    "cognee": _cognee,
}


def _texts(body: Body) -> list[str]:
    contents = [message.get("content") or "" for message in body["messages"]]
    return [c if isinstance(c, str) else "\n".join(part.get("text", "") for part in c) for c in contents]


def _between(text: str, start: str, end: str) -> str:
    """Return what stands between two marks.

    Raises LookupError without them.
    """
    _, found, rest = text.partition(start)
    inner, closed, _ = rest.partition(end)
    if not found or not closed:
        raise LookupError(f"the prompt holds no {start!r} before {end!r}")
    return inner


def _tagged_json(prompt: str, tag: str) -> list[Body]:
    return json.loads(_between(prompt, f"<{tag}>\n", f"\n</{tag}>"))


def _current(prompt: str) -> list[str]:
    tag = "CURRENT MESSAGE" if "<CURRENT MESSAGE>" in prompt else "CURRENT_MESSAGE"
    return [row for row in _between(prompt, f"<{tag}>\n", f"\n</{tag}>").splitlines() if ": " in row]
