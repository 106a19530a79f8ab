"""Piles and rows whose order nothing ever asks for: where only whole games are played they are bags.

What somebody has won, or a discard pile that only counts at the end, is declared a pile, and so its places
are kept. If the rules never look at its top, never draw from it, never shuffle it and never go through it in
a way in which the order tells, then it might as well be a bag; and what lies in a bag is a mask. Nobody sees
the difference as long as no position leaves the kernel.

Everything that is not known to leave the order alone is taken to ask for it.
"""

from __future__ import annotations

from typing import Any, Final

from interpreter.compiled.features import Features, nodes
from interpreter.layout import Layout
from interpreter.piece_flow import PieceFlow
from interpreter.plain import Plain, evolve, parts
from interpreter.program import Clause, Cond, Draw, Expr, Gen, Move, Program, Target

_KINDS: Final = ("pile", "row")
_PLACES: Final = frozenset(("holder", "position"))
"""Forms that ask any piece where it lies."""
_SAME_AS_LIST: Final = frozenset(("join", "without", "faces_of"))
"""Forms whose order is that of their lists."""
_AS_SET: Final = frozenset(("size", "contains", "same_bag", "includes_bag"))
"""Forms that do not ask for the order of their lists."""
_ALL_BINDINGS: Final = frozenset(("count", "sum", "most", "fewest", "the"))
"""Quantifiers that look at every binding; `some` and `has` stop at the first."""
_OF_SOMETHING: Final = frozenset(
    ("lt", "le", "gt", "ge", "add", "sub", "mul", "neg", "abs", "greatest", "least", "sum")
)
"""Forms that are a fault where an argument is none."""
_NUMBERS: Final = frozenset(
    ("add", "sub", "mul", "div", "mod", "neg", "abs", "greatest", "least", "count", "sum", "size",
     "zone_size", "family_size", "attr", "face", "die_value", "number")
)  # fmt: skip
"""Forms that never give none."""
_NEVER_FAULTS: Final = frozenset(
    ("const", "cell", "and", "or", "not", "eq", "ne", "if", "attr_is", "face_in", "same_face", "family_is",
     "owner", "size", "zone_size", "family_size", "zone", "turn", "over", "count", "some", "has", "contains",
     "join", "without", "pick", "collect")
)  # fmt: skip


def without_order(program: Program) -> Program:
    """The Program with bags for all piles and rows whose order nothing asks for; the same one if none is."""
    layout = Layout.of(program)
    features = Features(layout, False)
    if features.facing or any(isinstance(n, Expr) and n.op in _PLACES for n in nodes(program)):
        return program
    free = {number for number in range(len(program.zones)) if _may_be_bag(features, number)}
    asking = _Asking(program, features)
    while free and asking.goes_on(free):
        free -= asking.found
    if not free:
        return program
    zones = tuple(
        evolve(zone, kind="bag") if number in free else zone for number, zone in enumerate(program.zones)
    )
    loose = evolve(program, zones=zones)
    # which pieces get where is the same
    loose._cache["piece flow"] = PieceFlow.of(layout)
    return loose


def _may_be_bag(features: Features, family: int) -> bool:
    """Whether a family of zones could be kept as masks, and holds no twins, which a bag tells apart less."""
    layout = features.layout
    zone = features.program.zones[family]
    held = features.holds[zone.base]
    return (
        zone.kind in _KINDS
        and bool(held)
        and features.words == 1
        and not any(features.program.families[each].dice for each in held)
        and all(len(layout.twins[piece]) == 1 for each in held for piece in layout.family_pieces[each])
    )


