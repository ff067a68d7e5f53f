"""Check the arguments of public calls against their annotations, before anything is done with them.

What is of another kind than the signature says is refused in one sentence, for all calls alike. Whether a value makes
sense beyond its kind, the method itself says. Nothing is converted.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache, wraps
from itertools import chain
from numbers import Integral, Real
from os import PathLike
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, ParamSpec, TypeVar, Union, cast, get_args, get_origin

from memary.checks.faults import a, listed, shown
from memary.errors import InputError

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _ParameterKind:
    """What a parameter takes: the words for it, and whether a value is of it."""

    words: tuple[str, ...]
    fits: Callable[[Any], bool]
    choices: tuple[str, ...] = ()  # of several values, the words for each


def checked(function: Callable[P, T]) -> Callable[P, T]:
    """Make a function refuse arguments of another kind than its annotations say."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        check_arguments(function, args, kwargs)
        return function(*args, **kwargs)

    return call


def check_arguments(function: Callable[..., object], args: Collection[object], kwargs: Mapping[str, object]) -> None:
    """Refuse arguments of another kind than a function's annotations say.

    An unknown name is the call's own error.

    Raises:
        InputError: one is of another kind; it names the parameter and says what to give.
    """
    kinds = _kinds_of(function)
    for name, value in (*zip(kinds, args, strict=False), *kwargs.items()):
        kind = kinds.get(name)
        if kind is None:
            continue
        if not kind.fits(value):
            raise InputError(f"{name} is {shown(value)}: give {listed(kind.words)}.")
        if not _can_be_written(value, as_path="a path" in kind.words):
            raise InputError(f"{name} is {shown(value)}: give valid Unicode.")


def signature_of(function: Callable[..., object]) -> inspect.Signature:
    """Return a signature with its annotations evaluated.

    A name that only type checkers know stands for Any.

    Raises:
        TypeError: it has none.
        ValueError: it has none.
    """
    unknown: dict[str, Any] = {}
    while True:
        try:
            return inspect.signature(function, eval_str=True, locals=unknown)
        except NameError as error:
            if error.name is None or error.name in unknown:
                return inspect.signature(function)
            unknown[error.name] = Any
        except (AttributeError, TypeError):
            return inspect.signature(function)


@cache
def _kinds_of(function: Callable[..., object]) -> dict[str, _ParameterKind | None]:
    """Return what each parameter takes, in their order; None for one that takes anything."""
    return {
        name: None if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD) else _kind_of(one.annotation)
        for name, one in signature_of(function).parameters.items()
    }


def _kind_of(annotation: Any) -> _ParameterKind | None:
    """Return what an annotation admits; None where that is anything."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _kind_of(inner[0])
    if origin in (Union, UnionType):
        is_time = _TIME.keys() <= set(inner)
        return _one_of([_TIME.get(each, _kind_of(each)) if is_time else _kind_of(each) for each in inner])
    if origin is Literal:
        return _ParameterKind(tuple(map(repr, inner)), lambda value: isinstance(value, str) and value in inner)
    if inspect.isclass(origin or annotation):
        return _of_class(origin or annotation, inner)
    return _FUNCTION if origin is Callable else None


def _one_of(kinds: list[_ParameterKind | None]) -> _ParameterKind | None:
    known = [kind for kind in kinds if kind is not None]
    if len(known) < len(kinds):
        return None
    single = {word for kind in known if not kind.choices for word in kind.words}
    phrases = (
        ("a list of these",) if kind.choices and single.issuperset(kind.choices) else kind.words for kind in known
    )
    words = tuple(dict.fromkeys(chain.from_iterable(phrases)))
    return _ParameterKind(words, lambda value: any(kind.fits(value) for kind in known))


def _of_class(kind: Any, inner: tuple[Any, ...]) -> _ParameterKind | None:
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind.__module__ in ("builtins", "collections.abc"):
        return _several(kind, inner)
    if getattr(kind, "_is_protocol", False):
        return None
    return _ParameterKind((a(kind.__name__),), lambda value: isinstance(value, kind))


def _several(kind: Any, inner: tuple[Any, ...]) -> _ParameterKind | None:
    """Return a kind of several values; a single text, which Python takes for several letters, is none.

    Texts are looked at one by one. Of what has a form of its own the method tells which one cannot be used.
    """
    if issubclass(kind, Mapping):
        return _ParameterKind(("a mapping",), lambda value: isinstance(value, Mapping))
    each = _kind_of(inner[0]) if inner and (inner[0] is str or get_origin(inner[0]) is Literal) else None
    wide = Collection if issubclass(kind, Collection) else Iterable

    def fits(value: object) -> bool:
        if not isinstance(value, wide) or isinstance(value, str | bytes | bytearray):
            return False
        if each is None:
            return not isinstance(value, Mapping)
        return not isinstance(value, Collection) or all(map(each.fits, cast("Any", value)))

    words = "texts" if inner and inner[0] is str else listed(each.words) if each else ""
    choices = each.words if each and inner[0] is not str else ()
    return _ParameterKind((f"a list of {words}" if words else "a list",), fits, choices)


def _can_be_written(value: object, *, as_path: bool) -> bool:
    """Return whether the texts that are given are Unicode; half of a pair of surrogates is not, but in a path's name.

    There it stands for a byte that is no Unicode.
    """
    texts = cast("Collection[object]", value) if isinstance(value, list | tuple | set | frozenset) else (value,)
    try:
        for text in texts:
            if isinstance(text, str) and not text.isascii():
                text.encode(errors="surrogateescape" if as_path else "strict")
    except UnicodeEncodeError:
        return False
    return True


def _is_number(value: object) -> bool:
    return not isinstance(value, bool) and isinstance(value, Real)  # NumPy's numbers are among them


_FUNCTION = _ParameterKind(("a function",), callable)
_TIME = dict.fromkeys(
    (datetime, date, str),
    _ParameterKind(
        ("a datetime with a time zone, a date, or a text like 2026-05-01T09:00:00Z",),
        lambda value: isinstance(value, date | str),
    ),
)
"""What a time may be given as; of the three together the sentence says more than of each."""
_PLAIN: dict[Any, _ParameterKind | None] = {
    Any: None,
    object: None,
    inspect.Parameter.empty: None,
    NoneType: _ParameterKind((), lambda value: value is None),
    str: _ParameterKind(("a text",), lambda value: isinstance(value, str)),
    bool: _ParameterKind(("True or False",), lambda value: isinstance(value, bool)),
    int: _ParameterKind(("a whole number",), lambda value: _is_number(value) and isinstance(value, Integral)),
    float: _ParameterKind(("a number",), _is_number),
    datetime: _ParameterKind(("a datetime with a time zone",), lambda value: isinstance(value, datetime)),
    date: _ParameterKind(("a date",), lambda value: isinstance(value, date)),
    timedelta: _ParameterKind(("a timedelta",), lambda value: isinstance(value, timedelta)),
    Path: _ParameterKind(("a path",), lambda value: isinstance(value, Path)),
    PathLike: _ParameterKind(("a path",), lambda value: isinstance(value, PathLike)),
    Callable: _FUNCTION,
}
