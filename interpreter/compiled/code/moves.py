"""Statements that move, turn, roll, shuffle and show pieces, and those that count counted pieces over."""

from __future__ import annotations

from interpreter.compiled.code.blocks import BlockContext, statement
from interpreter.compiled.code.clauses import compared
from interpreter.compiled.code.frames import DRAW
from interpreter.compiled.code.generators import ask_measures, over_list, over_row
from interpreter.compiled.code.keeping import keep
from interpreter.compiled.code.kinds import NUMBERS as LIST
from interpreter.compiled.code.kinds import Kind
from interpreter.compiled.code.masks import may_decide
from interpreter.compiled.code.places import family_of
from interpreter.compiled.code.sets import moved_at_once
from interpreter.compiled.code.spots import Spot, mover, shuffle_targets, source_of, spot_of
from interpreter.compiled.code.unit import Context, Unit
from interpreter.compiled.code.values import constant_list
from interpreter.compiled.code.writer import Lines
from interpreter.compiled.kernel import NONE
from interpreter.program import Draw, Expr, Flip, Move, Reveal, Roll, Shuffle, Sort, Transfer


def group(c: Context, text: str, kind: Kind) -> str:
    """The list of the pieces of a value: one piece, a list or a meld; nothing at all is a fault."""
    if kind.none:
        c.fault_if(f"{text} == {NONE}", "nothing-to-move")
    if kind.form == "meld":
        return c.hold(f"{text} + 6")
    if kind.form != "list":
        c.here()
        return c.hold(constant_list(c, [text]))
    if kind.of is not None and kind.of.none:
        with c.out.under(f"if {c.unit.lists.name('index_in')}({text}, {NONE}) >= 0:"):
            c.fault("nothing-to-move")
    return text


# ---------------------------------------------------------------------------------------------
# Moves


@statement(Move)
def _move(c: BlockContext, node: Move) -> None:
    kind = c.kind(node.what)
    if moved_at_once(c, node):
        c.look(node)
        return
    value = c.hold(c(node.what))
    spot = spot_of(c, node.target)
    c.here()
    if node.whole:
        _move_zone(c, node, value, spot)
    elif spot.meld:
        pieces = group(c, value, kind)
        ask_measures(c.unit, range(len(c.unit.program.melds)))
        c.out(f"{c.unit.melds.join()}({pieces}, {spot.meld})")
    elif node.everything:
        zones = c.unit.zones
        pieces = group(c, value, kind)
        gather = zones.gather(spot.family, node.target.shuffled, spot.is_plain)
        c.out(f"{gather}({pieces}, {spot.zone or spot.zones[0]}{spot.how})")
    elif kind.form == "meld" and _is_for_melds(c, spot):
        c.fault_if(f"{value} == {NONE}", "nothing-to-move") if kind.none else None
        c.out(f"{c.unit.melds.lay()}({value}, {spot.zone}, {spot.facing})")
    else:
        _move_group(c, node, value, kind, spot)
    c.look(node)


def _is_for_melds(c: Context, spot: Spot) -> bool:
    """Whether the target surely takes melds; where it is known in play only, it never does."""
    if spot.family is None or spot.zones:
        return False
    return c.unit.program.zones[spot.family].kind in ("meld", "melds")


def _move_group(c: BlockContext, node: Move, value: str, kind: Kind, spot: Spot) -> None:
    zones = c.unit.zones
    layout = c.unit.layout
    if kind.form == "meld" and spot.family is None and not spot.zones and any(layout.is_meld):
        _move_meld_somewhere(c, node, value, kind, spot)
        return
    if spot.family is not None and c.unit.program.zones[spot.family].kind in ("meld", "melds"):
        pieces = group(c, value, kind)
        c.fault_if(f"heap[{pieces}] > 0", "not-a-meld")
    elif len(spot.zones) > 1:
        pieces = group(c, value, kind)
        at = c.fresh("i")
        move = zones.move(source_of(c, node.what), spot.family, spot.is_plain)
        with c.out.under(f"for {at} in range(0, heap[{pieces}]):"):
            zone = f"{spot.zones[0]} + {at} % {len(spot.zones)}"
            c.out(f"{move}(heap[{pieces} + 1 + {at}], {zone}{spot.how})")
    else:
        zone = spot.zone or str(spot.zones[0])
        if kind.form not in ("list", "meld"):
            if kind.none:
                c.fault_if(f"{value} == {NONE}", "nothing-to-move")
            _refuse_melds(c, spot, zone)
            move, out_of = mover(c, node.what, spot)
            c.out(f"{move}({value}, {out_of}{zone}{spot.how})")
        else:
            pieces = group(c, value, kind)
            with c.out.under(f"if heap[{pieces}] > 0:"):
                _refuse_melds(c, spot, zone)
                move = zones.move_all(spot.family, source_of(c, node.what), spot.is_plain)
                c.out(f"{move}({pieces}, {zone}{spot.how})")
    shuffle_targets(c, node.target, spot)


