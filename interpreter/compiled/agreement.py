"""Plays one game on the reference and by its kernel side by side, and tells where the two part ways.

After every move all is compared that decides how a game goes on: the options in their order with keys and
bindings, who chooses, the fingerprint of the position, the generator, steps, decisions, faults by code and
place, and at the end the result.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from attrs import fields, frozen

from interpreter.chance import below, seed_generator
from interpreter.choices import Option
from interpreter.compiled.fault_codes import BEYOND
from interpreter.compiled.machine import CompiledMachine
from interpreter.compiled.position_io import BeyondKernel
from interpreter.faults import RulesFault
from interpreter.hashing import state_hash
from interpreter.machine import STEP_BUDGET, Decision, Machine
from interpreter.position import Position, copy_position
from interpreter.program import Program

SHOWN: Final = 300
"""So many characters of either side are shown."""

BY_LABEL: Final = 2
"""One game in so many chooses a label first, so that a label with few options is not left out."""

_EXACT: Final = ("generator", "decisions", "steps")
_LEFT_OUT: Final = (*_EXACT, "queue", "serial")
_LOOSE: Final = ("steps", "cells", "bits")
_FIELDS: Final = tuple(field.name for field in fields(Position) if field.name not in _LEFT_OUT)


@frozen
class Difference:
    """Where reference and kernel part ways.

    `game`: the seed, or where the game came from. `decision`: how many were taken before. `after`: what was
    done last. `field`: what is not the same, with the values of both sides as texts. `beyond`: the kernel had
    no room for what came, and said so.
    """

    game: str
    decision: int
    after: str
    field: str
    reference: str
    compiled: str
    beyond: bool = False

    def __str__(self) -> str:
        return (
            f"{self.game}, decision {self.decision}, after {self.after}: {self.field} differs\n"
            f"  reference: {self.reference}\n  compiled:  {self.compiled}"
        )


@frozen
class Played:
    """What came of a game: decisions that were compared, the fault that both met, the first difference."""

    decisions: int
    difference: Difference | None = None
    fault: str = ""
    over: bool = False


class Parted(Exception):
    """Carries the first difference."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(str(difference))
        self.difference = difference


class Pair:
    """A reference and a kernel that stand in the same position.

    `reload` puts the reference's position into the kernel after every move, so that every position on the way
    is loaded. Methods raise Parted at the first difference and RulesFault where both meet the same fault.
    """

    def __init__(self, reference: Machine, compiled: CompiledMachine, *, reload: bool = False) -> None:
        self.reference, self.compiled, self.reload = reference, compiled, reload
        self.game = self.after = ""
        self.position: Position
        self.options: list[Option] = []

    def begin(self, seed: int | str) -> None:
        """Begins a game on both."""
        self.game, self.after = f"seed {seed}", "the beginning"
        self.position = self._both(lambda: self.reference.initial(seed), lambda: self.compiled.begin(seed))[0]
        self._compare(steps=True)

    def start(self, pos: Position, name: str) -> None:
        """Goes on from a position, which is left as it is."""
        self.game, self.after = name, "the beginning"
        self.position = copy_position(pos)
        self._both(lambda: None, lambda: self.compiled.load(pos))
        self._compare(steps=False)

    def offer(self) -> None:
        """Lists the options of the decision that is due."""
        decision, count = self._both(self._decide, self.compiled.offer)
        self.options = decision.options
        self._same("number of options", len(self.options), count)
        listed = self.compiled.listed(self.compiled.position(), count)
        for number, (ours, theirs) in enumerate(zip(self.options, listed, strict=True)):
            self._same(f"option {number}", ours.key, theirs.key)
            self._same(f"option {number}: alternative", ours.alternative, theirs.alternative)
            self._same(f"option {number}: bindings", ours.bindings, theirs.bindings)
        self._same("who chooses", decision.seat, self.compiled.host.array("chooser_now")[0])

    def _decide(self) -> Decision:
        decision = self.reference.decision(self.position)
        assert isinstance(decision.options, list)  # listed now, so that a fault comes here
        return decision

    def take(self, number: int) -> None:
        """Takes one of the options that were listed."""
        option = self.options[number]
        self.after = f"{option.key}"
        self._both(
            lambda: self.reference.apply_in_place(self.position, option), lambda: self.compiled.take(number)
        )
        self._compare(steps=True)
        if self.reload and not self.position.over:
            self._both(lambda: None, lambda: self.compiled.load(self.position))
            self._compare(steps=False)

    def judge(self) -> None:
        """Compares the results of a game that is over."""
        outcome, verdict = self._both(lambda: self.reference.outcome(self.position), self.compiled.verdict)
        players = self.reference.layout.players
        members = self.reference.program.teams if outcome.by_team else players
        places = [0] * players
        before = 0
        for place in outcome.ranking:
            for member in place:
                for seat in range(member, players, members):
                    places[seat] = before
            before += len(place)
        self._same("ranking", tuple(places), verdict.places)
        self._same("payoffs", tuple(map(Fraction, outcome.payoffs)), verdict.payoffs)

    # -- comparing -----------------------------------------------------------------------------------

    def _both(self, reference: Callable[[], Any], compiled: Callable[[], Any]) -> tuple[Any, Any]:
        """Does the same on both sides; what fails has to fail in the same way."""
        faults: list[RulesFault | None] = []
        results: list[Any] = []
        for side in (reference, compiled):
            try:
                results.append(side())
                faults.append(None)
            except RulesFault as fault:
                results.append(None)
                faults.append(fault)
            except Exception as error:
                if side is reference:
                    raise
                beyond = isinstance(error, BeyondKernel)
                self._part("what came", "nothing unusual", f"{type(error).__name__}: {error}", beyond)
        met = [None if fault is None else (fault.code, fault.origin) for fault in faults]
        if met[0] != met[1]:
            self._part("fault", repr(met[0]), repr(met[1]), met[1] is not None and met[1][0] == BEYOND)
        if faults[0] is not None:
            raise faults[0]
        return results[0], results[1]

    def _compare(self, steps: bool) -> None:
        compiled = self._read()
        for name in _EXACT:
            if name != "steps" or steps:
                self._same(name, getattr(self.position, name), getattr(compiled, name))
        layout = self.reference.layout
        reference = self.position
        if not self.compiled.known:
            reference, compiled = self._without_knowledge(reference), self._without_knowledge(compiled)
        if state_hash(layout, reference) == state_hash(layout, compiled):
            return
        for name in _FIELDS:
            one: Any = getattr(reference, name)
            other: Any = getattr(compiled, name)
            if name in ("zones", "bags"):
                one, other = self._in_order(name, one), self._in_order(name, other)
            self._same(name, one, other)
        self._part("fingerprint", state_hash(layout, reference), state_hash(layout, compiled))

    def _in_order(self, name: str, zones: list[list[int]]) -> list[list[int]]:
        """Pieces by their numbers where their order means nothing."""
        unordered = self.reference.layout.is_bag if name == "zones" else [True] * len(zones)
        return [sorted(lies) if bag else lies for lies, bag in zip(zones, unordered, strict=True)]

    def _read(self) -> Position:
        return self._both(lambda: None, self.compiled.position)[1]  # type: ignore[no-any-return]

    def _without_knowledge(self, pos: Position) -> Position:
        found = copy_position(pos)
        found.known = [0] * len(pos.known)
        return found

    def _same(self, name: str, reference: object, compiled: object) -> None:
        if reference != compiled:
            if isinstance(reference, list) and isinstance(compiled, list) and len(reference) == len(compiled):
                for number, (one, other) in enumerate(zip(reference, compiled, strict=True)):
                    self._same(f"{name}[{number}]", one, other)
            self._part(name, repr(reference), repr(compiled))

    def _part(self, name: str, reference: str, compiled: str, beyond: bool = False) -> None:
        decision = getattr(self, "position", None)
        raise Parted(
            Difference(
                self.game, decision.decisions if decision is not None else 0, self.after, name,
                reference[:SHOWN], compiled[:SHOWN], beyond,
            )
        )  # fmt: skip


