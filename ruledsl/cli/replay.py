"""`ruledsl replay`: a recorded game, shown and verified."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruledsl.cli.output import BOLD, GREEN, Painter, document, write, write_json

if TYPE_CHECKING:
    from interpreter.position import Position
    from ruledsl.diagnostics import Diagnostic
    from ruledsl.tools.events import Happened
    from ruledsl.tools.replaying import Replay


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file that `ruledsl play --save` wrote.")],
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", help="Show how it stood after N moves instead.")
    ] = None,
    seat: Annotated[
        str, typer.Option("--as", metavar="SEAT", help="Show only what this player may see: A, B, C ...")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON, for programs.")] = False,
) -> None:
    """Show a recorded game move by move, and verify it.

    Every move is made again by the rules that the record carries. The first one that cannot be made, or that
    leads to another position than recorded, is named; the status is 1 then.

    \b
    Examples:
      ruledsl replay game.json
      ruledsl replay game.json --at 12 --as B
    """
    from ruledsl.cli.records import open_record

    opened = open_record(file)
    viewer = opened.seat(seat) if seat else None
    if at is not None:
        opened.check_moment(at)
    shown = _Json(opened, viewer, at) if as_json else _Lines(opened, viewer, at)
    problems = _follow(opened, viewer, shown)
    shown.end(problems)
    if problems:
        raise typer.Exit(1)


def _follow(opened: Replay, viewer: int | None, shown: _Shown) -> tuple[Diagnostic, ...]:
    """Follows the record to its end, or to the first move that differs: then with what is wrong."""
    from ruledsl.tools.faults import PlayFault
    from ruledsl.tools.replaying import follow
    from ruledsl.tools.saved import RecordError

    try:
        for happened, position in follow(opened, viewer):
            shown.step(happened, position)
    except RecordError as error:
        return error.diagnostics
    except PlayFault as fault:
        return (fault.diagnostic(opened.path),)
    return ()


class _Shown:
    """Where the moves go; `at` is the moment to show instead of the moves."""

    def __init__(self, opened: Replay, viewer: int | None, at: int | None) -> None:
        self.opened, self.viewer, self.at = opened, viewer, at
        self.last: Position | None = None
        self.count = -1

    def step(self, happened: Happened, position: Position) -> None:
        """One move, with the position after it."""
        self.last, self.count = position, self.count + 1

    def end(self, problems: tuple[Diagnostic, ...]) -> None:
        """After the last move that could be followed."""

    def ranking(self) -> list[str]:
        """The places, when the game was followed to its end."""
        from ruledsl.tools.picture import ranking_in_words

        if self.last is None or not self.last.over:
            return []
        return ranking_in_words(self.opened.machine, self.opened.machine.outcome(self.last))

    def seat(self, happened: Happened) -> str:
        """The letter of who moved."""
        return "" if happened.seat is None else self.opened.machine.layout.seat_names[happened.seat]


class _Lines(_Shown):
    """As text, written as it comes."""

    def __init__(self, opened: Replay, viewer: int | None, at: int | None) -> None:
        super().__init__(opened, viewer, at)
        self.paint = Painter(sys.stdout)
        write(self._heading())

    def _heading(self) -> str:
        from ruledsl.diagnostics.neutral import neutral

        record = self.opened.record
        parts = [f"{record.players} player{'' if record.players == 1 else 's'}"]
        parts += [f"{name} {_setting(value)}" for name, value in record.settings]
        if self.viewer is None:
            parts.append(f"seed {record.seed}")
        else:
            parts.append(f"as {self.opened.machine.layout.seat_names[self.viewer]} saw it")
        return f"{self.paint(BOLD, neutral(record.title))}, {neutral(', '.join(parts))}\n"

    def step(self, happened: Happened, position: Position) -> None:
        """Writes a move, or the position when it is the wanted moment."""
        from ruledsl.cli.pictures import happened_lines, picture_lines
        from ruledsl.tools.picture import picture

        super().step(happened, position)
        if self.at is None:
            lines = happened_lines(happened, self.seat(happened), self.paint)
        elif self.at == happened.number:
            lines = picture_lines(picture(self.opened.machine, position, self.viewer), self.paint)
        else:
            return
        write("\n".join(lines) + "\n")

    def end(self, problems: tuple[Diagnostic, ...]) -> None:
        """Writes the result, and whether all was as recorded."""
        from ruledsl.cli.errors import report

        if problems:
            report(problems)
            return
        if self.at is None:
            places = self.ranking()
            write(f"result: {'; '.join(places)}\n" if places else "the game is not finished\n")
        verified = f"verified: {self.count} move{'' if self.count == 1 else 's'}, each as recorded"
        write(f"{self.paint(GREEN, verified)}\n")


class _Json(_Shown):
    """As one document; with a viewer it holds nothing from which secrets could be worked out."""

    def __init__(self, opened: Replay, viewer: int | None, at: int | None) -> None:
        super().__init__(opened, viewer, at)
        self.moves: list[dict[str, Any]] = []
        self.position: dict[str, Any] | None = None

    def step(self, happened: Happened, position: Position) -> None:
        """Keeps a move, and the position when it is the wanted moment."""
        from ruledsl.cli.pictures import picture_data
        from ruledsl.tools.picture import picture

        super().step(happened, position)
        move = {
            "number": happened.number,
            "seat": self.seat(happened) or None,
            "move": happened.text or None,
            "events": list(happened.effects),
        }
        self.moves.append(move)
        if self.at == happened.number:
            self.position = picture_data(picture(self.opened.machine, position, self.viewer))

    def end(self, problems: tuple[Diagnostic, ...]) -> None:
        """Writes the document."""
        from ruledsl.diagnostics.render.json import document as findings

        record = self.opened.record
        names = self.opened.machine.layout.seat_names
        parts: dict[str, Any] = {
            "title": record.title,
            "players": record.players,
            "settings": dict(record.settings),
            "as": None if self.viewer is None else names[self.viewer],
            "seed": record.seed if self.viewer is None else None,
            "moves": self.moves,
            "position": self.position,
            "finished": self.last is not None and self.last.over,
            "result": self.ranking(),
            "verified": not problems,
            "diagnostics": findings(problems)["diagnostics"],
        }
        write_json(document("replay", **parts))


def _setting(value: object) -> str:
    if value is None:
        return "none"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
