"""Values of the rules (counted pieces, variables, locals) as numbers.

A value of a closed list (a member, a zone) is one entry for each of its members, 1 for the one it is. Pieces
are counted by how they look. A number, yes or no, or a text has an entry that tells whether there is any,
and one for the value (of a text: its number among the texts of the rules). Of a list of other things the
length is told. Locals are told only to the seat that chooses, and not in a simultaneous choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from interpreter.analysis.blocks import reached
from interpreter.layout import Layout
from interpreter.piece_flow import MELD, MIXED, PIECE, PIECES, ZONE, PieceFlow
from interpreter.program import (
    PLAYER_DOMAIN,
    Call,
    Choose,
    Clause,
    Each,
    Expr,
    Gen,
    Program,
    Together,
    Turns,
)
from interpreter.state import LIST_LIMIT, NUMBER_LIMIT
from interpreter.views import Card, MeldRef, Ref, View
from ruledsl.adapters.actions import piece_text
from ruledsl.adapters.sections import Plan
from ruledsl.bots.parts import parts
from ruledsl.tools.events import variable_names

Vector = list[float]
Write = Callable[[Any, Vector], None]
"""Fills in one value."""


class ValueSections:
    """Counted pieces, variables and locals; `write` fills them in."""

    def __init__(self, plan: Plan, layout: Layout) -> None:
        self.layout = layout
        program = layout.program
        self._labels = sorted(set(layout.piece_label))
        self._index = {label: index for index, label in enumerate(self._labels)}
        self._texts = _texts(program)
        self._counters = [self._lay_out_counter(plan, number) for number in range(len(program.counters))]
        self._variables: list[Write] = []
        flow = PieceFlow.of(layout)
        for (family, names), kind in zip(variable_names(layout), flow.variables, strict=True):
            self._variables += [self._lay_out(plan, f"var {name}", family.type, kind) for name in names]
        types = types_of_cells(program)
        self._locals = [
            (cell, self._lay_out(plan, f"local {program.cells[cell]}", types.get(cell, ""), flow.cells[cell]))
            for cell in lasting_cells(program)
        ]

    def write(self, view: View, locals_too: bool, out: Vector) -> None:
        """Fills in the values of a view; locals only if asked to."""
        for start, held in zip(self._counters, view.counters, strict=True):
            out[start : start + len(held)] = [float(amount) for amount in held]
        for write, value in zip(self._variables, view.variables, strict=True):
            write(value, out)
        if locals_too and view.resume is not None:
            for cell, write in self._locals:
                write(view.resume.cells[cell], out)

    # -- laying out ------------------------------------------------------------------------------

    def _lay_out_counter(self, plan: Plan, number: int) -> int:
        layout = self.layout
        counter = layout.program.counters[number]
        holders = ["supply", *layout.seat_names, *layout.zone_label]
        return plan.add(f"counter {counter.name}", holders, 0, counter.total)

    def _lay_out(self, plan: Plan, name: str, kind: str, flow: str) -> Write:
        """Adds the sections of one value. `kind` as in `VarFamily.type`, "" where it is not known; `flow`
        says where pieces may be."""
        layout = self.layout
        if kind.startswith("domain:"):
            number = layout.domain_named[kind.removeprefix("domain:")]
            members = layout.seat_names if number == 0 else layout.program.domains[number].members
            return _one_of(plan.add(name, members), len(members))
        if flow == ZONE:
            return _one_of(plan.add(name, layout.zone_label), layout.zone_count)
        if flow in (PIECE, PIECES, MELD, MIXED):
            texts = [piece_text(layout, label) for label in self._labels]
            start = plan.add(name, texts, 0, LIST_LIMIT)
            length = plan.add(f"{name} size", ["size"], 0, LIST_LIMIT)
            return self._counted(start, length)
        there = plan.add(f"{name} set", ["set"])
        value = plan.add(name, ["value"], -NUMBER_LIMIT, NUMBER_LIMIT)
        return self._number(there, value)

    def _counted(self, start: int, length: int) -> Write:
        """Pieces by label, and how many they are with those that are not known."""

        def write(value: Any, out: Vector) -> None:
            pieces = _pieces_in(value)
            out[length] = len(pieces)
            for piece in pieces:
                label = self._label(piece)
                if label is not None:
                    out[start + self._index[label]] += 1

        return write

    def _number(self, there: int, start: int) -> Write:
        """A number, 1 for yes, a text by its number; of a list its length."""

        def write(value: Any, out: Vector) -> None:
            if value is None:
                return
            out[there] = 1
            if isinstance(value, tuple):
                out[start] = len(value)
            else:
                out[start] = self._texts.get(value, 0) if isinstance(value, str) else value

        return write

    def _label(self, piece: Any) -> int | None:
        if isinstance(piece, Ref):
            return piece.label
        if isinstance(piece, Card) and piece.face is not None:
            return self.layout.label(piece.face, piece.owner)
        return None


def _one_of(start: int, count: int) -> Write:
    def write(value: Any, out: Vector) -> None:
        if isinstance(value, int) and value < count:
            out[start + value] = 1

    return write


def _texts(program: Program) -> dict[str, int]:
    """The texts that stand in the rules, numbered from 1."""
    consts = (
        node.static[0]
        for node in parts((program.blocks, program.functions, program.tables, program.variables))
        if isinstance(node, Expr) and node.op == "const"
    )
    found: dict[str, int] = {}
    for value in consts:
        if isinstance(value, str):
            found.setdefault(value, 1 + len(found))
    return found


def _pieces_in(value: Any) -> Sequence[Any]:
    """The pieces of a value in a view: one, several or none; each a Card, a Ref, or None when unknown."""
    if value is None or isinstance(value, int):
        return ()
    if isinstance(value, Card | Ref):
        return (value,)
    return value.pieces if isinstance(value, MeldRef) else tuple(value)


# ---------------------------------------------------------------------------------------------
# Locals


def lasting_cells(program: Program) -> list[int]:
    """The locals that can have a value while somebody chooses: of loops, phases, blocks, triggers and options
    within which there is a choice. What an option only names (`x = ...`) may rest on secrets of the one who
    chooses, and is left out."""
    asks = {number for number in range(len(program.blocks)) if _asks(program, number)}
    found: set[int] = set()
    for number, block in enumerate(program.blocks):
        if number in asks:
            found.update(block.cells)
        for node in block.statements:
            if isinstance(node, Each | Together) and node.body in asks:
                found.update(step.cell for step in node.clause.steps if isinstance(step, Gen))
            elif isinstance(node, Turns) and node.body in asks:
                found.add(node.cell)
            elif isinstance(node, Choose):
                for alternative in node.alternatives:
                    if alternative.body in asks:
                        found.update(gen.cell for gen in _bound(alternative.clause))
    for phase in program.phases:
        if phase.body in asks:
            found.update(phase.parameters)
    for trigger in program.triggers:
        if trigger.body in asks:
            found.update(step.cell for step in trigger.clause.steps if isinstance(step, Gen))
    return sorted(found)


def _asks(program: Program, block: int) -> bool:
    """Whether a block, or one that it runs, has a choice."""
    return any(
        isinstance(node, Choose)
        for number in reached(program, block)
        for node in program.blocks[number].statements
    )


def _bound(clause: Clause) -> Iterator[Gen]:
    return (step for step in clause.steps if isinstance(step, Gen) and step.kind != "let")


def types_of_cells(program: Program) -> dict[int, str]:
    """The types of locals, in the words of `Gen.type`, as far as they are written or handed on."""
    found: dict[int, str] = {}
    handed: list[tuple[int, int]] = []
    for node in parts((program.blocks, program.triggers)):
        if isinstance(node, Gen):
            found[node.cell] = node.type
        elif isinstance(node, Turns):
            found[node.cell] = f"domain:{program.domains[PLAYER_DOMAIN].name}"
        elif isinstance(node, Call):
            given = zip(program.phases[node.phase].parameters, node.args, strict=True)
            handed += [(cell, value.static[0]) for cell, value in given if value.op == "cell"]
    for _ in program.phases:
        for cell, source in handed:
            if source in found:
                found.setdefault(cell, found[source])
    return found
