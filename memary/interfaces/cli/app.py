"""The app with all commands."""

from __future__ import annotations

from memary.evaluation import command as evaluation
from memary.interfaces.cli.commands import (
    add,
    chat,
    context,
    conversations,
    insights,
    ledger,
    search,
    spaces,
    stream,
    watch,
)
from memary.interfaces.cli.commands.admin import access, archive, health, hooks, maintenance, serve, usage
from memary.interfaces.cli.start import app_with

app = app_with(
    group.register
    for group in (
        chat,
        add,
        search,
        conversations,
        context,
        stream,
        insights,
        ledger,
        maintenance,
        archive,
        health,
        usage,
        spaces,
        serve,
        hooks,
        watch,
        access,
    )
)
app.add_typer(evaluation.app, name="eval", rich_help_panel=health.PANEL)
