"""A finding: a problem with the smallest game that shows it, and everything that is told of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Final

from attrs import frozen

from interpreter.hashing import state_hash
from ruledsl.model.config import SettingValue
from ruledsl.tools.faults import ADVICE
from ruledsl.tools.fuzzing.examples import make_example, position_text
from ruledsl.tools.fuzzing.playing import HARMLESS, Limits, Table
from ruledsl.tools.fuzzing.policies import ENDS, REFUSES
from ruledsl.tools.fuzzing.probes import Problem
from ruledsl.tools.fuzzing.scripts import Script
from ruledsl.tools.fuzzing.shrinking import Shrinker, Signature, signature
from ruledsl.tools.fuzzing.trail import Trail, follow
from ruledsl.tools.saved import save

SHOWN_CHANCE: Final = 60
"""So many outcomes of chance are told of one move."""

NO_EXAMPLE: Final = {
    "leak": "an example cannot compare two deals",
    "options": "an example cannot count options",
    "ranking": "an example cannot ask for the ranking",
    "engine": "this is not about the rules",
    "seat": "it takes many games to see this",
}
"""Why there is no example block for a kind of problem."""

TOO_MANY: Final = frozenset({"too-many-options", "options-budget"})
"""Codes of faults that are decisions with too many options, so many that they are not even listed."""

HINTS: Final = {
    "invariant": "mend the statement before it, or the invariant if that asks too much",
    "circle": "end the game, the round or the turn when everybody has passed or nobody can move",
    "comes-back": "let something be used up, or count passes and end the game after some",
    "no-progress": "let something be used up, or end the game after a number of rounds",
    "too-many": "take the choice apart with `keeps choosing`, or narrow it with a `where`",
    "payoff": "let `payoff` and `result` speak of the same score",
    "leak": "a variable, a condition or a count rests on cards that this player cannot know",
    "seat": "compare seats with `ruledsl simulate`, and change who begins or what the others get for it",
}
"""What to do about a problem, by its kind or code; for faults see `ruledsl.tools.faults`."""


@frozen
class Finding:
    """A problem, as plain data. `clause` is `file:line` with `source`, the text of that line; empty where
    there is none. `note`: nothing that has to be mended. `players`, `settings` and `script` make the game
    again; `moves` tells it. `given` is the position before the move that shows it, `example` a block that
    fails, `replay` a saved game; each empty where there is none. `policy`: how the first game that showed it
    was played, `game` its number, `games` in how many games it came up.
    """

    kind: str
    code: str
    clause: str
    text: str
    hint: str = ""
    source: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    note: bool = False
    players: int = 0
    settings: tuple[tuple[str, SettingValue], ...] = ()
    script: Script = ()
    moves: tuple[str, ...] = ()
    given: str = ""
    example: str = ""
    no_example: str = ""
    replay: str = ""
    policy: str = ""
    game: int = 0
    games: int = 1

    @property
    def signature(self) -> Signature:
        """By what findings are told apart."""
        return self.kind, self.code, self.clause

    @property
    def is_ours(self) -> bool:
        """Whether this is a fault of ruledsl, not of the rules."""
        return self.kind == "engine"

    @property
    def name(self) -> str:
        """A short name, the same for the same problem: a file can have it."""
        digest = hashlib.sha256(repr((self.code, self.clause, self.source)).encode()).hexdigest()[:8]
        return f"{self.kind}-{digest}"


def is_note(problem: Problem, policy: str) -> bool:
    """Whether a problem tells more of the way of playing than of the rules."""
    if problem.kind == "endless" and problem.code != "circle":
        return problem.code in HARMLESS or policy not in ENDS
    return (problem.kind == "options" or problem.code in TOO_MANY) and policy in REFUSES


def hint_for(problem: Problem) -> str:
    """What to do about a problem."""
    if problem.kind == "fault":
        return ADVICE.get(problem.code, "say in the rules what shall happen in this case")
    return HINTS.get(problem.code) or HINTS.get(problem.kind, "")


def simplest_first(tables: list[Table]) -> list[Table]:
    """From the fewest players and the most settings as usual."""
    return sorted(tables, key=lambda table: (table.config.players, len(table.config.settings)))


def make_finding(
    table: Table, others: Iterator[Table], problem: Problem, script: Script, policy: str, game: int,
    limits: Limits,
) -> Finding:  # fmt: skip
    """Shrinks what was found and tells it. `others`: the tables to try, from the simplest."""
    wanted = signature(table, problem)
    shrinkable = not (problem.kind == "endless" and problem.code in {"no-progress", *HARMLESS})
    if shrinkable:
        shrinker = Shrinker.for_problem(wanted, limits)
        table, script = shrinker.elsewhere(others, script, table)
        script = shrinker.shrink(table, script)
        last = shrinker.game(table, script)
        if last is not None and last.problem is not None:
            problem = last.problem
    trail = follow(table, script)
    at = _from_move(table, trail, problem)
    shown = make_example(table, trail, problem, at)
    return Finding(
        kind=problem.kind,
        code=problem.code,
        clause=wanted[2] or table.place(problem.origin),
        text=problem.text,
        hint=hint_for(problem),
        source=_source(table, problem),
        facts=problem.facts,
        note=is_note(problem, policy),
        players=table.config.players,
        settings=tuple(table.config.settings.items()),
        script=script,
        moves=tuple(_told(trail)),
        given=(shown.given if shown is not None else "") or position_text(table, trail, at),
        example="" if shown is None else shown.text,
        no_example="" if shown else NO_EXAMPLE.get(problem.kind, "no example was found that fails like this"),
        replay=save(table.game, trail.record()),
        policy=policy,
        game=game,
    )


def make_note(table: Table, problem: Problem, policy: str, game: int) -> Finding:
    """What is told of a problem that is no reproach to the rules: nothing is shrunk."""
    return Finding(
        kind=problem.kind,
        code=problem.code,
        clause=table.place(problem.origin),
        text=problem.text,
        source=_source(table, problem),
        note=True,
        players=table.config.players,
        settings=tuple(table.config.settings.items()),
        policy=policy,
        game=game,
    )


def _source(table: Table, problem: Problem) -> str:
    if not 0 <= problem.origin < len(table.origins):
        return ""
    span = table.origins[problem.origin]
    return span.source.line_text(span.line).strip()


def _from_move(table: Table, trail: Trail, problem: Problem) -> int:
    """The number of the move before which the position is told."""
    if problem.kind == "endless" and trail.last is not None and not trail.last.over:
        layout = table.thinking.layout
        last = state_hash(layout, trail.last)
        for number, move in enumerate(trail.moves):
            if state_hash(layout, move.before) == last:
                return number
    if problem.kind in ("leak", "options") or trail.fails_at_listing:
        return len(trail.moves)
    return len(trail.moves) - 1


def _told(trail: Trail) -> Iterator[str]:
    """The game move by move."""
    if trail.chance:
        yield f"chance: {_shown(trail.chance)}"
    for move in trail.moves:
        chance = f" (chance: {_shown(move.chance)})" if move.chance else ""
        yield f"{move.seat_name}: {move.text}{chance}"


def _shown(chance: tuple[str, ...]) -> str:
    more = f" and {len(chance) - SHOWN_CHANCE:,} more" if len(chance) > SHOWN_CHANCE else ""
    return " ".join(chance[:SHOWN_CHANCE]) + more
