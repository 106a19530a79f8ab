"""Blocks and the locals in them: what a block runs, what it owns, what it reads.

A place is a local: the number of a cell, or -1 - the number of a variable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from interpreter.program import AtEnd, Block, Choose, Expr, Gen, InitVar, Program, SetCell, Sort, Turns


def inner_blocks(program: Program, block: Block) -> list[int]:
    """The blocks that the statements of a block run, phases included."""
    found: list[int | None] = []
    for node in block.statements:
        found += [getattr(node, name, None) for name in ("then", "otherwise", "body")]
        if isinstance(node, Choose):
            found += [alternative.body for alternative in node.alternatives]
        phase = getattr(node, "phase", None)
        if phase is not None:
            found.append(program.phases[phase].body)
    return [number for number in found if number is not None]


def reached(program: Program, block: int) -> list[int]:
    """A block and all blocks that it may run, however deep."""
    seen: dict[int, None] = {}
    waiting = [block]
    while waiting:
        number = waiting.pop()
        if number not in seen:
            seen[number] = None
            waiting += inner_blocks(program, program.blocks[number])
    return list(seen)


def owned(program: Program, blocks: Iterable[int]) -> set[int]:
    """The places that these blocks own: their locals, and what loops, choices and phases in them bind."""
    places: set[int] = set()
    for number in blocks:
        block = program.blocks[number]
        places.update(block.cells)
        for family in block.vars:
            places.update(variables(program, family))
        for node in block.statements:
            clauses = [node.clause] if hasattr(node, "clause") else []
            if isinstance(node, Choose):
                clauses = [alternative.clause for alternative in node.alternatives]
            places.update(step.cell for clause in clauses for step in clause.steps if isinstance(step, Gen))
            if isinstance(node, Turns | Sort | SetCell):
                places.add(node.cell)
            elif isinstance(node, InitVar):
                places.update(variables(program, node.var))
            phase = getattr(node, "phase", None)
            if phase is not None:
                places.update(program.phases[phase].parameters)
    return places


def variables(program: Program, family: int) -> range:
    """The places of a variable family."""
    declared = program.variables[family]
    return range(-declared.base - declared.count, -declared.base)


def kept_for_end(program: Program) -> frozenset[int]:
    """The places that what runs at the end of a turn reads and does not own: they must live until then."""
    found = program._cache.get("kept for end")
    if not isinstance(found, frozenset):
        found = program._cache["kept for end"] = _kept_for_end(program)
    return found


def _kept_for_end(program: Program) -> frozenset[int]:
    found: set[int] = set()
    for block in program.blocks:
        for node in block.statements:
            if isinstance(node, AtEnd):
                inside = reached(program, node.body)
                read = {
                    p
                    for number in inside
                    for s in program.blocks[number].statements
                    for p in _read(program, s)
                }
                found |= read - owned(program, inside)
    return frozenset(found)


def _read(program: Program, node: Any) -> Iterator[int]:
    """The places that the expressions in a node name."""
    if isinstance(node, Expr):
        if node.op == "cell":
            yield node.static[0]
        elif node.op == "var" and program.variables[node.static[0]].local:
            yield from variables(program, node.static[0])
    if isinstance(node, tuple):
        for part in node:
            yield from _read(program, part)
    elif attrs.has(type(node)):
        for attribute in attrs.fields(type(node)):
            yield from _read(program, getattr(node, attribute.name))
