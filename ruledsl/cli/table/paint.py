"""How cards, texts and bars look: colours, signs and their plain stand-ins.

Suits are told apart by the letter in a card's code and, besides, by colour, from a palette that people with
any kind of colour vision can tell apart (M. Okabe and K. Ito, "Color Universal Design", 2008).  Texts from a
rules file are made harmless here and never read as markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from attrs import frozen
from rich.text import Text

from interpreter.notation import face_text
from interpreter.program import Program
from ruledsl.cli.table.brackets import LISTS, NOTHING, separated
from ruledsl.cli.table.sheet import Spot
from ruledsl.diagnostics.neutral import neutral

PALETTE: Final = ("#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#f0e442", "#0072b2", "#999999")
"""Eight colours that stay apart in any kind of colour vision, the more readable ones first."""

MOST_TINTS: Final = len(PALETTE)
MOST_SQUARES: Final = 10
"""Up to so many counted pieces are drawn one by one, more as a bar."""

BAR: Final = 8
_EIGHTHS: Final = " ▏▎▍▌▋▊▉"
_DICE: Final = "⚀⚁⚂⚃⚄⚅"


@frozen
class Signs:
    """The signs of a picture, for terminals that know them or in ASCII."""

    arrow: str
    here: str
    square: str
    hidden: str
    dot: str
    rule: str
    nothing: str
    corners: str
    """top left, top right, bottom left, bottom right, across, down"""
    dice: str


UNICODE: Final = Signs("→", "▸", "■", "▒", "·", "─", "–", "╭╮╰╯─│", "┏┓┗┛━┃")
ASCII: Final = Signs("->", ">", "#", "?", "|", "-", "-", "++++-|", "++++=!")


class Painter:
    """Paints for one Program; `unicode` False keeps to ASCII."""

    def __init__(self, program: Program, unicode: bool = True) -> None:
        self.program = program
        self.unicode = unicode
        self.signs = UNICODE if unicode else ASCII
        self.tints = _tints(program)
        self._codes: dict[str, int | None] = {}
        for face in range(len(program.faces)):
            self._codes.setdefault(face_text(program, face), self.tints[face])

    # -- pieces ----------------------------------------------------------------------------------

    def spot(self, spot: Spot) -> Text:
        """A card by its code, a die by its face, an unknown one as its back."""
        if not spot.text:
            return Text(f"{spot.owner}." * bool(spot.owner) + self.signs.hidden * 2, "dim")
        text = neutral(spot.label)
        if spot.die:
            return Text(self.die(text), "bold")
        return Text(text, self.style(spot.face))

    def die(self, text: str) -> str:
        """What a die shows, with its face where there is a sign for it."""
        if self.unicode and text in ("1", "2", "3", "4", "5", "6"):
            return f"{_DICE[int(text) - 1]} {text}"
        return f"<{text}>" if not self.unicode else text

    def style(self, face: int) -> str:
        """The style of a face."""
        tint = self.tints[face] if face >= 0 else None
        return "bold" if tint is None else f"bold {PALETTE[tint]}"

    def spots(self, spots: Iterable[Spot]) -> Text:
        """Pieces in a row, one blank between."""
        return Text(" ").join([self.spot(spot) for spot in spots])

    def words(self, text: str, style: str = "", brackets: bool = False) -> Text:
        """A text in which the codes that stand in brackets are painted; the brackets may be left out."""
        painted = Text(style=style)
        if not brackets:
            text = separated(text)
        for number, part in enumerate(LISTS.split(neutral(text))):
            if number % 2 == 0:
                painted.append(part.replace(" -> ", f" {self.signs.arrow} "))
                continue
            painted.append("[" if brackets else "" if part else NOTHING)
            for index, code in enumerate(part.split(" ")):
                painted.append(" " if index else "")
                painted.append(code, self._style_of_code(code))
            painted.append("]" if brackets else "")
        return painted

    def _style_of_code(self, code: str) -> str:
        plain = code.rpartition(".")[2] if code not in self._codes else code
        tint = self._codes.get(plain.partition("=")[0])
        return "bold" if tint is None else f"bold {PALETTE[tint]}"

    # -- boxes -----------------------------------------------------------------------------------

    def boxes(self, spots: Sequence[Spot], width: int, keys: Sequence[str] = ()) -> list[Text]:
        """Pieces as boxes side by side, apart where there is room, else overlapping; rows are wrapped.

        `keys` are written below them.
        """
        faces = [self.spot(spot) for spot in spots]
        inner = max([face.cell_len for face in faces], default=2)
        inner = max([inner, *map(len, keys)])
        apart = (inner + 3) * len(faces) <= width
        step = inner + 3 if apart else inner + 1
        fitting = max(1, width // step if apart else (width - 2) // step)
        lines: list[Text] = []
        for start in range(0, len(faces), fitting):
            part = range(start, min(start + fitting, len(faces)))
            lines += self._box_row([spots[i] for i in part], [faces[i] for i in part], inner, apart)
            if keys:
                lines.append(self._keys([keys[i] for i in part], step))
        return lines

    def _box_row(self, spots: Sequence[Spot], faces: Sequence[Text], inner: int, apart: bool) -> list[Text]:
        rows = [Text(), Text(), Text()]
        for index, (spot, face) in enumerate(zip(spots, faces, strict=True)):
            corners = self.signs.dice if spot.die else self.signs.corners
            closed = apart or index == len(spots) - 1
            room = inner + 1 if closed else inner
            style = "" if spot.text else "dim"
            filled = face.copy()
            filled.pad_right(room - face.cell_len)
            rows[0].append(corners[0] + corners[4] * room + (corners[1] if closed else ""), style)
            rows[1].append(corners[5], style).append_text(filled).append(corners[5] if closed else "", style)
            rows[2].append(corners[2] + corners[4] * room + (corners[3] if closed else ""), style)
        return rows

    def _keys(self, keys: Sequence[str], step: int) -> Text:
        return Text("".join(f" {key}".ljust(step) for key in keys).rstrip(), "dim")

    # -- numbers ---------------------------------------------------------------------------------

    def bar(self, amount: int, most: int) -> Text:
        """Counted pieces one by one, or as a bar beside the greatest number of anybody."""
        if most <= MOST_SQUARES:
            return Text(self.signs.square * amount + (" " if amount else "") + str(amount))
        eighths = round(max(0, amount) * BAR * 8 / most)
        if self.unicode:
            full = "█" * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")
        else:
            full = "=" * round(eighths / 8)
        return Text(full.ljust(BAR) + " " + str(amount))


def _tints(program: Program) -> list[int | None]:
    """For each face the number of its colour: by the enum with the fewest members that its family has."""
    found: list[int | None] = []
    for face in program.faces:
        sizes = [
            (len(program.domains[attribute.domain].members), number)
            for number, attribute in enumerate(program.attributes)
            if attribute.domain is not None and face.values[number] is not None
        ]
        fitting = [(size, number) for size, number in sizes if 2 <= size <= MOST_TINTS]
        found.append(face.values[min(fitting)[1]] if fitting else None)
    return found


def flow(chunks: Sequence[Text], width: int, indent: int = 0, gap: str = "   ") -> list[Text]:
    """Chunks one after the other, wrapped; a chunk that is too long for a line is cut at blanks."""
    lines: list[Text] = []
    line = Text(" " * indent)
    for chunk in chunks:
        between = gap if line.cell_len > indent else ""
        if line.cell_len + len(between) + chunk.cell_len <= width:
            line.append(between).append_text(chunk)
            continue
        if line.cell_len > indent:
            lines.append(line)
        line = Text(" " * indent)
        for word in _words(chunk):
            if line.cell_len > indent and line.cell_len + word.cell_len > width:
                line.rstrip()
                lines.append(line)
                line = Text(" " * (indent + 2))
            line.append_text(word)
    if line.cell_len > indent:
        lines.append(line)
    return lines


def _words(text: Text) -> list[Text]:
    """A text cut behind its blanks."""
    cuts = [match.end() for match in re.finditer(r" +", text.plain)]
    return list(text.divide(cuts))
