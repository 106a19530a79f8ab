"""Lists of members that locals hold in straight play, as masks.

Collecting members of one domain gives them in their order, each once. Where a local gets nothing but such
lists, and nothing is asked of it but how many there are, whether one is among them and which they are, one
after the other, it is a number with a bit for each, and nothing has to be kept in the heap.
"""

from __future__ import annotations

from collections import Counter

from interpreter.compiled.code.clauses import fitting_members
from interpreter.compiled.code.unit import Context, Unit
from interpreter.compiled.features import WORD, nodes
from interpreter.faults import EngineBug
from interpreter.program import Clause, Expr, Function, Gen, Phase, SetCell, Sort, Turns


def set_locals(unit: Unit) -> dict[int, int]:
    """The locals that can be masks, whoever reads them, and of how many members each."""
    if unit.counting is not None:
        return {}
    found: Counter[int] = Counter()
    others: set[int] = set()
    read: Counter[int] = Counter()
    as_set: Counter[int] = Counter()
    for node in nodes(unit.program):
        if isinstance(node, SetCell):
            members = _members(unit, node.value) if node.op == "=" else 0
            found[node.cell] = max(found[node.cell], members)
            if not members:
                others.add(node.cell)
        elif isinstance(node, Expr):
            read.update(_cells((node,)))
            if node.op in ("pick", "has"):
                others.add(node.static[0])
            elif node.op in ("size", "contains"):
                as_set.update(_cells(node.args[:1]))
        elif isinstance(node, Gen):
            others.add(node.cell)
            as_set.update(_cells(node.args) if node.kind == "list" else ())
        elif isinstance(node, Turns | Sort):
            others.add(node.cell)
        elif isinstance(node, Phase | Function):
            others.update(node.parameters)
        elif isinstance(node, Clause) and any(isinstance(s, Gen) and s.kind == "melds" for s in node.steps):
            # some of its conditions stand in a function of their own
            others.update(_cells(tuple(part for part in nodes(node) if isinstance(part, Expr))))
    return {cell: found[cell] for cell in found.keys() - others if read[cell] == as_set[cell]}


def _cells(exprs: tuple[Expr, ...]) -> list[int]:
    """The locals that some of these expressions are."""
    return [expr.static[0] for expr in exprs if expr.op == "cell"]


def _members(unit: Unit, value: Expr) -> int:
    """How many members the domain has of which a list collects some, with conditions and keys; 0: it is
    another list, or they are too many."""
    clause = value.clause
    if value.op != "collect" or value.args or clause is None or not clause.steps:
        return 0
    gen, *rest = clause.steps
    if not isinstance(gen, Gen) or gen.kind != "things" or gen.args:
        return 0
    if any(isinstance(step, Gen) for step in rest) or any(
        unit.kinds.of(k.value).is_place for k in clause.keys
    ):
        return 0
    count = len(unit.program.domains[gen.static[0]].members)
    return count if count <= WORD else 0


def collected_set(c: Context, value: Expr) -> str:
    """Writes such a list as a mask, which is given."""
    assert value.clause is not None
    with c.at(value.origin), c.seats_from("first"):
        fitting = fitting_members(c, value.clause)
    if fitting is None:
        raise EngineBug("a list of members is no mask")
    return fitting.mask
