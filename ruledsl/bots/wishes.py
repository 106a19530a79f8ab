"""What the rules want of a player, read off the Program without playing.

Where the winner is found only at the end, the rules still tell what leads there: a trigger, an `until` or an
`if` that ends something waits for zones to be empty, and melds can be made of a row.  A bot that looks one
step ahead uses this where the result itself sees no difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from interpreter.program import (
    PLAYER_DOMAIN,
    Cond,
    Each,
    End,
    Expr,
    Gen,
    If,
    Program,
    Repeat,
    Turns,
)
from ruledsl.bots.parts import parts


@frozen
class RowMelds:
    """Melds of these kinds can be made of neighbours in a player's row of this zone family."""

    family: int
    kinds: tuple[int, ...]


@frozen
class Wishes:
    """`empty`: zone families that conditions wait to be empty; `rows`: rows of which melds are made."""

    empty: tuple[int, ...]
    rows: tuple[RowMelds, ...]


def wishes_of(program: Program) -> Wishes:
    """The wishes of a Program's rules."""
    empty: dict[int, None] = {}
    for test in _awaited(program):
        for family in _wanted_empty(program, test, frozenset()):
            if program.players == 1 or PLAYER_DOMAIN in program.zones[family].keys:
                empty[family] = None
    return Wishes(tuple(empty), tuple(_rows(program, empty)))


def _awaited(program: Program) -> Iterator[Expr]:
    """The conditions that play waits for."""
    for trigger in program.triggers:
        for step in trigger.clause.steps:
            if isinstance(step, Cond):
                yield step.test
    for block in program.blocks:
        for statement in block.statements:
            if isinstance(statement, Turns | Repeat | Each) and statement.until is not None:
                yield statement.until
            elif isinstance(statement, If):
                then = program.blocks[statement.then].statements
                if any(isinstance(inner, End) for inner in then):
                    yield statement.test


def _wanted_empty(program: Program, test: Expr, seen: frozenset[int]) -> Iterator[int]:
    """The zone families that must be empty for a condition to hold, or may help it to."""
    if test.op in ("and", "or"):
        for part in test.args:
            yield from _wanted_empty(program, part, seen)
    elif test.op == "call" and test.static[0] not in seen:
        number = test.static[0]
        yield from _wanted_empty(program, program.functions[number].body, seen | {number})
    elif test.op in ("some", "all", "count") and test.clause is not None:
        for step in test.clause.steps:
            if isinstance(step, Cond):
                yield from _wanted_empty(program, step.test, seen)
    elif test.op == "eq" and len(test.args) == 2:
        size, number_ = test.args
        if number_.op == "const" and number_.static[0] == 0 and size.op == "zone_size":
            zone = size.args[0]
            if zone.op == "zone":
                yield zone.static[0]


def _rows(program: Program, empty: Iterable[int]) -> Iterator[RowMelds]:
    kinds: dict[int, dict[int, None]] = {}
    for node in parts(program.blocks):
        if isinstance(node, Gen) and node.kind == "melds":
            piece = node.args[0]
            if piece.op == "zone_pieces" and piece.args[0].op == "zone":
                family = piece.args[0].static[0]
                for kind, parameters in node.static:
                    if not parameters:
                        kinds.setdefault(family, {})[kind] = None
    for family in empty:
        if program.zones[family].kind == "row" and family in kinds:
            yield RowMelds(family, tuple(kinds[family]))
