"""`ruledsl options`: what may be done in a position, and why something else may not."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruledsl.cli.output import BOLD, CYAN, GREEN, RED, Painter, document, remark, write, write_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.machine import Machine
    from interpreter.position import Position
    from ruledsl.source import Span
    from ruledsl.tools.legal_moves import Judgement, LegalMoves, Objection


def options(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A rules file, or the name of a game that comes along.")
    ] = "",
    given: Annotated[
        str | None,
        typer.Option(
            "--given", metavar="FACTS", help="The position, as `given` in an example has it; may be empty."
        ),
    ] = None,
    replay: Annotated[
        str, typer.Option("--replay", metavar="PATH", help="A position of this recorded game instead.")
    ] = "",
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", help="With --replay: after N moves; else the last.")
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", help="How many play; the fewest by default.")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Choose a setting; may be given several times."),
    ] = None,
    why: Annotated[
        str | None,
        typer.Option("--why", metavar="MOVE", help="Tell every reason why this move is refused."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON, for programs.")] = False,
) -> None:
    """List the legal moves of a position, or say why a move is refused.

    The position is described by `--given`, in the words of the examples, or is one of a recorded game.

    \b
    Examples:
      ruledsl options mine.rules --given "A.hand = [9C], at turn of A"
      ruledsl options mine.rules --given "A.hand = [9C], at turn of A" --why 9C
      ruledsl options --replay game.json --at 12 --json
    """
    _check_usage(file, given, replay, at, players is not None or bool(settings))
    machine, position, origins = (
        _replayed(file, replay, at) if replay else _described(file, given or "", players, settings or [])
    )
    if why is None:
        _list(machine, position, origins, as_json)
    else:
        _judge(machine, position, origins, why, as_json)


def _check_usage(file: str, given: str | None, replay: str, at: int | None, configured: bool) -> None:
    from ruledsl.cli.errors import usage_error

    if replay and (given is not None or configured):
        raise usage_error("--replay brings its own position: leave out --given, --players and --set")
    if not replay and not file:
        raise usage_error("name a rules FILE with --given, or a recorded game with --replay")
    if not replay and given is None:
        raise usage_error('say which position: --given "..." or --replay PATH')
    if at is not None and not replay:
        raise usage_error("--at N belongs to --replay PATH")


_PLACE = re.compile(r"\b(at|after)\s")
"""Words of a `given` that say where play stands."""

_Place = tuple["Machine", "Position", "tuple[Span, ...]"]


def _described(file: str, given: str, players: int | None, settings: Sequence[str]) -> _Place:
    from interpreter.faults import RulesFault
    from interpreter.setup.facts import SetUpError
    from ruledsl import pipeline
    from ruledsl.cli.arguments import named_values
    from ruledsl.cli.errors import Problem
    from ruledsl.diagnostics import Diagnostic
    from ruledsl.tools.faults import PlayFault
    from ruledsl.tools.legal_moves import origins_of
    from ruledsl.tools.testing import position_from_given

    game = pipeline.load(file)
    chosen = named_values(settings)
    game.configure(players, chosen)
    if "[" in given and not _PLACE.search(given):
        remark(
            "note: play begins at `phase game`, and what it deals replaces what --given says; "
            "say where play stands, as in `at turn of A`\n"
        )
    try:
        machine, position = position_from_given(game, given, players, chosen)
    except SetUpError as error:
        facts = {"reason": error.reason}
        raise Problem(Diagnostic("E480", facts=facts, path="--given")) from error
    except RulesFault as fault:
        origins = game.lowered(game.configure(players, chosen)).origins
        span = origins[fault.origin] if 0 <= fault.origin < len(origins) else None
        raise PlayFault(fault, span, {}) from fault
    return machine, position, origins_of(game, machine)


def _replayed(file: str, path: str, at: int | None) -> _Place:
    from ruledsl.cli.records import open_record, same_rules

    opened = open_record(path)
    if file:
        same_rules(file, opened.game, path)
    position = opened.moment(len(opened.record.steps) if at is None else at)
    return opened.machine, position, opened.origins


# ---------------------------------------------------------------------------------------------
# The list


def _list(machine: Machine, position: Position, origins: Sequence[Span], as_json: bool) -> None:
    from ruledsl.tools.legal_moves import legal_moves

    found = legal_moves(machine, position, origins)
    if as_json:
        moves = [{"text": move.text, "label": move.label, "key": move.key} for move in found.moves]
        write_json(document("options", **_decision(found), moves=moves))
    else:
        write(_lines(found))


def _decision(found: LegalMoves) -> dict[str, Any]:
    return {
        "over": found.over,
        "seat": found.seat or None,
        "mode": found.mode or None,
        "simultaneous": found.simultaneous,
        "place": _place(found.span),
    }


def _lines(found: LegalMoves) -> str:
    from ruledsl.cli.pictures import CHOOSING
    from ruledsl.diagnostics.neutral import neutral

    if found.over:
        return "the game is over: there is nothing to choose\n"
    paint = Painter(sys.stdout)
    count = f"{len(found.moves)} move{'' if len(found.moves) == 1 else 's'}"
    secret = ", in secret" if found.simultaneous else ""
    head = f"{paint(BOLD, found.seat)} {CHOOSING.get(found.mode, 'to choose')}{secret}: {count}\n"
    return head + "".join(f"  {neutral(move.text)}\n" for move in found.moves)


# ---------------------------------------------------------------------------------------------
# Why not


def _judge(machine: Machine, position: Position, origins: Sequence[Span], text: str, as_json: bool) -> None:
    from ruledsl.cli.errors import Problem
    from ruledsl.diagnostics import Diagnostic
    from ruledsl.tools.legal_moves import judge

    if position.over:
        raise Problem(Diagnostic("E481", facts={"move": text}))
    judgement = judge(machine, position, origins, text)
    if as_json:
        reasons = [
            {"kind": reason.kind, "text": reason.text, "place": _place(reason.span)}
            for reason in judgement.objections
        ]
        seat = machine.layout.seat_names[machine.decision(position).seat]
        meant = list(judgement.meant)
        write_json(
            document("why", move=text, seat=seat, allowed=judgement.allowed, reasons=reasons, meant=meant)
        )
    else:
        write(_judgement_lines(judgement))


def _judgement_lines(judgement: Judgement) -> str:
    from ruledsl.diagnostics.neutral import neutral

    paint = Painter(sys.stdout)
    move = neutral(judgement.text)
    if judgement.allowed:
        return f"{paint(GREEN, 'allowed')}: {move}\n"
    lines = [f"{paint(RED, 'refused')}: {move}"]
    for number, reason in enumerate(judgement.objections, 1):
        lines.append("")
        lines += _reason_lines(reason, f"{number}. " if len(judgement.objections) > 1 else "", paint)
    if judgement.meant:
        lines += ["", "it may stand for:"]
        lines += [f"  {paint(CYAN, neutral(text))}" for text in judgement.meant]
    return "\n".join(lines) + "\n"


def _reason_lines(reason: Objection, number: str, paint: Painter) -> list[str]:
    from ruledsl.cli.excerpts import excerpt
    from ruledsl.diagnostics.neutral import neutral

    lines = [f"{number}{paint(BOLD, neutral(reason.text))}"]
    return lines + (excerpt(reason.span, paint, RED) if reason.span is not None else [])


def _place(span: Span | None) -> dict[str, Any] | None:
    if span is None:
        return None
    line, column = span.source.position(span.start)
    return {"path": span.source.path, "line": line, "column": column}
