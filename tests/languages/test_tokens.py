from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import llama_index.core
import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st

import memary
from memary.languages.tokens import (
    TokenCounter,
    count_tokens,
    counter_for,
    split_tokens,
    truncate_tokens,
    without_middle,
)

PROSE = """The lighthouse keeper wrote a letter every evening, although nobody had asked him to. He described the
colour of the sea, the ships that passed, and the birds that rested on the railing before they went on to
the south. When the mail boat finally arrived after the storms, it carried away forty letters in a canvas
bag, and the captain promised to deliver each of them to the right address. Most of the people who
received one had never seen the island. They put the pages on the kitchen table, read them twice, and
wondered what kind of person would notice such small things."""

CHAT = """Ada: Hey! How was your weekend? 😊
Ben: Pretty good, thanks! We went hiking near the lake and my daughter found a huge mushroom lol
Ada: That's awesome! Did you take any photos? I'd love to see them.
Ben: Sure, I'll send you some tonight. By the way, are you still coming to the concert on Friday?
Ada: Yes, can't wait! I've already bought the tickets. Shall we meet at 7:30 in front of the station?
Ben: Perfect. Don't forget your umbrella, they say it's going to rain."""

MIXED = """# Recall

- **Link** the question to entities: names, aliases, `full text`.
- Walk two hops, at most 30 facts per node.

```python
def recall(question: str, *, top_k: int = 10) -> list[Hit]:
    seeds = [entity.id for entity in link(question)]
    return rank(subgraph(seeds, depth=2), limit=top_k)
```

{"id": 17, "name": "Ada", "facts": [{"predicate": "lives_in", "object": "Berlin", "since": "2024-05-01"}]}
"""

CHINESE = (
    "昨天晚上我和同事去了一家新开的火锅店，味道很不错，就是排队排了一个多小时。她说下个月要搬到成都去工作"
    "，公司给她租了一套两居室的房子，离地铁站很近。我问她会不会想家，她笑着说父母明年退休以后也打算搬过去"
    "，一家人住在一起更方便。回家的路上下起了小雨，我们没有带伞，只好在便利店门口等了十分钟。今天早上有点"
    "感冒，医生让我多喝水，好好休息两天。"
)


@pytest.mark.parametrize("text", [PROSE, CHAT, MIXED, CHINESE], ids=["prose", "chat", "mixed", "chinese"])
def test_counts_are_within_ten_percent_of_a_real_tokenizer(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bundled = Path(llama_index.core.__file__).parent / "_static" / "tiktoken_cache"
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(bundled))
    real = len(tiktoken.get_encoding("o200k_base").encode(text))
    assert 0.9 * real <= count_tokens(text) <= 1.1 * real


@pytest.mark.parametrize("text", [PROSE, CHAT, CHINESE], ids=["prose", "chat", "chinese"])
def test_a_family_of_models_is_counted_by_its_own_measure(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bundled = Path(llama_index.core.__file__).parent / "_static" / "tiktoken_cache"
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(bundled))
    real = len(tiktoken.get_encoding("cl100k_base").encode(text))
    assert 0.9 * real <= counter_for("gpt-4-0613")(text) <= 1.1 * real


MEASURED = {  # tokens of the two sample conversations, as `benchmarks/tokens.py` counts them
    ("gpt-5-mini", "o3", "deepseek-r1-distill-llama", "unknown"): (4_525, 4_186),
    ("gpt-4", "gpt-3.5-turbo", "gpt-4-turbo"): (4_726, 6_004),
    ("qwen3-max", "Qwen/Qwen2.5-7B-Instruct", "qwq-32b"): (4_796, 3_571),
    ("qwen3.6-plus",): (4_855, 3_417),
    ("mistral-large-latest", "codestral"): (4_814, 4_778),
    ("deepseek-chat", "deepseek/deepseek-reasoner"): (4_696, 3_344),
    ("claude-sonnet-4-5",): (4_832, 5_669),
}


