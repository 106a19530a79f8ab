"""Which constructs of the language some rules use: nodes, statements, forms of expressions, their variants.

The names of all constructs come from the language itself, so that a new one is missed until it is written.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, get_args

from interpreter import program as p
from interpreter.primitives import FORMS
from ruledsl.check.secrets import parts
from ruledsl.model.walk import walk
from ruledsl.syntax import nodes

UNWRITTEN = {
    "family_zones": "no text is lowered to it",
    "members_of_list": "no text is lowered to it",
    "number": "no text is lowered to it",
}
"""Forms of expressions that Programs may have, but no text leads to."""

_ABSTRACT = (
    nodes.Node,
    nodes.Expr,
    nodes.Generator,
    nodes.Statement,
    nodes.Declaration,
    nodes.Step,
    nodes.Fact,
)
_BROKEN = (nodes.BadDeclaration, nodes.BadStatement)

Variant = tuple[type, Callable[[Any], object]]

VARIANTS: dict[str, Variant] = {
    "Move whole": (p.Move, lambda s: s.whole),
    "Move everything": (p.Move, lambda s: s.everything),
    "Move dealt out": (p.Move, lambda s: s.whole and s.target.kind == "family"),
    "Draw up to": (p.Draw, lambda s: s.up_to),
    "Draw exactly": (p.Draw, lambda s: not s.up_to),
    "Draw of a kind": (p.Draw, lambda s: s.family is not None),
    "Draw round a family": (p.Draw, lambda s: s.target.kind == "family"),
    "Transfer with another source": (p.Transfer, lambda s: s.fallback is not None),
    "Transfer up to": (p.Transfer, lambda s: s.up_to),
    "Target zone": (p.Target, lambda s: s.kind == "zone"),
    "Target family": (p.Target, lambda s: s.kind == "family"),
    "Target new": (p.Target, lambda s: s.kind == "new"),
    "Target meld": (p.Target, lambda s: s.kind == "meld"),
    "Target at": (p.Target, lambda s: s.at is not None),
    "Target face": (p.Target, lambda s: s.facing is not None),
    "Target shuffled": (p.Target, lambda s: s.shuffled),
    "SetVar =": (p.SetVar, lambda s: s.op == "="),
    "SetVar +=": (p.SetVar, lambda s: s.op == "+="),
    "SetVar -=": (p.SetVar, lambda s: s.op == "-="),
    "SetCell +=": (p.SetCell, lambda s: s.op == "+="),
    "SetCell -=": (p.SetCell, lambda s: s.op == "-="),
    "If else": (p.If, lambda s: s.otherwise is not None),
    "Each until": (p.Each, lambda s: s.until is not None),
    "Turns from": (p.Turns, lambda s: s.start is not None),
    "Turns where": (p.Turns, lambda s: s.conditions),
    "Turns until": (p.Turns, lambda s: s.until is not None),
    "Turns with resets": (p.Turns, lambda s: s.resets),
    "Phase with resets": (p.Phase, lambda s: s.resets),
    "Repeat without count": (p.Repeat, lambda s: s.count is None),
    "Repeat until": (p.Repeat, lambda s: s.until is not None),
    "End turn": (p.End, lambda s: s.scope == "turn"),
    "End game": (p.End, lambda s: s.scope == "game"),
    "End of a phase": (p.End, lambda s: s.scope not in ("turn", "game")),
    "Choose one": (p.Choose, lambda s: s.mode == "one"),
    "Choose may": (p.Choose, lambda s: s.mode == "may"),
    "Choose keeps": (p.Choose, lambda s: s.mode == "keeps"),
    "Choose otherwise": (p.Choose, lambda s: s.otherwise is not None),
    "Choose without otherwise": (p.Choose, lambda s: s.otherwise is None),
    "Trigger of a block": (p.Trigger, lambda s: s.scope is not None),
    "Trigger of the game": (p.Trigger, lambda s: s.scope is None),
    "Cond soft": (p.Cond, lambda s: s.soft),
    "Cond with reason": (p.Cond, lambda s: s.reason),
    "Clause with keys": (p.Clause, lambda s: s.keys),
    "Key fewest": (p.Key, lambda s: not s.most),
    "Gen things from": (p.Gen, lambda s: s.kind == "things" and s.args),
    "Gen subsets of a size": (p.Gen, lambda s: s.kind == "subsets" and s.static[0]),
    "Gen subsets of any size": (p.Gen, lambda s: s.kind == "subsets" and not s.static[0]),
    "Gen range of members": (p.Gen, lambda s: s.kind == "range" and s.type.startswith("domain")),
    "Gen melds of a slice": (p.Gen, lambda s: s.kind == "melds" and s.args[0].op != "const"),
    "Gen melds with an argument": (p.Gen, lambda s: s.kind == "melds" and any(n for _, n in s.static)),
    "Function with reason": (p.Function, lambda s: s.reason),
    "Block with local variables": (p.Block, lambda s: s.vars),
    "Face wild": (p.Face, lambda s: s.wild),
    "Result of teams": (p.ResultRule, lambda s: s.domain == p.TEAM_DOMAIN),
    "Result rating": (p.ResultRule, lambda s: s.rating is not None),
    "Result for a while": (p.ResultRule, lambda s: s.condition is not None),
    "Payoff": (p.PayoffRule, lambda s: True),
    "Invariant": (p.Invariant, lambda s: True),
    "Remark": (p.Remark, lambda s: True),
    "Shape low": (p.Shape, lambda s: s.low_member is not None),
    "Shape total": (p.Shape, lambda s: s.total is not None),
    "Shape different": (p.Shape, lambda s: s.different),
    "Shape of parts": (p.Shape, lambda s: any(part.kinds for part in s.parts)),
    **{f"Gen {k}": (p.Gen, lambda s, k=k: s.kind == k)
       for k in ("things", "list", "range", "values", "let", "subsets", "melds")},
    **{f"Zone {k}": (p.ZoneFamily, lambda s, k=k: s.kind == k)
       for k in ("pile", "row", "bag", "slot", "meld", "melds")},
    **{f"Zone {v}": (p.ZoneFamily, lambda s, v=v: s.visibility == v) for v in ("hidden", "private", "open")},
}  # fmt: skip
"""What is told apart within a class of the Program."""


def constructs() -> tuple[str, ...]:
    """The names of all constructs."""
    written = [form.name for form in FORMS if form.name not in UNWRITTEN]
    return (
        *(f"node {kind.__name__}" for kind in _node_classes()),
        *(f"statement {kind.__name__}" for kind in get_args(p.Statement)),
        *(f"form {name}" for name in written),
        *VARIANTS,
    )


def _node_classes() -> Iterator[type]:
    for _, kind in inspect.getmembers(nodes, inspect.isclass):
        if issubclass(kind, nodes.Node) and kind not in _ABSTRACT and kind not in _BROKEN:
            yield kind


def _by_class() -> dict[type, list[tuple[str, Callable[[Any], object]]]]:
    found: dict[type, list[tuple[str, Callable[[Any], object]]]] = {}
    for name, (kind, holds) in VARIANTS.items():
        found.setdefault(kind, []).append((name, holds))
    return found


def used_by(tree: nodes.File, programs: list[p.Program]) -> Counter[str]:
    """How often a file and its Programs use each construct."""
    found: Counter[str] = Counter(f"node {type(node).__name__}" for node in walk(tree))
    statements, variants = get_args(p.Statement), _by_class()
    for program in programs:
        for part in parts(program):
            if isinstance(part, p.Expr):
                found[f"form {part.op}"] += 1
            elif isinstance(part, statements):
                found[f"statement {type(part).__name__}"] += 1
            for name, holds in variants.get(type(part), ()):
                if holds(part):
                    found[name] += 1
    return found
