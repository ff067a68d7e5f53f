"""Who may come in: keys, what each opens, and that no route shows one user another's memory."""

from __future__ import annotations

import json
import socket
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from interfaces.server.every_route import asked, routes
from interfaces.server.serving import ADA, ADMIN, BEN, KEYS, LOOKING, PAUSED, client, served
from memary import Memary
from memary.errors import ConfigurationError, InputError
from memary.interfaces.api_keys import ADMIN as ANYBODY
from memary.interfaces.api_keys import add_key, digest_of, read_keys, revoke_keys
from memary.interfaces.server import KeyRing
from memary.settings import Settings
from memary.types import utc_now


@pytest.fixture
def ids(ada: httpx.Client, memory: Memary) -> dict[str, str]:
    """Ids out of the memory that Ada is given."""
    sent = {"messages": [{"content": "My sister is called Canaria."}], "session_id": "nest"}
    (message_id,) = ada.post("/v1/messages", json=sent).json()["ids"]
    ada.post("/v1/messages", json={"messages": [{"content": "Good night."}], "session_id": "perch"})
    secret = ada.post("/v1/messages", json={"messages": [{"content": "Canaria's cage is open."}]}).json()["ids"][0]
    ada.post("/v1/flush")
    ada.delete(f"/v1/messages/{secret}")
    (held,) = ada.get("/v1/forgotten").json()
    (fact,) = ada.get("/v1/facts").json()
    (row,) = ada.get("/v1/operations", params={"limit": 1}).json()
    run = memory.runs.record({"objective": "Feed Canaria"}, user_id="ada")
    space = ada.post("/v1/spaces", json={"name": "Canaria"}).json()
    return {
        "message_id": message_id,
        "session_id": "perch",
        "fact_id": fact["id"],
        "entity_id": fact["object_id"],
        "operation_id": row["id"],
        "forgotten_id": held["id"],
        "record_id": fact["id"],
        "run_id": run.id,
        "space": space["space_id"],
        "member": "cleo",
    }


def test_no_route_shows_one_user_the_memory_of_another(
    ada: httpx.Client, ben: httpx.Client, ids: dict[str, str]
) -> None:
    before = ada.get("/v1/export").text
    for method, path in routes():
        answer = asked(ben, method, path, ids)
        shown = answer.text.replace("'Canaria'", "")  # the name that was asked for
        assert "canaria" not in shown.casefold(), (method, path)
        assert not any(f'"{id_}"' in shown for id_ in ids.values()), (method, path)
        if "{" in path:
            assert answer.status_code == 404, (method, path)
    assert ada.get("/v1/export").text == before, "nothing of hers has changed"


def test_naming_another_user_is_refused_everywhere(ada: httpx.Client, ben: httpx.Client, ids: dict[str, str]) -> None:
    before = ada.get("/v1/export").text
    for method, path in routes():
        answer = asked(ben, method, path, ids, user_id="ada")
        assert (answer.status_code, "'ben'" in answer.json()["detail"]) == (403, True), (method, path)
    assert ada.get("/v1/export").text == before


def test_without_a_known_key_nothing_is_told(address: str, ada: httpx.Client, ids: dict[str, str]) -> None:
    with client(address) as stranger:
        for method, path in routes():
            answer = asked(stranger, method, path, ids)
            assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer"), (method, path)
        for given in ("Bearer mk_nobody", f"Basic {ADA}", "Bearer", f"Bearer {digest_of(ADA)}"):
            assert stranger.get("/v1/stats", headers={"Authorization": given.encode()}).status_code == 401
        assert stranger.get("/healthz").json() == {"status": "ok"}
        assert stranger.get("/readyz").status_code == 200


@pytest.mark.parametrize("announced", ["Content-Length: 9000000", "Transfer-Encoding: chunked"])
def test_without_a_known_key_no_byte_of_the_body_is_waited_for(address: str, announced: str) -> None:
    head = f"POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{announced}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", urlsplit(address).port or 0)) as stranger:
        stranger.settimeout(30)
        stranger.sendall(head.encode())
        answer = b"".join(iter(lambda: stranger.recv(65_536), b"")).decode()
    assert answer.startswith("HTTP/1.1 401")


def test_a_key_that_may_only_look_changes_nothing(address: str, ada: httpx.Client, ids: dict[str, str]) -> None:
    before = ada.get("/v1/export").text
    looks = {"/v1/search", "/v1/context"}
    with client(address, LOOKING) as looking:
        for method, path in routes():
            answer = asked(looking, method, path, ids)
            may = method == "get" or path in looks
            assert answer.is_success == (may and path != "/v1/users"), (method, path, answer.text)
    assert ada.get("/v1/export").text == before


def test_a_paused_key_opens_nothing(address: str, ids: dict[str, str]) -> None:
    with client(address, PAUSED) as paused:
        assert {asked(paused, method, path, ids).status_code for method, path in routes()} == {403}


