"""Settings: each becomes a fixed value, the one that was chosen or else its default."""

from __future__ import annotations

from typing import Any

from interpreter import program as p
from ruledsl.lower import declare, expressions
from ruledsl.lower.context import Context
from ruledsl.lower.scope import Scope
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.model.settings import Setting, setting_of
from ruledsl.model.types import Type
from ruledsl.syntax import nodes


def lower_all(cx: Context) -> set[str]:
    """All settings in the order of the text; gives the names of the enums that had to be lowered for them."""
    early: set[str] = set()
    enums = [e.declaration for e in cx.effective.all(nodes.Enum) if isinstance(e.declaration, nodes.Enum)]
    by_name = {enum.name.id: enum for enum in enums}
    for entry in cx.effective.all(nodes.Setting):
        node = entry.declaration
        assert isinstance(node, nodes.Setting)
        wanted = node.type.id if isinstance(node.type, nodes.Name) else ""
        if wanted in by_name and wanted not in early:
            early.add(wanted)
            declare.lower_enum(cx, by_name[wanted])
        _lower(cx, node)
    return early


def _lower(cx: Context, node: nodes.Setting) -> None:
    name = node.name.id
    setting = setting_of(cx.effective, node)
    type_ = _type(cx, node, setting)
    value: Any = None
    if type_ is not None:
        value = _default(cx, node, setting, type_)
        chosen = cx.config.settings.get(name)
        if chosen is not None:
            domain = cx.domain_of(type_)
            if domain is None:
                value = chosen
            else:
                members = cx.domains[domain].members
                value = members.index(str(chosen)) if chosen in members else value
    known = type_ if type_ is not None and value is not None else t.UNKNOWN
    declare.register(cx, s.Constant(name, node.name.span, known, value), node.name)


def _type(cx: Context, node: nodes.Setting, setting: Setting) -> Type | None:
    """The type of the setting's values, or None after a report."""
    kind = node.type
    if setting.kind == "yes/no":
        return t.BOOL
    if setting.kind == "number":
        if setting.low > setting.high:
            cx.report("E329", kind, low=setting.low, high=setting.high)
            return None
        return t.NUMBER
    if setting.kind == "word":
        index = cx.add_domain(
            p.Domain(node.name.id, setting.words, setting.words, (None,) * len(setting.words))
        )
        for position, word in enumerate(setting.words):
            cx.members.setdefault(word, []).append((index, position))
        return t.member(node.name.id)
    if setting.kind == "member" and isinstance(kind, nodes.Name):
        domain = cx.domain(kind.id)
        if domain is not None and kind.id != "team":
            symbol = cx.names.get(kind.id)
            if symbol is not None:
                symbol.used = True
            return t.member(kind.id)
        cx.unknown("E125", kind, kind.id, ["yes/no", *cx.domain_names()])
        return None
    cx.report("E320", kind)
    return None


def _default(cx: Context, node: nodes.Setting, setting: Setting, type_: Type) -> Any:
    term = expressions.expression(cx, Scope(), node.default, type_)
    if term.type.is_unknown:
        return None
    fits = term.is_constant and t.fits(term.type, type_)
    if fits and type_.kind == "number":
        fits = (
            str(term.value) in setting.words if setting.words else setting.low <= term.value <= setting.high
        )
    if not fits:
        cx.report("E316", node.default, name=node.name.id, allowed=setting.allowed(cx.config.players))
        return None
    return term.value
