"""What users tell the assistant to do from then on, and what only sounds like it."""

from __future__ import annotations

from support.records import fresh_user
from support.tables import each

from memary import Memary

TOLD = [
    "Always give me metric units when I ask about recipes.",
    "Please never use emojis.",
    "From now on answer in at most three sentences.",
    "In future, please cite your sources.",
    "Explain it step by step when I ask about physics.",
    "When I ask for recipes, give me grams.",
    "I want you to always start with the code.",
    "I hate emojis in your answers.",
    "I prefer short answers.",
    "Could you always answer in French?",
    "以后回答请简短一点。",
    "请一直用中文回答我。",
    "以后我问菜谱的时候，请都用克。",
    "我喜欢简短的回答。",
    "请总是先给我结论。",
    "还有配速都写成“几分几秒每公里”。",
    "Also write all paces in minutes per kilometre.",
]
NOT_TOLD = [
    "Please answer in German.",
    "I always give my sister a call on Sundays.",
    "From now on I will go running every morning.",
    "Never eat yellow snow!",
    "Always a pleasure.",
    "Every time I ask him, he says no.",
    "I prefer tea to coffee.",
    "Do you always answer in French?",
    "我以后要多运动。",
    "他一直用这个杯子。",
    "以后都去那家店。",
    "我妈妈总是给我打电话。",
    "另外作业都写成一篇作文了。",
]
CHANGED = [
    (("From now on answer in three sentences.", "From now on answer in five sentences."), ["five sentences"]),
    (("Never use emojis in your answers.", "You don't have to avoid emojis in your answers any more."), []),
    (("Always answer in French.", "Never use emojis.", "No need to answer in French any more."), ["emojis"]),
    (("以后请用英文回答我。", "不用再用英文回答我了。"), []),
    (
        ("From now on answer without emojis, and keep it short.", "Emojis are fine again, I'm happy."),
        ["keep it short"],
    ),
    (("以后回答我别用表情符号，简短一点。", "现在表情符号可以用了，我心情好。"), ["简短一点"]),
]


def told(memory: Memary, *lines: str) -> list[str]:
    user = fresh_user()
    for line in lines:
        memory.add(line, user_id=user)
        memory.flush(user_id=user)
    predicates = {"wants_assistant_to", "要求助手"}
    return [fact.object for fact in memory.facts.list(user_id=user) if fact.predicate in predicates]


@each("line", TOLD)
def test_an_instruction_is_kept_word_for_word(memory: Memary, line: str) -> None:
    assert told(memory, line) == [line.rstrip(".!。")]


@each("line", NOT_TOLD)
def test_what_only_sounds_like_one_is_none(memory: Memary, line: str) -> None:
    assert told(memory, line) == []


@each(("lines", "left"), CHANGED)
def test_an_instruction_is_replaced_and_lifted(memory: Memary, lines: tuple[str, ...], left: list[str]) -> None:
    now = told(memory, *lines)
    assert len(now) == len(left)
    assert all(words in one for words, one in zip(left, now, strict=True))


def test_what_else_a_message_says_is_read_as_ever(memory: Memary) -> None:
    user = fresh_user()
    memory.add("I live in Oslo. Always answer in Norwegian, please.", user_id=user)
    memory.flush(user_id=user)
    assert {fact.object for fact in memory.facts.list(user_id=user)} == {"Oslo", "Always answer in Norwegian, please"}


def test_an_instruction_in_a_text_of_somebody_else_is_none(memory: Memary) -> None:
    assert told(memory, 'My boss wrote: "Always answer in French from now on."') == []
