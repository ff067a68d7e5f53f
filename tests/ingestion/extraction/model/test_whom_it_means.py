"""Of whom and of what a model's reply tells: the user, somebody known, one of several, or nobody."""

from __future__ import annotations

import pytest
from support.model_server import ModelServer, prompt_text

from ingestion.extraction.model.replies import USER, current, fact, tell
from memary import Memary
from memary.languages import texts


@pytest.mark.parametrize(("said", "name"), [("By the way, it's Ole writing.", "Ole"), ("对了，我是林冬。", "林冬")])
@pytest.mark.parametrize("is_told", [True, False])
def test_who_is_said_to_be_the_user_is_nobody_else(
    memory: Memary, server: ModelServer, said: str, name: str, is_told: bool
) -> None:
    first = "I like tea." if said.isascii() else "我喜欢喝茶。"
    drink = "tea" if said.isascii() else "茶"
    tell(memory, server, first, fact(f"User | {'likes' if said.isascii() else '喜欢'} | {drink}", first))
    called = [fact(f"User | {'is_called' if said.isascii() else '名字是'} | {name}", said)] if is_told else []
    tell(memory, server, said, *called, entities=[{"name": name, "type": "person", "same_as": "User"}])
    (liking,) = [one for one in memory.facts.list(user_id=USER) if one.object == drink]
    own = memory.entities.get(liking.subject_id, user_id=USER)
    assert (own.name, own.aliases) == (name, ("User",))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Ann's wrist | hurts | badly", "Ann wrist_hurts badly"),
        ("the wrist of Ann | hurts | badly", "Ann wrist_hurts badly"),
        ("林夏的膝盖 | 状况 | 很疼", "林夏 膝盖状况 很疼"),
        ("林夏家 | 不买 | 芒果", "林夏 家不买 芒果"),
    ],
)
def test_what_is_told_of_a_thing_without_a_name_is_told_of_its_owner(
    memory: Memary, server: ModelServer, line: str, told: str
) -> None:
    name = told.split()[0]
    tell(memory, server, f"{name}!", entities=[{"name": name, "type": "person"}])
    said = f"{line.split(' | ')[0]}: {line.split(' | ')[2]}"
    tell(memory, server, said, fact(line, said))
    assert current(memory) == {told}
    (person,) = [one.entity for one in memory.entities.list(user_id=USER) if one.entity.type == "person"]
    assert (person.name, person.aliases) == (name, ())


def test_a_thing_that_is_listed_keeps_what_is_told_of_it(memory: Memary, server: ModelServer) -> None:
    said = "Ann's boat sank."
    listed = [{"name": "Ann", "type": "person"}, {"name": "Ann's boat", "type": "product"}]
    tell(memory, server, said, fact("Ann's boat | sank | at sea", said), entities=listed)
    assert current(memory) == {"Ann's boat sank at sea"}


@pytest.mark.parametrize(
    ("said", "line", "names"),
    [
        ("Ann and Bob moved to Ghent.", "Ann and Bob | lives_in | Ghent", ("Ann", "Bob")),
        ("小安和小白搬到了根特。", "小安和小白 | 居住在 | 根特", ("小安", "小白")),
    ],
)
def test_what_is_told_of_two_who_are_known_is_told_of_each(
    memory: Memary, server: ModelServer, said: str, line: str, names: tuple[str, str]
) -> None:
    tell(memory, server, said, fact(line, said), entities=[{"name": name, "type": "person"} for name in names])
    _, predicate, place = line.split(" | ")
    assert current(memory) == {f"{name} {predicate} {place}" for name in names}


def test_a_thing_is_of_the_type_that_its_noun_or_its_category_tells(memory: Memary, server: ModelServer) -> None:
    said = "The bank sent a letter about cefalexin."
    drug = [{"name": "cefalexin", "type": "thing", "categories": ["medicine"]}]
    tell(memory, server, said, fact("the bank | wrote_about | cefalexin", said), entities=drug)
    kinds = {one.entity.name: one.entity.type for one in memory.entities.list(user_id=USER)}
    assert kinds["the bank"] == "organization"
    assert kinds["cefalexin"] == "product"


