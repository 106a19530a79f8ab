"""Choices: what may be chosen, in which order, and what a chosen option does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from attrs import frozen

from interpreter.expressions.clauses import Walk, cells_of, compile_clause, stop_sink
from interpreter.expressions.compiler import Compiler
from interpreter.faults import EngineBug
from interpreter.frames import CHOOSE, NOTHING, OPTION
from interpreter.layout import Layout
from interpreter.piles import place_of
from interpreter.position import Position
from interpreter.program import Alternative, Choose, Gen
from interpreter.rules import Frame, Rules, Run, leave, resume, statement
from interpreter.state import WORK_BUDGET, Code, State, fault
from interpreter.telling import tell_choice

OPTION_BUDGET = 100_000
"""How many options, twins counted once, a decision may have."""


@frozen
class Option:
    """One way to decide.

    `bindings` are the run-time values of the alternative's generators except `let`. `key` names the option
    without a piece's number: the label, then face, place and owner of what is bound. `kind` is option,
    nothing or enough.
    """

    alternative: int
    label: str
    bindings: tuple[Any, ...]
    key: tuple[Any, ...]
    kind: str = "option"


NOTHING_OPTION = Option(NOTHING, "nothing", (), ("nothing",), "nothing")
ENOUGH_OPTION = Option(NOTHING, "enough", (), ("enough",), "enough")


def committed_option(alternative: int, bindings: tuple[Any, ...], key: tuple[Any, ...]) -> Option:
    """The option that was committed as this (see `frames.py`)."""
    label = key[0]
    return Option(alternative, label, bindings, key, "option" if alternative != NOTHING else label)


# ---------------------------------------------------------------------------------------------
# Keys

KeyOf = Callable[[Position, Any], Any]


def unique_face_texts(layout: Layout) -> list[str]:
    """A text for each face that no other face has: its print code where that is enough."""
    codes = layout.face_code
    names = [face.name for face in layout.program.faces]
    found = []
    for number, (code, name) in enumerate(zip(codes, names, strict=True)):
        if code and codes.count(code) == 1:
            found.append(code)
        elif name and names.count(name) == 1 and name not in codes:
            found.append(name)
        else:
            found.append(f"{code}#{number}")
    return found


class KeyMaker:
    """Makes the part of a key that stands for one bound value, by the value's type."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.faces = unique_face_texts(layout)
        self.pieces = [
            self.faces[face] if owner < 0 else f"{layout.seat_names[owner]}.{self.faces[face]}"
            for face, owner in zip(layout.piece_face, layout.piece_owner, strict=True)
        ]

    def of(self, kind: str) -> KeyOf:
        """The function for values of a type (in the words of `VarFamily.type`)."""
        makers: dict[str, KeyOf] = {
            "piece": self.piece,
            "pieces": self.listed,
            "meld": self.meld,
            "zone": self.zone,
        }
        return makers.get(kind, _as_it_is)

    def piece(self, pos: Position, piece: int | None) -> Any:
        """(face and owner, zone, place in an ordered zone or 0, what a die shows and how it lies)."""
        if piece is None:
            return None
        zone = pos.place[piece]
        mark = pos.facing[piece] + 3 * pos.shown[piece]
        where = "" if zone < 0 else self.layout.zone_label[zone]
        return (self.pieces[piece], where, place_of(self.layout, pos, piece), mark)

    def listed(self, pos: Position, pieces: Any) -> Any:
        """The keys of the elements, in order."""
        return tuple([self.piece(pos, piece) for piece in pieces])

    def meld(self, pos: Position, meld: Any) -> Any:
        """Kind, cards and readings; ways of laying the same are one."""
        if meld is None:
            return None
        if meld.home is not None:
            return (
                self.layout.program.melds[meld.kind].name,
                self.layout.zone_label[meld.home[0]],
                meld.home[1],
            )
        cards = tuple(sorted([self.piece(pos, piece) for piece in meld.pieces]))
        readings = tuple(sorted([self.faces[face] for face in meld.faces]))
        parts = tuple(sorted([self.meld(pos, part) for part in meld.parts]))
        return (self.layout.program.melds[meld.kind].name, cards, readings, parts)

    def zone(self, pos: Position, zone: int | None) -> Any:
        """The label of a zone."""
        return None if zone is None else self.layout.zone_label[zone]


def _as_it_is(pos: Position, value: Any) -> Any:
    return value


# ---------------------------------------------------------------------------------------------
# Compiled choices


def too_many(origin: int) -> NoReturn:
    """The fault of a choice that is too wide to be listed; it is never cut short."""
    fault("too-many-options", origin, f"more than {OPTION_BUDGET} options", budget=OPTION_BUDGET)


class AlternativeCode:
    """A compiled alternative: how its bindings are found, named and put back."""

    __slots__ = (
        "body",
        "bound_types",
        "cells",
        "exists",
        "key_makers",
        "label",
        "node",
        "number",
        "steps",
        "walk",
    )

    def __init__(self, c: Compiler, keys: KeyMaker, number: int, node: Alternative) -> None:
        self.number = number
        self.node = node
        self.label = node.label
        self.body = node.body
        self.cells = cells_of(node.clause)
        generators = [step for step in node.clause.steps if isinstance(step, Gen)]
        self.bound_types = [g.type for g in generators if g.kind != "let"]
        self.key_makers = [keys.of(kind) for kind in self.bound_types]
        with c.seats_from("chooser"):
            self.steps: list[tuple[int, Code | None]] = [
                (g.cell, c(g.args[0]) if g.kind == "let" else None) for g in generators
            ]
            with c.remembering(node.clause):
                self.walk: Walk = compile_clause(c, node.clause, self._keep)
                self.exists: Walk = compile_clause(c, node.clause, stop_sink)

    def _keep(self, st: State, out: list[Any]) -> bool:
        cells = st.cells
        out.append(tuple([cells[cell] for cell, let in self.steps if let is None]))
        if len(out) > OPTION_BUDGET:
            too_many(self.node.origin)
        return False

    def bind(self, st: State, bindings: tuple[Any, ...]) -> None:
        """Puts a binding into the cells, and what is reckoned from it."""
        values = iter(bindings)
        for cell, let in self.steps:
            st.cells[cell] = next(values) if let is None else let(st)


