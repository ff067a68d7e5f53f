"""Errors as RFC 9457 problem documents: what went wrong, and what to do about it, in one sentence."""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from memary.checks.faults import Fault, faults_of
from memary.errors import (
    AccessDeniedError,
    BudgetExceededError,
    InputError,
    MemaryError,
    ModelOutputError,
    ModelRejectedError,
    ModelUnavailableError,
    NotFoundError,
    RevisionConflictError,
    StoreFullError,
    StoreReadOnlyError,
    told_outside,
)
from memary.interfaces.request_log import note_outcome
from memary.types import Record, utc_now

MEDIA_TYPE = "application/problem+json"

_MOST_ERRORS = 20
_STATUSES: Sequence[tuple[type[MemaryError], HTTPStatus]] = (
    (NotFoundError, HTTPStatus.NOT_FOUND),
    (AccessDeniedError, HTTPStatus.FORBIDDEN),
    (InputError, HTTPStatus.UNPROCESSABLE_ENTITY),
    (RevisionConflictError, HTTPStatus.CONFLICT),
    (BudgetExceededError, HTTPStatus.TOO_MANY_REQUESTS),
    (ModelRejectedError, HTTPStatus.BAD_GATEWAY),
    (ModelOutputError, HTTPStatus.BAD_GATEWAY),
    (MemaryError, HTTPStatus.SERVICE_UNAVAILABLE),
)
"""The first that fits. What is left over are stores and models that cannot be used as they are."""

_RETRY_AFTER = {HTTPStatus.SERVICE_UNAVAILABLE: 5}
_log = logging.getLogger("memary")


class FieldError(Record):
    """What is wrong with one value of a request."""

    where: str
    message: str


class Problem(Record):
    """Why a request was not carried out."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str = Field(description="one sentence that says what to do")
    error: str | None = Field(default=None, description="memary's name for it")
    message_id: str | None = Field(
        default=None,
        description="of the query of a chat, which is in memory although its answer failed: send it again by this",
    )
    errors: tuple[FieldError, ...] = Field(default=(), description="all values that cannot be used")

    @classmethod
    def of(cls, status: int, detail: str, **more: Any) -> Problem:
        """Return a problem with the title of its status."""
        return cls(title=HTTPStatus(status).phrase, status=status, detail=detail, **more)

    @classmethod
    def of_error(cls, error: MemaryError) -> Problem:
        """Return what an error of memary's means over HTTP, and log what a caller cannot mend."""
        status = next(status for kind, status in _STATUSES if isinstance(error, kind))
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            _log.warning("%s: %s", type(error).__name__, error)
        return cls.of(status, told_outside(error), error=type(error).__name__, message_id=error.message_id)

    def document(self) -> dict[str, Any]:
        """Return it as plain data, without what has nothing to say."""
        return self.model_dump(mode="json", exclude_defaults=True) | {"type": self.type}

    @property
    def outcome(self) -> str:
        """What the log calls it."""
        return self.error or self.title

    def response(self, headers: Mapping[str, str] | None = None) -> Response:
        """Return the answer to the request. Escaped, so that a broken text in a message breaks nothing."""
        wait = _RETRY_AFTER.get(HTTPStatus(self.status))
        more = {} if wait is None else {"Retry-After": str(wait)}
        content = json.dumps(self.document())
        response = _Noted(content, self.status, headers={**more, **(headers or {})}, media_type=MEDIA_TYPE)
        response.outcome = self.outcome
        return response


class _Noted(Response):
    """An answer whose outcome is on the line of its request."""

    outcome: str | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        note_outcome(scope, self.outcome)
        await super().__call__(scope, receive, send)


@contextmanager
def as_conflict() -> Generator[None]:
    """Tell input that does not fit the state of a record from input that is wrong in itself."""
    try:
        yield
    except NotFoundError:
        raise
    except InputError as error:
        raise HTTPException(HTTPStatus.CONFLICT, str(error)) from error


Parameters = Callable[[], Mapping[str, Collection[str]]]
"""Returns what may stand behind the question mark of each operation, by its id."""


def tell_problems(app: FastAPI, parameters: Parameters) -> None:
    """Make an app answer errors with problem documents."""
    app.add_exception_handler(MemaryError, _memary_error)
    app.add_exception_handler(HTTPException, _refusal)
    app.add_exception_handler(RequestValidationError, partial(_unusable, parameters))
    app.add_exception_handler(Exception, _unexpected)


async def _memary_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, MemaryError)
    return Problem.of_error(error).response(_frees_at(error))


def _frees_at(error: MemaryError) -> dict[str, str]:
    """Return when to ask again, where it is not the usual time: a disk is not made free within seconds."""
    if isinstance(error, StoreFullError | StoreReadOnlyError):
        return {"Retry-After": "60"}
    if isinstance(error, ModelUnavailableError) and error.retry_after:
        return {"Retry-After": str(math.ceil(error.retry_after))}
    if not isinstance(error, BudgetExceededError) or error.frees_at is None:
        return {}
    return {"Retry-After": str(max(1, math.ceil((error.frees_at - utc_now()).total_seconds())))}


async def _refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    detail = error.detail
    if detail == HTTPStatus(error.status_code).phrase:
        detail = f"{request.method} {request.url.path} is not served here: /openapi.json lists what is."
    return Problem.of(error.status_code, detail).response(error.headers)


async def _unusable(parameters: Parameters, request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    found: Sequence[Mapping[str, Any]] = error.errors()
    if found and found[0]["type"] == "json_invalid":
        return Problem.of(HTTPStatus.BAD_REQUEST, "The body is not JSON: correct it, in UTF-8.").response()
    if isinstance(error.body, bytes):  # what is not said to be JSON is not read as such
        return Problem.of(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            "The body lacks its content type: send the header `Content-Type: application/json`.",
        ).response()
    given = {"body": error.body, "query": request.query_params, "path": request.path_params}
    known = parameters().get(request.scope["route"].name, ())
    faults = [_placed(fault, known) for fault in faults_of(found[:_MOST_ERRORS], given)]
    errors = tuple(FieldError(where=fault.where, message=fault.told) for fault in faults)
    detail = f"{'; '.join(map(str, faults[:3])) or 'The request cannot be used'}."
    return Problem.of(HTTPStatus.UNPROCESSABLE_ENTITY, detail, errors=errors).response()


def _placed(fault: Fault, parameters: Collection[str]) -> Fault:
    """Say of a field that the body does not have where it belongs, if it is a parameter of the address."""
    name = fault.where.removeprefix("body.")
    if fault.kind != "extra_forbidden" or name not in parameters:
        return fault
    return replace(fault, told=f"is unknown: give it in the address, as ?{name}=…")


async def _unexpected(request: Request, error: Exception) -> Response:
    detail = f"Something unexpected went wrong ({type(error).__name__}): the server's log tells where."
    return Problem.of(HTTPStatus.INTERNAL_SERVER_ERROR, detail).response()
