"""Serve the HTTP API: the verbs of `Memary` and `ChatAgent` under `/v1`, for one user or for many.

    uvicorn_app = create_app(memory, keys=KeyRing.of(memory.settings))

`memary serve` runs it; see `docs/interfaces/http-api.md`. Needs the extra `server`.
"""

from memary.interfaces.api_keys import KeyRing
from memary.interfaces.server.app import create_app

__all__ = ["KeyRing", "create_app"]
