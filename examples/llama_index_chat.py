"""A LlamaIndex agent that remembers: memary as the block of its memory, and as a tool.

    python examples/llama_index_chat.py
    python examples/llama_index_chat.py --base-url http://localhost:11434/v1 --model llama3.2

Without a base URL a scripted model answers from what it is shown, and nothing leaves this machine.
"""

# ruff: noqa: T201  what an example has to say it prints

from __future__ import annotations

import argparse
import asyncio
from contextlib import nullcontext

from llama_index.core.agent.workflow import ReActAgent
from scripted_model import scripted_model

from memary import Memary
from memary.integrations.llama_index import llama_index_memory, search_memory
from memary.models.llama_index import as_llama_index

USER = "ada"


async def turn(memory: Memary, said: str, session: str) -> str:
    """Let an agent answer with what memory knows, and keep what both said."""
    agent = ReActAgent(llm=as_llama_index(memory.core.models.chat), tools=[search_memory(memory, user_id=USER)])
    talk = llama_index_memory(memory, user_id=USER, session_id=session)
    answer = str(await agent.run(said, memory=talk))
    turns = [{"role": "user", "content": said}, {"role": "assistant", "content": answer}]
    await memory.aadd(turns, user_id=USER, session_id=session)
    return answer


async def main(base_url: str, model: str) -> None:
    """Tell something in one session, and ask for it in another."""
    options = {"base_url": base_url, "model": model, "worker": False}
    async with await Memary.aopen("sqlite:///:memory:", **options) as memory:
        for session, said in [
            ("monday", "My sister Mary lives in Lisbon."),
            ("friday", "Where does my sister live?"),
        ]:
            print(f"{session} user: {said}")
            print(f"{session} assistant: {await turn(memory, said, session)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--base-url", help="an OpenAI-compatible endpoint; default: a scripted model")
    parser.add_argument("--model", default="scripted", help="the model's name there")
    given = parser.parse_args()
    with nullcontext(given.base_url) if given.base_url else scripted_model() as url:
        asyncio.run(main(url, given.model))
