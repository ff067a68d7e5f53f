"""Read what a user is known for, and messages that come back to it: one TOML file for each user."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, cast, get_args

from pydantic import BeforeValidator, Field, ValidationError

from memary.checks.faults import first_fault
from memary.errors import InputError
from memary.facts.intervals import parse_day
from memary.languages.keys import predicate_key
from memary.resolution.proposals import NamedEntity, Proposals, ProposedFact
from memary.types import GENERIC, Record, Role

Kind: TypeAlias = Literal["repeat", "change", "end", "refer", "name"]
"""What a message does with what is known: says it again, changes or ends it, refers to it, or names it otherwise."""

KINDS: tuple[Kind, ...] = get_args(Kind)


class CaseTurn(Record):
    """Something that is said."""

    role: Role
    speaker: str | None
    text: str


def _turns(value: Any) -> Any:
    """Return lines such as "user: hello" or "Nora: hello" as turns; who is no role is a named speaker."""
    if not isinstance(value, list):
        return value
    turns: list[CaseTurn] = []
    for line in map(str, cast("list[object]", value)):
        who, _, text = line.partition(": ")
        is_role = who in set(Role)
        turns.append(CaseTurn(role=Role(who) if is_role else Role.USER, speaker=None if is_role else who, text=text))
    return turns


Turns = Annotated[tuple[CaseTurn, ...], BeforeValidator(_turns)]


class KnownCase(Record):
    """New messages, those before them, and what the extractor has to see of what is known.

    Attributes:
        kind: see `Kind`.
        say: the new messages.
        before: earlier messages of the same session.
        facts: numbers of the facts needed.
        names: names of the entities needed.
    """

    kind: Kind
    say: Turns = Field(min_length=1)
    before: Turns = ()
    facts: tuple[int, ...] = ()
    names: tuple[str, ...] = ()


def _rows(count: int) -> BeforeValidator:
    def cells(value: Any) -> Any:
        if not isinstance(value, str):
            return value
        lines = [line for line in value.splitlines() if line.strip()]
        return [tuple(cell.strip() for cell in line.split("|", count - 1)) for line in lines]

    return BeforeValidator(cells)


class KnownUser(Record):
    """Of a user, what is known and the cases over it.

    Attributes:
        id: the name of the file.
        user: how the user is called in it.
        language: of the talk.
        today: the day on which the cases are said.
        entities: rows of name, type, other names and description.
        facts: rows of number, importance, day since when it is true, subject, predicate, object and sentence.
        cases: see `KnownCase`.
    """

    id: str
    user: str
    language: str
    today: str
    entities: Annotated[tuple[tuple[str, str, str, str], ...], _rows(4)]
    facts: Annotated[tuple[tuple[str, str, str, str, str, str, str], ...], _rows(7)]
    cases: tuple[KnownCase, ...] = Field(alias="case")

    @property
    def sentences(self) -> dict[int, str]:
        """Return the sentence of each fact by its number."""
        return {int(row[0]): row[6] for row in self.facts}

    def proposals(self) -> Proposals:
        """Return what is known as a reader of earlier talk would have proposed it."""
        kinds = {row[0]: row[1] for row in self.entities}
        named = [
            NamedEntity(name, kind, tuple(filter(None, (alias.strip() for alias in also.split(",")))), (), about)
            for name, kind, also, about in self.entities
        ]
        facts: list[ProposedFact] = []
        for number, importance, since, subject, predicate, object_, sentence in self.facts:
            start = parse_day(since)
            if start is None:
                raise InputError(f"{self.id}: fact {number} is since {since!r}, which is no day.")
            facts.append(
                ProposedFact(
                    subject=subject,
                    subject_type=kinds.get(subject, GENERIC),
                    predicate=predicate_key(predicate),
                    object=object_,
                    object_type=kinds.get(object_, GENERIC),
                    statement=sentence,
                    valid_at=start,
                    importance=int(importance),
                    language=self.language,
                )
            )
        return Proposals(self.id, named, facts)


def read_known(folder: Path, *, only: Sequence[str] = ()) -> list[KnownUser]:
    """Read the users of a folder, by name.

    Raises:
        InputError: there is none, or a file cannot be used.
    """
    files = sorted(folder.glob("*.toml"))
    users = [_user(file) for file in files if not only or file.stem in only]
    if not users:
        named = f" named {', '.join(only)}" if only else ""
        raise InputError(f"{folder} has no file *.toml{named}.")
    return users


def _user(file: Path) -> KnownUser:
    try:
        user = KnownUser.model_validate({"id": file.stem} | tomllib.loads(file.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{file} cannot be read: {error}.") from error
    except ValidationError as error:
        raise InputError(f"{file} cannot be used: {first_fault(error)}.") from error
    names = {row[0] for row in user.entities}
    for place, case in enumerate(user.cases, 1):
        if unknown := [
            *(n for n in case.facts if n not in user.sentences),
            *(n for n in case.names if n not in names),
        ]:
            raise InputError(f"{file}: case {place} needs {unknown[0]!r}, which is not among what is known.")
        if not case.facts and not case.names:
            raise InputError(f"{file}: case {place} needs nothing.")
    return user
