"""The games of a simulation as a table, a line for each game (RFC 4180)."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, BinaryIO, Final

from ruledsl.cli.errors import Problem
from ruledsl.cli.study.numbers import score

if TYPE_CHECKING:
    from ruledsl.tools.simulation.playout import Played

_SHARED: Final = (
    "number", "seed", "decisions", "turns", "rounds", "result", "margin", "lead_changes", "behind_at_half",
)  # fmt: skip
_BY_SEAT: Final = ("bot", "place", "score", "payoff")


class GameTable:
    """Writes games as lines of a CSV file; places count from 1, what there is not is left empty.

    With `is_pair` a first column, `of`, says whether a game is of A or of B. `names`: for the games of A (or
    all), and those of B, the names of members where scores are places of members of an enum.

    When that fails (a full disk), the games go on without it, and `close` raises what was wrong.
    """

    def __init__(
        self, file: BinaryIO, players: int, names: Sequence[Sequence[str]], is_pair: bool = False
    ) -> None:
        self._names = names
        self._text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
        self._lines = csv.writer(self._text)
        self._problem: Problem | None = None
        letters = [chr(ord("A") + seat) for seat in range(players)]
        first = ["of"] if is_pair else []
        self._lines.writerow(
            [*first, *_SHARED, *[f"{name}_{letter}" for letter in letters for name in _BY_SEAT]]
        )

    def write(self, games: Sequence[Played]) -> None:
        """Writes these games."""
        self._write([_line(game, self._names[0]) for game in games])

    def write_pairs(self, games: Sequence[tuple[Played, Played]]) -> None:
        """Writes these games, each of A and of B."""
        self._write(
            [
                [of, *_line(game, names)]
                for pair in games
                for of, game, names in zip("AB", pair, self._names, strict=True)
            ]
        )

    def _write(self, lines: list[list[object]]) -> None:
        if self._problem is None:
            try:
                self._lines.writerows(lines)
            except Problem as problem:
                self._problem = problem

    def close(self) -> None:
        """Hands over what is left, and lets go of the file without closing it. Raises `Problem`."""
        if self._problem is not None:
            raise self._problem
        self._text.flush()
        self._text.detach()


def _line(game: Played, names: Sequence[str]) -> list[object]:
    ended = "fault" if game.fault is not None else "yes" if game.has_result else "no"
    shared = (game.number, game.seed, game.decisions, game.turns, game.rounds, ended, game.margin,
              game.lead_changes, _yes(game.behind_at_half))  # fmt: skip
    found: list[object] = ["" if value is None else value for value in shared]
    for seat, bot in enumerate(game.seating):
        found.append(bot)
        if game.has_result:
            value = game.scores[seat]
            told = "" if value is None else score(value, names) if names else value
            found += [game.places[seat] + 1, told, game.payoffs[seat]]
        else:
            found += ["", "", ""]
    return found


def _yes(value: bool | None) -> str | None:
    return None if value is None else "yes" if value else "no"