def _refuse_melds(c: Context, spot: Spot, zone: str) -> None:
    if spot.family is None and any(c.unit.layout.is_meld):
        table = c.unit.table([int(is_meld) for is_meld in c.unit.layout.is_meld], "is_for_melds")
        c.fault_if(f"{table}[{zone}] == 1", "not-a-meld")


def _move_meld_somewhere(c: BlockContext, node: Move, value: str, kind: Kind, spot: Spot) -> None:
    """A meld that goes to a zone known only in play: where melds lie it is laid, elsewhere its cards go."""
    table = c.unit.table([int(is_meld) for is_meld in c.unit.layout.is_meld], "is_for_melds")
    pieces = group(c, value, kind)
    with c.out.under(f"if {table}[{spot.zone}] == 1:"):
        c.out(f"{c.unit.melds.lay()}({value}, {spot.zone}, {spot.facing})")
    with c.out.under("else:"):
        c.out(f"{c.unit.zones.move_all(None, None, spot.is_plain)}({pieces}, {spot.zone}{spot.how})")
        shuffle_targets(c, node.target, spot)


def _move_zone(c: BlockContext, node: Move, source: str, spot: Spot) -> None:
    """A zone moves as it is, also when it is empty; dealt out when the target is a family."""
    layout = c.unit.layout
    family = family_of(node.what)
    if c.kind(node.what).none:
        c.fault_if(f"{source} == {NONE}", "no-source")
    if node.target.kind == "family":
        _deal_out(c, node, source, family, spot)
        return
    _check_melds(c, source, family, spot)
    slots = [zone for zone in range(layout.zone_count) if layout.is_slot[zone]]
    if slots and (family is None or c.unit.program.zones[family].kind == "slot"):
        table = c.unit.table([int(layout.is_slot[z]) for z in range(layout.zone_count)], "is_slot")
        test = f"zone_size[{source}] == 0" + ("" if family is not None else f" and {table}[{source}] == 1")
        c.fault_if(test, "nothing-to-move")
    move = c.unit.zones.move_whole(family, spot.family, node.target.shuffled, spot.is_plain)
    c.out(f"{move}({source}, {spot.zone}{spot.how})")
    if layout.counter_count:
        first = 1 + layout.players
        with c.out.under(f"if {source} != {spot.zone}:"):
            for counter in range(layout.counter_count):
                base = counter * layout.holder_count + first
                c.out(f"counters[{spot.zone} + {base}] += counters[{source} + {base}]")
                c.out(f"counters[{source} + {base}] = 0")


def _check_melds(c: Context, source: str, family: int | None, spot: Spot) -> None:
    """Into a zone for melds go melds only, and into one for a single meld only one."""
    layout = c.unit.layout
    if not any(layout.is_meld):
        return
    if spot.family is not None and c.unit.program.zones[spot.family].kind not in ("meld", "melds"):
        return
    is_meld = c.unit.table([int(layout.is_meld[z]) for z in range(layout.zone_count)], "is_for_melds")
    is_one = c.unit.table(
        [int(layout.zone_kind[z] == "meld") for z in range(layout.zone_count)], "is_one_meld"
    )
    test = f"{is_meld}[{spot.zone}] == 1 and {spot.zone} != {source} and zone_size[{source}] > 0"
    with c.out.under(f"if {test}:"):
        c.fault_if(f"{is_meld}[{source}] == 0", "not-a-meld")
        c.fault_if(
            f"{is_one}[{spot.zone}] == 1 and (laid_size[{spot.zone}] > 0 or laid_size[{source}] > 1)",
            "meld-in-the-way",
        )


