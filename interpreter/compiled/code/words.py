"""Masks of pieces as text: put together, taken apart, counted. A mask is a tuple of words."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.compiled.code.unit import Context
from interpreter.compiled.features import WORD
from interpreter.compiled.kernel import NONE

Mask = tuple[str, ...]


def fixed_mask(c: Context, pieces: Sequence[int]) -> Mask:
    """The mask of these pieces."""
    words = [0] * c.unit.features.words
    for piece in pieces:
        words[piece // WORD] |= 1 << piece % WORD
    return tuple(map(str, words))


def everything(c: Context) -> Mask:
    """The mask of all pieces."""
    return fixed_mask(c, range(c.unit.layout.piece_count))


def mask_from(c: Context, rows: list[list[int]], at: str, hint: str) -> Mask:
    """The masks that stand in a row of a table; `rows[i]` are the pieces of row i."""
    words = c.unit.features.words
    masks = [fixed_mask(c, pieces) for pieces in rows]
    at = c.hold(at)
    names = [hint if words == 1 else f"{hint}_word{word}" for word in range(words)]
    return tuple(
        f"{c.unit.table([int(mask[word]) for mask in masks], name)}[{at}]" for word, name in enumerate(names)
    )


def both(a: Mask, b: Mask) -> Mask:
    """The pieces in both; what is fixed is reckoned now."""
    return tuple(_both(x, y) for x, y in zip(a, b, strict=True))


def _both(x: str, y: str) -> str:
    if x == y:
        return x
    if x.isdigit() and y.isdigit():
        return str(int(x) & int(y))
    if "0" in (x, y):
        return "0"
    return f"({x} & {y})"


def either(a: Mask, b: Mask) -> Mask:
    """The pieces in one or the other."""
    return tuple(
        str(int(x) | int(y))
        if x.isdigit() and y.isdigit()
        else x
        if y == "0"
        else y
        if x == "0"
        else f"({x} | {y})"
        for x, y in zip(a, b, strict=True)
    )


def without(a: Mask, b: Mask) -> Mask:
    """The pieces in the first and not in the second."""
    return tuple(
        str(int(x) & ~int(y)) if x.isdigit() and y.isdigit() else x if y == "0" else f"({x} & ~{y})"
        for x, y in zip(a, b, strict=True)
    )


def where(test: str, mask: Mask) -> Mask:
    """The mask where a test holds, else nothing."""
    return tuple("0" if word == "0" else f"({word} if {test} else 0)" for word in mask)


def bit(c: Context, piece: str) -> Mask:
    """The mask of one piece, which is there."""
    if c.unit.features.words == 1:
        return (f"(1 << {piece})",)
    piece = c.hold(piece)
    return tuple(
        f"((1 << {piece} % {WORD}) if {piece} // {WORD} == {word} else 0)"
        for word in range(c.unit.features.words)
    )


def held(c: Context, mask: Mask) -> Mask:
    """The same with each word in a local."""
    return tuple(c.hold(word, "mask") for word in mask)


def count_of(mask: Mask) -> str:
    """How many pieces are in a mask."""
    parts = [f"popcount({word})" for word in mask if word != "0"]
    return f"({' + '.join(parts)})" if len(parts) > 1 else (parts or ["0"])[0]


def is_any(mask: Mask) -> str:
    """Whether there is a piece in a mask."""
    parts = [word for word in mask if word != "0"]
    if not parts:
        return "(0 == 1)"
    return f"({' | '.join(parts)} != 0)" if len(parts) > 1 else f"({parts[0]} != 0)"


def lowest(c: Context, mask: Mask) -> str:
    """The first piece of a mask, or nothing; the words are names."""
    text = str(NONE)
    for word in range(len(mask) - 1, -1, -1):
        if mask[word] != "0":
            shift = f" + {word * WORD}" if word else ""
            text = f"(ctz({mask[word]}){shift} if {mask[word]} != 0 else {text})"
    return text


_LOOKED_UP = 8
"""So many bits are looked up at once, in `bit_of_eight`."""


def kth_bit(c: Context, word: str, k: str, count: int) -> str:
    """The number of the k-th bit of a word, a name, that is set, from 0; there are `count` bits, set or not.

    Of few it is looked up, in the lower or the upper half; the other way takes a good deal longer.
    """
    if count > 2 * _LOOKED_UP:
        return f"{c.unit.zones.select_bit()}({word}, {k})"
    width = count if count <= _LOOKED_UP else -(-count // 2)
    if width == count:
        return f"bit_of_eight[{word} * {_LOOKED_UP} + {k}]"
    half = c.hold(f"{word} & {(1 << width) - 1}", "half")
    n = c.hold(f"popcount({half})", "n")
    beyond = c.hold(f"{k} >= {n}", "beyond")
    half = c.hold(f"{word} >> {width} if {beyond} else {half}", "half")
    left = c.hold(f"{k} - {n} if {beyond} else {k}", "left")
    return f"(bit_of_eight[{half} * {_LOOKED_UP} + {left}] + ({width} if {beyond} else 0))"


def contains(c: Context, mask: Mask, piece: str) -> str:
    """Whether a piece is in a mask."""
    piece = c.hold(piece)
    text = f"({mask[0]} >> {piece} & 1)" if len(mask) == 1 else ""
    if not text:
        text = "(" + " or ".join(
            f"({piece} // {WORD} == {number} and ({word} >> {piece} % {WORD} & 1) == 1)"
            for number, word in enumerate(mask) if word != "0"
        ) + ")" if any(word != "0" for word in mask) else "(0 == 1)"  # fmt: skip
    return text
