"""Salvage as a table of what models write instead of the JSON they were asked for."""

from __future__ import annotations

import json
import re
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.tables import each

from memary.errors import ModelOutputError
from memary.ingestion.extraction.prompt import Extraction
from memary.ingestion.extraction.reply.salvage import fault_of, salvage

FACTS = [
    {
        "subject": "Ada",
        "predicate": "lives_in",
        "object": "Berlin",
        "statement": "Ada lives in Berlin.",
        "quote": "I moved",
    },
    {"subject": "Ada", "predicate": "likes", "object": "tea", "importance": 3, "op": "ADD", "target": None},
    {"subject": "Ada", "predicate": "has_pet", "object": "Rex", "since": "2020", "message": 1},
]
ENTITIES = [{"name": "Berlin", "type": "place"}, {"name": "Rex", "type": "animal", "aliases": ["the dog"]}]
WHOLE = {"entities": ENTITIES, "facts": FACTS}
GOOD = json.dumps(WHOLE)
PRETTY = json.dumps(WHOLE, indent=2)
SCHEMA = json.dumps(Extraction.model_json_schema())


def one(fact: str) -> str:
    """A reply with one fact, written by hand."""
    return f'{{"entities": [], "facts": [{fact}]}}'


ADA = '"subject": "Ada", "predicate": "likes", "object": "tea"'

