"""Uses one memory in two event loops, one after the other, then without any."""

import asyncio

from memary import Memary

memory = Memary.open()


async def remember(text):
    await asyncio.gather(*(memory.aadd(f"{text} {number}", user_id="ada") for number in range(5)))


asyncio.run(remember("first"))
asyncio.run(remember("second"))
print(len(memory.messages.list(user_id="ada")))
