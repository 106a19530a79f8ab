"""A ready `example` block that fails for as long as a problem is there.

Each way of writing it is tried and run, and only one that fails because of the problem is handed out: first
from the position before the last move, then the whole game from its beginning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Final

from attrs import frozen

from interpreter.faults import EngineBug, Refused
from interpreter.setup.facts import SetUpError
from ruledsl.diagnostics import has_errors
from ruledsl.pipeline import RulesError
from ruledsl.source import Source
from ruledsl.syntax import nodes, parse
from ruledsl.tools.fuzzing.given import NotWritable, configuration_facts, givens
from ruledsl.tools.fuzzing.playing import Table
from ruledsl.tools.fuzzing.probes import Problem
from ruledsl.tools.fuzzing.trail import Move, Trail
from ruledsl.tools.testing import Result, run_extra_examples

NO_LABEL: Final = "anything else"
"""A label that no option has."""

WIDTH: Final = 100
"""Lines of a block are broken before this column."""

MOST_CHANCE: Final = 300
"""A game with more outcomes of chance is not written out."""

MOST_GIVENS: Final = 6
"""So many ways of writing a position are tried."""

EXAMPLES_FOR: Final = frozenset({"fault", "invariant", "endless"})
"""Kinds of problems that an example can show. Leaks, numbers of options and rankings cannot be asked for."""


@frozen
class Shown:
    """A block to paste, and the position from which it starts (empty: the beginning of the game)."""

    text: str
    given: str


def make_example(table: Table, trail: Trail, problem: Problem, from_move: int) -> Shown | None:
    """A block that fails, or None when none can show the problem.

    `from_move`: the number of the move, from 0, before which the position is wanted.
    """
    if problem.kind not in EXAMPLES_FOR:
        return None
    expected = _expected(table, problem)
    if expected is None:
        return None
    title = f"found by fuzz: {problem.code if problem.kind != 'invariant' else problem.kind}".replace(
        '"', "'"
    )
    if sum(len(move.chance) for move in trail.moves) + len(trail.chance) > MOST_CHANCE:
        return None
    beginnings = _beginnings(table, trail, from_move)
    for (given, moves), short in product(beginnings, (False, True)):
        lines = [*_wrapped(f"given {given}")]
        if moves is trail.moves and trail.chance:
            lines += _wrapped(f"chance [{' '.join(trail.chance)}]")
        for move in moves:
            lines += _move(move, short)
        lines += _listing(table, trail, problem)
        lines += [expected] if expected else []
        text = f'example "{title}" {{\n' + "".join(f"    {line}\n" for line in lines) + "}\n"
        if _fails(table, text, problem):
            return Shown(text, "" if moves is trail.moves else given)
    return None


def position_text(table: Table, trail: Trail, from_move: int) -> str:
    """The position before a move in the notation of `given`, as well as it can be written; empty for none."""
    positions = trail.positions
    if not 0 <= from_move < len(positions) or positions[from_move].over:
        return ""
    try:
        return next(iter(givens(table, positions[from_move])), "")
    except NotWritable:
        return ""


def _beginnings(table: Table, trail: Trail, from_move: int) -> Iterator[tuple[str, Sequence[Move]]]:
    positions = trail.positions
    if 0 <= from_move < len(positions) and not positions[from_move].over:
        try:
            for given in islice(givens(table, positions[from_move]), MOST_GIVENS):
                yield given, trail.moves[from_move:]
        except NotWritable:
            pass  # the game is told from its beginning
    yield ", ".join(configuration_facts(table)), trail.moves


def _move(move: Move, short: bool) -> list[str]:
    if move.option.kind != "option":
        lines = [f"{move.seat_name} passes"]
    else:
        lines = [f"{move.seat_name} does {move.short if short else move.text}"]
    return [*lines, *(_wrapped(f"chance [{' '.join(move.chance)}]") if move.chance else [])]


def _listing(table: Table, trail: Trail, problem: Problem) -> list[str]:
    """Where the fault comes when options are listed, a step that has them listed and else holds."""
    at = trail.at_decision
    if problem.kind != "fault" or at is None or not trail.fails_at_listing:
        return []
    seat = table.thinking.layout.seat_names[table.thinking.decision(at).seat]
    return [f'{seat} cannot "{NO_LABEL}"']


def _expected(table: Table, problem: Problem) -> str | None:
    """The line that fails; empty where a move fails by itself, None where it cannot be written."""
    if problem.kind == "fault":
        return ""
    if problem.kind == "endless":
        return None if problem.code in ("long", "no-progress") else "expect over"
    return _invariant(table, problem.origin)


def _invariant(table: Table, origin: int) -> str | None:
    """The condition of an invariant, asked of everything that it speaks of."""
    if not 0 <= origin < len(table.origins):
        return None
    wanted = table.origins[origin]
    for entry in table.game.effective.all(nodes.Invariant):
        node = entry.declaration
        if not isinstance(node, nodes.Invariant) or node.span != wanted:
            continue
        condition = " ".join(node.condition.span.text.split())
        if not node.clause.generators:
            return f"expect {condition}"
        generators = ", ".join(" ".join(each.span.text.split()) for each in node.clause.generators)
        tests = [" ".join(each.condition.span.text.split()) for each in node.clause.conditions]
        where = " and ".join([*(f"({test})" for test in tests), f"not ({condition})"])
        return f"expect count({generators} where {where}) is 0"
    return None


def _wrapped(line: str) -> list[str]:
    """A line, broken behind commas, or blanks where there are none, when it is too long."""
    if len(line) <= WIDTH:
        return [line]
    break_at = ", " if ", " in line else " "
    found, current = [], ""
    for word in line.split(break_at):
        if current and len(current) + len(break_at) + len(word) > WIDTH:
            found.append((current + break_at).rstrip())
            current = "    " + word
        else:
            current = f"{current}{break_at}{word}" if current else word
    return [*found, current]


def _fails(table: Table, text: str, problem: Problem) -> bool:
    """Whether the block can be read, and fails because of this very problem."""
    result = run_block(table, text)
    if result is None or result.failure is None:
        return False
    if problem.kind == "fault":
        where = table.place(problem.origin)
        return result.failure.actual.startswith(problem.code) and where in result.failure.actual
    expected = text.strip().splitlines()[-2].strip()
    return result.failure.expected in expected


def run_block(table: Table, text: str) -> Result | None:
    """What comes of an example block in this game; None when it cannot be read or set up."""
    tree, problems = parse(Source("example", text))
    found = [each for each in tree.declarations if isinstance(each, nodes.Example)]
    if has_errors(problems) or len(found) != 1:
        return None
    try:
        [result] = run_extra_examples(table.game, found)
    except (RulesError, SetUpError, Refused, EngineBug):
        return None
    return result
