"""Puts facts in place: pieces, counted pieces, variables, knowledge."""

from __future__ import annotations

from interpreter import knowledge, piles
from interpreter import program as p
from interpreter.chance import Chance
from interpreter.frames import BLOCK
from interpreter.layout import Layout
from interpreter.machine import Machine
from interpreter.meld_values import laid_from
from interpreter.melds import form
from interpreter.position import NOWHERE, UNDECIDED
from interpreter.setup.facts import Facts, PieceFact, SetUpError, ZoneFact
from interpreter.state import State


def _zone_number(machine: Machine, st: State, expr: p.Expr) -> int:
    zone = machine.rules.compiler(expr)(st)
    assert isinstance(zone, int)
    return zone


def lay(machine: Machine, st: State, chance: Chance, facts: Facts) -> None:
    """Pieces lie in the zones that are named; the rest where `rest in` says."""
    layout, pos = machine.layout, st.pos
    named = [(_zone_number(machine, st, fact.zone), fact) for fact in facts.zones]
    displaced: list[int] = []
    before: dict[int, int] = {}
    for zone, _ in named:
        piles.decide_all(layout, pos, chance, zone)
        displaced.extend(pos.zones[zone])
        before.update(dict.fromkeys(pos.zones[zone], zone))
        for piece in list(pos.zones[zone]):
            piles.take(layout, pos, chance, piece)
    free = [piece for piece in range(layout.piece_count) if pos.place[piece] == NOWHERE]
    if facts.after_setup:
        free.extend(piece for piece in range(layout.piece_count) if pos.place[piece] != NOWHERE)
    for zone, fact in named:
        chosen: list[tuple[int, PieceFact]] = []
        for wanted in fact.pieces:
            found = _find(layout, free, wanted, zone)
            if found is None:
                label = layout.zone_label[zone]
                raise SetUpError(f"there is no `{wanted.text}` left for {label}", fact.origin)
            free.remove(found)
            chosen.append((found, wanted))
        _place(machine, st, chance, zone, fact, chosen, displaced)
        for laid, wanted in chosen:
            if before.get(laid) != zone:
                # everybody knows what they see; a card that already lay here is known to whom it was before
                pos.known[laid] = knowledge.sight(layout, zone, wanted.facing)
    rest = [piece for piece in range(layout.piece_count) if pos.place[piece] == NOWHERE]
    if facts.rest is not None:
        _rest(machine, st, facts, rest)
    elif facts.after_setup:
        raise_if = [piece for piece in displaced if pos.place[piece] == NOWHERE]
        if raise_if:
            raise SetUpError("some cards have no place any more: say `rest in` some zone")


def _find(layout: Layout, free: list[int], wanted: PieceFact, zone: int) -> int | None:
    """A piece that is still free and fits what was written; one of the zone's owner before others."""
    fitting = [
        piece
        for piece in free
        if layout.piece_face[piece] in wanted.faces
        and (wanted.owner is None or layout.piece_owner[piece] == wanted.owner)
    ]
    if not fitting:
        return None
    mine = [piece for piece in fitting if layout.piece_owner[piece] == layout.zone_owner[zone]]
    return (mine or fitting)[0]


def _place(
    machine: Machine, st: State, chance: Chance, zone: int, fact: ZoneFact,
    chosen: list[tuple[int, PieceFact]], displaced: list[int],
) -> None:  # fmt: skip
    layout, pos = machine.layout, st.pos
    for piece, wanted in chosen:
        if pos.place[piece] != NOWHERE:
            # a card that the set-up has dealt elsewhere changes places with one that had to go
            from_zone = pos.place[piece]
            at = piles.place_of(layout, pos, piece)
            piles.take(layout, pos, chance, piece)
            if displaced:
                piles.put(layout, pos, displaced.pop(0), from_zone, at or None)
        if piece in displaced:
            displaced.remove(piece)
        if wanted.shown is not None:
            pos.shown[piece] = wanted.shown
        piles.put(layout, pos, piece, zone, facing=wanted.facing)
    if layout.is_meld[zone] and chosen:
        _lay_meld(machine, st, zone, fact, chosen)


