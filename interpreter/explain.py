"""Why something cannot be chosen: one candidate is run through every condition of its alternative."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from interpreter.choices import AlternativeCode
from interpreter.expressions.clauses import binding_sink, compile_keys, compile_steps, compile_values, put
from interpreter.expressions.compiler import Compiler
from interpreter.faults import RulesFault
from interpreter.melds import Meld
from interpreter.position import copy_position
from interpreter.program import Cond, Expr, Gen, Program
from interpreter.state import Code, State

if TYPE_CHECKING:
    from interpreter.machine import Decision, Machine


@frozen
class Reason:
    """One reason against a candidate.

    `kind`: no-option (there is no such label now), not-in (a bound thing is not among those that may be
    bound), condition (a `where` that does not hold), soft (an `if possible` that binds), best (others are
    better by the keys), no-meld (the cards make none that is wanted), not-evaluated (it could not be tested
    because of an earlier reason), bindings (their number is wrong), unclear (a text that means no move).
    `text` is the reason in words: the rules' own where they give one. `name` is the bound name in question.
    """

    kind: str
    text: str
    origin: int
    name: str = ""


def why(machine: Machine, decision: Decision, label: str, bindings: Sequence[Any]) -> list[Reason]:
    """Every reason against this candidate, in the order of the rules; none when it may be chosen.

    `bindings` are the values of the alternative's generators except `let`. Raises RulesFault when a condition
    cannot be tested although nothing failed before it.
    """
    for code in decision.choice.alternatives:
        if code.label == label:
            break
    else:
        return [Reason("no-option", f"there is no option {label!r} now", decision.origin)]
    wanted = sum(1 for step in code.node.clause.steps if isinstance(step, Gen) and step.kind != "let")
    if len(bindings) != wanted:
        return [Reason("bindings", f"{label!r} wants {wanted} things, not {len(bindings)}", code.node.origin)]
    st = State(copy_position(decision.position), decision.state.chance)
    st.steps_left = decision.state.steps_left
    decision.choice.asks(st, decision.seat)
    return _Inquiry(machine, st, code, bindings).run()


class _Inquiry:
    """One candidate on its way through the steps of its alternative."""

    def __init__(self, machine: Machine, st: State, code: AlternativeCode, bindings: Sequence[Any]) -> None:
        self.machine = machine
        self.compiler: Compiler = machine.rules.another_compiler()
        self.st = st
        self.code = code
        self.clause = code.node.clause
        self.bindings = bindings
        self.found: list[Reason] = []

    def run(self) -> list[Reason]:
        values = iter(self.bindings)
        with self.compiler.seats_from("chooser"), self.compiler.at(self.code.node.origin):
            for step in self.clause.steps:
                with self.compiler.at(step.origin):
                    if isinstance(step, Cond):
                        if not step.soft:
                            self._conditions(step)
                    elif step.kind == "let":
                        self._let(step)
                    else:
                        self._generator(step, next(values))
            if not self.found:
                self._selection()
        return self.found

    def _evaluate(self, code: Code, origin: int, text: str, name: str = "") -> tuple[bool, Any]:
        """Whether it could be evaluated, and the value."""
        try:
            return True, code(self.st)
        except RulesFault:
            if not self.found:
                raise
        self.found.append(Reason("not-evaluated", text, origin, name))
        return False, None

    def _let(self, gen: Gen) -> None:
        _, self.st.cells[gen.cell] = self._evaluate(self.compiler(gen.args[0]), gen.origin, "", gen.name)

    def _generator(self, gen: Gen, value: Any) -> None:
        where = describe(self.machine.program, self.st, gen, self.compiler)
        text = f"not in {where}" if where else "not among what may be chosen"
        evaluated, fits = self._evaluate(self._membership(gen, value), gen.origin, text, gen.name)
        if evaluated and not fits:
            self.found.append(Reason("not-in", text, gen.origin, gen.name))
        self.st.cells[gen.cell] = value

    def _membership(self, gen: Gen, value: Any) -> Code:
        """A closure that tells whether a value is among those of a generator."""
        if gen.kind == "subsets":
            return self._is_subset(gen, value)
        values = compile_values(self.compiler, gen)
        return lambda st: any(same_choice(value, other) for other in values(st))

    def _is_subset(self, gen: Gen, value: Any) -> Code:
        """As `_membership` without listing all sublists, of which there may be very many."""
        has_low, has_high = gen.static
        base, *bounds = self.compiler.all(gen.args)

        def test(st: State) -> bool:
            whole = list(base(st))
            sizes = [bound(st) for bound in bounds]
            if (has_low and len(value) < sizes[0]) or (has_high and len(value) > sizes[-1]):
                return False
            for element in value:
                if element not in whole:
                    return False
                whole.remove(element)
            return True

        return test

    def _conditions(self, condition: Cond) -> None:
        for test, reason in conjuncts(self.machine.program, condition.test, condition.reason):
            text = reason or "a condition does not hold"
            evaluated, holds = self._evaluate(self.compiler(test), condition.origin, text)
            if evaluated and not holds:
                self.found.append(Reason("condition", text, condition.origin))

    def _selection(self) -> None:
        """Soft conditions and keys, which compare the candidate with all other bindings."""
        soft = [step for step in self.clause.steps if isinstance(step, Cond) and step.soft]
        if not soft and not self.clause.keys:
            return
        hard = tuple(step for step in self.clause.steps if not (isinstance(step, Cond) and step.soft))
        cells = self.code.cells
        own = tuple([self.st.cells[cell] for cell in cells])
        others: list[tuple[Any, ...]] = []
        compile_steps(self.compiler, hard, binding_sink(cells, self.code.node.origin))(self.st, others)
        for condition in soft:
            test = self.compiler(condition.test)
            fitting = [binding for binding in others if self._holds(test, cells, binding)]
            if fitting and not self._holds(test, cells, own):
                self.found.append(
                    Reason("soft", condition.reason or "something else must be chosen", condition.origin)
                )
            others = fitting or others
        best = compile_keys(self.compiler, self.clause.keys)
        if best is not None and own in others and own not in best(self.st, cells, others):
            self.found.append(
                Reason(
                    "best", "there is a better one, and only the best may be chosen", self.code.node.origin
                )
            )

    def _holds(self, test: Code, cells: tuple[int, ...], binding: tuple[Any, ...]) -> bool:
        put(self.st, cells, binding)
        return bool(test(self.st))


def same_choice(one: Any, other: Any) -> bool:
    """Whether two bound values are the same choice: a meld is its cards and readings, however it is laid."""
    if isinstance(one, Meld) and isinstance(other, Meld):
        return (
            one.kind == other.kind
            and one.home == other.home
            and sorted(one.pieces) == sorted(other.pieces)
            and sorted(one.faces) == sorted(other.faces)
        )
    if isinstance(one, tuple) and isinstance(other, tuple):
        return sorted(one) == sorted(other)
    return bool(one == other)


def conjuncts(program: Program, test: Expr, reason: str) -> list[tuple[Expr, str]]:
    """The parts of a condition that must all hold, each with its reason; a define brings its own along."""
    if test.op == "and":
        return [pair for part in test.args for pair in conjuncts(program, part, reason)]
    if not reason and test.op == "call":
        reason = program.functions[test.static[0]].reason
    return [(test, reason)]


def describe(program: Program, st: State, gen: Gen, compiler: Compiler) -> str:
    """In words, where a generator takes its values from, as far as that can be said; else nothing."""
    if gen.kind == "range":
        low, high = [compiler(arg) for arg in gen.args]
        try:
            return f"{low(st)}..{high(st)}"
        except RulesFault:
            return ""
    if gen.kind == "melds":
        names = [program.melds[kind].name for kind, _ in gen.static]
        return f"the melds ({' | '.join(names)}) that can be made"
    if gen.kind in ("list", "subsets"):
        labels: list[str] = []
        _labels(st, gen.args[0], compiler, labels)
        return " + ".join(dict.fromkeys(labels))
    return ""


def _labels(st: State, expr: Expr, compiler: Compiler, found: list[str]) -> None:
    """The labels of the zones whose pieces an expression lists."""
    layout = compiler.layout
    if expr.op in ("zone_pieces", "zone_top", "zone_melds") and expr.args:
        try:
            found.append(layout.zone_label[compiler(expr.args[0])(st)])
        except RulesFault:
            return
    elif expr.op == "family_pieces":
        found.append(f"all {compiler.program.zones[expr.static[0]].name}")
    elif expr.op in ("join", "without", "pick", "if"):
        parts = expr.args[1:] if expr.op == "if" else expr.args if expr.op == "join" else expr.args[:1]
        for part in parts:
            _labels(st, part, compiler, found)
    elif expr.op == "call":
        number = expr.static[0]
        function = compiler.program.functions[number]
        values = [compiler(arg)(st) for arg in expr.args]
        for cell, value in zip(function.parameters, values, strict=True):
            st.cells[cell] = value
        _labels(st, function.body, compiler, found)
        for cell in function.parameters:
            st.cells[cell] = None