# name, reply, how many facts and entities are sound in it
REPLIES: list[tuple[str, str, int, int]] = [
    ("as asked", GOOD, 3, 2),
    ("fence", f"```json\n{PRETTY}\n```", 3, 2),
    ("fence without a language", f"```\n{PRETTY}\n```", 3, 2),
    ("fence on one line", f"```json {GOOD}```", 3, 2),
    ("fence never closed", f"```json\n{PRETTY}", 3, 2),
    ("prose before and after", f"Sure! Here is what I found:\n{PRETTY}\nLet me know if you need more.", 3, 2),
    ("braces in the prose before", f"I fill in {{entities}} and {{facts}} as told: {GOOD}", 3, 2),
    ("brackets in the prose before", f"[1] is the first message. {GOOD}", 3, 2),
    ("thinking never closed", f"<think>Let me see. {GOOD}", 3, 2),
    ("a tag of thought inside a quote", one(f'{{{ADA}, "quote": "a </think> tag"}}'), 1, 0),
    ("single quotes", str(WHOLE), 3, 2),
    ("trailing commas", GOOD.replace("}]", "},]"), 3, 2),
    ("comments", GOOD.replace('"facts"', '// the facts\n"facts"'), 3, 2),
    ("bare keys", one("{subject: 'Ada', predicate: 'likes', object: 'tea'}"), 1, 0),
    ("typographic quotes", re.sub('"([^"]*)"', r"“\1”", one(f"{{{ADA}}}")), 1, 0),
    ("python literals", one(f"{{{ADA}, 'target': None, 'correction': False}}"), 1, 0),
    ("cut off inside the last fact", GOOD[: GOOD.index('"has_pet"') + 4], 2, 2),
    ("cut off inside a text", GOOD[: GOOD.index("lives in Berlin") + 5], 1, 2),
    ("cut off inside a name", GOOD[: GOOD.index("Rex", GOOD.index("has_pet")) + 2], 2, 2),
    ("cut off after a comma", GOOD[: GOOD.index('{"subject": "Ada", "predicate": "has_pet"')], 2, 2),
    ("bad escape", one(f'{{{ADA}, "quote": "C:\\temp\\x \\\'s"}}'), 1, 0),
    ("line breaks inside a text", one(f'{{{ADA}, "statement": "Ada likes\ntea."}}'), 1, 0),
    ("quotes not escaped inside a text", one(f'{{{ADA}, "quote": "he said "hi" to me"}}'), 1, 0),
    (
        "unicode escapes",
        one(r'{"subject": "\u6211", "predicate": "\u559c\u6b22", "object": "\u8336\ud83c\udf75"}'),
        1,
        0,
    ),
    ("half an emoji", one(r'{"subject": "Ada", "predicate": "likes", "object": "tea \ud83c"}'), 1, 0),
    ("control characters", one(r'{"subject": "Ada\u0000", "predicate": "likes", "object": "tea"}'), 1, 0),
    ("twice the same", f"{GOOD}\n{GOOD}", 3, 2),
    ("an empty one first", f'{{"entities": [], "facts": []}}\n{GOOD}', 3, 2),
    ("the schema first", f"{SCHEMA}\n{GOOD}", 3, 2),
    ("a list of facts", json.dumps(FACTS), 3, 0),
    ("facts as arrays", json.dumps({"entities": ENTITIES, "facts": [["Ada", "likes", "tea"], FACTS[0]]}), 2, 2),
    (
        "arrays with their sentence",
        json.dumps([["Ada", "likes", "tea", "Ada likes tea."], ["Ada", "has", "Rex"]]),
        2,
        0,
    ),
    ("one array, not in a list", json.dumps({"entities": [], "facts": ["Ada", "likes", "tea"]}), 1, 0),
    ("entities by their names", json.dumps({"entities": ["Ada", "Rex"], "facts": FACTS}), 3, 2),
    ("one bare fact", json.dumps(FACTS[0]), 1, 0),
    ("facts one below the other", "\n".join(json.dumps(fact) for fact in FACTS), 3, 0),
    ("inside a wrapper", json.dumps({"result": WHOLE}), 3, 2),
    ("inside a list", json.dumps([WHOLE]), 3, 2),
    ("entities and facts in two objects of a list", json.dumps([{"facts": FACTS}, {"note": 1}]), 3, 0),
    (
        "entities and facts in two objects",
        f"{json.dumps({'entities': ENTITIES})}\n{json.dumps({'facts': FACTS})}",
        3,
        2,
    ),
    ("an object for each message", "\n".join(json.dumps({"facts": [fact]}) for fact in FACTS), 3, 0),
    ("an object for each message by name", json.dumps({str(n): {"facts": [f]} for n, f in enumerate(FACTS)}), 3, 0),
    ("a draft, and the same with more", f"{json.dumps({'facts': FACTS[:1]})}\nOnce more, whole:\n{GOOD}", 3, 2),
    ("only facts", json.dumps({"facts": FACTS}), 3, 0),
    ("only entities", json.dumps({"entities": ENTITIES}), 0, 2),
    ("one fact, not in a list", json.dumps({"facts": FACTS[0], "entities": []}), 1, 0),
    ("facts under numbers", json.dumps({"facts": {"1": FACTS[0], "2": FACTS[1]}, "entities": []}), 2, 0),
    ("facts are null", json.dumps({"facts": None, "entities": ENTITIES}), 0, 2),
    ("null for what is optional", one(f'{{{ADA}, "op": null, "since": null, "importance": null}}'), 1, 0),
    ("nulls among the items", json.dumps({"entities": [None, *ENTITIES], "facts": [None, *FACTS, "x", 7]}), 3, 2),
    ("a number as object", one('{"subject": "Ada", "predicate": "age_is", "object": 42}'), 1, 0),
    ("a number as since", one(f'{{{ADA}, "since": 2020}}'), 1, 0),
    ("importance in words", one(f'{{{ADA}, "importance": "high"}}'), 1, 0),
    ("importance out of range", one(f'{{{ADA}, "importance": 9}}'), 1, 0),
    ("NaN", one(f'{{{ADA}, "importance": NaN}}'), 1, 0),
    ("an unknown operation", one(f'{{{ADA}, "op": "PONDER"}}'), 1, 0),
    ("target in words", one(f'{{{ADA}, "target": "the second"}}'), 1, 0),
    ("an alias that is a text", json.dumps({"entities": [{"name": "Rex", "aliases": "dog"}], "facts": []}), 0, 1),
    ("aliases with nulls", json.dumps({"entities": [{"name": "Rex", "aliases": [None, "dog"]}], "facts": []}), 0, 1),
    ("extra keys", one(f'{{{ADA}, "mood": "calm", "score": 0.9}}'), 1, 0),
    ("keys in capitals", one('{"Subject": "Ada", "Predicate": "likes", "Object": "tea"}'), 1, 0),
    ("html around", f"<html><body><pre>{GOOD}</pre></body></html>", 3, 2),
    ("a byte order mark", f"\ufeff{GOOD}", 3, 2),
    ("a fence inside a quote", one(f'{{{ADA}, "quote": "run ```ls``` now"}}'), 1, 0),
    ("nothing found", '{"entities": [], "facts": []}', 0, 0),
]


@each(("reply", "facts", "entities"), [r[1:] for r in REPLIES])
def test_every_sound_item_of_a_reply_is_kept(reply: str, facts: int, entities: int) -> None:
    extraction, _ = salvage(reply)
    assert (len(extraction.facts), len(extraction.entities)) == (facts, entities)


