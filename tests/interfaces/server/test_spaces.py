"""Spaces over HTTP: made, joined, read and written, by each in their place and nobody else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from support.records import fresh_user

from interfaces.server.every_route import asked, routes
from interfaces.server.serving import client, key, served
from memary import Memary
from memary.interfaces.server import KeyRing
from memary.interfaces.server.app import description

CANARY = "Zanzibarquartz"
MEMBERS = ("owner", "writer", "reader")
OUTSIDERS = ("stranger", "invited", "former")


def invited(owner: httpx.Client, who: httpx.Client, name: str, role: str, *, space: str = "Family") -> None:
    """Let a user take part."""
    assert owner.post(f"/v1/spaces/{space}/members", json={"member": name, "role": role}).status_code == 200
    assert who.post(f"/v1/spaces/{space}/join").json()["joined"] is True


def say(api: httpx.Client, text: str, **query: str) -> httpx.Response:
    return api.post("/v1/messages", json={"messages": [{"content": text}], "wait": True}, params=query)


def test_two_users_share_a_space_and_each_hit_says_whose_it_is(ada: httpx.Client, ben: httpx.Client) -> None:
    made = ada.post("/v1/spaces", json={"name": "Family"})
    assert (made.status_code, made.json()["role"]) == (201, "owner")
    offer = ada.post("/v1/spaces/Family/members", json={"member": "ben", "role": "writer"}).json()
    assert (offer["member"], offer["role"], offer["joined"]) == ("ben", "writer", False)
    assert [one["joined"] for one in ben.get("/v1/spaces").json()] == [False]
    assert ben.post("/v1/spaces/Family/join").json()["joined"] is True
    assert {one["member"] for one in ben.get("/v1/spaces/Family/members").json()} == {"ada", "ben"}
    say(ben, "I work at Acme.", space="Family")
    say(ada, "I work at Bosch.")
    hits = {hit["text"]: hit for hit in ada.post("/v1/search", json={"query": "Who works where?"}).json()}
    theirs, own = hits["ben works at Acme."], hits["User works at Bosch."]
    assert (theirs["space"], theirs["said_by"]) == ("Family", ["ben"])
    assert (own["space"], own["said_by"]) == (None, [])
    window = ada.post("/v1/context", json={"query": "Where does Ben work?"}).json()
    assert "from the space Family, said by ben" in json.dumps(window["messages"])
    answer = ada.post("/v1/chat", json={"query": "Where does Ben work?"}).json()
    assert ("Family", ["ben"]) in [(hit["space"], hit["said_by"]) for hit in answer["sources"]]


def test_an_owner_renames_a_space_for_all_its_members(ada: httpx.Client, ben: httpx.Client) -> None:
    made = ada.post("/v1/spaces", json={"name": "Family"}).json()
    invited(ada, ben, "ben", "writer")
    say(ben, "I work at Acme.", space="Family")
    assert ben.patch("/v1/spaces/Family", json={"name": "Ours"}).status_code == 403
    assert ada.patch("/v1/spaces/Family", json={"name": " "}).status_code == 422
    renamed = ada.patch("/v1/spaces/Family", json={"name": "The Novaks"}).json()
    assert renamed == made | {"space": "The Novaks"}
    assert [one["space"] for one in ben.get("/v1/spaces").json()] == ["The Novaks"]
    hits = ada.post("/v1/search", json={"query": "Where does ben work?"}).json()
    assert {hit["space"] for hit in hits} == {"The Novaks"}
    assert ada.get("/v1/facts", params={"space": "Family"}).status_code == 404


def test_recall_takes_the_spaces_that_are_named(ada: httpx.Client) -> None:
    for name, city in (("Family", "Oslo"), ("Team", "Rome")):
        ada.post("/v1/spaces", json={"name": name})
        say(ada, f"There is a house in {city}.", space=name)
    say(ada, "There is a house in Berlin.")

    def cities(path: str, **body: Any) -> set[str]:
        told = ada.post(f"/v1/{path}", json={"query": "Where is a house?", **body}).text
        return {city for city in ("Oslo", "Rome", "Berlin") if city in told}

    for path in ("search", "context", "chat"):
        assert cities(path) == {"Oslo", "Rome", "Berlin"}, path
        assert cities(path, spaces=["Team"]) == {"Rome", "Berlin"}, path
        assert cities(path, spaces=[]) == {"Berlin"}, path


def test_other_routes_work_in_a_space_and_not_in_ones_own_memory(ada: httpx.Client) -> None:
    ada.post("/v1/spaces", json={"name": "Family"})
    say(ada, "I live in Oslo.", space="Family")
    say(ada, "I live in Berlin.")
    (fact,) = ada.get("/v1/facts", params={"space": "Family"}).json()
    assert [one["object"] for one in ada.get("/v1/facts").json()] == ["Berlin"]
    assert ada.get(f"/v1/facts/{fact['id']}").status_code == 404
    changed = ada.patch(f"/v1/facts/{fact['id']}", json={"object": "Rome"}, params={"space": "Family"})
    assert changed.json()["object"] == "Rome"
    assert ada.get("/v1/stats", params={"space": "Family"}).json()["messages"] == 1
    refused = ada.delete("/v1/memory", params={"space": "Family"})
    assert (refused.status_code, "in the space 'Family'" in refused.json()["detail"]) == (422, True)
    gone = ada.delete("/v1/memory", params={"space": "Family", "confirm": "Family"}).json()
    assert gone["messages"] == 1
    assert len(ada.get("/v1/messages").json()) == 1, "her own memory stays"


def test_a_space_goes_for_all_its_members(ada: httpx.Client, ben: httpx.Client) -> None:
    ada.post("/v1/spaces", json={"name": "Family"})
    invited(ada, ben, "ben", "writer")
    say(ben, "I live in Oslo.", space="Family")
    assert ben.delete("/v1/spaces/Family").status_code == 403
    assert ada.delete("/v1/spaces/Family", params={"dry_run": "true"}).json()["messages"] == 1
    assert ben.get("/v1/spaces/Family").status_code == 200
    assert ada.delete("/v1/spaces/Family").json()["facts"] == 1
    assert ben.get("/v1/spaces").json() == []
    assert ben.post("/v1/search", json={"query": "Who lives in Oslo?"}).json() == []


def test_leaving_and_being_taken_out_end_it_at_once(ada: httpx.Client, ben: httpx.Client) -> None:
    ada.post("/v1/spaces", json={"name": "Family"})
    invited(ada, ben, "ben", "writer")
    assert ada.post("/v1/spaces/Family/leave").status_code == 422, "somebody has to own it"
    assert ben.post("/v1/spaces/Family/leave").status_code == 204
    assert ben.get("/v1/facts", params={"space": "Family"}).status_code == 404
    invited(ada, ben, "ben", "reader")
    assert ada.delete("/v1/spaces/Family/members/ben").status_code == 204
    assert ada.delete("/v1/spaces/Family/members/ben").status_code == 404
    assert ben.get("/v1/facts", params={"space": "Family"}).status_code == 404


def test_members_whose_names_have_slashes_are_taken_out_too(ada: httpx.Client) -> None:
    ada.post("/v1/spaces", json={"name": "Family"})
    ada.post("/v1/spaces/Family/members", json={"member": "team/ben"})
    assert ada.delete("/v1/spaces/Family/members/team%2Fben").status_code == 204


def test_what_cannot_be_done_says_why(ada: httpx.Client, ben: httpx.Client, admin: httpx.Client) -> None:
    ada.post("/v1/spaces", json={"name": "Family"})
    ada.post("/v1/spaces/Family/members", json={"member": "ben"})
    for api, sent, status, told in (
        (ben, ("GET", "/v1/facts?space=Nest"), 404, "There is no space 'Nest'"),
        (ben, ("GET", "/v1/facts?space=Family"), 403, "'ben' is invited to the space 'Family': join it first."),
        (ben, ("GET", "/v1/spaces/Family/members"), 403, "join it first"),
        (ada, ("GET", "/v1/runs?space=Family"), 422, "The parameter 'space' is unknown here"),
        (admin, ("GET", "/v1/facts?space=Family"), 422, "add ?user_id=NAME"),
        (admin, ("GET", "/v1/stats?space=Family"), 422, "add ?user_id=NAME"),
        (admin, ("GET", "/v1/facts?space=Family&user_id=cleo"), 404, "'cleo' belongs to"),
    ):
        answer = api.request(*sent)
        assert (answer.status_code, told in answer.json()["detail"]) == (status, True), answer.text
    for body, told in (
        ({"member": "ben", "role": "king"}, "give 'reader', 'writer' or 'owner'"),
        ({"member": "space:x"}, "space:"),
        ({}, "member"),
    ):
        answer = ada.post("/v1/spaces/Family/members", json=body)
        assert (answer.status_code, told in answer.text) == (422, True), answer.text
    for path in ("chat", "chat/stream", "search", "context"):
        answer = ben.post(f"/v1/{path}", json={"query": "Who lives where?", "spaces": ["Family"]})
        assert answer.status_code == 403, path
    asked = {"query": "Who lives where?", "spaces": ["Family"]}
    for path in ("search", "context"):
        inside = ada.post(f"/v1/{path}", params={"space": "Family"}, json=asked)
        assert (inside.status_code, "not from within a space" in inside.text) == (422, True), inside.text
        assert "session" not in inside.text
    of_session = ada.post("/v1/search", json={**asked, "session_id": "s1"})
    assert (of_session.status_code, "not within a session" in of_session.text) == (422, True), of_session.text
    assert ben.get("/v1/messages").json() == [], "a question that is refused is not kept"
    assert admin.get("/v1/stats", params={"space": "Family", "user_id": "ada"}).status_code == 200


def test_a_key_that_opens_a_space_alone_reads_nothing_else(memory: Memary) -> None:
    space = memory.spaces.create("Family", user_id="ada")
    memory.add("I live in Oslo.", user_id=space.user_id, wait=True)
    memory.add("I live in Berlin.", user_id="ada", wait=True)
    with (
        served(memory, keys=KeyRing([key("mk_family", space.user_id)])) as address,
        client(address, "mk_family") as family,
    ):
        assert [one["object"] for one in family.get("/v1/facts").json()] == ["Oslo"]
        found = family.post("/v1/search", json={"query": "Who lives where?"}).json()
        assert {hit["space"] for hit in found} == {"Family"}
        for refused in (
            family.get("/v1/spaces"),
            family.get("/v1/facts", params={"space": "Family"}),
            family.post("/v1/search", json={"query": "Who lives where?", "spaces": ["Family"]}),
            family.post("/v1/chat", json={"query": "Who lives where?"}),
        ):
            assert refused.status_code == 422, refused.text


@dataclass(frozen=True)
class SharedOverHttp:
    """A space with something in it, and everybody's way to it."""

    memory: Memary
    ids: dict[str, str]
    people: dict[str, str]
    clients: dict[str, httpx.Client]

    def records(self) -> list[str]:
        """Return all that is in the space, as text."""
        return [repr(row) for row in self.memory.loop.start(_rows, self.memory, self.ids["space"]).result()]