def _deal_out(c: BlockContext, node: Move, source: str, family: int | None, spot: Spot) -> None:
    layout = c.unit.layout
    done = c.fresh("done")
    zone = f"{spot.zones[0]} + {done} % {len(spot.zones)}"
    drawn = [layout.is_pile[z] or layout.is_bag[z] or layout.is_slot[z] for z in range(layout.zone_count)]
    draw = c.unit.zones.draw(family, spot.family, None, spot.is_plain)
    c.out(f"{done} = 0")
    with c.out.under(f"while zone_size[{source}] > 0:"):
        text = f"{draw}({source}, {zone}{spot.how})"
        rows = [
            z
            for z in range(layout.zone_count)
            if not drawn[z] and not c.unit.features.is_mask[layout.zone_family[z]]
        ]
        move = c.unit.zones.move(family, spot.family, spot.is_plain)
        move = f"{move}(zone_row[zone_start[{source}]], {zone}{spot.how})"
        if family is not None:
            c.out(text if drawn[c.unit.program.zones[family].base] else move)
        elif not rows:
            c.out(text)
        else:
            table = c.unit.table([int(x) for x in drawn], "is_drawn")
            with c.out.under(f"if {table}[{source}] == 1:"):
                c.out(text)
            with c.out.under("else:"):
                c.out(move)
        c.out(f"{done} += 1")
    shuffle_targets(c, node.target, spot)


# ---------------------------------------------------------------------------------------------
# Draws


@statement(Draw)
def _draw(c: BlockContext, node: Draw) -> None:
    """Draws piece by piece; when a trigger fires, the rest waits in the frame under it."""
    count = c.hold(c.needed(node.count, "none-number"))
    source = c.hold(c.needed(node.source, "none-number"))
    if not node.up_to and not count.isdigit():
        c.fault_if(f"{count} < 0", "negative-count")
    spot = spot_of(c, node.target)
    zones = spot.zones or (spot.zone,)
    left = (
        str(int(count) * len(zones)) if count.isdigit() else c.hold(f"max(0, {count}) * {len(zones)}", "left")
    )
    call = c.triggers.after(node)
    if call is None or c.straight:
        _draw_here(c, node, source, spot, left)
        return
    block, index = c.place
    c.may_leave()
    c.here()
    rest = c.hold(constant_list(c, [spot.at, spot.facing, left, *map(str, zones)]))
    c.out(f"push({DRAW}, {block}, {index}, {source}, 0, {keep(c.unit, rest, LIST)})")
    with c.out.under(f"if go_draw_{block}_{index}(d + 1) == 0:"):
        c.out("return 0")
    c.unit.ask(f"go_draw_{block}_{index}", lambda: _write_draw(c.unit, block, index, node, call))


def _draw_here(c: BlockContext, node: Draw, source: str, spot: Spot, left: str) -> None:
    zones = spot.zones or (spot.zone,)
    draw = c.unit.zones.draw(family_of(node.source), spot.family, node.family, spot.is_plain)
    done, piece = c.fresh("done"), c.fresh("piece")
    c.here()
    if left.isdigit() and int(left) <= 5 and not node.up_to and spot.at == str(NONE):
        for number in range(int(left)):
            to = spot.zone or zones[number % len(zones)]
            c.out(f"{piece} = {draw}({source}, {to}{spot.how})")
            c.fault_if(f"{piece} == {NONE}", "too-few")
            if c.straight:
                c.look(node)
            else:
                c.out("steps_left[0] -= 1")
                c.fault_if("steps_left[0] < 0", "too-many-steps")
        shuffle_targets(c, node.target, spot)
        return
    with c.out.under(f"for {done} in range(0, {left}):"):
        at = spot.at
        if at != str(NONE):
            at = f"{at} + {done} // {len(zones)}" if len(zones) > 1 else f"{at} + {done}"
            if spot.at.isidentifier():
                at = c.hold(f"{at} if {spot.at} != {NONE} else {NONE}")
        zone = spot.zone or f"{zones[0]} + {done} % {len(zones)}"
        how = "" if spot.is_plain else f", {at}, {spot.facing}"
        c.out(f"{piece} = {draw}({source}, {zone}{how})")
        with c.out.under(f"if {piece} == {NONE}:"):
            if node.up_to:
                c.out("break")
            else:
                c.fault("too-few")
        c.out("steps_left[0] -= 1")
        c.fault_if("steps_left[0] < 0", "too-many-steps")
        if c.straight:
            c.look(node)
    if c.straight and c.triggers.dependencies.affected(node):
        with c.out.under("if code:"):
            c.out("break")
    shuffle_targets(c, node.target, spot)


