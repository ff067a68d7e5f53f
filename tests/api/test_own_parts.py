"""Parts of one's own: an extractor, an embedder, a reranker, prompts and steps of reflection."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from support.chatting import NO_NEWS, answer, chats, is_extraction, system_prompt
from support.model_server import ModelServer
from support.small_embedder import SmallEmbedder

from memary import BudgetExceededError, ChatAgent, ConfigurationError, Memary
from memary.ingestion.extraction.prompt import ExtractedFact, Extraction, ExtractionInput
from memary.languages import unregister
from memary.models.base import ChatTurn, Completion
from memary.reflection.insights import Conclusion
from memary.reflection.rules import Person
from memary.text import count_tokens

PACKAGE = """
import re

from memary.ingestion.extraction.prompt import ExtractedFact, Extraction
from memary.reflection.insights import Conclusion
from memary.languages import Language
from memary.languages.pack.sentences import Statement, Statements
from memary.types import EmbeddingSpec
from memary.models.vectors import unit_vectors


class Colours:
    kind = "rule"

    def __init__(self, settings):
        self.settings = settings

    async def extract(self, given):
        quote = given.messages[0].content
        fact = ExtractedFact(subject="User", predicate="prefers", object="teal", quote=quote)
        return Extraction(facts=(fact,))


class Letters:
    spec = EmbeddingSpec(name="letters", dimensions=26)

    def __init__(self, settings):
        pass

    async def prepare(self, stored=None):
        pass

    async def embed(self, texts):
        return unit_vectors([[text.count(chr(97 + n)) + 0.01 for n in range(26)] for text in texts])

    async def aclose(self):
        pass


class Shortest:
    def __init__(self, settings):
        pass

    async def rerank(self, query, documents):
        return [-float(len(one)) for one in documents]

    async def aclose(self):
        pass


def pirate(settings):
    return {"answer": "Talk like a pirate. Today is {today}. Write {so}."}


class Fan:
    def __init__(self, settings):
        pass

    async def conclude(self, people, *, now):
        person = people[0]
        grounds = tuple(one.id for one in person.messages)
        return [Conclusion(subject_id=person.entity.id, key="mood_of_the_week", value="busy", grounds=grounds)]


LIVES = Statement(re.compile(r"\\bVivo en (?P<object>[A-Z]\\w+)"), "vive_en", "{self} vive en {object}.", "place")
SPANISH = Language(code="es", script="latin", grammar=r"\\b(?:vivo|en|mi)\\b", statements=Statements(forms=(LIVES,)))


def spanish(settings):
    return SPANISH


def klingon(settings):
    return "tlh"
"""
ENTRY_POINTS = """
[memary.extractors]
colours = own_demo:Colours
broken = own_demo:Missing

[memary.embedders]
letters = own_demo:Letters

[memary.rerankers]
shortest = own_demo:Shortest

[memary.prompts]
pirate = own_demo:pirate

[memary.reflection]
fan = own_demo:Fan

