"""A position as lines of text, for `render`."""

from __future__ import annotations

from ruledsl.adapters.match import Match
from ruledsl.diagnostics.neutral import neutral
from ruledsl.tools.events import Viewer
from ruledsl.tools.picture import UNKNOWN, public_values, ranking_in_words, zones_as_seen


def draw(match: Match, viewer: Viewer = None) -> str:
    """How the game stands, as a seat may know it or, for None, with all cards open; no newline at the end."""
    machine, pos = match.machine, match.position
    zones = zones_as_seen(machine, pos, viewer)
    longest = max(map(len, zones), default=0)
    lines = [f"move {pos.decisions}"]
    for name, pieces in zones.items():
        if pieces:
            shown = "" if set(pieces) == {UNKNOWN} else ": " + " ".join(pieces)
            lines.append(f"  {name.ljust(longest)} {len(pieces):3}{shown}")
    values = public_values(machine, pos, viewer)
    if values:
        lines.append("  " + ", ".join(f"{name} {value}" for name, value in values.items()))
    for seat in match.due:
        taking = match.taking(seat)
        taken = [] if taking is None or viewer not in (None, seat) else [step[1] for step in taking.taken]
        words = " ".join(match.layout.actions.text(action) for action in taken)
        lines.append(f"  {match.seats[seat]} to choose" + (f": {words} ..." if words else ""))
    if match.over:
        lines += [f"  {line}" for line in ranking_in_words(machine, machine.outcome(pos))]
    return "\n".join(neutral(line) for line in lines)
