"""What is asked of a game at its decisions and at its end. A probe gives the problem that it sees, or None.

The machine itself tells most problems by raising: a fault of the rules, or that it contradicts itself. A
probe asks for the rest. It never changes the position that it is asked about.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from attrs import define, field, frozen

from interpreter import codec, together
from interpreter.chance import below, seed_generator
from interpreter.choices import Option
from interpreter.compiled.agreement import Pair, compare_game
from interpreter.faults import RulesFault
from interpreter.hashing import state_hash
from interpreter.machine import Decision, Machine
from interpreter.notation import decision_texts
from interpreter.outcome import Outcome
from interpreter.position import Position, copy_position
from interpreter.views import view
from ruledsl.bots.base import guess
from ruledsl.tools.fuzzing.scripts import Driven

WIDE: Final = 300
"""Of a choice with more options than these the texts are not compared: writing them takes long."""

TRIED: Final = 3
"""So many options are carried out at a decision to see whether they leave it as it was."""


FOLLOWED: Final = 4
"""So many decisions reference and kernel are followed from a position."""


@frozen
class Problem:
    """Something that should not be.

    `kind`: fault (the rules cannot be followed), invariant, endless, options (too many), leak, ranking, seat
    or engine (a fault of ours). `code` tells problems of a kind apart. `origin`: where in the Program, or -1.
    `text` is a sentence without a full stop; `facts` are names with values as texts.
    """

    kind: str
    code: str
    text: str
    origin: int = -1
    facts: tuple[tuple[str, str], ...] = ()


@define
class Moment:
    """A decision of a game. `own` are the keys of what its seat has committed in a simultaneous choice."""

    machine: Machine
    pos: Position
    own: tuple[Any, ...] = ()
    decision: Decision = field(init=False)
    options: list[Option] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.decision = self.machine.decision(self.pos)
        self.options = self.decision.options

    def own_after(self, pos: Position, option: Option) -> tuple[Any, ...]:
        """What the seat that is due in `pos` has committed, after `option` was taken here."""
        if pos.over:
            return ()
        decision = self.machine.decision(pos)
        if not decision.simultaneous or not together.due(pos)[1]:
            return ()
        return (*self.own, option.key)


# ---------------------------------------------------------------------------------------------
# At every decision


def broken_invariant(machine: Machine, pos: Position) -> Problem | None:
    """An invariant of the file that does not hold, or pieces that are not conserved."""
    for violation in machine.check_invariants(pos):
        if violation.origin < 0:
            return Problem("engine", "conservation", violation.text)
        facts = tuple((name, str(value)) for name, value in violation.bindings)
        return Problem("invariant", violation.text, "an invariant does not hold", violation.origin, facts)
    return None


def too_many_options(moment: Moment, limit: int) -> Problem | None:
    """A decision with more options than anybody can look through."""
    count = len(moment.options)
    if count <= limit:
        return None
    text = f"there are {count:,} options at one decision, more than {limit:,}"
    return Problem("options", "too-many", text, moment.decision.origin, (("options", str(count)),))


def doubled_option(moment: Moment) -> Problem | None:
    """A decision without options, or two options with one key."""
    if not moment.options:
        return Problem("engine", "no-option", "a decision is due without any option", moment.decision.origin)
    if len({option.key for option in moment.options}) < len(moment.options):
        return Problem("engine", "twins", "two options of a decision are the same", moment.decision.origin)
    return None


# ---------------------------------------------------------------------------------------------
# At some decisions: these take longer


def changed_by_asking(moment: Moment, generator: list[int]) -> Problem | None:
    """Asking and applying must leave a position as it is: taking back is going back to it."""
    before = copy_position(moment.pos)
    for option in _some(moment.options, generator):
        with suppress(RulesFault):  # it is found when the option is taken
            moment.machine.apply(moment.pos, option, Driven((), generator[:]))
    moment.machine.options(moment.pos)
    if moment.pos == before:
        return None
    return Problem(
        "engine", "undo", "trying an option changes the position it is tried on", moment.decision.origin
    )


def lost_by_saving(moment: Moment, generator: list[int]) -> Problem | None:
    """A position must go through JSON and play on as before."""
    machine, where = moment.machine, moment.decision.origin
    data = json.loads(json.dumps(codec.position_to_json(moment.pos)))
    again = codec.position_from_json(data)
    if again != moment.pos:
        return Problem("engine", "save", "a position is another one after saving", where)
    option = moment.options[below(generator, len(moment.options))]
    try:
        one = machine.apply(moment.pos, option, Driven((), generator[:]))
    except RulesFault:
        return None  # it is found when the option is taken
    other = machine.apply(again, option, Driven((), generator[:]))
    if one != other or state_hash(machine.layout, one) != state_hash(machine.layout, other):
        return Problem("engine", "save", "a saved position plays on in another way", where)
    return None


def parted(pair: Pair, moment: Moment, generator: list[int]) -> Problem | None:
    """Reference and kernel have to go on alike: the same options, and the same after the same choices.

    Where the kernel says that it has no room for a position, the reference plays on, and nothing is wrong.
    """
    pos = copy_position(moment.pos)
    pos.generator = seed_generator(f"parted:{below(generator, 2**31)}")
    difference = compare_game(pair, below(generator, 2**31), pos, most=FOLLOWED).difference
    if difference is None or difference.beyond:
        return None
    facts = (
        ("after", difference.after),
        ("reference", difference.reference),
        ("compiled", difference.compiled),
    )
    text = f"reference and compiled kernel disagree: {difference.field} is not the same"
    return Problem("engine", "compiled", text, moment.decision.origin, facts)


def leak(moment: Moment, seed: str = "") -> Problem | None:
    """What a seat cannot know may be dealt anew: it must see the same, and be offered the same.

    `seed`: another one makes another deal.
    """
    machine, pos, decision = moment.machine, moment.pos, moment.decision
    texts = decision_texts(machine, decision) if len(moment.options) <= WIDE else None
    for seat in range(machine.layout.players):
        chooses = seat == decision.seat
        if decision.simultaneous and not chooses:
            continue  # what the others have committed is not in a view, so it cannot be laid out again
        seen = view(machine.layout, pos, seat)
        shown = view(machine.layout, pos, seat, resume=False)
        generator = seed_generator(f"{seed}:{seat}:{pos.decisions}")
        try:
            other = guess(machine, seen, generator, moment.own if chooses else ())
        except RulesFault:
            continue  # the rules cannot be followed in the guess; that is no leak
        if other is None:
            continue
        name = machine.layout.seat_names[seat]
        if not decision.simultaneous and view(machine.layout, other, seat, resume=False) != shown:
            return _leak(
                "view", f"{name} sees another table when only what {name} cannot know differs", moment
            )
        if chooses:
            found = _offered_otherwise(moment, other, texts)
            if found:
                return _leak(*found, moment)
    return None


def _offered_otherwise(
    moment: Moment, other: Position, texts: Sequence[str] | None
) -> tuple[str, str] | None:
    machine, seat = moment.machine, moment.decision.seat
    name = machine.layout.seat_names[seat]
    decision = machine.decision(other)
    if decision.seat != seat:
        return "turn", f"it is somebody else's turn when only what {name} cannot know differs"
    if len(decision.options) != len(moment.options):
        return "count", f"{name} has another number of options when only what {name} cannot know differs"
    if texts is not None and decision_texts(machine, decision) != texts:
        return "texts", f"{name} has other options when only what {name} cannot know differs"
    return None


def _leak(code: str, text: str, moment: Moment) -> Problem:
    return Problem("leak", code, text, moment.decision.origin)


def _some(options: Sequence[Option], generator: list[int]) -> list[Option]:
    chosen = {0, len(options) - 1, *(below(generator, len(options)) for _ in range(TRIED - 2))}
    return [options[index] for index in sorted(chosen)]


# ---------------------------------------------------------------------------------------------
# At the end


def wrong_ranking(machine: Machine, outcome: Outcome) -> Problem | None:
    """A ranking that the declared scores, or the declared payoffs, contradict."""
    if outcome.no_result:
        return None
    members = [member for place in outcome.ranking for member in place]
    teams = machine.program.teams if outcome.by_team else machine.program.players
    if sorted(members) != list(range(teams)):
        return Problem("engine", "ranking", "not everybody has one place in the ranking")
    place_of = {member: number for number, place in enumerate(outcome.ranking) for member in place}
    for one in range(machine.program.players):
        for other in range(machine.program.players):
            here, there = (place_of[seat % teams] for seat in (one, other))
            if here < there and outcome.payoffs[one] < outcome.payoffs[other]:
                return _contradiction(machine, outcome, one, other)
    for place in outcome.ranking:
        if len({outcome.scores[member] for member in place}) > 1:
            return Problem("engine", "ranking", "different scores share a place")
    return None


def _contradiction(machine: Machine, outcome: Outcome, one: int, other: int) -> Problem:
    names = machine.layout.seat_names
    text = (
        f"{names[one]} is ranked before {names[other]}, but the game is worth less to {names[one]}: "
        f"{outcome.payoffs[one]} against {outcome.payoffs[other]}"
    )
    origin = machine.program.payoffs[-1].origin if machine.program.payoffs else -1
    return Problem("ranking", "payoff", text, origin)
