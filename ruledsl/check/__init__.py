"""What lowering alone does not see: flow, use, secrets. See `check_tree`."""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.check import conditions, flow, options, secrets, use
from ruledsl.diagnostics import Diagnostic
from ruledsl.lower import Lowered
from ruledsl.model.effective import Effective


def errors(lowered: Lowered) -> list[Diagnostic]:
    """What lowering does not see and makes rules unfit to be played.

    Secrets that are given away, and simultaneous choices that depend on one another. Rules without an end can
    be played, and looked at.
    """
    return [d for d in secrets.check([lowered]) if d.is_error]


def check_tree(
    effective: Effective, lowered: Sequence[Lowered], clean: bool = True
) -> tuple[Diagnostic, ...]:
    """Findings about the whole file, from its tree and from what it was lowered to.

    `clean`: nothing wrong was found before. What nobody uses is told only then, because a mistake may be the
    reason. A warning about an extended file is not given.
    """
    found = [*flow.check(effective), *secrets.check(lowered)]
    if clean and not any(d.is_error for d in found):
        found.extend(use.check(effective, lowered))
        found.extend(options.check(effective, lowered))
        found.extend(conditions.check(effective, lowered))
    root = effective.root.span.source
    return tuple(d for d in found if d.is_error or (d.span is not None and d.span.source is root))
