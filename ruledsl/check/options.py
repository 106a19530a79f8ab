"""Options of one choice that differ in nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruledsl.diagnostics import Diagnostic, Related
from ruledsl.lower import Lowered
from ruledsl.model import symbols as s
from ruledsl.model.effective import Effective
from ruledsl.model.walk import walk
from ruledsl.source import Span
from ruledsl.syntax import nodes


def check(effective: Effective, lowered: Sequence[Lowered]) -> list[Diagnostic]:
    """Options that do the same, and names that an option binds and nothing asks for."""
    read = _read(lowered)
    found: list[Diagnostic] = []
    for entry in effective.entries:
        for node in walk(entry.declaration):
            if isinstance(node, nodes.Choose):
                found.extend(_alike(node))
                for option in node.options:
                    found.extend(_for_nothing(option, read))
    return found


def _read(lowered: Sequence[Lowered]) -> dict[Span, bool]:
    """Every local that a generator binds: whether anything reads it, in any configuration."""
    found: dict[Span, bool] = {}
    for one in lowered:
        for local in one.context.bound:
            if local.span is not None and isinstance(local, s.Local) and local.role == "generator":
                found[local.span] = found.get(local.span, False) or local.used
    return found


def _alike(choice: nodes.Choose) -> Iterator[Diagnostic]:
    """A later option that binds the same, asks the same and does the same as an earlier one."""
    for number, option in enumerate(choice.options):
        for earlier in choice.options[:number]:
            if option.body == earlier.body and option.clause == earlier.clause:
                place, first = option.label or option, earlier.label or earlier
                yield Diagnostic("W523", place.span, {}, (), (Related(first.span, "does the same"),))
                break


def _for_nothing(option: nodes.Option, read: dict[Span, bool]) -> Iterator[Diagnostic]:
    for generator in option.clause.generators:
        name = generator.name
        if not isinstance(generator, nodes.Let) and read.get(name.span) is False:
            yield Diagnostic("W522", name.span, {"name": name.id})
