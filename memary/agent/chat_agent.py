"""Answer a user's turn: `ChatAgent`.

Append the question → build the context window from memory → let the ReAct agent answer, with tools where memory does
not suffice → append the answer. What memory can answer costs one LLM call, because what it knows is in the first
prompt. Facts are read out of the turn afterwards, by the worker.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from importlib import import_module
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Literal

from memary.agent.citation import cite
from memary.agent.forget_turn import ForgetTurn, forget_turn, told
from memary.agent.kept_turns import KeptTurns
from memary.agent.loop.offline_run import run_offline
from memary.agent.loop.prompt import AgentPrompt, prompt_room
from memary.agent.loop.run_log import Recorder
from memary.agent.loop.tool_calls import bounded_calls
from memary.agent.quotable_lines import corrected_next, quotable
from memary.agent.tools.defaults import default_tools
from memary.agent.tools.forget import forget_tool, may_forget, note_turn
from memary.agent.tools.registry import Tool, ToolRegistry
from memary.agent.tools.search import LOOKUPS, Lookups, search_tool
from memary.agent.trace import FORGET, SEARCH, AgentEvent, Answer
from memary.api.access.scope import readable
from memary.api.recall.context import ContextBuilder, ContextQuery
from memary.checks.arguments import checked
from memary.client import Memary
from memary.conversation.context_window import ContextWindow
from memary.conversation.personas import Personas
from memary.errors import InputError, MemaryError
from memary.event_loop import Loop, on_loop, pieces, result_of, sync_twin
from memary.languages import texts
from memary.languages.prompt.quotation import quoted
from memary.languages.prompt.stamps import stamp
from memary.models.calls import Usage, collect_usage
from memary.models.offline import OfflineChat, quotes_something
from memary.queries import View
from memary.retrieval.hits import Hit
from memary.retrieval.question.temporary_texts import check_temporary
from memary.retrieval.rendering import Lines
from memary.runs import RunStatus
from memary.telemetry import SpanOperation, message, span, tokens
from memary.text import detect_language
from memary.times import GivenTime, time_given
from memary.types import Scope, scope_of, utc_now
from memary.usage.ledger import attribute_usage

if TYPE_CHECKING:
    from memary.agent.loop.progress import RunResult
    from memary.models.factory import ChatSource

_log = logging.getLogger("memary")

DEFAULT_SESSION = "default"

OF_SETTINGS: Any = object()
"""Stands for the user of the settings where none is named."""

_NAME = "memary"
"""The agent's name in spans."""

_MODEL_RUNS = "memary.agent.loop.run"
"""What runs an agent with a model; it loads llama_index."""

_PROGRESS_SHARE = 4
"""One part in this many of the model's window is what a resumed run may take of it."""


@dataclass(frozen=True, slots=True)
class _AskedQuestion:
    """What is asked, as `achat` describes it."""

    text: str
    temporary: Sequence[str] = ()
    resume: str | None = None
    message_id: str | None = None
    asked_at: datetime | None = None
    forgotten: str = ""  # what the user is told of a request to forget that stood beside it


