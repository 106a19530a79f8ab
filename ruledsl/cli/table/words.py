"""Sentences for the table: news, results, help.  Plain texts; codes of cards stand in brackets.

Texts of a rules file come out harmless: `Painter.words` and the plain screen make them so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from interpreter.outcome import Outcome
from interpreter.program import Domain, Expr
from ruledsl.cli.table.commands import COMMANDS
from ruledsl.tools.events import SECRET, Happened, Viewer
from ruledsl.tools.legal_moves import Judgement
from ruledsl.tools.session import Session

# ---------------------------------------------------------------------------------------------
# What has happened


def news(session: Session, viewer: Viewer, since: int) -> list[str]:
    """What happened after so many lines of the viewer's log, a line for each stretch of one player.

    The viewer's own choices are told only where something came of them, or where they were taken for them.
    """
    lines = []
    told = [event for event in session.log[viewer][since:] if _is_news(session, viewer, event)]
    for (seat, secret), group in groupby(told, key=lambda event: (event.seat, event.text == SECRET)):
        if secret:
            lines += [f"All have chosen: {'; '.join(_totals_first(event))}" for event in group]
        else:
            head = "" if seat is None else f"{who(session, viewer, seat)}: "
            lines.append(head + "; ".join(_with_effects(session, event) for event in group))
    return lines


def _is_news(session: Session, viewer: Viewer, event: Happened) -> bool:
    if event.seat is None:
        return False
    if event.seat == viewer or event.text == SECRET:
        return bool(event.effects) or _was_forced(session, event)
    return True


def _was_forced(session: Session, event: Happened) -> bool:
    return 0 < event.number <= len(session.chosen) and session.chosen[event.number - 1].forced


def _with_effects(session: Session, event: Happened) -> str:
    text = f"{event.text}, the only move" if _was_forced(session, event) else event.text
    return f"{text} ({'; '.join(_totals_first(event))})" if event.effects else text


def _totals_first(event: Happened) -> tuple[str, ...]:
    """What came of a move, what matters most in front: the end of a long line is cut off."""
    moves = len(event.effects) - event.totals
    return (*event.effects[moves:], *event.effects[:moves])


def log_lines(session: Session, viewer: Viewer) -> list[str]:
    """The viewer's whole log, a line for each move."""
    return [event_line(session, viewer, event) for event in session.log[viewer]]


def event_line(session: Session, viewer: Viewer, event: Happened) -> str:
    """One move with what came of it."""
    head = "" if event.seat is None else f"{event.number}. {who(session, viewer, event.seat)}: "
    return "; ".join([head + event.text, *event.effects])


def who(session: Session, viewer: Viewer, seat: int) -> str:
    """A player as the viewer is told of them."""
    return "You" if seat == viewer and len(session.people) == 1 else session.layout.seat_names[seat]


def stands_for(session: Session) -> list[str]:
    """For each seat what sits there, in a word."""
    people = "you" if len(session.people) == 1 else "player"
    return [people if seat in session.people else kind for seat, kind in enumerate(session.seats)]


# ---------------------------------------------------------------------------------------------
# The end


def result_lines(session: Session) -> list[str]:
    """How a finished game ended: the ranking with what it goes by, ratings, payoffs."""
    outcome = session.outcome
    if outcome.no_result:
        return [f"No result: the game was broken off after {len(session.chosen)} choices."]
    lines = []
    keys = _key_names(session)
    number = 1
    for place in outcome.ranking:
        names = ", ".join(_member(session, outcome, member) for member in place)
        said = _scores(outcome, place[0], keys)
        if session.program.players > 1:
            lines.append(f"{number}. {names}" + (f": {said}" if said else ""))
        elif said:
            lines.append(f"Result: {said}")
        number += len(place)
    if outcome.rating is not None:
        for member, value in enumerate(outcome.rating):
            lines.append(f"Rating of {_member(session, outcome, member)}: {value}")
    if session.program.payoffs:
        worth = ", ".join(
            f"{session.layout.seat_names[seat]} {payoff_text(value)}"
            for seat, value in enumerate(outcome.payoffs)
        )
        lines.append(f"Payoffs: {worth}")
    return lines


def winner_line(session: Session, viewer: Viewer) -> str:
    """Who has won, in a sentence."""
    outcome = session.outcome
    if outcome.no_result:
        return "The game ends without a result."
    if session.program.players == 1 or not outcome.ranking:
        return "The game is over."
    best = outcome.ranking[0]
    members = session.program.teams if outcome.by_team else session.program.players
    if len(best) == members:
        return "The game is over: a tie."
    names = [_member(session, outcome, member) for member in best]
    if not outcome.by_team and list(best) == [viewer] and len(session.people) == 1:
        return "You win!"
    return f"{' and '.join(names)} {'wins' if len(names) == 1 else 'win'}!"


