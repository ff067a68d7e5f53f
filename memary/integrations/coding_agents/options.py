"""Read a hook's command: its settings, and whose memory is meant."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from memary.integrations.coding_agents.projects import project_user
from memary.settings import Settings


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What the command of a hook says beside the agent's name."""

    store: str | None = None
    user: str | None = None
    project: str | None = None

    def arguments(self) -> list[str]:
        """Return it as arguments of a command."""
        given = (("--store", self.store), ("--user", self.user), ("--project", self.project))
        return [part for name, value in given if value is not None for part in (name, value)]

    def settings(self) -> Settings:
        """Return the settings; secrets are taken out of what is kept unless a setting says otherwise."""
        settings = Settings.load(store=self.store)
        return settings if settings.redact is not None else Settings.load(store=self.store, redact="secrets")

    def user_of(self, settings: Settings, folder: Path) -> str:
        """Return whose memory is meant: of the user that is named, or of the project."""
        return self.user or project_user(folder, named=self.project or settings.project)
