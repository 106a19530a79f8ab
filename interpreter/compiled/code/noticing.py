"""What each seat notices when an option is taken, as one number for each, for searches over what seats know.

`play(number, me, forced, budget)` takes the option with this number of those that were listed last and lists
the next ones with their names; with `forced` it takes whatever is the only option, too. It gives how many
options there are, 0 at the end. `noticed[seat]` is then 0 where the seat noticed nothing, else a number that
says what it noticed: of its own options which it took, of those of others what it was shown (see
`naming.tell`), and each time how the position looks to it afterwards. What it alone may know it notices only
if `me` knows it, too: else it would be another number in every guess at the position.

How a position looks is what `interpreter.views.view` shows: two positions with the same view give the same
number. While a simultaneous choice is under way nobody notices what the others choose.
"""

from __future__ import annotations

from interpreter.compiled.code.frames import CHOOSE, TOGETHER
from interpreter.compiled.code.kinds import Kind
from interpreter.compiled.code.naming import value_text
from interpreter.compiled.code.unit import Context, Unit
from interpreter.compiled.code.writer import Lines
from interpreter.compiled.kernel import NONE
from interpreter.piece_flow import MELD, MIXED, PIECE, PIECES, PieceFlow
from interpreter.program import VarFamily


def declarations(unit: Unit) -> list[str]:
    """The arrays of what was noticed."""
    players = unit.layout.players
    return [
        f"noticed = scratch_i64({players})",
        f"told_to = scratch_i64({players})",
        "came_out = scratch_i64(1)",
    ]


def write_noticing(unit: Unit) -> None:
    """All functions of the module."""
    _write_card(unit)
    _write_look_around(unit)
    _write_look(unit)
    _write_take_noticing(unit)
    out = Lines()
    out("naming[0] = 1")
    out("n = offer()")
    out("naming[0] = 0")
    out("return n")
    unit.add("offer_named", "", out)
    out = Lines()
    out(f"fill(noticed, 0, {unit.layout.players}, 0)")
    out("take_noticing(number, me, budget)")
    with out.under("if over[0]:"):
        out("return 0")
    out("n = offer_named()")
    with out.under("while n == 1 and forced == 1:"):
        out("take_noticing(0, me, budget)")
        with out.under("if over[0]:"):
            out("return 0")
        out("n = offer_named()")
    out("return n")
    unit.add("play", "number, me, forced, budget", out)


def _write_card(unit: Unit) -> None:
    """`card_to(piece, eyes)`: what a piece looks like to seats who all have to know it.

    A card that is unknown shows whose set it is of, a die everything but its value.
    """
    layout, features = unit.layout, unit.features
    out = Lines()
    label = unit.table(layout.piece_label or [0], "label_of")
    span = 1 + max(layout.piece_label, default=0)
    backs = [-1 if die else owner for owner, die in zip(layout.piece_owner, layout.is_die, strict=True)]
    out(f"look = {label}[piece]")
    with out.under("if known[piece] & eyes != eyes:"):
        if features.dice:
            with out.under(f"if {unit.table([int(die) for die in layout.is_die], 'dice')}[piece]:"):
                facing = "facing[piece]" if features.facing else "0"
                out("value = 0 if shown[piece] == 0 else -1")
                out(f"return hashed(look * 4 + {facing}, value)")
        out(f"look = {span} + 1 + {unit.table(backs or [0], 'back_of')}[piece]")
    text = "look * 4 + facing[piece]" if features.facing else "look * 4"
    out(f"return hashed({text}, {'shown[piece]' if features.dice else '0'})")
    unit.add("card_to", "piece, eyes", out)
    # a place of a pile that is not decided looks like a card that nobody owns
    out = Lines()
    out(f"return hashed({(span) * 4}, 0)")
    unit.add("unknown_card", "", out)


