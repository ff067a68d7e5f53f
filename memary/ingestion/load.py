"""Load messages, the first step on their way: check what the caller gave, and make records of it.

Text that is too long for one turn is a document: it is cut into parts at paragraphs and sentences, each a message of
its own that carries its number in the metadata (`part`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b
from types import MappingProxyType
from typing import Annotated, Any, cast

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError

from memary.checks.bounds import CAPTION_CHARS, EARLIEST, LATEST, PART_CHARS, fault_of_metadata, is_unicode
from memary.checks.faults import first_fault, shown
from memary.errors import InputError
from memary.ingestion.inputs.content_parts import fields_of
from memary.ingestion.inputs.messages import FrameworkMessage, is_pair, pictures_in, turns
from memary.ingestion.inputs.metadata import given_json
from memary.languages import Language, of_all
from memary.languages.scripts import CLOSING_MARKS, FULL_STOPS, WIDE_STOPS
from memary.text import detect_language
from memary.text.captions import captioned_pieces, without_captions
from memary.text.redaction.redactor import Redactor
from memary.text.terminal import NO_TEXT, without_terminal_codes
from memary.times import GivenTime, ReadTime, ZonedTime, parse_time
from memary.types import (
    DEFAULT_LANGUAGE,
    ECHO,
    FOREVER,
    ORIGIN_KEY,
    ZONE_KEY,
    Message,
    MessageState,
    Metadata,
    Role,
    Scope,
    ScopeName,
    readable,
)
from memary.types.spaces import AUTHOR_KEY
from memary.zones import name_of

_MOST_FAULTS = 5
"""How many messages that cannot be kept are told of."""

_PLACES = re.compile(r"\[(?:image|audio|video|file)(?:: [^\]]*)?\]")
"""What stands at the places of what is attached."""


@of_all
def _recalled(packs: Sequence[Language]) -> re.Pattern[str]:
    """Return the pattern of what a context window recalls: its notice, and the blocks that it heads."""
    told = [pack.texts for pack in packs if pack.texts]
    notices = "|".join(re.escape(words.memory_notice) for words in told)
    headings = "|".join(re.escape(heading) for words in told for heading in words.headings)
    block = rf"\n\n## (?:{headings})(?: \([^\n]*\))?(?![^\n])(?:\n[^\n]+)*"
    return re.compile(f"(?:{notices})(?:{block})+(?:\n\n)?")


_SENTENCE_END = (
    rf"(?:(?<=[{FULL_STOPS}])|(?<=[{FULL_STOPS}][{CLOSING_MARKS}]))\s+"
    rf"|(?<=[{WIDE_STOPS}])(?![{CLOSING_MARKS}])|(?<=[{WIDE_STOPS}][{CLOSING_MARKS}])"
)
_BREAKS = (r"\n\s*\n", r"\n", _SENTENCE_END, r"\s+")


GivenMetadata = Annotated[Metadata, BeforeValidator(given_json)]


class GivenMessage(BaseModel):
    """A message as a caller gives it."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    content: str
    role: Role = Role.USER
    speaker: str | None = Field(default=None, max_length=256)
    created_at: ZonedTime | None = None
    session_id: ScopeName | None = None
    agent_id: ScopeName | None = None
    metadata: GivenMetadata = Field(default_factory=dict)
    expires_at: ReadTime | None = None
    id: Annotated[str, Field(min_length=1, max_length=128), AfterValidator(readable)] | None = None
    external_id: Annotated[str, Field(min_length=1, max_length=256), AfterValidator(readable)] | None = None
    infer: bool | None = None


_OWN = tuple(GivenMessage.model_fields)
_METADATA: TypeAdapter[Metadata] = TypeAdapter(GivenMetadata, config=ConfigDict(allow_inf_nan=False))

Given = str | Mapping[str, Any] | GivenMessage | FrameworkMessage | tuple[str, str]


@dataclass(frozen=True, slots=True)
class Common:
    """What goes for all messages that are given together, as far as one does not say otherwise.

    Attributes:
        infer: whether facts are to be extracted from them.
        metadata: added to each message's own.
        expires_at: when they are hidden from then on.
        redactor: takes out what is private, before anything else is made of a message; None: nothing is taken out.
        described: what pictures show that come with them, by where they are to be had.
    """

    infer: bool = True
    metadata: Mapping[str, object] | None = None
    expires_at: GivenTime | None = None
    redactor: Redactor | None = None
    described: Mapping[str, str] = field(default_factory=dict[str, str])


