"""What a seat sees, as a vector of fixed length made of named sections.

Everything comes from the seat's view (`interpreter.views`), so two positions that differ only in what the
seat cannot know give equal vectors. Seats are counted from the first to the last, whoever looks; the section
`seat` says who does. The sections:

    seat, chooses, turn     one entry for each seat: who looks, who has to choose (nobody while all choose at
                            the same time, but oneself), whose turn it is
    together                whether all choose at the same time
    direction, misses       the order of turns
    phase, choice           which phases are under way; which choice of the rules is asked, and how often it
                            was answered in a row
    over                    whether the game is over
    taken                   the actions of the decision under way that lead to where it stands, for the seat
                            that chooses
    committed               the same for what that seat has chosen before in the same simultaneous choice: the
                            zones do not show it, for nothing moves before everybody has chosen
    out                     pieces that lie nowhere
    zones                   see `zone_sections`
    counted pieces, variables, locals   see `value_sections`
"""

from __future__ import annotations

from interpreter.frames import CALL, CHOOSE, TOGETHER
from interpreter.machine import DECISION_BUDGET, Machine
from interpreter.position import Position
from interpreter.program import Choose, Flip, Target, Together
from interpreter.views import View, view
from ruledsl.adapters.actions import ActionLayout, Word, piece_text
from ruledsl.adapters.sections import Plan, Section
from ruledsl.adapters.taking import Taking
from ruledsl.adapters.value_sections import ValueSections
from ruledsl.adapters.zone_sections import ZoneSections
from ruledsl.bots.parts import parts

Vector = list[float]


class ObservationLayout:
    """The sections of a Program's vectors, and `vector`, which fills them in."""

    def __init__(self, machine: Machine, actions: ActionLayout) -> None:
        self.layout = machine.layout
        self.actions = actions
        self._plan = Plan()
        self._lay_out_situation()
        self._lay_out_taken()
        layout, program = self.layout, machine.program
        labels = sorted(set(layout.piece_label))
        self._out = self._plan.add("out", [piece_text(layout, n) for n in labels], 0, layout.piece_count)
        self._out_index = {label: self._out + index for index, label in enumerate(labels)}
        turned = any(
            isinstance(node, Flip) or (isinstance(node, Target) and node.facing is not None)
            for node in parts(program.blocks)
        )
        self._zones = [ZoneSections(self._plan, layout, zone, turned) for zone in range(layout.zone_count)]
        self._values = ValueSections(self._plan, layout)

    @property
    def sections(self) -> tuple[Section, ...]:
        """The sections in their order."""
        return tuple(self._plan.sections)

    @property
    def size(self) -> int:
        """The length of a vector."""
        return self._plan.size

    def _lay_out_situation(self) -> None:
        layout, plan, program = self.layout, self._plan, self.layout.program
        seats = layout.seat_names
        self._seat = plan.add("seat", seats)
        self._chooses = plan.add("chooses", seats)
        self._turn = plan.add("turn", seats)
        self._together = plan.add("together", ["together"])
        self._direction = plan.add("direction", ["direction"], -1, 1)
        self._misses = plan.add("misses", seats, 0, 2**31 - 1)
        self._phase = plan.add("phase", [phase.name for phase in program.phases])
        self._choices: dict[tuple[int, int], int] = {}
        names: list[str] = []
        for number, block in enumerate(program.blocks):
            for index, node in enumerate(block.statements):
                if isinstance(node, Choose):
                    self._choices[number, index] = plan.size + len(names)
                    names.append(" | ".join(alternative.label for alternative in node.alternatives))
        plan.add("choice", names)
        self._passes = plan.add("answers", ["answers"], 0, 2**31 - 1)
        self._over = plan.add("over", ["over"])

    def _lay_out_taken(self) -> None:
        """Labels once, then every other action once for each value that an option may bind."""
        actions = self.actions
        texts = [action.text for action in actions.actions]
        labels, others = texts[: actions.option_count], texts[actions.option_count :]
        names = labels + [f"{text} ({slot})" for slot in range(1, actions.slots + 1) for text in others]
        most = max(64, 2 * self.layout.piece_count)
        self._taken = self._plan.add("taken", names, 0, most)
        simultaneous = any(isinstance(node, Together) for node in parts(self.layout.program.blocks))
        self._committed = self._plan.add("committed", names if simultaneous else [], 0, DECISION_BUDGET)

    # -- filling in ------------------------------------------------------------------------------

    def vector(self, pos: Position, seat: int, taking: Taking | None = None) -> Vector:
        """What a seat sees of a position.

        `taking` is the decision that is due, as far as it was taken; only the seat whose decision it is sees
        anything of it.
        """
        own = taking if taking is not None and taking.seat == seat and not pos.over else None
        seen = view(self.layout, pos, seat)
        out: Vector = [0.0] * self.size
        self._write_situation(seen, seat, out)
        if own is not None:
            self._write_taken(self._taken, own.taken, out)
            self._write_taken(self._committed, own.committed, out)
            if own.decision.simultaneous:
                place, passes = own.decision.choice.place, own.decision.passes
                self._write_choice(seat, place, passes, out)
        for label, count in seen.out:
            out[self._out_index[label]] = count
        for sections, zone in zip(self._zones, seen.zones, strict=True):
            sections.write(zone, out)
        self._values.write(seen, own is not None and not own.decision.simultaneous, out)
        return out

    def _write_situation(self, seen: View, seat: int, out: Vector) -> None:
        out[self._seat + seat] = 1
        if seen.turn is not None:
            out[self._turn + seen.turn] = 1
        out[self._direction] = seen.direction
        out[self._misses : self._misses + len(seen.misses)] = [float(number) for number in seen.misses]
        out[self._over] = seen.over
        frames = seen.resume.frames if seen.resume is not None else ()
        for frame in frames:
            if frame[0] == CALL:
                out[self._phase + frame[1]] = 1
            elif frame[0] == TOGETHER:
                out[self._together] = 1
        if frames and frames[-1][0] == CHOOSE:
            _, block, index, chooser, passes = frames[-1]
            self._write_choice(chooser, (block, index), passes, out)

    def _write_choice(self, seat: int, place: tuple[int, int], passes: int, out: Vector) -> None:
        out[self._chooses + seat] = 1
        out[self._choices[place]] = 1
        out[self._passes] = passes

    def _write_taken(self, start: int, word: Word, out: Vector) -> None:
        options = self.actions.option_count
        others = self.actions.size - options
        for slot, action in word:
            at = action if slot == 0 else options + (slot - 1) * others + action - options
            out[start + at] += 1
