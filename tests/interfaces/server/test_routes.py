"""The verbs over HTTP: what a service does with them from the first message to the last trace of a user."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
from languages.german import GERMAN
from typer.testing import CliRunner

from interfaces.server.serving import ADA, BEN, KEYS, LOOKING, client, served
from memary import Memary
from memary.interfaces.cli.app import app
from memary.languages import register, texts, unregister


def said(api: httpx.Client, *texts: str, **more: Any) -> list[str]:
    """Add messages and read their facts; return their ids."""
    answer = api.post("/v1/messages", json={"messages": [{"content": text} for text in texts], **more})
    assert answer.status_code == 201, answer.text
    assert api.post("/v1/flush").json()["pending"] == 0
    return answer.json()["ids"]


def got(api: httpx.Client, path: str, **query: Any) -> Any:
    answer = api.get(f"/v1/{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_message_is_found_at_once_and_its_facts_after_they_were_read(ada: httpx.Client) -> None:
    message = {"content": "I moved to Berlin.", "created_at": "2026-05-01T09:00:00Z", "metadata": {"k": "v"}}
    sent = {"messages": [message], "session_id": "s1"}
    receipt = ada.post("/v1/messages", json=sent).json()
    assert receipt["pending"] == 1
    hit = ada.post("/v1/search", json={"query": "Berlin"}).json()[0]
    assert (hit["id"], hit["text"], hit["metadata"]) == (receipt["ids"][0], "I moved to Berlin.", {"k": "v"})
    assert ada.post("/v1/messages", json=sent).json()["ids"] == receipt["ids"], "the same message is kept once"
    flushed = ada.post("/v1/flush").json()
    assert (flushed["done"], flushed["facts_added"], flushed["operations"]["fact ADD"]) == (1, 1, 1)
    (fact,) = got(ada, "facts", about="Berlin")
    assert (fact["statement"], fact["valid_at"]) == ("User lives in Berlin.", "2026-05-01T09:00:00Z")
    assert got(ada, "facts", filters=json.dumps({"predicate": "likes"})) == []
    assert got(ada, "facts", as_of="2026-04-01T00:00:00Z") == []
    assert [(session["session_id"], session["title"]) for session in got(ada, "sessions")] == [("s1", None)]
    assert ada.patch("/v1/sessions/s1", json={"title": "Moving"}).status_code == 204
    assert [session["title"] for session in got(ada, "sessions")] == ["Moving"]
    assert ada.patch("/v1/sessions/s2", json={"title": "Moving"}).status_code == 404


def test_lists_go_on_where_a_page_of_them_began(ada: httpx.Client) -> None:
    ids = said(ada, *(f"I like {thing}." for thing in ("tea", "rain", "chess", "dogs", "jazz")))
    for path in ("messages", "facts", "operations"):
        every = got(ada, path)
        answer = ada.get(f"/v1/{path}", params={"limit": 2})
        shown = answer.json()
        while cursor := answer.headers.get("next-cursor"):
            answer = ada.get(f"/v1/{path}", params={"limit": 2, "before": cursor})
            assert answer.json()
            shown = [*answer.json(), *shown]
        assert shown == every
    assert {one["id"] for one in got(ada, "messages")} == set(ids)
    assert ada.get("/v1/facts", params={"before": "page 2"}).status_code == 422


def test_a_request_that_waits_tells_what_was_learnt_and_can_be_undone(ada: httpx.Client) -> None:
    said(ada, "I live in Paris.")
    sent = {"messages": [{"content": "I moved to Berlin."}], "wait": True}
    receipt = ada.post("/v1/messages", json=sent).json()
    assert [fact["statement"] for fact in receipt["learnt"]] == ["User lives in Berlin."]
    assert receipt["confirmed"] == []
    assert [fact["statement"] for fact in receipt["ended"]] == ["User lives in Paris."]
    (message,) = receipt["ids"]
    assert [row["id"] for row in got(ada, "operations", message_id=message)] == receipt["operation_ids"]
    assert ada.get("/v1/operations", params={"message_id": "nothing"}).status_code == 404
    undone = ada.post(f"/v1/messages/{message}/undo").json()
    assert undone["learnt"] == receipt["learnt"]
    assert [fact["object"] for fact in got(ada, "facts")] == ["Paris"]


def test_whatever_language_is_registered_can_be_asked_for_and_no_other(ada: httpx.Client) -> None:
    said(ada, "I live in Graz.")
    for path in ("profile", "stream/themes"):
        refused = ada.get(f"/v1/{path}", params={"language": "de"})
        assert refused.status_code == 422
        assert "language is 'de': give en or zh, or leave it out" in refused.text
    register(replace(GERMAN, texts=texts("en")))
    try:
        assert "Graz" in json.dumps(got(ada, "profile", language="de"))
        assert got(ada, "stream/themes", language="de") == []
    finally:
        unregister("de")


def test_messages_say_what_of_them_is_over(ada: httpx.Client) -> None:
    for day, text in ((1, "I live in Rome and like tea."), (4, "I moved to Oslo.")):
        said = {"role": "user", "content": text, "created_at": f"2026-05-0{day}T09:00:00Z"}
        assert ada.post("/v1/messages", json={"messages": [said], "wait": True}).status_code == 201
    first, second = got(ada, "messages")
    assert [(one["statement"], one["instead"]) for one in first["over"]] == [
        ("User lives in Rome.", "User lives in Oslo.")
    ]
    assert second["over"] == []
    assert got(ada, f"messages/{first['id']}") == first


def test_messages_as_chat_models_write_them_are_kept(ada: httpx.Client) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
    turn: list[dict[str, Any]] = [
        {"role": "developer", "content": "Be brief."},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "22 C"},
        {"role": "user", "content": [{"type": "input_text", "text": "I live in Graz."}]},
    ]
    assert len(ada.post("/v1/messages", json={"messages": turn}).json()["ids"]) == 4
    kept = [(message["role"], message["content"]) for message in got(ada, "messages")]
    assert kept == [
        ("system", "Be brief."),
        ("assistant", "weather({})"),
        ("tool", "22 C"),
        ("user", "I live in Graz."),
    ]
    refused = ada.post("/v1/messages", json={"messages": [*turn, {"role": "user", "content": [7]}]})
    assert refused.status_code == 422
    assert (
        refused.json()["detail"]
        == "Message 5 of 5 cannot be used: content: 7 is not a message part. Nothing was kept."
    )


def test_single_records_are_looked_up_and_forgotten_by_their_kind(ada: httpx.Client) -> None:
    (id_,) = said(ada, "My sister is called Mia.")
    assert got(ada, f"messages/{id_}")["content"] == "My sister is called Mia."
    wrong = ada.get(f"/v1/facts/{id_}")
    assert (wrong.status_code, wrong.json()["detail"]) == (
        404,
        f"There is no fact '{id_}' in the memory of user 'ada'.",
    )
    (fact,) = got(ada, "facts")
    assert got(ada, f"entities/{fact['object_id']}")["name"] == "Mia"
    assert ada.delete(f"/v1/messages/{id_}").json()["facts"] == 1
    assert got(ada, "facts", include_past=True) == []
    assert ada.get(f"/v1/messages/{id_}").status_code == 404


def test_a_fact_and_an_entity_can_be_forgotten_without_their_messages(ada: httpx.Client) -> None:
    said(ada, "I live in Graz. My sister is called Mia.")
    graz, mia = sorted(got(ada, "facts"), key=lambda fact: fact["object"])
    kept = ada.delete(f"/v1/facts/{graz['id']}", params={"keep_messages": "true"}).json()
    assert (kept["messages"], kept["facts"]) == (0, 1)
    kept = ada.delete(f"/v1/entities/{mia['object_id']}", params={"keep_messages": "true"}).json()
    assert (kept["messages"], kept["facts"]) == (0, 1)
    assert len(got(ada, "messages")) == 1


def test_a_fact_takes_the_words_that_tell_of_it_along_and_leaves_what_is_about_others(ada: httpx.Client) -> None:
    said(ada, "I live in Graz. My sister is called Mia.")
    home = next(fact for fact in got(ada, "facts") if fact["object"] == "Graz")
    gone = ada.delete(f"/v1/facts/{home['id']}").json()
    assert (gone["messages"], gone["facts"]) == (1, 1)
    assert [fact["object"] for fact in got(ada, "facts")] == ["Mia"]
    assert "Graz" not in str(got(ada, "messages"))


def test_a_fact_is_corrected_and_the_correction_undone(ada: httpx.Client) -> None:
    said(ada, "I live in Graz.")
    (fact,) = got(ada, "facts")
    elsewhere = ada.patch(f"/v1/facts/{fact['id']}", json={"statement": "User has moved to Linz for good."})
    assert (elsewhere.status_code, "does not name 'Graz'" in elsewhere.json()["detail"]) == (409, True)
    corrected = ada.patch(f"/v1/facts/{fact['id']}", json={"statement": "User lives in Linz."}).json()
    assert corrected["object"] == "Linz"
    assert [one["object"] for one in got(ada, "facts")] == ["Linz"]
    ended = ada.patch(f"/v1/facts/{fact['id']}", json={"object": "Wien"})
    assert ended.status_code == 409
    first, second = (row["id"] for row in got(ada, f"facts/{fact['id']}/history"))
    too_early = ada.post(f"/v1/operations/{first}/undo")
    assert too_early.status_code == 409
    assert second in too_early.json()["detail"]
    assert ada.post(f"/v1/operations/{second}/undo").json()["id"] == second
    assert [one["object"] for one in got(ada, "facts")] == ["Graz"]
    rated = ada.post(f"/v1/facts/{fact['id']}/feedback", json={"rating": "very_negative", "reason": "never was"})
    assert rated.json()["action"] == "FEEDBACK"
    assert got(ada, "facts") == []


def test_facts_of_ones_own_go_through_the_same_rules(ada: httpx.Client) -> None:
    triples = [
        {"subject": "Ada", "predicate": "lives_in", "object": "Rome", "valid_at": "2026-01-01"},
        {"subject": "Ada", "predicate": "lives_in", "object": "Oslo", "valid_at": "2026-03-01"},
    ]
    applied = ada.post("/v1/facts", json={"facts": triples})
    assert applied.status_code == 201
    assert {"ADD", "UPDATE"} <= {row["action"] for row in applied.json()}
    assert [fact["object"] for fact in got(ada, "facts")] == ["Oslo"]
    graph = got(ada, "graph", about="Oslo")
    assert [entity["name"] for entity in graph["entities"].values()].count("Ada") == 1
    assert got(ada, "graph", about="Oslo", explain=True)["statements"]
    assert got(ada, "graph/check", question="Who lives in Oslo?")["known"] is True
    wrong = ada.post("/v1/facts", json={"facts": [*triples, {"subject": "", "predicate": "x", "object": "y"}]})
    assert wrong.status_code == 422


def test_the_map_leads_from_a_message_to_its_facts_and_back(ada: httpx.Client) -> None:
    (message,) = said(ada, "My sister is called Mia.")
    (fact,) = got(ada, "facts", about="Mia")
    whole = got(ada, "map")
    assert {node["id"] for node in whole["nodes"]} > {message, fact["id"], fact["object_id"]}
    ties = [{"source": fact["id"], "target": message, "kind": "rests_on"}]
    assert [edge for edge in whole["edges"] if edge["kind"] == "rests_on"] == ties
    for record in (message, fact["id"], fact["object_id"]):
        found = got(ada, f"map/{record}", depth=1)
        assert found["about"] == record
        assert [edge for edge in found["edges"] if edge["kind"] == "rests_on"] == ties
    assert ada.get("/v1/map/nothing").status_code == 404


def test_a_fact_in_doubt_tells_why_and_is_confirmed(ada: httpx.Client) -> None:
    works = {"subject": "Ada", "predicate": "works_at", "object": "Acme", "valid_at": "2026-01-05"}
    swims = {"subject": "Ada", "predicate": "swims_at", "object": "the Baths", "valid_at": "2026-01-12"}
    (row,) = ada.post("/v1/facts", json={"facts": [works]}).json()
    because = [{"fact_id": row["target_id"], "words": "because it is below the office"}]
    assert ada.post("/v1/facts", json={"facts": [swims | {"rests_on": because}]}).status_code == 201
    assert got(ada, "facts", in_doubt=True) == []

    ada.post("/v1/facts", json={"facts": [works | {"object": "Bolt", "valid_at": "2026-03-02"}]})
    (doubted,) = got(ada, "facts", in_doubt=True)
    assert doubted["in_doubt"]["because"] == "Ada works at Acme"
    assert doubted["in_doubt"]["since"].startswith("2026-03-02")
    assert doubted["in_doubt"]["path"][0]["words"] == "because it is below the office"
    assert [fact["object"] for fact in got(ada, "facts", in_doubt=False)] == ["Bolt"]

    assert ada.post(f"/v1/facts/{doubted['id']}/confirm").json()["in_doubt"] is None
    assert got(ada, "facts", in_doubt=True) == []
    assert ada.post("/v1/facts/nothing/confirm").status_code == 404


def test_a_found_message_says_what_of_it_is_over(ada: httpx.Client) -> None:
    for day, text in (("2026-05-01", "I live in Rome."), ("2026-06-01", "I moved to Oslo.")):
        said = {"role": "user", "content": text, "created_at": f"{day}T09:00:00Z"}
        ada.post("/v1/messages", json={"messages": [said], "wait": True})
    hits = ada.post("/v1/search", json={"query": "Where do I live?", "kinds": ["message"]}).json()
    (over,) = next(hit["over"] for hit in hits if hit["text"] == "I live in Rome.")
    assert (over["statement"], over["reason"], over["since"][:10]) == ("User lives in Rome.", "ended", "2026-06-01")
    assert over["instead"] == "User lives in Oslo."
    assert next(hit["over"] for hit in hits if hit["text"] == "I moved to Oslo.") == []


def test_two_entities_are_made_one(ada: httpx.Client) -> None:
    ada.post("/v1/facts", json={"facts": [{"subject": "Bob", "predicate": "likes", "object": "tea"}]})
    ada.post("/v1/facts", json={"facts": [{"subject": "Robert Smith", "predicate": "likes", "object": "jam"}]})
    assert ada.post("/v1/merges", json={"entity": "Bob", "into": "Robert Smith"}).json()["action"] == "MERGE"
    assert len(got(ada, "facts", about="Bob")) == 2


def test_two_entities_that_may_be_one_are_listed_until_somebody_says_that_they_are_two(ada: httpx.Client) -> None:
    said(ada, "Ada lives in Rome.")
    said(ada, "My name is Ada.")
    (pair,) = got(ada, "duplicates")
    ids = {"entity": pair["one"]["id"], "other": pair["other"]["id"]}
    row = ada.post("/v1/distinctions", json=ids).json()
    assert row["action"] == "DISTINCT"
    assert got(ada, "duplicates") == []
    again = ada.post("/v1/distinctions", json=ids)
    assert (again.status_code, "already kept apart" in again.text) == (422, True)
    ada.post(f"/v1/operations/{row['id']}/undo")
    assert got(ada, "duplicates") == [pair]


def test_entries_are_taken_out_of_the_stream(ada: httpx.Client) -> None:
    for day in ("05", "12", "19"):
        message = {"content": "Mia met Tom in Paris.", "created_at": f"2026-01-{day}T09:00:00Z"}
        ada.post("/v1/messages", json={"messages": [message], "session_id": day, "wait": True})
    row = ada.delete("/v1/stream/entries", params={"entity": "Mia", "index": -1}).json()
    assert sorted(one["count"] for one in got(ada, "entities")) == [2, 3, 3]
    ada.post(f"/v1/operations/{row['id']}/undo")
    assert len(got(ada, "stream")) == 9
    assert ada.delete("/v1/stream", params={"before": "2026-01-10T00:00:00Z"}).json() == {"removed": 3}
    assert ada.delete("/v1/stream", params={"confirm": "ben"}).status_code == 422
    assert ada.delete("/v1/stream", params={"confirm": "ada"}).json() == {"removed": 6}
    assert (got(ada, "stream"), len(got(ada, "messages"))) == ([], 3)


def test_an_entity_is_given_categories_of_ones_own(ada: httpx.Client) -> None:
    said(ada, "My sister is called Mia.")
    mia = got(ada, "entities")[0]["entity"]["id"]
    row = ada.patch(f"/v1/entities/{mia}", json={"categories": ["climbers"], "add": ["family"]}).json()
    assert [one["entity"]["name"] for one in got(ada, "entities", category="climbers")] == ["Mia"]
    assert ada.patch(f"/v1/entities/{mia}", json={}).status_code == 422
    ada.post(f"/v1/operations/{row['id']}/undo")
    assert got(ada, "entities", category="climbers") == []


def test_stream_knowledge_store_profile_and_insights(ada: httpx.Client) -> None:
    for day in ("05", "12", "19"):
        message = {"content": "Mia met Tom in Paris.", "created_at": f"2026-01-{day}T09:00:00Z"}
        ada.post("/v1/messages", json={"messages": [message], "session_id": day})
    said(ada, "I love coffee.", "My sister is called Mia.")
    best = got(ada, "entities", limit=1)[0]
    assert (best["entity"]["name"], best["count"]) == ("Mia", 4)
    assert {row["name"] for row in got(ada, "categories")} >= {"people"}
    entries = got(ada, "stream", entity="Paris", until="2026-01-15T00:00:00Z")
    assert [entry["at"] for entry in entries] == ["2026-01-05T09:00:00Z", "2026-01-12T09:00:00Z"]
    periods = got(ada, "stream/timeline", by="week", until="2026-01-26T00:00:00Z")
    assert [period["messages"] for period in periods] == [1, 1, 1]
    assert "Paris" in got(ada, "stream/themes")[0]["label"]
    changes = got(ada, "stream/changes", since="2026-02-01T00:00:00Z", compared_since="2026-01-01T00:00:00Z")
    assert "gone" in {row["change"] for row in changes["entities"]}
    profile = got(ada, "profile", language="en")
    assert "coffee" in json.dumps(profile)
    assert ada.post("/v1/reflect").json()["user_id"] == "ada"
    assert isinstance(got(ada, "insights"), list)
    then = "2026-01-20T00:00:00Z"
    assert "coffee" not in json.dumps(got(ada, "profile", language="en", as_of="2025-12-01T00:00:00Z"))
    assert got(ada, "insights", as_of=then) == got(ada, "categories", session_id="unheard") == []
    assert isinstance(got(ada, "stream/shifts", until=then), list)
    assert got(ada, "stream/themes", agent_id="nobody") == []
    rewound = got(ada, "stream/rewind", as_of=then)
    assert (rewound["as_of"], rewound["then"]["messages"] > 0) == (then, True)
    assert got(ada, "conflicts") == []


def test_a_context_window_keeps_its_budget_and_comes_as_messages(ada: httpx.Client) -> None:
    said(ada, "I moved to Berlin.")
    window = ada.post("/v1/context", json={"query": "Where do I live?", "budget": 600}).json()
    assert window["tokens"] <= 600
    assert "Berlin" in window["messages"][0]["content"]
    assert sum(window["account"].values()) > 0


def test_all_of_a_user_is_forgotten_only_when_the_name_is_repeated(ada: httpx.Client, ben: httpx.Client) -> None:
    said(ada, "I live in Berlin.", session_id="s1")
    said(ada, "I work in Ulm.", session_id="s2")
    said(ben, "I live in Bonn.")
    for confirm in ({}, {"confirm": "ben"}, {"confirm": ""}):
        refused = ada.delete("/v1/memory", params=confirm)
        assert refused.status_code == 422
        assert "'ada'" in refused.json()["detail"]
    assert ada.delete("/v1/memory", params={"session_id": "s2"}).json()["messages"] == 1
    assert ada.delete("/v1/memory", params={"speaker": "Tom"}).status_code == 404
    manifest = ada.delete("/v1/memory", params={"confirm": "ada"}).json()
    assert (manifest["messages"], manifest["facts"]) == (1, 1)
    assert got(ada, "messages") == []
    assert len(got(ben, "messages")) == 1
    assert ada.delete("/v1/memory", params={"confirm": "ada"}).status_code == 404


def test_an_export_is_what_import_reads(ada: httpx.Client, tmp_path: Any) -> None:
    said(ada, "I moved to Berlin.")
    sent = ada.get("/v1/export")
    assert sent.headers["content-type"] == "application/x-ndjson"
    (tmp_path / "ada.jsonl").write_bytes(sent.content)
    with Memary.open("sqlite:///:memory:", worker=False) as other:
        assert other.import_(tmp_path / "ada.jsonl", user_id="ada") == sent.text.count("\n") - 1
        assert [fact.object for fact in other.facts.list(user_id="ada")] == ["Berlin"]


def test_counts_and_usage_of_one_user_or_for_an_admin_of_all(
    ada: httpx.Client, ben: httpx.Client, admin: httpx.Client
) -> None:
    said(ada, "I moved to Berlin.")
    said(ben, "I moved to Bonn.", "I like tea.")
    assert got(ada, "stats")["messages"] == 1
    assert got(admin, "stats")["messages"] == 3
    assert got(admin, "stats", user_id="ben")["messages"] == 2
    assert got(admin, "users") == ["ada", "ben"]
    assert got(ada, "usage")["total"]["calls"] == 0
    assert got(ada, "caps") == []


def test_records_have_the_form_in_which_the_command_line_prints_them(ada: httpx.Client, memory: Memary) -> None:
    said(ada, "My sister is called Mia. I moved to Berlin.")
    same = {
        "facts": ["facts"],
        "entities": ["entities"],
        "stream": ["stream"],
        "categories": ["categories"],
        "operations": ["operations"],
        "graph?about=Mia": ["graph", "Mia"],
        "insights": ["insights"],
        "usage": ["usage"],
    }
    whose = ["--json", "--user", "ada", "--store", memory.core.store.location]
    for path, command in same.items():
        printed = CliRunner().invoke(app, [*command, *whose], prog_name="memary")
        assert printed.exit_code == 0, printed.output
        assert _timeless(json.loads(printed.stdout)) == _timeless(ada.get(f"/v1/{path}").json()), path


def _timeless(data: Any) -> Any:
    """Leave out scores, which go down while one looks."""
    if isinstance(data, dict):
        return {name: _timeless(value) for name, value in data.items() if name != "score"}
    return [_timeless(one) for one in data] if isinstance(data, list) else data


def test_what_was_forgotten_is_restored_by_its_user_alone(tmp_path: Path) -> None:
    with (
        Memary.open(f"sqlite:///{tmp_path}/held.db", worker=False, restorable_days=30) as memory,
        served(memory, keys=KEYS) as address,
        client(address, ADA) as ada,
        client(address, BEN) as ben,
        client(address, LOOKING) as looking,
    ):
        said(ada, "I moved to Berlin.", session_id="s1")
        said(ben, "I like tea.")
        gone = ada.delete("/v1/memory", params={"session_id": "s1"}).json()
        assert got(ada, "facts") == []
        (held,) = got(ada, "forgotten")
        assert (held["id"], held["until"]) == (gone["held_id"], gone["held_until"])
        assert "Berlin" not in json.dumps(held)
        assert got(ben, "forgotten") == []
        assert ben.post(f"/v1/forgotten/{held['id']}/restore").status_code == 404
        assert ben.delete(f"/v1/forgotten/{held['id']}").status_code == 404
        assert looking.post(f"/v1/forgotten/{held['id']}/restore").status_code == 403
        assert ada.post(f"/v1/forgotten/{held['id']}/restore").json()["facts"] == 1
        assert [fact["object"] for fact in got(ada, "facts")] == ["Berlin"]
        assert ada.post(f"/v1/forgotten/{held['id']}/restore").status_code == 404
        good = ada.delete("/v1/memory", params={"session_id": "s1", "for_good": True}).json()
        assert good["held_id"] is None
        (tea,) = got(ben, "facts")
        assert ben.delete(f"/v1/facts/{tea['id']}").json()["held_id"] is not None
        assert ben.delete("/v1/forgotten").json() == {"ended": 1}
        assert got(ben, "forgotten") == []
