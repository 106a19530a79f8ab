"""Statements that move pieces and counted pieces, and those that turn, roll, shuffle, show or sort them."""

from __future__ import annotations

from interpreter import program as p
from interpreter.plain import evolve
from ruledsl.lower import clauses, convert, expressions, fold, patterns
from ruledsl.lower.context import Context, Term
from ruledsl.lower.faces import fixed_faces
from ruledsl.lower.scope import Scope, bind
from ruledsl.lower.statements import lowers
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.model.types import Type
from ruledsl.syntax import nodes


@lowers(nodes.Move)
def _arrow(cx: Context, scope: Scope, node: nodes.Move) -> list[p.Statement]:
    """Any arrow."""
    counter = _counter(cx, scope, node.source)
    if counter is not None:
        return [_transfer(cx, scope, node, counter)]
    if node.fallback is not None:
        cx.report("E330", node.fallback)
    counted = _counted(cx, scope, node.source)
    if counted is not node.source:
        node = evolve(node, source=counted)
    if node.source.count is not None:
        return [_draw(cx, scope, node, node.source.count)]
    if node.source.what is not None:
        return [_part(cx, scope, node, node.source.what)]
    return _move(cx, scope, node)


# -- counted pieces -------------------------------------------------------------------------------


def _counter(cx: Context, scope: Scope, source: nodes.Source) -> s.CounterSymbol | None:
    if isinstance(source.what, nodes.Name) and scope.find(source.what.id) is None:
        symbol = cx.names.get(source.what.id)
        if isinstance(symbol, s.CounterSymbol):
            symbol.used = True
            return symbol
    return None


def _counted(cx: Context, scope: Scope, source: nodes.Source) -> nodes.Source:
    """Before `from` a number is a count, whatever gives it; anything else is a pattern."""
    what = source.what
    pattern = (nodes.Alternatives, nodes.Range, nodes.Of)
    if what is None or source.count is not None or isinstance(what, pattern):
        return source
    if fixed_faces(cx, what, scope) is not None or patterns.meld_kinds(cx, scope, what) is not None:
        return source
    with cx.silently():
        term = expressions.expression(cx, scope, what)
    return evolve(source, what=None, count=what) if term.type.kind == "number" else source


def _transfer(cx: Context, scope: Scope, node: nodes.Move, counter: s.CounterSymbol) -> p.Transfer:
    source = node.source
    holder = convert.holder(cx, expressions.expression(cx, scope, source.zone), source.zone)
    if source.count is None:
        count = cx.term("held", t.NUMBER, source, holder, static=(counter.index,))
    else:
        count = _amount(cx, scope, source.count)
    fallback: p.Expr | None = None
    if node.fallback is not None:
        term = expressions.expression(cx, scope, node.fallback)
        fallback = convert.holder(cx, term, node.fallback).expr
    if isinstance(node.target, (nodes.EachTarget, nodes.NewTarget)):
        cx.report("E331", node.target, name=counter.name)
        target = fold.constant(None)
    else:
        term = expressions.expression(cx, scope, node.target)
        cx.tokens_in.update(term.type.sources)
        if term.type.kind == "zone":
            cx.entered.update(term.type.sources or ("",))
        target = convert.holder(cx, term, node.target).expr
    for part in (node.position, node.facing):
        if part is not None:
            cx.report("E331", part, name=counter.name)
    if node.shuffled:
        cx.report("E331", node, name=counter.name)
    return p.Transfer(counter.index, count.expr, holder.expr, target, fallback, source.up_to, cx.origin(node))


def _amount(cx: Context, scope: Scope, node: nodes.Expr) -> Term:
    """How many are moved; fewer than none is reported where it can be seen."""
    count = expressions.number(cx, scope, node)
    if expressions.fixed(count) and count.value < 0:
        cx.report("E164", node, value=count.value, least=0)
    return count


def _all_counted(cx: Context, node: nodes.Move, zone: Term, target: Term) -> list[p.Statement]:
    """`pot -> p`: all counted pieces that lie in the zone."""
    cx.tokens_out.append((node.source.zone.span, zone.type))
    source = convert.holder(cx, zone, node.source.zone)
    made: list[p.Statement] = []
    for index in range(len(cx.counters)):
        count = cx.term("held", t.NUMBER, node, source, static=(index,))
        made.append(p.Transfer(index, count.expr, source.expr, target.expr, origin=cx.origin(node)))
    return made


def check_tokens(cx: Context) -> None:
    """Reports zones that are emptied to a player although no tokens ever get into them."""
    reached = set(cx.tokens_in)
    while more := {zone for a, b in cx.tokens_along if a & reached for zone in b - reached}:
        reached |= more
    for span, type_ in cx.tokens_out:
        names = [x.removeprefix("zone ") for x in type_.sources]
        if names and not type_.sources & reached:
            cx.report("E342", span, name=names[0])


# -- cards and dice -------------------------------------------------------------------------------


