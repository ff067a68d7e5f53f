"""Read chats that WhatsApp exported: `_chat.txt` of iOS, `WhatsApp Chat with ….txt` of Android, or the zip of either.

A line begins a message where it begins with a time; the others go on with it. How days are written differs from phone
to phone: which number is the day is judged by the whole file. What the app itself wrote (who joined, what was left
out, what was deleted) is no message. iOS puts a mark (U+200E) before it that nobody types; on Android most of it has
no speaker or stands in angle brackets.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache, partial
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from memary.integrations.importers.bundle import BundleFile, read_each
from memary.integrations.importers.conversations.chat import ChatMessage, ImportedChat
from memary.integrations.importers.formats import Exported, writable

_SOURCE = "whatsapp"
_SUFFIXES = frozenset({".txt"})
_WORDS = Path(__file__).with_suffix(".toml")
_HEAD = re.compile(
    r"[\u200e\u200f]*(?P<open>\[)?(?P<date>\d{1,4}(?P<sep>[./-])\s?\d{1,2}(?P=sep)\s?\d{1,4}\.?),?\s"
    r"(?:(?P<before>[^\W\d_]{1,6})[\s.]?)?(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?:[:.](?P<second>\d{2}))?"
    r"(?:\s?(?P<after>[^\W\d_]\.?\s?[^\W\d_]?\.?))?(?(open)\]|\s[-\u2013])(?:\s(?P<rest>.*))?"
)
_SAID = re.compile(r"(?P<speaker>[^:\n]{1,100}):(?:\s(?P<text>.*))?", re.DOTALL)
_OF_APP = re.compile(r"(?:^|(?<=\s))\u200e.*$", re.MULTILINE)
_OMITTED = re.compile(r"<[^<>\n]{3,60}>")
_EDITED = re.compile(r"\s<[^<>\n=/\"]{6,60}>$")
_CAMERA = re.compile(r"[A-Z]{3}-\d{8}-WA\d{4,8}\.\w{2,5} \([^()\n]{2,60}\)")
_ATTACHED = re.compile(r"[^\n]+\.\w{2,5} \((?P<words>[^()\n]{2,60})\)")
_MARKS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_QUOTES = re.compile('["\u201c\u201d\u201e\u00ab\u00bb]')
_QUOTED = re.compile(
    '["\u201c\u201e\u00ab](?P<name>[^"\u201c\u201d\u201e\u00ab\u00bb\n]{1,100})["\u201d\u201c\u00bb]'
)
_NAMED = re.compile(r"(?:\w+\s)*WhatsApp(?:\sChat)?\s\S+\s(?P<name>.+)")
_COPY = re.compile(r"\s?\(\d+\)$")
_NAME_CHARS = 80
_FIRST_LINES = 20
_FEW = 2
"""So often has a name to speak that could as well be the quoted subject of a group, with a colon in it."""


class _Line(NamedTuple):
    """A line that begins with a time, and those that go on with it."""

    date: tuple[int, int, int]
    hour: int
    minute: int
    second: int
    rest: str


class _Spoken(NamedTuple):
    line: _Line
    speaker: str
    text: str


def read(path: Path) -> Exported:
    """Read a chat, or those of a folder.

    Raises:
        InputError: the path cannot be read.
    """
    return read_each(path, _SUFFIXES, partial(_chat, path))


def _chat(bundle: Path, part: BundleFile, exported: Exported) -> None:
    text = part.text()
    begins = text.lstrip().partition("\n")[0]
    if _HEAD.fullmatch(begins.rstrip("\r")) is None:
        return  # some other text, such as one that was attached
    heads = [(head, rest) for head, rest in _heads(text)]
    lines = [_line(head, rest) for head, rest in heads]
    spoken = _spoken(lines)
    if not spoken:
        return
    order = _order([line.date for line in lines], heads[0][0])
    name = _name(part, bundle) or _title(lines, spoken) or "chat"
    if (first := _time(lines[0], order)) is not None:
        exported.dates.append(f"{heads[0][0]['date']} is {first:%Y-%m-%d}")
    chat = ImportedChat(_SOURCE, name, name)
    own = 0
    for line, speaker, said in spoken:
        words = _words(said)
        if not words:
            own += 1
        elif (at := _time(line, order)) is not None:
            chat.said.append(ChatMessage(speaker, words, at))
        else:
            exported.leave(writable(f"a message of {speaker}"), "its day is in no calendar")
    if not_said := own + len(lines) - len(spoken):
        exported.leave(f"{not_said:,} lines of {part.name}", "WhatsApp wrote them: nobody's words")
    chat.keep(exported)


def _heads(text: str) -> Iterator[tuple[re.Match[str], str]]:
    """Yield what each message begins with, and all its text."""
    head: re.Match[str] | None = None
    rest: list[str] = []
    for line in text.split("\n"):
        found = _HEAD.fullmatch(line := line.rstrip("\r"))
        if found is None:
            rest.append(line)
            continue
        if head is not None:
            yield head, "\n".join(rest)
        head, rest = found, [found["rest"] or ""]
    if head is not None:
        yield head, "\n".join(rest)


def _line(head: re.Match[str], rest: str) -> _Line:
    first, second, third = (int(number) for number in re.findall(r"\d+", head["date"]))
    hour = int(head["hour"])
    half = re.sub(r"[\W\d_]", "", head["before"] or head["after"] or "").casefold()
    if half in _app_words("after_noon"):
        hour = hour % 12 + 12
    elif half in _app_words("before_noon"):
        hour %= 12
    return _Line((first, second, third), hour, int(head["minute"]), int(head["second"] or 0), rest)


def _spoken(lines: Sequence[_Line]) -> list[_Spoken]:
    """Return what people wrote: what a line says before its first colon is a name, save in news of the app."""
    found = [
        _Spoken(line, _speaker(said["speaker"]), said["text"] or "")
        for line in lines
        if not line.rest.startswith("\u200e") and (said := _SAID.fullmatch(line.rest)) is not None
    ]
    count = Counter(one.speaker for one in found)
    return [one for one in found if one.speaker and (count[one.speaker] >= _FEW or not _QUOTES.search(one.speaker))]


def _speaker(name: str) -> str:
    """Return a name without the marks around numbers, and the one before names that people gave themselves."""
    plain = unicodedata.normalize("NFC", _MARKS.sub("", name))
    return " ".join(plain.removeprefix("~").split())


def _words(said: str) -> str:
    """Return what somebody typed, of a picture its caption; nothing where the app wrote all of it."""
    text = _MARKS.sub("", _OF_APP.sub("", said)).strip()
    first, _, caption = text.partition("\n")
    attached = _ATTACHED.fullmatch(first)
    if (
        _OMITTED.fullmatch(first)
        or _CAMERA.fullmatch(first)
        or _plain(first) in _app_words("whole")
        or (attached is not None and _plain(attached["words"]) in _app_words("attached"))
    ):
        text = caption.strip()
    return _EDITED.sub("", text).strip()


@cache
def _app_words(name: str) -> frozenset[str]:
    """Return words of the app in all its languages that are known here."""
    tables: Mapping[str, Mapping[str, list[str]]] = tomllib.loads(_WORDS.read_text(encoding="utf-8"))
    return frozenset(_plain(text) for texts in tables[name].values() for text in texts)


def _plain(text: str) -> str:
    plain = text.strip()
    ends = plain != "" and unicodedata.category(plain[-1]) == "Po"  # a full stop, in any script
    return (plain[:-1] if ends else plain).casefold()


_DAY_FIRST, _MONTH_FIRST, _YEAR_FIRST = (2, 1, 0), (2, 0, 1), (0, 1, 2)
_Order = tuple[int, int, int]
"""Where year, month and day stand among the three numbers of a date."""


def _order(dates: Sequence[tuple[int, int, int]], first: re.Match[str]) -> _Order:
    """Return how days are written: so that all are in the calendar, and none lies before the one above it.

    Where either would do, the month stands first in what an American phone writes (1/2/26, 8:15 PM), else the day.
    """
    if any(date[0] > 31 for date in dates):
        return _YEAR_FIRST
    is_american = (
        first["sep"] == "/"
        and (first["after"] or "").isupper()
        and re.match(r"\d/|\d+/\d/", first["date"]) is not None
    )
    orders = (_MONTH_FIRST, _DAY_FIRST) if is_american else (_DAY_FIRST, _MONTH_FIRST)
    return min(orders, key=lambda order: _faults(dates, order))


def _faults(dates: Sequence[tuple[int, int, int]], order: _Order) -> tuple[int, int]:
    """Count the dates that are none in this order, and those before the one above them."""
    placed = [(date[order[0]], date[order[1]], date[order[2]]) for date in dates]
    none = sum(not (1 <= month <= 12 and 1 <= day <= 31) for _, month, day in placed)
    return none, sum(after < before for before, after in pairwise(placed))


def _time(line: _Line, order: _Order) -> datetime | None:
    year, month, day = (line.date[place] for place in order)
    try:
        return datetime(year + 2000 if year < 100 else year, month, day, line.hour, line.minute, line.second)
    except ValueError:
        return None


def _name(part: BundleFile, bundle: Path) -> str:
    """Return what a chat is called by its file, else by the zip or folder that it stands in.

    All files of iOS have the same name; a folder that the app did not name says nothing.
    """
    inner = part.place.resolve() if part.place else PurePosixPath(part.name)
    own = part.stem.removesuffix("_chat")
    for place in filter(None, (own, inner.parent.name, bundle.stem)):
        plain = unicodedata.normalize("NFC", writable(place)).replace("_", " ")
        named = _NAMED.fullmatch(_COPY.sub("", plain).strip())
        if named or place is own:
            return (named["name"] if named else plain).strip()[:_NAME_CHARS]
    return ""


def _title(lines: Sequence[_Line], spoken: Sequence[_Spoken]) -> str:
    """Return what a chat is called by its first lines: who tells that it is encrypted, or the group that was made."""
    first = _SAID.fullmatch(_MARKS.sub("", lines[0].rest))
    if first is not None and "\u200e" in lines[0].rest:
        return _speaker(first["speaker"])[:_NAME_CHARS]
    said = {one.line for one in spoken}
    quoted = (_QUOTED.search(line.rest) for line in lines[:_FIRST_LINES] if line not in said)
    return next((one["name"].strip()[:_NAME_CHARS] for one in quoted if one is not None), "")