def load(
    given: Given | Iterable[Given],
    *,
    scope: Scope,
    now: datetime,
    common: Common = Common(),
    max_chars: int = 1_000_000,
) -> list[Message]:
    """Make messages of what the caller gave.

    Args:
        given: a text, a mapping with `content` (and `role`, `speaker`, `created_at`, `session_id`, `agent_id`,
            `metadata`, `expires_at`, `id`, `external_id`, `infer`), a message of a framework (see `turns`), or
            several of these.
        scope: whose they are; a message's own session or agent goes before the scope's.
        now: when they are added, and said if they do not say otherwise.
        common: what goes for all of them.
        max_chars: longest text taken as one message.

    Returns:
        The messages; those that hold nothing are left out.

    Raises:
        InputError: what cannot be stored, with its position and the remedy; or none holds anything.
    """
    items = each_given(given)
    if not items:
        raise InputError("There is no message to add: give at least one.")
    loader = _Loader(scope, now, common)
    messages: list[Message] = []
    faults: list[str] = []
    for position, item in enumerate(items, 1):
        where = "The message" if len(items) == 1 else f"Message {position} of {len(items)}"
        try:
            for checked in given_messages(item, where=where, max_chars=max_chars, described=common.described):
                messages += loader.records(checked, where=where)
        except InputError as error:
            faults.append(str(error))
    if faults:
        raise InputError(_all_told(faults))
    if not messages:
        raise empty(len(items))
    return messages


def empty(count: int) -> InputError:
    """Return the error of messages that are all empty; an empty one among others is left out."""
    which = "The message is" if count == 1 else f"All {count:,} messages are"
    return InputError(f"{which} empty: give some text, a tool call or a tool result.")


def _all_told(faults: Sequence[str]) -> str:
    """Return what is wrong with all messages that cannot be kept, the first of very many."""
    more = f" And {len(faults) - _MOST_FAULTS} more." if len(faults) > _MOST_FAULTS else ""
    return " ".join(faults[:_MOST_FAULTS]) + more


def _checked_metadata(metadata: Mapping[str, object] | None) -> Metadata:
    """Return the metadata that goes with all messages.

    Raises:
        InputError: it is no JSON, or too large.
    """
    try:
        return _METADATA.validate_python(metadata or {})
    except ValidationError as error:
        raise InputError(f"The metadata cannot be used: {first_fault(error, metadata)}.") from error


def each_given(given: Given | Iterable[Given]) -> list[Given]:
    """Return the messages that are given, one or several.

    Raises:
        InputError: it is nothing of the kind.
    """
    is_one = isinstance(given, tuple) and is_pair(given)  # a list of these two would be two texts
    if is_one or isinstance(given, (str, Mapping)) or fields_of(given) is not None:
        return [cast("Given", given)]
    if isinstance(given, (bytes, bytearray)) or not isinstance(given, Iterable):
        raise InputError(f"The input is {shown(given)}: give a text, a mapping, or a list of these.")
    return list(cast("Iterable[Given]", given))


def storable(text: str) -> str:
    """Return a text without what `load` refuses or takes out.

    This is for texts that a model wrote.
    """
    whole = without_terminal_codes(text.encode(errors="replace").decode())
    return "".join(char for char in whole if char not in NO_TEXT)


def pictures_of(given: Iterable[Given]) -> list[str]:
    """Return where the pictures that come with messages are to be had, each once.

    What is no message has none.
    """
    found: dict[str, None] = {}
    for item in given:
        with suppress(InputError):  # `load` tells it
            found |= dict.fromkeys(pictures_in(item))
    return list(found)


def language_among(messages: Iterable[Message]) -> str:
    """Return the language of the words that come with pictures; the usual one where there are none."""
    said = (message.content for message in messages)
    return next(
        (detect_language(words) for text in said if (words := _PLACES.sub("", text).strip())), DEFAULT_LANGUAGE
    )


