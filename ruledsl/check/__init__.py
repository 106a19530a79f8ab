"""What lowering alone does not see: flow, use, secrets. See `check_tree`."""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.check import conditions, flow, options, secrets, use
from ruledsl.diagnostics import Diagnostic
from ruledsl.lower import Lowered
from ruledsl.model.effective import Effective


def errors(effective: Effective, lowered: Lowered) -> list[Diagnostic]:
    """What lowering does not see and what makes rules unfit to be played all the same."""
    return [d for d in _always(effective, [lowered]) if d.is_error]


def _always(effective: Effective, lowered: Sequence[Lowered]) -> list[Diagnostic]:
    """What is told whatever else is wrong; errors are among these only."""
    return [*flow.check(effective), *secrets.check(lowered)]


def check_tree(
    effective: Effective, lowered: Sequence[Lowered], clean: bool = True
) -> tuple[Diagnostic, ...]:
    """Findings about the whole file, from its tree and from what it was lowered to.

    `clean`: nothing wrong was found before. What nobody uses is told only then, because a mistake may be the
    reason. A warning about an extended file is not given.
    """
    found = _always(effective, lowered)
    if clean and not any(d.is_error for d in found):
        found.extend(use.check(effective, lowered))
        found.extend(options.check(effective, lowered))
        found.extend(conditions.check(effective, lowered))
    root = effective.root.span.source
    return tuple(d for d in found if d.is_error or (d.span is not None and d.span.source is root))
