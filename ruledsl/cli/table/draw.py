"""The table as a picture in lines, for a terminal of a given width; the less height there is, the terser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from ruledsl.cli.table.paint import Painter, flow
from ruledsl.cli.table.sheet import Grid, Place, Seat, Sheet
from ruledsl.diagnostics.neutral import neutral

LEVELS: Final = 4
"""How terse a picture can be: 0 all as boxes, 1 melds and the viewer's own cards as boxes, 2 only the latter,
3 everything in lines."""

MARGIN: Final = 12
"""Where the viewer's own cards begin, after the name of their zone."""
MOST_LISTED: Final = 6
"""So many known pieces of a hidden heap are listed, more are counted."""


class Drawing:
    """Draws sheets of one game for a terminal of a given width."""

    def __init__(self, painter: Painter, width: int) -> None:
        self.paint = painter
        self.width = max(width, 40)

    def table(self, sheet: Sheet, level: int = 0, shown: Sequence[int] = ()) -> list[Text]:
        """The whole table; `shown` are those of the viewer's own zones that are drawn, if any are named."""
        lines = [self.title(sheet)]
        lines += self.seats(sheet)
        for grid in sheet.grids:
            lines += self.grid(grid)
        lines += self.middle(sheet, level)
        for remark in sheet.remarks:
            lines += flow([self.paint.words(remark, "italic", brackets=True)], self.width, indent=2)
        lines += self.own(sheet, level, shown)
        return lines

    def title(self, sheet: Sheet) -> Text:
        """The line on top: the game, and the number of the move."""
        name = neutral(sheet.title) or "A game"
        right = " the end " if sheet.over else f" move {sheet.decisions + 1} "
        rule = self.paint.signs.rule
        head = Text(f"{rule * 2} ", "dim").append(name[: self.width - len(right) - 8], "bold").append(" ")
        head.append(rule * max(2, self.width - head.cell_len - len(right) - 2), "dim")
        return head.append(right, "dim").append(rule * 2, "dim")

    # -- players ---------------------------------------------------------------------------------

    def seats(self, sheet: Sheet) -> list[Text]:
        """A line for each player, in columns when they fit."""
        rows = [self._cells(sheet, seat) for seat in sheet.seats]
        if len(rows) == 1 and not any(cell.plain.strip() for _, cell in rows[0]):
            return []
        names = list(dict.fromkeys(name for row in rows for name, _ in row))
        cells = [[dict(row).get(name, Text()) for name in names] for row in rows]
        widths = [
            max([cell_len(name), *[row[i].cell_len for row in cells]])
            for i, name in enumerate(map(neutral, names))
        ]
        heads = [self._name(sheet, seat) for seat in sheet.seats]
        first = max(head.cell_len for head in heads)
        if first + sum(widths) + 2 * len(widths) <= self.width:
            top = Text(" " * first, "dim")
            for name, width in zip(names, widths, strict=True):
                top.append("  " + _filled(name, width))
            lines = [top] if names else []
            for head, row in zip(heads, cells, strict=True):
                line = _padded(head, first)
                for cell, width in zip(row, widths, strict=True):
                    line.append("  ").append_text(_padded(cell, width))
                line.rstrip()
                lines.append(line)
            return lines
        return self._seats_in_lines(heads, rows)

    def _seats_in_lines(self, heads: list[Text], rows: list[list[tuple[str, Text]]]) -> list[Text]:
        lines: list[Text] = []
        for head, row in zip(heads, rows, strict=True):
            chunks = [
                Text(f"{neutral(name)} ", "dim").append_text(cell) for name, cell in row if cell.plain.strip()
            ]
            line = head.copy().append("  ")
            lines += flow([line.append_text(chunks[0]) if chunks else head, *chunks[1:]], self.width)
        return lines

    def _name(self, sheet: Sheet, seat: Seat) -> Text:
        mark = self.paint.signs.here if seat.chooses else " "
        style = "bold" if seat.number == sheet.viewer else ""
        return Text(f"{mark} {seat.letter} ", style).append(seat.who, style or "dim")

    def _cells(self, sheet: Sheet, seat: Seat) -> list[tuple[str, Text]]:
        cells = [(place.label.partition(".")[2] or place.name, self._cell(place)) for place in seat.places]
        cells += [(held.name, self.paint.bar(held.amount, held.most)) for held in seat.held]
        cells += [(name, self.paint.words(text)) for name, text in seat.facts]
        return cells

    def _cell(self, place: Place) -> Text:
        """What lies in a zone, in a few signs."""
        counted = [Text(f"{amount} {neutral(name)}") for name, amount in place.counted]
        if not place.size:
            return Text(" ").join(counted) if counted else Text(self.paint.signs.nothing)
        return Text(" ").join([self._pieces(place), *counted])

    def _pieces(self, place: Place) -> Text:
        """The pieces of a zone that is not empty."""
        if place.melds:
            return Text("  ").join([self._meld(place, number) for number in range(len(place.melds))])
        size = Text(str(place.size))
        if place.kind == "pile":
            top = place.spots[-1]
            return size.append(", top ", "dim").append_text(self.paint.spot(top)) if top.text else size
        if place.visibility == "open":
            return self.paint.spots(place.spots) if place.kind == "row" or place.known else size
        if len(place.known) == place.size and place.visibility == "private":
            return size
        if not place.known or len(place.known) > MOST_LISTED:
            return size
        return size.append(", ").append_text(self.paint.spots(place.known))

    def _meld(self, place: Place, number: int) -> Text:
        meld = place.melds[number]
        said = f"{neutral(meld.kind)} of {meld.by}: " if meld.by else f"{neutral(meld.kind)}: "
        return Text(said, "dim").append_text(self.paint.spots(meld.spots))

    # -- the middle ------------------------------------------------------------------------------

    def middle(self, sheet: Sheet, level: int) -> list[Text]:
        """Zones of nobody, the supply, and variables that say something."""
        chunks: list[Text] = []
        blocks: list[list[Text]] = []
        for place in sheet.middle:
            if self._is_worth_boxes(place, level):
                blocks += self._blocks(place)
            else:
                chunks.append(Text(f"{neutral(place.name)} ", "dim").append_text(self._cell(place)))
        supply = [f"{amount} {neutral(name)}" for name, amount in sheet.supply if amount]
        if supply:
            chunks.append(Text("supply ", "dim").append(", ".join(supply)))
        facts = [
            Text(f"{neutral(name)} ", "dim").append_text(self.paint.words(text)) for name, text in sheet.facts
        ]
        return [*flow([*chunks, *facts], self.width, indent=2), *self._side_by_side(blocks)]

    def _is_worth_boxes(self, place: Place, level: int) -> bool:
        kinds = (("meld", "melds", "row", "slot", "bag"), ("meld",), (), ())[level]
        few = place.kind != "bag" or (place.visibility == "open" and place.size <= MOST_LISTED)
        return place.kind in kinds and few and bool(place.known) and len(place.melds) <= 2

    def _blocks(self, place: Place) -> list[list[Text]]:
        """The pieces of a zone as boxes under its name, a block for each meld."""
        if not place.melds:
            return [
                [Text(neutral(place.name), "dim"), *self.paint.boxes(place.spots, self.width - 2)],
            ]
        blocks = []
        for meld in place.melds:
            by = f" of {meld.by}" if meld.by else ""
            name = Text(f"{neutral(place.name)}: {neutral(meld.kind)}{by}", "dim")
            blocks.append([name, *self.paint.boxes(meld.spots, self.width - 2)])
        return blocks

    def _side_by_side(self, blocks: Sequence[list[Text]]) -> list[Text]:
        """Blocks beside each other, wrapped."""
        lines: list[Text] = []
        waiting: list[list[Text]] = []
        for block in [*blocks, []]:
            room = sum(_width(each) + 3 for each in waiting) + _width(block) + 2
            if waiting and (not block or room > self.width):
                for height in range(max(len(each) for each in waiting)):
                    line = Text("  ")
                    for each in waiting:
                        part = each[height] if height < len(each) else Text()
                        line.append_text(_padded(part, _width(each) + 3))
                    line.rstrip()
                    lines.append(line)
                waiting = []
            waiting.append(block)
        return lines

    # -- zones laid out by an enum ---------------------------------------------------------------

    def grid(self, grid: Grid) -> list[Text]:
        """Zones side by side; the pieces stand below each other where they do not fit beside each other."""
        head = max(cell_len(neutral(name)) for name in (grid.domain, *[name for name, _ in grid.rows])) + 2
        for stacked in (False, True):
            rows = [self._grid_row(name, places, stacked) for name, places in grid.rows]
            widths = [
                max([cell_len(neutral(member)), *[_width(cells[i]) for _, cells in rows]])
                for i, member in enumerate(grid.members)
            ]
            for _, texts in grid.facts:
                widths = [
                    max(width, cell_len(neutral(text))) for width, text in zip(widths, texts, strict=True)
                ]
            if head + 2 + sum(widths) + 2 * len(widths) <= self.width:
                return self._grid_lines(grid, rows, head, widths)
        return self._grid_as_list(grid)

    def _grid_row(self, name: str, places: Sequence[Place], stacked: bool) -> tuple[str, list[list[Text]]]:
        cells = []
        for place in places:
            if stacked and place.spots and place.kind != "pile":
                cells.append([self.paint.spot(spot) for spot in place.spots])
            else:
                cells.append([self._cell(place)])
        return name, cells

    def _grid_lines(
        self,
        grid: Grid,
        rows: Sequence[tuple[str, list[list[Text]]]],
        head: int,
        widths: Sequence[int],
    ) -> list[Text]:
        top = Text("  " + _filled(grid.domain, head), "dim")
        for member, width in zip(grid.members, widths, strict=True):
            top.append("  " + _filled(member, width), "bold")
        lines = [top]
        for name, cells in rows:
            for height in range(max(len(cell) for cell in cells)):
                line = Text("  " + _filled(name if height == 0 else "", head), "dim")
                for cell, width in zip(cells, widths, strict=True):
                    part = cell[height] if height < len(cell) else Text()
                    line.append("  ").append_text(_padded(part, width))
                lines.append(line)
        for name, texts in grid.facts:
            line = Text("  " + _filled(name, head), "dim")
            for text, width in zip(texts, widths, strict=True):
                line.append("  ").append_text(_padded(self.paint.words(text), width))
            lines.append(line)
        for line in lines:
            line.rstrip()
        return lines

    def _grid_as_list(self, grid: Grid) -> list[Text]:
        lines: list[Text] = []
        for number, member in enumerate(grid.members):
            chunks = [
                Text(f"{neutral(name)} ", "dim").append_text(self._cell(places[number]))
                for name, places in grid.rows
            ]
            chunks += [Text(f"{neutral(name)} {texts[number]}") for name, texts in grid.facts]
            head = Text(f"{neutral(grid.domain)} {neutral(member)}  ", "bold")
            lines += flow([head.append_text(chunks[0]), *chunks[1:]], self.width, indent=2)
        return lines

    # -- the viewer's own cards ------------------------------------------------------------------

    def own(self, sheet: Sheet, level: int, shown: Sequence[int]) -> list[Text]:
        """The viewer's own cards with the numbers that they go by."""
        lines: list[Text] = []
        for place in sheet.own:
            name = neutral(place.label.partition(".")[2])
            if level < LEVELS - 1 and (not shown or place.number in shown):
                keys = () if place.named_by_codes else place.keys
                drawn = self.paint.boxes(place.spots, self.width - MARGIN, keys)
                for number, line in enumerate(drawn):
                    said = set_cell_size(f"  {name}", MARGIN - 1) if number == 1 else ""
                    lines.append(Text(said.ljust(MARGIN), "bold").append_text(line))
            else:
                lines += self._own_in_line(name, place)
        return lines

    def _own_in_line(self, name: str, place: Place) -> list[Text]:
        chunks = [
            Text("" if place.named_by_codes else f"{key}:", "dim").append_text(self.paint.spot(spot))
            for key, spot in zip(place.keys, place.spots, strict=True)
        ]
        chunks[0] = Text(f"{name} ", "dim").append_text(chunks[0])
        return flow(chunks, self.width, indent=2, gap="  ")


def _filled(text: str, width: int) -> str:
    """A harmless text that takes so much room."""
    return set_cell_size(neutral(text), width)


def _padded(text: Text, width: int) -> Text:
    padded = text.copy()
    padded.pad_right(max(0, width - text.cell_len))
    return padded


def _width(cell: Sequence[Text]) -> int:
    return max([text.cell_len for text in cell], default=0)
