"""Numbers that scatter: the last steps of SplitMix64, as `chance.decision_generator` has them."""

from __future__ import annotations

from interpreter.chance import SPLIT_FIRST, SPLIT_SECOND
from interpreter.compiled.code.writer import Lines


def signed(number: int) -> int:
    """64 bits as kernels write them."""
    return number - 2**64 if number >= 2**63 else number


def write_mixing(out: Lines) -> None:
    """Lines that mix the bits of the local `z`."""
    out(f"z = mul_wrap(z ^ shr_u(z, 30), {signed(SPLIT_FIRST)})")
    out(f"z = mul_wrap(z ^ shr_u(z, 27), {signed(SPLIT_SECOND)})")
    out("z = z ^ shr_u(z, 31)")