@pytest.mark.usefixtures("ids")
def test_an_admin_names_the_user(admin: httpx.Client, ada: httpx.Client) -> None:
    assert admin.get("/v1/facts").status_code == 422
    assert len(admin.get("/v1/facts", params={"user_id": "ada"}).json()) == 1
    assert admin.get("/v1/users").json() == ["ada"]
    assert admin.get("/v1/facts", params={"user_id": "new"}).json() == []


def test_keys_of_a_file_are_read_again_when_it_changes(memory: Memary, tmp_path: Path) -> None:
    file = tmp_path / "keys.toml"
    first = add_key(file, "ada", name='the "first"')
    assert first not in file.read_text()
    assert oct(file.stat().st_mode)[-3:] == "600"
    with served(memory, keys=KeyRing(file=file)) as address, client(address, first) as api:
        assert api.get("/v1/stats").status_code == 200
        second = add_key(file, "ben", access="read")
        with client(address, second) as other:
            assert other.get("/v1/stats").status_code == 200
            file.write_text(file.read_text().replace('"write"', '"none"'))
            assert (api.get("/v1/stats").status_code, other.get("/v1/stats").status_code) == (403, 200)
            file.write_text("keys = nonsense")
            assert (api.get("/v1/stats").status_code, other.get("/v1/stats").status_code) == (403, 200)


def test_a_key_that_has_expired_opens_nothing_and_its_owner_is_told_so(memory: Memary, tmp_path: Path) -> None:
    file, now = tmp_path / "keys.toml", utc_now()
    add_key(file, "ada", name="for a day", expires=now + timedelta(days=1))
    over = add_key(file, "ada", name="over", expires=now - timedelta(days=1))
    lasting = add_key(file, "ada")
    assert [key.expires for key in read_keys(file)] == [now + timedelta(days=1), now - timedelta(days=1), None]
    with served(memory, keys=KeyRing(file=file)) as address:
        with client(address, over) as late:
            told = late.get("/v1/facts")
        with client(address, lasting) as ada:
            assert ada.get("/v1/facts").status_code == 200
    assert told.status_code == 401
    assert told.json()["detail"].startswith(f"This key has expired on {now - timedelta(days=1):%Y-%m-%d %H:%M} UTC")


def test_a_key_is_revoked_by_its_name_and_all_else_in_the_file_stays(memory: Memary, tmp_path: Path) -> None:
    file = tmp_path / "keys.toml"
    file.write_text("# those of the house\n")
    first, second = add_key(file, "ada", name="phone"), add_key(file, "ben")
    kept = file.read_text()
    with file.open("a") as out:
        out.write("\n# lent\n")
    third = add_key(file, "cleo", name="phone")
    file.chmod(0o644)
    with served(memory, keys=KeyRing(file=file)) as address, client(address, third) as api:
        assert api.get("/v1/stats").status_code == 200
        assert revoke_keys(file, "phone", user="cleo") == 1
        assert api.get("/v1/stats").status_code == 401
    assert file.read_text() == kept + "\n# lent\n"
    assert oct(file.stat().st_mode)[-3:] == "600"
    assert [one.name for one in tmp_path.glob("keys*")] == ["keys.toml"]
    label = f"ben:{digest_of(second)[:8]}"
    assert (revoke_keys(file, label), revoke_keys(file, "phone")) == (1, 1)
    assert (KeyRing(file=file).find(first), bool(KeyRing(file=file))) == (None, True)
    assert file.read_text() == "# those of the house\n\n# lent\n"


@pytest.mark.parametrize("name", ["", "tablet"])
def test_a_key_that_is_not_there_cannot_be_revoked(tmp_path: Path, name: str) -> None:
    add_key(tmp_path / "keys.toml", "ada")
    with pytest.raises(InputError, match="There is no API key"):
        revoke_keys(tmp_path / "keys.toml", name)


def test_a_file_that_is_written_otherwise_is_left_to_its_writer(tmp_path: Path) -> None:
    file = tmp_path / "keys.toml"
    file.write_text(text := f'keys = [{{ name = "phone", user = "ada", sha256 = "{digest_of(ADA)}" }}]')
    with pytest.raises(ConfigurationError, match="by hand"):
        revoke_keys(file, "phone")
    assert file.read_text() == text


def test_keys_come_from_the_environment_or_json_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "keys.json"
    file.write_text(json.dumps({"keys": [{"user": "ben", "sha256": digest_of(BEN), "access": "read"}]}))
    monkeypatch.setenv("MEMARY_API_KEYS", f"ada={digest_of(ADA)},*={digest_of(ADMIN)}")
    monkeypatch.setenv("MEMARY_API_KEYS_FILE", str(file))
    ring = KeyRing.of(Settings.load())
    found = {given: ring.find(given) for given in (ADA, BEN, ADMIN, "mk_other")}
    assert {given: one and (one.user, one.access) for given, one in found.items()} == {
        ADA: ("ada", "write"),
        BEN: ("ben", "read"),
        ADMIN: (ANYBODY, "write"),
        "mk_other": None,
    }


