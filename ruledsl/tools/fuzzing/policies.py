"""How a fuzzed game is played. A policy looks at the whole position: it is here to find problems, not to win.

| name | takes |
|---|---|
| uniform | any option |
| rare | what was taken least in the games before, and any of these |
| greedy | what makes the chooser stand best, now and then anything |
| contrary | what makes the chooser stand worst |
| branch | what a game did that used a rare clause, up to some decision, and then any option |
| stubborn | one label for ever, wherever it is offered |
| first, last | the first option, the last one |

Greedy and contrary look one step ahead with the measure of the greedy bot. Contrary, stubborn, first and last
play on and on in games where somebody has to want the end: what only they can do is no reproach to the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from interpreter.chance import below, shuffle_list
from interpreter.choices import Option
from interpreter.faults import RulesFault
from interpreter.program import Choose, Program
from ruledsl.bots.standing import Standing
from ruledsl.tools.fuzzing.probes import Moment
from ruledsl.tools.fuzzing.scripts import Driven

LOOKED_AT: Final = 8
"""So many options are tried by a policy that looks ahead."""

RESTLESS: Final = 8
"""One choice of `greedy` in so many is any option: two players who wait for each other would never end."""

REFUSES: Final = frozenset({"contrary", "stubborn", "first", "last"})
"""Policies that may refuse to bring a game to its end."""

ENDS: Final = frozenset({"uniform", "greedy"})
"""Policies of which a game without end is a finding about the rules."""

ROTATION: Final = (
    "uniform", "rare", "stubborn", "branch", "first", "uniform", "greedy", "branch",
    "stubborn", "last", "uniform", "rare", "contrary", "branch", "uniform", "branch",
)  # fmt: skip
"""The policies of the games of one configuration, one after the other and then again."""

Taken = Mapping[str, int]
"""How often options were taken in the games before, by label."""


class Policy(Protocol):
    """Chooses for every seat of one game."""

    def __call__(self, moment: Moment, generator: list[int]) -> int:
        """The index of the option to take; the generator moves on."""


def labels_of(program: Program) -> list[str]:
    """Every label that an option can have, in the order of the Program."""
    found: dict[str, None] = {}
    for block in program.blocks:
        for node in block.statements:
            if isinstance(node, Choose):
                for alternative in node.alternatives:
                    found[alternative.label] = None
                if node.mode != "one":
                    found["nothing" if node.mode == "may" else "enough"] = None
    return list(found)


def make_policy(name: str, standing: Standing, labels: list[str], turn: int, taken: Taken) -> Policy:
    """The policy of this name. `turn`: how many games of this policy came before, which picks the label that
    a stubborn one takes. Raises KeyError for an unknown name.
    """
    makers: dict[str, Callable[[], Policy]] = {
        "uniform": lambda: _uniform,
        "branch": lambda: _uniform,  # after a part of another game's script
        "first": lambda: _first,
        "last": lambda: _last,
        "rare": lambda: _Rare(taken),
        "greedy": lambda: _Ahead(standing, 1),
        "contrary": lambda: _Ahead(standing, -1),
        "stubborn": lambda: _Stubborn(labels[turn % len(labels)] if labels else ""),
    }
    return makers[name]()


def _uniform(moment: Moment, generator: list[int]) -> int:
    return below(generator, len(moment.options))


def _first(moment: Moment, generator: list[int]) -> int:
    return 0


def _last(moment: Moment, generator: list[int]) -> int:
    return len(moment.options) - 1


class _Rare:
    """Prefers what was taken least, in the games before and in this one."""

    def __init__(self, taken: Taken) -> None:
        self.taken = dict(taken)

    def __call__(self, moment: Moment, generator: list[int]) -> int:
        counts = [self.taken.get(option.label, 0) for option in moment.options]
        least = min(counts)
        rarest = [index for index, count in enumerate(counts) if count == least]
        index = rarest[below(generator, len(rarest))]
        label = moment.options[index].label
        self.taken[label] = self.taken.get(label, 0) + 1
        return index


class _Stubborn:
    """Takes options of one label."""

    def __init__(self, label: str) -> None:
        self.label = label

    def __call__(self, moment: Moment, generator: list[int]) -> int:
        wanted = [index for index, option in enumerate(moment.options) if option.label == self.label]
        return wanted[below(generator, len(wanted))] if wanted else below(generator, len(moment.options))


class _Ahead:
    """Looks one step ahead; `sign` 1: for the best, -1: for the worst."""

    def __init__(self, standing: Standing, sign: int) -> None:
        self.standing = standing
        self.sign = sign

    def __call__(self, moment: Moment, generator: list[int]) -> int:
        count = len(moment.options)
        if count == 1 or (self.sign > 0 and below(generator, RESTLESS) == 0):
            return below(generator, count)
        order = list(range(count))
        if count <= 1000:
            shuffle_list(generator, order)
        else:
            order = [below(generator, count) for _ in range(LOOKED_AT)]
        best: tuple[Any, ...] | None = None
        chosen = order[0]
        for index in order[:LOOKED_AT]:
            worth = self._worth(moment, moment.options[index], generator)
            if worth is not None and (best is None or worth > best):
                best, chosen = worth, index
        return chosen

    def _worth(self, moment: Moment, option: Option, generator: list[int]) -> tuple[float, ...] | None:
        machine = self.standing.machine
        try:
            after = machine.apply(moment.pos, option, Driven((), generator))
        except RulesFault:
            return None  # it is found when the option is taken, by a policy that does not look
        return tuple(self.sign * part for part in self.standing.of(after, moment.decision.seat))
