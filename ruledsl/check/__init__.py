"""What lowering alone does not see: flow, use, secrets. See `check_tree`."""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.diagnostics import Diagnostic
from ruledsl.lower import Lowered
from ruledsl.model.effective import Effective


def check_tree(effective: Effective, lowered: Sequence[Lowered]) -> tuple[Diagnostic, ...]:
    """Findings about the whole file, from its tree and from what it was lowered to."""
    from ruledsl.check import flow, secrets, use

    found: list[Diagnostic] = []
    for part in (flow.check, secrets.check, use.check):
        found.extend(part(effective, lowered))
    return tuple(found)