class ChoiceCode:
    """A compiled choice; `quick` lists its alternatives with the cheap ones first, to see whether there
    are any.
    """

    def __init__(self, rules: Rules, place: tuple[int, int], node: Choose, keys: KeyMaker) -> None:
        c = rules.compiler
        self.place = place
        self.node = node
        self.origin = c.origin
        self.mode = node.mode
        self.who = c(node.who)
        self.alternatives = []
        for number, alternative in enumerate(node.alternatives):
            with c.at(alternative.origin):
                self.alternatives.append(AlternativeCode(c, keys, number, alternative))
        self.quick = sorted(self.alternatives, key=_cost)

    def asks(self, st: State, seat: int) -> None:
        """From here on conditions are tested for this player, with a new budget of work."""
        st.reader = 1 << seat
        st.chooser = seat
        st.pure = True
        st.work = WORK_BUDGET
        st.memory = {}

    def asked(self, st: State) -> None:
        """The end of `asks`."""
        st.reader = 0
        st.chooser = None
        st.pure = False

    def any(self, st: State, seat: int) -> bool:
        """Whether there is any option."""
        self.asks(st, seat)
        found = any(alternative.exists(st, []) for alternative in self.quick)
        self.asked(st)
        return found

    def options(self, st: State, seat: int, passes: int) -> list[Option]:
        """All options in order, twins once; then "nothing" or "enough" where the choice may be declined."""
        self.asks(st, seat)
        merged: dict[tuple[Any, ...], Option] = {}
        pos = st.pos
        for alternative in self.alternatives:
            bindings: list[tuple[Any, ...]] = []
            alternative.walk(st, bindings)
            makers = alternative.key_makers
            label = alternative.label
            for binding in bindings:
                key = (label, *[make(pos, value) for make, value in zip(makers, binding, strict=True)])
                if key not in merged:
                    merged[key] = Option(alternative.number, label, binding, key)
            if len(merged) > OPTION_BUDGET:
                too_many(self.origin)
        self.asked(st)
        found = list(merged.values())
        if self.mode == "may":
            found.append(NOTHING_OPTION)
        elif self.mode == "keeps":
            found.append(ENOUGH_OPTION)
        return found


def _cost(alternative: AlternativeCode) -> int:
    weights = {"melds": 100, "subsets": 10}
    return sum(weights.get(s.kind, 1) for s in alternative.node.clause.steps if isinstance(s, Gen))


@statement(Choose)
def _choose(rules: Rules, place: tuple[int, int], node: Choose) -> Run:
    keys = rules.data.setdefault((-1, -1), KeyMaker(rules.layout))
    choice = ChoiceCode(rules, place, node, keys)
    rules.data[place] = choice

    def run(st: State) -> bool:
        seat = choice.who(st)
        if seat is None:
            fault("nobody-chooses", choice.origin, "the one who chooses is nobody")
        if choice.any(st, seat):
            st.frames.append([CHOOSE, *place, seat, 0])
            _arrive(rules, st)
            return True
        if node.otherwise is not None:
            rules.enter(st, node.otherwise)
            return True
        if node.mode == "one":
            fault("no-option", choice.origin, "there is nothing to choose", seat=seat)
        return False

    return run


def _arrive(rules: Rules, st: State) -> None:
    """A decision is due: it waits, unless it was committed before."""
    if st.script is None:
        st.waiting = True
        return
    if st.commits == len(st.script):
        st.waiting = True
        return
    alternative, bindings, _ = st.script[st.commits]
    st.commits += 1
    decide(rules, st, alternative, bindings)


def decide(rules: Rules, st: State, alternative: int, bindings: tuple[Any, ...]) -> None:
    """Takes an option of the choice on top of the stack."""
    frame = st.frames[-1]
    if frame[0] != CHOOSE:
        raise EngineBug("no decision is due")
    st.waiting = False
    choice: ChoiceCode = rules.data[frame[1], frame[2]]
    code = None if alternative == NOTHING else choice.alternatives[alternative]
    tell_choice(rules.layout, st, frame[3], code, bindings)
    if code is None:
        st.frames.pop()
        return
    if choice.mode == "keeps":
        frame[4] += 1
    else:
        st.frames.pop()
    st.chooser = frame[3]
    code.bind(st, bindings)
    st.chooser = None
    st.frames.append([OPTION, frame[1], frame[2], alternative])
    rules.enter(st, code.body)


@resume(CHOOSE)
def _choose_again(rules: Rules, st: State, frame: Frame) -> None:
    """A choice that goes on until enough: once more, if anything fits."""
    choice: ChoiceCode = rules.data[frame[1], frame[2]]
    rules.spend(st, choice.origin)
    if choice.any(st, frame[3]):
        _arrive(rules, st)
    else:
        rules.pop(st)


@resume(OPTION)
def _option_done(rules: Rules, st: State, frame: Frame) -> None:
    rules.pop(st)


@leave(OPTION)
def _leave_option(rules: Rules, st: State, frame: Frame) -> None:
    rules.clear(st, rules.data[frame[1], frame[2]].alternatives[frame[3]].cells)
