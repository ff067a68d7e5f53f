"""The app: routes, limits, errors, and the description of it all."""

from __future__ import annotations

from functools import cache
from http import HTTPStatus
from typing import Any, cast

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.routing import BaseRoute

import memary
from memary.checks.faults import shown
from memary.client import Memary
from memary.interfaces.api_keys import KeyRing
from memary.interfaces.request_log import HEADER, RequestLog
from memary.interfaces.server.access import Gate, Service
from memary.interfaces.server.limits import Chats, RequestLimits
from memary.interfaces.server.openapi import parameter_names, with_problems
from memary.interfaces.server.problems import tell_problems
from memary.interfaces.server.request_rest import RestOfBody
from memary.interfaces.server.routes import ROUTERS
from memary.interfaces.server.routes.health import router as health

_DESCRIPTION = """Long-term memory for agents and people, in a knowledge graph.

Each key opens the memory of one user; an admin's key names the user by `user_id`. Times are ISO 8601 with their zone;
an end that has not come yet is the year 9999."""


def create_app(memory: Memary, *, keys: KeyRing | None = None) -> FastAPI:
    """Return the HTTP API as an ASGI application.

    Args:
        memory: an open memory; it stays open when the app ends.
        keys: who may come in; default: as the memory's settings say. Without any key every request is served as the
            user of the settings, if it comes by a loopback name: let nothing else reach the app then.

    Raises:
        ConfigurationError: the keys of the settings cannot be used.
    """
    settings = memory.settings
    app = _with_routes()
    service = Service(memory, KeyRing.of(settings) if keys is None else keys, Chats(settings.max_chats))
    app.state.service = service
    cast("Any", app).openapi = description
    tell_problems(app, _parameters)
    app.add_middleware(RequestLimits, max_bytes=settings.max_body_bytes, seconds=settings.serve_timeout)
    app.add_middleware(Gate, service=service)
    if settings.allow_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=settings.allow_origins,
            allow_methods=["GET", "POST", "PATCH", "DELETE"],
            allow_headers=["Authorization", "Content-Type", HEADER],
            expose_headers=[HEADER],
        )
    app.add_middleware(RequestLog)
    app.add_middleware(RestOfBody)
    return app


@cache
def description() -> dict[str, Any]:
    """Return the OpenAPI document; it is the same for every memory."""
    return with_problems(_with_routes().openapi())


def _with_routes() -> FastAPI:
    return FastAPI(
        title="memary",
        version=memary.__version__,
        description=_DESCRIPTION,
        docs_url=None,  # these pages would load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=_operation_id,
        routes=list(_routes()),
    )


@cache
def _routes() -> tuple[BaseRoute, ...]:
    """Return what apps and their description share: FastAPI takes 50 ms over them, at the first request."""
    all_routes = APIRouter(redirect_slashes=False, generate_unique_id_function=_operation_id)
    for router in ROUTERS:
        all_routes.include_router(router, prefix="/v1", dependencies=[Depends(_check_parameters)])
    all_routes.include_router(health)
    return tuple(all_routes.routes)


@cache
def _parameters() -> dict[str, frozenset[str]]:
    return parameter_names(description())


async def _check_parameters(request: Request) -> None:
    """Refuse parameters that the route does not know: one that is misspelt would change what is asked for.

    Raises:
        HTTPException: 422 with those that it knows.
    """
    for name in request.query_params:
        known = _parameters()[request.scope["route"].name]
        if name not in known:
            detail = f"The parameter {shown(name)} is unknown here: there are {', '.join(sorted(known))}."
            raise HTTPException(HTTPStatus.UNPROCESSABLE_ENTITY, detail)


def _operation_id(route: APIRoute) -> str:
    return route.name
