"""Examples: positions, moves and what they must allow."""

from __future__ import annotations

from ruledsl.source import Span
from ruledsl.syntax import nodes
from ruledsl.syntax.build.expressions import Expressions
from ruledsl.syntax.nodes import Expr, Name, Text

Called = tuple[Name, tuple[Expr, ...]]
"""A phase with its arguments."""

Values = tuple[Expr, ...]


class Examples(Expressions):
    """The rules below "examples"."""

    def example(self, span: Span, title: Text, steps: tuple[nodes.Step, ...]) -> nodes.Example:
        """`example "title" { steps }`."""
        return nodes.Example(title, steps, notes=self.notes(span), span=span)

    def steps(self, span: Span, *steps: nodes.Step | None) -> tuple[nodes.Step, ...]:
        """The steps without those that could not be read."""
        return tuple(step for step in steps if step is not None)

    def bad_step(self, span: Span) -> None:
        """What could not be read as a step."""

    def given(self, span: Span, after_setup: Name | None, *facts: nodes.Fact) -> nodes.Given:
        """`given after setup fact, fact`."""
        return nodes.Given(facts, after_setup is not None, span=span)

    def value_fact(
        self, span: Span, target: Expr, value: Expr, kind: Name | None, by: Expr | None
    ) -> nodes.ValueFact:
        """`pile = [5C 6C] as run by B`."""
        return nodes.ValueFact(target, value, kind, by, span=span)

    def at_fact(self, span: Span, scope: Called, of: Expr | None, within: Called | None) -> nodes.AtFact:
        """`at turn of A in betting(2)`."""
        phase, arguments = within or (None, ())
        return nodes.AtFact(scope[0], scope[1], of, phase, arguments, span=span)

    def end_fact(self, span: Span) -> nodes.EndFact:
        """`at end`."""
        return nodes.EndFact(span=span)

    def called(self, span: Span, name: Name, arguments: Values | None) -> Called:
        """`betting(2)`."""
        return name, arguments or ()

    def rest_fact(self, span: Span, zone: Expr) -> nodes.RestFact:
        """`rest in stock`."""
        return nodes.RestFact(zone, span=span)

    def knows_fact(self, span: Span, who: Expr, values: Expr, zone: Expr) -> nodes.KnowsFact:
        """`A knows [2C] in B.hand`."""
        return nodes.KnowsFact(who, values, zone, span=span)

    def can(
        self, span: Span, who: Expr, label: Text | None, values: Values, because: Text | None
    ) -> nodes.ExampleMove:
        """`A can "Play" [5C]`."""
        return nodes.ExampleMove(who, "can", label, values, because, span=span)

    def cannot(
        self, span: Span, who: Expr, label: Text | None, values: Values, because: Text | None
    ) -> nodes.ExampleMove:
        """`A cannot "Play" [5C] because "reason"`."""
        return nodes.ExampleMove(who, "cannot", label, values, because, span=span)

    def does(
        self, span: Span, who: Expr, label: Text | None, values: Values, because: Text | None
    ) -> nodes.ExampleMove:
        """`A does "Play" [5C]`."""
        return nodes.ExampleMove(who, "does", label, values, because, span=span)

    def written_values(self, span: Span, *values: Expr) -> Values:
        """Any number, with blanks."""
        return values

    def passes(self, span: Span, who: Expr) -> nodes.Passes:
        """`B passes`."""
        return nodes.Passes(who, span=span)

    def wins(self, span: Span, *who: Expr) -> nodes.Wins:
        """`A, B win`."""
        return nodes.Wins(who, span=span)

    def chance(self, span: Span, values: Expr) -> nodes.Chance:
        """`chance [5 3 6]`."""
        return nodes.Chance(values, span=span)

    def knows(self, span: Span, who: Expr, negated: Name | None, values: Expr, zone: Expr) -> nodes.Knows:
        """`B knows not [2C] in A.hand`."""
        return nodes.Knows(who, values, zone, negated is not None, span=span)

    def expect(self, span: Span, condition: Expr) -> nodes.Expect:
        """`expect over`."""
        return nodes.Expect(condition, span=span)
