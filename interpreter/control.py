"""Statements that steer: conditions, loops, turns, phases, ends, and what is set aside in variables."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from interpreter.expressions.clauses import binding_sink, cells_of, compile_clause, put
from interpreter.frames import CALL, EACH, FENCE, ONCE, QUEUE, REPEAT, TURNS
from interpreter.program import (
    AtEnd,
    AtOnce,
    Call,
    Each,
    End,
    If,
    Misses,
    Repeat,
    Restart,
    Reverse,
    Turns,
)  # fmt: skip
from interpreter.rules import Frame, Rules, Run, empty, leave, resume, statement
from interpreter.state import Code, State, fault

Place = tuple[int, int]


@statement(If)
def _if(rules: Rules, place: Place, node: If) -> Run:
    test = rules.compiler(node.test)
    then, otherwise = node.then, node.otherwise

    def run(st: State) -> bool:
        if test(st):
            rules.enter(st, then)
            return True
        if otherwise is not None:
            rules.enter(st, otherwise)
            return True
        return False

    return run


# ---------------------------------------------------------------------------------------------
# Loops


@frozen
class _Loop:
    """What a suspended loop needs to go on."""

    cells: tuple[int, ...]
    body: int
    until: Code | None
    origin: int


@statement(Each)
def _each(rules: Rules, place: Place, node: Each) -> Run:
    c = rules.compiler
    cells = cells_of(node.clause)
    walk = compile_clause(c, node.clause, binding_sink(cells, c.origin))
    rules.data[place] = _Loop(cells, node.body, None if node.until is None else c(node.until), c.origin)

    def run(st: State) -> bool:
        bindings: list[Any] = []
        walk(st, bindings)
        if not bindings:
            return False
        st.frames.append([EACH, *place, 0, tuple(bindings)])
        return True

    return run


@resume(EACH)
def _next_pass(rules: Rules, st: State, frame: Frame) -> None:
    loop = rules.data[frame[1], frame[2]]
    index, bindings = frame[3], frame[4]
    if index == len(bindings) or (index and loop.until is not None and loop.until(st)):
        rules.pop(st)
        return
    rules.spend(st, loop.origin)
    frame[3] = index + 1
    put(st, loop.cells, bindings[index])
    rules.enter(st, loop.body)


@leave(EACH)
def _leave_each(rules: Rules, st: State, frame: Frame) -> None:
    rules.clear(st, rules.data[frame[1], frame[2]].cells)


@statement(Repeat)
def _repeat(rules: Rules, place: Place, node: Repeat) -> Run:
    c = rules.compiler
    count_code = None if node.count is None else c(node.count)
    rules.data[place] = _Loop((), node.body, None if node.until is None else c(node.until), c.origin)
    origin = c.origin

    def run(st: State) -> bool:
        count = None if count_code is None else count_code(st)
        if count_code is not None and (count is None or count < 0):
            fault("negative-count", origin, f"something cannot be repeated {count} times", number=count)
        st.frames.append([REPEAT, *place, 0, count])
        return True

    return run


@resume(REPEAT)
def _repeat_again(rules: Rules, st: State, frame: Frame) -> None:
    loop = rules.data[frame[1], frame[2]]
    done, count = frame[3], frame[4]
    if done == count or (done and loop.until is not None and loop.until(st)):
        rules.pop(st)
        return
    rules.spend(st, loop.origin)
    frame[3] = done + 1
    rules.enter(st, loop.body)


# ---------------------------------------------------------------------------------------------
# Turns


@frozen
class _TurnLoop:
    """What `turns` needs to go from seat to seat."""

    cell: int
    test: Code
    body: int
    until: Code | None
    resets: tuple[int, ...]
    kept: tuple[int, ...]
    look: Run
    origin: int


@statement(Turns)
def _turns(rules: Rules, place: Place, node: Turns) -> Run:
    c = rules.compiler
    start_code = None if node.start is None else c(node.start)
    tests = [c(condition.test) for condition in node.conditions]

    def test(st: State) -> bool:
        return all(code(st) for code in tests)

    until = None if node.until is None else c(node.until)
    origin = c.origin
    kept = rules.kept_in(node.body)
    loop = _TurnLoop(node.cell, test, node.body, until, node.resets, kept, rules.look_after(node), origin)
    rules.data[place] = loop
    c.turn_tests[place] = (node.cell, test)

    def run(st: State) -> bool:
        start: int | None = 0 if start_code is None else start_code(st)
        if start is None:
            fault("none-start", origin, "the one to begin with is nobody")
        frame = [TURNS, *place, None, 0, ()]
        st.frames.append(frame)
        _begin_turn(rules, st, frame, loop, start)
        return True

    return run


def _begin_turn(rules: Rules, st: State, frame: Frame, loop: _TurnLoop, seat: int) -> None:
    """The first of the seats from `seat` on that is not skipped has its turn; if all are, the turns are
    over.
    """
    count = rules.layout.players
    skipped = 0
    while skipped < count:
        rules.spend(st, loop.origin)
        st.cells[loop.cell] = seat
        if not loop.test(st):
            skipped += 1
        elif st.pos.misses[seat]:
            st.pos.misses[seat] -= 1
            skipped = 0
        else:
            frame[3:] = [seat, 0, ()]
            for family in loop.resets:
                rules.initialise(st, family)
            rules.enter(st, loop.body)
            loop.look(st)
            return
        seat = (seat + st.pos.direction) % count
    rules.pop(st)


@resume(TURNS)
def _end_turn(rules: Rules, st: State, frame: Frame) -> None:
    """The turn's body is over: what is set for its end runs, then comes the next seat."""
    loop: _TurnLoop = rules.data[frame[1], frame[2]]
    ended, at_end = frame[4], frame[5]
    if ended < len(at_end):
        frame[4] = ended + 1
        rules.enter(st, at_end[ended])
        return
    empty(st, loop.kept)
    if loop.until is not None and loop.until(st):
        rules.pop(st)
        return
    _begin_turn(rules, st, frame, loop, (frame[3] + st.pos.direction) % rules.layout.players)


