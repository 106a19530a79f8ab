"""Statements that set and steer, and blocks of them."""

from __future__ import annotations

from attrs import evolve

from tests.generators import choices, clauses, reading
from tests.generators.base import ATOM, NOT, SUM, Maker, Scope, Value, gives


def body(m: Maker, scope: Scope, depth: int, low: int = 1, high: int = 3) -> str:
    """Some statements, one a line; a local of one may be used by the next."""
    lines: list[str] = []
    for _ in range(m.draws.number(low, high)):
        if m.draws.chance(12):
            made = _local(m, scope, depth)
            lines.append(made.text)
            scope = made.scope
        else:
            lines.append(statement(m, scope, depth))
    return "\n".join(lines)


def block(m: Maker, scope: Scope, depth: int, low: int = 1, high: int = 3) -> str:
    """Some statements in braces; sometimes none."""
    if m.draws.chance(4):
        return "{ }"
    return "{\n" + body(m, scope, depth, low, high) + "\n}"


def statement(m: Maker, scope: Scope, depth: int) -> str:
    """Any statement; a nested one only where there is depth left."""
    kinds = ["move", "move", "set", "set", "steer"]
    if depth > 0:
        kinds += ["choice", "choice", "loop", "loop", "if", "if"]
    for kind in m.draws.shuffled(kinds):
        made = m.try_(kind, scope, depth)
        if made is not None:
            return str(made)
    return "total += 1" if not scope.own else f"{scope.own}.score += 1"


def _local(m: Maker, scope: Scope, depth: int) -> clauses.Clause:
    """A variable of the block, of any type, perhaps one for each thing."""
    name = m.fresh("v")
    if m.draws.chance(25) and not scope.own:
        of = m.draws.one_of([t for t in ("player", "suit", "rank") if t in m.world.things])
        type_ = m.draws.pick("number", "truth")
        value = m.make(type_, scope, 1)
        keyed = (*scope.keyed, (name, of, type_))
        return clauses.Clause(f"var {name} per {of} = {value}", evolve(scope, keyed=keyed))
    type_ = m.draws.pick("number", "number", "truth", "cards", "player", "suit", "text", "numbers", "players")
    value = m.try_(type_, scope, 1)
    if value is None or (scope.own and type_ in ("players", "numbers")):
        type_, value = "number", m.make("number", scope, 0)
    written = {"cards": ": cards", "player": ": player", "suit": ": suit", "truth": ""}.get(type_, "")
    text = f"var {name}{written if m.draws.chance(70) else ''} = {value}"
    if type_ == "suit":
        text = f"var {name}: suit = {value}"
    assignable = (*scope.assignable, (type_, name))
    return clauses.Clause(text, evolve(scope.with_((type_, name)), assignable=assignable))


# -- setting ---------------------------------------------------------------------------------------


@gives("set", weight=4)
def variable(m: Maker, scope: Scope, depth: int) -> Value | None:
    found = m.world.variables
    if scope.own:
        found = [var for var in found if var.keys and var.keys[0] == "player"]
    var = m.draws.one_of(found)
    keys = [reading.member(m, scope, key, 0) for key in var.keys]
    place = reading.keyed(m, var.name, keys)
    type_ = var.type.removesuffix("?")
    value = m.try_(type_, scope, m.draws.number(0, 2))
    perhaps = m.try_(var.type, scope, 1) if var.type.endswith("?") else None
    if var.type == "meld?":
        cards = m.try_("cards", scope, 0)
        name = m.fresh("m")
        order = "poker" if var.name == "best" else clauses.meld_pattern(m, scope)
        value = Value(f"first({name} in {order} from {cards.at(SUM)})") if cards else None
        perhaps = None
    if var.type == "number?":
        perhaps = None
    if perhaps is not None or (var.type.endswith("?") and m.draws.chance(30)):
        value = perhaps if perhaps is not None and m.draws.chance(60) else Value("none")
    if value is None:
        return None
    if type_ == "number" and not var.type.endswith("?"):
        return Value(f"{place} {m.draws.pick('=', '+=', '-=')} {value}")
    if type_ in ("cards", "players", "numbers"):
        element = {"cards": "card", "players": "player", "numbers": "number"}[type_]
        one = m.try_(element, scope, 0)
        added = one if one is not None and m.draws.chance(50) else value
        return m.draws.pick(Value(f"{place} = {value}"), Value(f"{place} {m.draws.pick('+=', '-=')} {added}"))
    return Value(f"{place} = {value}")