@pytest.mark.parametrize(
    ("joined", "needs", "kind"),
    [
        (
            "User | helps_at | organization for the poor",
            "organization for the poor | needs | blankets",
            "organization",
        ),
        ("用户 | 去帮忙的地方 | 流浪动物收容所", "流浪动物收容所 | 需要 | 毯子", "organization"),
    ],
)
def test_what_was_a_value_until_more_is_told_of_it_is_of_the_type_that_its_noun_tells(
    memory: Memary, server: ModelServer, joined: str, needs: str, kind: str
) -> None:
    for line in (joined, needs):
        said = line.replace(" | ", " " if line.isascii() else "").replace("User", "I").replace("用户", "我")
        tell(memory, server, said, fact(line, said))
    kinds = {one.entity.name: one.entity.type for one in memory.entities.list(user_id=USER)}
    assert kinds[needs.split(" | ")[0]] == kind


def test_two_known_entities_that_are_said_to_be_one_are_merged_and_undo_parts_them(
    memory: Memary, server: ModelServer
) -> None:
    said = "I met a woman from Canada at the ball, and Claire wrote me a letter."
    people = [{"name": "woman from Canada", "type": "person"}, {"name": "Claire", "type": "person"}]
    met, wrote = fact("User | met | woman from Canada", said), fact("Claire | wrote | letter to User", said)
    tell(memory, server, said, met, wrote, entities=people)
    said = "Claire, the woman from Canada, is coming over."
    tell(
        memory,
        server,
        said,
        same=[{"known": ["woman from Canada", "Claire"], "quote": "Claire, the woman from Canada"}],
    )
    names = {one.entity.name for one in memory.entities.list(user_id=USER)}
    assert "Claire" in names
    assert "woman from Canada" not in names
    (row,) = [one for one in memory.operations.list(user_id=USER) if one.action == "MERGE"]
    assert "they were said to be one" in row.reason
    memory.operations.undo(row.id, user_id=USER)
    assert {"Claire", "woman from Canada"} <= {one.entity.name for one in memory.entities.list(user_id=USER)}


def test_two_new_namesakes_of_one_reply_stay_two(memory: Memary, server: ModelServer) -> None:
    said = "Anna Berg and Anna from next door both came."
    twice = [
        {"name": "Anna Berg", "type": "person", "aliases": ["Anna"]},
        {"name": "Anna from next door", "type": "person", "aliases": ["Anna"]},
    ]
    came = [fact(f"{one['name']} | came_to | party", said) for one in twice]
    tell(memory, server, said, *came, entities=twice)
    assert {"Anna Berg", "Anna from next door"} <= {one.entity.name for one in memory.entities.list(user_id=USER)}


def test_who_is_known_stays_one_where_another_of_that_name_is_told_of(memory: Memary, server: ModelServer) -> None:
    said = "科室里的李婷借走了我的书。"
    lent = fact("李婷 | 借走 | 用户的书", said)
    tell(memory, server, said, lent, entities=[{"name": "李婷", "type": "person", "description": "用户的同事"}])
    said = "儿子的新同桌也叫李婷，跟我同事同名同姓。"
    both = [
        {"name": "李婷（同桌）", "type": "person", "description": "儿子的同桌", "other_than": "李婷"},
        {"name": "李婷", "type": "person", "aliases": ["同事李婷"], "description": "用户的同事", "same_as": "李婷"},
    ]
    tell(memory, server, said, fact("用户的儿子 | 同桌是 | 李婷（同桌）", said), entities=both)
    people = [one.entity for one in memory.entities.list(user_id=USER) if one.entity.type == "person"]
    assert {one.name: one.aliases for one in people if "李婷" in one.name} == {
        "李婷": ("同事李婷",),
        "李婷（同桌）": (),
    }


