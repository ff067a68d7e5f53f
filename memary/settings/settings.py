"""The settings of memary, with their defaults.

`Settings.load` gathers them: argument > environment > `.env` (passed by the command line and the app) > `memary.toml`
(of `MEMARY_CONFIG`, else of the home folder that the environment names) > default. `Settings()` reads no file.
Every setting `x` is `MEMARY_X` in the environment and `x` in the file. The names of the ecosystem are read too:
`OPENAI_API_KEY`, `OPENAI_BASE_URL`, `NEO4J_URI`, `NEO4J_USERNAME`, `NEO4J_PASSWORD`, `NEO4J_DATABASE`,
`PERPLEXITY_API_KEY`, `GOOGLEMAPS_API_KEY`, `ALPHA_VANTAGE_API_KEY`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import tzinfo
from pathlib import Path
from typing import Annotated, Any, Literal, Self, cast

from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    BeforeValidator,
    Field,
    PrivateAttr,
    SecretStr,
    ValidationError,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from memary.errors import ConfigurationError
from memary.settings.sources import (
    default_home,
    describe,
    given_by_environment,
    read_env,
    read_environment,
    read_toml,
    unknown_setting,
)
from memary.zones import SYSTEM_ZONE, zone_named


def _split(value: object) -> object:
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def _expanded(value: object) -> object:
    return Path(value).expanduser() if isinstance(value, (str, Path)) else value


def _known_zone(value: str) -> str:
    if zone_named(value) is None:
        raise ValueError("use a name like Europe/Berlin or Asia/Shanghai")
    return value


def _filled(value: object) -> object:
    return None if isinstance(value, str) and not value.strip() else value


File = Annotated[Path, BeforeValidator(_expanded)]
Key = Annotated[SecretStr | None, BeforeValidator(_filled)]
"""A key; a blank one is none."""


def _patterns(value: object) -> object:
    """Read patterns by name; in the environment they are written as a JSON object."""
    try:
        read: object = json.loads(value) if isinstance(value, str) else value
    except ValueError:
        read = None
    if not isinstance(read, Mapping):
        raise ValueError('give patterns by name, like {"customer": "C-[0-9]{6}"}')
    for name, pattern in cast("Mapping[str, object]", read).items():
        try:
            re.compile(str(pattern))
        except re.error as error:
            raise ValueError(f"the pattern {name} is not a regular expression: {error}") from error
    return cast("object", read)


Zone = Annotated[str, AfterValidator(_known_zone)]

ToolName = Literal["search", "locate", "vision", "stocks"]


def _either(name: str, ecosystem: str) -> Any:
    return AliasChoices(name, f"MEMARY_{name.upper()}", ecosystem)


class Settings(BaseSettings):
    """All settings, with their defaults.

    Unknown names are errors.
    """

    model_config = SettingsConfigDict(
        env_prefix="MEMARY_", extra="forbid", frozen=True, populate_by_name=True, env_ignore_empty=True
    )

    # where memory is kept
    home: File = Field(default_factory=default_home, description="folder for data, personas and history")
    store: str | None = Field(default=None, description="sqlite:///file.db, sqlite:///:memory: or neo4j://host:7687")
    neo4j_uri: str | None = Field(
        default=None,
        validation_alias=_either("neo4j_uri", "NEO4J_URI"),
        description="the store's server, such as neo4j://localhost:7687; `store` goes before it",
    )
    neo4j_username: str = Field(
        default="neo4j",
        validation_alias=_either("neo4j_username", "NEO4J_USERNAME"),
        description="who signs in at the server",
    )
    neo4j_password: Key = Field(
        default=None, validation_alias=_either("neo4j_password", "NEO4J_PASSWORD"), description="that user's password"
    )
    neo4j_database: str = Field(
        default="neo4j",
        validation_alias=_either("neo4j_database", "NEO4J_DATABASE"),
        description="the database on the server",
    )
    user: str = Field(default="default", description="the user when none is named")
    client: str | None = Field(
        default=None,
        min_length=1,
        max_length=200,
        description="what this program is called where permissions and the access log name clients; default: "
        "library, cli or ui",
    )
    access_log: bool = Field(
        default=False,
        description="note in the store which client reads and changes what of whose memory, by the hour",
    )
    worker: bool = Field(default=True, description="extract in the background of the process that adds")

    # models: one endpoint serves every role; a role may have its own
    api_key: Key = Field(
        default=None,
        validation_alias=_either("api_key", "OPENAI_API_KEY"),
        description="of the endpoint that serves every role",
    )
    base_url: str | None = Field(
        default=None,
        validation_alias=_either("base_url", "OPENAI_BASE_URL"),
        description="of any OpenAI-compatible server, such as http://localhost:11434/v1, or of a deployment at "
        "Azure: …/openai/deployments/NAME?api-version=2024-10-21; default: OpenAI",
    )
    model: str | None = Field(default=None, description="chat model; with none, memary is offline")
    extraction_model: str | None = Field(default=None, description="default: model")
    extraction_base_url: str | None = Field(default=None, description="default: base_url")
    extraction_api_key: Key = Field(
        default=None, description="default: api_key, where extraction_base_url is not set"
    )
    vision_model: str | None = Field(default=None, description="default: model")
    describe_images: bool | None = Field(
        default=None,
        description="let the vision model describe pictures that come with messages; default: where vision_model "
        "names one of its own",
    )
    vision_base_url: str | None = Field(default=None, description="default: base_url")
    vision_api_key: Key = Field(default=None, description="default: api_key, where vision_base_url is not set")
    external_model: str | None = Field(default=None, description="asked when the graph does not know")
    external_base_url: str = Field(default="https://api.perplexity.ai", description="where the external model is")
    external_api_key: Key = Field(
        default=None,
        validation_alias=_either("external_api_key", "PERPLEXITY_API_KEY"),
        description="with it, Perplexity is asked; other servers may need none",
    )
    embedding: str = Field(
        default="auto",
        description="sentences, words or hash, which are built in; local:<folder or model>, openai:<model>, "
        "own:<entry point>; auto: the first of these that is installed, in a store with built-in vectors what it has",
    )
    embedding_base_url: str | None = Field(default=None, description="of openai:<model>; default: base_url")
    embedding_api_key: Key = Field(default=None, description="default: api_key, where embedding_base_url is not set")
    embedding_dimensions: int | None = Field(
        default=None,
        ge=1,
        le=8192,
        description="how long vectors are, where the model lets one choose; default: its own",
    )
    rerank_url: str | None = Field(default=None, description="whole address, such as https://api.jina.ai/v1/rerank")
    rerank_model: str | None = Field(default=None, description="the model named to rerank_url, where it has several")
    rerank_api_key: Key = Field(default=None, description="of rerank_url")
    reranker: str | None = Field(
        default=None, description="a reranker of one's own, an entry point of memary.rerankers"
    )
    prompts: str | None = Field(default=None, description="prompts of one's own, an entry point of memary.prompts")
    context_window: int | None = Field(
        default=None,
        ge=512,
        description="tokens the chat model can read; default: by its name, else 32768 (offline 16384)",
    )
    temperature: float = Field(default=0.0, ge=0, le=2, description="how freely models word things")
    request_timeout: float = Field(
        default=60.0,
        gt=0,
        le=3600,
        description="seconds for one model call, retries included; a streamed answer may take ten times as long",
    )
    max_retries: int = Field(default=2, ge=0, description="repeats of a model call that failed for a passing reason")

    # ingestion
    extractor: str | None = Field(
        default=None, description="an extractor of one's own, an entry point of memary.extractors"
    )
    batch_size: int = Field(default=12, ge=1, description="messages per extraction call")
    batch_tokens: int = Field(default=6_000, ge=200, description="tokens of messages per extraction call")
    linger: float | None = Field(
        default=None, ge=0, description="seconds the worker waits for a batch to fill; default: 2, without a model 0"
    )
    lease: float = Field(default=30.0, gt=0, description="seconds after which a dead worker's batch is free")
    grace: float = Field(
        default=5.0,
        ge=0,
        description="seconds that closing, or leaving a conversation at the terminal, waits for what is being read",
    )
    max_attempts: int = Field(default=3, ge=1, description="attempts before a message becomes a dead letter")
    max_message_chars: int = Field(default=1_000_000, ge=1, description="longest message taken as one")

    redact: Literal["off", "secrets", "secrets+pii"] | None = Field(
        default=None,
        description="what is taken out of everything before it is stored: off, secrets or secrets+pii; "
        "default: off, and secrets in what hooks of coding agents keep",
    )
    redact_patterns: Annotated[dict[str, str], NoDecode, BeforeValidator(_patterns)] = Field(
        default_factory=dict[str, str],
        description='regular expressions of what else is taken out, by name, such as {"customer": "C-[0-9]{6}"}',
    )
    min_importance: int = Field(default=1, ge=0, le=3, description="less important facts are not stored")
    max_facts: int = Field(
        default=100, ge=1, description="facts read out of one message by a model; of more, the most important"
    )
    max_facts_per_subject: int | None = Field(
        default=None,
        ge=2,
        description="facts of one subject that stay single; of more, the worker tells what is old and alike as one",
    )
    max_facts_per_user: int | None = Field(
        default=None, ge=2, description="facts of a user that stay single, likewise"
    )
    extraction_instructions: str = Field(default="", description="further rules for the extraction prompt")
    single_valued: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)] = Field(
        default=(), description="further relations that hold one value at a time, such as drives"
    )
    many_valued: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)] = Field(
        default=(), description="relations that may hold many values after all, such as works_at"
    )
    languages: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)] = Field(
        default=(), description="further languages that are read, entry points of memary.languages"
    )

    # reflection
    reflect_after: int = Field(
        default=6, ge=0, description="new facts after which the worker draws insights; 0: it never does"
    )
    reflect_every: float = Field(
        default=0.0, ge=0, description="hours after which the worker draws insights from fewer, too; 0: it does not"
    )

    reflection_steps: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)] = Field(
        default=(), description="further steps of reflection, entry points of memary.reflection"
    )

    # recall and context window
    top_k: int = Field(default=10, ge=1, description="hits of a search, unless it says how many")
    recall_spaces: bool = Field(
        default=True, description="recall the spaces that a user has joined beside the user's own memory"
    )
    recall_tokens: int = Field(
        default=1_350,
        ge=0,
        description="tokens that facts and passages fill in the context window, from top_k hits on; 0: these alone",
    )
    graph_depth: int = Field(default=2, ge=1, le=4, description="steps in the graph from what a question names")
    synonyms: bool = Field(
        default=False,
        description="where the graph knows nothing that a question names, the model is asked for up to five other "
        "names of it, once for each question; the one call of a model in recall",
    )
    top_entities: int = Field(default=5, ge=0, description="of the knowledge store, in the context window")
    context_tokens: int | None = Field(
        default=None,
        ge=100,
        description="most tokens of a context window; default: eviction_rate of context_window, never more",
    )
    insert: Literal["system", "user"] = Field(
        default="system", description="where memory goes in the prompt: the system message, or before the question"
    )
    history: Literal["auto", "none"] | Annotated[int, Field(ge=1)] = Field(
        default="auto", description="last messages shown: auto (those no summary covers), none, or how many"
    )
    eviction_rate: float = Field(
        default=0.7,
        gt=0,
        le=1,
        description="share of context_window that personas, recall and talk may fill; above it the last messages are "
        "folded into the summary. The rest is for tools and the answer",
    )
    keep_messages: int = Field(default=5, ge=0, description="last messages not folded, while there is room")
    scrub: bool = Field(
        default=True,
        description="write over what was forgotten before forget returns; else `memary scrub` does when called",
    )
    agents: Literal["shared", "apart"] = Field(
        default="shared",
        description="the agents of a user change what one another was told, or each keeps a graph of its own: apart",
    )
    forget_on_request: bool = Field(
        default=False, description="forget what the user asks to forget in talk: the agent at once, else the worker"
    )
    restorable_days: float = Field(
        default=0.0,
        ge=0,
        le=36_500,
        description="days for which what was forgotten is held in the store, so that it can be restored; 0: it is "
        "gone at once",
    )
    half_life_days: float = Field(
        default=30.0, gt=0, description="days after which a mention counts half, in ranks and in recency"
    )
    known_after: int = Field(default=5, ge=1, description="mentions of the user's own that make one well known")
    new_within_days: float = Field(default=14.0, ge=0, description="days for which who or what came up first is new")
    timezone: Zone | None = Field(
        default=None,
        description="zone of all users' times, by its IANA name; default: each user's own, else the system's",
    )
    system_persona: File | None = Field(default=None, description="a file that says who the assistant is")
    user_persona: File | None = Field(default=None, description="a file that says what is assumed of the user")

    # budget: what language models may cost, and does; embeddings do not count. Hours and days are those of UTC
    max_calls_per_turn: int | None = Field(default=None, ge=1, description="then an answer is partial")
    max_tokens_per_turn: int | None = Field(default=None, ge=1, description="then an answer is partial")
    max_calls_per_hour: int | None = Field(default=None, ge=1, description="of all users of the store together")
    max_tokens_per_hour: int | None = Field(default=None, ge=1, description="of all users of the store together")
    max_calls_per_user_hour: int | None = Field(default=None, ge=1, description="of each user")
    max_tokens_per_user_hour: int | None = Field(default=None, ge=1, description="of each user")
    max_tokens_per_user_day: int | None = Field(default=None, ge=1, description="of each user")
    price_prompt: float | None = Field(default=None, ge=0, description="of a million tokens sent, for `memary usage`")
    price_completion: float | None = Field(default=None, ge=0, description="of a million tokens written")

    # OpenTelemetry, where the program has set it up
    trace_content: bool = Field(default=False, description="spans hold prompts, answers and results of tools, too")

    # the agent and its tools
    max_steps: int = Field(default=10, ge=1, description="steps of the agent for one answer; then it is partial")
    tools: Annotated[tuple[ToolName, ...], NoDecode, BeforeValidator(_split)] = Field(
        default=("search", "locate", "vision", "stocks"), description="what the agent may use, separated by commas"
    )
    locate_by_ip: bool = Field(default=False, description="locate may ask ipinfo.io where the caller is")
    googlemaps_api_key: Key = Field(
        default=None, validation_alias=_either("googlemaps_api_key", "GOOGLEMAPS_API_KEY"), description="for locate"
    )
    alpha_vantage_api_key: Key = Field(
        default=None,
        validation_alias=_either("alpha_vantage_api_key", "ALPHA_VANTAGE_API_KEY"),
        description="for stocks",
    )

    # the HTTP API
    api_keys: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)] = Field(
        default=(), description="USER=SHA256 of the key of each who may use `memary serve`; user * is an admin"
    )
    api_keys_file: File | None = Field(
        default=None, description="more of them, see `memary api-key`; default: api-keys.toml in the home, if there"
    )
    allow_origins: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)] = Field(
        default=(), description="web sites whose pages may call `memary serve`, such as https://app.example.com"
    )
    max_body_bytes: int = Field(default=10_000_000, ge=1_000, description="largest body of a request")
    max_chats: int = Field(default=32, ge=1, description="answers in the making at once")
    serve_timeout: float = Field(default=120.0, gt=0, description="seconds until the answer to a request begins")

    # the web interface
    ui_claim: str = Field(
        default="email",
        description="by which claim of an identity provider the web interface names the user who logs in there",
    )
    ui_allow: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)] = Field(
        default=(),
        description="who of an identity provider may come in: whole claims, or domains such as @example.com; "
        "default: everybody who has an account there",
    )

    # hooks of coding agents
    project: str | None = Field(
        default=None,
        description="name of the project that hooks remember for; default: its git remote, or its folder",
    )
    hook_tokens: int = Field(default=1_000, ge=100, description="tokens that a hook may put into a prompt")
    hook_seconds: float = Field(
        default=8.0, gt=0, le=60, description="seconds after which a hook gives up, so that the agent goes on"
    )

    # the MCP server
    mcp_token: Key = Field(default=None, description="what callers of `memary mcp --http` have to show")

    _sources: dict[str, str] = PrivateAttr(default_factory=dict[str, str])

    def __init__(self, **values: Any) -> None:
        """Take settings as arguments, and what is not given from the environment alone; see `load`.

        Raises:
            ConfigurationError: a value cannot be used.
        """
        try:
            # pydantic-settings would look for the names of all in each of five places, whenever a memory is opened
            BaseModel.__init__(self, **given_by_environment(type(self)) | values)
        except ValidationError as error:
            raise ConfigurationError(describe(type(self), error, {})) from error

    @classmethod
    def load(cls, *, env_file: Path | None = None, config_file: Path | None = None, **arguments: Any) -> Self:
        """Gather the settings from all their places.

        Args:
            env_file: a `.env` to read; the command line and the app pass the one of the current folder.
            config_file: a `memary.toml`; default: `MEMARY_CONFIG`, else the one in the home folder if it exists.
            arguments: settings by name; None means not given.

        Raises:
            ConfigurationError: an unknown name or an unusable value, with where it was found.
        """
        layers = {
            "memary.toml": read_toml(cls, config_file),
            ".env": read_env(cls, env_file),
            "environment": read_environment(cls),
            "argument": {name: value for name, value in arguments.items() if value is not None},
        }
        values: dict[str, Any] = {}
        sources: dict[str, str] = {}
        for source, layer in layers.items():
            values |= layer
            sources |= dict.fromkeys(layer, source)
        unknown = [name for name in values if name not in cls.model_fields]
        if unknown:
            raise ConfigurationError(unknown_setting(cls, unknown[0], sources[unknown[0]]))
        try:
            settings = cls(**values)
        except ConfigurationError as error:
            if isinstance(error.__cause__, ValidationError):  # say where it comes from, too
                raise ConfigurationError(describe(cls, error.__cause__, sources)) from error.__cause__
            raise
        settings._sources = sources
        return settings

    @property
    def zone(self) -> tzinfo | None:
        """The zone in which times are shown, and meant where they do not tell their own.

        By default it is the system's.
        """
        return zone_named(self.timezone) if self.timezone else SYSTEM_ZONE

    def source_of(self, name: str) -> str:
        """Return where a setting came from: "argument", "environment", ".env", "memary.toml" or "default"."""
        return self._sources.get(name, "default")

    def public(self) -> dict[str, Any]:
        """Return the settings as plain data, with secrets masked, also those inside a URI."""
        return {name: _masked(value) for name, value in self.model_dump(mode="json").items()}


def _masked(value: Any) -> Any:
    return re.sub(r"(://[^/@:\s]*):[^/@\s]*@", r"\1:**********@", value) if isinstance(value, str) else value


def secret(value: SecretStr | None) -> str | None:
    """Return a secret's text, or None where there is none."""
    return value.get_secret_value() if value is not None else None
