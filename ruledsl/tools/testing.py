"""Runs the `example` blocks of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

from attrs import frozen

from interpreter import parse as typed
from interpreter.explain import Reason
from interpreter.faults import Refused, RulesFault
from interpreter.machine import Decision, Machine, Option
from interpreter.notation import Unclear, bound_generators, decision_texts, find_option, notation_of
from interpreter.outcome import Outcome as Judgement
from interpreter.position import Position, copy_position
from interpreter.program import Program
from interpreter.setup.facts import Outcome, SetUpError
from interpreter.setup.run import run_on, set_up, value_of
from ruledsl.diagnostics import Diagnostic, has_errors
from ruledsl.lower import examples as ex
from ruledsl.pipeline import Game, RulesError
from ruledsl.source import Source, Span
from ruledsl.syntax import nodes, parse

SHOWN_MOVES = 12
"""So many moves are listed when an expected one is missing."""


@frozen
class Failure:
    """What was expected and what was found, at the line that says it."""

    span: Span
    expected: str
    actual: str


@frozen
class Result:
    """One example: it holds when there is no failure."""

    title: str
    span: Span
    failure: Failure | None

    @property
    def ok(self) -> bool:
        """Whether everything in the example holds."""
        return self.failure is None


class _Failed(Exception):
    def __init__(self, expected: str, actual: str) -> None:
        super().__init__(expected)
        self.expected, self.actual = expected, actual


def run_examples(game: Game) -> list[Result]:
    """Runs every example of the game's file, in the order of the text.

    Raises RulesError for rules that are wrong, also where no example would notice.
    """
    for config in game.configurations():
        game.program(config)
    return _results(ex.lower_examples(game.effective))


def run_extra_examples(game: Game, examples: list[nodes.Example]) -> list[Result]:
    """Runs examples that do not stand in the game's file. Raises RulesError for what is wrong with them."""
    return _results(ex.lower_examples(game.effective, examples))


def results_one_by_one(
    groups: list[ex.Examples], order: Callable[[str], float] | None = None
) -> Iterator[Result]:
    """Runs lowered examples, each when its result is asked for: group by group, or by `order` of their
    titles, smallest first.

    Raises RulesError for examples that are wrong.
    """
    for group in groups:
        if group.program is None:
            raise RulesError(tuple(d for d in group.diagnostics if d.is_error))
    pairs = [(number, example) for number, group in enumerate(groups) for example in group.examples]
    if order is not None:
        pairs.sort(key=lambda pair: order(pair[1].title))
    machines: dict[int, Machine] = {}
    for number, example in pairs:
        program = groups[number].program
        if number not in machines and program is not None:
            machines[number] = Machine(program)
        yield _run(machines[number], groups[number].origins, example)


def _results(groups: list[ex.Examples]) -> list[Result]:
    return sorted(results_one_by_one(groups), key=lambda r: r.span.start)


def positions_of(game: Game) -> Iterator[tuple[Program, list[tuple[str, Position]]]]:
    """The positions with a decision that the examples of a file go through, with the examples' titles.

    Together with the Program that they belong to. An example that fails is followed up to there.
    """
    for group in ex.lower_examples(game.effective):
        if group.program is None:
            continue
        machine = Machine(group.program)
        found: list[tuple[str, Position]] = []
        for example in group.examples:
            runner = _Runner(machine, group.origins, example)
            with suppress(_Failed, SetUpError, RulesFault, Refused):
                runner.run()
            found.extend((example.title, pos) for pos in runner.passed)
        yield group.program, found


def _run(machine: Machine, origins: tuple[Span, ...], example: ex.LoweredExample) -> Result:
    runner = _Runner(machine, origins, example)
    try:
        runner.run()
    except _Failed as failed:
        return Result(example.title, example.span, Failure(runner.at, failed.expected, failed.actual))
    except SetUpError as problem:
        span = origins[problem.origin] if problem.origin >= 0 else runner.at
        return Result(example.title, example.span, Failure(span, "this position", problem.reason))
    except RulesFault as fault:
        where = _where(origins, fault.origin)
        return Result(example.title, example.span, Failure(runner.at, "the rules go on", f"{fault}{where}"))
    except Refused as refused:
        return Result(example.title, example.span, Failure(runner.at, "the rules go on", str(refused)))
    return Result(example.title, example.span, None)


def _where(origins: tuple[Span, ...], origin: int) -> str:
    if not 0 <= origin < len(origins):
        return ""
    span = origins[origin]
    return f" ({span.source.path}:{span.line})"