def test_a_sister_of_whom_the_work_was_told_first_gets_her_name(memory: Memary, server: ModelServer) -> None:
    sister = {"name": "User's sister", "type": "person", "description": "User's sister, a midwife"}
    midwife = fact("User's sister | works_as | midwife", "My sister is a midwife")
    tell(memory, server, "My sister is a midwife.", midwife, entities=[sister])
    said = "Ling wants to take me to Bath. Ling is my sister, I never told you her name."
    ling = sister | {"name": "Ling", "aliases": ["User's sister"], "renamed": True}
    wish = fact("Ling | wants_to | take User to Bath", "Ling wants to take me to Bath")
    tell(memory, server, said, wish, entities=[ling | {"same_as": "User's sister"}])
    people = {one.entity.name for one in memory.entities.list(user_id=USER) if one.entity.type == "person"}
    assert people == {"Ling"}


def test_a_known_entity_takes_a_new_name_and_keeps_the_old_one_as_alias(memory: Memary, server: ModelServer) -> None:
    said = "We have a stray cat."
    tell(
        memory,
        server,
        said,
        fact("User | has_pet | stray cat", said),
        entities=[{"name": "stray cat", "type": "animal"}],
    )
    said = "The stray cat is called Mia from now on."
    named = {"name": "Mia", "type": "animal", "same_as": "stray cat", "renamed": True}
    tell(memory, server, said, entities=[named])
    (mia,) = [one.entity for one in memory.entities.list(user_id=USER) if one.entity.type == "animal"]
    assert (mia.name, mia.aliases) == ("Mia", ("stray cat",))


@pytest.mark.parametrize("is_taken", [True, False])
def test_a_name_that_the_assistant_proposed_is_taken_where_the_user_takes_it_up(
    memory: Memary, server: ModelServer, is_taken: bool
) -> None:
    said = "Lou's shop is called Sour Soup."
    shop = {"name": "Sour Soup", "type": "organization", "aliases": ["Lou's shop"]}
    tell(memory, server, said, fact("Lou | owns | Sour Soup", said), entities=[shop])
    named = shop | {"name": "River Noodles", "aliases": ["Sour Soup"], "same_as": "Sour Soup", "renamed": True}
    answer = "The second it is, she likes it, too." if is_taken else "Thanks, she will think about it."
    taken = [fact("Lou's shop | is_called | River Noodles", "The second it is", message=2)] if is_taken else []
    tell(memory, server, answer, *taken, after="Two names for it: Red Pot, or River Noodles.", entities=[named])
    (known,) = [one.entity for one in memory.entities.list(user_id=USER) if one.entity.type == "organization"]
    assert known.name == ("River Noodles" if is_taken else "Sour Soup")
    assert {known.name, *known.aliases} >= {"River Noodles", "Sour Soup"}


def test_what_some_called_by_another_name_is_renamed_to_it(memory: Memary, server: ModelServer) -> None:
    said = "We call the dog Buoy, Zoe calls him Bean."
    named = {"name": "Buoy", "type": "animal", "aliases": ["Bean"]}
    tell(memory, server, said, fact("User | has_pet | Buoy", said), entities=[named])
    said = "Bean it is: the dog is called Bean from now on."
    named = {"name": "Bean", "type": "animal", "aliases": ["Buoy"], "same_as": "Buoy", "renamed": True}
    tell(memory, server, said, entities=[named])
    (bean,) = [one.entity for one in memory.entities.list(user_id=USER) if one.entity.type == "animal"]
    assert (bean.name, bean.aliases) == ("Bean", ("Buoy",))