class ChatAgent:
    """Talks with one user, from memory.

    Args:
        memory: an open memory.
        user_id: whom it talks with. Left out, it is the user of the settings; None is refused, so that nobody whose
            name is missing talks with that user's memory.
        session_id: the conversation; its last messages and its summary are part of each prompt. None: the default.
        agent_id: which agent it is, where a user has several with memories of their own.
        llm: the chat model that answers: a name, a LlamaIndex LLM or a `ChatModel`; default: that of the memory. A
            model that is made for a name is kept, and closed with the memory.
        personas: files that say who the assistant and who the user is; default: as the settings say.
        tools: functions or `Tool`s of the caller's own, beside those of the settings.
        files: whether its tools may read files of this machine, as `vision` does with the path of a picture. Only
            where the one who asks is the one whose files they are; never where others can ask.
        keep: whether questions and answers become part of memory. Without it the agent only reads: nothing of the
            talk is kept, learnt or forgotten, and each question stands alone.
        spaces: names or ids of the spaces that it recalls beside the user's own memory; default: all that the user
            has joined, unless the settings leave them out.

    Raises:
        InputError: an id cannot be used, or a tool's name is taken.
        ConfigurationError: the model cannot be asked.
    """

    @checked
    def __init__(
        self,
        memory: Memary,
        *,
        user_id: str = OF_SETTINGS,
        session_id: str | None = DEFAULT_SESSION,
        agent_id: str | None = None,
        llm: ChatSource | None = None,
        personas: Personas | None = None,
        tools: Sequence[Callable[..., Any] | Tool] = (),
        files: bool = False,
        keep: bool = True,
        spaces: Collection[str] | None = None,
    ) -> None:
        self.memory = memory
        self.keep = keep
        self.spaces = spaces
        self.session_id = DEFAULT_SESSION if session_id is None else session_id
        self.scope = scope_of(memory.settings.user if user_id is OF_SETTINGS else user_id, agent_id, self.session_id)
        self.assistant = memory.core.assistant_with(llm, personas)
        self._windows = ContextBuilder(memory.core, self.assistant)
        self._turns = KeptTurns(memory, self.scope)
        settings = memory.settings
        self.tools = ToolRegistry(shows_content=settings.trace_content)
        if SEARCH in settings.tools:
            whose = self.scope.model_copy(update={"session_id": None})
            self.tools.add(search_tool(memory, whose, spaces=spaces))
        if keep and may_forget(memory, self.assistant.chat):
            self.tools.add(forget_tool(memory, self.scope))
        for tool in default_tools(settings, vision=memory.core.models.vision, files=files):
            self.tools.add(tool)
        for tool in tools:
            self.tools.add(tool)

    def __repr__(self) -> str:
        return f"ChatAgent({self.memory!r}, user_id={self.scope.user_id!r}, session_id={self.session_id!r})"

    @property
    def loop(self) -> Loop:
        """Where its work runs: in the memory's loop."""
        return self.memory.loop

    @on_loop
    async def achat(
        self,
        query: str,
        *,
        temporary: Sequence[str] = (),
        resume: str | None = None,
        message_id: str | None = None,
        asked_at: GivenTime | None = None,
    ) -> Answer:
        """Answer a message.

        Args:
            query: the user's message.
            temporary: texts that the model gets to see for this answer alone. Nothing of them is kept; nor is the
                answer, which may repeat them.
            resume: the id of a recorded run to go on with: the model sees what was done, and the record goes on.
            message_id: the id of the message, if it is in memory already, as after a failure; default: it is added.
            asked_at: when it was sent, as for a talk that is brought in later: it is answered from what was so and
                had been said by then. Default: now.

        Returns:
            The answer with its sources, steps and usage. Running out of steps gives a partial answer that says so.

        Raises:
            InputError: the message is empty or not text.
            NotFoundError: there is no such run to resume, no such message, or no such space of the user's.
            NotAllowedError: the user has not joined a space that is to be recalled.
            BudgetExceededError: a cap on an hour or a day leaves no room for an answer. The message is kept. Where
                a turn's own cap, or one reached after the first reply, ends it, the answer is partial instead.
            ModelError: the model could not be asked. The message is kept all the same; `error.message_id` is its id,
                by which it is not stored again with the next try.
            StoreError: the store could not be used.
        """
        asked = _AskedQuestion(query, temporary, resume, message_id, time_given("asked_at", asked_at))
        return await self._answer(asked, lambda event: None)

    chat = sync_twin(achat)

    @checked
    def stream(
        self,
        query: str,
        *,
        temporary: Sequence[str] = (),
        resume: str | None = None,
        message_id: str | None = None,
        asked_at: GivenTime | None = None,
    ) -> Iterator[AgentEvent]:
        """Answer a message piece by piece: texts and steps as they come, at last the whole answer.

        Leaving the loop early stops the agent. Raises like `chat`.
        """
        if self.loop.is_running_here():
            raise InputError("Inside memary's own event loop, iterate over astream(…) instead of stream(…).")
        asked = _AskedQuestion(query, temporary, resume, message_id, time_given("asked_at", asked_at))
        events: SimpleQueue[AgentEvent | None] = SimpleQueue()
        future = self.loop.start(partial(self._answer, asked, events.put))
        future.add_done_callback(lambda _: events.put(None))
        try:
            yield from pieces(events)
            result_of(future)
        finally:
            future.cancel()

    @checked
    async def astream(
        self,
        query: str,
        *,
        temporary: Sequence[str] = (),
        resume: str | None = None,
        message_id: str | None = None,
        asked_at: GivenTime | None = None,
    ) -> AsyncIterator[AgentEvent]:
        """Answer a message piece by piece, in any asyncio loop; see `stream`."""
        try:
            here = asyncio.get_running_loop()
        except RuntimeError as error:
            raise InputError(
                "astream(…) needs asyncio: elsewhere await achat(…), or iterate over stream(…) in a thread."
            ) from error
        asked = _AskedQuestion(query, temporary, resume, message_id, time_given("asked_at", asked_at))
        events: asyncio.Queue[AgentEvent | None] = asyncio.Queue()

        def put(event: AgentEvent | None) -> None:
            with suppress(RuntimeError):  # the caller's loop is gone, nobody listens any more
                here.call_soon_threadsafe(events.put_nowait, event)

        future = self.loop.start(partial(self._answer, asked, put))
        future.add_done_callback(lambda _: put(None))
        try:
            while (event := await events.get()) is not None:
                yield event
            result_of(future)
        finally:
            future.cancel()

    async def _answer(self, question: _AskedQuestion, tell: Callable[[AgentEvent], None]) -> Answer:
        query = question.text
        if not query.strip():
            raise InputError("The message is empty: write some text.")
        check_temporary(question.temporary)
        if self.spaces:
            await readable(self.memory.core.store, self.scope.user_id, self.spaces)
        about = {"gen_ai.agent.name": _NAME, "gen_ai.agent.id": self.scope.agent_id}
        about |= {"gen_ai.conversation.id": self.session_id, "gen_ai.request.model": self.assistant.chat.name}
        with span(SpanOperation.INVOKE_AGENT, _NAME, user_id=self.scope.user_id, attributes=about) as opened:
            shows = self.memory.settings.trace_content
            opened.show({"gen_ai.input.messages": [message("user", query)]}, when=shows)
            usage = Usage()
            try:
                answer = await self._turn(question, tell, usage)
            finally:
                opened.note(tokens(usage))
            opened.note({"memary.answer.origin": answer.origin, "memary.answer.is_partial": answer.is_partial})
            opened.show({"gen_ai.output.messages": [message("assistant", answer.text)]}, when=shows)
            return answer

    async def _turn(self, question: _AskedQuestion, tell: Callable[[AgentEvent], None], usage: Usage) -> Answer:
        if turn := await self._forget_turn(question):
            return await self._say_forgotten(question, turn, tell, usage)
        progress = await self._progress(question.resume, detect_language(question.text))
        if not isinstance(self.assistant.chat, OfflineChat):  # it takes seconds, in which memory is searched
            asyncio.get_running_loop().run_in_executor(None, import_module, _MODEL_RUNS)
        with collect_usage(usage), attribute_usage(self.scope.user_id, turn=usage):
            asked = await self._asked(question)
        try:
            return await self._answered(question, asked, progress, tell, usage)
        except MemaryError as error:
            error.message_id = asked
            raise

    async def _answered(
        self,
        question: _AskedQuestion,
        asked: str | None,
        progress: str,
        tell: Callable[[AgentEvent], None],
        usage: Usage,
    ) -> Answer:
        """Answer a question that is in memory by now, where it is to be kept."""
        query, temporary = question.text, question.temporary
        with collect_usage(usage), attribute_usage(self.scope.user_id, turn=usage):
            rules = await self._rules(question) + progress
            keeps = self.keep and not temporary
            recorder = Recorder(self.memory, self.scope, query, asked or "", question.resume, is_on=keeps)
            budget = min(self._windows.most, self._room(query, rules))
            looked_up_for = ContextQuery(
                text=query,
                scope=self.scope,
                view=View.of(question.asked_at),
                budget=budget,
                exclude=() if asked is None else (asked,),
                spaces=self.spaces,
                temporary=temporary,
            )
            window = await self._windows.build(looked_up_for)
            lookups = Lookups(exclude=looked_up_for.exclude, view=looked_up_for.view)
            LOOKUPS.set(lookups)
            notes = note_turn(asked, query)
            recorder.show(window.memory_text)
            prompt = "\n\n".join([rules, *await self._shown(window, question.asked_at)])
            result = await self._recorded(recorder, partial(self._run, window, prompt, tell, recorder))
        text = result.text or self._partial(result, detect_language(query))
        rests_on_memory = result.is_partial or not self.assistant.chat.is_offline or quotes_something(text)
        sources = _unique((*lookups.hits, *window.hits)) if rests_on_memory else ()
        answer = Answer(
            text=text,
            session_id=self.session_id,
            question_id=asked,
            sources=sources,
            cited=cite(text, sources, query),
            given=tuple(dict.fromkeys((*window.given, *map(Hit.as_given, lookups.hits)))),
            steps=lookups.with_statements(result.steps),
            origin=_origin(result, lookups),
            run_id=recorder.run_id,
            is_partial=result.is_partial,
            stopped_by=result.stopped and result.stopped.setting,
            usage=usage.by_role(),
            window=window,
        )
        if notes.turn is not None:
            kept = await self._kept_forgetting(answer, notes.turn, question)
        else:
            kept = await self._turns.keep_answer(answer, recorder.run_id, at=question.asked_at) if keeps else answer
        if asked is not None:
            kept = kept.model_copy(update={"learnt": await self._turns.news(asked)})
        tell(AgentEvent(kind="answer", answer=kept))
        if self.keep:
            self.memory.core.background.run(self._summarise(detect_language(query), budget))
        return kept

    async def _forget_turn(self, question: _AskedQuestion) -> ForgetTurn | None:
        """Forget what the user asks for, or refuse it; None where they ask for nothing of the kind."""
        stored = None if question.message_id is None else await self._turns.question(question.message_id)
        return await forget_turn(
            self.memory,
            self.scope,
            question.text,
            message=stored,
            may_change=self.keep,
            is_offline=self.assistant.chat.is_offline,
        )

    async def _say_forgotten(
        self, question: _AskedQuestion, turn: ForgetTurn, tell: Callable[[AgentEvent], None], usage: Usage
    ) -> Answer:
        """Say what was forgotten; what else the message says is answered after that."""
        language, rest = detect_language(question.text), turn.request.rest
        asked = question.message_id or (await self._turns.keep_request(turn) if self.keep else None)
        text = told(turn, language, names=True)
        done = {"forgotten": turn.done.manifest, "not_forgotten": turn.refused}

        def with_word(answer: Answer) -> Answer:
            return answer.behind(text).model_copy(update=done)

        def tell_both(event: AgentEvent) -> None:
            tell(event.model_copy(update={"answer": with_word(event.answer)}) if event.answer else event)

        if rest:
            tell(AgentEvent(kind="text", text=f"{text}\n\n"))
            beside = replace(question, text=rest, message_id=asked, forgotten=told(turn, language, names=False))
            return with_word(await self._turn(beside, tell_both, usage))
        answer = Answer(text=told(turn, language, names=False), session_id=self.session_id, question_id=asked)
        kept = await self._turns.keep_answer(answer, None, turn.marks, at=question.asked_at) if self.keep else answer
        learnt = answer.learnt if asked is None else await self._turns.news(asked)
        said = kept.model_copy(update={"text": text, "learnt": learnt, **done})
        tell(AgentEvent(kind="text", text=text))
        tell(AgentEvent(kind="answer", answer=said))
        return said

    async def _kept_forgetting(self, answer: Answer, turn: ForgetTurn, question: _AskedQuestion) -> Answer:
        """Keep of an answer that something was forgotten for that alone: its own words may be those that went."""
        language, manifest = detect_language(question.text), turn.done.manifest
        plain = Answer(text=told(turn, language, names=False), session_id=self.session_id)
        kept = await self._turns.keep_answer(plain, None, turn.marks, at=question.asked_at)
        said = "" if manifest is None else "\n\n" + told(turn, language, names=True)
        about = {"message_id": kept.message_id, "forgotten": manifest, "sources": (), "cited": ()}
        about["text"] = answer.text + said
        return answer.model_copy(update=about)

    async def _asked(self, question: _AskedQuestion) -> str | None:
        """Return the id of the question in memory; it is added, unless it is there or nothing is to be kept."""
        if question.message_id is not None:
            return (await self._turns.question(question.message_id)).id
        return await self._turns.keep_question(question.text, question.asked_at) if self.keep else None

    async def _progress(self, run_id: str | None, language: str) -> str:
        """Return what a run that is gone on with did so far, quoted; nothing without one."""
        if run_id is None:
            return ""
        run = await self.memory.runs.aresume(run_id, user_id=self.scope.user_id)
        most = self.assistant.chat.context_window // _PROGRESS_SHARE
        progress = run.text_within(most, self.assistant.tokens, mark=texts(language).left_out)
        return texts(language).resumed_run.format(run=quoted(progress))

    async def _recorded(self, recorder: Recorder, run: Callable[[], Awaitable[RunResult]]) -> RunResult:
        """Run, and tell the record how it ended."""
        try:
            result = await run()
        except MemaryError as error:
            await recorder.end(RunStatus.FAILED, str(error))
            raise
        except asyncio.CancelledError:
            await recorder.end(RunStatus.INTERRUPTED)
            raise
        status = RunStatus.INTERRUPTED if result.is_partial else RunStatus.DONE
        await recorder.end(status, answer=result.text)
        return result

    def _room(self, query: str, rules: str) -> int:
        """Return tokens for memory, talk and question in a prompt of this agent."""
        prompt = AgentPrompt(rules, texts(detect_language(query)).react_format)
        return prompt_room(self.assistant.chat, self.tools, prompt, count=self.assistant.tokens)

    async def _rules(self, question: _AskedQuestion) -> str:
        language = detect_language(question.text)
        zone = (await self.memory.admin.azones_of(user_id=self.scope.user_id)).main
        today = stamp(question.asked_at or utc_now(), language=language, zone=zone)
        words = texts(language)
        forgetting = words.can_forget if FORGET in self.tools else words.cannot_forget
        beside = f"\n{words.forget_beside.format(told=question.forgotten)}" if question.forgotten else ""
        return self.memory.core.prompts.of("answer", language, today=today, forgetting=forgetting) + beside

    async def _shown(self, window: ContextWindow, asked_at: datetime | None) -> list[str]:
        """Return what the system prompt shows of memory; who only quotes is shown there whatever may be quoted."""
        if not self.assistant.chat.is_offline:
            return [window.messages()[0]["content"]]
        zones = await self.memory.admin.azones_of(user_id=self.scope.user_id)
        lines = Lines(detect_language(window.question), zones)
        corrected = await corrected_next(window.hits, self.memory.core.store, Scope(user_id=self.scope.user_id))
        quotes = quotable(window, lines, now=asked_at or utc_now(), corrected=corrected)
        return [window.messages(insert="system")[0]["content"], *([quotes] if quotes else [])]

    async def _run(
        self, window: ContextWindow, context: str, tell: Callable[[AgentEvent], None], recorder: Recorder
    ) -> RunResult:
        language = detect_language(window.question)
        model, count, _ = self.assistant
        question = window.asked if window.insert == "system" else window.messages()[-1]["content"]
        if model.is_offline:
            question = window.rewritten or window.asked
        prompt = AgentPrompt(context, texts(language).react_format, window.talk, question)
        most = self.memory.settings.max_steps
        calls = bounded_calls(model, self.tools, prompt, max_steps=most, count=count, log=recorder)
        if isinstance(model, OfflineChat):
            return await run_offline(model, prompt, calls, tell=tell)
        await asyncio.to_thread(import_module, _MODEL_RUNS)
        from memary.agent.loop.react import build_agent, conversation  # noqa: PLC0415  loads llama_index
        from memary.agent.loop.run import run_agent  # noqa: PLC0415

        agent = build_agent(model, prompt, calls)
        return await run_agent(agent, question, memory=conversation(model, window.talk, count), tell=tell)

    def _partial(self, result: RunResult, language: str) -> str:
        words, findings = texts(language), result.findings()
        found = words.found_so_far.format(findings=findings) if findings else ""
        if result.stopped is not None:
            cap = f"{result.stopped.setting} = {result.stopped.limit:,}"
            return words.stopped_by_budget.format(cap=cap) + found
        return words.ran_out_of_steps.format(steps=len(result.steps)) + found

    async def _summarise(self, language: str, budget: int) -> None:
        session = self.scope.model_copy(update={"agent_id": None})
        try:
            await self._windows.fold(session, budget=budget, language=language)
        except MemaryError as error:  # it is tried again after the next turn
            _log.warning("summary: %s", error)


def _origin(result: RunResult, lookups: Lookups) -> Literal["memory", "tool", "external"]:
    if lookups.asked_external:
        return "external"
    return "tool" if any(s.tool not in (None, SEARCH, FORGET) and not s.is_error for s in result.steps) else "memory"


def _unique(hits: tuple[Hit, ...]) -> tuple[Hit, ...]:
    return tuple({hit.key: hit for hit in reversed(hits)}.values())[::-1]