@pytest.mark.parametrize(
    "text", ["[[keys]]\nuser = 'ada'", "[[keys]]\nuser = 'ada'\nsha256 = 'mk_plain'", "[keys", '[[key]]\nuser = "a"']
)
def test_a_file_that_holds_no_keys_is_an_error(tmp_path: Path, text: str) -> None:
    file = tmp_path / "keys.toml"
    file.write_text(text)
    with pytest.raises(ConfigurationError, match=str(file)):
        KeyRing(file=file)


def test_a_key_of_the_settings_that_is_no_hash_is_an_error() -> None:
    with pytest.raises(ConfigurationError, match="USER=SHA256"):
        KeyRing.of(Settings.load(api_keys=("ada=secret",)))


def test_without_keys_only_this_machine_is_served_as_the_user_of_the_settings(tmp_path: Path) -> None:
    with (
        Memary.open(
            f"sqlite:///{tmp_path}/m.db", worker=False, user="ada", allow_origins="https://ours.org"
        ) as memory,
        served(memory) as address,
        client(address) as api,
    ):
        sent = {"messages": [{"content": "Tea, please."}]}
        assert api.post("/v1/messages", json=sent).is_success
        assert memory.admin.users() == ["ada"]
        assert api.get("/v1/stats", params={"user_id": "ben"}).status_code == 403

        def status(**headers: str) -> int:
            return api.get("/v1/stats", headers=headers).status_code

        assert status(Host="evil.example:80") == 403, "a name that leads here is no loopback name"
        assert status(Host="x@127.0.0.1") == 403, "nor is what no browser sends"
        assert status(Origin="https://evil.example") == 403, "nor is a page of another site"
        assert status(Origin="null") == 403
        assert status(Origin="http://localhost:3000") == 403, "nor one of another server here"
        assert status(Origin="https://ours.org") == status(Origin=address) == status() == 200


def test_a_server_without_keys_is_closed_by_the_first_key_that_is_made(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with (
        Memary.open(f"sqlite:///{tmp_path}/m.db", worker=False, user="ada", home=home) as memory,
        served(memory) as address,
        client(address) as api,
    ):
        assert api.get("/v1/stats").status_code == 200
        key = add_key(home / "api-keys.toml", "ada")
        assert api.get("/v1/stats").status_code == 401
        assert api.get("/v1/stats", headers={"Authorization": f"Bearer {key}"}).status_code == 200
        (home / "api-keys.toml").unlink()
        assert api.get("/v1/stats").status_code == 401


def test_pages_of_other_sites_are_let_in_only_where_allowed(memory: Memary) -> None:
    asks = {"Origin": "https://ours.org", "Access-Control-Request-Method": "POST"}
    with served(memory, keys=KEYS) as address, client(address, ADA) as api:
        assert "access-control-allow-origin" not in api.get("/v1/stats", headers=asks).headers
    allowing = {"allow_origins": "https://ours.org", "worker": False}
    with (
        Memary.open("sqlite:///:memory:", **allowing) as other,
        served(other, keys=KEYS) as address,
        client(address, ADA) as api,
    ):
        assert api.options("/v1/search", headers=asks).headers["access-control-allow-origin"] == "https://ours.org"
        asks["Origin"] = "https://evil.example"
        assert "access-control-allow-origin" not in api.options("/v1/search", headers=asks).headers


def test_a_memory_and_a_key_are_paused_while_the_server_runs_by_an_admin_alone(
    ada: httpx.Client, ben: httpx.Client, admin: httpx.Client
) -> None:
    ada.post("/v1/messages", json={"messages": [{"content": "I live in Berlin."}]})
    whose = {"user_id": "ada"}
    assert ada.patch("/v1/access", json={"state": "open"}).status_code == 403
    told = admin.patch("/v1/access", params=whose, json={"clients": {"ada": "paused"}}).json()
    assert told["clients"] == {"ada": "paused"}
    refused = ada.post("/v1/search", json={"query": "Berlin"})
    assert (refused.status_code, refused.json()["error"]) == (403, "AccessDeniedError")
    assert "Berlin" not in refused.text
    assert ben.post("/v1/search", json={"query": "Berlin"}).json() == []
    admin.patch("/v1/access", params=whose, json={"clients": {"ada": "read"}})
    assert ada.post("/v1/search", json={"query": "Berlin"}).status_code == 200
    assert ada.post("/v1/messages", json={"messages": [{"content": "I like tea."}]}).status_code == 403
    assert admin.get("/v1/access", params=whose).json()["clients"] == {"ada": "read"}
    assert admin.get("/v1/access/log", params=whose).json() == []