@leave(TURNS)
def _leave_turns(rules: Rules, st: State, frame: Frame) -> None:
    loop: _TurnLoop = rules.data[frame[1], frame[2]]
    st.cells[loop.cell] = None
    empty(st, loop.kept)


def _turn_frame(st: State) -> int | None:
    """The index of the innermost `turns` frame, or None."""
    for index in range(len(st.frames) - 1, -1, -1):
        if st.frames[index][0] == TURNS:
            return index
    return None


@statement(AtEnd)
def _at_end(rules: Rules, place: Place, node: AtEnd) -> Run:
    body = node.body
    origin = rules.compiler.origin

    def run(st: State) -> bool:
        index = _turn_frame(st)
        if index is None:
            fault("no-turn", origin, "there is no turn that could end")
        frame = st.frames[index]
        if body not in frame[5]:
            frame[5] = (*frame[5], body)
        return False

    return run


@statement(Restart)
def _restart(rules: Rules, place: Place, node: Restart) -> Run:
    origin = rules.compiler.origin

    def run(st: State) -> bool:
        index = _turn_frame(st)
        if index is None:
            fault("no-turn", origin, "there is no turn that could begin again")
        alive = rules.unwind(st, index + 1)
        frame = st.frames[index]
        frame[4] = 0
        rules.enter(st, rules.data[frame[1], frame[2]].body)
        if alive:
            st.frames.append([QUEUE, tuple(alive)])
        return True

    return run


@statement(Reverse)
def _reverse(rules: Rules, place: Place, node: Reverse) -> Run:
    look = rules.look_after(node)

    def run(st: State) -> bool:
        st.pos.direction = -st.pos.direction
        return look(st)

    return run


@statement(Misses)
def _misses(rules: Rules, place: Place, node: Misses) -> Run:
    who = rules.compiler(node.who)
    origin = rules.compiler.origin
    look = rules.look_after(node)

    def run(st: State) -> bool:
        seat = who(st)
        if seat is None:
            fault("none-key", origin, "nobody cannot miss a turn")
        st.pos.misses[seat] += 1
        return look(st)

    return run


# ---------------------------------------------------------------------------------------------
# Phases and ends


@statement(Call)
def _call(rules: Rules, place: Place, node: Call) -> Run:
    phase = rules.program.phases[node.phase]
    codes = rules.compiler.all(node.args)
    parameters, resets, body, number = phase.parameters, phase.resets, phase.body, node.phase
    look = rules.look_after(node)

    def run(st: State) -> bool:
        values = [code(st) for code in codes]
        for family in resets:
            rules.initialise(st, family)
        for cell, value in zip(parameters, values, strict=True):
            st.cells[cell] = value
        st.frames.append([CALL, number])
        rules.enter(st, body)
        look(st)
        return True

    return run


@resume(CALL)
def _return(rules: Rules, st: State, frame: Frame) -> None:
    rules.pop(st)


@leave(CALL)
def _leave_call(rules: Rules, st: State, frame: Frame) -> None:
    rules.clear(st, rules.program.phases[frame[1]].parameters)


@statement(End)
def _end(rules: Rules, place: Place, node: End) -> Run:
    origin = rules.compiler.origin
    scope = node.scope
    if scope == "game":

        def end_game(st: State) -> bool:
            if any(frame[0] == FENCE for frame in st.frames):
                fault("end-in-together", origin, "a simultaneous choice cannot end what lies around it")
            rules.finish(st)
            return True

        return end_game
    phases = {number for number, phase in enumerate(rules.program.phases) if phase.name == scope}

    def end(st: State) -> bool:
        depth = _turn_frame(st) if scope == "turn" else None
        if scope == "turn":
            depth = None if depth is None else depth + 1
        else:
            for index in range(len(st.frames) - 1, -1, -1):
                if st.frames[index][0] == CALL and st.frames[index][1] in phases:
                    depth = index
                    break
        if depth is None:
            fault("nothing-to-end", origin, f"there is no {scope} under way that could end", scope=scope)
        alive = rules.unwind(st, depth)
        if alive:
            st.frames.append([QUEUE, tuple(alive)])
        return True

    return end


@statement(AtOnce)
def _at_once(rules: Rules, place: Place, node: AtOnce) -> Run:
    body = node.body

    def run(st: State) -> bool:
        st.frames.append([ONCE])
        st.quiet += 1
        rules.enter(st, body)
        return True

    return run


@resume(ONCE)
def _look_after_once(rules: Rules, st: State, frame: Frame) -> None:
    rules.pop(st)
    if not st.quiet:
        entries = rules.fired(st, range(len(rules.triggers)))
        if entries:
            st.frames.append([QUEUE, tuple(entries)])


@leave(ONCE)
def _leave_once(rules: Rules, st: State, frame: Frame) -> None:
    st.quiet -= 1
