"""What pydantic finds wrong is told in memary's words."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal, get_args

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core.core_schema import ErrorType
from support.tables import each

from memary.checks.faults import faults_of, first_fault


class _Inner(BaseModel):
    model_config = ConfigDict(extra="forbid")

    role: Literal["user", "tool"] = "user"
    number: int = Field(default=1, ge=1, le=9)
    at: datetime | date | str | None = None


class _Outer(BaseModel):
    name: str = Field(min_length=1, max_length=10)
    inner: list[_Inner | int] = Field(default_factory=list[_Inner | int], max_length=2)


@each(
    ("given", "told"),
    [
        ({}, "name is missing"),
        ({"name": ""}, "name is '': give some text"),
        ({"name": "x" * 99}, f"name is '{'x' * 59}…': give at most 10 characters"),
        ({"name": 5}, "name is 5: give a text"),
        ({"name": "a", "inner": 5}, "inner is 5: give a list"),
        ({"name": "a", "inner": [{"role": "king"}]}, "inner.0.role is 'king': give 'user' or 'tool'"),
        ({"name": "a", "inner": [{"number": "x"}]}, "inner.0.number is 'x': give a whole number"),
        ({"name": "a", "inner": [{"number": 0}]}, "inner.0.number is 0: give 1 or more"),
        ({"name": "a", "inner": [{"at": []}]}, "inner.0.at is []: give a time with its zone"),
        ({"name": "a", "inner": [{"rolle": "user"}]}, "inner.0.rolle is unknown (known are role, number)"),
        ({"name": "a", "inner": [1, 2, 3]}, "inner is [1, 2, 3]: give at most 2"),
        (5, "it is 5: give a mapping"),
    ],
)
def test_a_fault_names_the_place_the_value_and_the_remedy(given: Any, told: str) -> None:
    with pytest.raises(ValidationError) as found:
        _Outer.model_validate(given)
    assert told in first_fault(found.value, given, known=("role", "number"))


def test_a_secret_is_not_repeated() -> None:
    with pytest.raises(ValidationError) as found:
        _Outer.model_validate({"name": "sk-secret-key-123"})
    assert first_fault(found.value, shows=False) == "name cannot be used: give at most 10 characters"


@each("kind", get_args(ErrorType))
def test_none_of_pydantics_words_is_left(kind: str) -> None:
    about = dict.fromkeys(("gt", "ge", "lt", "le", "min_length", "max_length"), 2)
    about |= dict.fromkeys(("expected", "class", "pattern", "error", "fault"), "it")
    (fault,) = faults_of([{"type": kind, "loc": ("x",), "msg": "Input should be valid", "input": 5, "ctx": about}])
    assert str(fault).startswith("x ")
    assert not any(words in str(fault) for words in ("Input should", "Value error", "{", "type="))