async def _rows(memory: Memary, space_id: str) -> list[object]:
    return [row async for row in memory.core.store.dump(space_id)]


@pytest.fixture
def shared(memory: Memary) -> Iterator[SharedOverHttp]:
    """A space in which a writer has said something."""
    people = {name: fresh_user(name) for name in (*MEMBERS, *OUTSIDERS)}
    keys = KeyRing([key(f"mk_{name}", user) for name, user in people.items()])
    with served(memory, keys=keys) as address, ExitStack() as stack:
        clients = {name: stack.enter_context(client(address, f"mk_{name}")) for name in people}
        owner = clients["owner"]
        space = owner.post("/v1/spaces", json={"name": "Family"}).json()["space_id"]
        for name, role in (("writer", "writer"), ("reader", "reader"), ("former", "writer")):
            invited(owner, clients[name], people[name], role, space=space)
        owner.post(f"/v1/spaces/{space}/members", json={"member": people["invited"], "role": "owner"})
        (message_id,) = say(clients["writer"], f"I live in {CANARY}.", space=space).json()["ids"]
        owner.delete(f"/v1/spaces/{space}/members/{people['former']}")
        (fact,) = owner.get("/v1/facts", params={"space": space}).json()
        (row,) = owner.get("/v1/operations", params={"limit": 1, "space": space}).json()
        ids = {
            "space": space,
            "message_id": message_id,
            "session_id": "nest",
            "fact_id": fact["id"],
            "entity_id": fact["object_id"],
            "operation_id": row["id"],
            "forgotten_id": row["id"],
            "record_id": fact["id"],
            "member": people["reader"],
        }
        yield SharedOverHttp(memory, ids, people, clients)


