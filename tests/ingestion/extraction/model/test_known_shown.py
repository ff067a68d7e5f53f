"""Which of the known facts are shown with new messages, and in what order."""

from __future__ import annotations

import pytest
from support.model_server import ModelServer, prompt_text

from ingestion.extraction.model.replies import USER, number, tell
from memary import Memary
from memary.languages import texts


@pytest.mark.parametrize(
    ("advice", "telling", "said"),
    [
        (
            "assistant | advised | stretching, walks, light dinners, early nights and a warm bath for a back in pain",
            "User | has | back pain",
            "The pain in my back is gone after a bath.",
        ),
        (
            "助手 | 建议 | 拉伸、热敷、散步、清淡饮食、早睡、游泳、靠墙站和按摩来缓解腰痛",
            "User | 患有 | 腰痛",
            "按摩以后腰痛好了。",
        ),
    ],
)
def test_what_is_told_briefly_is_shown_before_long_advice_that_shares_more(
    memory: Memary, server: ModelServer, advice: str, telling: str, said: str
) -> None:
    others = [f"User | likes | {what}" for what in ("a walk", "a bath", "an early night")]
    lines = [advice, telling, *(others if said.isascii() else ["User | 喜欢 | 按摩", "User | 喜欢 | 热敷"])]
    given = [dict(zip(("subject", "predicate", "object"), line.split(" | "), strict=True)) for line in lines]
    memory.facts.add(given, user_id=USER)
    tell(memory, server, said)
    prompt, heading = prompt_text(server.requests[-1].body), texts("en" if said.isascii() else "zh").known_facts
    assert number(prompt, heading, telling) < number(prompt, heading, advice.rpartition(" | ")[0])


def test_what_was_changed_or_forgotten_since_the_last_message_is_shown_as_it_is_now(
    memory: Memary, server: ModelServer
) -> None:
    def shown(when: str) -> str:
        tell(memory, server, f"We went to the harbour {when}, my boat and I.")
        return prompt_text(server.requests[-1].body)

    memory.facts.add([{"subject": "User", "predicate": "owns", "object": "boat"}], user_id=USER)
    memory.facts.add([{"subject": "User", "predicate": "works at", "object": "harbour"}], user_id=USER)
    assert "User | owns | boat" in shown("at noon")
    memory.facts.add([{"subject": "boat", "predicate": "lies in", "object": "harbour"}], user_id=USER)
    assert "boat | lies_in | harbour" in shown("at night")
    memory.forget(user_id=USER, entity="boat", with_sources=False)
    after = shown("at dawn")
    assert "owns | boat" not in after
    assert "User | works_at | harbour" in after
