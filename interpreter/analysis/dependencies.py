"""What each trigger reads and each statement may change, so that a statement looks only at triggers it can
affect.

Things that can change are numbered as bits of one mask: zone families, variable families, locals, counters,
and a few single things.  Where it cannot be seen which zone is meant, all zones are.  A mask may say too
much, never too little.
"""

from __future__ import annotations

from interpreter.program import (
    AtEnd,
    AtOnce,
    Call,
    Choose,
    Clause,
    Cond,
    Draw,
    Each,
    End,
    Expr,
    Flip,
    Gen,
    If,
    InitVar,
    MeldKind,
    Misses,
    Move,
    Program,
    Repeat,
    Restart,
    Reveal,
    Reverse,
    Roll,
    SetCell,
    SetVar,
    Shuffle,
    Sort,
    Statement,
    Target,
    Together,
    Transfer,
    Turns,
)  # fmt: skip

_ZONE_READERS = frozenset(
    {"zone_pieces", "zone_size", "zone_top", "zone_first", "zone_meld", "zone_melds", "zone_by"}
)
_PLACE_READERS = frozenset({"holder", "position"})


class Dependencies:
    """Reads and writes of a Program, as masks; `affected(statement)` lists triggers by number, ascending."""

    def __init__(self, program: Program) -> None:
        self.program = program
        bit = 0
        self._zone_bit = bit
        bit += len(program.zones)
        self.zones = (1 << bit) - 1
        self._var_bit = bit
        bit += len(program.variables)
        self._counter_bit = bit
        self.counters = ((1 << len(program.counters)) - 1) << bit
        bit += len(program.counters)
        self._cell_bit = bit
        bit += len(program.cells)
        self.turn, self.order, self.facing, self.dice, self.over = (1 << (bit + n) for n in range(5))
        self.everything = (1 << (bit + 5)) - 1
        self._functions: dict[int, int] = {}
        self.counted_in_zones = self._counted_in_zones()
        self.trigger_reads = [self.clause(trigger.clause) for trigger in program.triggers]

    def affected(self, statement: Statement) -> tuple[int, ...]:
        """The triggers that this statement by itself may make true or false."""
        return self.readers(self.writes(statement))

    def readers(self, written: int) -> tuple[int, ...]:
        """The triggers that read something of a mask."""
        return tuple(number for number, reads in enumerate(self.trigger_reads) if reads & written)

    def zone(self, family: int) -> int:
        """The bit of a zone family."""
        return 1 << (self._zone_bit + family)

    def var(self, family: int) -> int:
        """The bit of a variable family."""
        return 1 << (self._var_bit + family)

    def cell(self, number: int) -> int:
        """The bit of a local."""
        return 1 << (self._cell_bit + number)

    def counter(self, number: int) -> int:
        """The bit of a counter."""
        return 1 << (self._counter_bit + number)

    def _counted_in_zones(self) -> int:
        """The counters of which some may lie in zones: a zone that moves takes them along."""
        mask = 0
        for block in self.program.blocks:
            for statement in block.statements:
                if isinstance(statement, Transfer) and statement.target.op not in ("supply", "seat_holder"):
                    mask |= self.counter(statement.counter)
        return mask

    # -----------------------------------------------------------------------------------------
    # Reading

    def clause(self, clause: Clause) -> int:
        """What generators, conditions and keys read; what they bind themselves is not asked of anybody."""
        reads = bound = 0
        for step in clause.steps:
            if isinstance(step, Cond):
                reads |= self.expr(step.test)
                continue
            bound |= self.cell(step.cell)
            for argument in step.args:
                reads |= self.expr(argument)
            if step.kind == "melds":
                for kind, _ in step.static:
                    reads |= self._meld(self.program.melds[kind])
        for key in clause.keys:
            reads |= self.expr(key.value)
        return reads & ~bound

    def expr(self, expr: Expr) -> int:
        """What an expression reads."""
        reads = self.clause(expr.clause) if expr.clause is not None else 0
        for argument in expr.args:
            reads |= self.expr(argument)
        return reads | self._form(expr)

    def _form(self, expr: Expr) -> int:
        op = expr.op
        if op == "cell":
            return self.cell(expr.static[0])
        if op == "var":
            return self.var(expr.static[0])
        if op == "call":
            return self._function(expr.static[0])
        if op == "table":
            return self._rows(expr.static[0])
        if op in _ZONE_READERS:
            return self._zone_meant(expr.args[0]) | (self.counters if op == "zone_size" else 0)
        if op in ("family_pieces", "family_size"):
            return self.zone(expr.static[0]) | (self.counters if op == "family_size" else 0)
        if op in _PLACE_READERS:
            return self.zones
        if op == "held":
            return self.counter(expr.static[0])
        if op == "is_meld":
            mask = 0
            for kind, _ in expr.static:
                mask |= self._meld(self.program.melds[kind])
            return mask
        if op == "next":
            return self.everything
        single = {
            "die_value": self.dice, "facing": self.facing | self.zones, "turn": self.turn, "over": self.over
        }  # fmt: skip
        return single.get(op, 0)

    def _zone_meant(self, expr: Expr) -> int:
        return self.zone(expr.static[0]) if expr.op == "zone" else self.zones

    def _function(self, number: int) -> int:
        if number not in self._functions:
            function = self.program.functions[number]
            reads = self.expr(function.body)
            for cell in function.parameters:
                reads &= ~self.cell(cell)
            self._functions[number] = reads
        return self._functions[number]

    def _rows(self, number: int) -> int:
        reads = 0
        for row in self.program.tables[number].rows:
            reads |= self.expr(row.value)
        return reads

    def _meld(self, kind: MeldKind) -> int:
        reads = 0
        for shape in kind.shapes:
            for expr in (shape.measure, shape.total):
                if expr is not None:
                    reads |= self.expr(expr)
            if shape.measure_cell is not None:
                reads &= ~self.cell(shape.measure_cell)
            for part in shape.parts:
                for inner in part.kinds:
                    reads |= self._meld(self.program.melds[inner])
        for cell in kind.parameters:
            reads &= ~self.cell(cell)
        return reads

    # -----------------------------------------------------------------------------------------
    # Writing

    def writes(self, statement: Statement) -> int:
        """What a statement changes by itself; the blocks it runs answer for themselves."""
        match statement:
            case Move():
                return self._move(statement)
            case Draw():
                return self._zone_meant(statement.source) | self._target(statement.target) | self.facing
            case Transfer():
                return self.counter(statement.counter)
            case Flip():
                return self.facing
            case Roll():
                return self.dice
            case Shuffle(zone=zone) | Sort(zone=zone):
                return self._zone_meant(zone) | self.facing
            case SetVar(var=family) | InitVar(var=family):
                return self.var(family)
            case SetCell(cell=cell):
                return self.cell(cell)
            case Each(clause=clause):
                return self._bound(clause)
            case Together():
                return self.everything
            case Turns():
                return self.turn | self.cell(statement.cell) | self._vars(statement.resets)
            case Call():
                phase = self.program.phases[statement.phase]
                return self._cells(phase.parameters) | self._vars(phase.resets)
            case Choose():
                mask = 0
                for alternative in statement.alternatives:
                    mask |= self._bound(alternative.clause)
                return mask
            case Reverse() | Misses():
                return self.order
            case If() | Repeat() | End() | Restart() | AtEnd() | AtOnce() | Reveal():
                return 0

    def _move(self, move: Move) -> int:
        target = self._target(move.target) | self.facing
        if move.everything:
            return self.zones | self.facing
        if move.whole:
            return target | self._zone_meant(move.what) | self.counted_in_zones
        return target | self._source(move.what)

    def _source(self, what: Expr) -> int:
        """The zones that the pieces of an expression lie in."""
        if what.op in ("zone_pieces", "zone_top", "zone_first", "zone_meld", "zone_melds"):
            return self._zone_meant(what.args[0])
        if what.op == "family_pieces":
            return self.zone(what.static[0])
        if what.op in ("first_of", "last_of", "meld_pieces") or (what.op in ("pick", "without", "last_n")):
            return self._source(what.args[0])
        if what.op in ("join", "list"):
            mask = 0
            for argument in what.args:
                mask |= self._source(argument)
            return mask
        return self.zones

    def _target(self, target: Target) -> int:
        if target.kind == "family" and target.family is not None:
            return self.zone(target.family)
        return self.zones if target.place is None else self._zone_meant(target.place)

    def _bound(self, clause: Clause) -> int:
        return self._cells(tuple(step.cell for step in clause.steps if isinstance(step, Gen)))

    def _cells(self, cells: tuple[int, ...]) -> int:
        mask = 0
        for cell in cells:
            mask |= self.cell(cell)
        return mask

    def _vars(self, families: tuple[int, ...]) -> int:
        mask = 0
        for family in families:
            mask |= self.var(family)
        return mask
