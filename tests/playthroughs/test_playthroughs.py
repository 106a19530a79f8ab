"""Every game has a playthrough for every number of players, and it comes out as it did."""

from __future__ import annotations

import pytest

from interpreter.faults import RulesFault
from interpreter.hashing import state_hash
from interpreter.notation import move_texts
from tests.playthroughs.record import FOLDER, INTERVAL, Playthrough, line_of, path_of, result_text
from tests.support.rules_files import Case, plain_cases

COMMAND = "python -m tests.playthroughs.update"


def problems(case: Case) -> str:
    """The first thing that comes out otherwise than it is written, or nothing."""
    machine = case.machine
    text = path_of(case).read_text(encoding="utf-8")
    written = Playthrough.read(text)
    if written.text(case) != text:
        return "the file is not in the form in which playthroughs are written"
    try:
        pos = machine.initial(written.seed)
        if state_hash(machine.layout, pos) != written.start:
            return "the beginning is another position"
        hashes = list(written.hashes)
        for number, line in enumerate(written.lines, 1):
            if pos.over:
                return f"move {number}: the game is over before"
            lines = [line_of(machine, pos, move) for move in move_texts(machine, pos)]
            if line not in lines:
                return f"move {number}: {line} is not among {', '.join(lines[:8])}"
            machine.apply_in_place(pos, machine.options(pos)[lines.index(line)])
            looks = number % INTERVAL == 0 or number == len(written.lines)
            if looks and state_hash(machine.layout, pos) != hashes.pop(0):
                return f"move {number}: leads to another position"
    except RulesFault as fault:
        return f"the rules fail: {fault}"
    if result_text(machine, pos) != written.result:
        return f"the result is {result_text(machine, pos)}"
    return ""


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_playthrough(case: Case) -> None:
    assert path_of(case).exists(), f"{case} has no playthrough: {COMMAND}"
    assert problems(case) == "", f"if this is meant: {COMMAND} {case.path.stem}"


def test_no_playthrough_is_left_over() -> None:
    wanted = {path_of(case) for case in plain_cases()}
    assert {path.name for path in FOLDER.glob("*.txt")} <= {path.name for path in wanted}, COMMAND