def _lay_meld(
    machine: Machine, st: State, zone: int, fact: ZoneFact, chosen: list[tuple[int, PieceFact]]
) -> None:
    layout, pos = machine.layout, st.pos
    pieces = [piece for piece, _ in chosen]
    kinds = [fact.kind] if fact.kind is not None else range(len(machine.program.melds))
    fixed: dict[int, int] = {}
    for piece, wanted in chosen:
        if wanted.reading is not None:
            for face in layout.readings[layout.piece_face[piece]]:
                if wanted.reading in layout.face_code[face]:
                    fixed[piece] = face
    plain = tuple((kind, ()) for kind in kinds if not machine.program.melds[kind].parameters)
    meld = form(layout, pos, pieces, plain, None, fixed)
    if meld is None:
        words = machine.program.melds[fact.kind].name if fact.kind is not None else "meld"
        raise SetUpError(f"these cards are no {words}", fact.origin)
    by = None if fact.by is None else machine.rules.compiler(fact.by)(st)
    laid = laid_from(pos, meld)
    laid.by = by
    by_piece = dict(zip(meld.pieces, meld.faces, strict=True))
    laid.faces = [by_piece[piece] for piece in pieces]
    pos.laid[zone] = [laid]


def _rest(machine: Machine, st: State, facts: Facts, rest: list[int]) -> None:
    layout, pos = machine.layout, st.pos
    assert facts.rest is not None
    zone = _zone_number(machine, st, facts.rest)
    rest = [x for x in rest if not facts.rest_families or layout.piece_family[x] in facts.rest_families]
    for piece in rest:
        pos.place[piece] = zone
        pos.known[piece] = layout.sees[zone]
    if layout.is_pile[zone] and layout.zone_visibility[zone] == "hidden":
        pos.zones[zone][:0] = [UNDECIDED] * len(rest)
        pos.bags[zone].extend(rest)
    else:
        pos.zones[zone][:0] = rest
        if layout.is_bag[zone]:
            piles.sort_bag(layout, pos, zone)


def count(machine: Machine, st: State, facts: Facts) -> None:
    """Counters as told; what is not told to be elsewhere is in the supply."""
    told_supply: set[int] = set()
    for fact in facts.counters:
        holder = machine.rules.compiler(fact.holder)(st)
        count = machine.rules.compiler(fact.count)(st)
        if not isinstance(count, int) or count < 0:
            raise SetUpError(f"a count cannot be {count}", fact.origin)
        if holder == 0:
            told_supply.add(fact.counter)
        st.pos.counters[fact.counter][holder] = count
    for number, counter in enumerate(machine.program.counters):
        holders = st.pos.counters[number]
        elsewhere = sum(holders[1:])
        if number not in told_supply:
            if elsewhere > counter.total:
                raise SetUpError(f"there are only {counter.total} of {counter.name}, not {elsewhere}")
            holders[0] = counter.total - elsewhere


def variables(machine: Machine, st: State, facts: Facts, early: bool) -> None:
    """Variables of the file before play is placed (it may depend on them), all of them afterwards."""
    for fact in facts.variables:
        family = machine.program.variables[fact.variable] if fact.variable is not None else None
        if early and (family is None or family.local):
            continue
        value = machine.rules.compiler(fact.value)(st)
        if fact.cell is not None:
            st.cells[fact.cell] = value
        elif family is not None:
            keys = [machine.rules.compiler(key)(st) for key in fact.keys]
            offset = 0
            for domain, key in zip(family.keys, keys, strict=True):
                offset = offset * len(machine.program.domains[domain].members) + key
            st.variables[family.base + offset] = value


def know(machine: Machine, st: State, facts: Facts) -> None:
    """Seats know what they are said to know, besides what they see."""
    pos, layout = st.pos, machine.layout
    for fact in facts.knowledge:
        seat = machine.rules.compiler(fact.seat)(st)
        zone = _zone_number(machine, st, fact.zone)
        left = list(pos.zones[zone])
        for wanted in fact.pieces:
            for piece in left:
                if piece != UNDECIDED and layout.piece_face[piece] in wanted.faces:
                    pos.known[piece] |= 1 << seat
                    left.remove(piece)
                    break
            else:
                raise SetUpError(f"there is no `{wanted.text}` in {layout.zone_label[zone]}", fact.origin)


def wake(machine: Machine, st: State) -> None:
    """Triggers that are alive take their state from the position as it stands now."""
    machine.wake(st)
    for frame in st.frames:
        if frame[0] == BLOCK:
            for trigger in machine.rules.blocks[frame[1]].triggers:
                st.pos.bits[trigger] = machine.rules.triggers[trigger].mask(st)
