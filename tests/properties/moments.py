"""What must hold at every decision of every game, whatever its rules say.

Most of it is what `ruledsl fuzz` asks, too (`ruledsl/tools/fuzzing/probes.py`).

A walk plays a game at random and stops at some decisions; at each of these moments every property is asked.
A property is a function that raises AssertionError; its name and docstring say what is wrong.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from attrs import define, field

from interpreter.chance import seed_generator
from interpreter.choices import Option
from interpreter.faults import EngineBug, RulesFault
from interpreter.machine import Machine
from interpreter.melds import Meld, form, formed_by
from interpreter.notation import Unclear, bound_generators, decision_texts, find_option
from interpreter.parse import why_not
from ruledsl.tools.fuzzing import probes

WIDE = 200
"""Of a choice with more options than these fewer texts are read."""

SAMPLE = 4
"""So many options, and so many moves that are none, are tried at one moment."""


@define
class Moment(probes.Moment):
    """A decision of a game, with chance of its own for what is tried."""

    rng: random.Random = field(factory=random.Random, kw_only=True)

    @property
    def generator(self) -> list[int]:
        """The same, for what takes chance from the engine's generator."""
        return seed_generator(self.rng.randrange(2**32))

    @property
    def some_options(self) -> list[Option]:
        """The first, the last and some others."""
        chosen = {0, len(self.options) - 1, *(self.rng.randrange(len(self.options)) for _ in range(SAMPLE))}
        return [self.options[index] for index in sorted(chosen)]

    def after(self, option: Option) -> Moment | None:
        """The next decision; None when the game is over."""
        pos = self.machine.apply(self.pos, option)
        if pos.over:
            return None
        return Moment(self.machine, pos, self.own_after(pos, option), rng=self.rng)


def walk(machine: Machine, seed: int, skip: int, decisions: int) -> Iterator[Moment]:
    """Moments of a random game: `decisions` of them after the first `skip` decisions, or fewer at its end."""
    rng = random.Random(seed)
    moment: Moment | None = Moment(machine, machine.initial(seed), rng=rng)
    number = 0
    while moment is not None and number < skip + decisions:
        if number >= skip:
            yield moment
        moment = moment.after(rng.choice(moment.options))
        number += 1


# ---------------------------------------------------------------------------------------------
# Properties


def invariants_hold(moment: Moment) -> None:
    """Pieces and counted pieces are conserved, and the file's invariants hold."""
    assert probes.broken_invariant(moment.machine, moment.pos) is None


def something_can_be_chosen(moment: Moment) -> None:
    """A decision has options, and no two have one key."""
    assert probes.doubled_option(moment) is None


def options_are_applicable(moment: Moment) -> None:
    """Every option can be carried out, and there is no reason against it."""
    for option in moment.some_options:
        moment.machine.apply(moment.pos, option)
        if option.kind == "option":
            reasons = moment.machine.why(moment.pos, option.label, option.bindings)
            assert reasons == [], f"{option.key} is offered, but: {reasons}"


def other_moves_are_refused(moment: Moment) -> None:
    """What is not offered is refused with a reason."""
    keys = {_in_any_order(option.key) for option in moment.options}
    pos, decision = moment.pos, moment.decision
    for option in moment.some_options:
        if option.kind != "option":
            continue
        code = decision.choice.alternatives[option.alternative]
        for bindings in changed(moment, option):
            makers = zip(code.key_makers, bindings, strict=True)
            parts = [make(decision.position, value) for make, value in makers]
            if _in_any_order((option.label, *parts)) in keys:
                continue
            reasons = moment.machine.why(pos, option.label, bindings)
            assert reasons, f"{option.label} {parts} is not offered, but there is no reason against it"
            assert all(reason.text for reason in reasons)


def _in_any_order(key: tuple[Any, ...]) -> tuple[Any, ...]:
    """A key with its lists of pieces sorted: the order of naming them does not matter."""
    return tuple(_sorted(part) for part in key)


def _sorted(part: Any) -> Any:
    is_list = isinstance(part, tuple) and part and all(isinstance(piece, tuple) for piece in part)
    return tuple(sorted(part)) if is_list else part


