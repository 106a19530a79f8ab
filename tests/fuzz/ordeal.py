"""What a random game has to go through: every pass of the language, and games with all that is done to them.

An ordeal raises AssertionError (or whatever went wrong in ruledsl) and counts what it did in a `Tally`. The
rules of a random game may fault in play, for they make little sense; such a fault must have its place.
"""

from __future__ import annotations

import json
import random
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from attrs import define, field

from interpreter import codec
from interpreter.faults import RulesFault
from interpreter.hashing import state_hash
from interpreter.machine import Machine
from interpreter.position import Position, copy_position
from interpreter.replay import Record, Recorder, verify
from interpreter.views import view
from ruledsl import pipeline
from ruledsl.diagnostics.catalogue import find
from ruledsl.diagnostics.render import render
from ruledsl.diagnostics.words import MissingFactWarning
from ruledsl.fmt import format_source
from ruledsl.source import Source
from ruledsl.syntax import parse
from tests.properties.moments import PROPERTIES, Moment

DECISIONS = 40
"""Games are broken off after so many decisions."""

STEPS = 4_000
"""So many statements may be run without a decision."""

PATIENCE = 30.0
"""Nothing that is done to one program may take so many seconds."""


@define
class Tally:
    """What was done; `ended`: games that came to their end; `moments`: decisions that were looked at closely;
    `faults`: those of the rules, by code.
    """

    programs: int = 0
    configurations: int = 0
    games: int = 0
    decisions: int = 0
    moments: int = 0
    ended: int = 0
    faults: Counter[str] = field(factory=Counter)

    def add(self, other: Tally) -> None:
        """Takes in what another one counted."""
        for name in ("programs", "configurations", "games", "decisions", "moments", "ended"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.faults += other.faults

    def __str__(self) -> str:
        faults = ", ".join(f"{code} {count:,}" for code, count in self.faults.most_common(8))
        return (
            f"{self.programs:,} programs in {self.configurations:,} configurations; {self.games:,} games, "
            f"{self.ended:,} of them to their end; {self.decisions:,} decisions, {self.moments:,} of them "
            f"looked at closely; faults of the rules: {faults or 'none'}"
        )


def laid_out(text: str) -> None:
    """The text is parsed, formatted, and the same afterwards."""
    source = Source("random.rules", text)
    tree, problems = parse(source)
    assert not problems, render(problems)
    once, found = format_source(source)
    assert once is not None, render(found)
    formatted = Source("random.rules", once)
    again, problems = parse(formatted)
    assert not problems, render(problems)
    assert again == tree
    assert [c.text for c in again.comments] == [c.text for c in tree.comments]
    assert format_source(formatted)[0] == once


def checked(text: str, folder: Path) -> pipeline.Game:
    """The game, after `check` found no error in it."""
    path = folder / "random.rules"
    path.write_text(text, encoding="utf-8")
    found = pipeline.check(str(path))
    errors = [d for d in found if d.is_error]
    assert not errors, render(errors)
    render(found)
    return pipeline.load(str(path))


def machine_for(program_of: pipeline.Game, players: int) -> Machine:
    """A machine with small budgets, for the Program after it went through JSON."""
    program = program_of.program(program_of.configure(players))
    again = codec.from_json(json.loads(json.dumps(codec.to_json(program))))
    assert again == program and again.hash == program.hash
    return Machine(again, step_budget=STEPS, decision_budget=DECISIONS)


def endured(text: str, seed: int, folder: Path, games: int = 2, closely: int = 3, base: str = "") -> Tally:
    """Everything with one text: `games` random games for each number of players. `base`: what it extends."""
    start = time.process_time()
    tally = Tally(programs=1)
    laid_out(text)
    (folder / "base.rules").write_text(base, encoding="utf-8")
    game = checked(text, folder)
    for players in game.players:
        machine = machine_for(game, players)
        tally.configurations += 1
        for number in range(games):
            played(machine, f"{seed}:{players}:{number}", tally, closely)
    assert time.process_time() - start < PATIENCE, "this takes far too long"
    return tally


@contextmanager
def faults_told(tally: Tally) -> Iterator[None]:
    """Inside, the rules may fault, if the place is told."""
    try:
        yield
    except RulesFault as fault:
        assert fault.origin >= 0, f"a fault without a place: {fault}"
        tally.faults[fault.code] += 1


def played(machine: Machine, seed: str, tally: Tally, closely: int) -> None:
    """A random game: options, apply, hash, save, replay, taking back; at some moments all properties."""
    rng = random.Random(seed)
    tally.games += 1
    recorder: Recorder | None = None
    looked_at = {rng.randrange(12) for _ in range(closely)}
    with faults_told(tally):
        recorder = Recorder(machine, seed)
        moment = Moment(machine, recorder.position, rng=rng) if not recorder.position.over else None
        while moment is not None:
            if recorder.position.decisions in looked_at:
                look_closely(moment, tally)
            option = rng.choice(moment.options)
            before, known = copy_position(moment.pos), state_hash(machine.layout, moment.pos)
            after = machine.apply(moment.pos, option)
            assert moment.pos == before and state_hash(machine.layout, moment.pos) == known
            if rng.random() < 0.3:
                saved = codec.position_from_json(codec.position_to_json(before))
                assert after == machine.apply(saved, option)
            own = moment.own_after(after, option)
            recorder.play(option)
            assert recorder.position == after
            tally.decisions += 1
            moment = None if after.over else Moment(machine, after, own, rng=rng)
    if recorder is not None:
        _recorded(machine, recorder, tally)


def look_closely(moment: Moment, tally: Tally) -> None:
    """Everything that holds at every decision of any game; an invariant of the file may be broken."""
    tally.moments += 1
    for holds in PROPERTIES:
        if holds.__name__ == "invariants_hold":
            assert not [v for v in moment.machine.check_invariants(moment.pos) if v.origin < 0]
            continue
        with faults_told(tally):
            holds(moment)
    for seat in (None, *range(moment.machine.layout.players)):
        json.dumps(view(moment.machine.layout, moment.pos, seat).as_data())


def _recorded(machine: Machine, recorder: Recorder, tally: Tally) -> None:
    """The record of a game is the same game again; taking back leads where the game was before."""
    pos: Position = recorder.position
    with faults_told(tally):
        record = Record.from_json(json.loads(json.dumps(recorder.record.to_json())))
        mismatch = verify(machine, record)
        assert mismatch is None, mismatch
        if pos.over:
            tally.ended += 1
            outcome = machine.outcome(pos)
            assert len(outcome.payoffs) == machine.layout.players
        assert not [v for v in machine.check_invariants(pos) if v.origin < 0]
        if recorder.steps:
            recorder.take_back()
            assert recorder.position.decisions == pos.decisions - 1


def told(text: str, folder: Path) -> list[str]:
    """What is said of a text that may well be wrong: codes that are known, with all the facts of their words.

    Where nothing is wrong after all, the game is played, too.
    """
    source = Source("random.rules", text)
    _, problems = parse(source)
    assert all(d.code.startswith("E0") and d.span is not None for d in problems)
    once, _ = format_source(source)
    assert (once is None) == bool(problems)
    if once is not None:
        laid_out(text)
    path = folder / "random.rules"
    path.write_bytes(text.encode("utf-8", errors="surrogatepass"))
    found = pipeline.check(str(path))
    with warnings.catch_warnings():
        warnings.simplefilter("error", MissingFactWarning)
        render(found)
    assert not [d.code for d in found if find(d.code) is None]
    assert any(d.is_error for d in found) or not problems
    return [d.code for d in found if d.is_error]