@pytest.mark.parametrize(("described", "name"), [("Ada's home country", "Sweden"), ("小雨的老家", "成都")])
def test_what_was_only_known_as_somebodys_takes_its_name_when_that_is_told(
    memory: Memary, server: ModelServer, described: str, name: str
) -> None:
    said = f"Ada told me of {described}."
    tell(memory, server, said, fact(f"Ada | tells_of | {described}", said), entities=[{"name": described}])
    said = f"{described} is {name}."
    named = {"name": name, "type": "topic", "aliases": [described]}
    tell(memory, server, said, fact(f"Ada | tells_of | {name}", said), entities=[named])
    (one,) = [each.entity for each in memory.entities.list(user_id=USER) if each.entity.name in (described, name)]
    assert (one.name, one.aliases) == (name, (described,))


def test_a_description_is_told_anew(memory: Memary, server: ModelServer) -> None:
    for age in ("eight months old", "a year old"):
        said = f"Rex is {age}."
        tell(
            memory,
            server,
            said,
            fact("User | has_pet | Rex", said),
            entities=[{"name": "Rex", "type": "animal", "description": age}],
        )
    (rex,) = [one.entity for one in memory.entities.list(user_id=USER) if one.entity.name == "Rex"]
    assert rex.description == "a year old"


@pytest.mark.parametrize(
    ("said", "line", "nickname"),
    [
        ("Totte's real name is Torsten Lundqvist!", "Totte | real_name | Torsten Lundqvist", "Totte"),
        ("Totte signs as Torsten Lundqvist.", "Totte | signs_as | Torsten Lundqvist", "Totte"),
        ("小鹿的真名叫陆建军。", "小鹿 | 真名 | 陆建军", "小鹿"),
        ("大家管小鹿叫陆建军。", "小鹿 | 被称作 | 陆建军", "小鹿"),
    ],
)
def test_another_name_is_a_name_of_the_same_node_and_stands_on_its_fact_as_it_was_said(
    memory: Memary, server: ModelServer, said: str, line: str, nickname: str
) -> None:
    name = line.rpartition(" | ")[2]
    tell(memory, server, said, fact(line, said), entities=[{"name": nickname, "type": "person", "aliases": [name]}])
    (told,) = memory.facts.list(user_id=USER)
    assert (told.subject, told.object) == (nickname, name)
    (person,) = [row.entity for row in memory.entities.list(user_id=USER) if row.entity.name == nickname]
    assert person.aliases == (name,)


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("I'm Jo, hello.", "User | name | Jo"),
        ("I'm Jo, hello.", "User | has_name | Jo"),
        ("My real name is Jo.", "User | real_name | Jo"),
        ("我的大名叫陈默。", "用户 | 大名 | 陈默"),
    ],
)
def test_a_user_who_tells_a_name_is_called_by_it(memory: Memary, server: ModelServer, said: str, line: str) -> None:
    tell(memory, server, said, fact(line, said))
    name = line.rpartition(" | ")[2]
    assert [fact.subject for fact in memory.facts.list(user_id=USER)] == [name]
    assert name not in {row.entity.name for row in memory.entities.list(user_id=USER)}  # no second node


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("I called Wei for 2 hours last night.", "User | called | Wei for 2 hours"),
        ("I called Wei.", "User | called | Wei"),
        ("They ask who I am: is_called a man for 2 hours.", "User | is_called | a man for 2 hours"),
        ("我的名字大家叫了三年。", "用户 | 名字 | 大家叫了三年"),
    ],
)
def test_what_is_no_name_is_nobodys(memory: Memary, server: ModelServer, said: str, line: str) -> None:
    tell(memory, server, said, fact(line, said))
    assert [fact.subject for fact in memory.facts.list(user_id=USER)] == ["User"]


