"""A game of a script, followed step by step with everything that has to be told of it."""

from __future__ import annotations

from typing import Any

from attrs import define, field, frozen

from interpreter.choices import Option
from interpreter.faults import RulesFault
from interpreter.hashing import state_hash
from interpreter.notation import decision_texts, face_text, key_text, option_text
from interpreter.position import Position
from interpreter.replay import Record, Step, result_of, rules_hash
from ruledsl.tools.fuzzing.playing import Table
from ruledsl.tools.fuzzing.scripts import Driven, Script


@frozen
class Move:
    """A decision with what followed. `text` is the option in the notation of moves, different from that of
    every other one, `short` without that. `chance` is what came up in the notation of `chance [...]`,
    `before` the position in which it was chosen.
    """

    seat: int
    seat_name: str
    option: Option
    text: str
    short: str
    chance: tuple[str, ...]
    before: Position


@define
class Trail:
    """The beginning and the moves. `fault` is what the last of them, or the beginning, ended in; `last` is
    the position after it, None with a fault.
    """

    table: Table
    chance: tuple[str, ...] = ()
    moves: list[Move] = field(factory=list)
    last: Position | None = None
    fault: Exception | None = None
    steps: list[Step] = field(factory=list)

    @property
    def fails_at_listing(self) -> bool:
        """Whether the fault came when the options of a decision were listed, after all moves went well."""
        return self.fault is not None and self.last is not None

    @property
    def positions(self) -> list[Position]:
        """Every position in which something was decided, and the last one."""
        found = [move.before for move in self.moves]
        return found if self.last is None else [*found, self.last]

    @property
    def at_decision(self) -> Position | None:
        """The position of the last decision that was reached; None when the beginning failed."""
        if self.last is not None and not self.last.over:
            return self.last
        return self.moves[-1].before if self.moves else None

    def record(self) -> Record:
        """The record of the game. A move that fails is its last step, so that a replay fails there, too."""
        machine = self.table.thinking
        program, steps = machine.program, self.steps
        over = self.last is not None and self.last.over and self.fault is None
        return Record(
            title=program.title,
            rules=rules_hash(self.table.game.text),
            program=program.hash,
            players=program.players,
            settings=program.settings,
            seed="fuzz",
            begin=steps[0],
            steps=tuple(steps[1:]),
            result=result_of(machine, self.last) if over and self.last is not None else None,
        )


def follow(table: Table, script: Script) -> Trail:
    """Plays a script, without asking any probe."""
    machine = table.thinking
    trail = Trail(table)
    chance = Driven(script[0] if script else (), None)
    pos: Position | None = None
    try:
        pos = machine.initial(chance)
    except Exception as problem:
        trail.fault = problem
    trail.chance = chance_texts(table, chance)
    trail.steps.append(_step(table, "", chance, pos))
    for group in script[1:]:
        if pos is None or pos.over:
            break
        decision = machine.decision(pos)
        option = decision.options[group[0] % len(decision.options) if group else 0]
        text, short = _text(table, decision, option), option_text(machine, decision, option)
        chance = Driven(group[1:], None)
        after: Position | None = None
        try:
            after = machine.apply(pos, option, chance)
        except Exception as problem:
            trail.fault = problem
        name = machine.layout.seat_names[decision.seat]
        trail.moves.append(Move(decision.seat, name, option, text, short, chance_texts(table, chance), pos))
        trail.steps.append(_step(table, key_text(option), chance, after))
        pos = after
    trail.last = pos
    if pos is not None:
        try:
            if pos.over:
                machine.outcome(pos)
            else:
                machine.options(pos)
        except RulesFault as problem:
            trail.fault = problem
    return trail


def _text(table: Table, decision: Any, option: Option) -> str:
    texts = decision_texts(table.thinking, decision)
    return next(text for text, other in zip(texts, decision.options, strict=True) if other.key == option.key)


def _step(table: Table, move: str, chance: Driven, pos: Position | None) -> Step:
    fingerprint = "" if pos is None else state_hash(table.thinking.layout, pos)
    return Step(move, tuple(chance.history), fingerprint)


def chance_texts(table: Table, chance: Driven) -> tuple[str, ...]:
    """What came up, as it is written behind `chance`: a piece by its code, anything else by its number."""
    layout, program = table.thinking.layout, table.thinking.program
    return tuple(
        face_text(program, layout.face_of_label(label)) if kind == "piece" else str(label)
        for label, kind in zip(chance.history, chance.kinds, strict=True)
    )
