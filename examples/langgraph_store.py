"""A LangGraph graph that remembers across threads: its store is memary.

    pip install "memary[langgraph]" langgraph
    python examples/langgraph_store.py

The node answers with what the store finds, so no model is needed, and nothing leaves this machine.
"""

# ruff: noqa: T201  what an example has to say it prints

from __future__ import annotations

from typing import TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from memary import Memary
from memary.integrations.langgraph import MemaryStore


class Talk(TypedDict, total=False):
    """What a turn begins with, and what comes of it."""

    said: str
    answer: str


class Who(TypedDict):
    """Who is talking."""

    user_id: str


def respond(state: Talk, runtime: Runtime[Who]) -> Talk:
    """Answer a question from the store; keep everything else there."""
    namespace = ("memories", runtime.context["user_id"])
    store = runtime.store
    assert store is not None
    if not state["said"].endswith("?"):
        store.put(namespace, key=str(len(store.search(namespace, limit=1_000))), value={"text": state["said"]})
        return {"answer": "Noted."}
    found = store.search(namespace, query=state["said"], limit=1)
    return {"answer": f"I remember: {found[0].value['text']}" if found else "I do not know that."}


def main() -> None:
    """Tell something in one run, and ask for it in others."""
    builder = StateGraph(Talk, context_schema=Who)
    builder.add_node("respond", respond)
    builder.add_edge(START, "respond")
    builder.add_edge("respond", END)
    with Memary.open("sqlite:///:memory:") as memory:
        graph = builder.compile(store=MemaryStore(memory, user_label=1))
        for user, said in [
            ("ada", "My sister Mary lives in Lisbon."),
            ("ada", "Where does my sister live?"),
            ("bob", "Where does my sister live?"),
        ]:
            answer = graph.invoke({"said": said}, context={"user_id": user})["answer"]
            print(f"{user}: {said}\nassistant: {answer}")


if __name__ == "__main__":
    main()
