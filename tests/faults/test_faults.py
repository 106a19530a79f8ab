"""Small games, each with one fault of design that a human could make: `check` or `fuzz` finds every one."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import frozen

from ruledsl import pipeline
from ruledsl.model.config import Configuration
from ruledsl.tools.fuzzing.examples import run_block
from ruledsl.tools.fuzzing.playing import Limits, Table
from ruledsl.tools.fuzzing.run import Tally, fuzz, make_plan

RULES = Path(__file__).parent / "rules"


@frozen
class Fault:
    """What finds a fault: a code of `check`, or kind and code of a finding, at a line of the file."""

    file: str
    found: str
    line: int
    games: int = 24
    has_example: bool = True
    """`fuzz` gives an example block"""


FAULTS = [
    Fault("any_of_many", "options too-many", 12, games=1, has_example=False),
    Fault("best_of_nothing", "fault nothing-to-compare", 18),
    Fault("card_goes_round", "endless comes-back", 14, games=6),
    Fault("card_no_more", "fault no-piece", 16),
    Fault("deck_runs_dry", "fault too-few", 17),
    Fault("forgotten_row", "E302", 11),
    Fault("forgotten_sum", "fault no-entry", 12),
    Fault("hand_limit", "invariant p.hand.size <= 5", 23),
    Fault("loop_of_passes", "endless circle", 15),
    Fault("never_fires", "never used", 16),
    Fault("nobody_left", "fault none-key", 17),
    Fault("nothing_ends_it", "E254", 12),
    Fault("out_but_leads", "fault no-option", 19, games=36),
    Fault("phase_in_itself", "E250", 13),
    Fault("place_is_taken", "fault slot-full", 18),
    Fault("same_card_twice", "invariant discard.size is thrown", 20),
    Fault("seat_wins", "seat favoured", 0, games=420, has_example=False),
    Fault("secret_behind_a_back", "fault secret", 15),
    Fault("secret_in_a_choice", "fault secret", 14),
    Fault("setting_too_large", "fault too-few", 13),
    Fault("share_of_nothing", "fault division-by-zero", 8),
    Fault("somebody_is_skipped", "invariant p.taken + 1 >= most(q.taken for player q)", 19),
    Fault("supply_below_zero", "fault too-few", 16),
    Fault("tie_nobody_resolves", "fault not-one", 8),
    Fault("together_sees_the_other", "E356", 13),
    Fault("trick_without_winner", "fault not-one", 16),
    Fault("trump_undefined", "fault no-piece", 17),
    Fault("waits_for_ever", "fault too-many-steps", 13, games=1),
    Fault("winner_must_move", "fault no-option", 15),
    Fault("worth_contradicts_rank", "ranking payoff", 16, has_example=False),
]


def fuzzed(path: Path, games: int) -> tuple[pipeline.Game, Tally]:
    game = pipeline.load(str(path))
    return game, fuzz(make_plan(game, "faults", None, {}, Limits()), games)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.file)
def test_it_is_found(fault: Fault) -> None:
    path = RULES / f"{fault.file}.rules"
    codes = {(d.code, d.span.line if d.span is not None else 0) for d in pipeline.check(str(path))}
    if " " not in fault.found:
        assert (fault.found, fault.line) in codes
        return
    assert not {code for code, _ in codes if code.startswith("E")}, "it can be played"
    game, tally = fuzzed(path, fault.games)
    if fault.found == "never used":
        assert fault.line in {clause.line for clause in tally.unused}
        return
    found = {
        (f"{each.kind} {each.code}", int(each.clause.rpartition(":")[2] or 0)): each for each in tally.found
    }
    assert (fault.found, fault.line) in found
    finding = found[fault.found, fault.line]
    assert bool(finding.example) is fault.has_example, finding.no_example
    if finding.example:
        table = Table(game, Configuration(finding.players, dict(finding.settings)))
        result = run_block(table, finding.example)
        assert result is not None and result.failure is not None, "the block fails while the fault is there"


def test_every_file_is_tested() -> None:
    assert {fault.file for fault in FAULTS} == {path.stem for path in RULES.glob("*.rules")}
    assert len(FAULTS) >= 25
