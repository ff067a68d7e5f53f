"""Try out the models in use, and set them in `memary.toml`.

Only who sits at the machine that serves the page may do so.
"""

from __future__ import annotations

import streamlit as st
from pydantic import SecretStr

from memary import Memary, MemaryError, Settings
from memary.interfaces.settings_file import write_settings
from memary.interfaces.ui.problems import draw_problem
from memary.interfaces.ui.safe_text import escaped
from memary.interfaces.ui.shared_memory import open_memory, settings_here
from memary.interfaces.ui.visit.conversation import ModelTrial, Visit
from memary.interfaces.ui.words import Words
from memary.models.trial import try_settings
from memary.settings import config_file

_FIELDS = ("base_url", "model", "api_key")
_CHANGEABLE = ("memary.toml", "default")
"""Where a setting may come from, if the page is to change it: others go before the file."""


def draw_model_settings(memory: Memary, visit: Visit, words: Words) -> None:
    """Draw the server, the model and the key in a form that tries and keeps them."""
    settings, labels = memory.settings, words.tables["health.model_fields"]
    st.caption(words("health.models_hint", file=escaped(str(config_file()))))
    given: dict[str, str] = {}
    with st.form("model-settings", border=False):
        for name in _FIELDS:
            source = settings.source_of(name)
            is_key = name == "api_key"
            held = getattr(settings, name)
            given[name] = st.text_input(
                labels[name],
                "" if is_key else held or "",
                key=f"set-{name}",
                type="password" if is_key else "default",
                placeholder=words("health.key_kept") if is_key and held else "",
                disabled=source not in _CHANGEABLE,
                help=None if source in _CHANGEABLE else words("health.set_elsewhere", source=source),
                autocomplete="off",
            ).strip()
        with st.container(horizontal=True):
            st.form_submit_button(
                words("health.try_models"), icon=":material/network_check:", on_click=visit.try_models
            )
            kept = st.form_submit_button(words("health.keep_models"), icon=":material/save:", type="primary")
    new = {name: value for name, value in given.items() if settings.source_of(name) in _CHANGEABLE}
    if not new.get("api_key"):  # the field never shows the key: empty, it stays
        new.pop("api_key", None)
    if kept:
        try:
            _keep(memory, new)
        except MemaryError as error:
            draw_problem(error, words)
            return
        visit.trial, visit.notice = None, words("health.models_kept")
        st.rerun()
    if visit.trial:
        _draw_trial(visit.trial, memory, _with(settings, new), words)


def _with(settings: Settings, new: dict[str, str]) -> Settings:
    """Return the settings as they would be."""
    changed = {name: SecretStr(value) if name == "api_key" else value or None for name, value in new.items()}
    return settings.model_copy(update=changed)


def _keep(memory: Memary, new: dict[str, str]) -> None:
    """Write the settings down, and open the memory again with them, for all windows.

    Raises:
        ConfigurationError: they cannot be used, or written.
    """
    write_settings(config_file(), new)
    settings_here.clear()
    open_memory.clear()
    memory.close()


def _draw_trial(trial: ModelTrial, memory: Memary, settings: Settings, words: Words) -> None:
    if trial.outcome is None:  # kept with the visit: what interrupts this run of the page ends no trial
        with st.spinner(words("health.trying")):
            try:
                trial.outcome = memory.loop.wait(try_settings, settings)
            except MemaryError as error:
                trial.outcome = error
    if isinstance(trial.outcome, MemaryError):
        draw_problem(trial.outcome, words)
        return
    roles = words.tables["health.roles"]
    for of_role in trial.outcome:
        if of_role.error:
            draw_problem(of_role.error, words)
            continue
        text = words(
            "health.answers", role=roles[of_role.role], name=escaped(of_role.name), seconds=f"{of_role.seconds:.2f}"
        )
        st.success(text, icon=":material/check_circle:")
