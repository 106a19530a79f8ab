"""Productions of numbers and texts."""

from __future__ import annotations

from tests.generators import clauses, reading
from tests.generators.base import ATOM, IF, PRODUCT, SIGN, SUM, Maker, Scope, Value, gives


@gives("number", weight=3)
def literal(m: Maker, scope: Scope, depth: int) -> Value | None:
    return Value(str(m.draws.number(0, 5)))


@gives("number", weight=3)
def local(m: Maker, scope: Scope, depth: int) -> Value | None:
    names = scope.of("number")
    return Value(m.draws.one_of(names)) if names else None


@gives("number", weight=1)
def fixed(m: Maker, scope: Scope, depth: int) -> Value | None:
    return Value(m.draws.pick("players", *(n for n, t in m.world.settings.items() if t == "number")))


@gives("number", weight=3)
def variable(m: Maker, scope: Scope, depth: int) -> Value | None:
    return reading.variable(m, scope, "number", depth)


@gives("number", weight=3)
def size_of_zone(m: Maker, scope: Scope, depth: int) -> Value | None:
    zone = reading.zone(m, scope, depth, "pile", "row", "bag", "slot", "meld", "melds")
    return Value(m.draws.pick(f"{zone}.size", f"count({zone})")) if zone else None


@gives("number", weight=2)
def held(m: Maker, scope: Scope, depth: int) -> Value | None:
    if scope.fixed:
        return None
    holder = m.make("holder", scope, depth - 1)
    return Value(f"{holder.atom}.{m.draws.one_of(m.world.counters)}")


@gives("number", weight=1)
def size_of_family(m: Maker, scope: Scope, depth: int) -> Value | None:
    families = [zone.name for zone in m.world.zones if zone.keys]
    if scope.own or scope.fixed:
        return None
    return Value(f"all {m.draws.one_of(families)}.size")


@gives("number", 1, 4)
def arithmetic(m: Maker, scope: Scope, depth: int) -> Value | None:
    a, b = m.make("number", scope, depth - 1), m.make("number", scope, depth - 1)
    sign = m.draws.pick("+", "-", "*")
    if sign == "*":
        return Value(f"{a.at(PRODUCT)} * {b.at(SIGN)}", PRODUCT)
    return Value(f"{a.at(SUM)} {sign} {b.at(PRODUCT)}", SUM)


@gives("number", 1)
def division(m: Maker, scope: Scope, depth: int) -> Value | None:
    a, b = m.make("number", scope, depth - 1), m.make("number", scope, depth - 1)
    by = m.draws.pick("2", "3", f"(1 + abs({b}))")
    if m.draws.chance(5) and "." in b:
        by = b.at(SIGN)
    return m.draws.pick(Value(f"{a.at(PRODUCT)} / {by}", PRODUCT), Value(f"mod({a}, {by})"))


@gives("number", 1)
def other_sign(m: Maker, scope: Scope, depth: int) -> Value | None:
    a = m.make("number", scope, depth - 1)
    return m.draws.pick(Value(f"-{a.at(SIGN)}", SIGN), Value(f"abs({a})"))


@gives("number", 1)
def extreme(m: Maker, scope: Scope, depth: int) -> Value | None:
    values = [m.make("number", scope, depth - 1) for _ in range(m.draws.number(2, 3))]
    return Value(f"{m.draws.pick('most', 'fewest')}({', '.join(values)})")


def choosing(type_: str, *deeper: str) -> None:
    """`if a then b else c` for a type."""

    @gives(type_, 1, 1)
    def either(m: Maker, scope: Scope, depth: int) -> Value | None:
        a, b = m.try_(type_, scope, depth - 1), m.try_(type_, scope, depth - 1)
        if a is None or b is None:
            return None
        test = m.make("truth", scope, depth - 1)
        return Value(f"if {test} then {a} else {b}", IF)


for each in ("number", "text", "player", "cards", "meld?", "truth", "suit", "rank", "card?", "facing"):
    choosing(each)


@gives("number", 1, 4)
def quantified(m: Maker, scope: Scope, depth: int) -> Value | None:
    function = m.draws.pick("count", "sum", "most", "fewest")
    clause = clauses.quantifier(m, scope, depth - 1)
    if function == "count":
        return Value(f"count({clause.text})")
    value = m.make("number", clause.scope, depth - 1)
    default = f" else {m.make('number', scope, 0)}" if m.draws.chance(80) and function != "sum" else ""
    return Value(f"{function}({value} for {clause.text}{default})")


@gives("number", 1, 3)
def attribute(m: Maker, scope: Scope, depth: int) -> Value | None:
    """A number printed on a card, of a table, its place; where there may be no card this is asked first."""
    names = ["position"]
    names += [
        t.name
        for t in m.world.tables
        if t.type == "number" and t.keys[0] in ("rank", "card") and len(t.keys) == 1
    ]
    card, sure = reading.some_card(m, scope, depth - 1)
    if card is None:
        return None
    value = f"{card.atom}.{m.draws.one_of(names)}"
    if sure or m.draws.chance(4):
        return Value(value)
    return Value(f"if {card.at(SUM)} is none then {m.draws.number(0, 2)} else {value}", IF)


@gives("number", 1)
def on_die(m: Maker, scope: Scope, depth: int) -> Value | None:
    die = m.try_("die", scope, depth - 1)
    return Value(f"{die.atom}.value") if die else None


@gives("number", 1)
def of_list(m: Maker, scope: Scope, depth: int) -> Value | None:
    type_ = m.draws.pick("cards", "melds", "players", "numbers", "dice")
    found = m.try_(type_, scope, depth - 1)
    return Value(f"{found.atom}.size") if found else None


@gives("number", 1)
def of_numbers(m: Maker, scope: Scope, depth: int) -> Value | None:
    found = m.try_("numbers", scope, depth - 1)
    if found is None:
        return None
    n = m.fresh("n")
    return m.draws.pick(
        Value(f"sum({n} for {n} in {found.at(ATOM)})"),
        Value(f"most({n} for {n} in {found.at(ATOM)} else 0)"),
        Value(f"[2 0 {m.draws.number(1, 9)}].{m.draws.pick('first', 'last', 'top', 'size')}"),
    )


@gives("number", 1)
def of_meld(m: Maker, scope: Scope, depth: int) -> Value | None:
    meld = m.try_("meld", scope, depth - 1)
    if meld is None:
        return None
    return Value(f"{meld.atom}.{m.draws.pick('size', 'parts.size', 'first.position')}")


@gives("number", weight=3)
def on_odd(m: Maker, scope: Scope, depth: int) -> Value | None:
    """The number printed on one of the odd cards."""
    odd, printed = scope.of("odd"), m.world.printed("number")
    return Value(f"{m.draws.one_of(odd)}.{m.draws.one_of(printed)}") if odd and printed else None


@gives("number", 1)
def from_table(m: Maker, scope: Scope, depth: int) -> Value | None:
    return reading.table(m, scope, "number", depth)


@gives("number", 1)
def from_define(m: Maker, scope: Scope, depth: int) -> Value | None:
    return reading.define(m, scope, "number", depth)


@gives("text")
def written(m: Maker, scope: Scope, depth: int) -> Value | None:
    return Value(m.draws.pick('"few"', '"start"', r'"a \"word\"\n"', '"🐭"'))


@gives("text")
def text_variable(m: Maker, scope: Scope, depth: int) -> Value | None:
    return reading.variable(m, scope, "text", depth)


@gives("text", 1)
def text_from_table(m: Maker, scope: Scope, depth: int) -> Value | None:
    return reading.table(m, scope, "text", depth)
