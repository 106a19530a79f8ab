"""Cards as they are written: `5C`, `A.G!`, `*C=5`, `9=down`."""

from __future__ import annotations

from attrs import frozen

from ruledsl.lower.context import Context
from ruledsl.syntax import nodes


@frozen
class WrittenPiece:
    """One card as written: its possible faces, whose set it is from, as what a wild is read, how it lies."""

    faces: tuple[int, ...]
    owner: int | None = None
    reading: str | None = None
    facing: int = 0


FACINGS = {"down": 1, "up": 2}
"""How a card lies, written behind `=`; the numbers are those of a position."""


def seat_named(cx: Context, text: str) -> int | None:
    """The seat that a letter names: A is the first."""
    if len(text) == 1 and "A" <= text <= "Z":
        seat = ord(text) - ord("A")
        return seat if seat < cx.config.players else None
    return None


def piece(cx: Context, value: nodes.WrittenValue) -> WrittenPiece | None:
    """What a written value may mean as a card; None after a report."""
    text = value.text
    found = cx.codes.get(text)
    if found:
        return WrittenPiece(tuple(found))
    owner: int | None = None
    body = text
    if "." in body:
        head, rest = body.split(".", 1)
        owner = seat_named(cx, head)
        body = rest if owner is not None else body
    reading: str | None = None
    if "=" in body:
        body, reading = body.split("=", 1)
    found = cx.codes.get(body)
    if not found:
        cx.unknown(
            "E310", value, body, [cx.faces[f].code for f in sorted({x for c in cx.codes.values() for x in c})]
        )
        return None
    if reading in FACINGS:
        return WrittenPiece(tuple(found), owner, None, FACINGS[reading])
    return WrittenPiece(tuple(found), owner, reading)


def faces(cx: Context, value: nodes.WrittenValue) -> tuple[int, ...]:
    """The faces that a written value may mean."""
    found = piece(cx, value)
    return () if found is None else found.faces
