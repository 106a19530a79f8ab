"""Plays a session for a program: one JSON object a line, each with the schema's version.

    start     the game, its settings, who sits where, the seed
    decision  who chooses, and the options as texts; for a person also what they see, and the answer is read:
              a line with the number of an option, from 1, or its text
    move      what was chosen; `events` is what was seen of it besides
    refused   a line that is no option, with the reasons
    result    the end: ranking, scores, rating, payoffs

When a person plays, nothing is told that they may not see: options of bots are left out then.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any, Final, TextIO

from interpreter.choices import Option
from interpreter.notation import Unclear, key_text
from interpreter.parse import match_option
from interpreter.program import Scalar
from ruledsl.cli.table import words
from ruledsl.tools.events import Viewer
from ruledsl.tools.picture import picture
from ruledsl.tools.session import Session

SCHEMA: Final = "ruledsl-play"
VERSION: Final = 1


class JsonLines:
    """Plays one session in JSON lines."""

    def __init__(self, session: Session, source: TextIO, target: TextIO) -> None:
        self.session = session
        self.source = source
        self.target = target
        self.letters = session.layout.seat_names

    def run(self) -> None:
        """Plays to the end. Raises EOFError when a person has to choose and there is nothing to read."""
        session = self.session
        settings: dict[str, Scalar] = dict(session.program.settings)
        self._put(
            "start",
            game=session.program.title,
            players=session.program.players,
            settings=settings,
            seats=dict(zip(self.letters, session.seats, strict=True)),
            seed=session.seed,
        )
        while not session.over:
            self._decision()
        self._put("result", choices=len(session.chosen), **self._result())

    def _put(self, kind: str, **facts: Any) -> None:
        document = {"schema": SCHEMA, "version": VERSION, "type": kind, **facts}
        self.target.write(json.dumps(document) + "\n")
        self.target.flush()

    # -- decisions -------------------------------------------------------------------------------

    def _decision(self) -> None:
        session = self.session
        seat = session.decision.seat
        person = session.is_person_due
        facts: dict[str, Any] = {
            "number": len(session.chosen) + 1,
            "seat": self.letters[seat],
            "player": session.seats[seat],
            "mode": session.decision.mode,
            "simultaneous": session.decision.simultaneous,
        }
        if person or not session.people:
            facts["options"] = session.texts
        if person:
            seen = picture(session.machine, session.position, seat)
            facts["zones"] = {name: list(cards) for name, cards in seen.zones.items()}
            facts["values"] = seen.values
        self._put("decision", **facts)
        option = self._read() if person else session.bot_option()
        shown = session.texts[session.options.index(option)] if person or not session.people else None
        session.take(option)
        self._tell(seat, option, shown)

    def _tell(self, seat: int, option: Option, shown: str | None) -> None:
        """The move, as whoever reads this may know it."""
        session = self.session
        viewer: Viewer = session.people[0] if session.people else None
        if len(session.people) > 1 and seat in session.people:
            viewer = seat
        line = session.log[viewer][-1]
        facts = {"move": line.text if shown is None else shown, "events": list(line.effects)}
        if shown is not None:
            facts["key"] = key_text(option)
        self._put("move", number=line.number, seat=self.letters[seat], **facts)

    def _read(self) -> Option:
        """What a person chooses; lines that are no option are answered with the reasons."""
        session = self.session
        while True:
            line = self.source.readline()
            if not line:
                raise EOFError
            text = line.strip()
            if text.isdigit() and 1 <= int(text) <= len(session.options):
                return session.options[int(text) - 1]
            found = match_option(session.machine, session.decision, text)
            if not isinstance(found, Unclear):
                return next(option for option in session.options if option.key == found.key)
            judgement = session.judge(text)
            reasons = [objection.text for objection in judgement.objections]
            self._put("refused", text=text, reasons=reasons, meant=list(judgement.meant))

    # -- the end ---------------------------------------------------------------------------------

    def _result(self) -> dict[str, Any]:
        outcome = self.session.outcome
        names = [f"team {n + 1}" for n in range(len(outcome.scores))] if outcome.by_team else self.letters
        rating = (
            None if outcome.rating is None else dict(zip(names, map(_value, outcome.rating), strict=False))
        )
        return {
            "no_result": outcome.no_result,
            "ranking": [[names[member] for member in place] for place in outcome.ranking],
            "scores": {
                name: [_value(value) for value in score]
                for name, score in zip(names, outcome.scores, strict=False)
            },
            "rating": rating,
            "payoffs": {
                letter: _value(value) for letter, value in zip(self.letters, outcome.payoffs, strict=True)
            },
            "summary": words.result_lines(self.session),
        }


def _value(value: Any) -> Any:
    """A value as JSON: fractions as text, such as `1/3`."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else str(value)
    if isinstance(value, tuple):
        return [_value(part) for part in value]
    return value if isinstance(value, bool | int | str | None) else str(value)