def _write_look_around(unit: Unit) -> None:
    """`look_around()`: what everybody sees: sizes, counted pieces, what plain variables say, what is due."""
    layout = unit.layout
    c = Context(unit, Lines())
    out = c.out
    out("look = over[0] * 4 + no_result[0] * 2 + (direction[0] > 0)")
    with out.under(f"for i in range(0, {layout.players}):"):
        out("look = hashed(look, misses[i])")
    with out.under(f"for i in range(0, {layout.zone_count}):"):
        out("look = hashed(look, zone_size[i])")
    if layout.counter_count:
        with out.under(f"for i in range(0, {layout.counter_count * layout.holder_count}):"):
            out("look = hashed(look, counters[i])")
    if unit.features.melds:
        out("look = hashed(look, serial[0])")
        with out.under(f"for zone in range(0, {layout.zone_count}):"):
            out("first = zone_start[zone]")
            with out.under("for i in range(first, first + laid_size[zone]):"):
                out("look = hashed(look, laid_kind[i] * 65536 + laid_shape[i])")
                out("look = hashed(look, (laid_by[i] + 1) * 65536 + laid_length[i])")
                out("look = hashed(look, laid_serial[i])")
    for family, kind, flow in _variables(unit):
        if flow not in _SECRET:
            with out.under(f"for v in range({family.base}, {family.base + family.count}):"):
                part = value_text(c, "vars[v]", kind, "", str, str)
                out(f"look = hashed(look, {part})")
    with out.under("if depth[0] > 0:"):
        out("d = depth[0] - 1")
        with out.under(f"if frame_kind[d] == {CHOOSE}:"):
            out("look = hashed(look, (frame_a[d] * 4096 + frame_b[d]) * 64 + frame_c[d])")
    out("return look")
    unit.add("look_around", "", out)


_SECRET = (PIECE, PIECES, MIXED, MELD)
"""Kinds of variables that may tell of a piece what not everybody knows."""


def _variables(unit: Unit) -> list[tuple[VarFamily, Kind, str]]:
    """Families of variables with what kernels have there, and what pieces may be in it."""
    flows = PieceFlow.of(unit.layout).variables
    found = []
    for family, kind, flow in zip(unit.program.variables, unit.kinds.variables, flows, strict=True):
        found.append((family, kind, MELD if _has_melds(kind) else flow))
    return found


def _has_melds(kind: Kind) -> bool:
    return kind.form == "meld" or (kind.of is not None and _has_melds(kind.of))


def _write_look(unit: Unit) -> None:
    """`looks_to(eyes)`: what those see besides: what the cards are that they all know."""
    layout, features = unit.layout, unit.features
    c = Context(unit, Lines())
    out = c.out
    out("total = 0")
    ordered = [zone for zone in range(layout.zone_count) if layout.ordered[zone]]
    rows = [zone for zone in ordered if features.room[zone]]
    if layout.piece_count:
        label = unit.table(layout.piece_label, "label_of")
        with out.under(f"for piece in range(0, {layout.piece_count}):"):
            out("zone = place[piece]")
            with out.under("if zone < 0:"):
                # what lies nowhere is no secret
                out(f"total = add_wrap(total, hashed(-1, {label}[piece]))")
            with out.under(f"elif {unit.table([int(o) for o in layout.ordered], 'in_order')}[zone] == 0:"):
                out("total = add_wrap(total, hashed(zone, card_to(piece, eyes)))")
    if rows:
        with out.under(f"for row in range(0, {len(rows)}):"):
            out(f"zone = {unit.table(rows, 'rows')}[row]")
            out("first = zone_start[zone]")
            with out.under("for i in range(first, first + zone_size[zone]):"):
                out("piece = zone_row[i]")
                with out.under("if piece < 0:"):
                    out("total = add_wrap(total, hashed(i + 65536, unknown_card()))")
                with out.under("else:"):
                    out("total = add_wrap(total, hashed(i + 65536, card_to(piece, eyes)))")
    if features.melds:
        _look_at_melds(unit, out)
    for family, kind, flow in _variables(unit):
        if flow in _SECRET:
            with out.under(f"for v in range({family.base}, {family.base + family.count}):"):
                part = _shown(c, "vars[v]", kind, flow)
                out(f"total = add_wrap(total, hashed(v + 1048576, {part}))")
    out("return total")
    unit.add("looks_to", "eyes", out)


