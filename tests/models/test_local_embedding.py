from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from tokenizers.processors import TemplateProcessing

from memary.errors import ConfigurationError, MissingExtraError
from memary.models.local_embedding import LocalEmbedder

WORDS = ["[PAD]", "[UNK]", "[CLS]", "cat", "kitten", "train", "north"]
STATES = [[9, 9, 9], [0, 0, 1], [1, 1, 1], [3, 0, 0], [3, 1, 0], [0, 4, 0], [0, 3, 1]]


def write_model(
    folder: Path,
    *,
    inputs: tuple[str, ...] = ("input_ids", "attention_mask", "token_type_ids"),
    scale: float = 1.0,
    nested: bool = False,
) -> Path:
    """A network whose state of a token is a row of `STATES`, with a tokenizer of seven words."""
    folder.mkdir(parents=True, exist_ok=True)
    table = numpy_helper.from_array(np.array(STATES, dtype=np.float32) * scale, "table")
    graph = helper.make_graph(
        [helper.make_node("Gather", ["table", inputs[0]], ["last_hidden_state"])],
        "tiny",
        [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"]) for name in inputs],
        [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", "tokens", 3])],
        [table],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=10)
    file = folder / "onnx" / "model.onnx" if nested else folder / "model.onnx"
    file.parent.mkdir(exist_ok=True)
    onnx.save(model, file)
    tokenizer = Tokenizer(WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.post_processor = TemplateProcessing(single="[CLS] $A", special_tokens=[("[CLS]", 2)])
    tokenizer.enable_padding(length=16)  # as published files do; it must not slow short texts down
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder


def embed(folder: Path, *texts: str) -> np.ndarray:
    async def run() -> list[bytes]:
        embedder = LocalEmbedder(str(folder))
        await embedder.prepare()
        assert embedder.spec.dimensions == 3
        try:
            return await embedder.embed(texts)
        finally:
            await embedder.aclose()

    return np.array([np.frombuffer(vector, dtype="<f4") for vector in asyncio.run(run())])


def spec_name(folder: Path) -> str:
    async def run() -> str:
        embedder = LocalEmbedder(str(folder))
        await embedder.prepare()
        return embedder.spec.name

    return asyncio.run(run())


def unit(*numbers: float) -> np.ndarray:
    return np.array(numbers) / np.linalg.norm(numbers)


def test_a_vector_is_the_mean_of_the_states_without_padding_at_length_one(tmp_path: Path) -> None:
    cat, cats_train = embed(write_model(tmp_path), "cat", "cat cat train")
    assert cat == pytest.approx(unit(4, 1, 1), abs=1e-6)
    assert cats_train == pytest.approx(unit(7, 5, 1), abs=1e-6)


def test_many_texts_come_back_in_order(tmp_path: Path) -> None:
    texts = [" ".join(["cat"] * (i % 7) + ["train"] * (i % 5)) for i in range(100)]
    together = embed(write_model(tmp_path), *texts)
    assert together.shape == (100, 3)
    assert together[[0, 33, 99]] == pytest.approx(embed(tmp_path, texts[0], texts[33], texts[99]), abs=1e-6)
    assert embed(tmp_path).size == 0


def test_empty_and_unknown_texts_have_vectors_of_length_one(tmp_path: Path) -> None:
    vectors = embed(write_model(tmp_path), "", "😀", "词")
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1, 1], abs=1e-6)


def test_a_network_is_given_the_inputs_that_it_asks_for(tmp_path: Path) -> None:
    all_inputs = embed(write_model(tmp_path / "three"), "cat north")
    one_input = embed(write_model(tmp_path / "one", inputs=("input_ids",)), "cat north")
    assert one_input == pytest.approx(all_inputs)


def test_the_model_may_lie_in_a_folder_named_onnx(tmp_path: Path) -> None:
    assert embed(write_model(tmp_path, nested=True), "cat") == pytest.approx(unit(4, 1, 1).reshape(1, 3), abs=1e-6)


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("config.json", {"max_position_embeddings": 3}),
        ("tokenizer_config.json", {"model_max_length": 3}),
        ("sentence_bert_config.json", {"max_seq_length": 3}),
    ],
)
def test_a_text_longer_than_the_model_reads_counts_by_its_beginning(
    tmp_path: Path, file: str, content: dict[str, int]
) -> None:
    write_model(tmp_path)
    (tmp_path / file).write_text(json.dumps(content))
    short, long = embed(tmp_path, "cat train", "cat train north north north")
    assert long == pytest.approx(short)


def test_an_unlimited_tokenizer_falls_back_to_512_tokens(tmp_path: Path) -> None:
    write_model(tmp_path)
    (tmp_path / "tokenizer_config.json").write_text(json.dumps({"model_max_length": 1e30}))
    first, second = embed(tmp_path, "cat " * 511, "cat " * 511 + "train " * 500)
    assert second == pytest.approx(first)


def test_the_first_token_alone_is_taken_where_the_folder_says_so(tmp_path: Path) -> None:
    write_model(tmp_path)
    (tmp_path / "1_Pooling").mkdir()
    (tmp_path / "1_Pooling" / "config.json").write_text(json.dumps({"pooling_mode_cls_token": True}))
    assert embed(tmp_path, "cat train")[0] == pytest.approx(unit(1, 1, 1), abs=1e-6)


def test_the_name_stays_when_the_folder_moves_and_differs_between_models(tmp_path: Path) -> None:
    name = spec_name(write_model(tmp_path / "here" / "tiny"))
    assert name.startswith("local:tiny@")
    assert spec_name(write_model(tmp_path / "there" / "tiny")) == name
    assert spec_name(write_model(tmp_path / "other" / "tiny", scale=2.0)) != name


def test_the_loop_stays_free_while_texts_are_embedded(tmp_path: Path) -> None:
    async def run() -> bool:
        embedder = LocalEmbedder(str(write_model(tmp_path)))
        await embedder.prepare()
        work = asyncio.create_task(embedder.embed(["cat train " * 200] * 300))
        await asyncio.sleep(0)
        turned_meanwhile = not work.done()
        await work
        return turned_meanwhile

    assert asyncio.run(run())


def test_a_folder_that_lacks_files_is_named_with_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"no model\.onnx and no tokenizer\.json"):
        LocalEmbedder(str(tmp_path))
    write_model(tmp_path)
    (tmp_path / "tokenizer.json").unlink()
    with pytest.raises(ConfigurationError, match=r"has no tokenizer\.json"):
        LocalEmbedder(str(tmp_path))


def test_a_path_without_a_folder_is_a_configuration_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="no model folder"):
        LocalEmbedder(str(tmp_path / "nowhere"))


@pytest.mark.parametrize("file", ["model.onnx", "tokenizer.json"])
def test_a_damaged_file_is_a_configuration_error(tmp_path: Path, file: str) -> None:
    write_model(tmp_path)
    (tmp_path / file).write_bytes(b"not a model")
    with pytest.raises(ConfigurationError, match="cannot be loaded"):
        spec_name(tmp_path)


def test_without_the_extra_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_model(tmp_path)
    for package in ("onnxruntime", "fastembed"):
        monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError, match="local"):
        spec_name(tmp_path)
    with pytest.raises(MissingExtraError, match="local"):
        asyncio.run(LocalEmbedder("some/model").prepare())


def test_the_dimension_is_not_known_before_prepare(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="prepare"):
        _ = LocalEmbedder(str(write_model(tmp_path))).spec
