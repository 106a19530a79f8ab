"""Programs and positions as JSON data, both ways.

A Program goes through cattrs: one object per node, keyed by field name, with `is` naming the class where a
field may hold several.  A position holds run-time values of any type, so each value that JSON cannot tell
apart is written as an object with one key: `tuple`, `map`, or the name of a class of this package.

Nothing but plain data is ever built from what is read: no code, no class by a name that is not listed here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import attrs
from cattrs import Converter
from cattrs.errors import BaseValidationError
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from interpreter.melds import Meld
from interpreter.position import LaidMeld, Position
from interpreter.program import VERSION, Cond, Expr, Gen, Program, Scalar, Statement


class CodecError(ValueError):
    """The data is not a Program or a position; `facts` tells where and why."""

    def __init__(self, what: str, **facts: Any) -> None:
        super().__init__(what)
        self.what = what
        self.facts = facts


# ---------------------------------------------------------------------------------------------
# Programs


def _tuples(value: Any) -> Any:
    """Lists become tuples all the way down: JSON has no tuples, `static` has nothing else."""
    return tuple(_tuples(v) for v in value) if isinstance(value, list | tuple) else value


def _lists(value: Any) -> Any:
    return [_lists(v) for v in value] if isinstance(value, tuple) else value


def _make_converter() -> Converter:
    converter = Converter(unstruct_collection_overrides={tuple: list}, forbid_extra_keys=True)
    converter.register_structure_hook_func(lambda t: t == Scalar, lambda v, _: _scalar(v))
    converter.register_structure_hook_func(lambda t: t == tuple[Any, ...], lambda v, _: _tuples(v))
    converter.register_unstructure_hook_func(lambda t: t == tuple[Any, ...], _lists)
    for union in (Statement, Gen | Cond):
        _tag(converter, union)
    return converter


def _tag(converter: Converter, union: Any) -> None:
    """Members of a union are written with the name of their class, by which they are read again."""
    classes = {cls.__name__: cls for cls in get_args(union)}

    def read(data: Any, _: Any) -> Any:
        if not isinstance(data, dict) or data.get("is") not in classes:
            raise ValueError(f"not one of {', '.join(classes)}")
        return converter.structure(data, classes[data["is"]])

    converter.register_structure_hook_func(lambda t: t == union, read)
    for name, cls in classes.items():
        converter.register_unstructure_hook(cls, _tagged(converter, name, cls))
        converter.register_structure_hook(cls, _untagged(converter, cls))


def _tagged(converter: Converter, name: str, cls: type[Any]) -> Callable[[Any], dict[str, Any]]:
    made: list[Callable[[Any], dict[str, Any]]] = []

    def write(value: Any) -> dict[str, Any]:
        if not made:  # only now, because the classes refer to each other
            made.append(make_dict_unstructure_fn(cls, converter))
        return {"is": name, **made[0](value)}

    return write


def _untagged(converter: Converter, cls: type[Any]) -> Callable[[Any, Any], Any]:
    made: list[Callable[[Any, Any], Any]] = []

    def read(data: Any, _: Any) -> Any:
        if not made:
            made.append(make_dict_structure_fn(cls, converter))
        if not isinstance(data, dict):
            raise ValueError(f"not a {cls.__name__}")
        return made[0]({key: value for key, value in data.items() if key != "is"}, cls)

    return read


def _scalar(value: Any) -> Scalar:
    if value is None or isinstance(value, bool | int | str):
        return value
    raise TypeError(f"not a setting's value: {type(value).__name__}")


_CONVERTER = _make_converter()


def to_json(program: Program) -> dict[str, Any]:
    """The Program as JSON data (objects, lists, text, numbers); equal Programs give equal data."""
    data: dict[str, Any] = _CONVERTER.unstructure(program)
    return data


def from_json(data: Any) -> Program:
    """The Program that `to_json` wrote; CodecError when the data is not one of this version."""
    if not isinstance(data, dict) or "version" not in data:
        raise CodecError("not a Program")
    if data["version"] != VERSION:
        raise CodecError("a Program of another version", found=data["version"], known=VERSION)
    try:
        return _CONVERTER.structure(data, Program)
    except (BaseValidationError, TypeError, ValueError, KeyError) as problem:
        raise CodecError("not a well-formed Program", reason=_first_reason(problem)) from problem


def _first_reason(problem: BaseException) -> str:
    """The innermost cause: cattrs groups what went wrong by field and element."""
    while isinstance(problem, BaseExceptionGroup):
        problem = problem.exceptions[0]
    notes = " ".join(str(note) for note in getattr(problem, "__notes__", ()))
    return f"{type(problem).__name__}: {problem} {notes}".strip()


def expr_to_json(expr: Expr) -> dict[str, Any]:
    """One expression as JSON data, for tests and for showing a rule's meaning."""
    data: dict[str, Any] = _CONVERTER.unstructure(expr)
    return data


# ---------------------------------------------------------------------------------------------
# Positions and run-time values

_CLASSES: dict[str, type[Any]] = {"meld": Meld, "laid": LaidMeld}
_NAMES: dict[type[Any], str] = {cls: name for name, cls in _CLASSES.items()}


def value_to_json(value: Any) -> Any:
    """A run-time value (see program.py) as JSON data."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, list):
        return [value_to_json(v) for v in value]
    if isinstance(value, tuple):
        return {"tuple": [value_to_json(v) for v in value]}
    if isinstance(value, dict):
        return {"map": [[value_to_json(k), value_to_json(v)] for k, v in sorted(value.items())]}
    name = _NAMES.get(type(value))
    if name is None:
        raise CodecError("a value that no position can hold", type=type(value).__name__)
    return {
        name: {f.name: value_to_json(getattr(value, f.name)) for f in attrs.fields(type(value)) if f.init}
    }


def value_from_json(data: Any) -> Any:
    """The value that `value_to_json` wrote; CodecError for anything else."""
    if data is None or isinstance(data, bool | int | str):
        return data
    if isinstance(data, list):
        return [value_from_json(v) for v in data]
    if not isinstance(data, dict) or len(data) != 1:
        raise CodecError("not a value of a position", found=type(data).__name__)
    [(name, body)] = data.items()
    try:
        if name == "tuple":
            return tuple(value_from_json(v) for v in body)
        if name == "map":
            return {value_from_json(k): value_from_json(v) for k, v in body}
        return _CLASSES[name](**{key: value_from_json(v) for key, v in body.items()})
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        if isinstance(problem, CodecError):
            raise
        raise CodecError("not a value of a position", found=str(name)) from problem


def position_to_json(position: Position) -> dict[str, Any]:
    """The position as JSON data; it is valid for the Program it was made with, and only for that."""
    return {f.name: value_to_json(getattr(position, f.name)) for f in attrs.fields(Position)}


def position_from_json(data: Any) -> Position:
    """The position that `position_to_json` wrote; CodecError when the data is not one."""
    names = {f.name for f in attrs.fields(Position)}
    if not isinstance(data, dict) or set(data) != names:
        raise CodecError(
            "not a position", missing=sorted(names - set(data)) if isinstance(data, dict) else None
        )
    values = {name: value_from_json(data[name]) for name in names}
    for name in (
        "zones",
        "bags",
        "place",
        "facing",
        "shown",
        "known",
        "counters",
        "variables",
        "cells",
        "frames",
    ):
        if not isinstance(values[name], list):
            raise CodecError("not a position", field=name)
    return Position(**values)