[memary.languages]
spanish = own_demo:spanish
klingon = own_demo:klingon
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that is installed and offers parts."""
    (tmp_path / "own_demo.py").write_text(PACKAGE, encoding="utf-8")
    info = tmp_path / "own_demo-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: own-demo\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(ENTRY_POINTS, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "own_demo", raising=False)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as started:
        yield started


def online(server: ModelServer, **options: Any) -> Memary:
    """A memory with the scripted model."""
    return Memary.open("sqlite:///:memory:", base_url=server.base_url, model="scripted", worker=False, **options)


class Invoices:
    """Reads invoices, whatever the language model would make of them."""

    kind = "rule"

    async def extract(self, given: ExtractionInput) -> Extraction:
        facts = [
            ExtractedFact(subject=words[0], predicate="costs", object=words[-1], message=number, quote=one.content)
            for number, one in enumerate(given.messages, 1)
            if (words := one.content.split()) and one.content.startswith("INV")
        ]
        return Extraction(facts=tuple(facts))


class Backwards:
    """Judges the last document best."""

    async def rerank(self, query: str, documents: Sequence[str]) -> list[float]:
        return [float(place) for place in range(len(documents))]

    async def aclose(self) -> None: ...


class EarlyBird:
    """Concludes from two messages that somebody is an early bird."""

    async def conclude(self, people: Sequence[Person], *, now: datetime) -> Sequence[Conclusion]:
        return [
            Conclusion(
                subject_id=one.entity.id,
                key="chronotype",
                value="early bird",
                statement=f"{one.entity.name} is an early bird.",
                grounds=tuple(message.id for message in one.messages[:2]),
            )
            for one in people
            if len(one.messages) > 1
        ]


class Unlucky:
    """Fails."""

    async def conclude(self, people: Sequence[Person], *, now: datetime) -> Sequence[Conclusion]:
        raise ValueError("no luck")


def test_an_extractor_of_ones_own_reads_in_place_of_the_usual_one() -> None:
    with Memary.open("sqlite:///:memory:", extractor=Invoices()) as memory:
        memory.add(["INV-7 Kassenhaus 1200", "I live in Berlin."], user_id="ada", wait=True)
        (fact,) = memory.facts.list(user_id="ada")
        assert (fact.subject, fact.predicate, fact.object) == ("INV-7", "costs", "1200")
        assert fact.quote == "INV-7 Kassenhaus 1200"
        assert not [note for note in memory.core.models.notes if "extraction model" in note]


def test_an_extractor_that_returns_something_else_loses_no_message() -> None:
    class Odd:
        kind = "rule"

        async def extract(self, given: ExtractionInput) -> Any:
            return ["a fact"]

    with Memary.open("sqlite:///:memory:", extractor=Odd(), max_attempts=1, worker=False) as memory:  # type: ignore[arg-type]
        receipt = memory.add("I live in Berlin.", user_id="ada")
        report = memory.flush()
        assert "The extractor Odd returned a list" in report.errors[0]
        assert [one.id for one in memory.admin.dead_letters(user_id="ada")] == list(receipt.ids)


def test_a_reranker_of_ones_own_has_the_last_word() -> None:
    said = [f"Note {n} about the garden" for n in range(4)]
    with Memary.open("sqlite:///:memory:") as memory:
        memory.add(said, user_id="ada", infer=False)
        usual = [hit.text for hit in memory.search("garden", user_id="ada")]
    with Memary.open("sqlite:///:memory:", reranker=Backwards()) as memory:
        memory.add(said, user_id="ada", infer=False)
        assert [hit.text for hit in memory.search("garden", user_id="ada")] == usual[::-1]


class Parrot:
    """A model that says the same to everything, and tells of no tokens."""

    name, context_window, is_offline = "parrot", 8_000, False

    async def complete(self, turns: Sequence[ChatTurn], **asked: object) -> Completion:
        return Completion(NO_NEWS, prompt_tokens=0, completion_tokens=0)

    async def stream(self, turns: Sequence[ChatTurn], **asked: object) -> AsyncIterator[str]:
        for piece in ("Answer: ", "In Berlin, ", "as you said."):
            yield piece

    async def aclose(self) -> None:
        """Nothing to release."""


def test_models_of_ones_own_are_booked_and_capped_like_others() -> None:
    models: dict[str, Any] = {"llm": Parrot(), "embedding": SmallEmbedder(), "reranker": Backwards()}
    with Memary.open("sqlite:///:memory:", worker=False, max_calls_per_user_hour=2, **models) as memory:
        memory.add(["I live in Berlin.", "I like tea."], user_id="ada", wait=True)
        answer = ChatAgent(memory, user_id="ada").chat("Where do I live?")
        assert answer.usage["chat"]["calls"] == 1
        with pytest.raises(BudgetExceededError):
            ChatAgent(memory, user_id="ada").chat("And what do I drink?")
        roles = memory.usage(user_id="ada").roles
        assert set(roles) == {"chat", "extraction", "embedding", "rerank"}
        assert (roles["chat"].calls, roles["extraction"].calls) == (1, 1)
        assert roles["chat"].completion_tokens == count_tokens("Answer: In Berlin, as you said.")
        assert roles["extraction"].prompt_tokens > 500


def test_prompts_of_ones_own_take_the_place_of_those_for_their_task(server: ModelServer) -> None:
    server.when(is_extraction, NO_NEWS)
    server.respond(answer("Arr."))
    prompts = {
        "answer": 'Say {"arr": 1} on {today}.',
        "extraction": "Read of {whose} only what is about ships. Reply with {facts}.",
        "answer.zh": "今天是{today}。",
    }
    with online(server, prompts=prompts) as memory:
        ChatAgent(memory, user_id="ada").chat("Where do I live?")
        ChatAgent(memory, user_id="ada").chat("我住在哪里？")
        memory.flush()
    english, chinese = (system_prompt(body) for body in chats(server)[:2])
    assert english.startswith('Say {"arr": 1} on 2')
    assert chinese.startswith("今天是2")
    reads = next(request.body for request in server.requests if is_extraction(request.body))
    assert system_prompt(reads) == "Read of User only what is about ships. Reply with {facts}."


def test_a_step_of_reflection_draws_insights_with_evidence_and_another_may_fail() -> None:
    with Memary.open("sqlite:///:memory:", reflection_steps=(Unlucky(), EarlyBird())) as memory:
        memory.add(["I get up at five.", "I ran before sunrise."], user_id="ada", wait=True)
        report = memory.insights.reflect(user_id="ada")
        (insight,) = [one for one in report.added if one.predicate == "chronotype"]
        assert insight.statement == "User is an early bird."
        assert len(insight.source_ids) == 2
        (failed,) = report.rejected
        assert (failed.statement, "no luck" in failed.reason) == ("The step Unlucky of reflection", True)
        memory.forget(user_id="ada", message_id=insight.source_ids[0])
        assert memory.insights.list(user_id="ada") == []


def test_a_step_of_reflection_runs_beside_a_model(server: ModelServer) -> None:
    facts = [
        {"subject": "User", "predicate": "likes", "object": thing, "quote": thing, "importance": 2}
        for thing in ("chess", "tea")
    ]
    server.when("NEW messages", json.dumps({"entities": [], "facts": facts}))
    server.respond('{"insights": []}')
    with online(server, reflection_steps=[EarlyBird()]) as memory:
        memory.add(["I like chess at dawn.", "I like tea at six."], user_id="ada", wait=True)
        report = memory.insights.reflect(user_id="ada")
    assert [one.object for one in report.added] == ["early bird"]
    assert report.llm_calls == 1


@pytest.mark.usefixtures("package")
def test_every_part_can_be_named_by_its_entry_point() -> None:
    with Memary.open(
        "sqlite:///:memory:",
        embedding="own:letters",
        reranker="shortest",
        extractor="colours",
        prompts="pirate",
        reflection_steps=("fan",),
    ) as memory:
        memory.add(["I am busy, said at length.", "I am busy"], user_id="ada", wait=True)
        assert {fact.object for fact in memory.facts.list(user_id="ada")} == {"teal"}
        assert memory.core.models.embedder.spec.name == "letters"
        assert memory.search("busy", user_id="ada", kinds="message")[0].text == "I am busy"
        assert memory.core.prompts.of("answer", "en", today="Monday") == (
            "Talk like a pirate. Today is Monday. Write {so}."
        )
        assert [one.object for one in memory.insights.reflect(user_id="ada").added] == ["busy"]


@pytest.mark.usefixtures("package")
def test_settings_name_parts_for_the_command_line_and_the_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMARY_EXTRACTOR", "colours")
    monkeypatch.setenv("MEMARY_REFLECTION_STEPS", "fan")
    monkeypatch.setenv("MEMARY_EMBEDDING", "own:letters")
    with Memary.open("sqlite:///:memory:") as memory:
        memory.add("I paint.", user_id="ada", wait=True)
        assert [fact.object for fact in memory.facts.list(user_id="ada")] == ["teal"]


@pytest.mark.usefixtures("package")
def test_a_language_of_an_installed_package_is_read_where_a_setting_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMARY_LANGUAGES", "spanish")
    try:
        with Memary.open("sqlite:///:memory:", worker=False) as memory:
            memory.add("Vivo en Sevilla.", user_id="ada", wait=True)
            assert [fact.statement for fact in memory.facts.list(user_id="ada")] == ["User vive en Sevilla."]
            assert [message.language for message in memory.messages.list(user_id="ada")] == ["es"]
    finally:
        unregister("es")


BAD: list[Any] = [
    ({"languages": ("klingon",)}, "not a memary.languages.Language"),
    ({"languages": ("spanisch",)}, "did you mean 'spanish'"),
    ({"extractor": "colors"}, "did you mean 'colours'"),
    ({"extractor": "broken"}, "cannot be used: AttributeError"),
    ({"extractor": object()}, "is not an extractor"),
    ({"reranker": object()}, "is not a reranker"),
    ({"reflection_steps": (object(),)}, "is not a step of reflection"),
    ({"prompts": {"anser": "Hi."}}, "did you mean answer"),
    ({"prompts": {"answer": " "}}, "is no text"),
    ({"prompts": {"answer.xx": "Hi."}}, "'answer.xx' is for no language that memary knows: there are zh, en, ja"),
    ({"prompts": {"answer.zhh": "Hi."}}, "did you mean zh"),
    ({"prompts": {"answer.": "Hi."}}, "there are zh, en"),
    ({"embedding": "own:nobody"}, "no installed package|No installed package"),
]


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize(("options", "told"), BAD)
def test_what_is_no_such_part_is_refused_when_memory_is_opened(options: dict[str, Any], told: str) -> None:
    with pytest.raises(ConfigurationError, match=told):
        Memary.open("sqlite:///:memory:", **options)
