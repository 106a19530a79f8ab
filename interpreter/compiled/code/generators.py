"""What a generator runs over, as loops: members, lists, pieces, numbers, sublists, melds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.compiled.code.kinds import Kind
from interpreter.compiled.code.masks import is_known, mask_of
from interpreter.compiled.code.unit import Context, Unit
from interpreter.compiled.code.words import Mask
from interpreter.compiled.code.writer import Lines
from interpreter.compiled.features import WORD
from interpreter.compiled.kernel import NONE
from interpreter.meld_forms import looks_at_form_only
from interpreter.program import PLAYER_DOMAIN, Cond, Expr, Gen

Body = Callable[..., None]
"""Writes what is done with a value; it is given the name of it."""

_LONG = 1_000
_FEW = 5
_SHORT = 40
"""How many members a loop may have, and how many lines all passes, to be written out."""


def stop_here(c: Context, stop: str | None) -> None:
    """Leaves the loop at hand when nothing more is wanted."""
    if stop is not None:
        with c.out.under(f"if {stop}:"):
            c.out("break")


def over_mask(c: Context, mask: Mask, body: Callable[[str], None], stop: str | None) -> None:
    """A loop over the pieces of a mask, upwards."""
    x = c.fresh("x")
    rest = [c.fresh("rest") for _ in mask]
    used = [
        (name, word, number)
        for number, (name, word) in enumerate(zip(rest, mask, strict=True))
        if word != "0"
    ]
    if not used or (stop is None and _fixed_written_out(c, mask, body)):
        return
    for name, word, _ in used:
        c.out(f"{name} = {word}")
    with c.out.under(
        f"while {'(' + ' | '.join(n for n, _, _ in used) + ')' if len(used) > 1 else used[0][0]} != 0:"
    ):
        for place, (name, _, number) in enumerate(used):
            lines = [f"{x} = ctz({name}){f' + {number * WORD}' if number else ''}", f"{name} &= {name} - 1"]
            if len(used) == 1:
                for line in lines:
                    c.out(line)
                continue
            header = "else:" if place == len(used) - 1 else f"{'if' if place == 0 else 'elif'} {name} != 0:"
            with c.out.under(header):
                for line in lines:
                    c.out(line)
        body(x)
        stop_here(c, stop)


# ---------------------------------------------------------------------------------------------
# Generators


def _things(c: Context, gen: Gen, body: Body, stop: str | None, rest: Sequence[Gen | Cond]) -> None:
    domain = gen.static[0]
    count = len(c.unit.program.domains[domain].members)
    start = None
    if gen.args:
        start = c.hold(c.needed(gen.args[0], "none-start"))
    elif domain == PLAYER_DOMAIN and c.seats == "chooser":
        start = c.chooser
    elif domain == PLAYER_DOMAIN and c.seats == "acting":
        turn = c.hold(turn_text())
        start = c.hold(f"(0 if {turn} == {NONE} else ({turn} + 1) % {count})")
    if (start is None or start.isdigit()) and stop is None:
        first = int(start or 0)
        if _written_out(c, [(first + step) % count for step in range(count)], body):
            return
    x = c.fresh("x")
    if start is None or start == "0":
        with c.out.under(f"for {x} in range(0, {count}):"):
            body(x)
            stop_here(c, stop)
        return
    step = c.fresh("i")
    with c.out.under(f"for {step} in range(0, {count}):"):
        c.out(f"{x} = {start} + {step}")
        with c.out.under(f"if {x} >= {count}:"):
            c.out(f"{x} -= {count}")
        body(x)
        stop_here(c, stop)


def _written_out(c: Context, members: Sequence[int], body: Body) -> bool:
    """A short loop over few members is written out, with each member a fixed number."""
    if not 0 < len(members) <= _FEW or not c.unrolls:
        return False

    def first() -> str:
        body(str(members[0]))
        return ""

    _, lines = c.apart(first)
    if len(lines) * len(members) > _SHORT or any(text in ("break", "continue") for _, text in lines):
        return False
    c.out.again(lines)
    for member in members[1:]:
        body(str(member))
    return True


def _fixed_written_out(c: Context, mask: Mask, body: Body) -> bool:
    """As `_written_out`, for pieces that are known now."""
    if not all(word.isdigit() for word in mask):
        return False
    pieces = [
        number * WORD + bit for number, word in enumerate(mask) for bit in range(WORD) if int(word) >> bit & 1
    ]
    return _written_out(c, pieces, body)


def turn_text() -> str:
    """Whose turn it is."""
    return f"(frame_c[turn_at[0]] if turn_at[0] >= 0 else {NONE})"


def _list(c: Context, gen: Gen, body: Body, stop: str | None, rest: Sequence[Gen | Cond]) -> None:
    source = gen.args[0]
    if source.op == "others":
        _over_others(c, source, body, stop)
        return
    if over_set(c, source, body, stop):
        return
    checked = gen.type in ("piece", "pieces") and c.seats == "chooser" and not is_known(c, source)
    if not checked and over_row(c, source, body, stop):
        return
    whole = c.atom(source)
    if checked:
        check_known(c, whole, c.kind(source))
    over_list(c, whole, body, stop)


def _over_others(c: Context, source: Expr, body: Body, stop: str | None) -> None:
    """The other seats, clockwise from the left."""
    count = c.unit.layout.players
    seat = c.hold(c.needed(source.args[0], "none-key"))
    step, x = c.fresh("i"), c.fresh("x")
    with c.out.under(f"for {step} in range(1, {count}):"):
        c.out(f"{x} = {seat} + {step}")
        with c.out.under(f"if {x} >= {count}:"):
            c.out(f"{x} -= {count}")
        body(x)
        stop_here(c, stop)


def over_list(c: Context, whole: str, body: Callable[[str], None], stop: str | None) -> None:
    """A loop over the elements of a list."""
    at, x = c.fresh("i"), c.fresh("x")
    with c.out.under(f"for {at} in range(0, heap[{whole}]):"):
        c.out(f"{x} = heap[{whole} + 1 + {at}]")
        body(x)
        stop_here(c, stop)


def over_set(c: Context, source: Expr, body: Callable[[str], None], stop: str | None) -> bool:
    """The members of a list that is a mask, as they are when the loop begins; their bounds can be seen."""
    members = c.set_of(source)
    if members is None:
        return False
    count = c.sets[source.static[0]]
    rest, x = c.fresh("rest"), c.fresh("x")
    c.out(f"{rest} = {members}")
    with c.out.under(f"for {x} in range(0, {count}):"):
        with c.out.under(f"if {rest} >> {x} & 1:"):
            body(x)
        stop_here(c, stop)
    return True


def over_row(c: Context, source: Expr, body: Body, stop: str | None) -> bool:
    """A zone that keeps a row is gone through where it stands, all zones of a family one after the other."""
    features = c.unit.features
    if source.op == "family_pieces":
        number: int = source.static[0]
    elif source.op == "zone_pieces" and source.args[0].op == "zone":
        number = source.args[0].static[0]
    else:
        return False
    if features.is_mask[number]:
        return False
    family = c.unit.program.zones[number]
    if source.op == "zone_pieces":
        zone = c.atom(source.args[0])
        decide_zone(c, source, zone)
        _through_row(c, zone, body, stop)
        return True
    decide_family(c, source)
    zone = c.fresh("zone")
    with c.out.under(f"for {zone} in range({family.base}, {family.base + family.count}):"):
        _through_row(c, zone, body, stop)
        stop_here(c, stop)
    return True


def decide_zone(c: Context, source: Expr, zone: str) -> None:
    """Everything in a zone of which the pieces are asked for is decided; where it is only asked, and chance
    would have to say, it is a fault."""
    number: int = source.args[0].static[0]
    family = c.unit.program.zones[number]
    if any(c.unit.features.may_wait[family.base : family.base + family.count]):
        with c.at(source.origin):
            _decide_all(c, number, zone)


def decide_family(c: Context, source: Expr) -> None:
    """The same for the pieces of all zones of a family, zone by zone."""
    number: int = source.static[0]
    family = c.unit.program.zones[number]
    for zone in range(family.base, family.base + family.count):
        if c.unit.features.may_wait[zone]:
            with c.at(source.origin):
                _decide_all(c, number, str(zone))


def _decide_all(c: Context, family: int, zone: str) -> None:
    with c.out.under(f"if undecided_size[{zone}] > 0:"):
        c.fault_if("pure[0]", "chance")
        c.here()
        c.out(f"{c.unit.zones.decide_all(family)}({zone})")


def _through_row(c: Context, zone: str, body: Body, stop: str | None) -> None:
    start = c.unit.features.start[int(zone)] if zone.isdigit() else c.hold(f"zone_start[{zone}]")
    at, x = c.fresh("i"), c.fresh("x")
    with c.out.under(f"for {at} in range(0, zone_size[{zone}]):"):
        c.out(f"{x} = zone_row[{start} + {at}]")
        body(x)
        stop_here(c, stop)


def check_known(c: Context, value: str, kind: Kind) -> None:
    """In a choice: a piece that the chooser does not know cannot be spoken of, alone or in a list."""
    if not c.reading or not c.unit.features.known:
        return
    if kind.form == "list":
        at, x = c.fresh("i"), c.fresh("x")
        with c.out.under(f"for {at} in range(0, heap[{value}]):"):
            c.out(f"{x} = heap[{value} + 1 + {at}]")
            check_known(c, x, kind.of or Kind("number"))
        return
    test = f"known[{value}] >> {c.chooser} & 1 == 0"
    if kind.none:
        with c.out.under(f"if {value} != {NONE}:"):
            c.fault_if(test, "secret")
    else:
        c.fault_if(test, "secret")


def _range(c: Context, gen: Gen, body: Body, stop: str | None, rest: Sequence[Gen | Cond]) -> None:
    low, high = (c.hold(c.needed(argument, "none-number")) for argument in gen.args)
    if not (low.lstrip("-").isdigit() and high.lstrip("-").isdigit() and int(high) - int(low) <= _LONG):
        with c.out.under(f"if {high} - {low} > {_LONG}:"):
            c.out(f"work_left[0] -= {high} - {low}")
            c.fault_if("work_left[0] < 0", "too-much-work")
    x = c.fresh("x")
    with c.out.under(f"for {x} in range({low}, {high} + 1):"):
        body(x)
        stop_here(c, stop)


def _values(c: Context, gen: Gen, body: Body, stop: str | None, rest: Sequence[Gen | Cond]) -> None:
    """Each value in a place of the heap; the loop goes over the places."""
    if not gen.args:
        return
    values = [c.hold(c(argument)) for argument in gen.args]
    if gen.type in ("piece", "pieces") and c.seats == "chooser":
        for value, argument in zip(values, gen.args, strict=True):
            check_known(c, value, c.kind(argument))
    at = c.fresh("values")
    c.out(f"{at} = {c.unit.lists.name('alloc')}({len(values) + 1})")
    c.out(f"heap[{at}] = {len(values)}")
    for index, value in enumerate(values):
        c.out(f"heap[{at} + {index + 1}] = {value}")
    over_list(c, at, body, stop)


def _let(c: Context, gen: Gen, body: Body, stop: str | None, rest: Sequence[Gen | Cond]) -> None:
    name = c.fresh("x")
    c.out(f"{name} = {c(gen.args[0])}")
    body(name)


def _subsets(c: Context, gen: Gen, body: Body, stop: str | None, rest: Sequence[Gen | Cond]) -> None:
    """Sublists by size, then in the order of their places: `pick` has the places of the one at hand."""
    has_low, has_high = gen.static
    whole = c.atom(gen.args[0])
    if gen.type in ("piece", "pieces") and c.seats == "chooser" and not is_known(c, gen.args[0]):
        check_known(c, whole, c.kind(gen.args[0]))
    n = c.hold(f"heap[{whole}]", "n")
    low = c.atom(gen.args[1]) if has_low else "0"
    high = c.atom(gen.args[2 if has_low else 1]) if has_high else n
    tests = [f"{value} == {NONE}" for value in (low, high) if value not in ("0", n)]
    if tests:
        c.fault_if(" or ".join([*tests, f"{low} < 0"]), "bad-size")
    size, pick, made, more, at, i = (c.fresh(name) for name in ("size", "pick", "x", "more", "i", "i"))
    alloc = c.unit.lists.name("alloc")
    with c.out.under(f"for {size} in range({low}, min({high}, {n}) + 1):"):
        c.out(f"{pick} = {alloc}({size} + 1)")
        with c.out.under(f"for {at} in range(0, {size}):"):
            c.out(f"heap[{pick} + {at}] = {at}")
        c.out(f"{more} = 1")
        with c.out.under(f"while {more}:"):
            c.out("work_left[0] -= 1")
            c.fault_if("work_left[0] < 0", "too-much-work")
            c.out(f"{made} = {alloc}({size} + 1)")
            c.out(f"heap[{made}] = {size}")
            with c.out.under(f"for {at} in range(0, {size}):"):
                c.out(f"heap[{made} + 1 + {at}] = heap[{whole} + 1 + heap[{pick} + {at}]]")
            body(made)
            stop_here(c, stop)
            c.out(f"{i} = {size} - 1")
            with c.out.under(f"while {i} >= 0 and heap[{pick} + max({i}, 0)] == {n} - {size} + {i}:"):
                c.out(f"{i} -= 1")
            with c.out.under(f"if {i} < 0:"):
                c.out(f"{more} = 0")
            with c.out.under("else:"):
                c.out(f"heap[{pick} + {i}] += 1")
                with c.out.under(f"for {at} in range({i} + 1, {size}):"):
                    c.out(f"heap[{pick} + {at}] = heap[{pick} + {at} - 1] + 1")
        stop_here(c, stop)


def _melds(c: Context, gen: Gen, body: Body, stop: str | None, rest: Sequence[Gen | Cond]) -> None:
    if _melds_of_set(c, gen, body, stop, rest):
        return
    row, loose = c.atom(gen.args[0]), c.atom(gen.args[1])
    if c.seats == "chooser":
        for value, source in ((row, gen.args[0]), (loose, gen.args[1])):
            if value != "0" and not is_known(c, source):
                check_known(c, value, c.kind(source))
    values = [c.atom(argument) for argument in gen.args[2:]]
    kinds = tuple((kind, count) for kind, count in gen.static)
    accept = _accepting(c, gen, rest)
    ask_measures(c.unit, [kind for kind, _ in kinds])
    search = c.unit.melds.search(kinds, accept, row != "0")
    c.here()
    by = c.chooser if c.chooser is not None and c.seats == "chooser" else str(NONE)
    found = c.hold(f"{search}({', '.join([row, loose, by, *values])})", "melds")
    over_list(c, found, body, stop)


def has_no_row(gen: Gen) -> bool:
    """Whether melds are made of any cards of a list, and of no piece of a row."""
    return gen.args[0].op == "const" and not gen.args[0].static[0]


def _melds_of_set(c: Context, gen: Gen, body: Body, stop: str | None, rest: Sequence[Gen | Cond]) -> bool:
    """A search among the pieces of a mask, with no list of them; False, and nothing written: no such."""
    kinds = tuple((kind, count) for kind, count in gen.static)
    if not has_no_row(gen) or c.unit.melds.useful(kinds) is None:
        return False
    if c.seats == "chooser" and not is_known(c, gen.args[1]):
        return False
    mask = c.attempt(lambda: mask_of(c, gen.args[1]))
    if mask is None:
        return False
    word = c.hold(mask[0], "mask")
    values = [c.atom(argument) for argument in gen.args[2:]]
    ask_measures(c.unit, [kind for kind, _ in kinds])
    search = c.unit.melds.search_set(kinds, _accepting(c, gen, rest))
    c.here()
    by = c.chooser if c.chooser is not None and c.seats == "chooser" else str(NONE)
    found = c.hold(f"{search}({', '.join(['0', word, by, *values])})", "melds")
    over_list(c, found, body, stop)
    return True


def _accepting(c: Context, gen: Gen, rest: Sequence[Gen | Cond]) -> str | None:
    """A function for the conditions right behind that look at a meld's form only and are no fault."""
    tests: list[Cond] = []
    for step in rest:
        if not isinstance(step, Cond):
            break
        if looks_at_form_only(c.unit.program, step.test, gen.cell) and _asks_safely(c, step.test):
            tests.append(step)
        elif c.unit.counting is not None:
            break  # what stands behind is asked only where this holds
    if not tests:
        return None
    free = sorted({cell for step in tests for cell in c.unit.cells.free(step.test)} - {gen.cell})
    number = len(c.unit.functions) + c.unit.accepting
    name = f"accept_{number}"
    c.unit.accepting += 1
    for index, cell in enumerate(free):
        c.out(f"{name}_given[{index}] = {c.cell(cell)}")
    chooser = None
    if c.chooser is not None:
        chooser = f"{name}_given[{len(free)}]"
        c.out(f"{chooser} = {c.chooser}")
    inner = Context(c.unit, Lines())
    inner.chooser, inner.reading, inner.who = chooser, c.reading, c.who
    inner.bound = {cell: f"{name}_given[{index}]" for index, cell in enumerate(free)} | {gen.cell: "meld"}
    for step in tests:
        with inner.at(step.origin), inner.out.under(f"if not {inner(step.test)}:"):
            inner.out("return 0")
    inner.out("return 1")
    c.unit.declarations.append(f"{name}_given = scratch_i64({len(free) + 1})")
    c.unit.add(name, "meld", inner.out)
    return name


