"""Agents used from many places at once."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from memary import ChatAgent, Memary

USERS = 50


def talk(memory: Memary, number: int) -> str:
    agent = ChatAgent(memory, user_id=f"user{number}")
    agent.chat(f"My secret word is zebra{number}.")
    return agent.chat("What is my secret word?").text


def expect_own(texts: list[str]) -> None:
    for number, text in enumerate(texts):
        assert f"zebra{number}." in text
        assert text.count("zebra") == 1


@pytest.mark.long
def test_fifty_talks_at_once_neither_starve_nor_mix(offline: Memary) -> None:
    async def one(number: int) -> str:
        agent = ChatAgent(offline, user_id=f"user{number}")
        await agent.achat(f"My secret word is zebra{number}.")
        return (await agent.achat("What is my secret word?")).text

    async def all_of_them() -> list[str]:
        return await asyncio.gather(*(one(number) for number in range(USERS)))

    expect_own(asyncio.run(all_of_them()))


@pytest.mark.long
def test_several_threads_share_one_memory(offline: Memary) -> None:
    with ThreadPoolExecutor(8) as pool:
        expect_own(list(pool.map(lambda number: talk(offline, number), range(16))))


def test_the_sync_chat_works_inside_a_running_loop(offline: Memary) -> None:
    async def notebook() -> str:
        return talk(offline, 0)

    expect_own([asyncio.run(notebook())])


def test_one_agent_answers_two_questions_at_once(offline: Memary) -> None:
    agent = ChatAgent(offline, user_id="ada")
    agent.chat("My cat is called Semi.")
    agent.chat("My dog is called Rex.")

    async def both() -> list[str]:
        asked = ("What is my cat called?", "What is my dog called?")
        return [answer.text for answer in await asyncio.gather(*map(agent.achat, asked))]

    cat, dog = asyncio.run(both())
    assert "Semi" in cat.splitlines()[1]
    assert "Rex" in dog.splitlines()[1]