def compare_game(
    pair: Pair, seed: int | str, start: Position | None = None, most: int | None = None
) -> Played:
    """Plays one random game on both, up to the end or `most` decisions: from the deal, or from a position.

    The same seed makes the same game.
    """
    generator = seed_generator(f"compare:{seed}")
    by_label = below(generator, BY_LABEL) == 0
    decisions = 0
    try:
        if start is None:
            pair.begin(seed)
        else:
            pair.start(start, str(seed))
        while not pair.position.over and (most is None or decisions < most):
            pair.offer()
            pair.take(_choose(pair.options, generator, by_label))
            decisions += 1
        if pair.position.over and not pair.position.no_result:
            pair.judge()
    except Parted as parted:
        return Played(decisions, parted.difference)
    except RulesFault as fault:
        return Played(decisions, fault=fault.code)
    return Played(decisions, over=pair.position.over)


def compare_straight(compiled: CompiledMachine, seed: int | str) -> Played:
    """Plays one random game in the kernel twice: as whole games are played there, and step by step.

    Whole games count steps in loops only, and at their end leave what no result can ask for, locals and
    triggers: these are not compared, nor where steps were used up.
    """
    ends: list[dict[str, object]] = []
    for play in (lambda: compiled.games(1, seed), lambda: compiled.game_by_steps(seed)):
        try:
            play()
        except RulesFault as fault:
            ends.append({"fault": (fault.code, -1 if fault.code == "too-many-steps" else fault.origin)})
            continue
        ends.append(_end_of(compiled))
    decisions, over = int(compiled.host.array("decisions")[0]), "fault" not in ends[0]
    for name in {**ends[0], **ends[1]}:
        one, other = (repr(end.get(name))[:SHOWN] for end in ends)
        if one != other:
            what = f"whole game {seed}"
            return Played(decisions, Difference(what, decisions, "the end", name, other, one), over=over)
    met = ends[0].get("fault")
    return Played(decisions, fault=str(met[0]) if isinstance(met, tuple) else "", over=over)


def _end_of(compiled: CompiledMachine) -> dict[str, object]:
    """All that can be asked of a game that has ended in a kernel."""
    pos = compiled.position()
    found: dict[str, object] = {
        name: getattr(pos, name) for name in (*_EXACT, *_FIELDS) if name not in _LOOSE
    }
    for family in compiled.program.variables:
        if family.local:
            pos.variables[family.base : family.base + family.count] = [None] * family.count
    found["bot"] = list(compiled.host.array("bot"))
    if not pos.no_result:
        found["result"] = compiled.verdict()
    return found


def _choose(options: list[Option], generator: list[int], by_label: bool) -> int:
    if not by_label:
        return below(generator, len(options))
    labels = sorted({option.label for option in options})
    label = labels[below(generator, len(labels))]
    numbers = [number for number, option in enumerate(options) if option.label == label]
    return numbers[below(generator, len(numbers))]


def pair_of(
    program: Program, decision_budget: int, step_budget: int = STEP_BUDGET, *, engine: str = "auto",
    known: bool = True,
) -> Pair:  # fmt: skip
    """A pair for a Program; the arguments are those of Machine and CompiledMachine."""
    compiled = CompiledMachine(
        program, engine=engine, known=known, step_budget=step_budget, decision_budget=decision_budget
    )
    return Pair(Machine(program, step_budget, decision_budget), compiled)
