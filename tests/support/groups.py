"""The groups of methods of a memory, by the names they have on it."""

from __future__ import annotations

from memary.api.admin import Admin
from memary.api.core import Group
from memary.api.entities import Entities
from memary.api.facts import Facts
from memary.api.insights import Insights
from memary.api.messages import Messages
from memary.api.operations import Operations
from memary.api.runs import Runs
from memary.api.sessions import Sessions
from memary.api.stream import Stream
from memary.api.usage import UsageReports

GROUPS: dict[str, type[Group]] = {
    "facts": Facts,
    "entities": Entities,
    "messages": Messages,
    "sessions": Sessions,
    "stream": Stream,
    "insights": Insights,
    "runs": Runs,
    "operations": Operations,
    "usage": UsageReports,
    "admin": Admin,
}
