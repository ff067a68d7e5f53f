"""What somebody says is so no more ends, and nothing else.

A denial of what is not known makes nothing false.
"""

from __future__ import annotations

import pytest
from support.records import fresh_user

from memary import Memary
from memary.facts.predicates import matter_of

OVER = [
    ("I am a nurse.", "I'm not a nurse any more."),
    ("I am a plumber.", "By the way, I'm no longer a plumber."),
    ("I am a school nurse.", "I'm not a nurse any more."),
    ("I'm a waiter.", "I don't work as a waiter anymore."),
    ("I am an accountant.", "I stopped working as an accountant."),
    ("I am a nurse.", "I'm no longer a nurse, but a midwife."),
    ("I work at Nokia.", "I don't work at Nokia any more."),
    ("I work at Nokia.", "I haven't worked at Nokia since spring."),
    ("I work for the BBC.", "I don't work for the BBC anymore!"),
    ("I live in York.", "I no longer live in York."),
    ("I live in York.", "We don't live in York any more."),
    ("I live in York.", "I don't live in York any longer, it got too expensive."),
    ("I live in York.", "We moved away from York last year."),
    ("I play chess.", "I don't play chess any more."),
    ("我住在深圳。", "我不再住在深圳了。"),
    ("我住在深圳。", "我们早就不住在深圳了。"),
    ("我住在深圳。", "我已经不在深圳住了。"),
    ("我在腾讯工作。", "我不再在腾讯工作了。"),
    ("我在腾讯工作。", "我已经不在腾讯干了，太累。"),
    ("我是护士。", "我不当护士了。"),
    ("我是小学老师。", "我不再做老师了。"),
    ("我是护士。", "我现在不是护士了。"),
]
WITHOUT_A_SUBJECT = [
    ("I'm vegan.", "Not vegan any more"),
    ("I'm vegan.", "not vegan anymore :)"),
    ("I'm vegetarian.", "No longer vegetarian!"),
    ("I work at Siemens.", "No longer at Siemens"),
    ("I work at Siemens.", "Not at Siemens any more, it got too much."),
    ("I am a nurse.", "No longer a nurse."),
    ("I live in York.", "Not living in York any more."),
    ("I'm allergic to nuts.", "No longer allergic to nuts!"),
    ("I play chess.", "Don't play chess any more."),
    ("I like jazz.", "Not into jazz any longer."),
    ("我吃素。", "不吃素了"),
    ("我吃素。", "已经不吃素了。"),
    ("我在华为工作。", "不在华为了。"),
    ("我在华为工作。", "不在华为上班了，太累。"),
    ("我是护士。", "不当护士了。"),
    ("我住在深圳。", "早就不在深圳住了。"),
    ("我对花生过敏。", "对花生不过敏了"),
    ("我喜欢爵士乐。", "不喜欢爵士乐了。"),
    ("我在腾讯工作。", "从腾讯离职了。"),
    ("我在学日语。", "不学日语了。"),
]
OF_OTHERS_WITHOUT_A_SUBJECT = [
    ("I'm vegan.", "Tom is great. Not vegan any more."),
    ("I'm vegan.", "Not vegan today."),
    ("I'm vegan.", "Not vegan any more?"),
    ("I work at Siemens.", "My brother is no longer at Siemens"),
    ("我在华为工作。", "小王辞职了，不在华为上班了。"),
    ("我吃素。", "我妹妹不吃素了。"),
    ("我吃素。", "不吃素了吗？"),
    ("我在华为工作。", "今天不在华为，在家。"),
]
OWN_WORK = [
    ("I work at Bosch.", "I quit my job, I open a noodle shop"),
    ("I work at Bosch.", "I quit my job. I open a noodle shop!"),
    ("I work at Bosch.", "I quit my job to open a noodle shop."),
    ("I work at Bosch.", "I quit my job and opened a bakery."),
    ("I work at Bosch.", "I quit. I'm self-employed now."),
    ("I work at Bosch.", "I resigned, we are setting up a small brewery."),
    ("I work at Bosch.", "I've just quit my job! Launching my own startup."),
    ("I work at Bosch.", "I was laid off. Now I work for myself."),
    ("I work at Bosch.", "I retired and took over the family farm."),
    ("我在华为工作。", "我辞职了，开了一家面馆"),
    ("我在华为工作。", "我辞职了，要开一家面馆。"),
    ("我在华为工作。", "我辞职了，自己开店。"),
    ("我在华为工作。", "我离职了，现在创业。"),
    ("我在华为工作。", "我辞职了，我开了家咖啡馆。"),
    ("我在华为工作。", "我被裁了，现在自己干。"),
    ("我在华为工作。", "我辞职了，去开一家民宿。"),
    ("我在华为工作。", "我辞职了，接手了爸妈的农场。"),
    ("我在华为工作。", "我退休了，和老婆开了一家花店。"),
]
UNDER_A_NEW_NAME = [
    ("I'm Clara Weber.", "I'm allergic to nuts.", "My new surname is Brandt.", "I'm not allergic to nuts any more."),
    ("My name is Clara Weber.", "I have a cat called Minka.", "My new surname is Brandt.", "Minka died last week."),
    ("My name is Clara Weber.", "I'm a nurse.", "My new surname is Brandt.", "I'm not a nurse any more."),
    ("I live in York.", "My name is Clara Weber.", "I changed my name to Ada King.", "I no longer live in York."),
    ("我叫林晓梅。", "我对青霉素过敏。", "我改姓陈了。", "我不再对青霉素过敏了。"),
    ("我叫林晓梅。", "我是护士。", "我改姓陈了。", "我不当护士了。"),
]
STILL_SO = [
    ("I am a nurse.", "Bob said I'm not a nurse any more."),
    ("I am a nurse.", "I'm no longer a nurse, Bob said."),
    ("I am a nurse.", "I'm not a nurse any more, am I?"),
    ("I am a nurse.", "I'm not a nurse any more than you are a pilot."),
    ("I am a nurse.", "What if I'm not a nurse any more?"),
    ("I am a nurse.", "I don't feel like I'm a nurse any more."),
    ("I am a nurse.", "I'm not a doctor any more."),
    ("I live in York.", "I don't live in York any more. Just kidding."),
    ("I live in York.", "I don't live in York because I like it."),
    ("I live in York.", "My sister no longer lives in York."),
    ("I live in New York.", "I no longer live in York."),
    ("I work at Nokia.", "In two years I won't work at Nokia any more."),
    ("我是护士。", "他说我不当护士了。"),
    ("我是护士。", "我是不是不当护士了？"),
    ("我是护士。", "要是我不当护士了，我就去开店。"),
    ("我是护士。", "我姐姐不当护士了。"),
    ("我是护士。", "我不当医生了。"),
    ("我住在深圳。", "我明年就不住在深圳了。"),
    ("我住在深圳。", "我不再住在杭州了。"),
]


