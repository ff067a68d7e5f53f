"""Read talk with questions: memary's own format, and the files of LoCoMo, LongMemEval and BEAM.

Which format a file has is seen from its content. memary's own is a JSON document with one talk, a list of them, or
JSON lines of them; docs/measurement/benchmarks.md describes it. LoCoMo is read by `memary.evaluation.recall.locomo`.
A file of LongMemEval is a list of questions, each with the sessions of a talk of its own. BEAM is a folder with
`chat.json` and `probing_questions/probing_questions.json`, or the rows of its data set with both in one.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, cast

from pydantic import BaseModel, BeforeValidator, Field, TypeAdapter, ValidationError

from memary.checks.faults import first_fault
from memary.errors import InputError
from memary.evaluation.qa.talk import Talk, TalkMessage, TalkQuestion, in_step
from memary.evaluation.recall.locomo import LocomoConversation, conversations_of, read_json
from memary.evaluation.recall.protocol import ADVERSARIAL, DROPPED_ERRORS, Audit
from memary.times import ReadTime, parse_time
from memary.types import Role

Items = list[dict[str, Any]]

_MONTH = re.compile(r"(\d{4})-(0[1-9]|1[0-2])")
_LONGMEMEVAL_DATE = "%Y/%m/%d (%a) %H:%M"
_ABSTENTION = "_abs"
"""How the id of a question of LongMemEval ends whose answer the talk does not hold."""

_BEAM_ANSWERS = ("answer", "ideal_response", "ideal_answer", "ideal_summary", "expected_compliance")
_BEAM_DATES = ("%B-%d-%Y", "%Y-%m-%d", "%B %d, %Y")
_BEAM_FILES = ("chat.json", "probing_questions/probing_questions.json")


def _time(value: object) -> object:
    """Read a time as people write it; one without a zone is in UTC, a month is meant at its end."""
    if not isinstance(value, str):
        return value
    if month := _MONTH.fullmatch(value):
        year, number = int(month[1]), int(month[2])
        return datetime(year + number // 12, number % 12 + 1, 1, tzinfo=UTC)
    try:
        time = datetime.fromisoformat(value)
    except ValueError:
        return value
    return time if time.tzinfo else time.replace(tzinfo=UTC)


Time = Annotated[ReadTime, BeforeValidator(_time)]


class _Message(BaseModel):
    id: str
    text: str = Field(min_length=1)
    created_at: Time
    session: str = "1"
    role: Role = Role.USER
    speaker: str | None = None


class _FileQuestion(BaseModel):
    question: str = Field(min_length=1)
    answer: str | int | float | None = None
    id: str | None = None
    category: str | int = "all"
    asked_at: Time | None = None
    evidence: tuple[str, ...] = ()
    rubric: tuple[str, ...] = ()


class _OwnTalk(BaseModel):
    id: str
    messages: list[_Message] = Field(min_length=1)
    questions: list[_FileQuestion]


class _FileTurn(BaseModel):
    role: Role
    content: str
    has_answer: bool = False


class _LongMemEval(BaseModel):
    question_id: str
    question_type: str
    question: str
    answer: str | int | float
    question_date: str
    haystack_dates: list[str]
    haystack_session_ids: list[str]
    haystack_sessions: list[list[_FileTurn]]


class _BeamTurn(BaseModel):
    role: Role
    content: str
    id: int | str
    time_anchor: str | None = None


_OWN = TypeAdapter(list[_OwnTalk])
_LONG = TypeAdapter(list[_LongMemEval])
_BEAM_TURNS = TypeAdapter(list[_BeamTurn])


def read_talks(path: Path) -> list[Talk]:
    """Read the talks of a file, or of a folder of BEAM.

    Raises:
        InputError: it cannot be read, or is of no format that is known.
    """
    if path.is_dir():
        chat, asked = (_json(path / name) for name in _BEAM_FILES)
        return _read(path, [{"conversation_id": path.name, "chat": chat, "probing_questions": asked}], _beam)
    given = _json(path)
    listed = cast("list[object]", given) if isinstance(given, list) else [given]
    items = [cast("dict[str, Any]", one) for one in listed if isinstance(one, dict)]
    if not items or len(items) < len(listed):
        raise InputError(f"{path} holds no list of talks: {_KNOWN_FORMATS}.")
    for marks, reader in _READERS:
        if marks <= items[0].keys():
            return _read(path, items, reader)
    raise InputError(f"{path} is in no format that is known: {_KNOWN_FORMATS}.")


def audited(talk: Talk, audit: Audit) -> Talk:
    """Return a talk of LoCoMo with the answers of an audit, without the questions that it found unsound."""
    entries = {str(entry.qa_index): entry for entry in audit.entries if entry.sample_id == talk.id}
    kept: list[TalkQuestion] = []
    for question in talk.questions:
        entry = entries.get(question.id)
        if entry is not None and entry.error_type in DROPPED_ERRORS:
            continue
        corrected = entry is not None and entry.correct_answer is not None and question.has_answer
        kept.append(replace(question, answer=str(entry.correct_answer)) if entry and corrected else question)
    return replace(talk, questions=tuple(kept))


def _json(path: Path) -> object:
    if path.suffix != ".jsonl":
        return read_json(path)[1]
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines if line.strip()]
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise InputError(f"{path} is not JSON lines: {error}.") from error


def _read(path: Path, given: Items, reader: Callable[[Items], list[Talk]]) -> list[Talk]:
    try:
        talks = reader(given)
    except ValidationError as error:
        raise InputError(f"{path} cannot be read as talk with questions: {first_fault(error)}.") from error
    known = [talk.id for talk in talks]
    if repeated := {id_ for id_ in known if known.count(id_) > 1}:
        raise InputError(f"{path} holds talk {min(repeated)!r} more than once: give each an id of its own.")
    return talks


def _own(given: Items) -> list[Talk]:
    return [_own_talk(talk) for talk in _OWN.validate_python(given)]


def _own_talk(given: _OwnTalk) -> Talk:
    messages = [
        TalkMessage(one.id, one.session, one.text, one.created_at, one.role, _name(one.speaker, one.role))
        for one in given.messages
    ]
    messages.sort(key=lambda message: message.said_at)
    last = messages[-1].said_at
    questions = [
        TalkQuestion(
            id=one.id or str(place),
            text=one.question,
            answer="" if one.answer is None else str(one.answer),
            category=str(one.category),
            asked_at=one.asked_at or last,
            evidence=one.evidence,
            rubric=one.rubric,
        )
        for place, one in enumerate(given.questions, 1)
    ]
    return Talk(given.id, tuple(messages), tuple(questions))


def _name(speaker: str | None, role: Role) -> str | None:
    """Return a speaker's name; one called by the role has none."""
    return None if speaker is None or speaker.casefold() == role.value else speaker