def given_messages(
    item: object,
    *,
    where: str = "The message",
    max_chars: int = 1_000_000,
    common: Mapping[str, Any] | None = None,
    described: Mapping[str, str] = MappingProxyType({}),
) -> list[GivenMessage]:
    """Return what one given message comes to, checked: mostly one; none where it holds nothing to keep.

    Args:
        item: the message.
        where: what it is called if it is refused.
        max_chars: longest text.
        common: what goes for fields that it does not tell itself.
        described: what pictures show that come with it.

    Raises:
        InputError: it cannot be used.
    """
    if isinstance(item, GivenMessage):
        checked = [_checked(item, where=where, max_chars=max_chars)]
    else:
        try:
            told = turns(item, _OWN, described=_with_room(described, item))
        except InputError as error:
            raise InputError(f"{where} cannot be used: {error}.") from error
        checked = [_checked({**(common or {}), **fields}, where=where, max_chars=max_chars) for fields in told]
    return [message for message in checked if message.content.strip()]


def _with_room(described: Mapping[str, str], item: object) -> Mapping[str, str]:
    """Return what pictures show, as long as there is room for each of a message."""
    if not described or not (count := len(pictures_in(item))):
        return described
    most = max(CAPTION_CHARS // count - len("[]"), 0)
    return {picture: said[:most] for picture, said in described.items()}


def _checked(item: GivenMessage | Mapping[str, Any], *, where: str, max_chars: int) -> GivenMessage:
    try:
        message = GivenMessage.model_validate(item)
    except ValidationError as error:
        raise InputError(f"{where} cannot be used: {first_fault(error, item, known=_OWN)}.") from error
    text = message.content
    if (chars := len(without_captions(text, message.metadata))) > max_chars:
        raise InputError(
            f"{where} has {chars:,} characters, more than the {max_chars:,} one message may have: "
            "split it, or raise MEMARY_MAX_MESSAGE_CHARS."
        )
    if any(char in text for char in NO_TEXT):
        raise InputError(f"{where} looks like binary data, not text: memary keeps text (for an image, use vision).")
    if not is_unicode(text):
        raise InputError(f"{where} holds characters that are not valid Unicode: decode the text first.")
    text = without_terminal_codes(_without_recalled(text))
    return message if text == message.content else message.model_copy(update={"content": text})


def _without_recalled(text: str) -> str:
    """Return a text without what context windows put into it.

    A caller may give back the messages that they made.
    """
    own = _recalled().sub("", text)
    return text if own == text else own.strip()


def _parts(message: GivenMessage) -> list[GivenMessage]:
    """Return a message, or the parts of a long one, cut at the same places whatever its pictures show."""
    text, bare = message.content, without_captions(message.content, message.metadata)
    has_room = len(text) - len(bare) <= CAPTION_CHARS
    if len(bare if has_room else text) <= PART_CHARS:
        return [message]
    told = message.metadata if has_room else {}
    texts = captioned_pieces(text, told, lambda held: split_text(held, PART_CHARS))
    return [
        message.model_copy(
            update={
                "content": text,
                "metadata": message.metadata | {"part": number, "parts": len(texts)},
                "id": f"{message.id}#{number}" if message.id else None,
            }
        )
        for number, text in enumerate(texts, 1)
    ]


def split_text(text: str, limit: int) -> list[str]:
    """Cut a text into pieces of at most `limit` characters.

    It is cut at paragraphs if possible, else at lines, sentences or words, else anywhere.
    """
    pieces = [text.strip()]
    for pattern in _BREAKS:
        pieces = [part for piece in pieces for part in _cut(piece, pattern, limit)]
    return [piece[at : at + limit] for piece in pieces for at in range(0, len(piece), limit)]


def _cut(text: str, pattern: str, limit: int) -> list[str]:
    if len(text) <= limit:
        return [text] if text else []
    pieces: list[str] = []
    start = end = 0
    for match in re.finditer(pattern, text):
        if match.start() - start > limit and end > start:
            pieces.append(text[start:end].strip())
            start = end
        end = match.end()
    if len(text) - start > limit and end > start:
        pieces.append(text[start:end].strip())
        start = end
    pieces.append(text[start:].strip())
    return [piece for piece in pieces if piece]


class _Loader:
    """Makes records of checked messages that were given together."""

    def __init__(self, scope: Scope, now: datetime, common: Common) -> None:
        self._scope, self._now, self._common = scope, now, common
        self._metadata = self._redacted_data(_checked_metadata(common.metadata))
        self._seen: Counter[str] = Counter()
        self._texts: dict[str, str] = {}

    def records(self, given: GivenMessage, *, where: str) -> list[Message]:
        """Return a message, or the parts of a long one.

        Raises:
            InputError: it cannot be stored, or has the id of another one.
        """
        given = self._redacted(given)
        parts = _parts(given)
        _check_metadata(self._metadata | given.metadata, where=where, parts=len(parts))
        return [self._unlike_others(self._record(part, where=where), given, where=where) for part in parts]

    def _redacted(self, given: GivenMessage) -> GivenMessage:
        """Return a message without what is private in its text and in the values of its metadata."""
        redactor = self._common.redactor
        if redactor is None or redactor.is_off:
            return given
        update = {"content": redactor.text(given.content).text, "metadata": self._redacted_data(given.metadata)}
        return given.model_copy(update=update)

    def _redacted_data(self, data: Metadata) -> Metadata:
        redactor = self._common.redactor
        return data if redactor is None else cast("Metadata", redactor.value(data))

    def _unlike_others(self, record: Message, given: GivenMessage, *, where: str) -> Message:
        if self._texts.setdefault(record.id, record.content) != record.content:
            raise InputError(f"{where} has the id {shown(given.id)}, as another message here has: give each its own.")
        return record

    def _record(self, given: GivenMessage, *, where: str) -> Message:
        created_at = (
            self._now if given.created_at is None else _said_at(given.created_at, where=f"{where}: created_at")
        )
        expires = self._common.expires_at if given.expires_at is None else given.expires_at
        expires_at = FOREVER if expires is None else parse_time(expires, where=f"{where}: expires_at")
        member = self._scope.member
        data = self._metadata | given.metadata | _zone_of(created_at) | ({AUTHOR_KEY: member} if member else {})
        is_news = given.role is not Role.SYSTEM and data.get(ORIGIN_KEY) != ECHO  # neither is about anybody
        is_read = self._common.infer if given.infer is None else given.infer
        agent_id, session_id = given.agent_id or self._scope.agent_id, given.session_id or self._scope.session_id
        speaker = given.speaker or (member if given.role is Role.USER else None)  # in a space nobody is just the user
        place = (agent_id or "", session_id or "", given.role, speaker or "")
        fields: dict[str, Any] = {
            "user_id": self._scope.user_id,
            "agent_id": agent_id,
            "session_id": session_id,
            "role": given.role,
            "speaker": speaker,
            "content": given.content,
            "created_at": created_at,
            "added_at": self._now,
            "metadata": data,
            "language": detect_language(given.content),
            "expires_at": expires_at,
            "digest": self._digest(given, place, created_at),
            "state": MessageState.PENDING if is_read and is_news else MessageState.STORED,
        }
        try:
            return Message.model_validate(fields | ({"id": given.id} if given.id else {}))
        except ValidationError as error:
            raise InputError(f"{where} cannot be used: {first_fault(error, fields)}.") from error

    def _digest(self, given: GivenMessage, place: tuple[str, ...], created_at: datetime) -> str:
        """Return what is the same for a message that is given again."""
        told_by = f"id:{given.external_id}" if given.external_id else _moment(created_at)
        text = without_captions(given.content, given.metadata)
        identity = "\x1f".join((*place, told_by, text))
        if not given.external_id:
            self._seen[identity] += 1  # the same words twice in one call were said twice
        return given.id or blake2b(f"{identity}\x1f{self._seen[identity]}".encode(), digest_size=16).hexdigest()


def _check_metadata(data: Metadata, *, where: str, parts: int) -> None:
    """Refuse metadata that no store could write, or not everybody read.

    Raises:
        InputError: a name or a value is broken, or it is too large or nested too deep.
    """
    if fault := fault_of_metadata(data, copies=parts):
        each = f"is kept with each of its {parts} parts and " if parts > 1 else ""
        raise InputError(f"{where} has metadata that {each}{fault}.")


def _zone_of(time: datetime) -> Metadata:
    """Return the metadata that keeps the zone of a time, which is stored in UTC; nothing for UTC."""
    name = name_of(time)
    return {ZONE_KEY: name} if name else {}


def _moment(time: datetime) -> str:
    """Return the same text for the same moment, in whatever zone it is told."""
    return time.astimezone(UTC).isoformat()


def _said_at(time: datetime, *, where: str) -> datetime:
    """Return when something was said; it can be told in every zone, with a period around it."""
    if not EARLIEST <= time < LATEST:
        raise InputError(
            f"{where} {time.isoformat()} is too close to the end of the calendar: "
            f"give a time in the years {EARLIEST.year} to {LATEST.year - 1}, in UTC."
        )
    return time