@gives("set")
def local(m: Maker, scope: Scope, depth: int) -> Value | None:
    if not scope.assignable:
        return None
    type_, name = m.draws.one_of(scope.assignable)
    value = m.try_(type_, scope, 1)
    if value is None:
        return None
    signs = ("=", "+=", "-=") if type_ in ("number", "cards", "players", "numbers") else ("=",)
    return Value(f"{name} {m.draws.one_of(signs)} {value}")


@gives("set")
def keyed_local(m: Maker, scope: Scope, depth: int) -> Value | None:
    if not scope.keyed:
        return None
    name, of, type_ = m.draws.one_of(scope.keyed)
    value = m.make(type_, scope, 1)
    sign = m.draws.pick("=", "+=") if type_ == "number" else "="
    return Value(f"{reading.keyed(m, name, [reading.member(m, scope, of, 0)])} {sign} {value}")


# -- steering --------------------------------------------------------------------------------------


@gives("if", 1)
def branch(m: Maker, scope: Scope, depth: int) -> Value | None:
    text = f"if {m.make('truth', scope, 2)} {block(m, scope, depth - 1)}"
    if m.draws.chance(30):
        text += f" else if {m.make('truth', scope, 1)} {block(m, scope, depth - 1, 1, 2)}"
    if m.draws.chance(50):
        text += f" else {block(m, scope, depth - 1, 1, 2)}"
    return Value(text)


@gives("loop", 1, 3)
def each(m: Maker, scope: Scope, depth: int) -> Value | None:
    made = clauses.clause(m, scope, 1, 2)
    until = f" until {m.make('truth', made.scope, 1)}" if m.draws.chance(30) else ""
    return Value(f"each {made.text} {block(m, made.scope, depth - 1, 1, 2)}{until}")


@gives("loop", 1)
def repeat(m: Maker, scope: Scope, depth: int) -> Value | None:
    inner = block(m, scope, depth - 1)
    count = m.draws.pick("2", "3", f"most(0, fewest(3, {m.make('number', scope, 1)}))")
    until = f" until {m.make('truth', scope, 1)}" if m.draws.chance(40) else ""
    if m.draws.chance(15) and scope.ends and not scope.own:
        left = f"if {m.make('truth', scope, 1)} or total > 3 {{ end {m.draws.one_of(scope.ends)} }}"
        return Value(f"repeat {{\n{body(m, scope, depth - 1, 1, 2)}\ntotal += 1\n{left}\n}}")
    if m.draws.chance(20) and not scope.own:
        until = f"until total > 4 or {m.make('truth', scope, 0).at(NOT)}"
        return Value(f"repeat {{\ntotal += 1\n{body(m, scope, depth - 1, 1, 2)}\n}} {until}")
    return Value(f"repeat {count} {inner}{until}")


@gives("loop", 2, 1)
def turns(m: Maker, scope: Scope, depth: int) -> Value | None:
    if scope.own:
        return None
    p = m.fresh("p")
    inner = evolve(scope.with_(("player", p)), in_turns=True, ends=(*scope.ends, "turn"))
    start = m.draws.pick("", " from leader", f" from {m.make('player', scope, 1).at(SUM)}")
    where = f" where {m.make('truth', inner, 1)}" if m.draws.chance(40) else ""
    until = f" until {m.make('truth', inner, 1)}" if m.draws.chance(60) else f" until {p}.score > 2"
    text = body(m, inner, depth - 1, 1, 2)
    return Value(f"turns player {p}{start}{where} {{\n{p}.score += 1\n{text}\n}}{until}")


