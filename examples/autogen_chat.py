# /// script
# requires-python = ">=3.11"
# dependencies = ["memary", "autogen-agentchat>=0.7,<0.8", "autogen-ext[openai]>=0.7,<0.8"]
#
# [tool.uv.sources]
# memary = { path = ".." }
# ///
"""An AutoGen agent that remembers, by two calls: recall before each turn, add after it.

    uv run examples/autogen_chat.py
    uv run examples/autogen_chat.py --base-url http://localhost:11434/v1 --model llama3.2

Without a base URL a scripted model answers from what it is shown, and nothing leaves this machine.
"""

# ruff: noqa: T201  what an example has to say it prints

from __future__ import annotations

import argparse
import asyncio
import os
from contextlib import nullcontext

from autogen_agentchat.agents import AssistantAgent
from autogen_ext.models.openai import OpenAIChatCompletionClient
from scripted_model import scripted_model

from memary import Memary

USER = "ada"


async def turn(memory: Memary, agent: AssistantAgent, said: str, session: str) -> str:
    """Let the agent answer with what memory knows, and keep what both said."""
    window = await memory.acontext(said, user_id=USER, session_id=session, history="none")
    task = f"{window.notice}\n{window.recalled_text}\n\n{said}" if window.recalled_text else said

    result = await agent.run(task=task)
    answer = str(result.messages[-1].content)

    turns = [{"role": "user", "content": said}, {"role": "assistant", "content": answer}]
    await memory.aadd(turns, user_id=USER, session_id=session)
    return answer


async def main(base_url: str, model: str) -> None:
    """Tell something in one session, and ask for it in another, of another agent."""
    client = OpenAIChatCompletionClient(
        model=model,
        base_url=base_url,
        api_key=os.environ.get("OPENAI_API_KEY", "none"),
        model_info={
            "vision": False,
            "function_calling": False,
            "json_output": False,
            "family": "unknown",
            "structured_output": False,
        },
    )
    async with await Memary.aopen("sqlite:///:memory:") as memory:
        for session, said in [
            ("monday", "My sister Mary lives in Lisbon."),
            ("friday", "Where does my sister live?"),
        ]:
            agent = AssistantAgent("assistant", model_client=client, system_message="Answer in one sentence.")
            print(f"{session} user: {said}")
            print(f"{session} assistant: {await turn(memory, agent, said, session)}")
    await client.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--base-url", help="an OpenAI-compatible endpoint; default: a scripted model")
    parser.add_argument("--model", default="scripted", help="the model's name there")
    options = parser.parse_args()
    with nullcontext(options.base_url) if options.base_url else scripted_model() as url:
        asyncio.run(main(url, options.model))
