"""Map names of methods in earlier versions to today's, for the error that their use raises."""

from __future__ import annotations

_SYNC = {
    "apply_facts": "facts.add",
    "update": "facts.update",
    "history": "facts.history",
    "conflicts": "facts.conflicts",
    "feedback": "facts.rate",
    "graph": "entities.graph",
    "related": "entities.related",
    "map": "entities.map",
    "duplicates": "entities.duplicates",
    "merge": "entities.merge",
    "categories": "entities.categories",
    "categorize": "entities.categorize",
    "rename_category": "entities.rename_category",
    "fold": "sessions.fold",
    "timeline": "stream.timeline",
    "topic_shifts": "stream.topic_shifts",
    "themes": "stream.themes",
    "changes": "stream.changes",
    "rewind": "stream.rewind",
    "remove_from_stream": "stream.remove",
    "prune_stream": "stream.prune",
    "clear_stream": "stream.clear",
    "reflect": "insights.reflect",
    "reflect_due": "insights.reflect_due",
    "reflection_waits": "insights.waiting",
    "profile": "insights.profile",
    "record_run": "runs.record",
    "update_run": "runs.update",
    "similar_runs": "runs.similar",
    "earlier_runs": "runs.earlier",
    "resume": "runs.resume",
    "undo": "operations.undo",
    "caps": "usage.caps",
    "estimate": "usage.estimate",
    "users": "admin.users",
    "stats": "admin.stats",
    "get": "admin.get",
    "delete": "admin.delete",
    "check": "admin.check",
    "rebuild": "admin.rebuild",
    "reindex": "admin.reindex",
    "scrub": "admin.scrub",
    "replay": "admin.replay",
    "next_due": "admin.next_due",
    "work": "admin.work",
}

_ONLY_ASYNC = {
    "afacts": "facts.alist",
    "aentities": "entities.alist",
    "amessages": "messages.alist",
    "asessions": "sessions.alist",
    "astream": "stream.aentries",
    "ainsights": "insights.alist",
    "aruns": "runs.alist",
    "aoperations": "operations.alist",
    "ausage": "usage.areport",
}
"""Those whose sync twins are called as their group is."""

_OTHERS = {"delete_all": "forget", "adelete_all": "aforget", "aimport": "aimport_", "recall": "search"}

FORMER_NAMES = {
    **_SYNC,
    **{f"a{old}": now.replace(".", ".a") for old, now in _SYNC.items()},
    **_ONLY_ASYNC,
    **_OTHERS,
}
"""From each name to the present one."""
