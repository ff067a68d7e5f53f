"""What a language has to provide to be spoken by memary."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Texts:
    """All wording of one language. `{…}` marks what the prompt functions fill in."""

    # extraction
    extraction_rules: str  # {self_name}, {today}
    extraction_repair: str  # {error}
    operator_instructions: str
    known_entities: str
    known_facts: str
    earlier_messages: str
    new_messages: str
    nothing: str
    # summary
    summary_rules: str  # {words}
    summary_previous: str
    summary_messages: str
    # context window: headings
    about_you: str
    about_user: str
    top_entities: str
    facts: str
    related: str
    passages: str
    temporary: str
    summary: str
    last_messages: str
    memory_notice: str
    brought_by: str  # {who}
    since: str  # {start}
    past: str  # {start}, {end}
    times: str  # {count}, {last}
    weekdays: tuple[str, ...]  # Monday first
    stamp: str  # {date}, {time}, {weekday}
    # the agent
    agent_rules: str  # {today}
    react_format: str  # {tool_desc}, {tool_names}: filled in by the agent framework
    external_rules: str
    search_description: str
    no_memory: str
    external_answer: str  # {model}, {text}
    graph_answer: str  # {text}
    not_configured: str  # {reason}
    # offline answers
    offline_found: str
    offline_nothing: str
    offline_noted: str
    ran_out_of_steps: str  # {steps}, {findings}
    stopped_by_budget: str  # {cap}, {findings}
    user: str
    assistant: str
