"""What the rules can do with pieces, read off the Program without playing.

Two questions are answered for every game of a Program at once: which locals and variables hold pieces (so
that they can be taken out of what a player is shown), and pieces of which families can lie in which zones
(so that a guess at hidden pieces does not put an event card into a hand). The answers are safe: a local that
may hold a piece is said to, and a family that may get to a zone is listed.

Everything is followed to a fixed point: a move adds the families of what moves to the zones it may go to.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import define

from interpreter.layout import Layout
from interpreter.plain import Plain, parts
from interpreter.primitives import FORMS
from interpreter.program import (
    Call,
    Clause,
    Draw,
    Expr,
    Function,
    Gen,
    Move,
    Program,
    SetCell,
    SetVar,
    Target,
    Transfer,
)

OTHER = ""
PIECE = "piece"
PIECES = "pieces"
MELD = "meld"
ZONE = "zone"
MIXED = "mixed"
"""A zone (then a number) or a list of pieces (then a tuple)."""

_GIVES = {form.name: form.gives for form in FORMS}
_KIND_OF_TYPE = {"p": PIECE, "P": PIECES, "m": MELD, "z": ZONE}
_LAST_BOUND = ("the", "first", "sole", "most", "fewest", "collect")


@define
class Flow:
    """What a value may be: its kind, the families of pieces in it, the families of zones it may name."""

    kind: str = OTHER
    families: frozenset[int] = frozenset()
    zones: frozenset[int] = frozenset()

    def join(self, other: Flow) -> Flow:
        """What is one or the other."""
        kinds = {self.kind, other.kind} - {OTHER}
        if len(kinds) < 2:
            kind = kinds.pop() if kinds else OTHER
        elif kinds == {PIECE, PIECES}:
            kind = PIECES
        else:
            kind = MELD if MELD in kinds else MIXED
        return Flow(kind, self.families | other.families, self.zones | other.zones)


class PieceFlow:
    """The answers for one Program.

    `cells[cell]` and `variables[family]` say what a local or variable may hold: piece, pieces, meld, zone,
    mixed or "". `cell_families[cell]` are the families of the pieces that a local may hold.
    `holds[zone]` are the families of pieces that can come to lie in a zone.
    """

    def __init__(self, layout: Layout) -> None:
        program = layout.program
        self._program: Program = program
        self._everything = frozenset(range(len(program.families)))
        self._content: list[frozenset[int]] = [frozenset()] * len(program.zones)
        self._cells = [Flow() for _ in program.cells]
        self._variables = [
            Flow(v.type if v.type in (PIECE, PIECES, MELD, ZONE) else OTHER) for v in program.variables
        ]
        self._changed = True
        self._memo: dict[int, Flow] = {}
        while self._changed:
            self._changed = False
            self._memo = {}
            self._visit(program)
        self.cells = [flow.kind for flow in self._cells]
        self.cell_families = [flow.families for flow in self._cells]
        self.variables = [flow.kind for flow in self._variables]
        self.holds = [self._content[layout.zone_family[zone]] for zone in range(layout.zone_count)]

    @staticmethod
    def of(layout: Layout) -> PieceFlow:
        """The answers for a Layout's Program; found once and kept with it."""
        flow = layout.program._cache.get("piece flow")
        if not isinstance(flow, PieceFlow):
            flow = PieceFlow(layout)
            layout.program._cache["piece flow"] = flow
        return flow

    # -- one pass over everything ----------------------------------------------------------------

    def _visit(self, node: Any) -> None:
        """Follows what one node does, then the nodes in it."""
        if type(node) is tuple:
            for part in node:
                if isinstance(part, tuple | Plain):
                    self._visit(part)
            return
        if isinstance(node, Expr):
            self._of(node)
        elif isinstance(node, Clause):
            self._bind(node)
        elif isinstance(node, Move | Draw | Transfer):
            self._move(node)
        elif isinstance(node, SetVar):
            self._widen_variable(node.var, self._of(node.value))
        elif isinstance(node, SetCell):
            self._widen(node.cell, self._of(node.value))
        elif isinstance(node, Call):
            self._pass(self._program.phases[node.phase].parameters, node.args)
        for part in parts(node):
            if isinstance(part, tuple | Plain):
                self._visit(part)

    def _move(self, node: Move | Draw | Transfer) -> None:
        if isinstance(node, Transfer):
            return
        if isinstance(node, Draw):
            families = self._inside(self._of(node.source).zones)
            if node.family is not None:
                families &= {node.family}
        else:
            what = self._of(node.what)
            families = what.families | self._inside(what.zones)
        for zone in self._targets(node.target):
            if not families <= self._content[zone]:
                self._content[zone] |= families
                self._changed = True

    def _targets(self, target: Target) -> Iterable[int]:
        if target.kind == "family" and target.family is not None:
            return (target.family,)
        zones = self._program.zones
        if target.kind == "meld":
            return [i for i, zone in enumerate(zones) if zone.kind in ("meld", "melds")]
        named = self._of(target.place).zones if target.place is not None else frozenset()
        return named or range(len(zones))

    def _inside(self, zones: Iterable[int]) -> frozenset[int]:
        found: frozenset[int] = frozenset()
        for zone in zones:
            found |= self._content[zone]
        return found

    def _pass(self, cells: tuple[int, ...], args: tuple[Expr, ...]) -> None:
        for cell, value in zip(cells, args, strict=False):
            self._widen(cell, self._of(value))

    def _widen(self, cell: int, flow: Flow) -> None:
        wider = self._cells[cell].join(flow)
        if wider != self._cells[cell]:
            self._cells[cell] = wider
            self._changed = True

    def _widen_variable(self, family: int, flow: Flow) -> None:
        wider = self._variables[family].join(flow)
        if wider != self._variables[family]:
            self._variables[family] = wider
            self._changed = True

    # -- values ----------------------------------------------------------------------------------

    def _bind(self, clause: Clause) -> Flow:
        """Binds the locals of a clause; what is bound last."""
        last = Flow()
        for step in clause.steps:
            if isinstance(step, Gen):
                last = self._generated(step)
                self._widen(step.cell, last)
        return last

    def _generated(self, gen: Gen) -> Flow:
        if gen.kind in ("things", "range"):
            return Flow()
        both = Flow()
        for argument in gen.args:
            both = both.join(self._of(argument))
        if gen.kind == "list":
            return self._element(both, gen.type)
        if gen.kind == "subsets":
            return Flow(PIECES if both.families else OTHER, both.families)
        if gen.kind == "melds":
            return Flow(MELD, both.families)
        return both

    def _element(self, flow: Flow, said: str = "") -> Flow:
        if said in (PIECE, MELD, ZONE):
            return Flow(said, flow.families, flow.zones)
        kind = PIECE if flow.kind == PIECES else flow.kind
        return Flow(kind, flow.families, flow.zones)

    def _of(self, expr: Expr) -> Flow:
        """What an expression may give; reckoned once in a pass."""
        flow = self._memo.get(id(expr))
        if flow is None:
            flow = self._memo[id(expr)] = self._reckon(expr)
        return flow

    def _reckon(self, expr: Expr) -> Flow:
        op = expr.op
        bound = self._bind(expr.clause) if expr.clause is not None else Flow()
        if op == "cell":
            cell: int = expr.static[0]
            return self._cells[cell]
        if op == "var":
            variable: int = expr.static[0]
            return self._variables[variable]
        if op == "zone":
            return Flow(ZONE, frozenset(), frozenset({expr.static[0]}))
        if op == "call":
            function: Function = self._program.functions[expr.static[0]]
            self._pass(function.parameters, expr.args)
            return self._of(function.body)
        if op == "pieces_of":
            return Flow(PIECES, frozenset({expr.static[0]}))
        if op in ("family_zones", "family_pieces"):
            zones = frozenset({expr.static[0]})
            if op == "family_zones":
                return Flow(ZONE, frozenset(), zones)
            return Flow(PIECES, self._inside(zones))
        if op == "holder":
            return Flow(ZONE, frozenset(), frozenset(range(len(self._program.zones))))
        return self._combined(expr, bound)

    def _combined(self, expr: Expr, bound: Flow) -> Flow:
        """What is made of the arguments of a form, or of what its clause binds."""
        values = [self._of(argument) for argument in expr.args]
        gives = _GIVES.get(expr.op, "x")
        if gives in ("n", "b", "s", "h"):
            return Flow()
        if expr.op == "table":
            values = [self._of(row.value) for row in self._program.tables[expr.static[0]].rows]
        if expr.op in ("pick", "has") and values:
            self._widen(expr.static[0], self._element(values[0]))
            values = values[:1]
        if expr.op in _LAST_BOUND and not values:
            values = [bound]
        joined = Flow()
        for value in values:
            joined = joined.join(value)
        if gives in _KIND_OF_TYPE:
            families = joined.families | self._inside(joined.zones)
            return Flow(_KIND_OF_TYPE[gives], families, joined.zones if gives == "z" else frozenset())
        if expr.op in ("first_of", "last_of", "members_of_list"):
            return self._element(joined)
        if gives == "L" and joined.kind == PIECE:
            return Flow(PIECES, joined.families, joined.zones)
        if expr.op in ("attr", "attr_is"):
            return Flow()
        return joined
