"""Offer memary by the calls of mem0's `Memory`: change the import, and what used mem0 uses memary.

    from memary.integrations.mem0 import Memory

    memory = Memory()
    memory.add("I live in Berlin.", user_id="ada")
    memory.search("Where does she live?", filters={"user_id": "ada"})["results"][0]["memory"]

Arguments and results are those of mem0 2.x (the open-source library). What is a memory there is here:

- a **fact** that is true now, where memary reads them (`add`, with its default `infer=True`): its sentence is the
  memory, its id the memory's id;
- a **text as it was said**, with `infer=False`: one memory a message.

`update` and `delete` never lose what was before: `history` tells it. `delete_all` and `reset` forget for good. An
argument that memary has no meaning for is an error that says what to do instead.
"""

from memary.integrations.mem0.memory import AsyncMemory, Memory
from memary.integrations.mem0.scopes import ArgumentError

__all__ = ["ArgumentError", "AsyncMemory", "Memory"]
