"""What goes wrong is told in the language of the interface: errors as the core really raises them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.model_server import Fault, ModelServer

from memary import ChatAgent, Memary, MemaryError
from memary.errors import ModelUnavailableError, ToolError
from memary.interfaces.ui.problems import told
from memary.interfaces.ui.words import languages

ENGLISH, CHINESE = languages()["en"], languages()["zh"]


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


def facts(memory: Memary) -> list[str]:
    memory.add(["I live in Graz.", "I moved to Bonn."], user_id="ada", wait=True)
    held = memory.facts.list(user_id="ada", include_past=True)
    return [next(fact.id for fact in held if fact.object == name) for name in ("Graz", "Bonn")]


def correct_what_ended(memory: Memary, folder: Path) -> None:
    memory.facts.update(facts(memory)[0], user_id="ada", object="Linz")


def correct_nothing(memory: Memary, folder: Path) -> None:
    memory.facts.update(facts(memory)[1], user_id="ada")


def correct_with_another_sentence(memory: Memary, folder: Path) -> None:
    memory.facts.update(facts(memory)[1], user_id="ada", statement="I am fond of tea.")


def correct_what_is_gone(memory: Memary, folder: Path) -> None:
    memory.facts.update("0190", user_id="ada", object="Linz")


def undo_what_is_gone(memory: Memary, folder: Path) -> None:
    memory.operations.undo("0190", user_id="ada")


def undo_what_was_built_on(memory: Memary, folder: Path) -> None:
    facts(memory)
    memory.operations.undo(memory.operations.list(user_id="ada")[0].id, user_id="ada")


def restore_what_is_over(memory: Memary, folder: Path) -> None:
    facts(memory)
    memory.operations.restore("0190", user_id="ada")


def restore_before_what_went_later(memory: Memary, folder: Path) -> None:
    with Memary.open("sqlite:///:memory:", worker=False, restorable_days=1) as holding:
        said = [holding.add(f"{name} I live in Oslo.", user_id="ada", wait=True).ids[0] for name in ("Well.", "Yes.")]
        held, _ = (holding.forget(user_id="ada", message_id=id_).held_id for id_ in said)
        holding.operations.restore(str(held), user_id="ada")


def restore_over_another_text(memory: Memary, folder: Path) -> None:
    said = {"id": "note", "content": "I live in Oslo."}
    with Memary.open("sqlite:///:memory:", worker=False, restorable_days=1) as holding:
        holding.add(said, user_id="ada", wait=True)
        held = holding.forget(user_id="ada", message_id="note").held_id
        holding.add(said | {"content": "I live in Bergen."}, user_id="ada")
        holding.operations.restore(str(held), user_id="ada")


def name_a_category_as_it_is(memory: Memary, folder: Path) -> None:
    memory.entities.rename_category("food", "food", user_id="ada")


def import_something_else(memory: Memary, folder: Path) -> None:
    (folder / "notes.jsonl").write_text("no export\n")
    memory.import_(folder / "notes.jsonl")


def import_what_is_newer(memory: Memary, folder: Path) -> None:
    memory.add("Hello.", user_id="ada")
    memory.export(folder / "ada.jsonl", user_id="ada")
    text = (folder / "ada.jsonl").read_text(encoding="utf-8")
    (folder / "ada.jsonl").write_text(re.sub(r'"memary":\d+', '"memary":99', text, count=1), encoding="utf-8")
    memory.import_(folder / "ada.jsonl")


def open_what_is_a_folder(memory: Memary, folder: Path) -> None:
    Memary.open(f"sqlite:///{folder}").facts.list(user_id="ada")


def open_without_a_server(memory: Memary, folder: Path) -> None:
    with Memary.open("neo4j://127.0.0.1:1", neo4j_password="x") as away:
        away.facts.list(user_id="ada")


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (correct_what_ended, "请改为新增一条"),
        (correct_nothing, "没有给出要更正的内容"),
        (correct_with_another_sentence, "句子里没有提到 'Bonn'"),
        (correct_what_is_gone, "用户 'ada' 没有事实 '0190'"),
        (undo_what_is_gone, "用户 'ada' 没有操作 '0190'"),
        (undo_what_was_built_on, "无法撤销"),
        (restore_what_is_over, "没有以 '0190' 保留的遗忘内容"),
        (restore_before_what_went_later, "请先恢复那一项"),
        (restore_over_another_text, "消息 'note' 现在的文字已经不同"),
        (name_a_category_as_it_is, "类别 'food' 需要一个不同的名称"),
        (import_something_else, "这不是 memary 的导出文件"),
        (import_what_is_newer, "导出文件的格式是 99"),
        (open_what_is_a_folder, "无法打开存储"),
        (open_without_a_server, "没有 Neo4j 应答"),
    ],
)
def test_a_refusal_is_told_in_chinese(
    act: Callable[[Memary, Path], None], said: str, memory: Memary, tmp_path: Path
) -> None:
    with pytest.raises(MemaryError) as raised:
        act(memory, tmp_path)
    assert said in told(raised.value, CHINESE)
    assert told(raised.value, ENGLISH) == str(raised.value)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (Fault.status(401, message="Incorrect API key."), "密钥被"),
        (Fault.status(404, message="No such model."), "不认识模型 'scripted'"),
        (Fault.status(503, message="Busy."), "返回了状态 503"),
        (Fault.status(400, message="Too long."), "拒绝了对 'scripted' 的请求（状态 400）"),
        (Fault.reset(), "无法连接模型服务器"),
    ],
)
@pytest.mark.filterwarnings(r"ignore:WorkflowHandler\.done\(\) is deprecated:DeprecationWarning")
def test_a_model_that_fails_is_told_in_chinese(fault: Fault, said: str, model: ModelServer) -> None:
    model.respond(fault)
    opened = Memary.open(
        "sqlite:///:memory:", worker=False, base_url=model.base_url, model="scripted", max_retries=0, embedding="hash"
    )
    with opened as memory, pytest.raises(MemaryError) as raised:
        ChatAgent(memory, user_id="ada").chat("Where do I live?")
    assert said in told(raised.value, CHINESE)
    assert told(raised.value, ENGLISH) == str(raised.value)


def test_a_server_behind_a_proxy_is_told_in_chinese_with_what_to_set(model: ModelServer) -> None:
    refused = ModelUnavailableError(
        f"The model server at {model.base_url} cannot be reached for 'scripted'. Check that it runs and that "
        "MEMARY_BASE_URL is right, then try again. The request went through the proxy http://p: NO_PROXY=x avoids it."
    )
    text = told(refused, CHINESE)
    assert text.startswith("无法连接模型服务器")
    assert text.endswith("NO_PROXY=x avoids it.")


def test_of_an_error_that_has_no_chinese_text_the_kind_is_told_and_the_error_quoted() -> None:
    assert told(ToolError("No such share."), CHINESE) == "工具没能完成。 No such share."
    assert told("Something else.", CHINESE) == "Something else."
