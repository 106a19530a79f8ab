"""The numbers by which a kernel names faults; the words are those of `RulesFault.code`."""

from __future__ import annotations

from typing import Final

BEYOND: Final = "beyond-kernel"
"""The position no longer fits into the kernel's arrays, which is not a fault of the rules."""

CODES: Final[tuple[str, ...]] = (
    "bad-size",
    "chance",
    "chance-in-together",
    "division-by-zero",
    "does-not-fit",
    "draw-from-row",
    "end-in-together",
    "flip-nowhere",
    "kind-not-ordered",
    "list-too-long",
    "meld-gone",
    "meld-in-the-way",
    "meld-without-top",
    "negative-count",
    "no-element",
    "no-entry",
    "no-meld",
    "no-member",
    "no-option",
    "no-owner",
    "no-partner",
    "no-piece",
    "no-source",
    "no-target",
    "no-turn",
    "no-value",
    "nobody-chooses",
    "none-compared",
    "none-holder",
    "none-key",
    "none-number",
    "none-start",
    "not-a-meld",
    "not-a-number",
    "not-one",
    "not-rolled",
    "not-shared",
    "nothing-to-compare",
    "nothing-to-end",
    "nothing-to-move",
    "nowhere",
    "options-budget",
    "out-of-range",
    "place-outside",
    "place-without-order",
    "roll-card",
    "secret",
    "shuffle-melds",
    "slot-full",
    "together-depends",
    "together-in-together",
    "too-few",
    "too-many-bindings",
    "too-many-options",
    "too-many-steps",
    "too-much-work",
    "undecided",
    BEYOND,
    "invariant",
    "conservation",
)
"""`invariant` and `conservation` are what kernels say that test invariants; the reference tells these as
violations."""

NUMBERS: Final[dict[str, int]] = {code: number for number, code in enumerate(CODES, start=1)}
"""The number of each; 0 is no fault."""


def code_of(number: int) -> str:
    """The word for a number that a kernel left behind."""
    return CODES[number - 1]
