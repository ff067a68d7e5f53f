"""A model of one's own raises whatever its client raises; the program goes on."""

from memary import ChatAgent, Memary, MemaryError


class Model:
    """A client that is never reached."""

    name, context_window, is_offline = "mine", 8_000, False

    async def complete(self, turns, *, schema=None, max_tokens=None):
        raise KeyError("choices")

    async def stream(self, turns, *, max_tokens=None):
        raise KeyError("choices")
        yield ""

    async def aclose(self):
        pass


with Memary.open(llm=Model(), worker=False) as memory:
    memory.add("I live in Berlin.", user_id="ada")
    try:
        report = memory.flush()
        print("flush:", bool(report.errors))
        ChatAgent(memory, user_id="ada").chat("Where do I live?")
    except MemaryError as error:
        print(type(error).__name__)
    print(memory.messages.list(user_id="ada")[0].content)
