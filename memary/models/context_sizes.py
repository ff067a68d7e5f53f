"""Know how many tokens chat models read, for when `context_window` is not set.

The sizes are those that the makers publish for their own endpoints. A server of one's own may be set to less, so
names with a tag of such a server ("qwen3:8b") are not looked up. Of a family, the first line that matches counts.
"""

from __future__ import annotations

import re

DEFAULT_WINDOW = 32_768
"""For models that the table does not know."""

_WINDOWS: tuple[tuple[re.Pattern[str], int], ...] = tuple(
    (re.compile(pattern), window)
    for pattern, window in (
        (r"gpt-5(?:\.\d)?-chat", 128_000),
        (r"gpt-5", 400_000),
        (r"gpt-4\.1", 1_047_576),
        (r"gpt-4o|gpt-4-turbo|chatgpt-4o|gpt-4\.5", 128_000),
        (r"gpt-4-(?:1106|0125|vision)", 128_000),
        (r"gpt-4-32k", 32_768),
        (r"gpt-4", 8_192),
        (r"gpt-3\.5-turbo", 16_385),
        (r"gpt-oss", 131_072),
        (r"o1-(?:mini|preview)", 128_000),
        (r"o[134](?:-|$)", 200_000),
        (r"claude-(?:instant|1|2(?!\.1))", 100_000),
        (r"claude", 200_000),
        (r"gemini-1\.5-pro", 2_097_152),
        (r"gemini-(?:1\.5|2|3)", 1_048_576),
        (r"deepseek-(?:chat|reasoner|v3|r1)$", 128_000),
        (r"qwen3-max", 262_144),
        (r"qwen-(?:plus|turbo|flash|long)", 131_072),
        (r"qwen-max", 32_768),
        (r"qwen3", 32_768),  # open weights: their native window
        (r"kimi-k2|moonshot-v1-128k", 131_072),
        (r"moonshot-v1-8k", 8_192),
        (r"glm-4\.[56]", 131_072),
        (r"llama-3\.[123]", 131_072),
        (r"mistral-(?:large|medium|small)-(?:2312|2402)", 32_768),
        (r"mistral-(?:large|medium|small)|ministral", 131_072),
        (r"mixtral-8x7b", 32_768),
        (r"grok-[34]", 131_072),
        (r"sonar", 127_072),
    )
)


def window_of(model: str) -> int | None:
    """Return how many tokens a model reads, None for one that is not known.

    Args:
        model: its name, with or without its maker's before a slash.
    """
    name = model.casefold().rpartition("/")[2]
    if ":" in name:
        return None
    return next((window for pattern, window in _WINDOWS if pattern.match(name)), None)