@pytest.mark.parametrize(
    ("said", "line", "sentence", "told"),
    [
        (
            "In the band there are Ann and Bob.",
            "the band | has_member | Ann and Bob",
            "In the band there are Ann and Bob.",
            {"the band has member Ann", "the band has member Bob"},
        ),
        (
            "On Sundays Tove visits Ann and Bob in Ghent.",
            "Tove | visits | Ann and Bob",
            "On Sundays Tove visits Ann and Bob in Ghent.",
            {"On Sundays Tove visits Ann in Ghent.", "On Sundays Tove visits Bob in Ghent."},
        ),
        (
            "Ann and Bob were into punk when they were ten.",
            "Ann and Bob | were_into | punk",
            "When Ann and Bob were ten they were into punk.",
            {"Ann was into punk", "Bob was into punk"},
        ),
        (
            "Ann and Bob love oats.",
            "Ann and Bob | love | oats",
            "Ann and Bob both love oats.",
            {"Ann loves oats", "Bob loves oats"},
        ),
        (
            "球队固定成员是小明和小红。",
            "球队 | 固定成员 | 小明和小红",
            "球队的固定成员是小明和小红。",
            {"球队的固定成员是小明。", "球队的固定成员是小红。"},
        ),
    ],
)
def test_what_is_told_of_several_has_a_sentence_for_each_that_names_no_other(
    memory: Memary, server: ModelServer, said: str, line: str, sentence: str, told: set[str]
) -> None:
    names = ("Ann", "Bob") if said.isascii() else ("小明", "小红")
    people = [{"name": name, "type": "person"} for name in names]
    tell(memory, server, said, fact(line, said, statement=sentence), entities=people)
    assert {one.statement for one in memory.facts.list(user_id=USER)} == told


@pytest.mark.parametrize(
    ("said", "line", "names", "is_list"),
    [
        ("I bought tyres from Rollweg, Ulm.", "bought_from | Rollweg, Ulm", ("Rollweg", "Ulm"), False),
        (
            "Meine Adresse ist Lange Gasse 8 in Ulm.",
            "hat_Adresse | Lange Gasse 8, Ulm",
            ("Lange Gasse 8", "Ulm"),
            False,
        ),
        ("I have been to Ulm, Graz and Bern.", "visited | Ulm, Graz, Bern", ("Ulm", "Graz", "Bern"), True),
        ("I met Ann, Bob.", "met | Ann, Bob", ("Ann", "Bob"), True),
    ],
)
def test_a_comma_lists_only_what_the_sentence_lists(
    memory: Memary, server: ModelServer, said: str, line: str, names: tuple[str, ...], is_list: bool
) -> None:
    listed = [{"name": name, "type": "person" if "Ann" in names else "place"} for name in names]
    tell(memory, server, said, fact(f"User | {line}", said, statement=said), entities=listed)
    facts = memory.facts.list(user_id=USER)
    assert [one.statement == said for one in facts] == ([False] * len(names) if is_list else [True])
    whole = memory.entities.get(facts[0].object_id, user_id=USER)
    assert is_list or line.split(" | ")[1] in (whole.name, *whole.aliases)


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("In March we visited our friends Ann and Bob.", "User | visited | Ann and Bob"),
        ("三月我们去看了朋友小明和小红。", "用户 | 看望 | 小明和小红"),
    ],
)
def test_what_happened_once_to_several_is_told_of_each_as_it_was(
    memory: Memary, server: ModelServer, said: str, line: str
) -> None:
    people = [{"name": name, "type": "person"} for name in (("Ann", "Bob") if said.isascii() else ("小明", "小红"))]
    told = fact(line, said, statement=said, since="2026-03", until="2026-03")
    tell(memory, server, said, told, entities=people)
    past = memory.facts.list(user_id=USER, include_past=True)
    assert {(one.object, one.statement) for one in past} == {(one["name"], said) for one in people}


def test_what_belongs_to_two_is_told_of_neither_alone(memory: Memary, server: ModelServer) -> None:
    said = "Paulo and Ingrid's home is damp."
    people = [{"name": name, "type": "person"} for name in ("Paulo", "Ingrid", "Ingrid's home")]
    tell(memory, server, said, fact("Paulo and Ingrid's home | is | damp", said), entities=people)
    assert [one.subject for one in memory.facts.list(user_id=USER)] == ["Paulo and Ingrid's home"]


