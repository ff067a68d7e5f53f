"""Lists in the JSON that a model wrote: found where they stand, and in no reply that nests without end."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from memary.errors import ModelOutputError
from memary.models.replies.json_reply import read_list


class Name(BaseModel):
    """An item of a list."""

    name: str


@pytest.mark.parametrize(
    "reply",
    [
        '{"names": [{"name": "Ada"}]}',
        'Here you are:\n```json\n{"names": [{"name": "Ada"}]\n```',
        '{"result": [{"reply": {"names": [{"name": "Ada"}]}}]}',
    ],
)
def test_a_list_is_found_by_its_name(reply: str) -> None:
    assert read_list(reply, "names", Name) == ([Name(name="Ada")], [])


@pytest.mark.parametrize("depth", [100, 300, 600, 900, 5_000])
@pytest.mark.parametrize(("opened", "closed"), [("[", "]"), ('{"names":', "}"), ('{"a":', "}"), ('{"a":[', "]}")])
def test_a_reply_that_nests_without_end_holds_no_list(opened: str, closed: str, depth: int) -> None:
    for reply in (opened * depth, f"{opened * depth}1{closed * depth}"):
        try:
            found, _ = read_list(reply, "names", Name)
        except ModelOutputError:
            continue
        assert found == []
