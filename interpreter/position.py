"""A position: everything that can be asked about a game at one moment, as plain data and nothing else.

Copying, comparing, hashing and saving a position need no knowledge of the rules. A suspended game is a stack
of frames; see `frames.py` for what a frame's numbers mean.
"""

from __future__ import annotations

from typing import Any

from attrs import define, field

NOWHERE = -1
UNDECIDED = -1


@define
class LaidMeld:
    """A meld lying in a `meld` or `melds` zone.

    Its cards are the next `len(faces)` pieces of the zone; `faces` is how each is read.
    """

    serial: int
    kind: int
    by: int | None
    faces: list[int]
    shape: int = 0


@define
class Position:
    """See the module. Lists are indexed by the numbers of the Program (zone, piece, variable, cell, seat)."""

    zones: list[list[int]]
    """piece ids first to last; UNDECIDED where an undecided pile has not been looked at"""
    bags: list[list[int]]
    """for each zone the pieces its undecided places stand for, in no meaningful order"""
    place: list[int]
    """piece -> zone it lies in (decided or not), or NOWHERE"""
    facing: list[int]
    """piece -> 0 as its zone says, 1 down, 2 up"""
    shown: list[int]
    """die -> what it shows, 0 when never rolled (indexed by piece)"""
    known: list[int]
    """piece -> mask of the seats that know that this piece is where it is"""
    laid: dict[int, list[LaidMeld]]
    """meld zone -> its melds in order"""
    counters: list[list[int]]
    """counter -> holders: 0 the supply, 1 + seat, 1 + players + zone"""
    variables: list[Any]
    cells: list[Any]
    frames: list[list[Any]] = field(factory=list)
    bits: dict[int, int] = field(factory=dict)
    """trigger -> mask of the bindings that are true now; no entry: the trigger is not alive"""
    queue: list[list[Any]] = field(factory=list)
    """not used: triggers that still have to run stand in `queue` frames, see `frames.py`"""
    direction: int = 1
    misses: list[int] = field(factory=list)
    serial: int = 0
    """number of the next laid meld"""
    committed: list[Any] = field(factory=list)
    """simultaneous choices under way; see `frames.py`"""
    generator: list[int] = field(factory=list)
    """state of the chance generator; empty when chance is handed out"""
    steps: int = 0
    decisions: int = 0
    over: bool = False
    no_result: bool = False
    """the decision budget ran out"""


def copy_position(p: Position) -> Position:
    """An independent copy; written out because play copies a position for every move."""
    return Position(
        zones=[places[:] for places in p.zones],
        bags=[bag[:] for bag in p.bags],
        place=p.place[:],
        facing=p.facing[:],
        shown=p.shown[:],
        known=p.known[:],
        laid={
            zone: [LaidMeld(m.serial, m.kind, m.by, m.faces[:], m.shape) for m in melds] if melds else []
            for zone, melds in p.laid.items()
        },
        counters=[held[:] for held in p.counters],
        variables=p.variables[:],
        cells=p.cells[:],
        frames=[frame[:] for frame in p.frames],
        bits=p.bits.copy(),
        queue=p.queue[:],
        direction=p.direction,
        misses=p.misses[:],
        serial=p.serial,
        committed=p.committed[:],
        generator=p.generator[:],
        steps=p.steps,
        decisions=p.decisions,
        over=p.over,
        no_result=p.no_result,
    )
