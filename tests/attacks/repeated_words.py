"""Search texts that repeat a word with every pattern of memary.

The timer ends it where one takes too long. It writes each pattern on standard error before it is tried, so that the
last line names the one that did not end.
"""

from __future__ import annotations

import gc
import importlib
import pkgutil
import re
import signal
import sys
from collections import Counter

import memary
from memary.languages.pattern import LatePattern

SECONDS = 5.0
"""Of CPU for all texts of one pattern; those that end take a hundredth of it."""

REPEATED = 40
ENOUGH = 3
"""Patterns on which each word of a repeated part is tried: hundreds share one, and it takes as long in each."""

LEADS = ("", "我", "I ")
ALWAYS = ("a", "a ", "1", " ", "我", ", ", "，", "-", "的")
WORD = re.compile(r"[^\W\d_]+")
TOKEN = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{\d*,?\d*\}|.", re.DOTALL)
"""A character of a pattern, with what belongs to it: what is escaped, a set, how often something comes."""


def main() -> None:
    """Try them all."""
    tried = Counter[tuple[str, str]]()
    for pattern in sorted(compiled(), key=lambda one: one.pattern):
        sys.stderr.write(f"{pattern.pattern!r}\n")
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        leads = [lead for lead in LEADS if lead.strip() in pattern.pattern]  # before others all begin with the word
        for word in (*ALWAYS, *sorted(repeated_words(pattern.pattern, tried))):
            for lead in leads:
                pattern.search(f"{lead}{word * REPEATED}\x01")  # what nothing matches has all ways tried
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    sys.stdout.write("done\n")


def repeated_words(source: str, tried: Counter[tuple[str, str]]) -> set[str]:
    """Return the words in those parts of a pattern that may come again and again, where few patterns had them.

    Only these parts take in many of one. `tried` counts the patterns of each part and word.
    """
    parts, open_groups, atom = list[tuple[int, int]](), list[int](), 0
    for token in TOKEN.finditer(source):
        begin = token.start()
        match token[0][0]:
            case "(":
                open_groups.append(begin)
                continue
            case ")":
                begin = open_groups.pop()
            case "*" | "+" | "{":
                parts.append((atom, token.start()))
            case _:
                pass
        atom = begin
    words = list(WORD.finditer(source))
    pairs = {
        (source[begin:end], word[0])
        for word in words
        for begin, end in parts
        if begin < word.end() and word.start() < end
    }
    new = {pair for pair in pairs if tried[pair] < ENOUGH}
    tried.update(new)
    return {word for _, word in new}


def compiled() -> set[re.Pattern[str]]:
    """Return the patterns of text that there are once all of memary is imported and has read two languages."""
    for module in pkgutil.walk_packages(memary.__path__, "memary."):
        if not module.name.endswith("__main__") and ".ui" not in module.name:
            importlib.import_module(module.name)
    with memary.Memary.open("sqlite:///:memory:", worker=False) as memory:
        memory.add("I live in Rome. 我住在上海。", user_id="ada")
        memory.flush()
        memory.search("Where do I live? 我住在哪里？", user_id="ada")
        gc.unfreeze()  # a Python that starts programs leaves out of the search what it has imported
        for late in [one for one in gc.get_objects() if isinstance(one, LatePattern)]:
            assert late.compiled
        return {one for one in gc.get_objects() if isinstance(one, re.Pattern) and isinstance(one.pattern, str)}


if __name__ == "__main__":
    main()
