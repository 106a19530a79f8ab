"""Positions that were not played to: facts are put in place, and play stands where it is said to stand.

`set_up` takes facts (what lies where, counters, variables, who is to act) and gives a position that can run
on. The callers of the place where it begins stand as suspended frames: each caller's loop stands at the
pass that the arguments tell, else at its first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import field, frozen

from interpreter import knowledge, piles
from interpreter import program as p
from interpreter.chance import Chance, Event, Sampled, seed_generator
from interpreter.expressions.clauses import binding_sink, cells_of, compile_clause, put
from interpreter.faults import Refused, RulesFault
from interpreter.frames import BLOCK, CALL, EACH, OPTION, REPEAT, TURNS
from interpreter.layout import Layout, empty_position
from interpreter.machine import Machine
from interpreter.meld_values import laid_from
from interpreter.melds import form
from interpreter.position import NOWHERE, UNDECIDED, Position
from interpreter.state import State

SEED = "example"
"""What chance that is not given is drawn from."""


class SetUpError(Exception):
    """A position that cannot be: `reason` in words, `origin` of the fact."""

    def __init__(self, reason: str, origin: int = -1, **facts: object) -> None:
        super().__init__(reason)
        self.reason, self.origin, self.facts = reason, origin, facts


# ---------------------------------------------------------------------------------------------
# Facts


@frozen
class PieceFact:
    """One piece as named: its possible `faces` (of families that may lie there), `owner`, reading, die's value.

    `facing`: 0 as its zone says, 1 face down, 2 face up.
    """

    text: str
    faces: tuple[int, ...]
    owner: int | None = None
    reading: str | None = None
    shown: int | None = None
    facing: int = 0


@frozen
class ZoneFact:
    """What lies in a zone, first to last. `kind` (of meld) and `by` for meld zones."""

    zone: p.Expr
    pieces: tuple[PieceFact, ...]
    kind: int | None = None
    by: p.Expr | None = None
    origin: int = -1


@frozen
class VariableFact:
    """A variable (by its keys), or the local in `cell`, has this value."""

    value: p.Expr
    variable: int | None = None
    keys: tuple[p.Expr, ...] = ()
    cell: int | None = None
    origin: int = -1


@frozen
class CounterFact:
    """A holder has so many of a counted kind."""

    counter: int
    holder: p.Expr
    count: p.Expr
    origin: int = -1


@frozen
class KnowsFact:
    """A seat knows these pieces in a zone."""

    seat: p.Expr
    zone: p.Expr
    pieces: tuple[PieceFact, ...]
    origin: int = -1


@frozen
class Place:
    """Where play stands.

    `phase` None: at the beginning of a turn of `seat`, of the `turns` inside phase `within` (None: the first
    there is). Else at the beginning of `phase`. `arguments` belong to the phase that is named.
    """

    phase: int | None = None
    arguments: tuple[p.Expr, ...] = ()
    seat: p.Expr | None = None
    within: int | None = None
    origin: int = -1


@frozen
class Facts:
    """A whole `given`."""

    zones: tuple[ZoneFact, ...] = ()
    variables: tuple[VariableFact, ...] = ()
    counters: tuple[CounterFact, ...] = ()
    knowledge: tuple[KnowsFact, ...] = ()
    place: Place | None = None
    rest: p.Expr | None = None
    rest_families: frozenset[int] = field(default=frozenset())
    after_setup: bool = False


# ---------------------------------------------------------------------------------------------
# Chance as written


@frozen
class Outcome:
    """One outcome as written: the faces it may mean, and its number if it is one."""

    text: str
    faces: tuple[int, ...]
    number: int | None = None
    origin: int = -1


class Written:
    """Chance that gives what was written, in order, and after that draws from the position's generator."""

    def __init__(self, layout: Layout, pos: Position, outcomes: list[Outcome]) -> None:
        self.layout = layout
        self.after = Sampled(pos)
        self.outcomes = outcomes
        self.history: list[int] = []

    def _next(self, fits: list[bool], shown: str) -> int | None:
        """The index of the outcome that was written next, None when nothing more was written."""
        if not self.outcomes:
            return None
        wanted = self.outcomes.pop(0)
        for index, fit in enumerate(fits):
            if fit:
                return index
        raise SetUpError(f"chance cannot give `{wanted.text}` here: {shown}", wanted.origin)

    def pick(self, event: Event) -> int:
        """See `Chance`."""
        if len(event.outcomes) == 1:
            return 0
        wanted = self.outcomes[0] if self.outcomes else None
        if event.kind == "piece":
            fits = [wanted is not None and self._is(wanted, label) for label in event.outcomes]
        else:
            fits = [wanted is not None and wanted.number == label for label in event.outcomes]
        found = self._next(fits, f"a {event.kind} is decided")
        return self.after.pick(event) if found is None else found

    def _is(self, wanted: Outcome, label: int) -> bool:
        return self.layout.face_of_label(label) in wanted.faces

    def pick_uniform(self, n: int) -> int:
        """See `Sampled`."""
        return self.pick(Event("index", tuple(range(n)), (1,) * n))

    def pick_piece(self, labels: Sequence[int], pieces: Sequence[int], zone: int = -1) -> int:
        """See `Chance`."""
        if len({labels[piece] for piece in pieces}) == 1:
            return 0
        if not self.outcomes:
            return self.after.pick_piece(labels, pieces, zone)
        wanted = self.outcomes[0]
        codes = " ".join(dict.fromkeys(self.layout.face_code[self.layout.piece_face[x]] for x in pieces))
        found = self._next([self._is(wanted, labels[piece]) for piece in pieces], f"one of {codes} comes")
        assert found is not None
        return found

    def pick_value(self, low: int, high: int) -> int:
        """See `Chance`."""
        if low == high:
            return low
        if not self.outcomes:
            return self.after.pick_value(low, high)
        wanted = self.outcomes[0]
        found = self._next(
            [wanted.number == v for v in range(low, high + 1)], f"a number from {low} to {high} comes"
        )
        assert found is not None
        return low + found