def _look_at_melds(unit: Unit, out: Lines) -> None:
    """Lines: how cards of laid melds are read, where all of them are known."""
    zones = [zone for zone in range(unit.layout.zone_count) if unit.layout.is_meld[zone]]
    with out.under(f"for row in range(0, {len(zones)}):"):
        out(f"zone = {unit.table(zones, 'meld_zones')}[row]")
        out("first = zone_start[zone]")
        out("at = first")
        with out.under("for i in range(first, first + laid_size[zone]):"):
            out("end = at + laid_length[i]")
            out("plain = 1")
            with out.under("for j in range(at, end):"), out.under("if known[zone_row[j]] & eyes != eyes:"):
                out("plain = 0")
            with out.under("if plain:"), out.under("for j in range(at, end):"):
                out("total = add_wrap(total, hashed(j + 2097152, laid_face[j]))")
            out("at = end")


def _shown(c: Context, text: str, kind: Kind, flow: str) -> str:
    """A number for a variable that may hold pieces, as `views` shows it: cards, known or not."""
    unit = c.unit
    if kind.form == "meld":
        unit.ask("shown_meld", lambda: _write_shown_meld(unit))
        return c.hold(f"shown_meld({text}, eyes)")
    if kind.form == "list":
        place, shown, at = c.hold(text, "list"), c.fresh("shown"), c.fresh("i")
        c.out(f"{shown} = -1")
        with c.out.under(f"if {place} != {NONE}:"):
            c.out(f"{shown} = heap[{place}]")
            with c.out.under(f"for {at} in range(0, heap[{place}]):"):
                element = c.hold(f"heap[{place} + 1 + {at}]", "x")
                inner = PIECE if flow in (PIECES, MIXED) else flow
                part = _shown(c, element, kind.of or Kind("number"), inner)
                c.out(f"{shown} = hashed({shown}, {part})")
        return shown
    if flow in (PIECE, PIECES):
        unit.ask("shown_card", lambda: _write_shown_card(unit))
        return c.hold(f"shown_card({text}, eyes)")
    return c.hold(text)


def _write_shown_card(unit: Unit) -> None:
    out = Lines()
    with out.under(f"if piece == {NONE}:"):
        out("return -1")
    with out.under("if known[piece] & eyes != eyes:"):
        out("return -1")
    out("return card_to(piece, eyes)")
    unit.add("shown_card", "piece, eyes", out)


def _write_shown_meld(unit: Unit) -> None:
    unit.ask("shown_card", lambda: _write_shown_card(unit))
    out = Lines()
    with out.under(f"if meld == {NONE}:"):
        out("return -2")
    out("told = heap[meld + 6]")
    with out.under("for i in range(0, heap[meld + 6]):"):
        out("told = hashed(told, shown_card(heap[meld + 7 + i], eyes))")
    out("return told")
    unit.add("shown_meld", "meld, eyes", out)


def _write_take_noticing(unit: Unit) -> None:
    """`take_noticing(number, me, budget)`: one step of `play`."""
    players = unit.layout.players
    out = Lines()
    out("d = depth[0] - 1")
    out("at = option_at[number]")
    out("chooser = chooser_now[0]")
    out("own = option_name[number]")
    out(f"together = frame_kind[d] == {TOGETHER}")
    with out.under(f"for seat in range(0, {players}):"):
        out("told_to[seat] = 0")
        with out.under("if together == 0 and seat != chooser:"):
            out("told_to[seat] = tell(frame_a[d], frame_b[d], at, 1 << seat | 1 << me)")
    out("told_to[chooser] = own")
    out("came_out[0] = 0")
    out("take(number, budget)")
    with out.under("if together and came_out[0] == 0 and over[0] == 0:"):
        out("noticed[chooser] = hashed(noticed[chooser], own)")
        out("return")
    out("around = look_around()")
    with out.under(f"for seat in range(0, {players}):"):
        out("now = hashed(around, looks_to(1 << seat | 1 << me))")
        out("noticed[seat] = hashed(hashed(noticed[seat], told_to[seat]), now)")
    unit.add("take_noticing", "number, me, budget", out)
