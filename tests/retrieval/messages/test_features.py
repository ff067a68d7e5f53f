"""Which message answers: its neighbours, who says it and when count beside its words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from support.model_server import Fault, ModelServer

from memary import Memary
from memary.retrieval.hits import Hit

pytestmark = pytest.mark.embedding("words")
"""What a message means would say by itself which of two it is; here other features are to."""

START = datetime(2026, 3, 2, 9, tzinfo=UTC)


def talk(
    memory: Memary, *lines: tuple[str, str], at: datetime = START, session: str = "s", **options: object
) -> None:
    memory.add(
        [
            {"content": text, "speaker": speaker, "created_at": at + timedelta(minutes=n), "session_id": session}
            for n, (speaker, text) in enumerate(lines)
        ],
        user_id="ada",
        infer=False,
        **options,  # type: ignore[arg-type]
    )


def small_talk(memory: Memary, count: int = 40) -> None:
    for n in range(count):
        at = START - timedelta(days=3 * n + 5)
        talk(memory, ("Ada", f"The weather was number {n}."), ("Ben", f"Fine, that is {n}."), at=at, session=f"t{n}")


def best(memory: Memary, question: str, **options: object) -> Hit:
    return memory.search(question, user_id="ada", kinds={"message"}, **options)[0]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("asks", "answers", "question"),
    [
        ("What is your dog called?", "Bolt, and he is lovely.", "What is the name of Ben's dog?"),
        ("你的狗叫什么名字？", "它叫闪电，很可爱。", "Ben的狗叫什么名字？"),
    ],
)
def test_the_answer_shares_no_word_with_the_question_but_follows_one_that_does(
    memory: Memary, asks: str, answers: str, question: str
) -> None:
    small_talk(memory)
    talk(memory, ("Ada", asks), ("Ben", answers))
    assert best(memory, question).text == answers


def test_who_is_asked_about_goes_before_who_is_not(memory: Memary) -> None:
    small_talk(memory)
    talk(memory, ("Ada", "I paint horses in my free time."), session="a")
    talk(memory, ("Ben", "I paint horses in my free time."), session="b")
    assert best(memory, "What does Ben paint?").speaker == "Ben"
    assert best(memory, "What does Ada paint?").speaker == "Ada"
    first, second, *_ = memory.search("What does Ada paint?", user_id="ada")
    assert "speaker" in first.explain.signals
    assert "speaker" not in second.explain.signals


@pytest.mark.parametrize(("friends", "first"), [(1, "Ada"), (12, "Ben")])
@pytest.mark.parametrize(
    ("sent", "own", "question"),
    [
        ("Ada, the dentist is on Friday.", "I called the dentist.", "Which day is the dentist of Ada?"),
        ("Ada，牙医的房子是白色的。", "我喜欢牙医的房子。", "Ada的牙医的房子怎么样？"),
    ],
)
def test_who_is_named_is_taken_to_have_said_it_where_few_speak(
    memory: Memary, friends: int, first: str, sent: str, own: str, question: str
) -> None:
    talk(memory, *[(f"Friend {number}", "See you soon.") for number in range(friends)])
    talk(memory, ("Ada", own), session="own")
    talk(memory, ("Ben", sent), session="sent")
    assert best(memory, question).speaker == first


def test_a_first_name_that_two_bear_means_the_one_whose_whole_name_is_given(memory: Memary) -> None:
    small_talk(memory)
    lines = "I paint horses in my free time.", "We paint horses at home, too."
    talk(memory, ("Alex Hill", lines[0]), ("Alex Brown", lines[1]), ("Ben", "Alex paints horses in Leeds."))
    assert best(memory, "What does Alex Hill paint?").speaker == "Alex Hill"
    assert best(memory, "What does Alex Brown paint?").speaker == "Alex Brown"
    assert best(memory, "What does Alex paint?").speaker != "Ben"
    both = memory.search("What does Alex Okoro paint?", user_id="ada", kinds={"message"}, top_k=3)
    contributions = {hit.explain.signals["speaker"].contribution for hit in both}
    assert len(contributions) == 1, "nobody is meant of those who speak"


@pytest.mark.parametrize(
    ("said", "question"), [("I run in the park.", "Where do I run?"), ("我在公园跑步。", "我在哪里跑步？")]
)
def test_who_asks_about_himself_is_the_user(memory: Memary, said: str, question: str) -> None:
    memory.add(
        [{"content": said, "role": "assistant"}, {"content": said, "role": "user"}], user_id="ada", infer=False
    )
    assert best(memory, question).role == "user"


def test_a_time_in_the_question_prefers_what_was_said_then(memory: Memary) -> None:
    for month in range(1, 11):
        talk(memory, ("Ada", "I saw a film with Mia."), at=datetime(2025, month, 10, tzinfo=UTC), session=f"m{month}")
    for question in ("Which film did Ada see in June 2025?", "Ada 2025年6月看了什么电影？"):
        assert best(memory, question).created_at.month == 6


@pytest.mark.parametrize(
    ("question", "within", "beside", "told_later", "further"),
    [
        (
            "What did I do in April?",
            "Went hiking all day.",
            "Watched a film with Mira today.",
            "I saw a film with Mira last month.",
            "Which film did I see with Mira in April?",
        ),
        (
            "我四月份做了什么？",
            "爬山一整天。",
            "今天和米拉看电影。",
            "上个月我和米拉看了一部电影。",
            "我四月份和米拉看了哪部电影？",
        ),
    ],
)
@pytest.mark.parametrize("outside", [datetime(2026, 3, 31, 20, tzinfo=UTC), datetime(2026, 5, 1, 20, tzinfo=UTC)])
def test_what_is_said_within_a_time_goes_before_what_is_said_beside_it(
    memory: Memary, question: str, within: str, beside: str, told_later: str, further: str, outside: datetime
) -> None:
    said = {within: datetime(2026, 4, 25, 10, tzinfo=UTC), beside: outside}
    memory.add([{"content": text, "created_at": at} for text, at in said.items()], user_id="ada", infer=False)
    as_of = datetime(2026, 5, 2, 21, tzinfo=UTC)
    assert best(memory, question, as_of=as_of).text == within
    memory.add({"content": told_later, "created_at": as_of}, user_id="ada", infer=False)
    assert best(memory, further, as_of=as_of).text in (beside, told_later)


@pytest.mark.parametrize(
    ("planned", "question"),
    [
        (
            "A plan for your signing:\n- 2026-04-06: colours\n- 2026-04-13: a chat\n- 2026-04-20: food",
            "What was on for my signing on 13 April?",
        ),
        ("你的手语安排：\n2026-04-06：颜色\n2026-04-13：聊天，不出声\n2026-04-20：食物", "4月13日手语安排了什么？"),
    ],
)
def test_a_day_in_the_question_is_answered_by_a_plan_for_it_that_was_made_long_before(
    memory: Memary, planned: str, question: str
) -> None:
    talk(memory, ("Helper", planned))
    for n in range(20):
        at = START + timedelta(days=n + 44)
        talk(
            memory,
            ("Ada", f"The signing went well with {n + 40} of them."),
            ("Ada", f"手语{n + 40}个都好。"),
            at=at,
            session=f"t{n}",
        )
    assert best(memory, question, as_of=START + timedelta(days=80)).text == planned


def test_a_question_for_a_time_prefers_what_tells_one(memory: Memary) -> None:
    small_talk(memory)
    talk(memory, ("Ada", "The marathon was hard for me."), session="a")
    talk(memory, ("Ada", "The marathon was last Sunday."), session="b")
    assert best(memory, "When was Ada's marathon?").text == "The marathon was last Sunday."
    assert best(memory, "How was Ada's marathon?").text == "The marathon was hard for me."


def test_what_asks_is_no_answer(memory: Memary) -> None:
    small_talk(memory)
    talk(memory, ("Ada", "My favourite river is the Elbe?"), session="a")
    talk(memory, ("Ada", "My favourite river is the Elbe."), session="b")
    assert best(memory, "What is Ada's favourite river?").text.endswith(".")


def test_a_neighbour_comes_only_if_the_filter_lets_it(memory: Memary) -> None:
    memory.add(
        [
            {"content": "What is your dog called?", "metadata": {"topic": "dogs"}, "session_id": "s"},
            {"content": "Bolt.", "metadata": {"topic": "names"}, "session_id": "s"},
        ],
        user_id="ada",
        infer=False,
    )
    found = memory.search("the dog", user_id="ada", filters={"topic": "dogs"})
    assert [hit.text for hit in found] == ["What is your dog called?"]


def test_a_fact_speaks_for_the_message_it_rests_on(memory: Memary) -> None:
    small_talk(memory)
    talk(memory, ("Ada", "We finally did it, at the lake, just the two of us!"))
    (source,) = (m.id for m in memory.messages.list(user_id="ada", session_id="s"))
    memory.facts.add(
        [{"subject": "Ada", "predicate": "married", "object": "Ben", "source_ids": [source]}], user_id="ada"
    )
    hit = best(memory, "Is anybody married?")
    assert hit.id == source
    assert hit.explain.score == pytest.approx(hit.score)


def test_a_reranker_has_the_last_word_and_memorys_order_stands_in_for_it() -> None:
    texts = ["I keep bees at home.", "They are insects, wild ones.", "Bees, bees and bees."]
    with (
        ModelServer() as server,
        Memary.open("sqlite:///:memory:", rerank_url=f"{server.base_url}/rerank", worker=False) as memory,
    ):
        memory.add(texts, user_id="ada", infer=False)
        body = {"results": [{"index": n, "relevance_score": score} for n, score in enumerate((0.1, 0.9, 0.5))]}
        by_index = [hit.text for hit in memory.search("bees", user_id="ada")]
        server.script_rerank(body, Fault.status(503))
        judged = memory.search("bees", user_id="ada")
        assert [hit.text for hit in judged] == [by_index[1], by_index[2], by_index[0]]
        assert all(hit.explain.score == pytest.approx(hit.score) for hit in judged)
        fallen_back = memory.search("bees", user_id="ada")
        assert {hit.text for hit in fallen_back} == set(texts)
        assert all("rerank" not in hit.explain.signals for hit in fallen_back)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            "I have a free weekend in May and would like to be near the sea for once, but without the crowds that "
            "come with it. Which island did I like?",
            "Vis was my favourite island, quiet and green.",
        ),
        (
            "五月有一个周末我没有安排，想去海边走走，但是不想去人太多的地方，也不想坐太久的船，最好是我以前去过的。我喜欢过哪个岛？",
            "我最喜欢的岛是维斯岛，又安静又绿。",
        ),
    ],
)
def test_a_long_question_that_was_asked_before_is_no_answer_to_itself(
    memory: Memary, question: str, told: str
) -> None:
    for n, text in enumerate((told, question, *(f"The sea was number {n}." for n in range(20)))):
        memory.add(text, user_id="ada", session_id=f"s{n}", infer=False)
    hits = memory.search(question, user_id="ada", kinds={"message"}, top_k=50)
    assert hits[0].text == told
    assert question in [hit.text for hit in hits]


def test_a_statement_is_found_by_its_own_words(memory: Memary) -> None:
    small_talk(memory)
    talk(memory, ("Ada", "I keep the spare key behind the blue door."))
    assert best(memory, "I keep the spare key behind the blue door.").text.startswith("I keep the spare key")


@pytest.mark.parametrize(
    ("said", "of_kin", "question"),
    [
        ("I'm moving to a houseboat in Granton.", "My sister lives in Dundee.", "Where does Alex Hill live now?"),
        (
            "I am joining a new company, the fire brigade of Leith.",
            "My sister works at a bank.",
            "Where does Alex Hill work?",
        ),
        ("我下个月要搬到苏州去了。", "我妹妹住在青岛。", "Alex Hill现在住在哪里？"),
    ],
)
def test_what_a_speaker_says_of_themselves_in_other_words_answers_where_they_live_or_work(
    memory: Memary, said: str, of_kin: str, question: str
) -> None:
    small_talk(memory)
    talk(memory, ("Ben", of_kin), ("Ada", "Good for her."), session="kin")
    talk(memory, ("Alex Hill", said), ("Alex Brown", "When?"), session="own")
    assert best(memory, question).text == said


def test_who_asks_where_they_live_is_who_speaks_under_the_name_of_the_memory(memory: Memary) -> None:
    small_talk(memory)
    talk(memory, ("Ben", "Leo is here, he lives in my kitchen."), ("Cleo", "Poor you."), session="kin")
    talk(memory, ("Ada", "We found a house in Bath! We move in October."), session="own")
    assert best(memory, "Where do I live?").speaker == "Ada"
