"""The episodes of `data/episodes`, read by capable readers as the model.

Their replies are played back. What was read out of each message is kept as `support.recordings` keeps it, and of each
request to forget the lines that were chosen, by their words, and what was left of some. As a program:

    python tests/support/episode_recordings.py keep queue/anna queue/otto   # keep replies to requests as test data
    python tests/support/episode_recordings.py play --language zh           # `memary eval episodes`, read by them
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

if __name__ == "__main__":  # run as a program, only this file's own folder is on the path
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from memary.evaluation.command import app
from memary.evaluation.episodes.episode import read_episodes
from memary.languages import spoken, texts
from support.model_server import ModelServer, prompt_text
from support.recordings import FOLDER, Item, answering, kept, key_of
from support.web.http_connection import Body

EPISODES = FOLDER / "episodes"
DATA = Path(__file__).parents[2] / "data" / "episodes"

_LINE = re.compile(r"^(\d+)\. (?:\d{4}-\d\d-\d\d )?(.*)$", re.MULTILINE)


class Choice:
    """A prompt that asks which lines a request to forget means: its request, and its lines by their numbers."""

    def __init__(self, prompt: str) -> None:
        self.request = ""
        self.lines: dict[int, str] = {}
        for words in map(texts, spoken()):
            asked, heading, lines = prompt.rpartition(f"\n\n{words.forget_lines}:\n")
            if heading and words.forget_rules[:60] in prompt:
                self.request = key_of(asked.rpartition(f"{words.forget_request}: ")[2])
                self.lines = {int(number): line for number, line in _LINE.findall(lines)}


def read_replies(name: str) -> dict[str, Any]:
    """Return what was read of an episode.

    `read`, by message, and `chosen` and `left`, by request to forget.
    """
    return json.loads((EPISODES / f"{name}.json").read_text(encoding="utf-8"))


def names() -> list[str]:
    """Return the names of the episodes that were read."""
    return sorted(path.stem for path in EPISODES.glob("*.json"))


def reader(*episodes: str) -> Callable[[Body], str]:
    """Return what answers as the readers of some episodes did."""
    told = [read_replies(name) for name in episodes]
    reply, _ = answering([one for each in told for one in each["read"]])
    chosen = {request: set(lines) for each in told for request, lines in each["chosen"].items()}
    left = {request: lines for each in told for request, lines in each.get("left", {}).items()}

    def answer(body: Body) -> str:
        choice = Choice(prompt_text(body))
        if not choice.lines:
            return reply(body)
        meant, rests = chosen.get(choice.request, set()), left.get(choice.request, {})
        numbers = [number for number, line in choice.lines.items() if line in meant]
        parted = {number: rests[choice.lines[number]] for number in numbers if choice.lines[number] in rests}
        return json.dumps({"asks": True, "lines": numbers, "left": parted})

    return answer


def _chosen(queues: Sequence[Path]) -> Iterator[tuple[str, list[str], dict[str, str]]]:
    """Yield what was chosen, by request to forget, and what was left of some of it."""
    for request in (each for queue in queues for each in sorted(queue.glob("*.req.json"))):
        reply = request.with_name(request.name.replace(".req.json", ".rep.txt"))
        choice = Choice(prompt_text(json.loads(request.read_text(encoding="utf-8"))))
        if choice.lines and reply.exists():
            match = re.search(r"\{.*\}", reply.read_text(encoding="utf-8"), re.DOTALL)
            told = json.loads(match.group()) if match else {}
            left = {int(number): rest for number, rest in (told.get("left") or {}).items()}
            numbers = [one for one in dict.fromkeys((*(told.get("lines") or ()), *left)) if one in choice.lines]
            lines = {number: choice.lines[number] for number in numbers}
            yield choice.request, [*lines.values()], {lines[n]: left[n] for n in lines if n in left}


def keep(*queues: Path) -> list[str]:
    """Keep what was read of the episodes whose messages were asked about; return their names."""
    read = {key_of(one["message"]): one for one in kept(*queues)}
    chosen: dict[str, list[str]] = {}
    left: dict[str, dict[str, str]] = {}
    for request, lines, rests in _chosen(queues):
        chosen[request] = [*dict.fromkeys((*chosen.get(request, ()), *lines))]
        left.setdefault(request, {}).update(rests)
    done: list[str] = []
    for episode in read_episodes(DATA):
        keys = [key_of(said.text) for said in episode.messages.values()]
        told: dict[str, Any] = {
            "read": [_plain(read[key]) for key in dict.fromkeys(keys) if key in read],
            "chosen": {key: chosen[key] for key in keys if key in chosen},
            "left": {key: left[key] for key in keys if left.get(key)},
        }
        if len(told["read"]) > len(keys) / 2:
            EPISODES.mkdir(parents=True, exist_ok=True)
            text = json.dumps(told, ensure_ascii=False, indent=1)
            (EPISODES / f"{episode.name}.json").write_text(text + "\n", encoding="utf-8")
            done.append(episode.name)
    return done


def _plain(item: Item) -> Item:
    """Return what was read of a message without what is empty; the lists that a reader needs stay."""
    return {name: value for name, value in item.items() if value or name in ("facts", "entities", "same")}


def main(verb: str, *words: str) -> None:
    """Keep or play."""
    if verb == "keep":
        done = keep(*map(Path, words))
        sys.stdout.write(f"{len(done)} episodes\n")
        return
    read = names()
    with ModelServer() as server:
        server.respond(reader(*read))
        chosen = [word for name in read for word in ("--episode", name)] if "--episode" not in words else []
        os.environ |= {"MEMARY_BASE_URL": server.base_url, "MEMARY_API_KEY": "test"}
        app(["episodes", "--model", "scripted", *chosen, *words])


if __name__ == "__main__":
    main(*sys.argv[1:])