def test_a_phrase_that_is_told_of_two_at_once_is_no_node(memory: Memary, server: ModelServer) -> None:
    said = "Tove and Elsa got bellies like drums."
    people = [{"name": name, "type": "person"} for name in ("Tove", "Elsa")]
    tell(memory, server, said, fact("Tove and Elsa | got | bellies like drums", said), entities=people)
    assert {row.entity.name for row in memory.entities.list(user_id=USER)} == {"Tove", "Elsa"}
    assert {one.subject for one in memory.facts.list(user_id=USER)} == {"Tove", "Elsa"}


@pytest.mark.parametrize(
    ("said", "aliases", "kept"),
    [
        ("My crew calls me Addie, and so may you.", ["Addie"], {"User", "Addie"}),
        ("Hello there, it is late.", ["Addie"], {"User"}),  # nobody said it
        ("My sister Mia calls me at night.", ["Mia"], {"User"}),  # it is somebody else's
        ("队里的人都喊我阿杰。", ["阿杰"], {"User", "阿杰"}),
    ],
)
def test_a_further_name_of_the_user_is_learnt_where_the_message_says_it(
    memory: Memary, server: ModelServer, said: str, aliases: list[str], kept: set[str]
) -> None:
    own = {"name": "User", "type": "person", "aliases": aliases}
    others = [{"name": "Mia", "type": "person"}] if "Mia" in said else []
    line, told = ("User | likes | tea", "User likes tea.") if said.isascii() else ("用户 | 喜欢 | 茶", "用户喜欢茶。")
    likes = fact(line, said, statement=told)
    tell(memory, server, said, likes, entities=[own, *others])
    (kept_fact,) = memory.facts.list(user_id=USER)
    user = memory.entities.get(kept_fact.subject_id, user_id=USER)
    assert {user.name, *user.aliases} == kept


@pytest.mark.parametrize(
    ("first", "name", "said", "description", "kept"),
    [
        ("My aunt is Mia.", "Mia", "She is a nurse from Leeds.", "nurse from Leeds", True),
        ("My aunt is Mia.", "Mia", "It rained the whole day.", "nurse from Leeds", False),
        ("我的姨妈是小红。", "小红", "她是苏州的护士。", "苏州的护士", True),
    ],
)
def test_what_describes_a_known_one_by_another_word_is_kept_where_a_message_says_it(
    memory: Memary, server: ModelServer, first: str, name: str, said: str, description: str, kept: bool
) -> None:
    tell(memory, server, first, fact(f"User | aunt | {name}", first), entities=[{"name": name, "type": "person"}])
    named = {"name": name, "type": "person", "description": description, "same_as": name}
    tell(memory, server, said, entities=[named])
    (entity,) = [row.entity for row in memory.entities.list(user_id=USER) if row.entity.name == name]
    assert entity.description == (description if kept else "")


def test_people_whom_messages_name_are_shown_before_things_that_they_name(
    memory: Memary, server: ModelServer
) -> None:
    things = [f"Gadget{n}X" for n in range(20)]
    said = f"Bruno Weber repairs {', '.join(things)}."
    listed = [{"name": name, "type": "product"} for name in things] + [{"name": "Bruno Weber", "type": "person"}]
    facts = [fact(f"Bruno Weber | repairs | {name}", said) for name in things]
    tell(memory, server, said, *facts, entities=listed)
    tell(memory, server, f"{', '.join(things)} are all sold. Bruno Weber sold them.")
    known = prompt_text(server.requests[-1].body).partition(f"{texts('en').known_entities}:\n")[2]
    assert "Bruno Weber" in known.partition("\n\n")[0]