def _member(session: Session, outcome: Outcome, member: int) -> str:
    return f"team {member + 1}" if outcome.by_team else session.name(member)


def payoff_text(value: int | Fraction) -> str:
    """A payoff with its sign; fractions as such."""
    return f"{value:+d}" if isinstance(value, int) else f"{'+' if value > 0 else ''}{value}"


def _scores(outcome: Outcome, member: int, keys: Sequence[str]) -> str:
    values = outcome.scores[member] if member < len(outcome.scores) else ()
    return ", ".join(
        f"{keys[i]} {_plain(value)}" if i < len(keys) and keys[i] else _plain(value)
        for i, value in enumerate(values)
    )


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value)


def _key_names(session: Session) -> list[str]:
    """What the keys of the result are called, where they are something with a name."""
    for rule in reversed(session.program.results):
        if rule.condition is None:
            return [_name(session, key.value) for key in rule.keys]
    return []


def _name(session: Session, expr: Expr) -> str:
    program = session.program
    if expr.op == "held":
        return str(program.counters[expr.static[0]].name)
    if expr.op == "var":
        return str(program.variables[expr.static[0]].name)
    if expr.op == "zone_size" and expr.args[0].op == "zone":
        return str(program.zones[expr.args[0].static[0]].name)
    return ""


# ---------------------------------------------------------------------------------------------
# Answers


def objection_lines(judgement: Judgement, similar: Sequence[str]) -> list[str]:
    """Why a typed move cannot be made, and what may have been meant."""
    if judgement.allowed:
        return [f"{judgement.text} may be chosen."]
    lines = [f"{judgement.text or 'This'} cannot be chosen:"]
    reasons = dict.fromkeys(
        objection.text for objection in judgement.objections if objection.kind != "not-evaluated"
    )
    lines += [f"  - {reason}" for reason in reasons] or ["  - it is none of the moves"]
    meant = [text.replace('"', "", 2) for text in judgement.meant[:3]] or list(similar)
    if meant:
        lines.append(f"Did you mean {' or '.join(meant)}?")
    return lines


def help_lines(session: Session) -> Iterator[str]:
    """The commands, how moves are typed, and the notes on the moves at hand."""
    yield "Type the number of what you choose, or the move itself, such as the name or codes of cards."
    yield "Tab completes what you type. You can also say:"
    for name, line in COMMANDS.items():
        yield f"  {name:6} {line}"
    if session.over:
        return
    for alternative in session.decision.choice.alternatives:
        if alternative.node.note:
            yield f"{alternative.label}: {_one_line(alternative.node.note)}"
    yield from _notes_of_zones(session)


def remark_lines(session: Session, seat: int | None) -> tuple[str, ...]:
    """The notes that hold for the time being, as far as a seat can tell."""
    remarks = () if session.over else session.machine.remarks(session.position, seat)
    return tuple([_one_line(remark) for remark in remarks])


def rules_lines(session: Session) -> Iterator[str]:
    """The game with its settings and all its notes."""
    program = session.program
    yield program.title
    if program.note:
        yield _one_line(program.note)
    low, high = session.game.players.start, session.game.players.stop - 1
    yield f"For {low if low == high else f'{low} to {high}'} players; {program.players} play."
    values = dict(program.settings)
    for setting in session.game.settings:
        note = f": {_one_line(setting.note)}" if setting.note else ""
        yield f"Setting {setting.name} = {_plain(values.get(setting.name))}{note}"
    yield from _notes_of_zones(session)
    for domain in program.domains:
        printed = _codes(domain)
        if printed:
            yield f"{domain.name}: {printed}"
    noted = [
        *[(domain.name, domain.note) for domain in program.domains],
        *[(family.name, family.note) for family in program.families],
        *[(counter.name, counter.note) for counter in program.counters],
        *[(variable.name, variable.note) for variable in program.variables],
        *[(meld.name, meld.note) for meld in program.melds],
        *[(phase.name, phase.note) for phase in program.phases],
    ]
    for name, note in noted:
        if note:
            yield f"{name}: {_one_line(note)}"


def _codes(domain: Domain) -> str:
    """The members of an enum with what is printed for them; nothing where that are their names."""
    pairs = list(zip(domain.members, domain.codes, strict=True))
    if all(code == member for member, code in pairs):
        return ""
    return ", ".join(f"{member} {code}" if code else f"{member} (no sign)" for member, code in pairs)


def _notes_of_zones(session: Session) -> Iterator[str]:
    for family in session.program.zones:
        if family.note:
            yield f"{family.name}: {_one_line(family.note)}"


def _one_line(note: str) -> str:
    return " ".join(note.split())