def routes_of_spaces() -> Iterator[tuple[str, str, bool]]:
    """All that can be asked of a space, and whether only members are let so far.

    An invitation can be answered.
    """
    for method, path in routes():
        names = {one["name"] for one in description()["paths"][path][method].get("parameters", ())}
        if "space" in names and not path.startswith("/v1/spaces"):
            yield method, path, True
        elif path.startswith("/v1/spaces/{space}"):
            yield method, path, not path.endswith(("/{space}", "/join", "/leave")) or method == "delete"


def sent(shared: SharedOverHttp, who: str, method: str, path: str) -> httpx.Response:
    query = {} if path.startswith("/v1/spaces") else {"space": shared.ids["space"]}
    return asked(shared.clients[who], method, path, shared.ids, **query)


def test_no_route_leads_outsiders_into_a_space(shared: SharedOverHttp) -> None:
    before = shared.records()
    for who in OUTSIDERS:
        for method, path, for_members in routes_of_spaces():
            if not for_members and who == "invited":
                continue
            answer = sent(shared, who, method, path)
            assert answer.status_code == (403 if who == "invited" else 404), (who, method, path, answer.text)
            assert CANARY not in answer.text, (who, method, path)
            assert shared.people["owner"] not in answer.text, (who, method, path)
    assert shared.records() == before


def test_readers_read_on_every_route_and_write_on_none(shared: SharedOverHttp) -> None:
    before = shared.records()
    shown = 0
    for method, path, _ in routes_of_spaces():
        if path.endswith(("/join", "/leave")):
            continue
        answer = sent(shared, "reader", method, path)
        reads = method == "get" or path in ("/v1/search", "/v1/context")
        assert reads == answer.is_success or (reads and answer.status_code == 404), (method, path, answer.text)
        assert reads or answer.status_code == 403, (method, path, answer.text)
        shown += CANARY in answer.text
    assert shown > 10
    assert shared.records() == before


def test_recall_beside_ones_own_memory_shows_outsiders_nothing_of_a_space(shared: SharedOverHttp) -> None:
    question = {"query": "Who lives where?"}
    for who, one in shared.clients.items():
        say(one, "I like tea.")
        for path in ("search", "context", "chat", "chat/stream"):
            answer = one.post(f"/v1/{path}", json=question)
            assert (CANARY in answer.text) is (who in MEMBERS), (who, path)
            named = one.post(f"/v1/{path}", json={**question, "spaces": [shared.ids["space"]]})
            assert (CANARY in named.text) is named.is_success is (who in MEMBERS), (who, path)