def test_a_place_that_a_reply_does_not_list_is_one(memory: Memary, server: ModelServer) -> None:
    said = "王海在深圳开了店，李文住得不远。"
    people = [{"name": "王海", "type": "person"}, {"name": "李文", "type": "person"}]
    tell(memory, server, said, fact("王海 | 开店于 | 深圳", said), entities=people)
    kinds = {one.entity.name: one.entity.type for one in memory.entities.list(user_id=USER)}
    assert kinds["深圳"] == "place"


@pytest.mark.parametrize(
    ("before", "known", "said", "name", "fields"),
    [
        ("Jun's mum is coming over.", "Jun's mum", "俊的妈妈叫王秀兰，她怕狗。", "王秀兰", {"renamed": True}),
        ("Ms Chen teaches me.", "Ms Chen", "陈老师说我进步很快。", "陈老师", {}),
        ("我认识小俊的妈妈。", "小俊的妈妈", "Jun's mum is called Wang Xiulan.", "Wang Xiulan", {"renamed": True}),
    ],
)  # fmt: skip
def test_who_is_said_to_be_somebody_known_in_another_script_is_that_one(
    memory: Memary, server: ModelServer, before: str, known: str, said: str, name: str, fields: dict[str, bool]
) -> None:
    about = fact(f"User | met | {known}" if before.isascii() else f"用户 | 认识 | {known}", before)
    tell(memory, server, before, about, entities=[{"name": known, "type": "person"}])
    tell(memory, server, said, entities=[{"name": name, "type": "person", "same_as": known, **fields}])
    (person,) = [
        one.entity for one in memory.entities.list(user_id=USER) if known in (one.entity.name, *one.entity.aliases)
    ]
    called = {person.name, *person.aliases}
    assert called == {known, name}
    assert (person.name == name) == ("renamed" in fields)


@pytest.mark.parametrize(
    ("before", "known", "said", "named"),
    [
        ("Tom came.", "Tom", "The radiator leaks.", {"name": "radiator", "type": "product"}),
        ("Tom came.", "Tom", "新烤箱太热了。", {"name": "新烤箱", "type": "product"}),
        ("Ann Berg came.", "Ann Berg", "Ruth Vale left.", {"name": "Ruth Vale", "type": "person"}),
        ("我认识老周。", "老周", "收到林夏的信。", {"name": "林夏", "type": "person"}),
    ],
)
def test_who_is_not_taken_for_the_one_that_a_model_says_stands_in_the_ledger_with_why(
    memory: Memary, server: ModelServer, before: str, known: str, said: str, named: dict[str, str]
) -> None:
    about = fact(f"User | met | {known}" if before.isascii() else f"用户 | 认识 | {known}", before)
    tell(memory, server, before, about, entities=[{"name": known, "type": "person"}])
    tell(memory, server, said, entities=[{**named, "same_as": known}])
    nodes = {one.entity.name: one.entity for one in memory.entities.list(user_id=USER)}
    assert {known, named["name"]} <= nodes.keys()
    (row,) = [one for one in memory.operations.list(user_id=USER) if known in one.reason]
    assert (row.action, row.target_id) == ("NONE", nodes[named["name"]].id)
    assert row.reason == f"not taken for {known}, as the model says: neither names nor text bear it out"


def test_whom_a_model_says_to_be_the_same_stays_one_though_others_are_named_beside(
    memory: Memary, server: ModelServer
) -> None:
    said = "Pre-op for mam tomorrow, I'm bringing her, Niamh can't."
    niamh = {"name": "Niamh", "type": "person", "description": "could not bring User's mother to the pre-op"}
    tell(memory, server, said, fact("Niamh | cannot_bring | User's mother", said), entities=[niamh])
    said = "Niamh my sister will come down from Athlone."
    told = {"name": "Niamh", "type": "person", "description": "sister of User, in Athlone", "same_as": "Niamh"}
    tell(memory, server, said, fact("Niamh | will_come_from | Athlone", said), entities=[told])
    known = [one.entity for one in memory.entities.list(user_id=USER)]
    assert [one.description for one in known if one.name == "Niamh"] == ["sister of User, in Athlone"]
