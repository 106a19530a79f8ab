"""Statements that set variables and locals: what is written down, and within which bounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.expressions.lists import too_long
from interpreter.expressions.values import index_of
from interpreter.faults import EngineBug
from interpreter.program import InitVar, SetCell, SetVar, VarFamily
from interpreter.rules import Rules, Run, statement
from interpreter.state import LIST_LIMIT, NUMBER_LIMIT, State, fault

Place = tuple[int, int]

_LISTS = ("pieces", "list")


@statement(SetVar)
def _set_var(rules: Rules, place: Place, node: SetVar) -> Run:
    family = rules.program.variables[node.var]
    c = rules.compiler
    index = index_of(c, family.base, family.keys, node.keys)
    value_code = c(node.value)
    change = _change(node.op, c.origin, family.type in _LISTS)
    check = _range_check(family, c.origin) if family.type == "number" else None
    look = rules.look_after(node)

    def run(st: State) -> bool:
        value = value_code(st)
        number = index(st)
        if change is not None:
            value = change(st.variables[number], value)
        if check is not None:
            check(value)
        st.variables[number] = value
        return look(st)

    return run


def _range_check(family: VarFamily, origin: int) -> Callable[[Any], None]:
    low = -NUMBER_LIMIT if family.low is None else family.low
    high = NUMBER_LIMIT if family.high is None else family.high

    def check(value: Any) -> None:
        if value is not None and not low <= value <= high:
            fault(
                "out-of-range", origin, f"{family.name} would be {value}, outside of its range",
                name=family.name, value=value, low=low, high=high,
            )  # fmt: skip

    return check


def _change(op: str, origin: int, is_list: bool | None) -> Any:
    """What `op` makes of the old and the new value; None for plain setting. `is_list` None: seen from the
    value.
    """
    if op == "=":
        return None
    if op not in ("+=", "-="):
        raise EngineBug(f"no meaning for the operator {op}")

    def change(old: Any, value: Any) -> Any:
        if isinstance(old, tuple) if is_list is None else is_list:
            if old is None:
                fault("none-number", origin, "this has no value yet")
            values = value if isinstance(value, tuple) else (value,)
            if op == "+=":
                if len(old) + len(values) > LIST_LIMIT:
                    too_long(origin)
                return old + values
            rest = list(old)
            for each in values:
                if each in rest:
                    rest.remove(each)
            return tuple(rest)
        if old is None or value is None:
            fault("none-number", origin, "a number is needed and there is none", values=[old, value])
        return old + value if op == "+=" else old - value

    return change


@statement(InitVar)
def _init_var(rules: Rules, place: Place, node: InitVar) -> Run:
    family = node.var
    look = rules.look_after(node)

    def run(st: State) -> bool:
        rules.initialise(st, family)
        return look(st)

    return run


@statement(SetCell)
def _set_cell(rules: Rules, place: Place, node: SetCell) -> Run:
    cell = node.cell
    value_code = rules.compiler(node.value)
    origin = rules.compiler.origin
    change = _change(node.op, origin, None)
    look = rules.look_after(node)

    def run(st: State) -> bool:
        value = value_code(st)
        if change is not None:
            value = change(st.cells[cell], value)
        if type(value) is int and not -NUMBER_LIMIT <= value <= NUMBER_LIMIT:
            fault("out-of-range", origin, f"a number that is too great: {value}", value=value)
        st.cells[cell] = value
        return look(st)

    return run
