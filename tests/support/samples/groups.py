"""The groups of methods of a memory, by the names they have on it."""

from __future__ import annotations

from memary.api.group import Group
from memary.api.groups.access import Access
from memary.api.groups.admin import Admin
from memary.api.groups.entities import Entities
from memary.api.groups.facts import Facts
from memary.api.groups.insights import Insights
from memary.api.groups.messages import Messages
from memary.api.groups.operations import Operations
from memary.api.groups.runs import Runs
from memary.api.groups.sessions import Sessions
from memary.api.groups.spaces import Spaces
from memary.api.groups.stream import Stream
from memary.api.groups.usage import UsageReports

GROUPS: dict[str, type[Group]] = {
    "facts": Facts,
    "entities": Entities,
    "messages": Messages,
    "sessions": Sessions,
    "stream": Stream,
    "insights": Insights,
    "runs": Runs,
    "spaces": Spaces,
    "operations": Operations,
    "usage": UsageReports,
    "access": Access,
    "admin": Admin,
}