# ---------------------------------------------------------------------------------------------
# Setting up


def set_up(machine: Machine, facts: Facts, outcomes: list[Outcome]) -> Position:
    """The position in which the facts hold, before anything has run (after the set-up if that is wanted).

    `outcomes` are used by the set-up if it runs. Raises SetUpError or RulesFault.
    """
    layout = machine.layout
    pos = empty_position(layout)
    pos.generator = seed_generator(SEED)
    chance = Written(layout, pos, outcomes)
    st = State(pos, chance)
    st.steps_left = machine.step_budget
    machine.prepare(st)
    if facts.after_setup:
        _run_set_up(machine, st, facts.place)
        _stop(machine, st)
    _lay(machine, st, chance, facts)
    _count(machine, st, facts)
    _variables(machine, st, facts, early=True)
    if facts.place is not None:
        _stand(machine, st, facts.place)
    else:
        machine._begin(st)
    _variables(machine, st, facts, early=False)
    _know(machine, st, facts)
    _wake(machine, st)
    pos.steps = 0
    return pos


class _Arrived(Exception):
    """The place where the position begins has been reached."""


def _run_set_up(machine: Machine, st: State, place: Place | None) -> None:
    """Runs what stands before the place, but at most up to the first decision."""
    machine._begin(st)
    path = None if place is None else _path(machine.program, place)
    if not path:
        machine._run(st)
        return
    block, index = path[-1]
    runs = machine.rules.blocks[block].runs
    kept = runs[index]

    def arrive(_: State) -> bool:
        raise _Arrived

    runs[index] = arrive
    try:
        machine._run(st)
    except _Arrived:
        pass
    finally:
        runs[index] = kept


def run_on(machine: Machine, pos: Position, outcomes: list[Outcome]) -> None:
    """Goes on to the next decision or the end."""
    machine.go_on(pos, Written(machine.layout, pos, outcomes))


def _stop(machine: Machine, st: State) -> None:
    """Drops what was under way after the set-up, but keeps the table as it is."""
    over = st.pos.over
    machine.rules.finish(st)
    st.pos.over = False
    if over:
        raise SetUpError("the game is over before this place is reached")


def value_of(machine: Machine, pos: Position, expr: p.Expr, chance: Chance | None = None) -> Any:
    """The value of an expression in a position."""
    st = State(pos, chance if chance is not None else Sampled(pos))
    st.steps_left = machine.step_budget
    return machine.rules.compiler(expr)(st)


def _zone_number(machine: Machine, st: State, expr: p.Expr) -> int:
    zone = machine.rules.compiler(expr)(st)
    assert isinstance(zone, int)
    return zone


