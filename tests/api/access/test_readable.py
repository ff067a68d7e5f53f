"""What a person reads who prints what memary returns."""

from __future__ import annotations

from memary import ChatAgent, Memary


def test_records_print_as_their_text_and_are_shown_in_a_line_or_two() -> None:
    with Memary.open("sqlite:///:memory:") as memory:
        memory.add("I live in Berlin.", user_id="ada")
        memory.flush()
        hits = memory.search("Where do I live?", user_id="ada")
        answer = ChatAgent(memory, user_id="ada").chat("Where do I live?")
        assert repr(memory) == "Memary(sqlite:///:memory:, offline)"
        texts = {str(one) for one in (*hits, *memory.facts.list(user_id="ada"))}
        assert {"I live in Berlin.", "User lives in Berlin."} <= texts
    assert all(len(repr(hit)) < 500 for hit in hits)
    assert (str(answer), str(answer.window)) == (answer.text, answer.window and answer.window.text)
    assert f"{answer.window}".count("Where do I live?") == 1


def test_an_agent_and_a_receipt_tell_what_they_are() -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        receipt = memory.add(["I live in Berlin.", "I like tea."], user_id="ada")
        assert str(receipt) == "2 messages kept, 2 to be read for facts"
        assert str(memory.add("Hello.", user_id="ada", infer=False)) == "1 message kept"
        assert repr(receipt) == f"Receipt(pending=2, ids=('{receipt.ids[0]}', '{receipt.ids[1]}'))"
        assert repr(ChatAgent(memory, user_id="ada")) == (
            "ChatAgent(Memary(sqlite:///:memory:, offline), user_id='ada', session_id='default')"
        )


def test_what_is_long_is_shortened_only_where_it_is_shown() -> None:
    with Memary.open("sqlite:///:memory:") as memory:
        memory.add("word " * 1000, user_id="ada", metadata={"source": "a book"})
        hit = memory.search("word", user_id="ada")[0]
        assert len(memory.messages.get(hit.id, user_id="ada").content) > 4000
    assert hit.text.endswith("…")
    assert len(repr(hit)) < 700
    assert "a book" in repr(hit)