def _locomo(given: Items) -> list[Talk]:
    return [_locomo_talk(conversation) for conversation in conversations_of(given)]


def _locomo_talk(conversation: LocomoConversation) -> Talk:
    messages = tuple(
        TalkMessage(turn.dia_id, turn.session_id, turn.text, turn.said_at, *_who(turn.message))
        for turn in conversation.turns
    )
    questions = [
        TalkQuestion(
            id=str(asked.position),
            text=asked.text,
            answer="" if asked.category == ADVERSARIAL else asked.answer,
            category=str(asked.category),
            asked_at=messages[-1].said_at,
            evidence=asked.evidence,
        )
        for asked in conversation.questions
    ]
    return Talk(conversation.id, messages, tuple(questions))


def _who(message: Mapping[str, Any]) -> tuple[Role, str | None]:
    return message["role"], message["speaker"]


def _longmemeval(given: Items) -> list[Talk]:
    return [_longmemeval_talk(one) for one in _LONG.validate_python(given)]


def _longmemeval_talk(given: _LongMemEval) -> Talk:
    dated = sorted(
        zip(
            map(_longmemeval_date, given.haystack_dates),
            given.haystack_session_ids,
            given.haystack_sessions,
            strict=True,
        ),
        key=lambda one: one[0],
    )
    turns = [
        (TalkMessage(f"{session}:{place}", session, turn.content, in_step(start, place), turn.role), turn.has_answer)
        for start, session, said in dated
        for place, turn in enumerate(said)
        if turn.content.strip()
    ]
    asked = TalkQuestion(
        id=given.question_id,
        text=given.question,
        answer="" if given.question_id.endswith(_ABSTENTION) else str(given.answer),
        category=given.question_type,
        asked_at=_longmemeval_date(given.question_date),
        evidence=tuple(message.id for message, decides in turns if decides),
    )
    return Talk(given.question_id, tuple(message for message, _ in turns), (asked,))


