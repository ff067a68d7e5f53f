"""Name the settings that `Memary.open` takes as arguments, for type checkers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, TypedDict

from pydantic import SecretStr

from memary.settings.settings import ToolName


class SettingOptions(TypedDict, total=False):
    """Settings by name, as `Settings` describes them, and the files to read further ones from; None: not given."""

    env_file: Path | None
    config_file: Path | None
    home: str | Path | None
    neo4j_uri: str | None
    neo4j_username: str | None
    neo4j_password: str | SecretStr | None
    neo4j_database: str | None
    user: str | None
    client: str | None
    access_log: bool | None
    api_key: str | SecretStr | None
    base_url: str | None
    model: str | None
    extraction_model: str | None
    extraction_base_url: str | None
    extraction_api_key: str | SecretStr | None
    vision_model: str | None
    describe_images: bool | None
    vision_base_url: str | None
    vision_api_key: str | SecretStr | None
    external_model: str | None
    external_base_url: str | None
    external_api_key: str | SecretStr | None
    embedding_base_url: str | None
    embedding_api_key: str | SecretStr | None
    embedding_dimensions: int | None
    rerank_url: str | None
    rerank_model: str | None
    rerank_api_key: str | SecretStr | None
    context_window: int | None
    temperature: float | None
    request_timeout: float | None
    max_retries: int | None
    batch_size: int | None
    batch_tokens: int | None
    linger: float | None
    lease: float | None
    grace: float | None
    max_attempts: int | None
    max_message_chars: int | None
    redact: Literal["off", "secrets", "secrets+pii"] | None
    redact_patterns: Mapping[str, str] | None
    min_importance: int | None
    max_facts: int | None
    max_facts_per_subject: int | None
    max_facts_per_user: int | None
    extraction_instructions: str | None
    single_valued: Sequence[str] | str | None
    many_valued: Sequence[str] | str | None
    languages: Sequence[str] | str | None
    reflect_after: int | None
    reflect_every: float | None
    top_k: int | None
    recall_spaces: bool | None
    recall_tokens: int | None
    graph_depth: int | None
    synonyms: bool | None
    top_entities: int | None
    context_tokens: int | None
    insert: Literal["system", "user"] | None
    history: Literal["auto", "none"] | int | None
    eviction_rate: float | None
    keep_messages: int | None
    scrub: bool | None
    agents: Literal["shared", "apart"] | None
    forget_on_request: bool | None
    restorable_days: float | None
    half_life_days: float | None
    known_after: int | None
    new_within_days: float | None
    timezone: str | None
    system_persona: str | Path | None
    user_persona: str | Path | None
    max_calls_per_turn: int | None
    max_tokens_per_turn: int | None
    max_calls_per_hour: int | None
    max_tokens_per_hour: int | None
    max_calls_per_user_hour: int | None
    max_tokens_per_user_hour: int | None
    max_tokens_per_user_day: int | None
    price_prompt: float | None
    price_completion: float | None
    trace_content: bool | None
    max_steps: int | None
    tools: Sequence[ToolName] | str | None
    locate_by_ip: bool | None
    googlemaps_api_key: str | SecretStr | None
    alpha_vantage_api_key: str | SecretStr | None
    api_keys: Sequence[str] | str | None
    api_keys_file: str | Path | None
    allow_origins: Sequence[str] | str | None
    max_body_bytes: int | None
    max_chats: int | None
    serve_timeout: float | None
    ui_claim: str | None
    ui_allow: Sequence[str] | str | None
    project: str | None
    hook_tokens: int | None
    hook_seconds: float | None
    mcp_token: str | SecretStr | None
