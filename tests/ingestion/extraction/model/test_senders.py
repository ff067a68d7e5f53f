"""Senders of notices speak in a talk, but are nobody whose memory is kept."""

from __future__ import annotations

import json

import pytest
from support.model_server import ModelServer, prompt_text

from ingestion.extraction.model.replies import USER
from memary import Memary


def told_to_keep(memory: Memary, server: ModelServer, *said: tuple[str, str], listed: dict[str, str]) -> str:
    """Say what speakers say, of whom the model lists some with a type, and return its first instruction."""
    entities = [{"name": name, "type": kind, "description": "writes to Ada"} for name, kind in listed.items()]
    server.script(lambda _: json.dumps({"entities": entities, "facts": []}))
    turns = [{"role": "user", "speaker": speaker, "content": text} for speaker, text in said]
    memory.add(turns, user_id=USER, session_id="s", wait=True)
    return prompt_text(server.requests[-1].body).splitlines()[0]


@pytest.mark.parametrize(
    ("said", "kept", "sender"),
    [
        ((("Ada", "I ordered a kettle."), ("DHL", "[DHL] Parcel 17 comes tomorrow.")), "of Ada.", "DHL"),
        ((("林夏", "我买了水壶。"), ("支付宝", "【支付宝】支付成功27.80元。")), "维护林夏的", "支付宝"),
    ],
)
def test_who_signs_notices_is_nobody_whose_memory_is_kept(
    memory: Memary, server: ModelServer, said: tuple[tuple[str, str], ...], kept: str, sender: str
) -> None:
    first = told_to_keep(memory, server, *said, listed={})
    assert kept in first
    assert sender not in first


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ((("Ada", "I ordered a kettle."), ("Ben", "[Ben] I did, too.")), "Ben"),
        ((("林夏", "我买了水壶。"), ("刘经理", "【刘经理】我稍后把表发给你。")), "刘经理"),
    ],
)
def test_who_signs_and_speaks_of_himself_is_a_person(
    memory: Memary, server: ModelServer, said: tuple[tuple[str, str], ...], name: str
) -> None:
    assert name in told_to_keep(memory, server, *said, listed={})


@pytest.mark.parametrize(
    ("own", "name", "notice", "again"),
    [
        ("Ada", "Lufthansa", "Flight LH 400 of Lufthansa leaves from gate B20.", "Flight LH 400 is late by an hour."),
        ("林夏", "海航", "海航航班HU7081在B20登机。", "航班HU7081晚点一小时。"),
    ],
)
def test_a_speaker_that_is_known_as_a_firm_is_one_from_then_on(
    memory: Memary, server: ModelServer, own: str, name: str, notice: str, again: str
) -> None:
    hello = "I fly to Boston today." if own == "Ada" else "我今天飞北京。"
    assert name in told_to_keep(memory, server, (own, hello), (name, notice), listed={name: "organization"})
    assert name not in told_to_keep(memory, server, (own, hello + "!"), (name, again), listed={})
