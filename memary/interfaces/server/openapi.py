"""The OpenAPI description: what FastAPI makes of the routes, with the problems that each may answer."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from memary.interfaces.server.problems import MEDIA_TYPE, FieldError, Problem

_SCHEMAS = "#/components/schemas/"
_ALWAYS = {
    HTTPStatus.SERVICE_UNAVAILABLE: "The store or a model cannot be used, or it took too long: try again later.",
}
_UNDER_V1 = {
    HTTPStatus.BAD_REQUEST: "The body is not JSON.",
    HTTPStatus.UNAUTHORIZED: "No key was sent, or one that is not known.",
    HTTPStatus.FORBIDDEN: "The key does not open this, or the user's role in a space does not allow it.",
    HTTPStatus.NOT_FOUND: "There is no such record in this user's memory.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "The body is too large.",
    HTTPStatus.UNPROCESSABLE_ENTITY: "A value cannot be used.",
}
_WRITING = {HTTPStatus.CONFLICT: "The state of the record does not allow it, or it changed meanwhile."}
_ASKING = {
    HTTPStatus.TOO_MANY_REQUESTS: "A cap leaves no room for the call; `Retry-After` tells when there is.",
    HTTPStatus.BAD_GATEWAY: "The model refused the request, or answered what cannot be used.",
}
_MODEL_PATHS = frozenset({"/v1/chat", "/v1/chat/stream", "/v1/reflect"})


def parameter_names(document: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    """Return what may stand behind the question mark of each operation, by its id."""
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    return {
        operation["operationId"]: frozenset(
            parameter["name"] for parameter in operation.get("parameters", ()) if parameter["in"] == "query"
        )
        for operation in operations
    }


def with_problems(document: dict[str, Any]) -> dict[str, Any]:
    """Let a description tell which problems there may be, instead of FastAPI's own form of them."""
    schemas = document["components"]["schemas"]
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    for kind in (FieldError, Problem):
        schema = kind.model_json_schema(ref_template=_SCHEMAS + "{model}", mode="validation")
        schema.pop("$defs", None)
        schemas[kind.__name__] = schema
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            operation["responses"].pop("422", None)
            for status, text in _problems(path, method).items():
                operation["responses"][str(status.value)] = _problem(text)
    return document


def _problems(path: str, method: str) -> dict[HTTPStatus, str]:
    found = dict(_ALWAYS)
    if path.startswith("/v1/"):
        found |= _UNDER_V1
        found |= _WRITING if method != "get" else {}
        found |= _ASKING if path in _MODEL_PATHS else {}
    return dict(sorted(found.items()))


def _problem(text: str) -> dict[str, Any]:
    return {"description": text, "content": {MEDIA_TYPE: {"schema": {"$ref": f"{_SCHEMAS}Problem"}}}}
