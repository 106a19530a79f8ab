"""Suspends play at a place: the frames of everything that stands around it.

Each caller's loop stands at the pass that the arguments tell, else at its first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from interpreter import program as p
from interpreter.expressions.clauses import binding_sink, cells_of, compile_clause, put
from interpreter.faults import RulesFault
from interpreter.frames import BLOCK, CALL, EACH, OPTION, REPEAT, TURNS
from interpreter.machine import Machine
from interpreter.setup.facts import Place, SetUpError
from interpreter.state import State

Step = tuple[int, int]
"""A statement: block and index."""


def stand(machine: Machine, st: State, place: Place) -> None:
    """Play stands at the place from now on."""
    path = path_to(machine.program, place)
    if path is None:
        raise SetUpError("play never comes to this place", place.origin)
    _Suspender(machine, st, place, path).run()


def path_to(program: p.Program, place: Place) -> list[Step] | None:
    """The statements that stand around the place, outermost first; the last one is the place itself."""
    start = program.phases[program.main].body
    if place.phase == program.main:
        return []
    named = place.within if place.phase is None else place.phase
    for path in _paths(program, start, [], named == program.main):
        block, index = path[-1]
        node = program.blocks[block].statements[index]
        if place.phase is None and _is_turns(program, node):
            if place.within is None or _phase_of(program, path) == place.within:
                return path
        elif place.phase is not None and isinstance(node, p.Call) and node.phase == place.phase:
            return path
    return None


def _is_turns(program: p.Program, node: p.Statement) -> bool:
    """Whether a statement goes round the players: `turns`, or a loop over them alone that asks somebody."""
    if isinstance(node, p.Turns):
        return True
    if not isinstance(node, p.Each):
        return False
    generators = [step for step in node.clause.steps if isinstance(step, p.Gen)]
    around = [(g.kind, g.static) for g in generators] == [("things", (p.PLAYER_DOMAIN,))]
    return around and any(_asks(program, block) for block in _bodies(program, node))


def _asks(program: p.Program, block: int) -> bool:
    """Whether anything is chosen in a block or in what it plays."""
    for node in program.blocks[block].statements:
        if isinstance(node, p.Choose) or any(_asks(program, inner) for inner in _bodies(program, node)):
            return True
    return False


def _phase_of(program: p.Program, path: list[Step]) -> int:
    """The phase in which the last statement of a path stands."""
    for block, index in reversed(path[:-1]):
        node = program.blocks[block].statements[index]
        if isinstance(node, p.Call):
            return node.phase
    return program.main


def _paths(program: p.Program, block: int, above: list[Step], _: bool) -> Iterator[list[Step]]:
    """Every way to a statement, in the order of the text."""
    for index, node in enumerate(program.blocks[block].statements):
        path = [*above, (block, index)]
        yield path
        for inner in _bodies(program, node):
            yield from _paths(program, inner, path, False)


def _bodies(program: p.Program, node: p.Statement) -> list[int]:
    if isinstance(node, p.If):
        return [b for b in (node.then, node.otherwise) if b is not None]
    if isinstance(node, (p.Each, p.Repeat, p.Turns)):
        return [node.body]
    if isinstance(node, p.Call):
        return [program.phases[node.phase].body]
    if isinstance(node, p.Choose):
        return [a.body for a in node.alternatives]
    return []


class _Suspender:
    """Builds the frames along a path."""

    def __init__(self, machine: Machine, st: State, place: Place, path: list[Step]) -> None:
        self.machine, self.st, self.place, self.path = machine, st, place, path
        self.program = machine.program
        self.compiler = machine.rules.compiler
        self.arguments = [self.compiler(a)(st) for a in place.arguments]
        self.seat = None if place.seat is None else self.compiler(place.seat)(st)

    def run(self) -> None:
        """Frames from the phase `game` down to the place."""
        main = self.program.main
        self.st.frames.append([CALL, main])
        if not self.path:
            self._enter(self.program.phases[main].body, 0)
            return
        for depth, (block, index) in enumerate(self.path):
            self._enter(block, index + 1)
            self._before(block, index)
            node = self.program.blocks[block].statements[index]
            last = depth == len(self.path) - 1
            self._suspend(node, block, index, depth, last)
        node = self.program.blocks[self.path[-1][0]].statements[self.path[-1][1]]
        if isinstance(node, (p.Turns, p.Each)):
            self._enter(node.body, 0)
        elif isinstance(node, p.Call):
            self._enter(self.program.phases[node.phase].body, 0)

    def _enter(self, block: int, index: int) -> None:
        self.st.frames.append([BLOCK, block, index])

    def _before(self, block: int, index: int) -> None:
        """Locals declared before the place have their initial values, as far as these can be had."""
        for node in self.program.blocks[block].statements[:index]:
            try:
                if isinstance(node, p.InitVar):
                    self.machine.rules.initialise(self.st, node.var)
                elif isinstance(node, p.SetCell) and node.op == "=" and self.st.cells[node.cell] is None:
                    self.st.cells[node.cell] = self.compiler(node.value)(self.st)
            except RulesFault:
                continue

    def _suspend(self, node: p.Statement, block: int, index: int, depth: int, last: bool) -> None:
        st, frames = self.st, self.st.frames
        if isinstance(node, p.Each):
            bindings, chosen = self._pass(node, depth, self.seat if last else None)
            put(st, cells_of(node.clause), bindings[chosen])
            frames.append([EACH, block, index, chosen + 1, tuple(bindings)])
        elif isinstance(node, p.Repeat):
            count = None if node.count is None else self.compiler(node.count)(st)
            frames.append([REPEAT, block, index, 1, count])
        elif isinstance(node, p.Turns):
            seat = self.seat if last and self.place.phase is None else self._turn(node, depth)
            st.cells[node.cell] = seat
            frames.append([TURNS, block, index, seat, 0, ()])
        elif isinstance(node, p.Call):
            self._call(node, last)
        elif isinstance(node, p.Choose):
            inner = self.path[depth + 1][0]
            for number, alternative in enumerate(node.alternatives):
                if alternative.body == inner:
                    frames.append([OPTION, block, index, number])

    def _call(self, node: p.Call, last: bool) -> None:
        phase = self.program.phases[node.phase]
        named = self.place.phase if self.place.phase is not None else self.place.within
        if node.phase == named and (last or self.place.phase is None):
            values: list[Any] = self.arguments
            if len(values) != len(phase.parameters):
                words = f"`{phase.name}` needs {len(phase.parameters)} arguments"
                raise SetUpError(words, self.place.origin)
        else:
            try:
                values = [self.compiler(a)(self.st) for a in node.args]
            except RulesFault:
                values = [None] * len(node.args)
        for cell, value in zip(phase.parameters, values, strict=True):
            self.st.cells[cell] = value
        self.st.frames.append([CALL, node.phase])

    def _wanted(self, depth: int) -> tuple[p.Call, list[Any]] | None:
        """The call further down whose arguments were given, if the loop at `depth` stands right around it."""
        named = self.place.phase if self.place.phase is not None else self.place.within
        for block, index in self.path[depth + 1 :]:
            node = self.program.blocks[block].statements[index]
            if isinstance(node, p.Call):
                return (node, self.arguments) if node.phase == named else None
        return None

    def _pass(self, node: p.Each, depth: int, seat: int | None) -> tuple[list[Any], int]:
        """The bindings of a loop, and at which of them it stands."""
        bindings: list[Any] = []
        walk = compile_clause(self.compiler, node.clause, binding_sink(cells_of(node.clause), node.origin))
        walk(self.st, bindings)
        if not bindings:
            raise SetUpError("the loop around this place has nothing to run over", node.origin)
        if seat is not None:
            if (seat,) not in bindings:
                raise SetUpError("the loop around this place does not come to that player", self.place.origin)
            return bindings, bindings.index((seat,))
        wanted = self._wanted(depth)
        if wanted is not None:
            for number, binding in enumerate(bindings):
                put(self.st, cells_of(node.clause), binding)
                if self._fits(wanted):
                    return bindings, number
        return bindings, 0

    def _fits(self, wanted: tuple[p.Call, list[Any]]) -> bool:
        call, arguments = wanted
        try:
            return [self.compiler(a)(self.st) for a in call.args] == arguments
        except RulesFault:
            return False

    def _turn(self, node: p.Turns, depth: int) -> int:
        """Whose turn it is in a `turns` that was not asked for."""
        wanted = self._wanted(depth)
        if wanted is not None:
            for seat in range(self.program.players):
                self.st.cells[node.cell] = seat
                if self._fits(wanted):
                    return seat
        start = 0 if node.start is None else self.compiler(node.start)(self.st)
        return 0 if start is None else int(start)