def _draw(cx: Context, scope: Scope, node: nodes.Move, amount: nodes.Expr) -> p.Statement:
    """`8 from stock`: piece by piece."""
    source = node.source
    count = _amount(cx, scope, amount)
    from_ = expressions.expression(cx, scope, source.zone)
    family: int | None = None
    if source.what is not None:
        symbol = cx.names.get(source.what.id) if isinstance(source.what, nodes.Name) else None
        if isinstance(symbol, s.FamilySymbol):
            symbol.used = True
            family = symbol.index
        else:
            known = cx.of_kind(s.FamilySymbol, s.CounterSymbol)
            cx.unknown("E332", source.what, source.what.span.text, known)
            return p.Draw(count.expr, from_.expr, p.Target("family", None, 0), source.up_to)
    target = _target(cx, scope, node, from_.type)
    if from_.type.kind == "holder":
        cx.report("E333", source.zone)
    elif from_.type.kind == "zone" and from_.type.name in ("row", "meld", "melds"):
        cx.report("E334", source.zone, kind=from_.type.name)
    else:
        from_ = convert.zone(cx, from_, source.zone)
    return p.Draw(count.expr, from_.expr, target, source.up_to, family, cx.origin(node))


def _part(cx: Context, scope: Scope, node: nodes.Move, what: nodes.Expr) -> p.Statement:
    """`hearts from p.hand`: all that fit."""
    zone = expressions.expression(cx, scope, node.source.zone)
    chosen = patterns.filtered(cx, scope, node.source, what, zone)
    if not chosen.type.is_unknown and not patterns.holds_pieces(chosen.type):
        convert.expected(cx, chosen, "cards or dice", node.source)
    everything = _is_everything(zone.expr)
    target = _target(cx, scope, node, chosen.type, everything)
    return p.Move(chosen.expr, target, False, everything, cx.origin(node))


def _move(cx: Context, scope: Scope, node: nodes.Move) -> list[p.Statement]:
    """What is named goes, all of it."""
    source = node.source
    what = expressions.expression(cx, scope, source.zone)
    plain_target = not isinstance(node.target, (nodes.EachTarget, nodes.NewTarget))
    if what.type.kind == "zone" and cx.counters and plain_target:
        assert isinstance(node.target, nodes.Expr)
        with cx.silently():
            to = expressions.expression(cx, scope, node.target)
        if to.type.kind in ("member", "holder"):
            return _all_counted(cx, node, what, convert.holder(cx, to, node.target))
    everything = _is_everything(what.expr)
    whole = what.type.kind == "zone" and what.type.name != "slot"
    target = _target(cx, scope, node, what.type, everything, whole)
    if not whole:
        what = _movable(cx, what, source.zone)
    return [p.Move(what.expr, target, whole, everything, cx.origin(node))]


def _is_everything(expr: p.Expr) -> bool:
    """Whether the pieces are named by their kind, so that they go from wherever they are."""
    if expr.op == "join":
        return all(_is_everything(x) for x in expr.args)
    return expr.op == "pieces_of" or (expr.op in ("without", "pick") and _is_everything(expr.args[0]))


def _movable(cx: Context, what: Term, node: nodes.Node) -> Term:
    type_ = what.type
    if type_.kind == "zone" and type_.name == "slot":
        return convert.piece(cx, what, node)
    if type_.kind == "family":
        return convert.several(cx, what, node)
    if type_.kind in ("piece", "meld", "unknown"):
        return what
    if type_.kind == "list" and patterns.holds_pieces(type_):
        return what
    return convert.expected(cx, what, "cards, dice or a zone", node)


def _target(
    cx: Context, scope: Scope, node: nodes.Move, moved: Type, everything: bool = False, whole: bool = False
) -> p.Target:
    """Where it goes, and how it lies there."""
    at = facing = None
    if node.position is not None and not _is_end(scope, node.position):
        at = expressions.number(cx, scope, node.position).expr
    if node.facing is not None:
        facing = _facing(cx, scope, node.facing)
    if isinstance(node.target, nodes.EachTarget):
        if everything:
            cx.report("E340", node.target)
        return _family(cx, node, node.target.family, moved, at, facing)
    new = isinstance(node.target, nodes.NewTarget)
    written = node.target.zone if isinstance(node.target, nodes.NewTarget) else node.target
    place = expressions.expression(cx, scope, written)
    cx.entered.update(place.type.sources or ("",))
    if whole:
        cx.tokens_along.append((moved.sources, place.type.sources))
    for source in place.type.sources:
        cx.flow(moved, source)
    if new:
        _goes_as_meld(cx, node, moved, place)
        if place.type.kind != "zone" or place.type.name != "melds":
            convert.expected(cx, place, "a `melds` zone", written)
    elif _holds_melds(place.type) and not _holds_melds(moved):
        _goes_as_meld(cx, node, moved, place)
        if place.type.name == "melds" and moved.kind == "meld":
            cx.report("E336", written, zone=written.span.text)
    in_meld = (
        new or place.type.kind == "meld" or (place.type.kind == "zone" and place.type.name not in _ORDERED)
    )
    if node.position is not None and in_meld:
        kind = place.type.name if place.type.kind == "zone" else "meld"
        cx.report("E337", node.position, kind=kind)
    if new or place.type.kind == "meld":
        return p.Target("new" if new else "meld", place.expr, None, at, facing, node.shuffled)
    return p.Target("zone", convert.zone(cx, place, written).expr, None, at, facing, node.shuffled)