@pytest.mark.parametrize(
    ("name", "item"),
    [
        ("no object", '{"subject": "Ada", "predicate": "likes"}'),
        ("object is null", '{"subject": "Ada", "predicate": "likes", "object": null}'),
        ("object is NaN", '{"subject": "Ada", "predicate": "likes", "object": NaN}'),
        ("object is a list", '{"subject": "Ada", "predicate": "likes", "object": ["tea"]}'),
        ("object is true", '{"subject": "Ada", "predicate": "likes", "object": true}'),
        ("subject is blank", '{"subject": "  ", "predicate": "likes", "object": "tea"}'),
        ("subject is endless", f'{{"subject": "{"x" * 300}", "predicate": "likes", "object": "tea"}}'),
    ],
)
def test_a_broken_item_is_dropped_with_a_warning_and_the_others_stay(name: str, item: str) -> None:
    extraction, warnings = salvage(f'{{"entities": [], "facts": [{item}, {{{ADA}}}]}}')
    assert [fact.object for fact in extraction.facts] == ["tea"]
    assert len(warnings) == 1, name
    assert warnings[0].startswith("ExtractedFact dropped for")


@each(
    "reply",
    [
        "",
        "   ",
        "I could not find anything.",
        "<think>only thoughts</think>",
        "null",
        "[]",
        "42",
        '"text"',
        "<html><body>502 Bad Gateway</body></html>",
        '{"error": "overloaded"}',
        '{"answer": {"text": "hi"}}',
        "```json\n```",
        "{" * 3_000,
        "[" * 100_000,
        '{"a":' * 3_000,
        "\x00\x01\x02",
    ],
)
def test_a_reply_without_any_extraction_is_sent_back(reply: str) -> None:
    with pytest.raises(ModelOutputError, match='"entities" and "facts"'):
        salvage(reply)


@each(
    ("reply", "fault"),
    [
        (GOOD, ""),
        (PRETTY, ""),
        (f"```json\n{PRETTY}", ""),
        ('{"entities": [], "facts": []}', ""),
        (str(WHOLE), ""),
        (one(f'{{{ADA}, "quote": "he said "hi" to me"}}'), ""),
        (one(f'{{{ADA}}}, {{"subject": "Ada", "predicate": "likes"}}'), ""),
        (GOOD[:-30], "cut off"),
        (GOOD[: GOOD.index('"has_pet"') + 4], "cut off"),
        (f"[1] is the first message. {GOOD[:-30]}", "cut off"),
        (one('{"subject": "Ada", "predicate": "likes"}'), "object is missing"),
        (one('"Ada likes tea."'), "no object"),
    ],
)
def test_a_reply_that_is_cut_off_or_holds_nothing_usable_has_a_fault(reply: str, fault: str) -> None:
    said = fault_of(reply, *salvage(reply))
    assert fault in said if fault else said == ""


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("add", "ADD"),
        ("Update", "UPDATE"),
        ("delete", "DELETE"),
        ("REMOVE", "DELETE"),
        ("noop", "NONE"),
        ("no change", "NONE"),
        ("NO-OP", "NONE"),
        ("REPLACE", "UPDATE"),
    ],
)
def test_operations_are_understood_in_other_words(written: str, meant: str) -> None:
    extraction, warnings = salvage(one(f'{{{ADA}, "op": "{written}"}}'))
    assert (extraction.facts[0].op, warnings) == (meant, [])


def test_texts_come_out_clean() -> None:
    extraction, _ = salvage(
        one(r'{"subject": " Ada\u0000 ", "predicate": "likes", "object": "tea \ud83c", "since": 2020}')
    )
    fact = extraction.facts[0]
    assert (fact.subject, fact.object, fact.since) == ("Ada", "tea", "2020")


def test_chinese_and_emoji_survive() -> None:
    extraction, _ = salvage(REPLIES[[r[0] for r in REPLIES].index("unicode escapes")][1])
    assert (extraction.facts[0].subject, extraction.facts[0].object) == ("我", "茶🍵")


@settings(max_examples=80, deadline=None)
@given(st.text(max_size=300) | st.text(alphabet='{}[]":,\\abc \n`<>', max_size=300))
def test_nothing_but_its_own_error_comes_out_of_garbage(reply: str) -> None:
    with suppress(ModelOutputError):
        salvage(reply)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(GOOD)))
def test_wherever_a_reply_breaks_off_what_was_whole_is_kept(length: int) -> None:
    whole = GOOD[:length].count("}, {") + GOOD[:length].count("}]")
    try:
        extraction, _ = salvage(GOOD[:length])
    except ModelOutputError:
        assert whole == 0
    else:
        assert len(extraction.facts) + len(extraction.entities) >= whole
