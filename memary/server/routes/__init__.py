"""The routes, by what they are about."""

from fastapi import APIRouter

from memary.server.routes import chat, entities, facts, keeping, messages, people, recall, stream

ROUTERS: tuple[APIRouter, ...] = (
    messages.router,
    recall.router,
    chat.router,
    facts.router,
    entities.router,
    stream.router,
    people.router,
    keeping.router,
)
"""All that is under `/v1`."""
