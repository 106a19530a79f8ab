"""Secrets: options that speak of hidden cards, and bodies of `together` that reach into others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter import program as p
from ruledsl.diagnostics import Diagnostic
from ruledsl.lower import Lowered
from ruledsl.model.effective import Effective
from ruledsl.source import Span


def check(effective: Effective, lowered: Sequence[Lowered]) -> list[Diagnostic]:
    """All findings about secrets, over all configurations."""
    found: dict[tuple[str, int, int], Diagnostic] = {}
    for one in lowered:
        if one.program is None:
            continue
        for code, origin, facts in _findings(one.program):
            span: Span = one.origins[origin]
            found.setdefault((code, id(span.source), span.start), Diagnostic(code, span, facts))
    return list(found.values())


Finding = tuple[str, int, dict[str, object]]


def _findings(program: p.Program) -> Iterator[Finding]:
    for block in program.blocks:
        for statement in block.statements:
            if isinstance(statement, p.Choose):
                yield from _options(program, statement)
            elif isinstance(statement, p.Together):
                yield from _together(program, statement)


def _options(program: p.Program, choose: p.Choose) -> Iterator[Finding]:
    for alternative in choose.alternatives:
        for step in alternative.clause.steps:
            if isinstance(step, p.Gen) and step.kind in ("list", "subsets", "melds"):
                for expr in step.args:
                    yield from _hidden(program, choose.who, expr, step.origin)


def _hidden(program: p.Program, who: p.Expr, expr: p.Expr, origin: int) -> Iterator[Finding]:
    if expr.op in ("zone_pieces", "family_pieces"):
        zone = expr.args[0] if expr.args else expr
        if zone.op not in ("zone", "family_pieces"):
            return
        family = program.zones[zone.static[0]]
        if family.visibility == "hidden":
            yield "E351", origin, {"zone": family.name}
        elif family.visibility == "private" and expr.op == "family_pieces":
            yield "E352", origin, {"zone": family.name}
        elif family.visibility == "private" and family.owner_key is not None:
            key = zone.args[family.owner_key]
            if key.op == who.op == "cell" and key.static != who.static:
                yield "E352", origin, {"zone": family.name}
        return
    if expr.op in ("join", "without", "pick", "if"):
        for inner in expr.args:
            yield from _hidden(program, who, inner, origin)


# -- together -------------------------------------------------------------------------------------


def _together(program: p.Program, together: p.Together) -> Iterator[Finding]:
    first = together.clause.steps[0]
    assert isinstance(first, p.Gen)
    own = first.cell
    todo, seen = [together.body], set()
    local: set[int] = {own}
    while todo:
        number = todo.pop()
        if number in seen:
            continue
        seen.add(number)
        block = program.blocks[number]
        local.update(block.cells)
        for statement in block.statements:
            todo.extend(_inner(statement))
            yield from _effect(program, statement, own, local)


def _inner(statement: p.Statement) -> list[int]:
    if isinstance(statement, p.If):
        return [b for b in (statement.then, statement.otherwise) if b is not None]
    if isinstance(statement, (p.Each, p.Repeat, p.AtOnce)):
        return [statement.body]
    if isinstance(statement, p.Choose):
        bodies = [a.body for a in statement.alternatives]
        return bodies if statement.otherwise is None else [*bodies, statement.otherwise]
    return []


def _effect(program: p.Program, statement: p.Statement, own: int, local: set[int]) -> Iterator[Finding]:
    if isinstance(statement, (p.Draw, p.Roll, p.Shuffle)):
        yield "E353", statement.origin, {}
    elif isinstance(statement, (p.Turns, p.Together, p.End, p.Restart)):
        yield "E356", statement.origin, {}
    elif isinstance(statement, p.SetVar):
        if not any(_is_own(key, own) for key in statement.keys):
            yield "E354", statement.origin, {"what": program.variables[statement.var].name}
    elif isinstance(statement, p.SetCell):
        if statement.cell not in local:
            yield "E354", statement.origin, {"what": program.cells[statement.cell]}
    elif isinstance(statement, p.Move):
        place = statement.target.place
        if place is not None and place.op == "zone" and not any(_is_own(key, own) for key in place.args):
            yield "E354", statement.origin, {"what": program.zones[place.static[0]].name}
    elif isinstance(statement, p.Transfer):
        for holder in (statement.source, statement.target):
            if holder.op == "seat_holder" and not _is_own(holder.args[0], own):
                yield "E354", statement.origin, {"what": program.counters[statement.counter].name}


def _is_own(expr: p.Expr, own: int) -> bool:
    return expr.op == "cell" and expr.static == (own,)
