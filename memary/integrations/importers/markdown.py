"""Read notes in Markdown or plain text: a file, a folder such as an Obsidian vault, a Notion export.

What Notion exports is a zip. A note is a text that goes on being written: when it has changed, a later import puts it
in the place of what was there. It is known again by where it stands on the disk, or by the number that Notion puts
into its name. Its time is that of its front matter, of a date in its name, or of the file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from hashlib import blake2b
from pathlib import Path, PurePosixPath

from memary.errors import InputError
from memary.integrations.importers.bundle import BundleFile, read_each
from memary.integrations.importers.formats import Exported, Owned, time_of

_SOURCE = "markdown"
SUFFIXES = frozenset({".md", ".markdown", ".txt"})
_FRONT = re.compile(r"\A---\s*\n(?P<fields>.*?)\n(?:---|\.\.\.)\s*(?:\n|\Z)", re.DOTALL)
_FIELD = re.compile(r"^(?P<name>[\w-]+)\s*:\s*(?P<value>.*)$")
_ITEM = re.compile(r"^\s*-\s+(?P<value>.+)$")
_DAY = re.compile(r"(?<!\d)(?P<year>\d{4})[-_.](?P<month>\d{2})[-_.](?P<day>\d{2})(?!\d)")
_NOTION_ID = re.compile(r"\s+(?P<number>[0-9a-f]{32})$")
_EMBEDDED = re.compile(r"!\[\[[^\]]*\]\]")
_LINK = re.compile(r"\[\[(?:[^\]|]*\|)?([^\]|]+)\]\]")
_TIMES = ("created", "date", "created_at")
_NAME_CHARS = 100


def read(path: Path) -> Exported:
    """Read notes.

    Raises:
        InputError: the path cannot be read.
    """
    return read_each(path, SUFFIXES, partial(_note, path))


def _note(bundle: Path, part: BundleFile, exported: Exported) -> None:
    if PurePosixPath(part.name).suffix.lower() not in SUFFIXES:
        return
    text = part.text()
    front = _FRONT.match(text)
    fields = _fields(front["fields"]) if front else {}
    body = _LINK.sub(r"\1", _EMBEDDED.sub("", text[front.end() :] if front else text)).strip()
    if not body:
        exported.leave(part.name, "it is empty")
        return
    title = fields.get("title") or _NOTION_ID.sub("", part.stem)
    about = {"source": part.name, "title": title, "tags": fields.get("tags"), "imported_from": _SOURCE}
    id_ = _id(part, bundle)
    given = {
        "id": id_,
        "content": body if body.startswith("#") or not isinstance(title, str) else f"# {title}\n\n{body}",
        "created_at": _written_at(part, fields),
        "session_id": id_,
        "metadata": {name: value for name, value in about.items() if value},
    }
    exported.bring(Owned(None, given, is_living=True))


def _id(part: BundleFile, bundle: Path) -> str:
    """Return what names a note: the number that Notion gave it, else its name and a digest of its place."""
    numbered = _NOTION_ID.search(part.stem)
    if numbered is not None:
        return f"note:{numbered['number']}"
    place = (part.place or bundle / part.name).resolve().as_posix()
    digest = blake2b(place.encode(errors="surrogatepass"), digest_size=8).hexdigest()
    return f"note:{part.stem[:_NAME_CHARS]}-{digest}"


def _fields(front: str) -> dict[str, str | list[str]]:
    """Return the plain fields of a front matter: texts, and lists of texts."""
    found: dict[str, str | list[str]] = {}
    listed: dict[str, list[str]] = {}
    name = ""
    for line in front.splitlines():
        if (field := _FIELD.match(line)) is not None:
            name, value = field["name"].lower(), field["value"].strip()
            if value.startswith("[") and value.endswith("]"):
                listed[name] = [one.strip(" \"'") for one in value[1:-1].split(",")]
            else:
                found[name] = value.strip("\"'")
        elif name and (item := _ITEM.match(line)) is not None:
            listed[name] = [*listed.get(name, ()), item["value"].strip(" \"'")]
    return found | listed


def _written_at(part: BundleFile, fields: Mapping[str, object]) -> datetime:
    for name in _TIMES:
        if isinstance(fields.get(name), str):
            try:
                if (at := time_of(fields[name])) is not None:
                    return at
            except InputError:
                continue
    day = _DAY.search(part.stem)
    if day is not None:
        try:
            return time_of(f"{day['year']}-{day['month']}-{day['day']}") or part.changed_at
        except InputError:
            return part.changed_at
    return part.changed_at
