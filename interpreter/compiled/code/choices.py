"""Choices: whether there is anything to choose, all options in their order, and what a chosen option does.

Options stand in the upper heap: `option_at[k]` is the place of the k-th: which alternative, how many values,
the values of its generators (but for `let`), then, where twins are possible, its key. The alternative -1 is
nothing or enough.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.choices import OPTION_BUDGET
from interpreter.compiled.code.blocks import BlockContext, enter, spend, statement
from interpreter.compiled.code.clauses import bound_cells, walk
from interpreter.compiled.code.frames import CHOOSE, OPTION, clear
from interpreter.compiled.code.keeping import keep
from interpreter.compiled.code.kinds import Kind
from interpreter.compiled.code.unit import Context, Unit
from interpreter.compiled.code.writer import Lines, by_place
from interpreter.compiled.fault_codes import NUMBERS
from interpreter.compiled.kernel import NONE
from interpreter.program import Alternative, Choose, Expr, Gen

_SEEN = 1 << 18

DECLARATIONS = (
    f"option_at = scratch_i32({OPTION_BUDGET + 2})",
    "options = scratch_i64(1)",
    f"seen_at = scratch_i32({_SEEN})",
    f"seen_when = scratch_i32({_SEEN})",
    "seen_now = scratch_i64(1)",
)


def choices(unit: Unit) -> Iterator[tuple[int, int, Choose]]:
    """All choices that are played with frames, with their places."""
    yield from unit.with_frames(Choose)


def values_of(alternative: Alternative) -> list[Gen]:
    """The generators whose values make an option."""
    return [s for s in alternative.clause.steps if isinstance(s, Gen) and s.kind != "let"]


@statement(Choose)
def _choose(c: BlockContext, node: Choose) -> None:
    block, index = c.place
    seat = c.hold(c.needed(node.who, "nobody-chooses"), "seat")
    c.may_leave()
    with c.out.under(f"if any_{block}_{index}({seat}):"):
        c.out(f"push({CHOOSE}, {block}, {index}, {seat}, 0, 0)")
        c.out("arrive()")
        c.out("return 0")
    if node.otherwise is not None:
        c.run(node.otherwise)
    elif node.mode == "one":
        c.fault("no-option")


def write_choices(unit: Unit) -> None:
    """The functions of all choices, and those that go from the choice on top of the stack to its own."""
    for block, index, node in choices(unit):
        _write_any(unit, block, index, node)
        _write_options(unit, block, index, node)
        for number, alternative in enumerate(node.alternatives):
            _write_bind(unit, block, index, number, alternative, node)
        _write_decide(unit, block, index, node)
        _write_again(unit, block, index, node)
    _write_dispatch(unit, "list_options", "d", "options_{}_{}(frame_c[d])", "options[0] = 0")
    _write_dispatch(unit, "decide", "alternative, at", "decide_{}_{}(d, alternative, at)", "d = depth[0] - 1")
    _write_dispatch(unit, "go_choose", "d", "go_choose_{}_{}(d)", "")
    out = Lines()
    with out.under("if script[0] == 0 or commits[0] == script_size[0]:"):
        out("decision_due[0] = 1")
        out("return")
    out("at = heap[script[0] + 1 + commits[0]]")
    out("commits[0] += 1")
    out("decide(heap[at + 2], at + 4)")
    unit.add("arrive", "", out)
    _write_add_option(unit)


def _write_dispatch(unit: Unit, name: str, parameters: str, call: str, first: str) -> None:
    out = Lines()
    if first:
        out(first)
    out("decision_due[0] = 0" if name == "decide" else "pass")
    cases = [(block, index) for block, index, _ in choices(unit)]
    for block, index in by_place(out, cases):
        out(call.format(block, index))
    unit.add(name, parameters, out)


def _asking(unit: Unit, node: Choose) -> Context:
    c = Context(unit, Lines())
    c.seats = "chooser"
    c.chooser, c.who, c.reading = "seat", node.who, not unit.searches
    return c


def walked(c: Context, alternative: Alternative, sink: object, stop: str | None) -> None:
    """Writes the walk of an alternative; what stays the same in it is reckoned once."""
    c.remembered = {}
    c.volatile = frozenset(c.unit.cells.bound_within(alternative.clause))
    with c.at(alternative.origin):
        _, lines = c.apart(lambda: str(walk(c, alternative.clause, sink, stop)))  # type: ignore[arg-type, func-returns-value]
    for have, _ in c.remembered.values():
        c.out(f"{have} = 0")
    for _, kept in c.remembered.values():
        c.out(f"{kept} = 0")
    c.out.again(lines)
    c.remembered = None


def cost(alternative: Alternative) -> int:
    """The cheap alternatives are tried first when it is only asked whether there are any."""
    weights = {"melds": 100, "subsets": 10}
    return sum(weights.get(s.kind, 1) for s in alternative.clause.steps if isinstance(s, Gen))


def _write_any(unit: Unit, block: int, index: int, node: Choose) -> None:
    order = sorted(range(len(node.alternatives)), key=lambda n: cost(node.alternatives[n]))
    for number in order:
        c = _asking(unit, node)
        c.origin = node.origin

        def found(c: Context = c) -> None:
            c.out("return 1")

        walked(c, node.alternatives[number], found, None)
        c.out("return 0")
        unit.add(f"any_{block}_{index}_{number}", "seat", c.out)
    out = Lines()
    out("pure[0] = 1")
    out("work_left[0] = WORK")
    out("found = 0")
    for number in order:
        with out.under("if found == 0:"):
            out(f"found = any_{block}_{index}_{number}(seat)")
    out("pure[0] = 0")
    out("return found")
    unit.add(f"any_{block}_{index}", "seat", out)


def _write_options(unit: Unit, block: int, index: int, node: Choose) -> None:
    out = Lines()
    out("options[0] = 0")
    out("heap_top[0] = heap_base[0]")
    out("pure[0] = 1")
    out("work_left[0] = WORK")
    for number, alternative in enumerate(node.alternatives):
        _write_listing(unit, block, index, number, alternative, node)
        out(f"options_{block}_{index}_{number}(seat)")
        with out.under(f"if options[0] > {OPTION_BUDGET}:"):
            out(f"fault({NUMBERS['too-many-options']}, {node.origin})")
    out("pure[0] = 0")
    if node.mode != "one":
        out(f"at = {unit.lists.name('alloc')}(2)")
        out("heap[at] = -1")
        out("heap[at + 1] = 0")
        out("option_at[options[0]] = at")
        out("options[0] += 1")
    if unit.searches:
        with out.under("if naming[0]:"):
            out(f"name_options_{block}_{index}()")
    unit.add(f"options_{block}_{index}", "seat", out)


def _write_listing(
    unit: Unit, block: int, index: int, number: int, alternative: Alternative, node: Choose
) -> None:
    c = _asking(unit, node)
    c.origin = node.origin
    values = values_of(alternative)
    twins = may_have_twins(unit, values)
    if twins:
        c.out("seen_now[0] += 1")
    c.out("count = 0")
    alloc = unit.lists.name("alloc")

    def add() -> None:
        c.out("count += 1")
        with c.out.under(f"if count > {OPTION_BUDGET}:"):
            c.out(f"fault({NUMBERS['too-many-options']}, {alternative.origin})")
        c.here()
        at = c.fresh("option")
        c.out(f"{at} = {alloc}({len(values) + 3})")
        c.out(f"heap[{at}] = {number}")
        c.out(f"heap[{at} + 1] = {len(values)}")
        for place, gen in enumerate(values):
            c.out(f"heap[{at} + {place + 2}] = {c.cell(gen.cell)}")
        if twins:
            key = key_of_values(c, values)
            c.out(f"heap[{at} + {len(values) + 2}] = {key}")
            c.out(f"add_option({at}, {key}, {len(values) + 2})")
        else:
            c.out(f"option_at[options[0]] = {at}")
            c.out("options[0] += 1")

    walked(c, alternative, add, None)
    unit.add(f"options_{block}_{index}_{number}", "seat", c.out)


# ---------------------------------------------------------------------------------------------
# Twins


def may_have_twins(unit: Unit, values: list[Gen]) -> bool:
    """Whether two bindings may go by the same key; then each is looked up before it is added."""
    return not all(_is_distinct(unit, gen) for gen in values)


def _is_distinct(unit: Unit, gen: Gen) -> bool:
    if gen.kind in ("things", "range"):
        return True
    if gen.kind == "subsets":
        return _all_differ(unit, gen.args[0])
    if gen.kind == "melds":
        # a search finds no meld of a kind twice
        kinds = [kind for kind, _ in gen.static]
        sources = [source for source in gen.args[:2] if source.op != "const"]
        return len(set(kinds)) == len(kinds) and all(
            _lie_apart(unit, source) is not None for source in sources
        )
    return gen.kind == "list" and (
        gen.args[0].op in ("family_zones", "others") or _all_differ(unit, gen.args[0])
    )


def _lie_apart(unit: Unit, pieces: Expr) -> frozenset[int] | None:
    """The families of zones in which the pieces of a list lie, none of which is in it twice; None where that
    is not sure, or where others look alike than twins in one bag: these are copies of one card in a search.
    """
    if pieces.op in ("pick", "without", "last_n"):
        return _lie_apart(unit, pieces.args[0])
    if pieces.op == "call":
        return _lie_apart(unit, unit.program.functions[pieces.static[0]].body)
    if pieces.op in ("join", "if"):
        found: frozenset[int] = frozenset()
        for part in pieces.args[1 if pieces.op == "if" else 0 :]:
            families = _lie_apart(unit, part)
            if families is None or (pieces.op == "join" and families & found):
                return None
            found |= families
        return found
    zone = pieces.args[0] if pieces.op == "zone_pieces" else pieces
    if zone.op not in ("zone", "family_pieces"):
        return None
    family: int = zone.static[0]
    return frozenset({family}) if unit.features.is_mask[family] or _cards_differ(unit, family) else None


def _all_differ(unit: Unit, pieces: Expr) -> bool:
    """Whether the pieces of a list surely have different keys: no twins in the same place without order."""
    if pieces.op in ("pick", "without", "last_n"):
        return _all_differ(unit, pieces.args[0])
    if pieces.op == "zone_pieces" and pieces.args[0].op == "zone":
        return _cards_differ(unit, pieces.args[0].static[0])
    return False


def _cards_differ(unit: Unit, family: int) -> bool:
    """Whether the pieces in one zone of a family surely have different keys."""
    layout, zones = unit.layout, unit.program.zones[family]
    if layout.ordered[zones.base] or zones.kind == "slot":
        return True
    labels = [
        layout.piece_label[piece]
        for kind in unit.features.holds[zones.base]
        for piece in layout.family_pieces[kind]
    ]
    return len(set(labels)) == len(labels)


def key_of_values(c: Context, values: list[Gen]) -> str:
    """A list that is the same for options with the same key."""
    parts: list[tuple[str, Kind, str]] = [
        (c.cell(g.cell), c.unit.kinds.cells[g.cell], g.type) for g in values
    ]
    key = ""
    for text, kind, said in parts:
        part = key_part(c, text, kind, said)
        key = part if not key else c.hold(f"{c.unit.lists.name('join_lists')}({key}, {part})", "key")
    return key or "0"


def key_part(c: Context, text: str, kind: Kind, said: str) -> str:
    """The part of a key for one value, as a list of numbers with its length in it."""
    if kind.form == "meld":
        c.here()
        key = c.fresh("key")
        c.out(f"{key} = 0")
        with c.out.under(f"if {text} != {NONE}:"):
            c.out(f"{key} = {c.unit.melds.key()}({text})")
        return _with_length(c, key)
    if kind.form == "list":
        return _key_of_list(c, text, kind, said)
    if said == "piece":
        c.unit.ask("key_of_piece", lambda: _write_key_of_piece(c.unit))
        return c.hold(f"key_of_piece({text})", "key")
    return c.hold(f"{c.unit.lists.name('single')}({text})", "key")


def _with_length(c: Context, key: str) -> str:
    length = c.hold(f"{c.unit.lists.name('single')}(heap[{key}])")
    return c.hold(f"{c.unit.lists.name('join_lists')}({length}, {key})", "key")


def _key_of_list(c: Context, text: str, kind: Kind, said: str) -> str:
    key, at, x = c.fresh("key"), c.fresh("i"), c.fresh("x")
    c.out(f"{key} = {c.unit.lists.name('single')}(heap[{text}])")
    with c.out.under(f"for {at} in range(0, heap[{text}]):"):
        c.out(f"{x} = heap[{text} + 1 + {at}]")
        part = key_part(c, x, kind.of or Kind("number"), "piece" if said == "pieces" else "")
        c.out(f"{key} = {c.unit.lists.name('join_lists')}({key}, {part})")
    return key


def _write_key_of_piece(unit: Unit) -> None:
    """Face and owner, zone, place in an ordered zone or 0, how it lies and what it shows."""
    out = Lines()
    out(f"at = {unit.lists.name('alloc')}(5)")
    with out.under(f"if piece == {NONE}:"):
        out("heap[at] = 1")
        out(f"heap[at + 1] = {NONE}")
        out("return at")
    out("heap[at] = 4")
    out(f"heap[at + 1] = {unit.table(unit.layout.piece_label, 'label_of')}[piece]")
    out("heap[at + 2] = place[piece]")
    out(f"heap[at + 3] = {unit.zones.place_of(None)}(piece)")
    marks = ["facing[piece]"] if unit.features.facing else []
    if unit.features.dice:
        marks.append("3 * shown[piece]")
    out(f"heap[at + 4] = {' + '.join(marks) or '0'}")
    out("return at")
    unit.add("key_of_piece", "piece", out)


def _write_add_option(unit: Unit) -> None:
    """Adds an option unless one with the same key is there; `key_place` is where the key stands in it."""
    out = Lines()
    out("hash = 17")
    with out.under("for i in range(0, heap[key]):"):
        out("hash = add_wrap(mul_wrap(hash, 1000003), heap[key + 1 + i])")
    out(f"slot = shr_u(hash, 13) % {_SEEN}")
    with out.under("while seen_when[slot] == seen_now[0]:"):
        with out.under(f"if {unit.lists.name('same_numbers')}(heap[seen_at[slot] + key_place], key):"):
            out("return")
        out("slot += 1")
        with out.under(f"if slot == {_SEEN}:"):
            out("slot = 0")
    out("seen_when[slot] = seen_now[0]")
    out("seen_at[slot] = at")
    out("option_at[options[0]] = at")
    out("options[0] += 1")
    unit.add("add_option", "at, key, key_place", out)


# ---------------------------------------------------------------------------------------------
# Deciding


def _write_bind(
    unit: Unit, block: int, index: int, number: int, alternative: Alternative, node: Choose
) -> None:
    """Puts the values of an option into its locals, and what is reckoned from them."""
    c = Context(unit, Lines())
    c.origin = alternative.origin
    c.seats, c.chooser = "chooser", "seat"
    place = 0
    c.out("pass")
    for step in alternative.clause.steps:
        if not isinstance(step, Gen):
            continue
        kind = unit.kinds.cells[step.cell]
        if step.kind == "let":
            c.out(f"cells[{step.cell}] = {keep(unit, c.hold(c(step.args[0])), kind)}")
        else:
            c.out(f"cells[{step.cell}] = {keep(unit, f'heap[at + {place}]', kind)}")
            place += 1
    unit.add(f"bind_{block}_{index}_{number}", "seat, at", c.out)


def _write_decide(unit: Unit, block: int, index: int, node: Choose) -> None:
    c = Context(unit, Lines())
    with c.out.under("if alternative < 0:"):
        c.out("depth[0] = d")
        c.out("return")
    c.out("seat = frame_c[d]")
    if node.mode == "keeps":
        c.out("frame_d[d] += 1")
    else:
        c.out("depth[0] = d")
    for number, alternative in enumerate(node.alternatives):
        with c.out.under(f"{'if' if number == 0 else 'elif'} alternative == {number}:"):
            c.out(f"bind_{block}_{index}_{number}(seat, at)")
            c.out(f"push({OPTION}, {block}, {index}, {number}, 0, 0)")
            enter(c, alternative.body)
    unit.add(f"decide_{block}_{index}", "d, alternative, at", c.out)


def _write_again(unit: Unit, block: int, index: int, node: Choose) -> None:
    """A choice that goes on until enough: once more, if anything fits."""
    c = Context(unit, Lines())
    c.origin = node.origin
    spend(c)
    with c.out.under(f"if any_{block}_{index}(frame_c[d]):"):
        c.out("arrive()")
    with c.out.under("else:"):
        c.out("depth[0] = d")
    unit.add(f"go_choose_{block}_{index}", "d", c.out)


def leave_option(unit: Unit, out: Lines) -> None:
    """Lines for what happens when an option's frame goes; `a`, `b` and `d` name it."""
    started = False
    for block, index, node in choices(unit):
        inner = Lines(0)
        first = True
        for number, alternative in enumerate(node.alternatives):
            lines = Lines(0)
            clear(unit, lines, bound_cells(alternative.clause))
            if lines.lines:
                with inner.under(f"{'if' if first else 'elif'} frame_c[d] == {number}:"):
                    inner.again(lines.lines, inner.depth)
                first = False
        if inner.lines:
            with out.under(f"{'elif' if started else 'if'} a == {block} and b == {index}:"):
                out.again(inner.lines, out.depth)
            started = True