_ORDERED = ("row", "pile")


def _holds_melds(type_: Type) -> bool:
    """Whether this is a zone in which melds lie."""
    return type_.kind == "zone" and type_.name in ("meld", "melds")


def _is_end(scope: Scope, node: nodes.Expr) -> bool:
    """Whether the place is the word `end`; without any place, things go to the end, too."""
    return isinstance(node, nodes.Name) and node.id == "end" and scope.find("end") is None


def _goes_as_meld(cx: Context, node: nodes.Move, moved: Type, place: Term) -> None:
    """Only melds can be laid where melds lie."""
    if moved.kind not in ("meld", "unknown") and not place.type.is_unknown:
        cx.report("E341", node.source, found=str(moved))


def _family(
    cx: Context, node: nodes.Move, name: nodes.Name, moved: Type, at: p.Expr | None, facing: p.Expr | None
) -> p.Target:
    """`each hand`: round the family."""
    symbol = cx.names.get(name.id)
    if not isinstance(symbol, s.ZoneSymbol):
        cx.unknown("E335", name, name.id, cx.of_kind(s.ZoneSymbol))
        return p.Target("family", None, 0)
    symbol.used = True
    cx.flow(moved, f"zone {symbol.name}")
    cx.entered.add(f"zone {symbol.name}")
    if symbol.kind in ("meld", "melds"):
        cx.report("E341", node.source, found=str(moved))
    if node.position is not None and symbol.kind not in _ORDERED:
        cx.report("E337", node.position, kind=symbol.kind)
    return p.Target("family", None, symbol.index, at, facing, node.shuffled)


def _facing(cx: Context, scope: Scope, node: nodes.Expr) -> p.Expr:
    term = expressions.expression(cx, scope, node, t.FACING)
    if term.type.is_unknown or term.type.definite() == t.FACING:
        return term.expr
    return convert.expected(cx, term, "`up` or `down`", node).expr


def _pieces(cx: Context, scope: Scope, node: nodes.Expr, nature: str = "") -> Term:
    """Cards or dice, as a list; `nature` is what they have to be."""
    term = expressions.expression(cx, scope, node)
    if term.type.is_unknown:
        return term
    if term.type.kind != "piece" and not patterns.holds_pieces(term.type):
        return convert.expected(cx, term, "dice" if nature else "cards or dice", node)
    listed = convert.several(cx, term, node)
    if nature and patterns.nature_of(cx, listed.type.element or t.PIECE) not in (nature, "die or card"):
        cx.report("E338", node)
    return listed


@lowers(nodes.Flip)
def _flip(cx: Context, scope: Scope, node: nodes.Flip) -> list[p.Statement]:
    """`flip what face up`."""
    what = _pieces(cx, scope, node.what)
    return [p.Flip(what.expr, _facing(cx, scope, node.facing), cx.origin(node))]


@lowers(nodes.Roll)
def _roll(cx: Context, scope: Scope, node: nodes.Roll) -> list[p.Statement]:
    """`roll what`; dice in several zones are rolled zone by zone."""
    return [p.Roll(_pieces(cx, scope, node.what, "die").expr, cx.origin(node))]


@lowers(nodes.Shuffle)
def _shuffle(cx: Context, scope: Scope, node: nodes.Shuffle) -> list[p.Statement]:
    """`shuffle stock`."""
    zone = convert.zone(cx, expressions.expression(cx, scope, node.what), node.what)
    if zone.type.kind == "zone" and zone.type.name in ("meld", "melds", "slot"):
        cx.report("E343", node.what, kind=zone.type.name)
    return [p.Shuffle(zone.expr, cx.origin(node))]


@lowers(nodes.Reveal)
def _reveal(cx: Context, scope: Scope, node: nodes.Reveal) -> list[p.Statement]:
    """`reveal r from q.hand`."""
    return [p.Reveal(_pieces(cx, scope, node.what).expr, cx.origin(node))]


@lowers(nodes.Sort)
def _sort(cx: Context, scope: Scope, node: nodes.Sort) -> list[p.Statement]:
    """`sort c in t.line with fewest c.pace`."""
    zone = convert.zone(cx, expressions.expression(cx, scope, node.zone), node.zone)
    if zone.type.kind == "zone" and zone.type.name not in _ORDERED:
        cx.report("E343", node.zone, kind=zone.type.name)
    inner = scope.inner()
    cell = bind(cx, inner, node.name, Type("piece", sources=zone.type.sources), "generator")
    keys = tuple(clauses.key(cx, inner, k) for k in node.keys)
    return [p.Sort(zone.expr, cell, keys, cx.origin(node))]