def _longmemeval_date(text: str) -> datetime:
    try:
        return datetime.strptime(text, _LONGMEMEVAL_DATE).replace(tzinfo=UTC)
    except ValueError:
        return parse_time(text)


def _beam(given: Items) -> list[Talk]:
    return [_beam_talk(str(row.get("conversation_id", place)), row) for place, row in enumerate(given, 1)]


def _beam_talk(id_: str, row: Mapping[str, Any]) -> Talk:
    messages = tuple(_beam_messages(row["chat"]))
    if not messages:
        raise InputError(f"Talk {id_} of BEAM has no message.")
    last = messages[-1].said_at
    questions = [
        TalkQuestion(
            id=f"{category}-{place}",
            text=str(asked["question"]),
            answer="" if category == "abstention" else _beam_answer(asked),
            category=category,
            asked_at=last,
            evidence=tuple(_numbers(asked.get("source_chat_ids"))),
            rubric=tuple(map(str, asked.get("rubric", ()))),
        )
        for category, group in _loose(row["probing_questions"]).items()
        for place, asked in enumerate(group)
    ]
    return Talk(id_, messages, tuple(questions))


def _beam_messages(chat: object) -> Iterator[TalkMessage]:
    """Go through the turns of all batches; a batch has a date where its first turn is given one."""
    start, place = datetime(2024, 1, 1, tzinfo=UTC), 0
    for number, batch in enumerate(cast("Sequence[Any]", chat), 1):
        flat = _flat(cast("Mapping[str, Any]", batch)["turns"] if isinstance(batch, Mapping) else batch)
        for turn in _BEAM_TURNS.validate_python(flat):
            if turn.time_anchor and (dated := _beam_date(turn.time_anchor)):
                start, place = dated, 0
            if text := turn.content.strip():
                yield TalkMessage(str(turn.id), f"batch_{number}", text, in_step(start, place), turn.role)
                place += 1


def _flat(turns: object) -> list[object]:
    if not isinstance(turns, list):
        return [turns]
    return [one for some in cast("list[object]", turns) for one in _flat(some)]


def _beam_date(text: str) -> datetime | None:
    for form in _BEAM_DATES:
        try:
            return datetime.strptime(text.strip(), form).replace(tzinfo=UTC)
        except ValueError:
            continue
    return None


def _beam_answer(asked: Mapping[str, Any]) -> str:
    return next((str(asked[name]) for name in _BEAM_ANSWERS if asked.get(name)), "; ".join(asked.get("rubric", ())))


def _loose(given: object) -> Mapping[str, Items]:
    """Return what is JSON, or Python's own writing of it, as the rows of the data set have."""
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except ValueError:
            given = ast.literal_eval(given)
    return cast("Mapping[str, Items]", given)


def _numbers(given: object) -> list[str]:
    if isinstance(given, Mapping):
        return [one for some in cast("Mapping[str, object]", given).values() for one in _numbers(some)]
    if isinstance(given, list):
        return [one for some in cast("list[object]", given) for one in _numbers(some)]
    return [] if given is None else [str(given)]


_READERS: tuple[tuple[frozenset[str], Callable[[Items], list[Talk]]], ...] = (
    (frozenset({"conversation", "qa"}), _locomo),
    (frozenset({"haystack_sessions", "question"}), _longmemeval),
    (frozenset({"chat", "probing_questions"}), _beam),
    (frozenset({"messages", "questions"}), _own),
)
_KNOWN_FORMATS = "it may be memary's own (id, messages, questions), LoCoMo's, LongMemEval's or BEAM's"