def _asks_safely(c: Context, test: Expr) -> bool:
    """Whether a condition cannot be a fault, so that it may be asked before its turn."""
    total = ("meld_kind", "meld_size", "meld_by", "meld_top")
    if test.op in total:
        return True
    if test.op == "call":
        body = c.unit.program.functions[test.static[0]].body
        return all(_asks_safely(c, argument) for argument in test.args) and _asks_safely(c, body)
    if test.clause is not None:
        return False
    if test.op in (
        "eq",
        "ne",
        "lt",
        "le",
        "gt",
        "ge",
        "add",
        "sub",
        "and",
        "or",
        "not",
        "const",
        "cell",
        "if",
    ):
        if test.op in ("lt", "le", "gt", "ge", "add", "sub") and any(c.kind(a).none for a in test.args):
            return False
        return all(_asks_safely(c, argument) for argument in test.args)
    return test.op in ("zone_size", "size", "var", "zone") and all(_asks_safely(c, a) for a in test.args)


def ask_measures(unit: Unit, kinds: Sequence[int]) -> None:
    """Writes the functions by which a search asks for measures and totals of these kinds and their parts."""
    for number in kinds:
        kind = unit.program.melds[number]
        for index, shape in enumerate(kind.shapes):
            if shape.measure is not None:
                unit.ask(f"measure_{number}_{index}", lambda n=number, i=index: _write_measure(unit, n, i))  # type: ignore[misc]
            if shape.total is not None:
                unit.ask(f"total_{number}_{index}", lambda n=number, i=index: _write_total(unit, n, i))  # type: ignore[misc]
            for part in shape.parts:
                ask_measures(unit, [k for k in part.kinds if k != number])


