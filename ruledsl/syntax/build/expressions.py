"""Expressions, generators, conditions and orders."""

from __future__ import annotations

from ruledsl.source import Span
from ruledsl.syntax import nodes
from ruledsl.syntax.build.common import Builder, every
from ruledsl.syntax.nodes import Expr, Name

Key = tuple[str | None, Expr]
"""An order's key before it is known in which direction a bare `then` goes on."""

Default = Expr | None


class Expressions(Builder):
    """The rules below "generators, conditions, orders" and "expressions"."""

    # -- clauses

    def clause(
        self,
        span: Span,
        generators: tuple[nodes.Generator, ...],
        conditions: tuple[nodes.Where, ...],
        keys: tuple[nodes.Key, ...] | None,
    ) -> nodes.Clause:
        """`player p where p.active with most p.score`."""
        return nodes.Clause(generators, conditions, keys or (), span=span)

    def choice_clause(
        self,
        span: Span,
        generators: tuple[nodes.Generator, ...] | None,
        conditions: tuple[nodes.Where, ...],
        keys: tuple[nodes.Key, ...] | None,
    ) -> nodes.Clause:
        """What follows the label of a choice."""
        return nodes.Clause(generators or (), conditions, keys or (), span=span)

    unlabelled_clause = choice_clause

    def generators(self, span: Span, *generators: nodes.Generator) -> tuple[nodes.Generator, ...]:
        """One or more, with commas."""
        return generators

    def things(self, span: Span, type: Name, name: Name, start: Expr | None) -> nodes.Things:
        """`player p from x`."""
        return nodes.Things(name, type, start, span=span)

    def members(self, span: Span, name: Name, collection: Expr) -> nodes.Members:
        """`c in Z`."""
        return nodes.Members(name, collection, span=span)

    def members_from(self, span: Span, name: Name, pattern: Expr, zone: Expr) -> nodes.Members:
        """`c in hearts from Z`."""
        collection = nodes.From(pattern, zone, span=pattern.span.to(zone.span))
        return nodes.Members(name, collection, span=span)

    def subset_exact(self, span: Span, name: Name, count: Expr, kind: Name, zone: Expr) -> nodes.Subset:
        """`s in 2 cards from Z`."""
        return nodes.Subset(name, count, count, zone, exact=True, kind=kind, span=span)

    def subset_any(self, span: Span, name: Name, zone: Expr) -> nodes.Subset:
        """`s in any from Z`."""
        return nodes.Subset(name, None, None, zone, span=span)

    def subset_range(self, span: Span, name: Name, low: Expr, high: Expr, zone: Expr) -> nodes.Subset:
        """`s in any 1..2 from Z`."""
        return nodes.Subset(name, low, high, zone, span=span)

    def using(self, span: Span, name: Name, pattern: Expr, *sources: tuple[str, Expr]) -> nodes.Using:
        """`m in run using slice from Z and any from Y`."""
        found = dict(sources)
        return nodes.Using(name, pattern, found.get("slice"), found.get("any"), span=span)

    def using_slice(self, span: Span, zone: Expr) -> tuple[str, Expr]:
        """`slice from Z`."""
        return "slice", zone

    def using_any(self, span: Span, zone: Expr) -> tuple[str, Expr]:
        """`any from Y`."""
        return "any", zone

    def let(self, span: Span, name: Name, value: Expr) -> nodes.Let:
        """`x = expr` among generators."""
        return nodes.Let(name, value, span=span)

    def conditions(self, span: Span, *conditions: nodes.Where) -> tuple[nodes.Where, ...]:
        """Any number, also none."""
        return conditions

    choice_conditions = conditions

    def condition(self, span: Span, test: Expr) -> nodes.Where:
        """`where test`."""
        return nodes.Where(test, span=span)

    def choice_condition(
        self, span: Span, test: Expr, soft: bool | None, reason: nodes.Text | None
    ) -> nodes.Where:
        """`where test if possible else "reason"`."""
        return nodes.Where(test, bool(soft), reason, span=span)

    def if_possible(self, span: Span) -> bool:
        """`if possible`."""
        return True

    # -- orders

    def order_keys(self, span: Span, *keys: nodes.Key) -> tuple[nodes.Key, ...]:
        """`with most K, then fewest L`."""
        return self.directed(keys)

    def most(self, span: Span, value: Expr) -> nodes.Key:
        """`most K`."""
        return nodes.Key("most", value, span=span)

    def fewest(self, span: Span, value: Expr) -> nodes.Key:
        """`fewest K`."""
        return nodes.Key("fewest", value, span=span)

    def again(self, span: Span, value: Expr) -> nodes.Key:
        """A key after a bare `then`; `directed` fills in its direction."""
        return nodes.Key("", value, span=span)

    def directed(self, keys: tuple[nodes.Key, ...]) -> tuple[nodes.Key, ...]:
        """The keys, each with the direction of the one before where it has none of its own."""
        direction = ""
        found = []
        for key in keys:
            direction = key.direction or direction
            found.append(key if key.direction else nodes.Key(direction, key.value, span=key.span))
        return tuple(found)

    # -- logic and tests

    def if_else(self, span: Span, condition: Expr, value: Expr, otherwise: Expr) -> nodes.IfElse:
        """`if a then b else c`."""
        return nodes.IfElse(condition, value, otherwise, span=span)

    def from_(self, span: Span, pattern: Expr, zone: Expr) -> nodes.From:
        """`hearts from p.hand`."""
        return nodes.From(pattern, zone, span=span)

    def or_(self, span: Span, left: Expr, right: Expr) -> nodes.Binary:
        """`a or b`."""
        return nodes.Binary("or", left, right, span=span)

    def and_(self, span: Span, left: Expr, right: Expr) -> nodes.Binary:
        """`a and b`."""
        return nodes.Binary("and", left, right, span=span)

    def not_(self, span: Span, operand: Expr) -> nodes.Unary:
        """`not a`."""
        return nodes.Unary("not", operand, span=span)

    def less(self, span: Span, left: Expr, right: Expr) -> nodes.Test:
        """`a < b`."""
        return nodes.Test("<", left, right, span=span)

    def at_most(self, span: Span, left: Expr, right: Expr) -> nodes.Test:
        """`a <= b`."""
        return nodes.Test("<=", left, right, span=span)

    def more(self, span: Span, left: Expr, right: Expr) -> nodes.Test:
        """`a > b`."""
        return nodes.Test(">", left, right, span=span)

    def at_least(self, span: Span, left: Expr, right: Expr) -> nodes.Test:
        """`a >= b`."""
        return nodes.Test(">=", left, right, span=span)

    def is_(self, span: Span, left: Expr, right: Expr) -> nodes.Test:
        """`a is b`."""
        return nodes.Test("is", left, right, span=span)

    def is_not(self, span: Span, left: Expr, right: Expr) -> nodes.Test:
        """`a is not b`."""
        return nodes.Test("is not", left, right, span=span)

    def is_in(self, span: Span, left: Expr, right: Expr) -> nodes.Test:
        """`a is in b`."""
        return nodes.Test("is in", left, right, span=span)

    def is_not_in(self, span: Span, left: Expr, right: Expr) -> nodes.Test:
        """`a is not in b`."""
        return nodes.Test("is not in", left, right, span=span)

    def has(self, span: Span, left: Expr, right: Expr) -> nodes.Test:
        """`a has b`."""
        return nodes.Test("has", left, right, span=span)

    # -- patterns and sums

    def alternatives(self, span: Span, *items: Expr) -> nodes.Alternatives:
        """`8 | J`."""
        return nodes.Alternatives(items, span=span)

    def of_group(self, span: Span, value: Expr, group: Expr) -> nodes.Of:
        """`Q of spades`."""
        return nodes.Of(value, group, span=span)

    def range(self, span: Span, low: Expr, high: Expr) -> nodes.Range:
        """`2..9`."""
        return nodes.Range(low, high, span=span)

    bounds = range

    def plus(self, span: Span, left: Expr, right: Expr) -> nodes.Binary:
        """`a + b`."""
        return nodes.Binary("+", left, right, span=span)

    def minus(self, span: Span, left: Expr, right: Expr) -> nodes.Binary:
        """`a - b`."""
        return nodes.Binary("-", left, right, span=span)

    def times(self, span: Span, left: Expr, right: Expr) -> nodes.Binary:
        """`a * b`."""
        return nodes.Binary("*", left, right, span=span)

    def divided(self, span: Span, left: Expr, right: Expr) -> nodes.Binary:
        """`a / b`."""
        return nodes.Binary("/", left, right, span=span)

    def negative(self, span: Span, operand: Expr) -> nodes.Unary:
        """`-x`."""
        return nodes.Unary("-", operand, span=span)

    # -- atoms

    def attribute(self, span: Span, object: Expr, name: Name) -> nodes.Attribute:
        """`c.rank`."""
        return nodes.Attribute(object, name.id, name.span, span=span)

    def index(self, span: Span, object: Expr, items: tuple[Expr, ...]) -> nodes.Index:
        """`prize[players, 1]`."""
        return nodes.Index(object, items, span=span)

    def arguments(self, span: Span, *items: Expr) -> tuple[Expr, ...]:
        """One or more, with commas."""
        return items

    def all(self, span: Span, family: Name) -> nodes.All:
        """`all hand`."""
        return nodes.All(family, span=span)

    def call(self, span: Span, function: Name, arguments: tuple[Expr, ...]) -> nodes.Call:
        """`f(a, b)`."""
        return nodes.Call(function, arguments, span=span)

    def quantifier(
        self, span: Span, function: Name, clause: nodes.Clause, default: Default
    ) -> nodes.Quantifier:
        """`count(player q where q.out)`."""
        return nodes.Quantifier(function, None, clause, default, span=span)

    def quantifier_of(
        self, span: Span, function: Name, value: Expr, clause: nodes.Clause, default: Default
    ) -> nodes.Quantifier:
        """`most(q.bet for player q else 0)`."""
        return nodes.Quantifier(function, value, clause, default, span=span)

    def written(self, span: Span, *values: nodes.WrittenValue) -> nodes.Written:
        """`[5C 6S]`."""
        return nodes.Written(every(list(values)), span=span)
