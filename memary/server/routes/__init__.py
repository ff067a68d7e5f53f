"""The routes, by what they are about."""

from fastapi import APIRouter

from memary.server.routes import chat, entities, facts, keeping, messages, people, recall, runs, stream

ROUTERS: tuple[APIRouter, ...] = (
    messages.router,
    recall.router,
    chat.router,
    facts.router,
    entities.router,
    stream.router,
    people.router,
    runs.router,
    keeping.router,
)
"""All that is under `/v1`."""
