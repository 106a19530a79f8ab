"""Declarations, and the steps of examples."""

from __future__ import annotations

from ruledsl.source import Span
from ruledsl.syntax import nodes
from ruledsl.syntax.build.common import every
from ruledsl.syntax.build.expressions import Expressions
from ruledsl.syntax.nodes import Expr, Name, Text

Names = list[Name]
Called = tuple[Name, tuple[Expr, ...]]
"""A phase with its arguments."""


class Declarations(Expressions):
    """The rules below "files and declarations" and "examples"."""

    def file(self, span: Span, *declarations: nodes.Declaration) -> nodes.File:
        """The whole text; the parser adds the comments."""
        return nodes.File(declarations, span=span)

    def declarations(self, span: Span, *declarations: nodes.Declaration) -> tuple[nodes.Declaration, ...]:
        """What stands in the braces of a `while`."""
        return declarations

    def bad_declaration(self, span: Span, *ignored: object) -> nodes.BadDeclaration:
        """What could not be read."""
        return nodes.BadDeclaration(notes=self.notes(span), span=span)

    # -- the game

    def game(self, span: Span, title: Text, extends: Text | None) -> nodes.Game:
        """`game "Title" extends "file.rules"`."""
        return nodes.Game(title, extends, notes=self.notes(span), span=span)

    def players(self, span: Span, low: Expr, high: Expr | None) -> nodes.Players:
        """`players 2..5`."""
        return nodes.Players(low, high, notes=self.notes(span), span=span)

    def teams(self, span: Span, count: Expr, arrangement: Name | None) -> nodes.Teams:
        """`teams 2 across`."""
        return nodes.Teams(count, arrangement, notes=self.notes(span), span=span)

    def setting(self, span: Span, name: Name, type: Expr, default: Expr) -> nodes.Setting:
        """`setting goal: 26..200 = 100`."""
        return nodes.Setting(name, type, default, notes=self.notes(span), span=span)

    def yes_no(self, span: Span, first: Name, second: Name) -> Name:
        """`yes/no`, the type of a setting that is on or off."""
        if (first.id, second.id) != ("yes", "no"):
            self.problem("E046", span, name=f"{first.id}/{second.id}")
        return Name("yes/no", span=span)

    def either(self, span: Span, *items: Expr) -> Expr:
        """`a | b`, or one name."""
        return items[0] if len(items) == 1 else nodes.Alternatives(items, span=span)

    # -- cards and other pieces

    def enum(self, span: Span, name: Name, *members: nodes.Member) -> nodes.Enum:
        """`enum suit: clubs "C", hearts "H"`."""
        return nodes.Enum(name, members, notes=self.notes(span), span=span)

    def member(self, span: Span, value: Expr, code: Text | None) -> nodes.Member:
        """One member of an enum, or a stretch of numbers."""
        return nodes.Member(value, code, span=span)

    def cards(self, span: Span, name: Name, per: Name | None, *products: nodes.Product) -> nodes.Cards:
        """`cards deck: suit * rank`."""
        return nodes.Cards(name, per, products, notes=self.notes(span), span=span)

    def product(self, span: Span, *factors: nodes.Factor) -> nodes.Product:
        """`suit * rank`."""
        return nodes.Product(factors, span=span)

    def product_copies(self, span: Span, *parts: nodes.Factor | Expr) -> nodes.Product:
        """`suit * rank * 2 copies`; the last part is the number."""
        factors = tuple(part for part in parts if isinstance(part, nodes.Factor))
        copies = parts[-1]
        return nodes.Product(factors, copies if isinstance(copies, Expr) else None, span=span)

    def factor(self, span: Span, name: Name) -> nodes.Factor:
        """An enum, an attribute, or a single card."""
        return nodes.Factor(name, span=span)

    def factor_part(self, span: Span, name: Name, part: Expr) -> nodes.Factor:
        """`kind (plain | extra)` or `rank 1..9`."""
        return nodes.Factor(name, part, span=span)

    def factor_wild(self, span: Span, name: Name, code: Text | None) -> nodes.Factor:
        """`any rank "*"`."""
        return nodes.Factor(name, wild=True, code=code, span=span)

    def tokens(
        self, span: Span, name: Name, count: Expr, per: Name | None, each: Expr | None
    ) -> nodes.Tokens:
        """`tokens chip: 3 per player, 1 each`."""
        return nodes.Tokens(name, count, per, each, notes=self.notes(span), span=span)

    def dice(self, span: Span, name: Name, count: Expr, per: Name | None, faces: Expr | None) -> nodes.Dice:
        """`dice die: 2 per player of 1..6`."""
        return nodes.Dice(name, count, per, faces, notes=self.notes(span), span=span)

    def zone(self, span: Span, name: Name, per: Names | None, kind: Name, visibility: Name) -> nodes.Zone:
        """`zone hand per player: row, private`."""
        return nodes.Zone(name, every(per), kind, visibility, notes=self.notes(span), span=span)

    # -- tables

    def table(self, span: Span, name: Name, keys: Names, rows: tuple[nodes.TableRow, ...]) -> nodes.Table:
        """`table points[card] { rows }`."""
        return nodes.Table(name, tuple(keys), rows, notes=self.notes(span), span=span)

    def rows(self, span: Span, *rows: nodes.TableRow | None) -> tuple[nodes.TableRow, ...]:
        """The rows of a table without those that could not be read."""
        return tuple(row for row in rows if row is not None)

    def row(self, span: Span, keys: tuple[Expr, ...], values: tuple[Expr, ...]) -> nodes.TableRow:
        """`2, 3..: 4 5`."""
        return nodes.TableRow(keys, values, span=span)

    def else_row(self, span: Span, values: tuple[Expr, ...]) -> nodes.TableRow:
        """`else: 0`."""
        return nodes.TableRow((), values, span=span)

    def bad_row(self, span: Span) -> None:
        """What could not be read as a row."""

    def row_keys(self, span: Span, *keys: Expr) -> tuple[Expr, ...]:
        """One or more, with commas."""
        return keys

    def from_on(self, span: Span, low: Expr) -> nodes.Range:
        """`3..`."""
        return nodes.Range(low, None, span=span)

    def any_key(self, span: Span) -> Name:
        """`any` as the key of a row."""
        return Name("any", span=span)

    def values(self, span: Span, *values: Expr) -> tuple[Expr, ...]:
        """One or more, with blanks."""
        return values

    # -- melds

    def meld(self, span: Span, name: Name, parameters: Names | None, *shapes: nodes.MeldShape) -> nodes.Meld:
        """`meld run(n): shape or shape`."""
        return nodes.Meld(name, every(parameters), shapes, notes=self.notes(span), span=span)

    def shape(
        self, span: Span, parts: tuple[nodes.MeldPart, ...], traits: tuple[nodes.Trait, ...]
    ) -> nodes.MeldShape:
        """`4 cards, same rank`."""
        return nodes.MeldShape(parts, traits, span=span)

    def parts(self, span: Span, *parts: nodes.MeldPart) -> tuple[nodes.MeldPart, ...]:
        """`three + two`."""
        return parts

    def part(self, span: Span, kinds: Expr) -> nodes.MeldPart:
        """`three`."""
        return nodes.MeldPart(_kinds(kinds), span=span)

    def part_counted(self, span: Span, count: Expr, kinds: Expr) -> nodes.MeldPart:
        """`2 cards`."""
        return nodes.MeldPart(_kinds(kinds), count, count, span=span)

    def part_open(self, span: Span, low: Expr, kinds: Expr) -> nodes.MeldPart:
        """`3.. cards`."""
        return nodes.MeldPart(_kinds(kinds), low, open=True, span=span)

    def part_range(self, span: Span, low: Expr, high: Expr, kinds: Expr) -> nodes.MeldPart:
        """`3..5 cards`."""
        return nodes.MeldPart(_kinds(kinds), low, high, span=span)

    def kinds(self, span: Span, *names: Name) -> Expr:
        """`cards`, `three` or `(set | run)`."""
        return names[0] if len(names) == 1 else nodes.Alternatives(names, span=span)

    def traits(self, span: Span, *traits: nodes.Trait) -> tuple[nodes.Trait, ...]:
        """Any number, each behind a comma."""
        return traits

    def same(self, span: Span, attribute: Name) -> nodes.Trait:
        """`same rank`."""
        return nodes.Trait("same", attribute, span=span)

    def different(self, span: Span, attribute: Name) -> nodes.Trait:
        """`different suit`."""
        return nodes.Trait("different", attribute, span=span)

    def consecutive(self, span: Span, attribute: Name) -> nodes.Trait:
        """`consecutive rank`."""
        return nodes.Trait("consecutive", attribute, span=span)

    def total(self, span: Span, attribute: Name, value: Expr) -> nodes.Trait:
        """`total pips 15`."""
        return nodes.Trait("total", attribute, value, span=span)

    def low(self, span: Span, value: Expr) -> nodes.Trait:
        """`low A`."""
        return nodes.Trait("low", None, value, span=span)

    def order(self, span: Span, name: Name, *kinds: Name) -> nodes.Order:
        """`order poker: pair < trips`."""
        return nodes.Order(name, kinds, notes=self.notes(span), span=span)

    # -- definitions and variables

    def define(
        self, span: Span, name: Name, parameters: Names | None, value: Expr, reason: Text | None
    ) -> nodes.Define:
        """`define beats(m, n) = value else "reason"`."""
        return nodes.Define(name, every(parameters), value, reason, notes=self.notes(span), span=span)

    def var(
        self,
        span: Span,
        names: Names,
        per: Names | None,
        type: nodes.TypeName | None,
        value: Expr | None,
        each: Name | None,
    ) -> nodes.Var:
        """`var a, b per player: type = value, each round`."""
        return nodes.Var(tuple(names), every(per), type, value, each, notes=self.notes(span), span=span)

    def type(self, span: Span, name: Name, optional: bool | None) -> nodes.TypeName:
        """`player or none`."""
        return nodes.TypeName(name, bool(optional), span=span)

    def or_none(self, span: Span) -> bool:
        """`or none`."""
        return True

    def phase(self, span: Span, name: Name, parameters: Names | None, body: nodes.Block) -> nodes.Phase:
        """`phase settle(t) { }`."""
        return nodes.Phase(name, every(parameters), body, notes=self.notes(span), span=span)

    def when_generators(self, span: Span, clause: nodes.Clause, body: nodes.Block) -> nodes.When:
        """`when player p where p.out { }`."""
        return nodes.When(clause, None, body, notes=self.notes(span), span=span)

    def when_condition(self, span: Span, condition: Expr, body: nodes.Block) -> nodes.When:
        """`when stock is empty { }`."""
        clause = nodes.Clause((), span=condition.span)
        return nodes.When(clause, condition, body, notes=self.notes(span), span=span)

    def while_(self, span: Span, condition: Expr, declarations: tuple[nodes.Declaration, ...]) -> nodes.While:
        """`while condition { declarations }`."""
        return nodes.While(condition, declarations, notes=self.notes(span), span=span)

    # -- results

    def result_ranking(self, span: Span, clause: nodes.Clause, *keys: nodes.Key) -> nodes.Result:
        """`result player p: most p.score, then fewest p.hand.size`."""
        return nodes.Result(clause, self.directed(keys), notes=self.notes(span), span=span)

    def result_value(self, span: Span, clause: nodes.Clause, value: Expr) -> nodes.Result:
        """`result player p: rating[p.score]`."""
        return nodes.Result(clause, value=value, notes=self.notes(span), span=span)

    def payoff(self, span: Span, clause: nodes.Clause, value: Expr) -> nodes.Payoff:
        """`payoff player p: p.chips`."""
        return nodes.Payoff(clause, value, notes=self.notes(span), span=span)

    def invariant(self, span: Span, clause: nodes.Clause | None, condition: Expr) -> nodes.Invariant:
        """`invariant player p: p.chips >= 0`."""
        found = clause or nodes.Clause((), span=condition.span)
        return nodes.Invariant(found, condition, notes=self.notes(span), span=span)

    def replace(self, span: Span, declaration: nodes.Declaration) -> nodes.Replace:
        """`replace` and a declaration."""
        return nodes.Replace(declaration, notes=self.notes(span), span=span)

    def remove(self, span: Span, kind: Name, name: Name) -> nodes.Remove:
        """`remove meld trap`."""
        return nodes.Remove(kind, name, notes=self.notes(span), span=span)


def _kinds(kinds: Expr) -> Expr | None:
    """None for plain cards."""
    plain = isinstance(kinds, Name) and kinds.id in ("cards", "card")
    return None if plain else kinds
