"""Blocks, statements and choices."""

from __future__ import annotations

from ruledsl.source import Span
from ruledsl.syntax import nodes
from ruledsl.syntax.build.expressions import Expressions
from ruledsl.syntax.nodes import Block, Clause, Expr, Name, Text

Place = tuple[str, Expr | None, Span]
"""What stands behind the target of a move: `at`, `face` or `shuffled`."""


class Statements(Expressions):
    """The rules below "statements"."""

    def block(self, span: Span, *statements: nodes.Statement | nodes.Declaration) -> Block:
        """`{ ... }`."""
        return Block(statements, span=span)

    def bad_statement(self, span: Span, *ignored: object) -> nodes.BadStatement:
        """What could not be read."""
        self.notes(span)
        return nodes.BadStatement(span=span)

    # -- moves

    def move(
        self,
        span: Span,
        source: nodes.Source,
        fallback: Expr | None,
        target: Expr | nodes.EachTarget | nodes.NewTarget,
        *places: Place,
    ) -> nodes.Move:
        """`source else fallback -> target` and what stands behind it."""
        found: dict[str, Expr | None] = {}
        for word, value, where in places:
            if word in found:
                self.problem("E040", where, word=word)
            found.setdefault(word, value)
        return nodes.Move(
            source,
            target,
            fallback,
            found.get("at"),
            found.get("face"),
            "shuffled" in found,
            span=span,
        )

    def source(self, span: Span, zone: Expr) -> nodes.Source:
        """`c`, `hand`, `a + b`."""
        return nodes.Source(zone, span=span)

    def source_part(self, span: Span, what: Expr, zone: Expr) -> nodes.Source:
        """`8 from stock`, `hearts from p.hand`."""
        if _is_number(what):
            return nodes.Source(zone, count=what, span=span)
        return nodes.Source(zone, what=what, span=span)

    def source_kind(self, span: Span, count: Expr, kind: Name, zone: Expr) -> nodes.Source:
        """`2 chip from p`."""
        return nodes.Source(zone, count, kind, span=span)

    def source_up_to(self, span: Span, count: Expr, zone: Expr) -> nodes.Source:
        """`up to 3 from stock`."""
        return nodes.Source(zone, count, up_to=True, span=span)

    def source_up_to_kind(self, span: Span, count: Expr, kind: Name, zone: Expr) -> nodes.Source:
        """`up to 3 chip from p`."""
        return nodes.Source(zone, count, kind, up_to=True, span=span)

    def target_each(self, span: Span, family: Name) -> nodes.EachTarget:
        """`each hand`."""
        return nodes.EachTarget(family, span=span)

    def target_new(self, span: Span, zone: Expr) -> nodes.NewTarget:
        """`new laid`."""
        return nodes.NewTarget(zone, span=span)

    def at(self, span: Span, position: Expr) -> Place:
        """`at 3`, `at end`."""
        return "at", position, span

    def face(self, span: Span, facing: Expr) -> Place:
        """`face down`."""
        return "face", facing, span

    def shuffled(self, span: Span) -> Place:
        """`shuffled`."""
        return "shuffled", None, span

    def flip(self, span: Span, what: Expr, facing: Expr) -> nodes.Flip:
        """`flip c face up`."""
        return nodes.Flip(what, facing, span=span)

    def roll(self, span: Span, what: Expr) -> nodes.Roll:
        """`roll all cup`."""
        return nodes.Roll(what, span=span)

    def shuffle(self, span: Span, what: Expr) -> nodes.Shuffle:
        """`shuffle stock`."""
        return nodes.Shuffle(what, span=span)

    def reveal(self, span: Span, what: Expr) -> nodes.Reveal:
        """`reveal r from q.hand`."""
        return nodes.Reveal(what, span=span)

    def sort(self, span: Span, name: Name, zone: Expr, keys: tuple[nodes.Key, ...]) -> nodes.Sort:
        """`sort c in line with fewest c.pace`."""
        return nodes.Sort(name, zone, keys, span=span)

    # -- variables

    def set_to(self, span: Span, target: Expr, value: Expr) -> nodes.Assign:
        """`x = value`."""
        return self._assign(span, target, "=", value)

    def add_to(self, span: Span, target: Expr, value: Expr) -> nodes.Assign:
        """`x += value`."""
        return self._assign(span, target, "+=", value)

    def take_from(self, span: Span, target: Expr, value: Expr) -> nodes.Assign:
        """`x -= value`."""
        return self._assign(span, target, "-=", value)

    def _assign(self, span: Span, target: Expr, op: str, value: Expr) -> nodes.Assign:
        if not isinstance(target, Name | nodes.Attribute | nodes.Index):
            self.problem("E039", target.span, op=op)
        return nodes.Assign(target, op, value, span=span)

    # -- control

    def if_(self, span: Span, condition: Expr, then: Block, otherwise: Block | nodes.If | None) -> nodes.If:
        """`if a { } else b`."""
        if isinstance(otherwise, nodes.If):
            otherwise = Block((otherwise,), span=otherwise.span)
        return nodes.If(condition, then, otherwise, span=span)

    def each(self, span: Span, clause: Clause, body: Block, until: Expr | None) -> nodes.Each:
        """`each player p { } until x`."""
        return nodes.Each(clause, body, until, span=span)

    def turns(self, span: Span, clause: Clause, body: Block, until: Expr | None) -> nodes.Turns:
        """`turns player p { } until x`."""
        return nodes.Turns(clause, body, until, span=span)

    def repeat(self, span: Span, count: Expr | None, body: Block, until: Expr | None) -> nodes.Repeat:
        """`repeat 3 { } until x`."""
        return nodes.Repeat(count, body, until, span=span)

    def together(self, span: Span, clause: Clause, body: Block) -> nodes.Together:
        """`together player p { }`."""
        return nodes.Together(clause, body, span=span)

    def play(self, span: Span, phase: Name, arguments: tuple[Expr, ...] | None) -> nodes.Play:
        """`play round(p)`."""
        return nodes.Play(phase, arguments or (), span=span)

    def end(self, span: Span, scope: Name) -> nodes.End:
        """`end turn`."""
        return nodes.End(scope, span=span)

    def restart(self, span: Span) -> nodes.Restart:
        """`restart turn`."""
        return nodes.Restart(span=span)

    def at_end(self, span: Span, scope: Name, body: Block) -> nodes.AtEnd:
        """`at end of turn { }`."""
        return nodes.AtEnd(scope, body, span=span)

    def at_once(self, span: Span, body: Block) -> nodes.AtOnce:
        """`at once { }`."""
        return nodes.AtOnce(body, span=span)

    def reverse(self, span: Span) -> nodes.Reverse:
        """`reverse turn`."""
        return nodes.Reverse(span=span)

    def misses(self, span: Span, who: Expr) -> nodes.Misses:
        """`next misses turn`."""
        return nodes.Misses(who, span=span)

    # -- choices

    def chooses(self, span: Span) -> str:
        """`chooses`."""
        return "one"

    def may_choose(self, span: Span) -> str:
        """`may choose`."""
        return "may"

    def keeps_choosing(self, span: Span) -> str:
        """`keeps choosing`."""
        return "keeps"

    def choose_one(
        self, span: Span, who: Expr, mode: str, label: Text, clause: Clause, body: Block, other: Block | None
    ) -> nodes.Choose:
        """`p chooses "Label": generators { } otherwise { }`."""
        where = self._source.span(label.span.start, body.span.end)
        option = nodes.Option(label, clause, body, self.notes(span), span=where)
        return nodes.Choose(who, mode, (option,), other, span=span)

    def choose_unlabelled(
        self, span: Span, who: Expr, mode: str, clause: Clause, body: Block, other: Block | None
    ) -> nodes.Choose:
        """`p chooses: generators { }`."""
        where = self._source.span(clause.span.start, body.span.end)
        option = nodes.Option(None, clause, body, self.notes(span), span=where)
        return nodes.Choose(who, mode, (option,), other, span=span)

    def choose_of(
        self, span: Span, who: Expr, mode: str, options: tuple[nodes.Option | Block | None, ...]
    ) -> nodes.Choose:
        """`p chooses { option ... otherwise { } }`."""
        found = tuple(option for option in options if isinstance(option, nodes.Option))
        others = [option for option in options if isinstance(option, Block)]
        for extra in others[1:]:
            self.problem("E040", extra.span, word="otherwise")
        if not found and None not in options:
            self.problem("E045", span)
        other = others[0] if others else None
        return nodes.Choose(who, mode, found, other, braces=True, notes=self.notes(span), span=span)

    def options(
        self, span: Span, *options: nodes.Option | Block | None
    ) -> tuple[nodes.Option | Block | None, ...]:
        """Options, blocks of `otherwise`, and None for what could not be read."""
        return options

    def option(self, span: Span, label: Text, clause: Clause, body: Block) -> nodes.Option:
        """`option "Label": generators { }`."""
        return nodes.Option(label, clause, body, self.notes(span), span=span)

    def otherwise(self, span: Span, body: Block) -> Block:
        """`otherwise { }`."""
        return body

    def bad_option(self, span: Span, *ignored: object) -> None:
        """What could not be read as an option."""
        self.notes(span)


def _is_number(what: Expr) -> bool:
    """Whether something before `from` can only be a number, whatever its names mean."""
    if isinstance(what, nodes.Binary):
        return what.op in ("+", "-", "*", "/")
    return isinstance(what, nodes.Number) or (isinstance(what, nodes.Unary) and what.op == "-")