@gives("loop", 1, 1)
def together(m: Maker, scope: Scope, depth: int) -> Value | None:
    if scope.own or (scope.in_turns and m.draws.chance(50)):
        return None
    p = m.fresh("p")
    inner = Scope({"player": (p,)}, own=p, reader="")
    where = f" where {m.make('truth', scope.with_(('player', p)), 1)}" if m.draws.chance(30) else ""
    first = choices.choice(m, inner, depth - 1)
    more = "\n" + body(m, inner, depth - 1, 0, 2) if m.draws.chance(60) else ""
    played = [phase for phase in m.world.phases if phase.together]
    call = f"\nplay {played[0].name}({p})" if played and m.draws.chance(40) else ""
    return Value(f"together player {p}{where} {{\n{first}{more}{call}\n}}")


@gives("steer", weight=3)
def play(m: Maker, scope: Scope, depth: int) -> Value | None:
    if not scope.plays or scope.own:
        return None
    phase = m.draws.one_of(scope.plays)
    if phase.in_turns and not scope.in_turns:
        return None
    values = [m.try_(type_, scope, 1) for _, type_ in phase.parameters]
    given = [value for value in values if value is not None]
    if len(given) < len(values):
        return None
    return Value(f"play {phase.name}({', '.join(given)})" if given else f"play {phase.name}")


@gives("steer", weight=3)
def ends(m: Maker, scope: Scope, depth: int) -> Value | None:
    if scope.own:
        return None
    test = m.make("truth", scope, 1)
    return Value(f"if {test} {{ end {m.draws.pick(*scope.ends, 'game')} }}") if scope.ends else None


@gives("steer", weight=3)
def of_turns(m: Maker, scope: Scope, depth: int) -> Value | None:
    if not scope.in_turns or scope.own:
        return None
    return m.draws.pick(
        Value(f"at end of turn {block(m, scope, 0, 1, 2)}"),
        Value(f"if {m.make('truth', scope, 1)} and total < 9 {{\ntotal += 1\nrestart turn\n}}"),
        Value("next misses turn"), Value(f"{m.make('player', scope, 0).at(ATOM)} misses turn"),
    )  # fmt: skip


@gives("steer")
def order(m: Maker, scope: Scope, depth: int) -> Value | None:
    if scope.own:
        return None
    return Value("reverse turn")


@gives("steer")
def at_once(m: Maker, scope: Scope, depth: int) -> Value | None:
    if scope.own:
        return None
    return Value(f"at once {block(m, evolve(scope, ends=()), max(depth - 1, 0), 2, 3)}")


@gives("steer")
def trigger(m: Maker, scope: Scope, depth: int) -> Value | None:
    """A `when` of the block."""
    return None if scope.own else Value(when(m, scope, 0))


def when(m: Maker, scope: Scope, depth: int) -> str:
    """A trigger, with things it goes through or without."""
    inner = evolve(scope, ends=(), in_turns=False, plays=())
    ways = m.draws.number(0, 3)
    if ways == 0:
        return f"when {m.make('truth', scope, 2)} {block(m, inner, depth, 1, 2)}"
    q, s = m.fresh("q"), m.fresh("s")
    start = m.draws.pick("", f" from {m.make('player', scope, 0).at(SUM)}")
    bound = inner.with_(("player", q))
    head = f"player {q}{start}"
    if ways == 2:
        head += f", suit {s}"
        bound = bound.with_(("suit", s))
    elif ways == 3:
        head += f", {s} = {m.make('number', bound, 1)}"
        bound = bound.with_(("number", s))
    return f"when {head} where {m.make('truth', bound, 2)} {block(m, bound, depth, 1, 2)}"
