"""Code written for mem0, over memary: only the import has changed.

    python examples/mem0_drop_in.py

No model is needed: facts are read by rules, and nothing leaves this machine.
"""

# ruff: noqa: T201  what an example has to say it prints

from __future__ import annotations

from memary.integrations.mem0 import Memory


def main() -> None:
    """Add, search, update, look at the history, delete."""
    memory = Memory({"store": "sqlite:///:memory:"})
    added = memory.add("I live in Berlin. I like tea.", user_id="ada")["results"]
    print("added:", [one["memory"] for one in added])

    found = memory.search("Where does she live?", filters={"user_id": "ada"}, top_k=1)["results"]
    print("found:", found[0]["memory"])

    memory.update(added[1]["id"], text="Loves green tea.")
    memory.delete(added[0]["id"])
    print("all:", [one["memory"] for one in memory.get_all(filters={"user_id": "ada"})["results"]])
    for row in memory.history(added[1]["id"]):
        print("history:", row["event"], row["old_memory"], "->", row["new_memory"])
    memory.close()


if __name__ == "__main__":
    main()
