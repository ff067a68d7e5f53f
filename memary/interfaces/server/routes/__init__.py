"""Answer the requests of the HTTP API, one module for each subject."""

from fastapi import APIRouter

from memary.interfaces.server.routes import (
    access,
    admin,
    chat,
    entities,
    facts,
    insights,
    messages,
    runs,
    search,
    spaces,
    stream,
)

ROUTERS: tuple[APIRouter, ...] = (
    messages.router,
    search.router,
    chat.router,
    facts.router,
    entities.router,
    stream.router,
    insights.router,
    runs.router,
    spaces.router,
    admin.router,
    access.router,
)
"""All that is under `/v1`."""
