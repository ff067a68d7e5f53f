"""Corrections without a model: what they take back, and above all what they leave alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.records import fresh_user

from memary import Memary
from memary.types import Action, Entity, Fact


@pytest.fixture(scope="module")
def memory() -> Iterator[Memary]:
    with Memary.open("sqlite:///:memory:", worker=False) as opened:
        yield opened


@pytest.fixture
def user() -> str:
    return fresh_user()


def tell(memory: Memary, user: str, *texts: str, together: bool = False) -> None:
    """Say one thing after another, each read before the next, or all in one batch.

    The assistant notes each.
    """
    for text in texts:
        memory.add([text, {"role": "assistant", "content": "Noted."}], user_id=user, session_id="talk", infer=True)
        if not together:
            memory.flush()
    memory.flush()


def current(memory: Memary, user: str) -> dict[str, set[str]]:
    known: dict[str, set[str]] = {}
    for fact in memory.facts.list(user_id=user):
        known.setdefault(fact.predicate, set()).add(fact.object)
    return known


CORRECTED: list[tuple[list[str], dict[str, set[str]]]] = [
    (["I'm allergic to walnuts.", "No, I meant hazelnuts."], {"allergic_to": {"hazelnuts"}}),
    (["I'm allergic to walnuts.", "Sorry, I meant hazelnuts, not walnuts"], {"allergic_to": {"hazelnuts"}}),
    (["I'm allergic to walnuts.", "I'm allergic to hazelnuts, not walnuts."], {"allergic_to": {"hazelnuts"}}),
    (["I'm allergic to walnuts.", "Ugh, no, I meant hazelnuts! Walnuts are fine."], {"allergic_to": {"hazelnuts"}}),
    (
        [
            "I love potica. The thing is, I'm allergic to walnuts",
            "No, I meant hazelnuts! Walnuts are completely fine.",
        ],
        {"likes": {"potica"}, "allergic_to": {"hazelnuts"}},
    ),
    (["I love sushi.", "oops, I meant ramen"], {"likes": {"ramen"}}),
    (["I live in Lille with two cats.", "Sorry, I meant Lyon, not Lille"], {"lives_in": {"Lyon"}}),
    (["I live in Lille.", "Wait, I meant Lyon."], {"lives_in": {"Lyon"}}),
    (["I live in Lille.", "I love sushi.", "Oops, not Lille, but Lyon."], {"lives_in": {"Lyon"}, "likes": {"sushi"}}),
    (["My favorite day is Monday.", "Actually it's Tuesday"], {"favorite_day": {"Tuesday"}}),
    (["My sister's name is Emma.", "Sorry, it's Emily."], {"has_sister": {"Emily"}}),
    (["我对核桃过敏。", "不对，我说的是榛子"], {"过敏": {"榛子"}}),
    (["我对核桃过敏。", "不对，是榛子。"], {"过敏": {"榛子"}}),
    (["我住在北京。", "说错了，是南京。"], {"居住在": {"南京"}}),
    (["I live in Berlin.", "Actually I live in Bern."], {"lives_in": {"Bern"}}),
    (["I live in Berlin.", "I don't live in Berlin any more."], {}),
    (["I work at Bosch.", "I no longer work at Bosch."], {}),
    (["I work at Bosch.", "I quit Bosch."], {}),
    (["I work at Bosch.", "I've just left Bosch last week."], {}),
    (["我在华为上班。", "我离开华为了。"], {}),
    (["I'm allergic to nuts.", "I'm not allergic to nuts."], {}),
    (["I'm allergic to peanuts.", "Actually, I'm not allergic to peanuts."], {}),
    (["I'm allergic to peanuts.", "I'm not allergic to peanuts after all 😅"], {}),
    (["我对花生过敏。", "我对花生不过敏。"], {}),
    (["我对花生过敏。", "我其实不对花生过敏。"], {}),
    (["我对花生过敏。", "其实我对花生并不过敏"], {}),
    (["I live in Berlin.", "No, I live in Bern."], {"lives_in": {"Bern"}}),
    (["我住在北京。", "不对，我住在上海。"], {"居住在": {"上海"}}),
    (["I love jazz.", "I no longer like jazz."], {}),
    (["我喜欢爵士乐。", "我不再喜欢爵士乐了。"], {}),
    (["我在华为工作。", "我不在华为工作了。"], {}),
    (["我住在北京。", "我不住在北京了。"], {}),
    (["我对核桃过敏。", "说错了，不是核桃，是榛子"], {"过敏": {"榛子"}}),
    (["我住在杭州。", "不对，应该是苏州。"], {"居住在": {"苏州"}}),
    (["我喜欢拿铁。", "我是说…", "不，我想说的是摩卡，不是拿铁"], {"喜欢": {"摩卡"}}),
    (["I live in Kiel.", "No wait, not Kiel. It's Lübeck."], {"lives_in": {"Lübeck"}}),
    (["I live in Kiel.", "Where do I live?", "No wait, not Kiel. It's Lübeck."], {"lives_in": {"Lübeck"}}),
    (["I was born in Linz.", "What do you know?", "Wait, that's wrong. It's Graz."], {"born_in": {"Graz"}}),
    (["My favourite food is pizza.", "Actually, make that sushi."], {"favorite_food": {"sushi"}}),
    (["My sister is a nurse.", "Sorry, make that an engineer."], {"sister_works_as": {"engineer"}}),
    (["I work at Nestlé.", "My mistake, that should be Danone."], {"works_at": {"Danone"}}),
    (["My brother lives in Oslo.", "Sorry, he lives in Bergen."], {"brother_lives_in": {"Bergen"}}),
    (["My name is Max.", "My name is not Max, it is Moritz."], {"name_is": {"Moritz"}}),
    (["My dog is called Bruno.", "Sorry, his name is Bruna, not Bruno."], {"has_dog": {"Bruna"}}),
    (["我姐姐是护士。", "说错了，她是律师。"], {"姐姐职业是": {"律师"}}),
    (["我弟弟住在武汉。", "我弟弟住在哪里？", "记错了，他住在长沙。"], {"弟弟居住在": {"长沙"}}),
    (["我住在苏州。", "我住在哪里？", "不对，不是苏州，是常州。"], {"居住在": {"常州"}}),
    (["我最喜欢的颜色是蓝色。", "不对，改成绿色。"], {"最喜欢的颜色": {"绿色"}}),
    (["我的狗叫旺财。", "它叫来财，不叫旺财。"], {"狗是": {"来财"}}),
    (["我叫小李。", "不对，我不叫小李，我叫小王。"], {"名字是": {"小王"}}),
    (
        ["I have two children, Niamh (5) and Oisin (3).", "Sorry, I meant Niamh is 6."],
        {"has_child": {"Niamh", "Oisin"}, "age_is": {"6", "3"}},
    ),
    (
        ["I have two kids, Ella and Tom. Ella is 7 and Tom is 4.", "Correction: Tom is 5."],
        {"has_child": {"Ella", "Tom"}, "age_is": {"7", "5"}},
    ),
    (["I am 41. Sorry, 42."], {"age_is": {"42"}}),
    (["I am 41.", "Sorry, 42."], {"age_is": {"42"}}),
    (["I'm 36 years old — no, 37."], {"age_is": {"37"}}),
    (["My rent is 900 euros. Sorry, 950."], {"rent_is": {"950 euros"}}),
    (["I live in Gent, no wait, Bruges."], {"lives_in": {"Bruges"}}),
    (["I live in Leeds, sorry, I meant Bradford."], {"lives_in": {"Bradford"}}),
    (["My brother is called Will. He lives in Cork."], {"has_brother": {"Will"}, "lives_in": {"Cork"}}),
    (["My daughter is Summer.", "Sorry, Summer is 4."], {"has_daughter": {"Summer"}, "age_is": {"4"}}),
    (
        ["我有两个孩子：小明九岁，小红六岁。", "不对，我是说小红七岁。"],
        {"孩子是": {"小明", "小红"}, "年龄是": {"9", "7"}},
    ),
    (["我今年41岁。说错了，42岁。"], {"年龄是": {"42"}}),
    (["我住在北京。不对，是天津。"], {"居住在": {"天津"}}),
    (["我姐姐叫王芳，是医生。", "说错了，她是护士。"], {"姐姐是": {"王芳"}, "职业是": {"护士"}}),
]


@pytest.mark.parametrize(("said", "known"), CORRECTED)
@pytest.mark.parametrize("together", [False, True], ids=["one by one", "in one batch"])
def test_a_correction_takes_the_place_of_what_it_corrects(
    memory: Memary, user: str, said: list[str], known: dict[str, set[str]], *, together: bool
) -> None:
    tell(memory, user, *said, together=together)
    assert current(memory, user) == known


LEFT_ALONE = [
    ["I have two children, Niamh (5) and Oisin (3).", "Sorry, 6."],
    ["I live in Lille with two cats.", "No, I meant three."],
    ["I live in Lille.", "No, I meant three cats."],
    ["I live in Lille and I'm allergic to walnuts. It rains.", "No, I meant hazelnuts."],
    ["I moved to Lille in May.", "Sorry, I meant June."],
    ["I love sushi.", "Actually it's raining"],
    ["I work at Bosch.", "I no longer work at Siemens."],
    ["I work at Bosch.", "I quit Facebook."],
    ["I work at Bosch.", "I left Bosch a message."],
    ["I live in Lille.", "I don't live in Lille?"],
    ["I'm allergic to peanuts.", "I'm not allergic to walnuts."],
    ["I'm allergic to peanuts.", "I'm not allergic to peanuts?"],
    ["我对花生过敏。", "我对花生不过敏吗？"],
    ["我对花生过敏。", "他对花生不过敏。"],
    ["My favorite city is Oslo.", "Actually it's Monday"],
    ["I love sushi.", "No, I meant it."],
    ["I love sushi.", "No, I meant what I said."],
    ["I love sushi.", "Did you say I meant ramen?"],
    ["I love sushi.", "The weather is bad.", "No, I meant ramen."],
    ["I love sushi.", "I mean, who doesn't"],
    ["I live in Lille.", "Lyon, not Paris, is what my friend prefers"],
    ["I love coffee.", "Tea, not coffee."],
    ["我喜欢咖啡。", "是茶，不是咖啡"],
    ["我住在杭州。", "不对，我说的是榛子"],
    ["我对核桃过敏。", "不对，我说的是你"],
    ["我对核桃过敏。", "不对，应该是三次"],
    ["I live in Kiel.", "No, not now. It's late."],
    ["My sister is Lina.", "Her name is short, not long."],
    ["I love sushi.", "Actually, make that quick."],
    ["我住在北京。", "不对，不是现在，是明天。"],
    ["我妹妹叫林静。", "她不叫我，叫妈妈。"],
    ["我喜欢茶。", "改成明天吧。"],
]


@pytest.mark.parametrize("said", LEFT_ALONE, ids=lambda said: said[-1])
def test_where_it_is_unclear_what_is_meant_nothing_changes(memory: Memary, user: str, said: list[str]) -> None:
    tell(memory, user, said[0])
    before = current(memory, user)
    tell(memory, user, *said[1:])
    assert before
    assert current(memory, user) == before


@pytest.mark.parametrize(
    ("said", "now"),
    [
        (["My sister is Lina.", "Lina lives in Graz.", "Sorry, my sister is Lena, not Lina."], "Lena lives in Graz."),
        (["My sister is Lina. She lives in Graz.", "Her name is Lena, not Lina."], "Lena lives in Graz."),
        (["I have a cat called Mia. Mia loves tuna.", "Sorry, not Mia, Mira."], "Mira likes tuna."),
        (["我妹妹叫林静。", "林静住在杭州。", "不对，我妹妹叫林婧，不叫林静。"], "林婧居住在杭州。"),
        (["我妹妹叫林静。她住在杭州。", "说错了，她不叫林静，叫林婧。"], "林婧居住在杭州。"),
    ],
)
def test_a_name_put_right_takes_along_what_was_told_under_the_wrong_one(
    memory: Memary, user: str, said: list[str], now: str
) -> None:
    tell(memory, user, *said)
    known = {fact.statement for fact in memory.facts.list(user_id=user)}
    assert now in known
    assert len(known) == 2  # who it is, and what was told


@pytest.mark.parametrize(
    "said",
    [
        ["Jim lives in Ulm.", "My boss is Jim.", "No, I meant Kim."],  # Jim was known before
        ["My boss is Jim.", "My brother is Jim.", "Jim lives in Ulm.", "No, my boss is Kim, not Jim."],
        ["I work at Bosch.", "Bosch is in Ulm.", "Sorry, I work at Kodak, not Bosch."],
    ],
)
def test_what_is_somebody_elses_stays_where_it_is(memory: Memary, user: str, said: list[str]) -> None:
    tell(memory, user, *said)
    assert not {fact.subject for fact in memory.facts.list(user_id=user)} & {"Kim", "Kodak"}


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (["My name is Max.", "No, my name is Moritz."], "User is called Moritz."),
        (["我叫小李。", "我叫小王。"], "用户的名字是小王。"),
    ],
)
def test_a_new_name_is_told_of_the_user(memory: Memary, user: str, said: list[str], told: str) -> None:
    tell(memory, user, *said)
    assert [fact.statement for fact in memory.facts.list(user_id=user)] == [told]


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("I am 41. Sorry, 42 is a big number.", {"age_is": {"41"}}),
        ("I'm 30. Sorry, 5 minutes late.", {"age_is": {"30"}}),
        ("I live in Leeds. Sorry, Tom.", {"lives_in": {"Leeds"}}),
        ("I live in Leeds. No, Amazon is slow.", {"lives_in": {"Leeds"}}),
        ("My brother will live in Rome.", {}),
        ("Hope my sister Anna lives in Rome.", {}),
        ("我今年41岁。不对，42路车来了。", {"年龄是": {"41"}}),
        ("我住在北京。不对，你别管。", {"居住在": {"北京"}}),
        ("我住在北京。不对，是我哥。", {"居住在": {"北京"}}),
        ("不是我住在北京，是我姐。", {}),
    ],
)
def test_what_excuses_or_greets_takes_nothing_back(
    memory: Memary, user: str, said: str, known: dict[str, set[str]]
) -> None:
    tell(memory, user, said)
    assert current(memory, user) == known


@pytest.mark.parametrize(
    ("said", "asked", "again", "known"),
    [
        ("我姐姐叫王芳，是医生。", "她在哪家医院？", "说错了，她是护士。", {"姐姐是": {"王芳"}, "职业是": {"护士"}}),
        ("My sister is a nurse.", "Where?", "Sorry, she's a vet.", {"sister_works_as": {"vet"}}),
    ],
)
def test_what_was_said_by_mistake_is_taken_back_behind_a_question(
    memory: Memary, user: str, said: str, asked: str, again: str, known: dict[str, set[str]]
) -> None:
    memory.add([said, {"role": "assistant", "content": asked}], user_id=user, session_id="talk")
    memory.flush()
    memory.add(again, user_id=user, session_id="talk")
    memory.flush()
    assert current(memory, user) == known
    wrong = [fact for fact in memory.facts.list(user_id=user, include_past=True) if fact.object in ("医生", "nurse")]
    assert all(fact.valid_at == fact.invalid_at for fact in wrong)


def test_the_assistant_corrects_nothing(memory: Memary, user: str) -> None:
    tell(memory, user, "I'm allergic to walnuts.")
    memory.add({"role": "assistant", "content": "No, I meant hazelnuts."}, user_id=user, session_id="talk")
    memory.flush()
    assert current(memory, user) == {"allergic_to": {"walnuts"}}


def test_an_answer_is_no_correction(memory: Memary, user: str) -> None:
    tell(memory, user, "I love coffee.")
    asked = {"role": "assistant", "content": "Shall I order coffee or tea?"}
    memory.add([asked, "No, tea, not coffee."], user_id=user, session_id="talk")
    memory.flush()
    assert current(memory, user) == {"likes": {"coffee"}}


@pytest.mark.parametrize(
    ("said", "again"),
    [("I live in Berlin.", "No, I live in Bern."), ("我住在北京。", "不对，我住在上海。")],
)
def test_what_is_said_anew_was_so_from_the_beginning(memory: Memary, user: str, said: str, again: str) -> None:
    tell(memory, user, said, again)
    (right,) = memory.facts.list(user_id=user)
    wrong = next(fact for fact in memory.facts.list(user_id=user, include_past=True) if fact.id != right.id)
    assert wrong.invalid_at == wrong.valid_at == right.valid_at


@pytest.mark.parametrize(
    "said",
    [
        ["I live in Berlin.", "No, I moved to Bern."],
        ["I live in Berlin.", "Sorry, I live in Bern now."],
        ["I live in Berlin.", "I love sushi.", "No, I live in Bern."],
        ["I live in Berlin.", "I live in Bern."],
        ["我住在北京。", "不好意思，我现在住在上海。"],
        ["我住在北京。", "我喜欢火锅。", "不对，我住在上海。"],
        ["我住在北京。", "我住在上海。"],
    ],
    ids=lambda said: said[-1],
)
def test_a_move_is_no_correction(memory: Memary, user: str, said: list[str]) -> None:
    tell(memory, user, *said)
    past = next(
        fact for fact in memory.facts.list(user_id=user, include_past=True) if fact.object in ("Berlin", "北京")
    )
    assert past.valid_at < past.invalid_at


def test_what_is_said_anew_in_answer_to_a_question_is_a_move(memory: Memary, user: str) -> None:
    tell(memory, user, "I live in Berlin.")
    asked = {"role": "assistant", "content": "Are you still in Berlin?"}
    memory.add([asked, "No, I live in Bern."], user_id=user, session_id="talk")
    memory.flush()
    past = next(fact for fact in memory.facts.list(user_id=user, include_past=True) if fact.object == "Berlin")
    assert past.valid_at < past.invalid_at


def test_another_session_is_not_corrected(memory: Memary, user: str) -> None:
    tell(memory, user, "I'm allergic to walnuts.")
    memory.add("No, I meant hazelnuts.", user_id=user, session_id="other")
    memory.flush()
    assert current(memory, user) == {"allergic_to": {"walnuts"}}


def test_a_corrected_fact_has_a_history_and_comes_back_when_that_is_undone(memory: Memary, user: str) -> None:
    tell(memory, user, "I'm allergic to walnuts.", "No, I meant hazelnuts.")
    wrong = next(fact for fact in memory.facts.list(user_id=user, include_past=True) if fact.object == "walnuts")
    right = next(iter(memory.facts.list(user_id=user)))
    assert wrong.invalid_at == wrong.valid_at == right.valid_at
    ended = memory.facts.history(user_id=user, id=wrong.id)[-1]
    assert (ended.action, ended.reason) == (Action.DELETE, "it was said to be wrong")
    (source,) = [message for message in memory.messages.list(user_id=user) if message.id in ended.source_ids]
    assert source.content == "No, I meant hazelnuts."
    memory.operations.undo(user_id=user, id=ended.id)
    assert current(memory, user) == {"allergic_to": {"walnuts", "hazelnuts"}}


def test_what_a_corrected_fact_had_replaced_is_replaced_by_the_right_one(memory: Memary, user: str) -> None:
    tell(memory, user, "I live in Oslo.", "I moved to Lille.", "Sorry, I meant Lyon, not Lille.")
    assert current(memory, user) == {"lives_in": {"Lyon"}}
    former = next(fact for fact in memory.facts.list(user_id=user, include_past=True) if fact.object == "Oslo")
    assert former.valid_at < former.invalid_at


def test_a_corrected_object_is_of_the_type_that_its_relation_expects(memory: Memary, user: str) -> None:
    memory.facts.add(
        [{"subject": "User", "predicate": "lives_in", "object": "Leipzig", "object_type": "place"}], user_id=user
    )
    (fact,) = memory.facts.list(user_id=user)
    memory.facts.update(fact.id, user_id=user, object="Halle")
    assert type_of(memory, user, memory.facts.list(user_id=user)[0]) == "place"


def test_a_corrected_object_takes_the_type_of_the_one_before(memory: Memary, user: str) -> None:
    memory.facts.add(
        [{"subject": "User", "predicate": "bakes", "object": "potica", "object_type": "food"}], user_id=user
    )
    (fact,) = memory.facts.list(user_id=user)
    memory.facts.update(fact.id, user_id=user, object="strudel")
    assert type_of(memory, user, memory.facts.list(user_id=user)[0]) == "food"


def test_a_corrected_object_that_is_known_stays_what_it_is(memory: Memary, user: str) -> None:
    memory.facts.add(
        [
            {"subject": "User", "predicate": "lives_in", "object": "Leipzig", "object_type": "place"},
            {"subject": "User", "predicate": "knows", "object": "Florence", "object_type": "person"},
        ],
        user_id=user,
    )
    fact = next(fact for fact in memory.facts.list(user_id=user) if fact.object == "Leipzig")
    memory.facts.update(fact.id, user_id=user, object="Florence")
    known = next(fact for fact in memory.facts.list(user_id=user) if fact.predicate == "knows")
    moved = next(fact for fact in memory.facts.list(user_id=user) if fact.predicate == "lives_in")
    assert (moved.object_id, type_of(memory, user, moved)) == (known.object_id, "person")


def type_of(memory: Memary, user: str, fact: Fact) -> str:
    entity = memory.admin.get(fact.object_id, user_id=user)
    assert isinstance(entity, Entity)
    return entity.type