class _Runner:
    """One example on its way; `at` is the line being looked at, `passed` the decisions that were met."""

    def __init__(self, machine: Machine, origins: tuple[Span, ...], example: ex.LoweredExample) -> None:
        self.machine, self.origins, self.example = machine, origins, example
        self.at = example.span
        self.outcomes: list[Outcome] = []
        self.passed: list[Position] = []

    def run(self) -> None:
        steps = list(self.example.steps)
        while steps and isinstance(steps[0], ex.ChanceStep):
            self.outcomes.extend(steps.pop(0).outcomes)  # type: ignore[union-attr]
        self.pos = set_up(self.machine, self.example.facts, self.outcomes)
        for step in steps:
            self.at = step.span
            self._step(step)
        run_on(self.machine, self.pos, self.outcomes)
        if not self.pos.over:
            self.passed.append(copy_position(self.pos))
        if self.outcomes:
            left = " ".join(o.text for o in self.outcomes)
            raise _Failed("all of chance is used", f"`{left}` never came up")

    def _step(self, step: ex.Step) -> None:
        if isinstance(step, ex.ChanceStep):
            self.outcomes.extend(step.outcomes)
            return
        run_on(self.machine, self.pos, self.outcomes)
        if isinstance(step, ex.MoveStep | ex.PassStep) and not self.pos.over:
            self.passed.append(copy_position(self.pos))
        if isinstance(step, ex.MoveStep):
            self._move(step)
        elif isinstance(step, ex.PassStep):
            decision = self._decision(step.seat)
            declining = [o for o in decision.options if o.kind != "option"]
            if not declining:
                raise _Failed("declining is allowed", f"one of {self._listed(decision)} has to be chosen")
            self._apply(declining[0])
        elif isinstance(step, ex.WinsStep):
            self._wins(step)
        elif isinstance(step, ex.ExpectStep):
            for part in step.parts:
                self.at = part.span
                self._expect(part)
        else:
            self._knows(step)

    # -- moves ------------------------------------------------------------------------------------

    def _seat(self, seat: object) -> str:
        return self.machine.layout.seat_names[seat] if isinstance(seat, int) else "nobody"

    def _decision(self, who: object) -> Decision:
        seat = value_of(self.machine, self.pos, who)  # type: ignore[arg-type]
        if self.pos.over:
            raise _Failed(f"{self._seat(seat)} has to choose", "the game is over")
        decision = self.machine.decision(self.pos)
        if decision.seat != seat:
            raise _Failed(f"{self._seat(seat)} has to choose", f"{self._seat(decision.seat)} has to choose")
        return decision

    def _move(self, step: ex.MoveStep) -> None:
        decision = self._decision(step.seat)
        found = find_option(self.machine, self.pos, step.text)
        options = (found,) if isinstance(found, Option) else found.candidates
        exact = [o for o in options if self._is_whole(decision, o, step.text)]
        if step.verb == "cannot":
            self._cannot(step, decision, exact)
            return
        if not exact:
            reasons = "; ".join(self._reasons(decision, step.text))
            raise _Failed(f"{step.text} is allowed", reasons or f"allowed: {self._listed(decision)}")
        if step.verb == "does":
            self._apply(exact[0])

    def _is_whole(self, decision: Decision, option: Option, text: str) -> bool:
        """Whether the text names all that the option binds, not only the first of it."""
        if option.kind != "option":
            return True
        alternative = decision.choice.alternatives[option.alternative]
        labels = [a.label for a in decision.choice.alternatives]
        _, rest = typed.split_label(text, labels)
        return len(typed.split_groups(rest)) == len(bound_generators(alternative))

    def _cannot(self, step: ex.MoveStep, decision: Decision, exact: list[Option]) -> None:
        if exact:
            raise _Failed(f"{step.text} is refused", "it is allowed")
        if step.because is None:
            return
        reasons = self._reasons(decision, step.text)
        if not any(r.startswith(step.because) for r in reasons):
            raise _Failed(
                f'refused because "{step.because}"', "; ".join(f'"{r}"' for r in reasons) or "no reason"
            )

    def _reasons(self, decision: Decision, text: str) -> list[str]:
        return [_reason_text(r) for r in typed.why_not(self.machine, decision, text)]

    def _listed(self, decision: Decision) -> str:
        texts = decision_texts(self.machine, decision)
        more = f" and {len(texts) - SHOWN_MOVES} more" if len(texts) > SHOWN_MOVES else ""
        return ", ".join(texts[:SHOWN_MOVES]) + more if texts else "nothing"

    def _apply(self, option: Option) -> None:
        """Takes the option; what comes of it waits for the next step, which may say what chance gives."""
        self.machine.choose(self.pos, option)

    # -- expectations -----------------------------------------------------------------------------

    def _expect(self, part: ex.Expectation) -> None:
        if value_of(self.machine, self.pos, part.test):
            return
        shown = []
        notation = notation_of(self.machine)
        for value in part.values:
            found = value_of(self.machine, self.pos, value.expr)
            shown.append(f"{value.text} is {notation.value(self.pos, found, value.type)}")
        raise _Failed(part.text, "; ".join(shown) or "it does not hold")

    def _wins(self, step: ex.WinsStep) -> None:
        layout, teams = self.machine.layout, self.machine.program.teams
        wanted: set[int] = set()
        for expr, is_team in zip(step.who, step.teams, strict=True):
            found = value_of(self.machine, self.pos, expr)
            wanted.update(range(found, layout.players, teams) if is_team else [found])
        if not self.pos.over:
            seat = self._seat(self.machine.decision(self.pos).seat)
            raise _Failed(step.span.text, f"the game goes on: {seat} has to choose")
        outcome = self.machine.outcome(self.pos)
        if outcome.no_result:
            raise _Failed(step.span.text, "the game was broken off without a result")
        if set(outcome.winners) != wanted:
            names = ", ".join(layout.seat_names[seat] for seat in outcome.winners)
            verb = "wins" if len(outcome.winners) == 1 else "win"
            raise _Failed(step.span.text, f"{names} {verb}; {self._ranked_by(outcome)}")

    def _ranked_by(self, outcome: Judgement) -> str:
        """What each was ranked by, key by key, as the rules say it where there is one result only."""
        layout, results = self.machine.layout, self.machine.program.results
        keys = results[0].keys if len(results) == 1 else ()
        members = [
            "+".join(layout.seat_names[seat] for seat in range(number, layout.players, len(outcome.scores)))
            for number in range(len(outcome.scores))
        ]
        found = []
        for number, values in enumerate(zip(*outcome.scores, strict=True)):
            key = f"key {number + 1}"
            if keys and keys[number].value.origin >= 0:
                words = " ".join(self.origins[keys[number].value.origin].text.split())
                key = f"{'most' if keys[number].most else 'fewest'} {words}"
            shown = ", ".join(f"{who} {_plain(value)}" for who, value in zip(members, values, strict=True))
            found.append(f"{key}: {shown}")
        return "; then ".join(found) or "nobody is ranked"

    def _knows(self, step: ex.KnowsStep) -> None:
        seat = value_of(self.machine, self.pos, step.seat)
        zone = value_of(self.machine, self.pos, step.zone)
        layout = self.machine.layout
        left = [x for x in self.pos.zones[zone] if x >= 0 and self.pos.known[x] >> seat & 1]
        for wanted in step.pieces:
            fitting = [x for x in left if layout.piece_face[x] in wanted.faces]
            if bool(fitting) is step.negated:
                knows = "does not know" if step.negated else "knows"
                actual = "known" if step.negated else "not known"
                where = layout.zone_label[zone]
                raise _Failed(f"{self._seat(seat)} {knows} {wanted.text} in {where}", actual)
            if fitting:
                left.remove(fitting[0])


