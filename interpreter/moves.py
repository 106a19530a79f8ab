"""Statements that move, turn, roll, shuffle and show pieces, and those that count counted pieces over."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from interpreter import knowledge, piles
from interpreter.expressions.clauses import rank_of
from interpreter.expressions.compiler import Compiler
from interpreter.expressions.melds import StateAsker
from interpreter.faults import EngineBug
from interpreter.frames import DRAW
from interpreter.knowledge import DOWN
from interpreter.melds import Meld, form, laid_from
from interpreter.position import NOWHERE
from interpreter.program import Draw, Flip, Move, Reveal, Roll, Shuffle, Sort, Target, Transfer
from interpreter.rules import Frame, Rules, Run, resume, statement
from interpreter.state import Code, State, fault
from interpreter.telling import tell_counted, tell_sorted

Place = tuple[int, int]


def group_of(value: Any, origin: int) -> tuple[int, ...]:
    """The pieces of a value: one piece, a list or a meld; nothing at all is a fault."""
    if isinstance(value, tuple):
        if None in value:
            fault("nothing-to-move", origin, "one of these pieces is not there")
        return value
    if isinstance(value, int):
        return (value,)
    if isinstance(value, Meld):
        return value.pieces
    fault("nothing-to-move", origin, "there is no piece here")


# ---------------------------------------------------------------------------------------------
# Where things go


@frozen
class _Spot:
    """A target as it is now: `zones` to go round, or a laid meld; place and facing as in piles.py."""

    zones: tuple[int, ...]
    at: int | None
    facing: int
    meld: Meld | None = None


class TargetCode:
    """A compiled target."""

    def __init__(self, c: Compiler, target: Target) -> None:
        self.kind = target.kind
        self.origin = c.origin
        self.shuffled = target.shuffled
        self.place = None if target.place is None else c(target.place)
        self.at = None if target.at is None else c(target.at)
        self.facing = None if target.facing is None else c(target.facing)
        self.zones: tuple[int, ...] = ()
        if target.kind == "family":
            if target.family is None:
                raise EngineBug("a target without its zones")
            family = c.program.zones[target.family]
            self.zones = tuple(range(family.base, family.base + family.count))
        elif self.place is None or target.kind not in ("zone", "new", "meld"):
            raise EngineBug(f"no meaning for the target {target.kind}")

    def spot(self, st: State) -> _Spot:
        """Where it is now."""
        at = None if self.at is None else self.at(st)
        if at == "end":
            at = None
        facing = 0 if self.facing is None else DOWN + self.facing(st)
        if self.place is None:
            return _Spot(self.zones, at, facing)
        place = self.place(st)
        if place is None:
            fault("no-target", self.origin, "there is no place to move to")
        if self.kind == "meld":
            return _Spot((), at, facing, place)
        return _Spot((place,), at, facing)


# ---------------------------------------------------------------------------------------------
# Moves


@statement(Move)
def _move(rules: Rules, place: Place, node: Move) -> Run:
    c = rules.compiler
    origin = c.origin
    layout = rules.layout
    what = c(node.what)
    target = TargetCode(c, node.target)
    look = rules.look_after(node)
    is_meld_zone = layout.is_meld

    def run(st: State) -> bool:
        value = what(st)
        spot = target.spot(st)
        if node.whole:
            _move_zone(rules, st, value, target, spot)
        elif spot.meld is not None:
            _add_to_meld(rules, st, group_of(value, origin), spot.meld, origin)
        elif isinstance(value, Meld) and is_meld_zone[spot.zones[0]]:
            _lay(rules, st, value, spot, origin)
        else:
            group = group_of(value, origin)
            if node.everything:
                zone = spot.zones[0]
                piles.gather(
                    layout, st.pos, st.chance, group, zone, target.shuffled, spot.at, spot.facing, st.log
                )
            else:
                _move_group(rules, st, group, target, spot)
        return look(st)

    return run


def _move_group(rules: Rules, st: State, group: tuple[int, ...], target: TargetCode, spot: _Spot) -> None:
    layout = rules.layout
    zones = spot.zones
    for zone in zones:
        if layout.is_meld[zone] and group:
            fault("not-a-meld", target.origin, f"{layout.zone_label[zone]} takes melds only", zone=zone)
    if len(zones) == 1:
        piles.move_all(layout, st.pos, st.chance, group, zones[0], spot.at, spot.facing, st.log)
    else:
        for number, piece in enumerate(group):
            piles.move(
                layout, st.pos, st.chance, piece, zones[number % len(zones)], spot.at, spot.facing, st.log
            )
    if target.shuffled:
        for zone in zones:
            piles.shuffle(layout, st.pos, st.chance, zone, st.log)


def _move_zone(rules: Rules, st: State, source: int, target: TargetCode, spot: _Spot) -> None:
    """A zone moves as it is, also when it is empty; dealt out when the target is a family."""
    layout = rules.layout
    pos = st.pos
    if source is None:
        fault("no-source", target.origin, "there is no zone to move from")
    if target.kind == "family":
        _deal_out(rules, st, source, target, spot)
        return
    zone = spot.zones[0]
    if layout.is_meld[zone] and zone != source and pos.zones[source]:
        if not layout.is_meld[source]:
            fault("not-a-meld", target.origin, f"{layout.zone_label[zone]} takes melds only", zone=zone)
        if layout.zone_kind[zone] == "meld" and (pos.laid[zone] or len(pos.laid[source]) > 1):
            fault(
                "meld-in-the-way", target.origin, f"{layout.zone_label[zone]} holds one meld only", zone=zone
            )
    if layout.is_slot[source] and not pos.zones[source]:
        fault("nothing-to-move", target.origin, f"{layout.zone_label[source]} is empty", zone=source)
    piles.move_whole(layout, pos, st.chance, source, zone, target.shuffled, spot.at, spot.facing, st.log)
    # counted pieces that lie in the zone go along
    here, there = layout.zone_holder(source), layout.zone_holder(zone)
    for held in pos.counters:
        if held[here] and here != there:
            held[there] += held[here]
            held[here] = 0


def _deal_out(rules: Rules, st: State, source: int, target: TargetCode, spot: _Spot) -> None:
    layout = rules.layout
    places = st.pos.zones
    in_order = not (layout.is_pile[source] or layout.is_bag[source] or layout.is_slot[source])
    done = 0
    while places[source]:
        zone = spot.zones[done % len(spot.zones)]
        if in_order:
            piles.move(layout, st.pos, st.chance, places[source][0], zone, spot.at, spot.facing, st.log)
        else:
            piles.draw_into(layout, st.pos, st.chance, source, zone, None, spot.at, spot.facing, st.log)
        done += 1
    if target.shuffled:
        for zone in spot.zones:
            piles.shuffle(layout, st.pos, st.chance, zone, st.log)


def _lay(rules: Rules, st: State, meld: Meld, spot: _Spot, origin: int) -> None:
    """A meld comes to lie with its kind, order, readings and who formed it."""
    layout = rules.layout
    zone = spot.zones[0]
    if layout.zone_kind[zone] == "meld" and st.zones[zone]:
        fault("meld-in-the-way", origin, f"{layout.zone_label[zone]} holds one meld only", zone=zone)
    if not meld.pieces:
        return
    piles.move_all(layout, st.pos, st.chance, meld.pieces, zone, None, spot.facing, st.log)
    st.pos.laid[zone].append(laid_from(st.pos, meld))


def _add_to_meld(rules: Rules, st: State, group: tuple[int, ...], meld: Meld, origin: int) -> None:
    """Cards join a laid meld, which keeps its kind where it still fits, else becomes one that does."""
    pos = st.pos
    zone, serial = meld.home or (NOWHERE, -1)
    laid = next((entry for entry in pos.laid.get(zone, ()) if entry.serial == serial), None)
    if laid is None:
        fault("meld-gone", origin, "this meld does not lie on the table any more")
    joined = _joined(rules, st, group, meld)
    if joined is None:
        fault("does-not-fit", origin, "with this the meld would be none")
    piles.move_all(rules.layout, pos, st.chance, group, zone, None, 0, st.log)
    places = pos.zones[zone]
    del places[len(places) - len(group) :]
    before = pos.laid[zone].index(laid)
    start = sum(len(entry.faces) for entry in pos.laid[zone][:before])
    places[start : start + len(laid.faces)] = joined.pieces
    laid.kind, laid.shape, laid.faces = joined.kind, joined.shape, list(joined.faces)


def _joined(rules: Rules, st: State, group: tuple[int, ...], meld: Meld) -> Meld | None:
    """A laid meld with more cards: if possible of its kind, and with its cards read as before."""
    kinds = [number for number, kind in enumerate(rules.program.melds) if not kind.parameters]
    read = dict(zip(meld.pieces, meld.faces, strict=True))
    for wanted in ([meld.kind], [kind for kind in kinds if kind != meld.kind]):
        for fixed in (read, None):
            choices = [(kind, ()) for kind in wanted if kind in kinds]
            asker = StateAsker(rules.compiler, st)
            found = form(rules.layout, st.pos, (*meld.pieces, *group), choices, asker, fixed)
            if found is not None:
                return found
    return None


# ---------------------------------------------------------------------------------------------
# Draws


@frozen
class _DrawCode:
    node: Draw
    target: TargetCode
    look: Run
    origin: int


@statement(Draw)
def _draw(rules: Rules, place: Place, node: Draw) -> Run:
    c = rules.compiler
    origin = c.origin
    count_code, source_code = c(node.count), c(node.source)
    target = TargetCode(c, node.target)
    code = _DrawCode(node, target, rules.look_after(node), origin)
    rules.data[place] = code

    def run(st: State) -> bool:
        count = count_code(st)
        source = source_code(st)
        if count is None or source is None:
            fault("none-number", origin, "it is not said how many are drawn, or from where")
        if count < 0 and not node.up_to:
            fault("negative-count", origin, f"{count} pieces cannot be drawn", number=count)
        spot = target.spot(st)
        left = max(0, count) * len(spot.zones)
        return _draw_on(rules, st, code, [DRAW, *place, source, spot.zones, spot.at, spot.facing, left, 0])

    return run


def _draw_on(rules: Rules, st: State, code: _DrawCode, frame: Frame) -> bool:
    """Draws piece by piece; when a trigger fires, the rest waits in the frame under it."""
    layout = rules.layout
    _, _, _, source, zones, at, facing, left, done = frame
    while left:
        place = None if at is None else at + done // len(zones)
        zone = zones[done % len(zones)]
        piece = piles.draw_into(
            layout, st.pos, st.chance, source, zone, code.node.family, place, facing, st.log
        )
        if piece is None:
            if code.node.up_to:
                break
            label = layout.zone_label[source]
            fault(
                "too-few",
                code.origin,
                f"{left} more pieces are wanted from {label}",
                zone=source,
                missing=left,
            )
        left -= 1
        done += 1
        rules.spend(st, code.origin)
        if code.look(st):
            frame[7:] = [left, done]
            st.frames.insert(len(st.frames) - 1, frame)
            return True
    if code.target.shuffled:
        for zone in zones:
            piles.shuffle(layout, st.pos, st.chance, zone, st.log)
    return False


@resume(DRAW)
def _go_on_drawing(rules: Rules, st: State, frame: Frame) -> None:
    st.frames.pop()
    _draw_on(rules, st, rules.data[frame[1], frame[2]], frame)


@statement(Transfer)
def _transfer(rules: Rules, place: Place, node: Transfer) -> Run:
    c = rules.compiler
    origin = c.origin
    count_code, source_code, target_code = c(node.count), c(node.source), c(node.target)
    fallback_code = None if node.fallback is None else c(node.fallback)
    number = node.counter
    name = rules.program.counters[number].name
    look = rules.look_after(node)
    up_to = node.up_to

    def run(st: State) -> bool:
        count = count_code(st)
        source, target = source_code(st), target_code(st)
        if count is None or (count < 0 and not up_to):
            fault("negative-count", origin, f"{count} {name} cannot be moved", number=count, counter=name)
        held = st.counters[number]
        wanted = max(0, count)
        taken = min(wanted, held[source])
        held[source] -= taken
        held[target] += taken
        tell_counted(rules.layout, st, number, source, target, taken)
        missing = wanted - taken
        if missing and fallback_code is not None:
            other = fallback_code(st)
            taken = min(missing, held[other])
            held[other] -= taken
            held[target] += taken
            tell_counted(rules.layout, st, number, other, target, taken)
            missing -= taken
        if missing and not up_to:
            fault(
                "too-few",
                origin,
                f"{missing} {name} more are wanted than there are",
                counter=name,
                missing=missing,
            )
        return look(st)

    return run


# ---------------------------------------------------------------------------------------------
# Turning, rolling, shuffling, showing, sorting


@statement(Flip)
def _flip(rules: Rules, place: Place, node: Flip) -> Run:
    c = rules.compiler
    origin = c.origin
    what, facing = c(node.what), c(node.facing)
    look = rules.look_after(node)

    def run(st: State) -> bool:
        piles.flip(rules.layout, st.pos, group_of(what(st), origin), facing(st) == 1, st.log)
        return look(st)

    return run


@statement(Roll)
def _roll(rules: Rules, place: Place, node: Roll) -> Run:
    origin = rules.compiler.origin
    what = rules.compiler(node.what)
    look = rules.look_after(node)

    def run(st: State) -> bool:
        for die in group_of(what(st), origin):
            piles.roll(rules.layout, st.pos, st.chance, die, st.log)
        return look(st)

    return run


@statement(Shuffle)
def _shuffle(rules: Rules, place: Place, node: Shuffle) -> Run:
    zone = rules.compiler(node.zone)
    look = rules.look_after(node)

    def run(st: State) -> bool:
        piles.shuffle(rules.layout, st.pos, st.chance, zone(st), st.log)
        return look(st)

    return run


@statement(Reveal)
def _reveal(rules: Rules, place: Place, node: Reveal) -> Run:
    origin = rules.compiler.origin
    what = rules.compiler(node.what)

    def run(st: State) -> bool:
        piles.reveal(rules.layout, st.pos, group_of(what(st), origin), st.log)
        return False

    return run


@statement(Sort)
def _sort(rules: Rules, place: Place, node: Sort) -> Run:
    c = rules.compiler
    zone_code = c(node.zone)
    cell = node.cell
    keys: list[tuple[bool, Code]] = [(key.most, c(key.value)) for key in node.keys]
    look = rules.look_after(node)

    def run(st: State) -> bool:
        zone = zone_code(st)
        pieces = list(piles.pieces(rules.layout, st.pos, st.chance, zone))
        for most, code in reversed(keys):
            ranks = {}
            for piece in pieces:
                st.cells[cell] = piece
                ranks[piece] = rank_of(code(st))
            pieces.sort(key=ranks.__getitem__, reverse=most)
        st.cells[cell] = None
        follows = knowledge.sort_row(rules.layout, st.pos, zone)
        tell_sorted(rules.layout, st, zone, st.zones[zone], pieces, follows)
        st.zones[zone][:] = pieces
        return look(st)

    return run
