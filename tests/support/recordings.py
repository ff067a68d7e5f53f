"""Talks that a capable reader read as the model, with the replies: played back by the messages that they answer.

A prompt may change, and messages may come in other batches: a reply is kept message by message, and what it numbers
(known facts and entities, other facts of the reply) by its words. As a program:

    python tests/support/recordings.py feed friends talks.db     # let the configured model read a talk
    python tests/support/recordings.py keep friends queue/anna   # keep its replies as test data
    python tests/support/recordings.py play talks.db             # write all kept talks to a store, each as a user
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

if __name__ == "__main__":  # run as a program, only this file's own folder is on the path
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from memary import Memary
from memary.facts.identity import SELF_NAME
from memary.languages import spoken, texts
from memary.languages.prompt.instructions import USUAL
from memary.text.quote import is_quoted
from support.model_server import ModelServer, prompt_text
from support.web.http_connection import Body

FOLDER = Path(__file__).parents[1] / "data" / "recordings"
SAMPLE = Path(__file__).parents[2] / "data" / "conversations" / "linxia.zh.jsonl"
CHINESE_SESSIONS = 6
KEPT = sorted(FOLDER.glob("*.json"))
NAMES = ("friends", "assistant", "chinese", "document")

Item = dict[str, Any]
_MESSAGE = re.compile(r"^\[(\d+)\] (.*(?:\n>.*)*)", re.MULTILINE)
_KNOWN = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)


def talk(name: str) -> list[Item]:
    """Return the messages of a talk, or the one document, as `Memary.add` takes them."""
    if name == "chinese":
        lines = [json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()]
        first = list(dict.fromkeys(line["session_id"] for line in lines))[:CHINESE_SESSIONS]
        return [line for line in lines if line["session_id"] in first]
    said: list[Item] = []
    day = ""
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            day = line[2:]
        elif line.startswith(">"):
            said[-1]["content"] += f"\n{line[2:]}"
        else:
            who, _, content = line.partition(": ")
            role = who if who in ("user", "assistant") else "user"
            speaker = {} if role == who else {"speaker": who}
            at = f"{day}T{18 + len(said) % 240 // 60}:{len(said) % 60:02}:00Z"
            said.append({"role": role, "content": content, "session_id": day, "created_at": at, **speaker})
    return said


def feed(memory: Memary, name: str) -> None:
    """Let a memory read a talk under a user of its name, session by session."""
    if name == "document":
        text = (FOLDER / "document.md").read_text(encoding="utf-8")
        parts = [part for part in re.split(r"\n\n+", text) if part.strip()]
        given = [{"role": "user", "content": part, "session_id": "minutes"} for part in _sections(parts)]
        memory.add(given, user_id=name, wait=True)
        return
    for _, said in groupby(talk(name), key=lambda message: message["session_id"]):
        memory.add(list(said), user_id=name, wait=True)


def _sections(parts: Sequence[str]) -> Iterator[str]:
    """Give the paragraphs of a document, each with the heading that it stands under."""
    heading = ""
    for part in parts:
        if part.startswith("#"):
            heading = part.lstrip("# ")
        else:
            yield f"{heading}\n{part}"


class Prompt:
    """An extraction prompt: its new messages and its known facts and entities, by their numbers."""

    def __init__(self, text: str) -> None:
        self.messages: dict[int, str] = {}
        self.facts: dict[int, str] = {}
        self.entities: dict[int, str] = {}
        self._users: set[int] = set()
        self.whose = _whose(text)
        for words in map(texts, spoken()):
            for part in text.split("\n\n"):
                heading, _, lines = part.partition(":\n")
                if heading.endswith(words.known_facts):
                    self.facts = {int(n): _triple(line) for n, line in _KNOWN.findall(lines)}
                elif heading.endswith(words.known_entities):
                    self.entities = {int(n): _name(line) for n, line in _KNOWN.findall(lines)}
                    self._users = {int(n) for n, line in _KNOWN.findall(lines) if f", {SELF_NAME}" in line}
            _, heading, new = text.rpartition(f"{words.new_messages}:\n")
            if heading:
                self.messages = {int(n): said for n, said in _MESSAGE.findall(new)}

    def is_user(self, number: int) -> bool:
        """Return whether a known entity is the user, under a name."""
        return number in self._users

    def places(self) -> dict[str, int]:
        """Return the numbers of the new messages by what they say."""
        return {key_of(said.partition(": ")[2]): number for number, said in self.messages.items()}


def _whose(prompt: str) -> str:
    """Return whose memory a prompt is about."""
    for language in spoken():
        before, after = USUAL.of("extraction", language, whose="\0", self_clause="").split("\0")
        if before in prompt:
            return prompt.partition(before)[2].partition(after[:8])[0]
    return ""


def _triple(line: str) -> str:
    return " | ".join(line.split(" | ")[:3])


def _name(line: str) -> str:
    return re.split(r", | \(", line, maxsplit=1)[0]


def key_of(content: str) -> str:
    """Return what a message is found by: its letters and digits."""
    return re.sub(r"\W+", "", content).casefold()


def kept(*queues: Path) -> list[Item]:
    """Return what was read out of each message, from queues of requests and replies."""
    found: dict[str, Item] = {}  # a message that was asked about twice is kept once
    for request in (each for queue in queues for each in sorted(queue.glob("*.req.json"))):
        reply = request.with_name(request.name.replace(".req.json", ".rep.txt"))
        prompt = Prompt(prompt_text(json.loads(request.read_text(encoding="utf-8"))))
        match = re.search(r"\{.*\}", reply.read_text(encoding="utf-8"), re.DOTALL) if reply.exists() else None
        if prompt.messages and match:
            found |= {key_of(one["message"]): one for one in _by_message(prompt, json.loads(match.group()))}
    return list(found.values())


def _by_message(prompt: Prompt, reply: Item) -> list[Item]:
    """Split a reply into what belongs to each of its messages, with words instead of numbers."""
    contents = {number: said.partition(": ")[2] for number, said in prompt.messages.items()}
    read: dict[int, Item] = {
        n: {"message": text, "entities": [], "facts": [], "same": [], "forget": []} for n, text in contents.items()
    }
    facts = reply.get("facts") or []
    for fact in facts:
        number = _number_of(fact, contents)
        read[number]["facts"].append(_in_words(fact, prompt, facts))
    for entity in reply.get("entities") or []:
        names = [str(entity.get("name", "")), *map(str, entity.get("aliases") or [])]
        saying = [
            n for n, text in contents.items() if any(name.casefold() in text.casefold() for name in names if name)
        ]
        using = [
            n for n in contents if any(set(names) & {f.get("subject"), f.get("object")} for f in read[n]["facts"])
        ]
        for number in dict.fromkeys(saying[:1] + using) or list(contents)[:1]:
            read[number]["entities"].append(_in_words(entity, prompt, facts))
    for same in reply.get("same") or []:
        number = _number_of(same, contents)
        ids = same["known"] if isinstance(same, dict) else same
        quote = same.get("quote", "") if isinstance(same, dict) else ""
        read[number]["same"].append({"known": [prompt.entities.get(int(id_), "") for id_ in ids], "quote": quote})
    for forget in reply.get("forget") or []:
        number = _number_of(forget, contents)
        known = [prompt.facts.get(int(id_), "") for id_ in forget.get("known") or []]
        read[number]["forget"].append({"quote": forget["quote"], "about": forget.get("about", ""), "known": known})
    return list(read.values())


def _number_of(item: Item, contents: dict[int, str]) -> int:
    """Return which message something was read out of: the one that holds its quote, else the one numbered."""
    quote = str(item.get("quote") or "") if isinstance(item, dict) else ""
    quoting = [n for n, text in contents.items() if quote and is_quoted(quote, text)]
    numbered = item.get("message") if isinstance(item, dict) else None
    if isinstance(numbered, list):  # said in several
        numbered = numbered[0]
    return numbered if numbered in (quoting or contents) else (quoting or list(contents))[-1]


def _in_words(item: Item, prompt: Prompt, facts: Sequence[Item]) -> Item:
    """Return a fact or an entity of a reply without `message`, and with words instead of numbers."""
    told = {name: value for name, value in item.items() if name != "message" and value not in (None, "", [])}
    if "target" in told:
        told["target"] = prompt.facts.get(told["target"], "")
    for name in ("same_as", "other_than"):
        if name in told:
            told[name] = prompt.entities.get(told[name], "")
    grounds = told.get("rests_on")
    for ground in [grounds] if isinstance(grounds, dict) else grounds or []:
        if ground.get("known"):
            ground["known"] = prompt.facts.get(ground["known"], "")
        elif isinstance(ground.get("fact"), int) and 0 < ground["fact"] <= len(facts):
            ground["fact"] = _key(facts[ground["fact"] - 1])
    return told


def _key(fact: Item) -> str:
    return " | ".join(str(fact.get(part, "")) for part in ("subject", "predicate", "object"))


def play(server: ModelServer, read: Sequence[Item]) -> list[str]:
    """Let a server answer whatever it is asked about messages that were read.

    Returns:
        The known facts, as triples, that were named when it was read and are not shown now; filled as it answers.
    """
    reply, missed = answering(read)
    server.respond(reply)
    return missed


def answering(read: Sequence[Item]) -> tuple[Callable[[Body], str], list[str]]:
    """Return what answers whatever is asked about messages that were read, and the facts that `play` returns."""
    by_key = {key_of(one["message"]): one for one in read}
    later: dict[str, str] = {}
    for fact in (fact for one in read for fact in one["facts"] if fact.get("op") == "UPDATE"):
        later.setdefault(fact.get("target", ""), _key(fact))
    missed: list[str] = []

    def reply(body: Body) -> str:
        prompt = Prompt(prompt_text(body))
        shown = _Shown(prompt, later)
        new = [(number, by_key[key]) for key, number in prompt.places().items() if key in by_key]
        facts = [(number, fact) for number, one in new for fact in one["facts"]]
        places = {_key(fact): place for place, (_, fact) in enumerate(facts, 1)}
        missed.extend(fact["target"] for _, fact in facts if fact.get("target") and not shown.fact(fact["target"]))
        pairs = [(number, same) for number, one in new for same in one["same"]]
        return json.dumps(
            {
                "entities": [_numbered(entity, shown, places) for _, one in new for entity in one["entities"]],
                "facts": [_numbered(fact, shown, places) | {"message": number} for number, fact in facts],
                "same": [
                    {
                        "known": [shown.names[name] for name in same["known"]],
                        "quote": same["quote"],
                        "message": number,
                    }
                    for number, same in pairs
                    if all(name in shown.names for name in same["known"])
                ],
                "forget": [
                    forget
                    | {"known": [n for words in forget["known"] if (n := shown.fact(words))], "message": number}
                    for number, one in new
                    for forget in one.get("forget", [])
                ],
            },
            ensure_ascii=False,
        )

    return reply, missed


class _Shown:
    """The numbers that a prompt gives to facts and entities that were read by their words."""

    def __init__(self, prompt: Prompt, later: dict[str, str]) -> None:
        self.names = {name: number for number, name in prompt.entities.items()}
        self._facts = {letters(words): number for number, words in prompt.facts.items()}
        for name, number in list(self.names.items()):
            if prompt.is_user(number):  # who may have had no name yet when it was read
                self.names.setdefault(SELF_NAME, number)
                told = {letters(words.replace(name, SELF_NAME, 1)): n for n, words in prompt.facts.items()}
                self._facts = told | self._facts
        if prompt.whose:  # whom the prompt calls by a name that the graph does not have yet
            told = {letters(words.replace(prompt.whose, SELF_NAME, 1)): n for n, words in prompt.facts.items()}
            self._facts = told | self._facts
        self._later = {letters(words): letters(then) for words, then in later.items()}

    def fact(self, triple: str) -> int | None:
        """Return the number of a fact, or of what took its place sooner now than when it was read."""
        words, seen = letters(triple), set[str]()
        while words not in self._facts and words in self._later and words not in seen:
            seen.add(words)
            words = self._later[words]
        return self._facts.get(words)


def letters(triple: str) -> str:
    """Return a triple without its cuts: what was told of "Maya's wrist" may be told of Maya now."""
    return re.sub(r"['’]s\b|的|[\W_]", "", triple).casefold()


def _numbered(item: Item, shown: _Shown, places: dict[str, int]) -> Item:
    """Return a fact or an entity with the numbers that a prompt gives to what it speaks of, as far as it does."""
    told = dict(item)
    if "target" in told:
        told["target"] = shown.fact(told["target"])
    for name in ("same_as", "other_than"):
        if name in told:
            told[name] = shown.names.get(told[name])
    if grounds := told.get("rests_on"):
        told["rests_on"] = [
            ground | {"known": shown.fact(ground["known"])}
            if ground.get("known")
            else ground | {"fact": places.get(ground.get("fact"))}
            for ground in ([grounds] if isinstance(grounds, dict) else grounds)
        ]
    return told


def remember(server: ModelServer, store: str) -> Memary:
    """Return an open memory that has read all kept talks, each under a user of its name."""
    memory = Memary.open(
        store, worker=False, base_url=server.base_url, model="scripted", api_key="test", reflect_after=0
    )
    for path in KEPT:
        play(server, json.loads(path.read_text(encoding="utf-8")))
        feed(memory, path.stem)
    if server.script_errors:
        raise server.script_errors[0]
    return memory


def main(verb: str, *words: str) -> None:
    """Feed, keep or play."""
    if verb == "feed":
        with Memary.open(words[1], worker=False, reflect_after=0) as memory:
            feed(memory, words[0])
    elif verb == "keep":
        read = kept(*map(Path, words[1:]))
        told = json.dumps(read, ensure_ascii=False, indent=1)
        (FOLDER / f"{words[0]}.json").write_text(told + "\n", encoding="utf-8")
        sys.stdout.write(f"{len(read)} messages, {sum(len(one['facts']) for one in read)} facts\n")
    else:
        with ModelServer() as server:
            remember(server, words[0]).close()


if __name__ == "__main__":
    main(*sys.argv[1:])
