"""Choices: the chooser, options with generators, conditions and reasons, what happens without any."""

from __future__ import annotations

from attrs import evolve

from tests.generators import clauses, moves, statements
from tests.generators.base import Maker, Scope, Value, gives

REASONS = ("", "", ' else "not now"', ' else "that is \\"not\\" allowed"')


@gives("choice", 1)
def choice(m: Maker, scope: Scope, depth: int) -> Value:
    """A choice of a player."""
    local = scope.of("player")
    who = scope.own or (m.draws.one_of(local) if local and m.draws.chance(85) else "leader")
    reader = scope.own if scope.own else who
    asked = evolve(scope, reader=reader)
    verb = m.draws.pick("chooses", "chooses", "may choose", "keeps choosing")
    if scope.own and verb == "keeps choosing" and m.draws.chance(80):
        verb = "may choose"  # what is kept on without an end is carried out anew for each decision
    otherwise = ""
    if (verb == "chooses" and m.draws.chance(97)) or m.draws.chance(20):
        otherwise = f" otherwise {statements.block(m, evolve(scope, reader=''), 0, 0, 1)}"
    if m.draws.chance(50):
        label = f'"{m.fresh("Do ")}"' if m.draws.chance(85) else ""
        clause, inner = _clause(m, asked, bool(label))
        head = f"{who} {verb} {label}{clause}" if label else f"{who} {verb}{clause}"
        return Value(f"{head}\n{_body(m, scope, inner, depth)}{otherwise}")
    options = []
    for _ in range(m.draws.number(1, 3)):
        clause, inner = _clause(m, asked, True)
        note = m.draws.pick("", "", "## A note for players.\n", "## One.\n## Two.\n")
        options.append(f'{note}option "{m.fresh("Do ")}"{clause}\n{_body(m, scope, inner, depth)}')
    if otherwise:
        options.append(otherwise.strip())
    return Value(f"{who} {verb} {{\n" + "\n".join(options) + "\n}")


def _clause(m: Maker, scope: Scope, free: bool) -> tuple[str, Scope]:
    """Generators and conditions of an option, and the scope of its body."""
    texts: list[str] = []
    inner = scope
    while not texts:
        for _ in range(m.draws.pick(0, 1, 1, 1, 2) if free else 1):
            made = clauses.generator(m, inner, 1)
            if made is not None:
                texts.append(made.text)
                inner = made.scope
        if free:
            break
    text = f": {', '.join(texts)}" if texts else ""
    for _ in range(m.draws.number(0, 2)):
        test = m.make("truth", inner, m.draws.number(1, 2))
        soft = " if possible" if m.draws.chance(25) else ""
        text += f"\nwhere {test}{soft}{m.draws.one_of(REASONS)}"
    if texts:
        text += clauses.order(m, inner, 1, 12)
    return text, inner


def _body(m: Maker, outer: Scope, inner: Scope, depth: int) -> str:
    """What an option does: something with what it binds, and more."""
    scope = evolve(inner, reader=outer.reader)
    bound = [
        (type_, name) for type_, names in inner.names.items() for name in names if name not in outer.of(type_)
    ]
    used = _use(m, scope, *m.draws.one_of(bound)) if bound and m.draws.chance(80) else None
    if used is None:
        return statements.block(m, scope, max(depth - 1, 0), 1, 3)
    return "{\n" + "\n".join([used, statements.body(m, scope, max(depth - 1, 0), 0, 2)]).rstrip() + "\n}"


def _use(m: Maker, scope: Scope, type_: str, name: str) -> str | None:
    """A statement with what an option binds."""
    who = scope.own or "leader"
    if scope.own and type_ in ("meld", "die", "dice", "player", "suit", "rank"):
        return None
    match type_:
        case "meld":
            kinds = m.draws.pick("set | run", "set", "run")
            laid = m.fresh("m")
            joined = f"each {laid} in laid where {laid} + {name} is {kinds} {{ {name} -> {laid} }} until yes"
            return m.draws.pick(
                f"{name} -> new laid", f"trick -> discard\n{name} -> trick", f"{name} -> discard", joined
            )
        case "card":
            place = f"{who}.won" if scope.own else moves.target(m, scope)
            return f"{name} -> {place}"
        case "cards":
            return f"{name} -> {f'{who}.won' if scope.own else 'discard'}"
        case "die":
            return f"roll {name}"
        case "dice":
            return f"roll {name}"
        case "player":
            return f"{name}.score += 1"
        case "number":
            return f"{who}.score += {name}"
        case "suit":
            return f"mark = {name}" if any(v.name == "mark" for v in m.world.variables) else None
    return None
