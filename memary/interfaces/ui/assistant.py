"""Choose who answers in a conversation: the model, the tools and the personas."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import streamlit as st

from memary import ChatAgent, Memary
from memary.conversation.personas import Personas, persona
from memary.interfaces.ui.safe_text import escaped
from memary.interfaces.ui.visit.address import is_for_this_machine
from memary.interfaces.ui.visit.conversation import AssistantChoice, Visit
from memary.interfaces.ui.words import Words


def agent_of(memory: Memary, visit: Visit) -> ChatAgent:
    """Return the agent that answers in the conversation looked at.

    Raises:
        ConfigurationError: the model that was chosen cannot be asked.
    """
    choice = visit.conversation.assistant
    agent = ChatAgent(
        memory,
        user_id=visit.user,
        session_id=visit.session or "",
        llm=choice.model,
        personas=Personas(choice.system_persona, choice.user_persona),
        files=is_for_this_machine() and not visit.is_logged_in,
    )
    for name in choice.tools_off & set(agent.tools.names()):
        agent.tools.remove(name)
    return agent


def draw_assistant(memory: Memary, visit: Visit, words: Words) -> None:
    """Draw the choices of model, tools and personas of a conversation, and note what was chosen."""
    conversation, place = visit.conversation, f"{visit.user} {visit.session}"
    chosen = conversation.assistant
    with st.expander(words("sidebar.assistant"), icon=":material/tune:"):
        conversation.assistant = AssistantChoice(
            model=None if memory.is_offline else _choose_model(memory, chosen.model, place, words),
            tools_off=_choose_tools(memory, visit, place, words),
            system_persona=_choose_persona("system", memory, chosen.system_persona, place, words),
            user_persona=_choose_persona("user", memory, chosen.user_persona, place, words),
        )


def _choose_model(memory: Memary, chosen: str | None, place: str, words: Words) -> str | None:
    usual = memory.core.models.chat.name
    options = list(dict.fromkeys((usual, chosen or usual)))
    name = st.selectbox(
        words("sidebar.model"),
        options,
        index=options.index(chosen or usual),
        key=f"model {place}",
        help=words("sidebar.model_hint"),
        accept_new_options=True,
    )
    return None if not name or name == usual else name.strip()


def _choose_tools(memory: Memary, visit: Visit, place: str, words: Words) -> frozenset[str]:
    tools = list(ChatAgent(memory, user_id=visit.user).tools)
    usable = [tool.name for tool in tools if tool.unavailable is None]
    off = visit.conversation.assistant.tools_off
    on = st.pills(
        words("sidebar.tools"),
        usable,
        selection_mode="multi",
        default=[name for name in usable if name not in off],
        key=f"tools {place}",
        help=words("sidebar.tools_hint"),
    )
    if lacking := {tool.name: tool.unavailable for tool in tools if tool.unavailable is not None}:
        why = "\n".join(f"- {escaped(reason)}" for reason in lacking.values())
        st.caption(words("sidebar.tools_lacking", names=escaped(", ".join(lacking))), help=why)
    return frozenset(usable) - frozenset(on)


def _choose_persona(
    kind: Literal["system", "user"], memory: Memary, chosen: Path | None, place: str, words: Words
) -> Path | None:
    folder = memory.settings.home / "personas"
    options = [None, *sorted(folder.glob("*.md"))]
    file = st.selectbox(
        words.tables["sidebar.personas"][kind],
        options,
        index=options.index(chosen) if chosen in options else 0,
        key=f"{kind} persona {place}",
        format_func=lambda file: file.stem if file else words("sidebar.usual_persona"),
        help=words("sidebar.persona_hint", folder=escaped(str(folder))),
    )
    usual = memory.settings.system_persona if kind == "system" else memory.settings.user_persona
    label, key = words("sidebar.show_persona"), f"{kind}-persona"
    with st.popover(label, type="tertiary", icon=":material/visibility:", key=key):
        st.text(persona(kind, file or usual, language=st.session_state["language-code"]))
    return file
