"""mem0's async class in a program that runs one coroutine and ends."""

import asyncio

from memary.integrations.mem0 import AsyncMemory


async def main():
    memory = AsyncMemory()
    said = [{"role": "user", "content": "I live in Berlin."}]
    await asyncio.gather(*(memory.add(said, user_id=f"user-{number}") for number in range(5)))
    found = await memory.search("Where?", filters={"user_id": "user-3"})
    print(found["results"][0]["memory"])


asyncio.run(main())
