"""Define the wording of a language: prompts, headings and what memary says by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

DOUBT_MARK = " · "
"""Stands between the line of a fact and why it is in doubt."""

OVER_MARK = " — "
"""Stands between the line of a message and what of it is over."""


@dataclass(frozen=True, slots=True)
class InsightTexts:
    """The wording of reflection: its prompt, and the insights that rules draw.

    An insight has its attribute and its sentence. `{who}` is the person's name, `{value}` the value as the language
    says it.
    """

    rules: str
    known: str
    facts_about: str  # {who}
    user_is: str  # {who}
    topic: tuple[str, str]
    liked: tuple[str, str]  # also {examples}
    language: tuple[str, str]
    mood: tuple[str, str]  # also {day}
    length: str  # of a profile, as tone and hours
    tone: str
    hours: str
    values: Mapping[str, str]  # of style: codes of languages, lengths, tones, parts of the day
    between: str  # parts the items of a list


@dataclass(frozen=True, slots=True)
class ProfileTexts:
    """The wording of a profile."""

    title: str  # {who}
    headings: Mapping[str, str]  # by section
    nothing: str
    field: str  # {kind}, {things}, {times}, {names}
    fields: Mapping[str, str]  # the categories that follow from types, as the language says them
    known_well: str  # {name}, {count}, {last}
    felt: str  # {when}, {mood}


@dataclass(frozen=True, slots=True)
class NewsTexts:
    """The wording of what was learnt of a message, and of what was taken back.

    Each wording is followed by sentences.
    """

    learnt: str
    ended: str
    disputed: str
    until: str  # {end}
    nothing: str
    unread: str  # of a statement of which the rules read nothing
    pending: tuple[str, str]  # {count}; of one and of several
    undone: str
    gone: str
    back: str
    undone_of: str  # {text}: the message, where it is not the last
    nothing_to_undo: str  # {count}
    undo_how: str  # to who types that something is to be undone
    facts: tuple[str, str, str, str, str]  # the headings of a table: fact, since, until, by, id
    by_rule: str  # {who}
    concluded: str  # stands for whom nobody said it
    by: Mapping[str, str]  # whose word a fact is, by origin
    more: str  # {count}: those that are listed are the newest of more
    is_it_you: str  # {name}
    is_it_same: str  # {name}, {other}
    made_one: str  # {row}
    kept_two: str  # {row}
    nothing_asked: str


@dataclass(frozen=True, slots=True)
class NextQuestions:
    """The wording of questions that a user is likely to ask next; each language has the same keys.

    `{who}` is the one a fact is about, `{what}` its other end. The keys are what the fact is about: a single-valued
    matter, or a sort of relation.
    """

    about_user: Mapping[str, str]  # of the user's own facts
    about_others: Mapping[str, str]
    latest: Mapping[str, str]  # where no fact says more, by the type of the entity; "both" is of two of them


@dataclass(frozen=True, slots=True)
class Texts:
    """All wording of one language.

    `{…}` marks what the prompt functions fill in.
    """

    # extraction
    extraction_rules: str  # {whose}, {self_clause}
    extraction_self: str  # {name}: what the rules say of the user, where the user is among those who talk
    extraction_repair: str  # {error}
    operator_instructions: str
    known_entities: str
    known_facts: str
    earlier_messages: str
    new_messages: str
    nothing: str
    listed: str  # parts the names of those who talk
    # pictures
    image_rules: str
    image_question: str
    # summary
    summary_rules: str  # {words}
    summary_previous: str
    summary_open: str
    summary_messages: str
    # reflection and profile
    reflecting: InsightTexts
    profile: ProfileTexts
    condense_rules: str
    earlier_runs: str
    next_questions: NextQuestions
    # context window: headings
    about_you: str
    about_user: str
    top_entities: str
    insights: str
    facts: str
    related: str
    passages: str
    temporary: str
    summary: str
    instructions: str  # heads what the user has told the assistant to do
    standing: str  # heads what users said is always to be done so
    last_messages: str
    memory_notice: str
    word_of: Mapping[str, str]  # whose word a fact is, by origin; none for the user's
    from_space: str  # {space}; of what is not the user's own
    from_space_by: str  # {space}, {who}
    brought_by: str  # {who}
    since: str  # {start}
    starting: str  # {start}; of what is to begin
    past: str  # {start}, {end}
    planned: str  # {day}; of what is planned for a day, or until one
    was_planned: str  # {end}; of a plan of which something became, when it was none any more
    plan_days: str  # {start}, {end}; at the end of the sentence of a plan that tells them otherwise nowhere
    doubt_ended: str  # {start}, {ground}; behind the line of a fact that rests on what is over
    doubt_wrong: str  # {ground}
    doubt_unsaid: str  # {start}
    over_ended: str  # {start}, {what}; behind the line of a message that states what is not so any more
    over_wrong: str  # {what}
    over_replaced: str  # {instead}; where it was said later of the same time
    over_changed: str  # {start}, {instead}; where something took its place
    times: str  # {count}
    well_known: str  # after the line of an entity that needs no explaining
    left_out: str  # {tokens}
    still_open: str
    weekdays: tuple[str, ...]  # Monday first
    stamp: str  # {date}, {time}, {weekday}
    # the agent
    agent_rules: str  # {today}, {forgetting}: the next or the one after it
    cannot_forget: str  # what an agent is told that has no tool for it
    can_forget: str
    judge_rules: str  # of answers to questions whose right answer is known
    resumed_run: str  # {run}
    run_progress: str  # {done}, {count}, {names}
    run_without: str  # {names}; after that
    run_begun: str  # {call}
    react_format: str  # {tool_desc}, {tool_names}: filled in by the agent framework
    external_rules: str
    search_description: str
    forget_description: str
    forget_refused: str  # what the tool tells a model
    forget_asking: str  # {subjects}
    forget_done: str
    forget_beside: str  # what a model that answers the rest of a message is told of a request that was carried out
    no_memory: str
    external_answer: str  # {model}, {text}
    graph_answer: str  # {text}
    not_configured: str  # {reason}
    near_name: str  # {written}, {known}: who may be meant by a name that memory does not know
    near_name_rule: str  # what a model does about it; after that
    synonym_rules: str  # {most}
    # what the agent says to a request to forget
    forgot: str  # {counts}
    forgot_about: str  # {counts}, {subjects}: what went
    forgot_held: str  # {counts}: as long as it can be restored
    forgot_held_about: str  # {counts}, {subjects}
    forget_restorable: str  # {until}
    restored: str  # {counts}: what came back
    nothing_to_restore: str
    forgotten_counts: Mapping[str, tuple[str, str]]  # {count}; of one and of several, by what a manifest counts
    forget_along: str  # {facts}: what went, too, since the same words told it
    forget_reopened: str  # {facts}: what is true again without what went
    forget_unclear: str  # several things may be meant, none of which can be named
    forget_nothing: str
    forget_off: str  # to a request where nothing is forgotten in talk
    forget_commands: str  # {what}, {user}: how it is done on the command line
    forget_slash: str  # {what}: how it is done in a conversation at the terminal
    forget_words: str  # {what}: the sentence that asks for it
    forget_going: str  # {counts}: before lines with what would go
    forget_fact: str  # {text}: such a line
    forget_message: str  # {text}
    forget_again: str  # {text}: a fact that is true again
    forget_more: str  # {count}: lines that are not shown
    forget_sure: str  # asks whether it may go
    forget_sure_held: str  # the same, where it can be restored
    forget_kept: str  # to whoever does not say yes
    forget_which: str  # {subjects}: what may be meant, numbered
    forget_beside_it: str  # {subjects}: the same, which stay beside what would go
    forget_several: str  # {subjects}
    forget_whether: str  # {subjects}: what only may be meant
    forget_naming: str  # {count}: messages that stay
    forget_left: str  # {subjects}: what stays beside what went
    forget_unread: str
    forget_everything: str
    forget_speaker: str  # to a request for all that somebody else wrote
    # what a model is asked about a request to forget
    forget_rules: str
    forget_request: str
    forget_lines: str
    forget_asked: str  # what stays of a request that was carried out
    # the evaluation
    vague_answer: str  # sounds like an answer to anything, and says nothing
    news: NewsTexts
    table_heads: Mapping[str, str]  # of the command line, by the English ones; those that are missing stay English
    terminal: Mapping[str, str]  # what the command line says, by the English texts with {names} for what is filled in
    # offline answers
    offline_found: str
    model_down_found: str  # what the terminal says before what memory holds, where the model does not answer
    offline_nothing: str
    offline_unread: str  # of a question in a language that is not read
    offline_apart: str  # of one in another language than all that memory holds
    offline_nearest: str  # before the message that search is surest of, where none says it in the question's words
    offline_other: str  # before what is nearest to a question that cannot be compared with it
    offline_asked: str  # heading of the facts of what is asked for
    offline_first: str  # heading of the first hits of search
    offline_noted: str
    offline_searches: str  # the thought before a search
    offline_answers: str  # the thought before an answer
    ran_out_of_steps: str  # {steps}
    found_so_far: str  # {findings}; after one of the others
    stopped_by_budget: str  # {cap}
    user: str
    assistant: str
    labels: tuple[str, ...]  # further words that begin a part of a prompt

    @property
    def openings(self) -> tuple[str, ...]:
        """Return what the lines of a prompt begin with."""
        sections = (self.new_messages, self.known_facts, self.known_entities, self.earlier_messages)
        return (*self.labels, self.user, self.assistant, *sections)

    @property
    def headings(self) -> tuple[str, ...]:
        """Return what the blocks of a context window are headed with."""
        personas = (self.about_you, self.about_user)
        recalled = (self.top_entities, self.insights, self.facts, self.related, self.passages, self.earlier_runs)
        return (*personas, *recalled, self.summary, self.last_messages)