def _lay(machine: Machine, st: State, chance: Chance, facts: Facts) -> None:
    layout, pos = machine.layout, st.pos
    named = [(_zone_number(machine, st, fact.zone), fact) for fact in facts.zones]
    displaced: list[int] = []
    before: dict[int, int] = {}
    for zone, _ in named:
        piles.decide_all(layout, pos, chance, zone)
        displaced.extend(pos.zones[zone])
        before.update(dict.fromkeys(pos.zones[zone], zone))
        for piece in list(pos.zones[zone]):
            piles.take(layout, pos, chance, piece)
    free = [piece for piece in range(layout.piece_count) if pos.place[piece] == NOWHERE]
    if facts.after_setup:
        free.extend(piece for piece in range(layout.piece_count) if pos.place[piece] != NOWHERE)
    for zone, fact in named:
        chosen: list[tuple[int, PieceFact]] = []
        for wanted in fact.pieces:
            found = _find(layout, free, wanted, zone)
            if found is None:
                label = layout.zone_label[zone]
                raise SetUpError(f"there is no `{wanted.text}` left for {label}", fact.origin)
            free.remove(found)
            chosen.append((found, wanted))
        _place(machine, st, chance, zone, fact, chosen, displaced)
        for laid, wanted in chosen:
            if before.get(laid) != zone:
                # everybody knows what they see; a card that already lay here is known to whom it was before
                pos.known[laid] = knowledge.sight(layout, zone, wanted.facing)
    rest = [piece for piece in range(layout.piece_count) if pos.place[piece] == NOWHERE]
    if facts.rest is not None:
        _rest(machine, st, facts, rest)
    elif facts.after_setup:
        raise_if = [piece for piece in displaced if pos.place[piece] == NOWHERE]
        if raise_if:
            raise SetUpError("some cards have no place any more: say `rest in` some zone")


def _find(layout: Layout, free: list[int], wanted: PieceFact, zone: int) -> int | None:
    """A piece that is still free and fits what was written; one of the zone's owner before others."""
    fitting = [
        piece
        for piece in free
        if layout.piece_face[piece] in wanted.faces
        and (wanted.owner is None or layout.piece_owner[piece] == wanted.owner)
    ]
    if not fitting:
        return None
    mine = [piece for piece in fitting if layout.piece_owner[piece] == layout.zone_owner[zone]]
    return (mine or fitting)[0]


def _place(
    machine: Machine, st: State, chance: Chance, zone: int, fact: ZoneFact,
    chosen: list[tuple[int, PieceFact]], displaced: list[int],
) -> None:  # fmt: skip
    layout, pos = machine.layout, st.pos
    for piece, wanted in chosen:
        if pos.place[piece] != NOWHERE:
            # a card that the set-up has dealt elsewhere changes places with one that had to go
            from_zone = pos.place[piece]
            at = piles.place_of(layout, pos, piece)
            piles.take(layout, pos, chance, piece)
            if displaced:
                piles.put(layout, pos, displaced.pop(0), from_zone, at or None)
        if piece in displaced:
            displaced.remove(piece)
        piles.put(layout, pos, piece, zone, facing=wanted.facing)
        if wanted.shown is not None:
            pos.shown[piece] = wanted.shown
    if layout.is_meld[zone] and chosen:
        _lay_meld(machine, st, zone, fact, chosen)


def _lay_meld(
    machine: Machine, st: State, zone: int, fact: ZoneFact, chosen: list[tuple[int, PieceFact]]
) -> None:
    layout, pos = machine.layout, st.pos
    pieces = [piece for piece, _ in chosen]
    kinds = [fact.kind] if fact.kind is not None else range(len(machine.program.melds))
    fixed: dict[int, int] = {}
    for piece, wanted in chosen:
        if wanted.reading is not None:
            for face in layout.readings[layout.piece_face[piece]]:
                if wanted.reading in layout.face_code[face]:
                    fixed[piece] = face
    plain = tuple((kind, ()) for kind in kinds if not machine.program.melds[kind].parameters)
    meld = form(layout, pos, pieces, plain, None, fixed)
    if meld is None:
        words = machine.program.melds[fact.kind].name if fact.kind is not None else "meld"
        raise SetUpError(f"these cards are no {words}", fact.origin)
    by = None if fact.by is None else machine.rules.compiler(fact.by)(st)
    laid = laid_from(pos, meld)
    laid.by = by
    by_piece = dict(zip(meld.pieces, meld.faces, strict=True))
    laid.faces = [by_piece[piece] for piece in pieces]
    pos.laid[zone] = [laid]


def _rest(machine: Machine, st: State, facts: Facts, rest: list[int]) -> None:
    layout, pos = machine.layout, st.pos
    assert facts.rest is not None
    zone = _zone_number(machine, st, facts.rest)
    rest = [x for x in rest if not facts.rest_families or layout.piece_family[x] in facts.rest_families]
    for piece in rest:
        pos.place[piece] = zone
        pos.known[piece] = layout.sees[zone]
    if layout.is_pile[zone] and layout.zone_visibility[zone] == "hidden":
        pos.zones[zone][:0] = [UNDECIDED] * len(rest)
        pos.bags[zone] = rest
    else:
        pos.zones[zone][:0] = rest