@pytest.mark.parametrize(("said", "then"), OVER)
def test_what_is_said_to_be_so_no_more_ends_and_undo_brings_it_back(memory: Memary, said: str, then: str) -> None:
    user = fresh_user()
    memory.add(said, user_id=user, wait=True)
    before = [fact.id for fact in memory.facts.list(user_id=user)]
    told = memory.add(then, user_id=user, wait=True)
    assert memory.facts.list(user_id=user) == []
    ended = memory.operations.learnt(told.ids, user_id=user)[told.ids[0]].ended
    assert [fact.id for fact in ended] == before
    memory.operations.undo(memory.operations.list(user_id=user)[-1].id, user_id=user)
    assert [fact.id for fact in memory.facts.list(user_id=user)] == before


@pytest.mark.parametrize(
    ("predicate", "object_", "then"),
    [
        ("works_at", "Nokia", "I no longer work at Nokia."),
        ("lives_in", "York", "I don't live in York any more."),
        ("居住在", "深圳", "我不再住在深圳了。"),
    ],
)
@pytest.mark.parametrize("origin", ["import", "user"])
def test_what_was_given_and_not_said_ends_as_well(
    memory: Memary, predicate: str, object_: str, then: str, origin: str
) -> None:
    user = fresh_user()
    given = {"subject": "User", "predicate": predicate, "object": object_, "origin": origin}
    memory.facts.add([given], user_id=user)
    ended = memory.add(then, user_id=user, wait=True).ended
    assert [fact.object for fact in ended] == [object_]
    assert memory.facts.list(user_id=user) == []


@pytest.mark.parametrize("texts", UNDER_A_NEW_NAME)
def test_what_was_said_under_an_earlier_name_ends_as_well(memory: Memary, texts: tuple[str, ...]) -> None:
    user = fresh_user()
    for text in texts:
        memory.add(text, user_id=user, wait=True)
    held = [fact for fact in memory.facts.list(user_id=user) if matter_of(fact.predicate) != "name"]
    assert held == []


@pytest.mark.parametrize(("said", "then"), STILL_SO)
def test_what_is_denied_of_another_or_in_play_ends_nothing(memory: Memary, said: str, then: str) -> None:
    user = fresh_user()
    memory.add(said, user_id=user, wait=True)
    before = {fact.id for fact in memory.facts.list(user_id=user)}
    memory.add(then, user_id=user, wait=True)
    assert {fact.id for fact in memory.facts.list(user_id=user)} == before


@pytest.mark.parametrize("text", ["I no longer live in York.", "I'm not a nurse any more.", "我不再住在深圳了。"])
def test_a_denial_of_what_is_not_known_teaches_nothing(memory: Memary, text: str) -> None:
    user = fresh_user()
    memory.add(text, user_id=user, wait=True)
    assert memory.facts.list(user_id=user, include_past=True) == []


@pytest.mark.words
@pytest.mark.parametrize(("told", "over"), WITHOUT_A_SUBJECT)
def test_what_one_says_without_oneself_at_the_beginning_ends_ones_own(memory: Memary, told: str, over: str) -> None:
    user = fresh_user()
    memory.add(told, user_id=user, wait=True)
    assert memory.facts.list(user_id=user)
    memory.add(over, user_id=user, wait=True)
    assert memory.facts.list(user_id=user) == []


@pytest.mark.words
@pytest.mark.parametrize(("told", "other"), OF_OTHERS_WITHOUT_A_SUBJECT)
def test_what_may_be_said_of_another_ends_nothing_of_ones_own(memory: Memary, told: str, other: str) -> None:
    user = fresh_user()
    memory.add(told, user_id=user, wait=True)
    before = memory.facts.list(user_id=user)
    memory.add(other, user_id=user, wait=True)
    assert [fact for fact in memory.facts.list(user_id=user) if fact.id in {one.id for one in before}] == before


@pytest.mark.words
@pytest.mark.parametrize(("told", "said"), OWN_WORK)
def test_who_gives_up_a_job_for_work_of_their_own_has_left_it_and_does_not_work_nowhere(
    memory: Memary, told: str, said: str
) -> None:
    user = fresh_user()
    memory.add(told, user_id=user, wait=True)
    memory.add(said, user_id=user, wait=True)
    assert [one for one in memory.facts.list(user_id=user) if matter_of(one.predicate) == "employer"] == []