class _Asking:
    """`found`: the families of zones whose order something asks for, as far as that was looked for."""

    def __init__(self, program: Program, features: Features) -> None:
        self.program = program
        self.free: set[int] = set()
        self.found: set[int] = set()
        zones = program.zones
        self._may_wait = {
            number
            for number, zone in enumerate(zones)
            if any(features.may_wait[zone.base : zone.base + zone.count])
        }
        self._flow = PieceFlow.of(features.layout)
        self._of_zones = _given_zones(program)
        self._asked_cells: set[int] = set()

    def goes_on(self, free: set[int]) -> bool:
        """Goes through the Program once, those of `free` being bags; whether anything new was found."""
        self.free = set(free)
        cells = len(self._asked_cells)
        self._visit(self.program)
        return bool(self.found & free) or len(self._asked_cells) > cells

    # -- statements ------------------------------------------------------------------------------

    def _visit(self, node: Any) -> None:
        """Everything in a part of the Program; an expression in it is taken to be asked for its order."""
        if isinstance(node, Expr):
            self._list(node, False)
        elif isinstance(node, Move):
            self._move(node)
        elif isinstance(node, Draw):
            self._visit(node.source)
            self._visit(node.count)
            self._target(node.target, self._decided(node.source))
        elif type(node) is tuple:
            for part in node:
                if isinstance(part, tuple | Plain):
                    self._visit(part)
        else:
            for part in parts(node):
                if isinstance(part, tuple | Plain):
                    self._visit(part)

    def _move(self, node: Move) -> None:
        target = self._target(node.target, self._decided(node.what))
        if node.whole and target:
            self._whole(node.what)
        else:
            self._list(node.what, target)

    def _target(self, target: Target, decided: bool) -> bool:
        """Notes what a target asks for; whether it leaves the order of what comes alone."""
        families: set[int] = set()
        if target.kind == "family" and target.family is not None:
            families = {target.family}
        elif target.kind == "zone" and target.place is not None and target.place.op == "zone":
            families = {target.place.static[0]}
            self._visit(target.place.args)
        elif target.place is not None:
            self._visit(target.place)
        self._visit(target.at)
        if target.at is not None or target.shuffled or not decided:
            self.found |= families
        if target.kind != "zone" or not families or target.at is not None:
            return False
        (family,) = families
        return family in self.free or self.program.zones[family].kind in ("bag", "slot") or target.shuffled

    def _decided(self, what: Expr) -> bool:
        """Whether nothing undecided can come with it."""
        for part in nodes(what):
            if not isinstance(part, Expr):
                continue
            if part.op == "call":
                if not self._decided(self.program.functions[part.static[0]].body):
                    return False
            elif (
                part.op in ("zone", "family_pieces", "family_zones")
                and part.static[0] in self._may_wait - self.free
            ):
                return False
        return True

    def _whole(self, zone: Expr) -> None:
        """A zone that is moved, counted or looked at as it is."""
        if zone.op != "cell":
            self._visit(zone.args if zone.op == "zone" else zone)

    # -- expressions -----------------------------------------------------------------------------

    def _list(self, e: Expr, as_set: bool) -> None:
        """One expression; `as_set`: whoever asks leaves the order of this list alone."""
        op = e.op
        if op in ("zone_pieces", "family_pieces") and as_set:
            for zone in e.args:
                self._whole(zone)
        elif op == "zone_size":
            self._whole(e.args[0])
        elif op in ("zone", "family_zones", "family_pieces"):
            self.found.add(e.static[0])
            self._visit(e.args)
        elif op in _SAME_AS_LIST or op in _AS_SET:
            for argument in e.args:
                self._list(argument, as_set or op in _AS_SET)
        elif op == "cell":
            if not as_set:
                self._asked_cells.add(e.static[0])
        elif op == "call":
            parameters = self.program.functions[e.static[0]].parameters
            for parameter, argument in zip(parameters, e.args, strict=True):
                if argument.op == "zone" and parameter not in self._asked_cells:
                    self._whole(argument)
                else:
                    self._list(argument, parameter not in self._asked_cells)
        elif op in ("pick", "has"):
            there = frozenset({e.static[0]} if _lies_in_zones(e.args[0], self._of_zones) else ())
            most = 0 if op == "has" else 1
            fits = self._faults(e.args[1], there) <= most
            self._list(e.args[0], (as_set or op == "has") and fits)
            self._list(e.args[1], False)
        elif e.clause is not None:
            self._quantifier(e, as_set)
        else:
            self._visit(e.args)

    def _quantifier(self, e: Expr, as_set: bool) -> None:
        assert e.clause is not None
        ordered = any(number is not None and not isinstance(number, bool) for number in e.static)
        steps = e.clause.steps
        there = frozenset(step.cell for step in steps if isinstance(step, Gen) and self._is_of_zones(step))
        asked = [step.test for step in steps if isinstance(step, Cond)]
        asked += [*e.args, *(key.value for key in e.clause.keys)]
        faults = sum(self._faults(each, there) for each in asked)
        free = (
            (e.op in _ALL_BINDINGS and not ordered and faults <= 1)
            or (e.op == "some" and faults == 0)
            or (e.op == "collect" and as_set and faults <= 1)
        )
        self._clause(e.clause, free)
        self._visit(e.args)

    def _clause(self, clause: Clause, free: bool) -> None:
        for step in clause.steps:
            if isinstance(step, Gen) and step.kind == "list":
                self._list(step.args[0], free)
            else:
                self._visit(step.args if isinstance(step, Gen) else step.test)
        for key in clause.keys:
            self._visit(key.value)

    def _faults(self, e: Expr, there: frozenset[int]) -> int:
        """In how many places of an expression something may be a fault: with one only, it does not tell by
        which binding it came about. `there` are locals that surely hold a piece.
        """
        own = int(e.op not in _NEVER_FAULTS)
        if e.op == "attr":
            own = int(not self._have(e.args[0], e.static[0], there))
        elif e.op == "face":
            own = int(not _is_one_of(e.args[0], there))
        elif e.op == "call":
            function = self.program.functions[e.static[0]]
            pairs = zip(function.parameters, e.args, strict=True)
            own = self._faults(function.body, frozenset(p for p, each in pairs if _is_one_of(each, there)))
        elif e.op == "table":
            rows = self.program.tables[e.static[0]].rows
            own = int(not any(all(key is None for key in row.keys) for row in rows))
            own += sum(self._faults(row.value, frozenset()) for row in rows)
        elif e.op in ("zone_pieces", "family_pieces"):
            own = int(not self._decided(e))  # who lists it first has it decided
        elif e.op in _OF_SOMETHING:
            own = int(not all(map(self._is_something, e.args)))
        inner = () if e.clause is None else tuple(part for part in nodes(e.clause) if isinstance(part, Expr))
        return own + sum(self._faults(each, there) for each in (*e.args, *inner))

    def _is_something(self, e: Expr) -> bool:
        """Whether a value, if it is no fault, is surely not none."""
        if e.op == "const":
            return e.static[0] is not None
        if e.op == "table":
            return all(self._is_something(row.value) for row in self.program.tables[e.static[0]].rows)
        return e.op in _NUMBERS

    def _is_of_zones(self, gen: Gen) -> bool:
        """Whether what is bound is a piece that lies in a zone."""
        return gen.kind == "list" and _lies_in_zones(gen.args[0], self._of_zones)

    def _have(self, piece: Expr, attribute: int, there: frozenset[int]) -> bool:
        """Whether there is a piece in a local, and has a value of this attribute."""
        if not _is_one_of(piece, there):
            return False
        families = self._flow.cell_families[piece.static[0]]
        faces = self.program.faces
        return all(face.values[attribute] is not None for face in faces if face.family in families)


def _is_one_of(e: Expr, cells: frozenset[int]) -> bool:
    return e.op == "cell" and e.static[0] in cells


def _lies_in_zones(e: Expr, cells: frozenset[int]) -> bool:
    """Whether a list has nothing but pieces that lie in zones; so has one in these locals."""
    if e.op == "join":
        return all(_lies_in_zones(part, cells) for part in e.args)
    if e.op in ("pick", "without"):
        return _lies_in_zones(e.args[0], cells)
    return e.op in ("zone_pieces", "family_pieces") or _is_one_of(e, cells)


def _given_zones(program: Program) -> frozenset[int]:
    """The parameters of defines that are always given lists of pieces that lie in zones."""
    given: dict[int, bool] = {}
    for call in nodes(program):
        if isinstance(call, Expr) and call.op == "call":
            parameters = program.functions[call.static[0]].parameters
            for parameter, argument in zip(parameters, call.args, strict=True):
                given[parameter] = given.get(parameter, True) and _lies_in_zones(argument, frozenset())
    return frozenset(parameter for parameter, always in given.items() if always)