def _write_draw(unit: Unit, block: int, index: int, node: Draw, call: str) -> None:
    c = Context(unit, Lines())
    c.origin = node.origin
    target = node.target
    family = target.family if target.kind == "family" else family_of(target.place) if target.place else None
    draw = unit.zones.draw(family_of(node.source), family, node.family)
    for line in (
        "source = frame_c[d]",
        "rest = frame_e[d]",
        "at = heap[rest + 1]",
        "lies = heap[rest + 2]",
        "left = heap[rest + 3]",
        "count = heap[rest] - 3",
    ):
        c.out(line)
    c.here()
    with c.out.under("while frame_d[d] < left:"):
        c.out("done = frame_d[d]")
        c.out(f"to = at if at == {NONE} else at + done // count")
        c.out(f"piece = {draw}(source, heap[rest + 4 + done % count], to, lies)")
        with c.out.under(f"if piece == {NONE}:"):
            if node.up_to:
                c.out("break")
            else:
                c.fault("too-few")
        c.out("frame_d[d] = done + 1")
        c.out("steps_left[0] -= 1")
        c.fault_if("steps_left[0] < 0", "too-many-steps")
        with c.out.under(f"if {call}:"):
            c.out("return 0")
        c.out("rest = frame_e[d]")
        c.here()
    c.out("depth[0] = d")
    if target.shuffled:
        with c.out.under("for i in range(0, count):"):
            c.out(f"{unit.zones.shuffle(family)}(heap[rest + 4 + i])")
    c.out("return 1")
    unit.add(f"go_draw_{block}_{index}", "d", c.out)


@statement(Transfer)
def _transfer(c: BlockContext, node: Transfer) -> None:
    base = node.counter * c.unit.layout.holder_count
    count = c.hold(c.needed(node.count, "negative-count"))
    source, target = (c.hold(c.needed(e, "none-holder")) for e in (node.source, node.target))
    if not node.up_to and not count.isdigit():
        c.fault_if(f"{count} < 0", "negative-count")
    wanted = c.hold(count if count.isdigit() else f"max(0, {count})", "wanted")
    taken, missing = c.fresh("taken"), c.fresh("missing")

    def at(holder: str) -> str:
        return f"counters[{int(holder) + base if holder.isdigit() else f'{holder} + {base}'}]"

    def take(holder: str, number: str) -> None:
        c.out(f"{taken} = min({number}, {at(holder)})")
        c.out(f"{at(holder)} -= {taken}")
        c.out(f"{at(target)} += {taken}")

    take(source, wanted)
    c.out(f"{missing} = {wanted} - {taken}")
    if node.fallback is not None:
        with c.out.under(f"if {missing} > 0:"):
            take(c.hold(c(node.fallback)), missing)
            c.out(f"{missing} -= {taken}")
    if not node.up_to:
        c.fault_if(f"{missing} > 0", "too-few")
    c.look(node)


# ---------------------------------------------------------------------------------------------
# Turning, rolling, shuffling, showing, sorting


@statement(Flip)
def _flip(c: BlockContext, node: Flip) -> None:
    pieces = group(c, c.hold(c(node.what)), c.kind(node.what))
    facing = c.hold(c(node.facing))
    c.here()
    c.out(f"{c.unit.zones.flip()}({pieces}, {facing} == 1)")
    c.look(node)


