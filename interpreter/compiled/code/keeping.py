"""Values that live on: what variables, locals and frames hold is copied to the lower part of the heap.

`keep` gives the text for a kept copy of a value. What is not needed any more is cleared out now and then by
`collect`, between statements only, when no local of a function holds a place in the heap.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.compiled.code.kinds import MELDS, Kind
from interpreter.compiled.code.unit import Context, Unit
from interpreter.compiled.code.writer import Lines
from interpreter.compiled.fault_codes import NUMBERS


def keep(unit: Unit, text: str, kind: Kind) -> str:
    """A value as it can be kept."""
    if not kind.is_place:
        return text
    name = f"keep_{kind.name}"
    unit.ask(name, lambda: _write_keep(unit, name, kind))
    return f"{name}({text})"


def _write_keep(unit: Unit, name: str, kind: Kind) -> None:
    unit.ask("kept_room", lambda: _write_room(unit))
    out = Lines()
    with out.under("if a < KEPT_START:"):
        out("return a")
    if kind.form == "meld":
        _keep_meld(unit, out)
    else:
        out("n = heap[a] + 1")
        out("to = kept_room(n)")
        out("copy(heap, to, heap, a, n)")
        of = kind.of or Kind()
        if of.is_place:
            with out.under("for i in range(1, n):"):
                out(f"heap[to + i] = {keep(unit, 'heap[to + i]', of)}")
    out("return to")
    unit.add(name, "a", out)


def _keep_meld(unit: Unit, out: Lines) -> None:
    out("n = 8 + 2 * heap[a + 6]")
    out("to = kept_room(n)")
    out("copy(heap, to, heap, a, n)")
    out(f"heap[to + 5] = {keep(unit, 'heap[to + 5]', MELDS)}")


def _write_room(unit: Unit) -> None:
    """Room for a kept value; while things are cleared out the copies go to the upper part for a moment."""
    out = Lines()
    with out.under("if lifting[0]:"):
        out(f"return {unit.lists.name('alloc')}(n)")
    out("at = kept_top[0]")
    with out.under("if at + n > HEAP_KEPT:"):
        out(f"fault({NUMBERS['beyond-kernel']}, origin_now[0])")
    out("kept_top[0] = at + n")
    out("return at")
    unit.add("kept_room", "n", out)


def keep_rows(unit: Unit, text: str, kinds: Sequence[Kind]) -> str:
    """A flat list of records with these kinds of columns, kept."""
    places = [index for index, kind in enumerate(kinds) if kind.is_place]
    if not places:
        return keep(unit, text, Kind("list", Kind("number")))
    name = f"keep_rows_{len(kinds)}_{'_'.join(f'{i}{kinds[i].name}' for i in places)}"

    def write() -> None:
        unit.ask("kept_room", lambda: _write_room(unit))
        out = Lines()
        with out.under("if a < KEPT_START:"):
            out("return a")
        out("n = heap[a]")
        out("to = kept_room(n + 1)")
        out("copy(heap, to, heap, a, n + 1)")
        with out.under(f"for i in range(0, n // {len(kinds)}):"):
            for index in places:
                at = f"heap[to + i * {len(kinds)} + {index + 1}]"
                out(f"{at} = {keep(unit, at, kinds[index])}")
        out("return to")
        unit.add(name, "a", out)

    unit.ask(name, write)
    return f"{name}({text})"


def store(c: Context, place: str, text: str, kind: Kind) -> None:
    """Writes a value to where it lives on."""
    c.out(f"{place} = {keep(c.unit, text, kind)}")
    if kind.is_place:
        tidy_heap(c)


def tidy_heap(c: Context) -> None:
    """Clears out what is not needed any more, when there is much."""
    c.unit.ask("collect", lambda: write_collect(c.unit))
    with c.out.under("if kept_top[0] > KEPT_LIMIT:"):
        c.out("collect()")


def write_collect(unit: Unit) -> None:
    """Copies everything that is still held up and down again."""
    out = Lines()
    for lifting in ("1", "0"):
        out(f"lifting[0] = {lifting}")
        if lifting == "0":
            out("kept_top[0] = KEPT_START")
        out("move_roots()")
    unit.add("collect", "", out)


def write_roots(unit: Unit) -> None:
    """A function that keeps anew all that holds a place in the heap."""
    from interpreter.compiled.code.frames import write_frame_roots

    out = Lines()
    for family, kind in zip(unit.program.variables, unit.kinds.variables, strict=True):
        if kind.is_place:
            for number in range(family.base, family.base + family.count):
                out(f"vars[{number}] = {keep(unit, f'vars[{number}]', kind)}")
    for cell in sorted(unit.kept_cells):
        kind = unit.kinds.cells[cell]
        if kind.is_place:
            out(f"cells[{cell}] = {keep(unit, f'cells[{cell}]', kind)}")
    write_frame_roots(unit, out)
    unit.add("move_roots", "", out)
