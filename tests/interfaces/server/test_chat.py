"""Answers over HTTP: whole and piece by piece, with a model that stalls and a client that leaves."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from support.chatting import answer, call, chats, system_prompt
from support.model_server import Fault, ModelServer, Reply

from interfaces.server.serving import ADA, KEYS, client, served
from memary import ChatAgent, Memary

LONG = "Berlin is where you live, since May, in a street with many trees."


@pytest.fixture
def api(talking: Memary) -> Iterator[httpx.Client]:
    with served(talking, keys=KEYS) as address, client(address, ADA) as one:
        yield one


def events_of(lines: Iterator[str]) -> Iterator[tuple[str, Any]]:
    """Read server-sent events."""
    kind = ""
    for line in lines:
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield kind, json.loads(line.removeprefix("data: "))


def streamed(api: httpx.Client, query: str, **body: Any) -> list[tuple[str, Any]]:
    with api.stream("POST", "/v1/chat/stream", json={"query": query, **body}) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        return list(events_of(response.iter_lines()))


def test_an_answer_comes_with_sources_steps_and_usage(api: httpx.Client, model: ModelServer) -> None:
    api.post("/v1/messages", json={"messages": [{"content": "I moved to Berlin."}], "session_id": "earlier"})
    model.script(call("search", query="Berlin"), answer("You moved to Berlin."))
    told = api.post("/v1/chat", json={"query": "Where do I live?", "session_id": "s1"}).json()
    assert (told["text"], told["session_id"], told["origin"]) == ("You moved to Berlin.", "s1", "memory")
    assert "I moved to Berlin." in [source["text"] for source in told["sources"]]
    assert told["steps"][0]["tool"] == "search"
    assert told["usage"]["chat"]["calls"] == 2
    said = api.get("/v1/messages", params={"session_id": "s1"}).json()
    assert [message["role"] for message in said] == ["user", "assistant"]
    assert said[1]["id"] == told["message_id"]
    (cited,) = told["cited"]
    assert (cited["number"], cited["kind"], cited["lines"]) == (1, "message", [0])
    assert said[1]["metadata"]["memary.cited"] == [cited]
    given = api.get(f"/v1/messages/{told['message_id']}/given").json()
    assert ("message", "I moved to Berlin.") in [(one["kind"], one["text"]) for one in given]
    assert api.get(f"/v1/messages/{said[0]['id']}/given").json() == []


def test_an_answer_that_took_too_long_is_given_up_and_nothing_of_it_goes_on(model: ModelServer) -> None:
    asked, gone = threading.Event(), threading.Event()

    def slow(_: object) -> Reply:
        asked.set()
        assert gone.wait(60)
        return call("search", query="Berlin")

    options = {"base_url": model.base_url, "model": "scripted", "api_key": "test", "max_retries": 0}
    with (
        Memary.open("sqlite:///:memory:", worker=False, serve_timeout=2.0, **options) as memory,
        served(memory, keys=KEYS) as address,
        client(address, ADA) as api,
    ):
        agent = ChatAgent(memory, user_id="ada", session_id="no server before it")
        model.script(answer("first"), slow, answer("last"))
        assert agent.chat("Are you there?").text == "first"  # what the first answer has to load is there now
        given_up = api.post("/v1/chat", json={"query": "Where do I live?", "session_id": "slow"})
        assert (given_up.status_code, given_up.json()["detail"][:25]) == (503, "It was not done within 2 ")
        assert asked.is_set()
        gone.set()
        assert agent.chat("Still there?").text == "last"
        assert len(chats(model)) == 3, "the model was asked on for an answer that nobody waits for"
        said = api.get("/v1/messages", params={"session_id": "slow"}).json()
        assert [message["role"] for message in said] == ["user"]


def test_pictures_on_the_server_s_disk_are_not_looked_at(
    api: httpx.Client, model: ModelServer, tmp_path: Path
) -> None:
    (tmp_path / "passport.png").write_bytes(b"")
    seen: set[str] = set()
    for name in ("passport.png", "missing.png", "."):
        model.script(call("vision", image=str(tmp_path / name)), answer("I cannot."))
        told = api.post("/v1/chat", json={"query": "What is in the picture?"}).json()
        seen.add(told["steps"][0]["observation"])
    assert seen == {"Files cannot be read here: give an http(s) address or a data URL."}
    assert "file" not in system_prompt(chats(model)[-1]).partition("vision")[2].partition("stocks")[0]


def test_a_run_is_gone_on_with(api: httpx.Client, talking: Memary, model: ModelServer) -> None:
    talking.runs.record(
        {"objective": "Count the ships", "steps": [{"action": "count", "result": "41"}]}, user_id="ada"
    )
    (run,) = api.get("/v1/runs", params={"status": "running"}).json()
    model.script(answer("There are 41."))
    assert api.post("/v1/chat", json={"query": "Go on.", "resume": run["id"]}).json()["text"] == "There are 41."
    assert "41" in system_prompt(chats(model)[-1])
    assert api.get(f"/v1/runs/{run['id']}").json()["status"] == "done"
    unknown = api.post("/v1/chat", json={"query": "Go on.", "resume": "nothing"})
    assert (unknown.status_code, "There is no run 'nothing'" in unknown.json()["detail"]) == (404, True)


def test_an_agent_elsewhere_records_its_run_and_goes_on_with_it(api: httpx.Client) -> None:
    steps = [{"action": "search rooms", "result": "two  rooms\n- A"}, {"action": "book A", "errors": "no card"}]
    told = {"objective": "Book a room in Graz", "steps": steps, "agent_id": "clerk"}
    run = api.post("/v1/runs", json=told).json()
    assert (run["status"], run["steps"][0]["result"]) == ("running", "two  rooms\n- A")
    later = {"findings": "A wants a card", "steps": [{"action": "book B", "result": "booked"}], "status": "done"}
    run = api.patch(f"/v1/runs/{run['id']}", json=later).json()
    assert [step["findings"] for step in run["steps"]] == ["", "A wants a card", ""]
    assert api.get(f"/v1/runs/{run['id']}").json() == run
    assert api.get("/v1/runs", params={"like": "a room in Graz", "agent_id": "clerk"}).json() == [run]
    assert api.get("/v1/runs", params={"agent_id": "another"}).json() == []
    assert api.get("/v1/facts").json() == []
    assert api.patch("/v1/runs/nothing", json=later).status_code == 404
    assert api.patch(f"/v1/runs/{run['id']}", json={}).status_code == 422


def test_a_run_of_an_agent_that_tells_no_more_is_interrupted(api: httpx.Client) -> None:
    told = {"objective": "Book a room", "alive_until": "2999-01-01T00:00:00Z"}
    run = api.post("/v1/runs", json=told).json()
    assert run["status"] == "running"
    over = api.patch(f"/v1/runs/{run['id']}", json={"progress": "half", "alive_until": "2026-01-01T00:00:00Z"})
    assert (over.json()["status"], over.json()["progress"]) == ("interrupted", "half")


def test_a_message_that_found_no_model_is_answered_later(api: httpx.Client, model: ModelServer) -> None:
    model.script(Fault.status(400, message="Too long."), answer("In Berlin."))
    sent = {"query": "Where do I live?"}
    failed = api.post("/v1/chat", json=sent)
    assert failed.status_code == 502
    (asked,) = api.get("/v1/messages").json()
    assert failed.json()["message_id"] == asked["id"]
    assert api.post("/v1/chat", json=sent | {"message_id": asked["id"]}).json()["text"] == "In Berlin."
    assert [said["role"] for said in api.get("/v1/messages").json()] == ["user", "assistant"]
    assert api.post("/v1/chat", json=sent | {"message_id": "nothing"}).status_code == 404


def test_pieces_and_steps_come_before_the_whole_answer(api: httpx.Client, model: ModelServer) -> None:
    model.script(call("search", query="Berlin"), Reply(answer(LONG), delta_chars=5))
    events = streamed(api, "Where do I live?")
    kinds = [kind for kind, _ in events]
    assert (kinds[0], kinds[-1]) == ("step", "answer")
    assert kinds.count("text") > 5
    assert "".join(data["text"] for kind, data in events if kind == "text") == LONG
    whole = events[-1][1]
    assert (whole["text"], whole["usage"]["chat"]["calls"]) == (LONG, 2)
    assert set(whole) == set(api.post("/v1/chat", json={"query": "Again?"}).json())


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        ({"resume": "nothing"}, 404, "There is no run 'nothing'"),
        ({"temporary": [" "]}, 422, "temporary takes texts"),
        ({"query": " "}, 422, "give a text that says something"),
    ],
)
def test_what_cannot_be_answered_is_refused_before_the_stream_begins(
    api: httpx.Client, body: dict[str, Any], status: int, says: str
) -> None:
    for path in ("/v1/chat", "/v1/chat/stream"):
        refused = api.post(path, json={"query": "Go on.", **body})
        assert (refused.status_code, refused.headers["content-type"]) == (status, "application/problem+json")
        assert says in refused.json()["detail"]
    assert api.get("/v1/messages").json() == []


def test_a_client_that_leaves_a_stream_stops_the_agent(api: httpx.Client, model: ModelServer) -> None:
    model.script(Fault.stall_stream(answer("Berlin it is")), answer("Here."))
    with api.stream("POST", "/v1/chat/stream", json={"query": "Where?"}) as response:
        kind, data = next(events_of(response.iter_lines()))
    assert (kind, data["text"][0]) == ("text", "B")
    for _ in range(3):  # more than there are places for: the one left early is free again
        assert api.post("/v1/chat", json={"query": "And now?"}).status_code == 200
    assert "Berlin it is" not in json.dumps(api.get("/v1/messages").json())


def test_a_client_that_leaves_before_the_answer_stops_the_agent(api: httpx.Client, model: ModelServer) -> None:
    asked, gone = threading.Event(), threading.Event()

    def late(_: object) -> str:
        asked.set()
        gone.wait(30)
        return call("search", query="Berlin")

    model.script(late, answer("Nobody reads this."))

    def ask() -> None:
        with httpx.Client(base_url=api.base_url, headers=api.headers, trust_env=False) as leaving:
            calling = threading.Thread(target=lambda: asked.wait(30) and leaving.close())
            calling.start()
            with pytest.raises(httpx.HTTPError):
                leaving.post("/v1/chat", json={"query": "Where?"}, timeout=1)
            calling.join()

    ask()
    gone.set()
    model.clear_scripts()
    model.respond(answer("Here."))
    assert api.post("/v1/chat", json={"query": "And now?"}).json()["text"] == "Here."
    assert "Nobody reads this." not in json.dumps(api.get("/v1/messages").json())
    assert len(chats(model)) == 2


@pytest.mark.parametrize(
    ("fault", "status"),
    [
        (Fault.status(500, times="forever"), 503),
        (Fault.status(401), 503),
        (Fault.status(400, message="Too long."), 502),
    ],
    ids=["down", "wrong key", "refused"],
)
def test_a_model_that_fails_is_a_problem_in_either_form(
    api: httpx.Client, model: ModelServer, fault: Fault, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    model.respond(fault)
    refused = api.post("/v1/chat", json={"query": "Where?"})
    logged = caplog.text
    caplog.clear()
    assert (refused.status_code, refused.headers["content-type"]) == (status, "application/problem+json")
    ((kind, problem),) = streamed(api, "Where?", message_id=refused.json()["message_id"])
    assert (kind, problem) == ("error", refused.json())
    assert urlsplit(model.base_url).netloc in logged
    assert not any(word in refused.text for word in (urlsplit(model.base_url).netloc, "Too long.", "scripted"))
    assert refused.json()["error"] in logged
    assert refused.json()["error"] in caplog.text, "the log has it in either form"
    assert len(api.get("/v1/messages").json()) == 1, "what was asked is kept all the same, and once"


def test_a_model_that_says_when_to_ask_again_is_quoted(api: httpx.Client, model: ModelServer) -> None:
    model.respond(Fault.rate_limit(retry_after=3600, times="forever"))
    refused = api.post("/v1/chat", json={"query": "Where?"})
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "3600")


def test_a_budget_that_is_used_up_says_when_it_frees(model: ModelServer) -> None:
    options = {"base_url": model.base_url, "model": "scripted", "api_key": "test", "max_calls_per_user_hour": 1}
    model.respond(answer("Here."))
    with (
        Memary.open("sqlite:///:memory:", worker=False, **options) as memory,
        served(memory, keys=KEYS) as address,
        client(address, ADA) as api,
    ):
        assert api.post("/v1/chat", json={"query": "Where?"}).status_code == 200
        refused = api.post("/v1/chat", json={"query": "And now?"})
        assert api.get("/v1/caps").json()[0]["used"] == 1
    assert refused.status_code == 429
    assert 0 < int(refused.headers["retry-after"]) <= 3_600
    assert "max_calls_per_user_hour" in refused.json()["detail"].lower()


def test_more_answers_at_once_than_there_are_places_for_are_put_off(api: httpx.Client, model: ModelServer) -> None:
    model.respond(Fault.stall_stream(answer("Berlin it is"), times="forever"))
    body = {"query": "Where?"}
    with (
        api.stream("POST", "/v1/chat/stream", json=body) as one,
        api.stream("POST", "/v1/chat/stream", json=body) as other,
    ):
        open_streams = [events_of(stream.iter_lines()) for stream in (one, other)]
        assert [next(events)[0] for events in open_streams] == ["text", "text"]
        refused = api.post("/v1/chat", json=body)
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
        assert api.get("/v1/messages").status_code == 200, "all else is served"


def test_temporary_texts_leave_nothing_behind(api: httpx.Client, model: ModelServer) -> None:
    model.respond(answer("Tea."))
    told = api.post("/v1/chat", json={"query": "What now?", "temporary": ["The kettle is xylophone."]}).json()
    assert told["message_id"] is None
    assert "xylophone" not in api.get("/v1/export").text


def test_a_list_of_runs_goes_on_where_a_page_ended(api: httpx.Client) -> None:
    made = [api.post("/v1/runs", json={"objective": f"task {number}"}).json()["id"] for number in range(3)]
    page = api.get("/v1/runs", params={"limit": 2})
    rest = api.get("/v1/runs", params={"limit": 2, "before": page.headers["Next-Cursor"]})
    assert [run["id"] for run in (*page.json(), *rest.json())] == made[::-1]
    assert "Next-Cursor" not in rest.headers
