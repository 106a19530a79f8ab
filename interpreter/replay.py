"""The record of a game: what is needed to play it again and to see that it came out the same.

A record holds what was decided by key and what chance brought by label, so it does not depend on how the
generator is seeded; after every move stands the fingerprint of the position.  A saved game is a record
that is not finished.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

from attrs import evolve, field, frozen

from interpreter.chance import GENERATOR, Chance, ChanceNeeded, Sampled, Scripted, seed_generator
from interpreter.choices import Option
from interpreter.faults import Refused, RulesFault
from interpreter.hashing import state_hash
from interpreter.machine import Machine
from interpreter.notation import key_text
from interpreter.position import Position, copy_position
from interpreter.program import Scalar

SCHEMA = 1


class ReplayError(Exception):
    """A record cannot be read or does not belong here. `code` is a short word, `facts` are plain data.

    Codes: not-a-record, schema, field (one is missing or of the wrong kind), rules (other rules), option
    (a move is no option), chance (an outcome cannot come up), too-long (moves after the end), fault (the
    rules fail).
    """

    def __init__(self, code: str, text: str, **facts: Any) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.facts = facts


@frozen
class Step:
    """One decision: the option's key as text, the labels of chance that came up, the fingerprint
    afterwards.
    """

    move: str
    chance: tuple[int, ...]
    hash: str


@frozen
class Record:
    """A game so far. `begin` is the beginning, with an empty move; `result` stands once the game is over.

    `rules` is the SHA-256 of the rules text after `extends`, `program` that of the Program, `seed` what
    the game was seeded with (for the reader: it is not needed to play the record again).
    """

    title: str
    rules: str
    program: str
    players: int
    settings: tuple[tuple[str, Scalar], ...]
    seed: str
    begin: Step
    steps: tuple[Step, ...] = ()
    result: dict[str, Any] | None = field(default=None, hash=False)
    generator: str = GENERATOR
    schema: int = SCHEMA

    def to_json(self) -> dict[str, Any]:
        """The record as JSON data."""
        return {
            "schema": self.schema,
            "title": self.title,
            "rules": self.rules,
            "program": self.program,
            "players": self.players,
            "settings": dict(self.settings),
            "seed": self.seed,
            "generator": self.generator,
            "begin": _step_to_json(self.begin),
            "steps": [_step_to_json(step) for step in self.steps],
            "result": self.result,
        }

    @classmethod
    def from_json(cls, data: Any) -> Record:
        """The record that `to_json` wrote; ReplayError for anything else."""
        if not isinstance(data, dict):
            raise ReplayError("not-a-record", "this is not the record of a game")
        if _get(data, "schema", int) != SCHEMA:
            raise ReplayError("schema", "a record of another version", found=data["schema"], known=SCHEMA)
        settings = _get(data, "settings", dict)
        for name, value in settings.items():
            if not isinstance(value, bool | int | str | None):
                raise ReplayError("field", f"the setting {name} has no proper value", field="settings")
        result = data.get("result")
        if result is not None and not isinstance(result, dict):
            raise ReplayError("field", "`result` is not what it should be", field="result")
        return cls(
            title=_get(data, "title", str),
            rules=_get(data, "rules", str),
            program=_get(data, "program", str),
            players=_get(data, "players", int),
            settings=tuple(settings.items()),
            seed=_get(data, "seed", str),
            begin=_step_from_json(_get(data, "begin", dict), 0),
            steps=tuple(_step_from_json(step, i + 1) for i, step in enumerate(_get(data, "steps", list))),
            result=result,
            generator=_get(data, "generator", str),
        )


def _step_to_json(step: Step) -> dict[str, Any]:
    return {"move": step.move, "chance": list(step.chance), "hash": step.hash}


def _step_from_json(data: Any, number: int) -> Step:
    if not isinstance(data, dict):
        raise ReplayError("field", f"step {number} is not what it should be", field="steps", step=number)
    chance = _get(data, "chance", list, number)
    if not all(type(label) is int for label in chance):
        raise ReplayError("field", f"step {number}: chance is told by numbers", field="chance", step=number)
    return Step(_get(data, "move", str, number), tuple(chance), _get(data, "hash", str, number))


def _get(data: dict[str, Any], name: str, kind: type, step: int | None = None) -> Any:
    value = data.get(name)
    if type(value) is not kind:
        where = "" if step is None else f"step {step}: "
        what = "is missing" if value is None else "is not what it should be"
        raise ReplayError("field", f"{where}`{name}` {what}", field=name, step=step)
    return value


# ---------------------------------------------------------------------------------------------
# Writing


def rules_hash(text: str) -> str:
    """The fingerprint of a rules text."""
    return hashlib.sha256(text.encode()).hexdigest()


class Recorder:
    """Plays a game and keeps its record.

    `position` is where it stands; `play` takes one of its options. `rules_text` is the text after `extends`.
    """

    def __init__(self, machine: Machine, seed: int | str, rules_text: str = "") -> None:
        self.machine = machine
        self.seed = str(seed)
        self.rules = rules_hash(rules_text)
        self.steps: list[Step] = []
        chance = Sampled.of(seed_generator(seed))
        self.position = machine.initial(chance)
        self.position.generator = chance.generator
        self.begin = self._step("", chance)

    @classmethod
    def resumed(cls, machine: Machine, record: Record) -> Recorder:
        """Goes on with a recorded game; its chance from here on is seeded anew, from the seed and where it
        stands.

        Raises ReplayError when the record cannot be played.
        """
        made = cls.__new__(cls)
        made.machine = machine
        made.seed = record.seed
        made.rules = record.rules
        made.begin = record.begin
        made.steps = list(record.steps)
        for _, position in positions(machine, record):
            made.position = position
        last = record.steps[-1] if record.steps else record.begin
        made.position.generator = seed_generator(f"{record.seed}:{len(record.steps)}:{last.hash}")
        return made

    def _step(self, move: str, chance: Chance) -> Step:
        return Step(move, tuple(chance.history), state_hash(self.machine.layout, self.position))

    def play(self, option: Option) -> Position:
        """Takes an option of `position`; gives the position afterwards, which `position` is from then on."""
        after = copy_position(self.position)
        chance = Sampled(after)
        self.machine.apply_in_place(after, option, chance)
        self.position = after
        self.steps.append(self._step(key_text(option), chance))
        return after

    def take_back(self) -> None:
        """Forgets the last decision; the game goes on from the position before it."""
        if not self.steps:
            raise Refused("there is nothing to take back")
        shorter = evolve(self.record, steps=tuple(self.steps[:-1]), result=None)
        self.position = Recorder.resumed(self.machine, shorter).position
        self.steps.pop()

    @property
    def record(self) -> Record:
        """The record so far; with the result when the game is over."""
        program = self.machine.program
        return Record(
            title=program.title,
            rules=self.rules,
            program=program.hash,
            players=program.players,
            settings=program.settings,
            seed=self.seed,
            begin=self.begin,
            steps=tuple(self.steps),
            result=result_of(self.machine, self.position) if self.position.over else None,
        )


def result_of(machine: Machine, pos: Position) -> dict[str, Any]:
    """How a finished game ended, as JSON data."""
    outcome = machine.outcome(pos)
    return {
        "ranking": [list(place) for place in outcome.ranking],
        "payoffs": [worth if isinstance(worth, int) else str(worth) for worth in outcome.payoffs],
        "no_result": outcome.no_result,
    }


# ---------------------------------------------------------------------------------------------
# Playing again


@frozen
class Mismatch:
    """Where a record and the rules part: step 0 is the beginning; `what` is hash, move, chance, rules or
    result.
    """

    step: int
    what: str
    text: str


def positions(machine: Machine, record: Record) -> Iterator[tuple[Step, Position]]:
    """The position after the beginning and after every decision of a record.

    Raises ReplayError where it cannot go on. Fingerprints are not compared: see `verify`.
    """
    _check_rules(machine, record)
    position = _carried_out(0, record.begin, lambda chance: machine.initial(chance))
    yield record.begin, position
    for number, step in enumerate(record.steps, 1):
        position = _next_position(machine, position, number, step)
        yield step, position


def _check_rules(machine: Machine, record: Record) -> None:
    program = machine.program
    if record.title != program.title or record.players != program.players:
        raise ReplayError(
            "rules",
            f"this is a record of {record.title} with {record.players} players",
            title=record.title,
            players=record.players,
        )
    if record.settings != program.settings:
        raise ReplayError(
            "rules", "this is a record of the game with other settings", settings=record.settings
        )


def _next_position(machine: Machine, before: Position, number: int, step: Step) -> Position:
    if before.over:
        raise ReplayError("too-long", f"step {number}: the game was over before", step=number)
    option = next((option for option in machine.options(before) if key_text(option) == step.move), None)
    if option is None:
        text = f"step {number}: this was no option: {step.move}"
        raise ReplayError("option", text, step=number, move=step.move)
    chosen = option
    return _carried_out(number, step, lambda chance: machine.apply(before, chosen, chance))


def _carried_out(number: int, step: Step, run: Callable[[Chance], Position]) -> Position:
    chance = Scripted(step.chance)
    try:
        position = run(chance)
    except ChanceNeeded as needed:
        text = f"step {number}: chance decides more than the record tells"
        raise ReplayError("chance", text, step=number, outcomes=needed.event.outcomes) from needed
    except Refused as refused:
        raise ReplayError("chance", f"step {number}: {refused}", step=number) from refused
    except RulesFault as problem:
        raise ReplayError(
            "fault", f"step {number}: {problem}", step=number, origin=problem.origin
        ) from problem
    if chance.used < len(step.chance):
        raise ReplayError("chance", f"step {number}: chance decides less than the record tells", step=number)
    return position


def verify(machine: Machine, record: Record) -> Mismatch | None:
    """Plays a record again; the first place where it comes out otherwise, or None."""
    number = -1
    position: Position | None = None
    try:
        for number, (step, position) in enumerate(positions(machine, record)):
            if state_hash(machine.layout, position) != step.hash:
                return Mismatch(number, "hash", f"step {number} leads to another position")
    except ReplayError as problem:
        return Mismatch(problem.facts.get("step") or 0, _WHAT.get(problem.code, problem.code), problem.text)
    if record.result is not None and position is not None:
        if not position.over:
            return Mismatch(number, "result", "the record tells a result, but the game is not over")
        if result_of(machine, position) != record.result:
            return Mismatch(number, "result", "the game ends with another result")
    return None


_WHAT = {"option": "move", "too-long": "move"}