def _plain(value: object) -> str:
    """A value that was ranked by, as rules write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _reason_text(reason: Reason) -> str:
    return reason.text


# ---------------------------------------------------------------------------------------------
# A position in the notation of `given`


def position_from_given(
    game: Game, text: str, players: int | None = None, settings: dict[str, str] | None = None
) -> tuple[Machine, Position]:
    """The position that a `given` line describes, run on to its first decision.

    `text` is what follows `given` in an example. Raises RulesError for what is wrong with it, SetUpError for
    a position that cannot be.
    """
    extra = [f"{name} = {value}" for name, value in (settings or {}).items()]
    if players is not None:
        extra.append(f"players = {players}")
    words = text.strip().removeprefix("given ").strip()
    line = ", ".join([words, *extra] if words else extra) or "players = " + str(game.players.start)
    head = 'example "position" { given '
    source = Source("--given", f"{head}{line} }}\n")
    tree, problems = parse(source)
    parsed = [d for d in tree.declarations if isinstance(d, nodes.Example)]
    if has_errors(problems) or not parsed:
        raise RulesError(tuple(problems))
    [group] = ex.lower_examples(game.effective, parsed)[:1]
    if group.program is None or not group.examples:
        raise RulesError(tuple(d for d in group.diagnostics if d.is_error))
    machine = Machine(group.program)
    pos = set_up(machine, group.examples[0].facts, [])
    run_on(machine, pos, [])
    return machine, pos


__all__ = [
    "Diagnostic",
    "Failure",
    "Result",
    "Unclear",
    "position_from_given",
    "positions_of",
    "results_one_by_one",
    "run_examples",
    "run_extra_examples",
]
