"""What may be done in a position, and why something else may not."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from interpreter.explain import Reason
from interpreter.machine import Decision, Machine, Option
from interpreter.notation import Unclear, decision_texts, find_option, key_text
from interpreter.parse import why_not
from interpreter.position import Position
from ruledsl.model.config import Configuration
from ruledsl.model.settings import SettingError
from ruledsl.pipeline import Game
from ruledsl.source import Span
from ruledsl.tools.faults import placed


@frozen
class Move:
    """One legal move: its text, different from that of every other; `label` is empty for declining."""

    text: str
    label: str
    key: str


@frozen
class LegalMoves:
    """The decision that is due: who chooses, how (one, may, keeps), and the moves; `over`: there is none."""

    seat: str
    mode: str
    simultaneous: bool
    moves: tuple[Move, ...]
    span: Span | None = None
    over: bool = False


@frozen
class Objection:
    """One reason against a move: `kind` as in `interpreter.explain.Reason`, `span` the rule it comes from."""

    kind: str
    text: str
    span: Span | None


@frozen
class Judgement:
    """Whether a typed move may be made. `meant` are legal moves that it may stand for, when it is not one."""

    text: str
    allowed: bool
    objections: tuple[Objection, ...] = ()
    meant: tuple[str, ...] = ()


def legal_moves(machine: Machine, pos: Position, origins: Sequence[Span]) -> LegalMoves:
    """What may be done. Raises PlayFault when the rules cannot be followed."""
    if pos.over:
        return LegalMoves("", "", False, (), over=True)
    with placed(machine, origins, pos):
        decision = machine.decision(pos)
        texts = decision_texts(machine, decision)
    moves = [
        Move(text, option.label if option.kind == "option" else "", key_text(option))
        for text, option in zip(texts, decision.options, strict=True)
    ]
    seat = machine.layout.seat_names[decision.seat]
    span = _span(origins, decision.origin)
    return LegalMoves(seat, decision.mode, decision.simultaneous, tuple(moves), span)


def judge(machine: Machine, pos: Position, origins: Sequence[Span], text: str) -> Judgement:
    """Whether a typed move may be made in a position that is not over, and every reason against it."""
    with placed(machine, origins, pos):
        found = find_option(machine, pos, text)
        if isinstance(found, Option):
            return Judgement(text, True)
        decision = machine.decision(pos)
        meant = _texts_of(machine, decision, found)
        reasons = why_not(machine, decision, text)
    return Judgement(text, False, tuple(_objection(origins, reason) for reason in reasons), meant)


def _texts_of(machine: Machine, decision: Decision, unclear: Unclear) -> tuple[str, ...]:
    keys = {option.key for option in unclear.candidates}
    pairs = zip(decision_texts(machine, decision), decision.options, strict=True)
    return tuple(text for text, option in pairs if option.key in keys)


def _objection(origins: Sequence[Span], reason: Reason) -> Objection:
    return Objection(reason.kind, reason.text, _span(origins, reason.origin))


def _span(origins: Sequence[Span], origin: int) -> Span | None:
    return origins[origin] if 0 <= origin < len(origins) else None


def origins_of(game: Game, machine: Machine) -> tuple[Span, ...]:
    """The places that a Program's origins stand for, for a Program of this game."""
    program = machine.program
    known = {setting.name for setting in game.settings}
    chosen = {name: value for name, value in program.settings if name in known and value is not None}
    try:
        config = game.configure(program.players, chosen)
    except SettingError:
        config = Configuration(program.players)
    return game.lowered(config).origins
