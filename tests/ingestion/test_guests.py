"""Who speaks by name beside a user without one is somebody else."""

from __future__ import annotations

import pytest

from memary import Memary

USER = "ada"
ENGLISH = ("I live in Paris.", "Noted.", "Bob", "I live in Graz.", {"User lives in Paris.", "Bob lives in Graz."})
CHINESE = ("我住在上海。", "好的。", "王磊", "我住在杭州。", {"用户居住在上海。", "王磊居住在杭州。"})


@pytest.mark.parametrize("talk", [ENGLISH, CHINESE], ids=["English", "Chinese"])
@pytest.mark.parametrize("is_read_at_once", [True, False])
def test_a_guest_with_a_name_does_not_become_the_user(
    memory: Memary, talk: tuple[str, str, str, str, set[str]], is_read_at_once: bool
) -> None:
    said, answer, guest, told, known = talk
    memory.add(said, user_id=USER, session_id="s0", wait=not is_read_at_once)
    turns = [{"role": "assistant", "content": answer}, {"role": "user", "name": guest, "content": told}]
    memory.add(turns, user_id=USER, session_id="s0" if is_read_at_once else "s1")
    memory.flush()
    assert {fact.statement for fact in memory.facts.list(user_id=USER)} == known
    assert [pair.one.name for pair in memory.entities.duplicates(user_id=USER)] == [guest]


def test_a_user_who_told_their_name_is_known_by_it(memory: Memary) -> None:
    memory.add(["My name is Bob.", "I live in Paris."], user_id=USER, wait=True)
    turns = [{"role": "assistant", "content": "Noted."}, {"role": "user", "name": "Bob", "content": "I like tea."}]
    memory.add(turns, user_id=USER, wait=True)
    assert {fact.statement for fact in memory.facts.list(user_id=USER)} >= {"Bob lives in Paris.", "Bob likes tea."}
