"""A position and a story as plain lines of text, for `replay` and `options`."""

from __future__ import annotations

import shutil
import textwrap
from typing import TYPE_CHECKING, Any, Final

from ruledsl.cli.output import BOLD, CYAN, DIM, Painter

if TYPE_CHECKING:
    from ruledsl.tools.events import Happened
    from ruledsl.tools.picture import Picture

MOST_SHOWN: Final = 30
"""Of the pieces in a zone, so many are shown."""

CHOOSING: Final = {"one": "to choose", "may": "may choose", "keeps": "chooses until enough"}
"""What a decision's mode means, behind the letter of who decides."""


def width() -> int:
    """The columns that text may take."""
    return max(40, min(shutil.get_terminal_size((80, 24)).columns, 120))


def happened_lines(happened: Happened, seat: str, paint: Painter) -> list[str]:
    """A move with its number and seat, and what came of it under it."""
    from ruledsl.diagnostics.neutral import neutral

    head = f"{happened.number:4}  {paint(CYAN, seat or ' ')}  "
    effects = neutral("; ".join(happened.effects))
    if happened.seat is None:
        return [head + "the game begins", *_indented(effects, paint)]
    return [head + paint(BOLD, neutral(happened.text)), *_indented(effects, paint)]


def _indented(text: str, paint: Painter) -> list[str]:
    lines = textwrap.wrap(text, width() - 10, break_long_words=False, break_on_hyphens=False)
    return [" " * 9 + paint(DIM, line) for line in lines]


def picture_lines(picture: Picture, paint: Painter) -> list[str]:
    """The zones that hold something, then variables, then who is to choose."""
    from ruledsl.diagnostics.neutral import neutral

    empty = [name for name, cards in picture.zones.items() if not cards]
    full = {name: cards for name, cards in picture.zones.items() if cards}
    longest = max(map(len, full), default=0)
    lines = []
    for name, cards in full.items():
        lines.append(f"  {paint(BOLD, neutral(name.ljust(longest)))}  {neutral(_cards(cards))}")
    if empty:
        lines += _list("empty", empty)
    values = [f"{name} {value}" for name, value in picture.values.items()]
    if values:
        lines += _list("with", values)
    if picture.chooser:
        turn = f", turn of {picture.turn}" if picture.turn and picture.turn != picture.chooser else ""
        lines.append(f"  {picture.chooser} {CHOOSING.get(picture.mode, 'to choose')}{turn}")
    else:
        lines.append("  the game is over")
    return lines


def _cards(cards: tuple[str, ...]) -> str:
    from ruledsl.tools.picture import UNKNOWN

    count = f"{len(cards):3}"
    if all(card == UNKNOWN for card in cards):
        return count
    shown = " ".join(cards[:MOST_SHOWN])
    more = len(cards) - MOST_SHOWN
    return f"{count}: {shown}" + (f" and {more} more" if more > 0 else "")


def _list(word: str, texts: list[str]) -> list[str]:
    from ruledsl.diagnostics.neutral import neutral

    return textwrap.wrap(
        f"({word}: {neutral(', '.join(texts))})",
        width(),
        initial_indent="  ",
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def picture_data(picture: Picture) -> dict[str, Any]:
    """The position for programs."""
    return {
        "zones": {name: {"size": len(cards), "cards": list(cards)} for name, cards in picture.zones.items()},
        "values": picture.values,
        "turn": picture.turn or None,
        "chooser": picture.chooser or None,
        "mode": picture.mode or None,
        "moves": None if picture.moves is None else list(picture.moves),
    }