def _count(machine: Machine, st: State, facts: Facts) -> None:
    """Counters as told; what is not told to be elsewhere is in the supply."""
    told_supply: set[int] = set()
    for fact in facts.counters:
        holder = machine.rules.compiler(fact.holder)(st)
        count = machine.rules.compiler(fact.count)(st)
        if not isinstance(count, int) or count < 0:
            raise SetUpError(f"a count cannot be {count}", fact.origin)
        if holder == 0:
            told_supply.add(fact.counter)
        st.pos.counters[fact.counter][holder] = count
    for number, counter in enumerate(machine.program.counters):
        holders = st.pos.counters[number]
        elsewhere = sum(holders[1:])
        if number not in told_supply:
            if elsewhere > counter.total:
                raise SetUpError(f"there are only {counter.total} of {counter.name}, not {elsewhere}")
            holders[0] = counter.total - elsewhere


def _variables(machine: Machine, st: State, facts: Facts, early: bool) -> None:
    """Variables of the file before play is placed (it may depend on them), all of them afterwards."""
    for fact in facts.variables:
        family = machine.program.variables[fact.variable] if fact.variable is not None else None
        if early and (family is None or family.local):
            continue
        value = machine.rules.compiler(fact.value)(st)
        if fact.cell is not None:
            st.cells[fact.cell] = value
        elif family is not None:
            keys = [machine.rules.compiler(key)(st) for key in fact.keys]
            offset = 0
            for domain, key in zip(family.keys, keys, strict=True):
                offset = offset * len(machine.program.domains[domain].members) + key
            st.variables[family.base + offset] = value


def _know(machine: Machine, st: State, facts: Facts) -> None:
    pos, layout = st.pos, machine.layout
    for fact in facts.knowledge:
        seat = machine.rules.compiler(fact.seat)(st)
        zone = _zone_number(machine, st, fact.zone)
        left = list(pos.zones[zone])
        for wanted in fact.pieces:
            for piece in left:
                if piece != UNDECIDED and layout.piece_face[piece] in wanted.faces:
                    pos.known[piece] |= 1 << seat
                    left.remove(piece)
                    break
            else:
                raise SetUpError(f"there is no `{wanted.text}` in {layout.zone_label[zone]}", fact.origin)


def _wake(machine: Machine, st: State) -> None:
    """Triggers that are alive take their state from the position as it stands now."""
    machine.wake(st)
    for frame in st.frames:
        if frame[0] == BLOCK:
            for trigger in machine.rules.blocks[frame[1]].triggers:
                st.pos.bits[trigger] = machine.rules.triggers[trigger].mask(st)


# ---------------------------------------------------------------------------------------------
# Where play stands

Step = tuple[int, int]
"""A statement: block and index."""


def _stand(machine: Machine, st: State, place: Place) -> None:
    path = _path(machine.program, place)
    if path is None:
        raise SetUpError("play never comes to this place", place.origin)
    _Suspender(machine, st, place, path).run()


def _path(program: p.Program, place: Place) -> list[Step] | None:
    """The statements that stand around the place, outermost first; the last one is the place itself."""
    start = program.phases[program.main].body
    if place.phase == program.main:
        return []
    named = place.within if place.phase is None else place.phase
    for path in _paths(program, start, [], named == program.main):
        block, index = path[-1]
        node = program.blocks[block].statements[index]
        if place.phase is None and _is_turns(node):
            if place.within is None or _phase_of(program, path) == place.within:
                return path
        elif place.phase is not None and isinstance(node, p.Call) and node.phase == place.phase:
            return path
    return None


def _is_turns(node: p.Statement) -> bool:
    """Whether a statement goes round the players: `turns`, or a loop over nothing but them."""
    if isinstance(node, p.Turns):
        return True
    if not isinstance(node, p.Each):
        return False
    generators = [step for step in node.clause.steps if isinstance(step, p.Gen)]
    return [(g.kind, g.static) for g in generators] == [("things", (p.PLAYER_DOMAIN,))]


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
        """Locals that were declared before the place have their initial values, as far as these can be had."""
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


__all__ = ["CounterFact", "Facts", "KnowsFact", "Outcome", "PieceFact", "Place", "Refused", "SetUpError",
           "VariableFact", "Written", "ZoneFact", "run_on", "set_up", "value_of"]  # fmt: skip
