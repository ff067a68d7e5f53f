"""Pictures that come with messages: what they show is told before the messages are kept, read and found."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from support.chatting import NO_NEWS
from support.model_server import ModelServer, prompt_text
from support.neo4j_server import Neo4jAddress
from support.small_embedder import SmallEmbedder
from support.web.http_connection import Body

from memary import InputError, Memary
from memary.checks.bounds import PART_CHARS
from memary.models.base import Completion
from memary.types import Message, Origin

CAPTION = "A brown dog with a red collar lies on a beach. A sign reads 'Porto'."


class Seer:
    """Sees the same in every picture."""

    name, context_window, is_offline = "seer", 8_000, False

    def __init__(self) -> None:
        self.said, self.looks = "A sign. I live in Rome.", 0

    async def complete(self, turns: Any, *, schema: Any = None, max_tokens: Any = None) -> Completion:
        self.looks += 1
        return Completion(self.said, 1, 1)

    async def stream(self, turns: Any, *, max_tokens: Any = None) -> Any:
        yield ""

    async def aclose(self) -> None: ...


def picture(colour: str = "red") -> dict[str, Any]:
    out = io.BytesIO()
    Image.new("RGB", (8, 4), colour).save(out, "PNG")
    url = "data:image/png;base64," + base64.b64encode(out.getvalue()).decode()
    return {"type": "image_url", "image_url": {"url": url}}


def sees(body: Body) -> bool:
    return "image_url" in json.dumps(body["messages"])


def drop_what_was_told(memory: Memary) -> None:
    assert memory.core.pictures is not None
    memory.core.pictures.forget()


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """A model that sees, and reads nothing unless told."""
    with ModelServer() as running:
        running.when(sees, CAPTION)
        yield running


@contextmanager
def opened(server: ModelServer, store: str = "sqlite:///:memory:", **options: Any) -> Iterator[Memary]:
    with Memary.open(
        store,
        base_url=server.base_url,
        model="scripted",
        vision_model="sees",
        max_retries=0,
        worker=False,
        embedding=SmallEmbedder(),
        **options,
    ) as memory:
        yield memory


@pytest.fixture(params=["sqlite", "neo4j"])
def memory(request: pytest.FixtureRequest, server: ModelServer) -> Iterator[Memary]:
    """A memory whose model sees, over either store."""
    if request.param == "sqlite":
        with opened(server) as one:
            yield one
        return
    address: Neo4jAddress = request.getfixturevalue("neo4j_address")
    with opened(server, address.uri, **address.options) as one:
        yield one


def only(memory: Memary, user: str) -> Message:
    (message,) = memory.messages.list(user_id=user)
    return message


@pytest.mark.one_store
def test_what_a_picture_shows_is_told_before_the_message_is_read_and_kept_with_it(
    memory: Memary, server: ModelServer
) -> None:
    dog = {"subject": "User", "predicate": "has_pet", "object": "dog Rex", "quote": "This is my dog Rex!"}
    sign = {"subject": "dog Rex", "predicate": "was_in", "object": "Porto", "quote": "A sign reads 'Porto'"}
    server.when("NEW messages", json.dumps({"entities": [], "facts": [dog, sign]}))
    said = {"role": "user", "content": [{"type": "text", "text": "This is my dog Rex!"}, picture()]}
    memory.add(said, user_id="ada", wait=True)
    message = only(memory, "ada")
    assert message.content == f"This is my dog Rex!\n[image: {CAPTION}]"
    (note,) = message.metadata["attachments"]  # type: ignore[misc]
    assert note["description"] == CAPTION  # type: ignore[index]
    read = next(prompt_text(one.body) for one in server.requests if "NEW messages" in prompt_text(one.body))
    assert CAPTION in read
    origins = {fact.object: fact.origin for fact in memory.facts.list(user_id="ada")}
    assert origins == {"dog Rex": Origin.USER, "Porto": Origin.TOOL}
    assert memory.search("collar on the beach", user_id="ada", kinds="message")[0].id == message.id


@pytest.mark.one_store
def test_a_picture_without_words_is_read_by_what_it_shows(memory: Memary, server: ModelServer) -> None:
    server.when("NEW messages", NO_NEWS)
    receipt = memory.add({"role": "user", "content": [picture()]}, user_id="ben")
    assert receipt.pending == 1
    assert memory.search("beach", user_id="ben")[0].text == f"[image: {CAPTION}]"


@pytest.mark.one_store
def test_the_same_message_is_kept_once_however_its_picture_is_described(memory: Memary, server: ModelServer) -> None:
    given = {
        "id": "m1",
        "role": "user",
        "content": [{"type": "text", "text": "Look!"}, picture()],
        "created_at": "2026-05-01T09:00:00Z",
    }
    unnamed = {name: value for name, value in given.items() if name != "id"}
    memory.add(given, user_id="cleo")
    memory.add(unnamed, user_id="cleo", session_id="s")
    drop_what_was_told(memory)
    server.clear_scripts()
    server.respond("Something else.")
    memory.add(given, user_id="cleo")
    memory.add(unnamed, user_id="cleo", session_id="s")
    assert [one.content for one in memory.messages.list(user_id="cleo")] == [f"Look!\n[image: {CAPTION}]"] * 2


@pytest.mark.one_store
@pytest.mark.parametrize("id_", ["m1", None], ids=["named", "unnamed"])
def test_a_long_message_is_kept_once_too_however_its_picture_is_described(
    id_: str | None, memory: Memary, server: ModelServer
) -> None:
    thirds = [" ".join(f"Stage {number} of the walk was quiet." for number in range(90)) for _ in range(3)]
    content = [thirds[0], picture(), *thirds[1:]]
    given = {"id": id_, "role": "user", "content": content, "created_at": "2026-05-01T09:00:00Z"}
    user = f"long-{id_}"
    first = memory.add(given, user_id=user, infer=False).ids
    before = memory.messages.list(user_id=user)
    for said in ("Something else. " * 50, ""):
        drop_what_was_told(memory)
        server.clear_scripts()
        server.respond(said)
        assert memory.add(given, user_id=user, infer=False).ids == first
    assert memory.messages.list(user_id=user) == before
    assert sum(f"[image: {CAPTION}]" in one.content for one in before) == 1


def test_a_message_that_the_user_asked_to_forget_stays_out_however_its_picture_is_described() -> None:
    seer = Seer()
    with Memary.open("sqlite:///:memory:", vision_llm=seer, worker=False, forget_on_request=True) as memory:
        content = ["My locker PIN is 471135.", picture()]
        given = {"role": "user", "content": content, "created_at": "2026-01-01T10:00:00Z"}
        asked = {"content": "Please forget that my locker PIN is 471135.", "created_at": "2026-01-01T10:05:00Z"}
        memory.add([given, asked], user_id="ada", wait=True)
        drop_what_was_told(memory)
        seer.said = "Something else."
        assert memory.add(given, user_id="ada", infer=False).ids == ()
        assert not any("471135" in one.content for one in memory.messages.list(user_id="ada"))
        assert seer.looks == 1


def test_many_pictures_in_one_message_share_the_room_for_what_they_show(server: ModelServer) -> None:
    server.clear_scripts()
    server.respond("A row of boats. " * 50)
    with opened(server) as memory:
        content = ["Our holiday:", *(picture(f"#0000{number:02x}") for number in range(20))]
        memory.add({"role": "user", "content": content, "id": "m1"}, user_id="ada")
        message = only(memory, "ada")
        assert message.id == "m1"
        assert message.content.count("[image: A row of boats.") == 20
        assert len(message.content) < 5_000


def test_a_long_message_that_waits_to_be_read_moves_with_what_its_picture_shows(
    server: ModelServer, tmp_path: Path
) -> None:
    server.clear_scripts()
    server.respond("A row of boats. " * 50)
    with opened(server) as memory, opened(server) as other:
        memory.add({"role": "user", "content": ["x" * (PART_CHARS - 20), picture()]}, user_id="ada")
        memory.export(tmp_path / "all.jsonl", user_id="ada")
        other.import_(tmp_path / "all.jsonl")
        assert only(other, "ada").content == only(memory, "ada").content
        assert len(only(other, "ada").content) > PART_CHARS


@pytest.mark.parametrize(
    ("refused", "reason"),
    [
        ({"content": "word " * 300}, "Message 2 of 2 has 1,500 characters"),
        ({"content": "One of its own.", "created_at": "soon"}, "Message 2 of 2"),
        ({"content": "Another text.", "id": "taken"}, "'taken' of user 'ada' is already stored with another text"),
    ],
)
def test_no_picture_is_described_where_the_messages_cannot_be_kept(
    refused: dict[str, Any], reason: str, server: ModelServer
) -> None:
    with opened(server, max_message_chars=1_000) as memory:
        memory.add({"content": "The text.", "id": "taken"}, user_id="ada", infer=False)
        with pytest.raises(InputError, match=reason):
            memory.add([{"role": "user", "content": ["Look!", picture()]}, refused], user_id="ada")
    assert server.chat_calls == 0


def test_what_a_picture_shows_does_not_make_a_message_too_long(server: ModelServer) -> None:
    with opened(server, max_message_chars=20) as memory:
        memory.add({"role": "user", "content": ["Look!", picture()]}, user_id="ada", infer=False)
        assert only(memory, "ada").content == f"Look!\n[image: {CAPTION}]"


@pytest.mark.long
def test_a_message_as_long_as_the_settings_allow_may_have_a_picture(server: ModelServer) -> None:
    with opened(server, max_message_chars=1_200_000) as memory:
        memory.add({"role": "user", "content": ["这是我的狗。" * 180_000, picture()]}, user_id="ada", infer=False)
        assert "用中文写" in prompt_text(server.last_chat)


@pytest.mark.one_store
def test_what_a_picture_shows_goes_with_its_message(memory: Memary) -> None:
    receipt = memory.add({"content": [picture()], "role": "user"}, user_id="dora", infer=False)
    memory.forget(user_id="dora", message_id=receipt.ids[0])
    assert memory.search("dog on a beach", user_id="dora") == []


def test_a_model_that_does_not_see_leaves_the_message_as_it_came(server: ModelServer) -> None:
    server.clear_scripts()
    server.respond("")
    with opened(server) as memory:
        said = {"role": "user", "content": [{"type": "text", "text": "Look!"}, picture()]}
        receipt = memory.add(said, user_id="ada", infer=False)
        assert only(memory, "ada").content == "Look!\n[image]"
        assert "answered nothing" in receipt.undescribed[0]


def test_pictures_are_told_in_the_language_of_the_words_beside_them(server: ModelServer) -> None:
    with opened(server) as memory:
        memory.add(
            {"role": "user", "content": [{"type": "text", "text": "这是我的狗。"}, picture()]},
            user_id="ada",
            infer=False,
        )
        assert "用中文写" in prompt_text(server.last_chat)


def test_nobody_is_asked_where_no_model_that_sees_is_named(server: ModelServer) -> None:
    said = {"role": "user", "content": [{"type": "text", "text": "Look!"}, picture()]}
    with Memary.open("sqlite:///:memory:", base_url=server.base_url, model="scripted", worker=False) as memory:
        memory.add(said, user_id="ada", infer=False)
        assert only(memory, "ada").content == "Look!\n[image]"
    with opened(server, describe_images=False) as memory:
        memory.add(said, user_id="ada", infer=False)
        assert only(memory, "ada").content == "Look!\n[image]"
    assert server.chat_calls == 0


def test_an_address_of_the_network_that_memory_runs_in_is_not_fetched(server: ModelServer) -> None:
    inside = {"type": "image_url", "image_url": {"url": f"{server.base_url}/secret.png"}}
    with opened(server) as memory:
        receipt = memory.add({"role": "user", "content": ["Look!", inside]}, user_id="ada", infer=False)
        assert len(receipt.undescribed) == 1
        assert not [one for one in server.requests if "secret" in one.path]


def test_rules_take_nothing_from_what_a_picture_shows() -> None:
    with Memary.open("sqlite:///:memory:", vision_llm=Seer(), worker=False) as memory:
        memory.add({"role": "user", "content": ["I live in Oslo.", picture()]}, user_id="ada", wait=True)
        assert [fact.object for fact in memory.facts.list(user_id="ada")] == ["Oslo"]
        assert "I live in Rome" in only(memory, "ada").content
