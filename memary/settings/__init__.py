"""Define the settings, and read where they come from.

The only place that reads the environment.
"""

from memary.settings.settings import Settings, secret
from memary.settings.sources import config_file, default_home

__all__ = ["Settings", "config_file", "default_home", "secret"]
