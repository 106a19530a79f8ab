"""Options by a number each, for a search that meets the same options in many positions.

Where `naming[0]` is set, listing options also writes `option_name[k]` and `option_label[k]`. Two options have
the same name just when `Option.key` of the reference is the same, the same label when `key[0]` is (but for a
collision of 64 bits). `tell(at, eyes)` is what somebody who chose is seen to have chosen by an observer: all
of it, but of a piece what it is only where all seats of the mask `eyes` know it and can tell which one is
meant.

A set is named by the sum of the names of what is in it, so its order is of no matter.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.chance import SPLIT_STEP
from interpreter.choices import OPTION_BUDGET
from interpreter.compiled.code.choices import choices, values_of
from interpreter.compiled.code.kinds import Kind
from interpreter.compiled.code.mixing import signed, write_mixing
from interpreter.compiled.code.unit import Context, Unit
from interpreter.compiled.code.writer import Lines
from interpreter.compiled.kernel import NONE
from interpreter.program import Alternative, Choose

DECLARATIONS = (
    f"option_name = scratch_i64({OPTION_BUDGET + 2})",
    f"option_label = scratch_i32({OPTION_BUDGET + 2})",
    "naming = scratch_i64(1)",
)

_DECLINED = {"may": "nothing", "keeps": "enough"}

PieceText = Callable[[str], str]
"""From the text of a piece to that of its part of a name."""


def labels_of(unit: Unit) -> dict[str, int]:
    """A number for each label of the Program; options with the same label are of one kind."""
    labels: dict[str, int] = {}
    for _, _, node in choices(unit):
        for text in (*(alternative.label for alternative in node.alternatives), *_DECLINED.values()):
            labels.setdefault(text, len(labels))
    return labels


def write_naming(unit: Unit) -> None:
    """`hashed`, `name_options_B_I` for each choice, and `tell`."""
    _write_hashed(unit)
    labels = labels_of(unit)
    for block, index, node in choices(unit):
        _write_name_options(unit, block, index, node, labels)
        _write_tell(unit, block, index, node, labels)
    out = Lines()
    for number, (block, index, _) in enumerate(choices(unit)):
        here = f"block == {block} and index == {index}"
        with out.under(f"{'elif' if number else 'if'} {here}:"):
            out(f"return tell_{block}_{index}(at, eyes)")
    out("return 0")
    unit.add("tell", "block, index, at, eyes", out)


def _write_hashed(unit: Unit) -> None:
    """`hashed(a, b)`: a number that says which two numbers these were, in this order (the steps are those of
    splitmix64: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", 2014)."""
    out = Lines()
    out(f"z = add_wrap(mul_wrap(add_wrap(a, 3935559000370003845), {signed(SPLIT_STEP)}), b)")
    write_mixing(out)
    out("return z")
    unit.add("hashed", "a, b", out)


def _write_name_options(unit: Unit, block: int, index: int, node: Choose, labels: dict[str, int]) -> None:
    c = Context(unit, Lines())
    declined = labels[_DECLINED.get(node.mode, "nothing")]
    # each part of a name as `choices.key_part` takes it
    piece = _asking(unit, "name_of_piece", _write_name_of_piece)
    meld = _asking(unit, "name_of_meld", _write_name_of_meld)
    with c.out.under("for k in range(0, options[0]):"):
        c.out("at = option_at[k]")
        c.out("alternative = heap[at]")
        c.out(f"label = {declined}")
        c.out("name = 0")
        for number, alternative in enumerate(node.alternatives):
            with c.out.under(f"{'elif' if number else 'if'} alternative == {number}:"):
                c.out(f"label = {labels[alternative.label]}")
                c.out(f"name = {len(values_of(alternative))}")
                _join_values(c, "name", alternative, piece, meld)
        c.out("option_label[k] = label")
        c.out("option_name[k] = hashed(name, label)")
    unit.add(f"name_options_{block}_{index}", "", c.out)


def _asking(unit: Unit, name: str, write: Callable[[Unit], None], more: str = "") -> PieceText:
    """Text for what a function, written when it is first asked for, says of a piece or a meld."""

    def text(value: str) -> str:
        unit.ask(name, lambda: write(unit))
        return f"{name}({value}{more})"

    return text


def _join_values(c: Context, name: str, alternative: Alternative, piece: PieceText, meld: PieceText) -> None:
    """Lines that add the values of the option at `at` to what is in a local."""
    for place, gen in enumerate(values_of(alternative)):
        kind = c.unit.kinds.cells[gen.cell]
        part = value_text(c, f"heap[at + {place + 2}]", kind, gen.type, piece, meld)
        c.out(f"{name} = hashed({name}, {part})")


def value_text(c: Context, text: str, kind: Kind, said: str, piece: PieceText, meld: PieceText) -> str:
    """A number that stands for a value; `said` as in `VarFamily.type`: only where pieces are said they are
    pieces."""
    if kind.form == "meld":
        return c.hold(meld(text))
    if kind.form == "list":
        place, total, at = c.hold(text, "list"), c.fresh("total"), c.fresh("i")
        c.out(f"{total} = -1")
        with c.out.under(f"if {place} != {NONE}:"):
            c.out(f"{total} = heap[{place}]")
            with c.out.under(f"for {at} in range(0, heap[{place}]):"):
                element = c.hold(f"heap[{place} + 1 + {at}]", "x")
                inner = "piece" if said == "pieces" else ""
                part = value_text(c, element, kind.of or Kind("number"), inner, piece, meld)
                c.out(f"{total} = hashed({total}, {part})")
        return total
    return c.hold(piece(text)) if said == "piece" else c.hold(text)


def marks_of(unit: Unit, piece: str) -> str:
    """How a piece lies and what it shows, as one number."""
    marks = [f"facing[{piece}]"] if unit.features.facing else []
    if unit.features.dice:
        marks.append(f"3 * shown[{piece}]")
    return " + ".join(marks) or "0"


def _write_name_of_piece(unit: Unit) -> None:
    """Face and owner, zone, place in an ordered zone or 0, how it lies and what it shows."""
    out = Lines()
    with out.under(f"if piece == {NONE}:"):
        out("return -1")
    label = unit.table(unit.layout.piece_label or [0], "label_of")
    zones = unit.layout.zone_count + 1
    out(f"where = ({label}[piece] * {zones} + place[piece] + 1) * 65536")
    out(f"where += {unit.zones.place_of(None)}(piece)")
    out(f"return hashed(where, {marks_of(unit, 'piece')})")
    unit.add("name_of_piece", "piece", out)


def _write_name_of_meld(unit: Unit) -> None:
    """Kind, cards and readings, and its parts; one that lies on the table by that."""
    out = Lines()
    with out.under(f"if meld == {NONE}:"):
        out("return -2")
    with out.under(f"if heap[meld + 3] != {NONE}:"):
        out("return hashed(hashed(heap[meld], -3 - heap[meld + 3]), heap[meld + 4])")
    unit.ask("name_of_piece", lambda: _write_name_of_piece(unit))
    out("n = heap[meld + 6]")
    out("cards = n")
    out("faces = 0")
    with out.under("for i in range(0, n):"):
        out("cards = add_wrap(cards, name_of_piece(heap[meld + 7 + i]))")
        out("faces = add_wrap(faces, hashed(1, heap[meld + 8 + n + i]))")
    out("parts = heap[meld + 5]")
    out("inner = 0")
    with out.under("for i in range(0, heap[parts]):"):
        out("inner = add_wrap(inner, name_of_meld(heap[parts + 1 + i]))")
    out("return hashed(hashed(hashed(heap[meld], cards), faces), inner)")
    unit.add("name_of_meld", "meld", out)


# ---------------------------------------------------------------------------------------------
# What others see of a choice


def _write_tell(unit: Unit, block: int, index: int, node: Choose, labels: dict[str, int]) -> None:
    c = Context(unit, Lines())
    c.out(f"told = {-1 - labels[_DECLINED.get(node.mode, 'nothing')]}")
    c.out("alternative = heap[at]")
    piece = _asking(unit, "tell_piece", _write_tell_piece, ", eyes")
    meld = _asking(unit, "tell_meld", _write_tell_meld, ", eyes")
    for number, alternative in enumerate(node.alternatives):
        with c.out.under(f"{'elif' if number else 'if'} alternative == {number}:"):
            c.out(f"told = {labels[alternative.label]}")
            c.out(f"told = hashed(told, {len(values_of(alternative))})")
            _join_values(c, "told", alternative, piece, meld)
    c.out("return told")
    unit.add(f"tell_{block}_{index}", "at, eyes", c.out)


def _write_tell_piece(unit: Unit) -> None:
    """Where it lies, and what it is for those who recognise it."""
    layout = unit.layout
    out = Lines()
    with out.under(f"if piece == {NONE}:"):
        out("return -1")
    out("zone = place[piece]")
    out("label = 0")
    with out.under("if known[piece] & eyes == eyes:"):
        out(f"label = {unit.table(layout.piece_label or [0], 'label_of')}[piece] + 1")
        bags = [int(bag) for bag in layout.is_bag] or [0]
        if any(bags):
            with out.under(f"if zone >= 0 and {unit.table(bags, 'bags')}[max(zone, 0)]:"):
                # who does not see it lie there cannot say which one of the bag is meant
                sight = unit.zones.sight()
                facing = "facing[piece]" if unit.features.facing else "0"
                with out.under(f"if {sight}(zone, {facing}) & eyes != eyes:"):
                    out("label = 0")
    out(f"where = (label * {layout.zone_count + 1} + zone + 1) * 65536")
    out(f"return hashed(where, {unit.zones.place_of(None)}(piece))")
    unit.add("tell_piece", "piece, eyes", out)


def _write_tell_meld(unit: Unit) -> None:
    out = Lines()
    with out.under(f"if meld == {NONE}:"):
        out("return -2")
    unit.ask("tell_piece", lambda: _write_tell_piece(unit))
    out("n = heap[meld + 6]")
    out("told = heap[meld]")
    out("plain = 1")
    with out.under("for i in range(0, n):"):
        out("piece = heap[meld + 7 + i]")
        out("told = hashed(told, tell_piece(piece, eyes))")
        with out.under("if known[piece] & eyes != eyes:"):
            out("plain = 0")
    with out.under("if plain:"), out.under("for i in range(0, n):"):
        out("told = hashed(told, heap[meld + 8 + n + i])")
    out("return told")
    unit.add("tell_meld", "meld, eyes", out)
