"""Records that stores make without checking them again."""

from __future__ import annotations

import pickle
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from support.records import NOW, entity, fact, message

from memary.stores.records import to_stamp, to_time
from memary.types import BEGINNING, FOREVER, Fact, Record
from memary.types.record import construct


@pytest.mark.parametrize(
    "record", [message("ada", "Hello."), entity("ada", "Berlin"), fact(entity("ada", "A"), "is", entity("ada", "B"))]
)
def test_a_record_made_of_its_values_is_the_record(record: Record) -> None:
    again = construct(type(record), dict(record))
    assert again == record
    assert repr(again) == repr(record)
    assert again.model_dump_json() == record.model_dump_json()
    assert pickle.loads(pickle.dumps(again)) == record
    with pytest.raises(ValidationError, match="frozen"):
        again.user_id = "ben"  # pyright: ignore[reportAttributeAccessIssue]


def test_a_changed_copy_leaves_other_records_alone() -> None:
    values = dict(fact(entity("ada", "A"), "is", entity("ada", "B")))
    one, other = construct(Fact, dict(values)), construct(Fact, dict(values))
    changed = one.model_copy(update={"rating": 2})
    assert (changed.rating, one.rating, other.rating) == (2, 0, 0)
    assert changed.model_fields_set == other.model_fields_set == set(Fact.model_fields)


@given(st.datetimes(datetime(1, 1, 1), datetime(9998, 12, 31), timezones=st.just(UTC)))
def test_times_are_kept_to_the_microsecond(time: datetime) -> None:
    assert to_time(to_stamp(time)) == time


def test_open_ends_are_kept() -> None:
    assert [to_time(to_stamp(time)) for time in (BEGINNING, NOW, FOREVER)] == [BEGINNING, NOW, FOREVER]
