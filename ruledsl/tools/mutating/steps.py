"""Operators for what is done: statements, options, and the words that say how something is moved."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from ruledsl.syntax import nodes
from ruledsl.tools.mutating.places import At, Change


def statement(at: At) -> Iterator[Change]:
    """A statement is left out, or changes places with the next one."""
    node = at.node
    if not isinstance(node, nodes.Block):
        return
    steps = node.statements
    if len(steps) == 1 and steps[0].span == node.span:
        return  # the `if` of an `else if`: see `conditions.branch`
    for step in steps:
        if not isinstance(step, nodes.Var):
            yield at.dropped("step dropped", step.span)
    for one, other in pairwise(steps):
        if isinstance(one, nodes.Var | nodes.When | nodes.AtEnd) or isinstance(other, nodes.Var | nodes.When):
            continue
        if one != other:
            yield _swapped(at, one, other)


def _swapped(at: At, one: nodes.Node, other: nodes.Node) -> Change:
    first_end = one.span.end
    second, end = other.span.start, other.span.end
    text = at.text(second, end) + at.text(first_end, second) + at.text(one.span.start, first_end)
    return Change("steps swapped", at.begin(one.span), end, text, "swapped", (first_end, second))


def choice(at: At) -> Iterator[Change]:
    """An option is missing, or `otherwise`; one has to choose who may, or may who has to."""
    node = at.node
    if not isinstance(node, nodes.Choose):
        return
    if len(node.options) > 1:
        for option in node.options:
            yield at.dropped("option dropped", option.span)
    if node.otherwise is not None:
        begin = at.code.rfind("otherwise", node.span.start, node.otherwise.span.start)
        yield at.left_out("lost otherwise", begin, node.otherwise.span.end)
    words = at.find(r"\bkeeps\s+choosing\b|\bmay\s+choose\b|\bchooses\b", node.who.span.end, node.span.end)
    if words is not None:
        other = {"one": "may choose", "may": "chooses", "keeps": "may choose"}[node.mode]
        yield Change("has to, may", words.start(), words.end(), other)


def move(at: At) -> Iterator[Change]:
    """A move without one of its words: `up to`, `else`, `at`, `face`, `shuffled`."""
    node = at.node
    if not isinstance(node, nodes.Move):
        return
    if node.source.up_to:
        words = at.find(r"up\s+to\b", node.source.span.start, node.source.span.end)
        if words is not None:
            yield at.left_out("word dropped", words.start(), words.end())
    arrow = at.find("->", node.source.span.end, node.span.end)
    if arrow is None:
        return
    if node.fallback is not None:
        word = at.find(r"\belse\b", node.source.span.end, arrow.start())
        if word is not None:
            yield at.left_out("lost else", word.start(), arrow.start())
    for part, name in ((node.position, "at"), (node.facing, "face")):
        if part is not None:
            begin = at.code.rfind(name, arrow.end(), part.span.start)
            yield at.left_out("word dropped", begin, at.outer(part.span)[1])
    if node.shuffled:
        words = at.find(r"\bshuffled\b", arrow.end(), node.span.end)
        if words is not None:
            yield at.left_out("word dropped", words.start(), words.end())


def order(at: At) -> Iterator[Change]:
    """The wrong end of an order, or a key of it dropped; `from` of a circle dropped."""
    node = at.node
    if isinstance(node, nodes.Key):
        word = at.find(rf"{node.direction}\b", node.span.start, node.value.span.start)
        if word is not None and word.start() == node.span.start:
            other = "fewest" if node.direction == "most" else "most"
            yield Change("wrong end", word.start(), word.end(), other)
    elif isinstance(node, nodes.Quantifier) and node.function.id in ("most", "fewest"):
        other = "fewest" if node.function.id == "most" else "most"
        yield at.becomes("wrong end", node.function.span, other)
    elif isinstance(node, nodes.Things) and node.start is not None:
        yield at.left_out("word dropped", node.name.span.end, node.span.end)
    keys = getattr(node, "keys", ())
    if isinstance(node, nodes.Clause | nodes.Result | nodes.Sort):
        for before, key in pairwise(keys):
            yield at.left_out("word dropped", before.span.end, key.span.end)


def declared(at: At) -> Iterator[Change]:
    """A declaration that is missing, or without one of its words."""
    node = at.node
    unnamed = isinstance(node, nodes.When | nodes.Payoff | nodes.Replace | nodes.Remove)
    if not at.parents and unnamed:
        yield at.dropped("rule dropped", node.span)
    if isinstance(node, nodes.While):
        for inner in node.declarations:
            yield at.dropped("rule dropped", inner.span)
    if isinstance(node, nodes.Var) and node.each is not None:
        begin = at.code.rfind(",", node.span.start, node.each.span.start)
        yield at.left_out("word dropped", begin, node.each.span.end)


OPERATORS: Final = (statement, choice, move, order, declared)
