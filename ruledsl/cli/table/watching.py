"""Plays a session of bots and tells each move in a line."""

from __future__ import annotations

from ruledsl.cli.table import words
from ruledsl.cli.table.screen import Screen
from ruledsl.tools.session import Session


def watch(session: Session, screen: Screen) -> None:
    """Plays to the end; each move is told as it is made."""
    names = ", ".join(session.name(seat) for seat in range(session.program.players))
    screen.say([f"{session.program.title}: {names}"])
    told = 0
    while True:
        log = session.log[None]
        screen.say([words.event_line(session, None, event) for event in log[told:]])
        told = len(log)
        if session.over:
            break
        session.take(session.bot_option())
    screen.say(["", words.winner_line(session, None), *words.result_lines(session)])
