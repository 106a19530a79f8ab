"""How players stand in the position that lies in a kernel's memory: the numbers of `Standing`."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from interpreter.compiled.kernel import NONE
from interpreter.compiled.searching import SearchingMachine
from interpreter.faults import RulesFault
from interpreter.position import UNDECIDED
from interpreter.program import TEAM_DOMAIN
from ruledsl.bots.standing import Standing, lead, zones_of
from ruledsl.bots.wishes import RowMelds


class KernelStanding:
    """As `Standing.of_all` and `payoffs_now`.

    The position is read only in games whose options open at a value.
    """

    def __init__(self, standing: Standing, kernel: SearchingMachine) -> None:
        self.standing, self.kernel = standing, kernel
        layout = standing.layout
        self.players = layout.players
        array = kernel.host.array
        self._scores = array("scores")
        self._sizes = array("zone_size")
        self._rows = array("zone_row") if "zone_row" in kernel.kernel.arrays else None
        self._worth, self._unit = array("worth"), array("worth_unit")
        self._no_result = array("no_result")
        self._nobody = (0.0,) * self.players
        zones = [zone for family in standing.wishes.empty for zone in zones_of(layout, family)]
        self._wanted_empty = [
            [zone for zone in zones if layout.zone_owner[zone] in (seat, -1)] for seat in range(self.players)
        ]
        self._own_rows: list[list[tuple[RowMelds, int, int, int]]] = [
            [
                (row, number, zone, kernel.text.features.start[zone])
                for number, row in enumerate(standing.wishes.rows)
                for zone in zones_of(layout, row.family)
                if layout.zone_owner[zone] == seat
            ]
            for seat in range(self.players)
        ]
        self._rules = [
            (
                kernel.program.teams if rule.domain == TEAM_DOMAIN else 0,
                [(key.most, kernel.text.kinds.of(key.value)) for key in rule.keys],
            )
            for rule in kernel.program.results
        ]

    def payoffs(self) -> tuple[float, ...]:
        """What a game that is over was worth."""
        if self._no_result[0]:
            return self._nobody
        return tuple([float(worth) for worth in self.kernel.verdict().payoffs])

    def payoffs_now(self) -> tuple[float, ...]:
        """What the game would pay if it ended now."""
        if not self.kernel.program.payoffs:
            return self._nobody
        try:
            self.kernel.judge()
        except RulesFault:  # what cannot be told counts nothing
            self.kernel.come_to_rest()
            return self._nobody
        unit = self._unit[0]
        return tuple([float(Fraction(worth, unit)) for worth in self._worth.tolist()])

    def of_all(self) -> tuple[tuple[float, ...], ...]:
        """For each seat numbers that are compared one after the other."""
        leads = self._leads()
        gates = self.standing.gates
        position = self.kernel.position() if gates.count else None
        return tuple(
            [
                (
                    *leads[seat],
                    -sum([self._sizes[zone] for zone in self._wanted_empty[seat]]),
                    -self._steps(seat),
                    0 if position is None else -gates.distance(position, seat),
                )
                for seat in range(self.players)
            ]
        )

    def _leads(self) -> list[list[float]]:
        width = self.standing.width
        try:
            number = self.kernel.read_standing() - 1
        except RulesFault:
            self.kernel.come_to_rest()
            number = -1
        if number < 0:
            return [[0.0] * width for _ in range(self.players)]
        teams, keys = self._rules[number]
        count = teams or self.players
        found: list[list[float]] = [[] for _ in range(self.players)]
        scores = self._scores.tolist()
        for index, (most, kind) in enumerate(keys):
            values = scores[index : count * len(keys) : len(keys)]
            if NONE in values or kind.form not in ("number", "yes"):
                values = [self.kernel.value(value, kind) for value in values]
            for seat in range(self.players):
                found[seat].append(lead(values, seat % teams if teams else seat, most))
        return [leads + [0.0] * (width - len(leads)) for leads in found]

    def _steps(self, seat: int) -> int:
        total = 0
        for row, number, zone, start in self._own_rows[seat]:
            pieces = self._rows[start : start + self._sizes[zone]].tolist() if self._rows is not None else []
            if UNDECIDED not in pieces:
                count = partial(self.kernel.fewest_cuts, number, zone)
                total += self.standing.fewest_cuts(row, pieces, count)
        return total