def _write_measure(unit: Unit, number: int, index: int) -> None:
    """What a card counts, read as a face: it is handed on as a number beyond those of the pieces."""
    shape = unit.program.melds[number].shapes[index]
    assert shape.measure is not None and shape.measure_cell is not None
    c = Context(unit, Lines())
    c.bound = {shape.measure_cell: "card"}
    faces = unit.table(unit.layout.piece_face, "piece_face")
    c.out(f"card = piece if {faces}[piece] == face else {unit.layout.piece_count} + face")
    c.out(f"return {c(shape.measure)}")
    unit.add(f"measure_{number}_{index}", "piece, face", c.out)


def _write_total(unit: Unit, number: int, index: int) -> None:
    kind = unit.program.melds[number]
    total = kind.shapes[index].total
    assert total is not None
    c = Context(unit, Lines())
    c.bound = {cell: f"p{place}" for place, cell in enumerate(kind.parameters)}
    c.out(f"return {c(total)}")
    unit.add(f"total_{number}_{index}", ", ".join(c.bound.values()), c.out)


GENERATORS: dict[str, Callable[[Context, Gen, Body, str | None, Sequence[Gen | Cond]], None]] = {
    "things": _things,
    "list": _list,
    "range": _range,
    "values": _values,
    "let": _let,
    "subsets": _subsets,
    "melds": _melds,
}