@pytest.mark.parametrize(("models", "measured"), MEASURED.items())
def test_a_conversation_is_within_ten_percent_for_every_family(
    models: tuple[str, ...], measured: tuple[int, int]
) -> None:
    folder = Path(__file__).resolve().parents[2] / "data" / "conversations"
    for file, real in zip(("ada.en.jsonl", "linxia.zh.jsonl"), measured, strict=True):
        lines = (folder / file).read_text(encoding="utf-8").splitlines()
        text = "\n".join(json.loads(line)["content"] for line in lines)
        for model in models:
            assert 0.9 * real <= counter_for(model)(text) <= 1.1 * real


def test_some_families_spend_a_token_on_each_digit() -> None:
    digits = "2026-05-01 09:30"
    assert counter_for("qwen3-max")(digits) >= 12 > counter_for("gpt-5")(digits)


@given(st.text(), st.integers(0, 60))
def test_a_text_without_its_middle_is_never_over_the_limit(text: str, limit: int) -> None:
    cut = without_middle(text * 5, limit, mark="[… {tokens} left out …]")
    assert count_tokens(cut) <= limit or cut == ""


@pytest.mark.parametrize("count", [len, counter_for("qwen3-max"), count_tokens], ids=["letters", "qwen", "o200k"])
def test_any_counter_cuts_a_text(count: TokenCounter) -> None:
    text = f"BEGIN {PROSE * 20} {CHINESE * 20} END"
    cut = without_middle(text, 200, count, mark="[… {tokens} left out …]")
    assert cut.startswith("BEGIN")
    assert cut.endswith("END")
    assert 120 <= count(cut) <= 200
    assert 100 <= count(truncate_tokens(text, 200, count)) <= 200


@pytest.mark.parametrize("text", ["", "a", " ", "\n\n", "😀", "北京", "Hello, world!"])
def test_small_texts_have_small_counts(text: str) -> None:
    assert (count_tokens(text) == 0) == (text == "")
    assert count_tokens(text) <= 5


@given(st.text())
def test_a_split_has_as_many_parts_as_tokens_and_loses_nothing(text: str) -> None:
    parts = split_tokens(text)
    assert len(parts) == count_tokens(text)
    assert "".join(parts) == text


@given(st.text() | st.text(alphabet="ab cd。，北京.!\n😀"), st.integers(min_value=-1, max_value=30))
def test_a_truncated_text_is_never_over_the_limit(text: str, limit: int) -> None:
    assert count_tokens(truncate_tokens(text, limit)) <= max(limit, 0)


@pytest.mark.parametrize("text", [PROSE, CHAT, MIXED, CHINESE, "x" * 5_000, "北" * 5_000])
def test_truncation_uses_a_fair_part_of_the_limit_and_says_that_it_cut(text: str) -> None:
    cut = truncate_tokens(text, 60)
    assert cut.endswith("…")
    assert text.startswith(cut.removesuffix("…"))
    assert 25 <= count_tokens(cut) <= 60


@pytest.mark.parametrize("unit", ["!", "住", "か", "😀", "e\u0301", "a, "])
@pytest.mark.parametrize("end", ["", "谁"])
def test_a_long_text_is_cut_without_counting_it_again_and_again(unit: str, end: str) -> None:
    text, counted = unit * 20_000 + end, list[int]()

    def count(part: str) -> int:
        counted.append(len(part))
        return count_tokens(part)

    assert count_tokens(truncate_tokens(text, 300, count)) <= 300
    assert count_tokens(without_middle(text, 300, count, mark="[{tokens} left out]")) <= 300
    assert sum(counted) < 80 * len(text)


def test_truncation_prefers_the_end_of_a_sentence_and_then_of_a_word() -> None:
    assert truncate_tokens("I live in Berlin. It rains very often these days.", 8) == "I live in Berlin.…"
    assert truncate_tokens("the lighthouse keeper wrote letters", 4) == "the lighthouse…"
    assert truncate_tokens("short enough", 10) == "short enough"


@pytest.mark.long
def test_no_dictionary_is_loaded_before_it_is_needed() -> None:
    code = (
        "import sys, memary.text, memary.text.names.spotted_names; print({'rjieba', 'Stemmer'} & set(sys.modules))\n"
        "import memary.client, memary.interfaces.cli.app; print({'rjieba'} & set(sys.modules))"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(memary.__file__).parents[1])}
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert result.stdout.split() == ["set()", "set()"]
