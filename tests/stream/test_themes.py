"""Themes, and what may be asked next about them."""

from __future__ import annotations

from support.records import NOW, days, entity, fact, minutes

from memary.languages import texts
from memary.stream.entries import StreamEntryRow
from memary.stream.next_questions import next_questions
from memary.stream.themes import Theme, find_themes
from memary.types import Entity, Fact

NODES = {name: entity("ada", name) for name in ("react", "css", "kafka", "postgres", "tea")}


def talks(*sessions: str, nodes: dict[str, Entity] = NODES) -> list[StreamEntryRow]:
    """Sessions a week apart; turns are separated by |, the entities of a turn by spaces."""
    return [
        StreamEntryRow(nodes[name], NOW + days(7 * number) + minutes(turn), f"{number}/{turn}", f"s{number}")
        for number, session in enumerate(sessions)
        for turn, names in enumerate(session.split("|"))
        for name in names.split()
    ]


def themes(seen: list[StreamEntryRow], facts: tuple[Fact, ...] = (), **options: int) -> list[Theme]:
    return find_themes(seen, facts, now=NOW + days(60), half_life_days=30, **options)


def members(theme: Theme) -> dict[str, int]:
    return {one.entity.name: one.count for one in theme.entities}


WORK = talks("react css|react|css", "kafka postgres|kafka", "react css", "kafka postgres")


def test_what_comes_up_together_again_and_again_is_a_theme() -> None:
    frontend, backend = sorted(themes(WORK), key=lambda theme: -theme.count)
    assert (members(frontend), members(backend)) == ({"css": 3, "react": 3}, {"kafka": 3, "postgres": 2})
    assert (frontend.label, frontend.count, frontend.sessions) == ("css · react", 6, 2)
    assert frontend.source_ids == ("0/0", "0/1", "0/2", "2/0")
    assert (frontend.first_at, frontend.last_at) == (NOW, NOW + days(14))


def test_what_came_up_in_one_session_only_does_not_recur() -> None:
    assert themes(talks("react css|react css|react css")) == []
    assert themes(talks("tea", "react", "kafka")) == []
    assert [members(theme) for theme in themes(talks("tea", "tea|tea"))] == [{"tea": 3}]


def test_within_one_session_a_theme_is_what_the_talk_comes_back_to() -> None:
    talk = talks("react css|react css" + "|kafka postgres" * 4 + "|react css")
    assert themes(talk) == []
    (theme,) = themes(talk, within_session=True)
    assert (members(theme), theme.sessions) == ({"css": 3, "react": 3}, 1)
    assert themes(talks("react css|react|css"), within_session=True) == []


def test_a_message_that_names_very_many_things_leaves_the_themes_as_they_are() -> None:
    nodes = {f"n{number}": entity("ada", f"n{number}") for number in range(200)}
    document = " ".join(nodes)
    (theme,) = themes(talks("n0 n1", "n0 n1", document, nodes=nodes))
    assert members(theme) == {"n0": 3, "n1": 3}


def test_the_same_stream_gives_the_same_themes_and_a_limit_keeps_the_strongest() -> None:
    assert themes(WORK) == themes(WORK)
    assert themes(WORK, limit=1) == themes(WORK)[:1]
    assert themes([]) == []


def test_a_fact_holds_entities_together() -> None:
    apart = talks(*["react", "tea"] * 3)
    assert [len(theme.entities) for theme in themes(apart)] == [1, 1]
    (tied,) = themes(apart, (fact(NODES["react"], "is_like", NODES["tea"]),))
    assert members(tied) == {"react": 3, "tea": 3}


def test_the_trend_compares_the_newest_quarter_with_the_rest() -> None:
    steady = ["react css|react|css"] * 3
    found = themes(talks(*steady, "kafka postgres|kafka", "kafka postgres"))
    assert {theme.label: theme.trend for theme in found} == {"css · react": "quiet", "kafka · postgres": "rising"}
    (new,) = [theme for theme in themes(talks(*steady * 3, "kafka", "kafka|kafka")) if "kafka" in theme.label]
    assert new.trend == "new"


def test_a_category_that_most_share_is_in_the_label() -> None:
    nodes = {name: node.model_copy(update={"categories": ("work",)}) for name, node in NODES.items()}
    (theme,) = themes(talks("react css", "react css", nodes=nodes))
    assert (theme.category, theme.label) == ("work", "work: css · react")


def test_a_category_in_two_spellings_is_shared_and_called_as_most_do() -> None:
    spelt = {"react": "Work", "css": "work", "kafka": "work"}
    nodes = {name: NODES[name].model_copy(update={"categories": (category,)}) for name, category in spelt.items()}
    (theme,) = themes(talks("react css kafka", "react css kafka", nodes=nodes))
    assert theme.category == "work"


def theme_of(*entities: Entity) -> Theme:
    seen = talks(*[" ".join(one.name for one in entities)] * 3, nodes={one.name: one for one in entities})
    (theme,) = themes(seen)
    return theme


def test_facts_of_a_theme_lead_to_questions_that_memory_can_answer() -> None:
    ben, cork = entity("ada", "Ben", type="person"), entity("ada", "Cork", type="place")
    me = entity("ada", "User")
    facts = [fact(ben, "lives_in", cork), fact(me, "likes", cork)]
    asked = next_questions(theme_of(ben, cork), facts, user_ids={me.id}, language="en")
    assert asked == ("Where does Ben live?", "What else do I like besides Cork?", "How is Ben doing?")


def test_questions_are_asked_in_chinese_about_what_is_said_in_chinese() -> None:
    zhou, wuhan = entity("linxia", "周航", type="person"), entity("linxia", "武汉", type="place")
    asked = next_questions(theme_of(zhou, wuhan), [fact(zhou, "居住在", wuhan)], user_ids=(), language="zh")
    assert asked[0] == "周航住在哪里？"
    assert set(asked[1:]) <= {
        "周航最近怎么样？",
        "武汉和周航有什么关系？",
        "周航和武汉有什么关系？",
        "关于武汉，我说过些什么？",
    }


def test_a_theme_without_facts_still_has_questions() -> None:
    asked = next_questions(theme_of(NODES["kafka"], NODES["postgres"]), [], user_ids=(), language="de")
    assert asked == (
        "What is the latest on kafka?", "What is the latest on postgres?", "How are kafka and postgres connected?",
    )  # fmt: skip


def test_both_languages_have_the_same_questions() -> None:
    english, chinese = texts("en").next_questions, texts("zh").next_questions
    for one, other in (
        (english.about_user, chinese.about_user),
        (english.about_others, chinese.about_others),
        (english.latest, chinese.latest),
    ):
        assert one.keys() == other.keys()
        for key, text in one.items():
            assert ("{who}" in text, "{what}" in text) == ("{who}" in other[key], "{what}" in other[key])