@statement(Roll)
def _roll(c: BlockContext, node: Roll) -> None:
    families = c.unit.families_in(node.what) or frozenset()
    roll = c.unit.zones.roll(next(iter(families)) if len(families) == 1 else None)

    def one(die: str) -> None:
        c.out(f"{roll}({die})")

    if _stays_as_it_lies(c, node.what):
        c.here()
        over_row(c, node.what, one, None)
    else:
        pieces = group(c, c.hold(c(node.what)), c.kind(node.what))
        c.here()
        over_list(c, pieces, one, None)
    c.look(node)


def _stays_as_it_lies(c: BlockContext, what: Expr) -> bool:
    """Whether it is all that lies in zones which keep a row, with an order that new values leave alone: it is
    gone through where it lies."""
    family = family_of(what.args[0]) if what.op == "zone_pieces" else None
    if what.op == "family_pieces":
        family = what.static[0]
    if family is None or c.unit.features.is_mask[family] or may_decide(c.unit, what):
        return False
    return c.unit.program.zones[family].kind != "bag"


@statement(Shuffle)
def _shuffle(c: BlockContext, node: Shuffle) -> None:
    zone = c(node.zone)
    c.here()
    c.out(f"{c.unit.zones.shuffle(family_of(node.zone))}({zone})")
    c.look(node)


@statement(Reveal)
def _reveal(c: BlockContext, node: Reveal) -> None:
    if not c.unit.features.known and node.what.op in ("family_pieces", "cell", "zone_top", "list"):
        _refuse_nothing(c, node.what)
        return
    value = c.hold(c(node.what))
    pieces = group(c, value, c.kind(node.what))
    if c.unit.features.known:
        c.here()
        c.out(f"{c.unit.zones.reveal()}({pieces})")


def _refuse_nothing(c: BlockContext, what: Expr) -> None:
    """Where nobody's knowledge is kept, showing pieces is no more than asking whether they are there."""
    if may_decide(c.unit, what) or what.op == "list":
        group(c, c.hold(c(what)), c.kind(what))
    elif what.op != "family_pieces" and c.kind(what).none:
        c.fault_if(f"{c.atom(what)} == {NONE}", "nothing-to-move")


@statement(Sort)
def _sort(c: BlockContext, node: Sort) -> None:
    """A stable sort by the last key first; each key's ranks stand beside the pieces."""
    zone = c.hold(c(node.zone))
    family = family_of(node.zone)
    c.here()
    whole = c.hold(f"{c.unit.zones.pieces(family)}({zone})", "whole")
    n = c.hold(f"heap[{whole}]", "n")
    alloc = c.unit.lists.name("alloc")
    ranks = c.hold(f"{alloc}({n} + 1)", "ranks")
    # a copy, as the list may be the zone's own in another version of `pieces`
    copied = c.hold(f"{alloc}({n} + 1)", "sorted")
    c.out(f"copy(heap, {copied}, heap, {whole}, {n} + 1)")
    i, j, x, rank = c.fresh("i"), c.fresh("j"), c.fresh("x"), c.fresh("rank")
    for key in reversed(node.keys):
        with c.out.under(f"for {i} in range(0, {n}):"):
            c.out(f"{x} = heap[{copied} + 1 + {i}]")
            with c.binding({node.cell: x}):
                c.out(f"heap[{ranks} + 1 + {i}] = {c(key.value)}")
        with c.out.under(f"for {i} in range(1, {n}):"):
            c.out(f"{x} = heap[{copied} + 1 + {i}]")
            c.out(f"{rank} = heap[{ranks} + 1 + {i}]")
            c.out(f"{j} = {i}")
            with c.out.under(f"while {j} > 0:"):
                order = compared(c, f"heap[{ranks} + {j}]", rank, c.kind(key.value))
                with c.out.under(f"if {order} {'>=' if key.most else '<='} 0:"):
                    c.out("break")
                c.out(f"heap[{copied} + 1 + {j}] = heap[{copied} + {j}]")
                c.out(f"heap[{ranks} + 1 + {j}] = heap[{ranks} + {j}]")
                c.out(f"{j} -= 1")
            c.out(f"heap[{copied} + 1 + {j}] = {x}")
            c.out(f"heap[{ranks} + 1 + {j}] = {rank}")
    c.here()
    c.out(f"{c.unit.zones.sort(family)}({zone}, {copied})")
    c.look(node)
