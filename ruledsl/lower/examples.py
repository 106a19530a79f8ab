"""Examples: `given`, moves and expectations, lowered for the configuration that each example names.

All examples of one configuration share a Program: expectations may need defines and locals that the rules
alone do not, so it is put together after they were lowered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from attrs import field

from interpreter import program as p
from interpreter.plain import Plain, plain
from interpreter.setup.facts import (
    CounterFact,
    Facts,
    KnowsFact,
    Outcome,
    PieceFact,
    Place,
    VariableFact,
    ZoneFact,
)
from ruledsl.diagnostics import Diagnostic, did_you_mean
from ruledsl.lower import convert, expressions, fold, lowering, written
from ruledsl.lower.context import Context, Term
from ruledsl.lower.faces import families_in
from ruledsl.lower.scope import Scope
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.model.config import Configuration, SettingValue
from ruledsl.model.effective import Effective
from ruledsl.model.settings import SettingError, declared_settings, player_range
from ruledsl.model.types import Type
from ruledsl.model.walk import walk
from ruledsl.source import Span
from ruledsl.syntax import nodes


@plain
class MoveStep(Plain):
    """`A can "Play" [5D]`: `text` is the move in the notation of moves."""

    span: Span
    seat: p.Expr
    verb: str
    text: str
    because: str | None = None


@plain
class PassStep(Plain):
    """`B passes`."""

    span: Span
    seat: p.Expr


@plain
class WinsStep(Plain):
    """`A, B win`: who each is, and whether that is a team."""

    span: Span
    who: tuple[p.Expr, ...]
    teams: tuple[bool, ...]


@plain
class ChanceStep(Plain):
    """The next outcomes of chance."""

    span: Span
    outcomes: tuple[Outcome, ...]


@plain
class Value(Plain):
    """A value to show when an expectation fails: as written, its expression and its type."""

    text: str
    expr: p.Expr
    type: str


@plain
class Expectation(Plain):
    """One conjunct of `expect`; `values` are shown when it does not hold."""

    span: Span
    text: str
    test: p.Expr
    values: tuple[Value, ...] = ()


@plain
class ExpectStep(Plain):
    """`expect a and b`."""

    span: Span
    parts: tuple[Expectation, ...]


@plain
class KnowsStep(Plain):
    """`B knows [7H] in A.hand`."""

    span: Span
    seat: p.Expr
    zone: p.Expr
    pieces: tuple[PieceFact, ...]
    negated: bool


Step = MoveStep | PassStep | WinsStep | ChanceStep | ExpectStep | KnowsStep


@plain
class LoweredExample(Plain):
    """One example, ready to be run on its Program."""

    title: str
    span: Span
    config: Configuration
    facts: Facts
    steps: tuple[Step, ...]


@plain
class Examples(Plain):
    """The examples of one configuration with their Program (None when something is wrong)."""

    config: Configuration
    program: p.Program | None
    examples: tuple[LoweredExample, ...]
    origins: tuple[Span, ...] = field(repr=False)
    diagnostics: tuple[Diagnostic, ...]


def lower_examples(
    effective: Effective,
    extra: Iterable[nodes.Example] = (),
    lowered: Callable[[Configuration], lowering.Lowered] | None = None,
) -> list[Examples]:
    """All examples of the file, or those given, by configuration, in the order of the text.

    `lowered` tells the rules lowered for a configuration, by default anew: what the examples need besides is
    added to its context, so that nobody else may lower anything in it afterwards.
    """
    chosen = list(extra) or [
        e.declaration for e in effective.all(nodes.Example) if isinstance(e.declaration, nodes.Example)
    ]
    groups: list[tuple[Configuration, list[nodes.Example]]] = []
    problems: list[Diagnostic] = []
    for example in chosen:
        config = configuration(effective, example, problems)
        if config is None:
            continue
        for known, members in groups:
            if known == config and known.settings == config.settings:
                members.append(example)
                break
        else:
            groups.append((config, [example]))
    rules = lowered if lowered is not None else partial(lowering.lower, effective)
    made = [_lower_group(rules(config), config, members) for config, members in groups]
    if problems:
        fallback = Configuration(player_range(effective)[0].start)
        made.append(Examples(fallback, None, (), (), tuple(problems)))
    return made


def _lower_group(lowered: lowering.Lowered, config: Configuration, members: list[nodes.Example]) -> Examples:
    if lowered.program is None:
        return Examples(config, None, (), lowered.origins, lowered.diagnostics)
    cx = lowered.context
    before = len(cx.diagnostics)
    examples = tuple(_lower(cx, config, example) for example in members)
    if not any(result.keys for result in lowered.program.results):
        for step in (step for example in members for step in example.steps if isinstance(step, nodes.Wins)):
            cx.report("E411", step)
    found = tuple(cx.diagnostics[before:])
    program = None if any(d.is_error for d in found) else lowering.assemble(cx)
    return Examples(config, program, examples, tuple(cx.origins), found)


# -- the configuration ----------------------------------------------------------------------------


def configuration(
    effective: Effective, example: nodes.Example, problems: list[Diagnostic]
) -> Configuration | None:
    """The players and settings that an example names; None after a report."""
    players = player_range(effective)[0]
    count = players.start
    settings = {setting.name: setting for setting in declared_settings(effective)}
    chosen: dict[str, SettingValue] = {}
    for fact in _setting_facts(example, settings):
        assert isinstance(fact.target, nodes.Name)
        name, value = fact.target.id, fact.value
        if name == "players":
            if not isinstance(value, nodes.Number) or value.value not in players:
                facts = {"low": players.start, "high": players.stop - 1}
                problems.append(Diagnostic("E400", value.span, facts))
                return None
            count = value.value
            continue
        try:
            chosen[name] = settings[name].read(value.span.text, count)
        except SettingError as error:
            problems.append(Diagnostic("E401", value.span, {"name": name, "allowed": error.allowed}))
            return None
    return Configuration(count, chosen)


def _setting_facts(example: nodes.Example, settings: Iterable[str]) -> list[nodes.ValueFact]:
    facts = [fact for step in example.steps if isinstance(step, nodes.Given) for fact in step.facts]
    return [
        fact
        for fact in facts
        if isinstance(fact, nodes.ValueFact)
        and isinstance(fact.target, nodes.Name)
        and (fact.target.id == "players" or fact.target.id in settings)
    ]


# -- one example ----------------------------------------------------------------------------------


def example_scope(cx: Context) -> Scope:
    """The names of an example: seats by letter, and every local of the rules by its name."""
    scope = Scope()
    for name, locals_ in cx.locals.items():
        local = _common(cx, name, locals_)
        if local is not None:
            scope.names[name] = local
    for seat in range(cx.config.players):
        letter = chr(ord("A") + seat)
        scope.names[letter] = s.Local(letter, None, t.PLAYER, fold.constant(seat), role="seat")
    return scope


def _common(cx: Context, name: str, locals_: list[s.Local]) -> s.Local | None:
    """One local for all that share a name: whichever is in force."""
    if name in cx.names:
        return None
    keyed = [x for x in locals_ if x.variable is not None]
    if keyed:
        return keyed[0]
    first = locals_[0]
    same = [x for x in locals_ if x.cell is not None and x.type == first.type]
    expr = same[0].expr
    for other in same[1:]:
        empty = p.Expr("eq", (expr, fold.constant(None)))
        expr = p.Expr("if", (empty, other.expr, expr))
    return s.Local(name, first.span, first.type, expr, first.cell if len(same) == 1 else None)


def _lower(cx: Context, config: Configuration, example: nodes.Example) -> LoweredExample:
    scope = example_scope(cx)
    facts = _FactReader(cx, scope)
    steps: list[Step] = []
    for step in example.steps:
        if isinstance(step, nodes.Given):
            if steps:
                cx.report("E402", step)
            facts.read(step)
            continue
        lowered = _step(cx, scope, step)
        if lowered is not None:
            steps.append(lowered)
    return LoweredExample(example.title.value, example.span, config, facts.facts(), tuple(steps))


def _step(cx: Context, scope: Scope, step: nodes.Step) -> Step | None:
    if isinstance(step, nodes.ExampleMove):
        label = f'"{step.label.value}"' if step.label is not None else ""
        values = [_value_text(v) for v in step.values]
        text = " ".join([label, *values] if label else values)
        because = step.because.value if step.because is not None else None
        return MoveStep(step.span, _seat(cx, scope, step.who), step.verb, text, because)
    if isinstance(step, nodes.Passes):
        return PassStep(step.span, _seat(cx, scope, step.who))
    if isinstance(step, nodes.Wins):
        return _wins(cx, scope, step)
    if isinstance(step, nodes.Chance):
        assert isinstance(step.values, nodes.Written)
        return ChanceStep(step.span, tuple(_outcome(cx, v) for v in step.values.values))
    if isinstance(step, nodes.Expect):
        parts = tuple(_expectation(cx, scope, node) for node in _conjuncts(step.condition))
        return ExpectStep(step.span, parts)
    assert isinstance(step, nodes.Knows)
    zone = convert.zone(cx, expressions.expression(cx, scope, step.zone), step.zone)
    pieces = _pieces(cx, step.values, zone.type)
    return KnowsStep(step.span, _seat(cx, scope, step.who), zone.expr, pieces, step.negated)


def _wins(cx: Context, scope: Scope, step: nodes.Wins) -> WinsStep:
    who: list[Term] = []
    for node in step.who:
        term = expressions.expression(cx, scope, node, t.PLAYER)
        if term.type.kind != "member" or term.type.name != t.TEAM.name:
            term = convert.seat(cx, term, node)
        if term.is_constant and any(other.is_constant and other.value == term.value for other in who):
            cx.report("E410", node, name=node.span.text)
        who.append(term)
    teams = tuple(term.type.name == t.TEAM.name for term in who)
    return WinsStep(step.span, tuple(term.expr for term in who), teams)


def _seat(cx: Context, scope: Scope, node: nodes.Expr) -> p.Expr:
    return convert.seat(cx, expressions.expression(cx, scope, node, t.PLAYER), node).expr


def _value_text(node: nodes.Expr) -> str:
    return node.span.text


def _outcome(cx: Context, value: nodes.WrittenValue) -> Outcome:
    number = int(value.text) if value.text.isdigit() else None
    faces = tuple(cx.codes.get(value.text, ()))
    if number is None and not faces:
        found = written.piece(cx, value)
        faces = found.faces if found is not None else ()
    return Outcome(value.text, faces, number, cx.origin(value))


def _conjuncts(node: nodes.Expr) -> list[nodes.Expr]:
    if isinstance(node, nodes.Binary) and node.op == "and":
        return [*_conjuncts(node.left), *_conjuncts(node.right)]
    return [node]


def _expectation(cx: Context, scope: Scope, node: nodes.Expr) -> Expectation:
    test = expressions.condition(cx, scope, node)
    values: list[Value] = []
    if isinstance(node, nodes.Test) and not test.type.is_unknown:
        for side in (node.left, node.right):
            if isinstance(
                side, (nodes.Number, nodes.Text, nodes.Written, nodes.Alternatives, nodes.Range, nodes.Of)
            ):
                continue
            if isinstance(side, nodes.Name) and side.id in ("empty", "none", "yes", "no"):
                continue
            with cx.silently():
                term = expressions.expression(cx, scope, side)
            if not term.type.is_unknown and not term.is_constant:
                shown = convert.stored(cx, term, side)
                values.append(Value(side.span.text, shown.expr, t.code(shown.type)))
    return Expectation(node.span, node.span.text, test.expr, tuple(values))


# -- facts ----------------------------------------------------------------------------------------


class _FactReader:
    def __init__(self, cx: Context, scope: Scope) -> None:
        self.cx, self.scope = cx, scope
        self.zones: list[ZoneFact] = []
        self.variables: list[VariableFact] = []
        self.counters: list[CounterFact] = []
        self.knowledge: list[KnowsFact] = []
        self.place: Place | None = None
        self.rest: p.Expr | None = None
        self.rest_families: frozenset[int] = frozenset()
        self.after_setup = False

    def facts(self) -> Facts:
        return Facts(
            tuple(self.zones), tuple(self.variables), tuple(self.counters), tuple(self.knowledge),
            self.place, self.rest, self.rest_families, self.after_setup,
        )  # fmt: skip

    def read(self, given: nodes.Given) -> None:
        self.after_setup = self.after_setup or given.after_setup
        for fact in given.facts:
            if isinstance(fact, nodes.ValueFact):
                self._value(fact)
            elif isinstance(fact, nodes.AtFact):
                self.place = self._at(fact)
            elif isinstance(fact, nodes.EndFact):
                self.place = Place(None, (), None, None, self.cx.origin(fact), end=True)
            elif isinstance(fact, nodes.RestFact):
                zone = convert.zone(
                    self.cx, expressions.expression(self.cx, self.scope, fact.zone), fact.zone
                )
                self.rest = zone.expr
                self.rest_families = frozenset(families_in(self.cx, zone.type))
            elif isinstance(fact, nodes.KnowsFact):
                zone = convert.zone(
                    self.cx, expressions.expression(self.cx, self.scope, fact.zone), fact.zone
                )
                pieces = _pieces(self.cx, fact.values, zone.type)
                seat = _seat(self.cx, self.scope, fact.who)
                self.knowledge.append(KnowsFact(seat, zone.expr, pieces, self.cx.origin(fact)))

    def _value(self, fact: nodes.ValueFact) -> None:
        cx, target = self.cx, fact.target
        if isinstance(target, nodes.Name) and (
            target.id == "players" or isinstance(cx.names.get(target.id), s.Constant)
        ):
            return
        term = expressions.expression(cx, self.scope, target)
        expr, origin = term.expr, cx.origin(fact)
        if term.type.is_unknown:
            return
        if term.type.kind == "zone":
            self._zone(fact, term)
        elif expr.op == "held":
            count = expressions.number(cx, self.scope, fact.value)
            self.counters.append(CounterFact(expr.static[0], expr.args[0], count.expr, origin))
        elif expr.op == "var":
            value = self._stored(fact, term.type)
            self.variables.append(VariableFact(value, expr.static[0], expr.args, None, origin))
        elif expr.op == "cell":
            value = self._stored(fact, term.type)
            self.variables.append(VariableFact(value, None, (), expr.static[0], origin))
        else:
            cx.report("E404", target, name=target.span.text)

    def _stored(self, fact: nodes.ValueFact, type_: Type) -> p.Expr:
        hint = type_.definite() if type_.kind != "list" else type_
        value = convert.stored(
            self.cx, expressions.expression(self.cx, self.scope, fact.value, hint), fact.value
        )
        return convert.fit(self.cx, value, type_, fact.value, fact.target.span.text).expr

    def _zone(self, fact: nodes.ValueFact, zone: Term) -> None:
        kind: int | None = None
        by: p.Expr | None = None
        if fact.kind is not None:
            symbol = self.cx.names.get(fact.kind.id)
            if isinstance(symbol, s.MeldSymbol):
                kind = symbol.index
            else:
                melds = [n for n, x in self.cx.names.items() if isinstance(x, s.MeldSymbol)]
                self.cx.report("E309", fact.kind, did_you_mean(fact.kind.id, melds), name=fact.kind.id)
        if fact.by is not None:
            by = _seat(self.cx, self.scope, fact.by)
        pieces = _pieces(self.cx, fact.value, zone.type)
        self.zones.append(ZoneFact(zone.expr, pieces, kind, by, self.cx.origin(fact)))

    def _at(self, fact: nodes.AtFact) -> Place | None:
        cx = self.cx
        if fact.scope.id == "turn" and fact.of is not None:
            within: int | None = None
            arguments: tuple[p.Expr, ...] = ()
            if fact.within is not None:
                symbol = self._phase(fact.within)
                if symbol is None:
                    return None
                within, arguments = symbol.index, self._arguments(symbol, fact.within_arguments)
            return Place(None, arguments, _seat(cx, self.scope, fact.of), within, cx.origin(fact))
        symbol = self._phase(fact.scope)
        if symbol is None:
            return None
        return Place(symbol.index, self._arguments(symbol, fact.arguments), None, None, cx.origin(fact))

    def _phase(self, name: nodes.Name) -> s.PhaseSymbol | None:
        symbol = self.cx.names.get(name.id)
        if isinstance(symbol, s.PhaseSymbol):
            return symbol
        known = [n for n, x in self.cx.names.items() if isinstance(x, s.PhaseSymbol)]
        self.cx.report("E105", name, did_you_mean(name.id, known), name=name.id)
        return None

    def _arguments(self, symbol: s.PhaseSymbol, arguments: tuple[nodes.Expr, ...]) -> tuple[p.Expr, ...]:
        found: list[p.Expr] = []
        for position, node in enumerate(arguments):
            wanted = symbol.types[position] if position < len(symbol.types) else None
            term = expressions.expression(self.cx, self.scope, node, wanted)
            domain = self.cx.domain_of(wanted) if wanted is not None else None
            if domain is not None:
                term = convert.as_member(self.cx, term, domain, node)
            found.append(term.expr)
        return tuple(found)


def _pieces(cx: Context, node: nodes.Expr, zone: Type) -> tuple[PieceFact, ...]:
    """The pieces written for a zone; dice by what they show."""
    if isinstance(node, nodes.Name) and node.id == "empty":
        return ()
    if not isinstance(node, nodes.Written):
        cx.report("E405", node)
        return ()
    families = families_in(cx, zone)
    found = [_piece(cx, value, families) for value in node.values]
    return tuple(x for x in found if x is not None)


def _piece(cx: Context, value: nodes.WrittenValue, families: frozenset[int]) -> PieceFact | None:
    dice = [i for i, f in enumerate(cx.families) if f.dice and (not families or i in families)]
    if value.text.isdigit() and dice and (families <= set(dice) or value.text not in cx.codes):
        shown = int(value.text)
        faces = tuple(i for i, face in enumerate(cx.faces) if face.family in dice)
        if not any(
            (cx.families[d].sides or (1, 6))[0] <= shown <= (cx.families[d].sides or (1, 6))[1] for d in dice
        ):
            cx.report("E406", value, value=value.text)
        return PieceFact(value.text, faces, shown=shown)
    found = written.piece(cx, value)
    if found is None:
        return None
    fitting = tuple(f for f in found.faces if cx.faces[f].family in families)
    return PieceFact(value.text, fitting or found.faces, found.owner, found.reading, facing=found.facing)


Unused = walk