def texts_name_options(moment: Moment) -> None:
    """The texts of options differ, and each is read back as its option."""
    texts = decision_texts(moment.machine, moment.decision)
    assert len(set(texts)) == len(texts)
    for option in moment.some_options[: 1 if len(texts) > WIDE else None]:
        text = texts[moment.options.index(option)]
        found = find_option(moment.machine, moment.pos, text)
        assert not isinstance(found, Unclear) and found.key == option.key, f"{text} is read as {found}"


def typed_nonsense_is_refused(moment: Moment) -> None:
    """A text that is no option has a reason against it."""
    texts = decision_texts(moment.machine, moment.decision)
    for text in moment.rng.sample(texts, min(2, len(texts))):
        others = [text[::-1], text + " [9C]", text.replace("1", "2"), text.replace("[", "[2C "), "???", ""]
        for other in moment.rng.sample(others, 1 if len(texts) > WIDE else len(others)):
            found = find_option(moment.machine, moment.pos, other)
            if isinstance(found, Unclear) and not found.candidates:
                reasons = why_not(moment.machine, moment.decision, other)
                assert reasons, f"{other!r} is no option, but nothing is said against it"


def positions_are_not_changed(moment: Moment) -> None:
    """Asking and applying leave a position as it is: taking back is going back to it."""
    assert probes.changed_by_asking(moment, moment.generator) is None


def positions_can_be_saved(moment: Moment) -> None:
    """A position goes through JSON and plays on as before."""
    assert probes.lost_by_saving(moment, moment.generator) is None


def views_tell_no_secrets(moment: Moment) -> None:
    """What a seat cannot know may be dealt anew: it sees the same, and may choose the same."""
    assert probes.leak(moment) is None


PROPERTIES: tuple[Callable[[Moment], None], ...] = (
    invariants_hold,
    something_can_be_chosen,
    options_are_applicable,
    other_moves_are_refused,
    texts_name_options,
    typed_nonsense_is_refused,
    positions_are_not_changed,
    positions_can_be_saved,
    views_tell_no_secrets,
)


# ---------------------------------------------------------------------------------------------
# Moves that are none


def changed(moment: Moment, option: Option) -> Iterator[tuple[Any, ...]]:
    """Bindings that differ from an option's in one place; some may happen to be an option, too."""
    for index, value in enumerate(option.bindings):
        for other in other_values(moment, value, option, index):
            yield (*option.bindings[:index], other, *option.bindings[index + 1 :])


def other_values(moment: Moment, value: Any, option: Option, index: int) -> list[Any]:
    """Some values of the same type."""
    rng, layout = moment.rng, moment.machine.layout
    code = moment.decision.choice.alternatives[option.alternative]
    kind = bound_generators(code)[index].type
    if isinstance(value, Meld):
        return other_melds(moment, value)
    if kind == "piece":
        return [rng.randrange(layout.piece_count) for _ in range(3)]
    if kind == "pieces":
        rest = [piece for piece in range(layout.piece_count) if piece not in value]
        found = [value[1:]] if value else []
        return [*found, (*value, rng.choice(rest)), (*value[1:], rng.choice(rest))] if rest else found
    if kind == "number":
        return [value + 1, value - 1, value + 50, -1]
    if kind.startswith("domain:"):
        members = moment.machine.program.domains[layout.domain_named[kind[len("domain:") :]]].members
        return list(range(len(members)))
    return [not value] if isinstance(value, bool) else []


def other_melds(moment: Moment, meld: Meld) -> list[Meld]:
    """Melds of the same kind with one card more, one less or another one, from anywhere."""
    rng, machine = moment.rng, moment.machine
    if machine.program.melds[meld.kind].parameters or meld.home is not None or meld.parts:
        return []
    rest = [piece for piece in range(machine.layout.piece_count) if piece not in meld.pieces]
    found = []
    for _ in range(6):
        extra = rng.choice(rest)
        for pieces in ((*meld.pieces, extra), meld.pieces[1:], meld.pieces[:-1], (extra, *meld.pieces[1:])):
            try:
                made = form(machine.layout, moment.decision.position, pieces, ((meld.kind, ()),))
            except (RulesFault, EngineBug):
                continue
            if made is not None:
                found.append(formed_by(made, moment.decision.seat))
    return found[:6]
