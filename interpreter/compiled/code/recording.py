"""Whole random games with a record of each: what `interpreter/compiled/recorder.py` reads.

`record_games(count, budget)` plays games of which the seeds stand in `game_seeds`: state and
stream of the game, then of each seat, whose choices are made as `chance.decision_generator` says. It gives
how many were played; it goes on where it was when a run ended by a fault. For each game there is a row in
`row_log`; the course of the score stands in `moment_log` (decisions made, rule, values), the numbers of
options in `option_log`.

The score is what `result` ranks by first. While it is read `scoring[0]` is 1: a fault then says only that
there is none.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from interpreter.chance import SPLIT_STEP
from interpreter.compiled.code.choices import choices
from interpreter.compiled.code.mixing import signed, write_mixing
from interpreter.compiled.code.race import RACE, members_of_rules, write_race
from interpreter.compiled.code.results import choose_rule
from interpreter.compiled.code.unit import Context, Unit
from interpreter.compiled.code.writer import Lines
from interpreter.compiled.fault_codes import NUMBERS
from interpreter.compiled.kernel import NONE
from interpreter.counting import UseCounts
from interpreter.program import TEAM_DOMAIN, ResultRule

GAMES: Final = 512
"""So many games are played in one call at most."""

_LOG: Final = 1 << 20
"""Elements of the logs; what is not touched costs nothing."""

ALWAYS: Final = -1
"""A place that counts 1 in every game."""


Places = tuple[int, ...]
"""Places of `UseCounts`, or ALWAYS; what is counted there is added up."""


@frozen
class Recording:
    """What a kernel that records has to count, in the places of `uses`.

    `turns`, `rounds`: what counts the length of a game. `clauses`: for each clause of the rules what says
    that play came to it, that it did what it says, and that it was offered.
    """

    uses: UseCounts
    turns: Places = ()
    rounds: Places = ()
    clauses: tuple[tuple[Places, Places, Places], ...] = ()


USE_TOTALS: Final = 5
"""Of each clause: games that came to it; games in which it did what it says, and how often; games that
offered it, and how often."""


@frozen
class Row:
    """Where what stands in a row of `row_log`; for so many `players` and `clauses`."""

    players: int
    clauses: int

    DECISIONS = 0
    NO_RESULT = 1
    RULE = 2
    """the rule of `result` by which the score was read at the end, -1: there is none"""
    JUDGED = 3
    """the rule of `result` that judged, -1: none"""
    UNIT = 4
    """what the payoffs are parts of"""
    TURNS = 5
    ROUNDS = 6
    OPTIONS = 7
    """the first and the end in `option_log`"""
    COURSE = 9
    """what `race.RACE` names"""
    PLACES = COURSE + len(RACE)

    @property
    def worth(self) -> int:
        """The first of the payoffs."""
        return self.PLACES + self.players

    @property
    def score(self) -> int:
        """The first of the seats' scores at the end."""
        return self.worth + self.players

    @property
    def uses(self) -> int:
        """The first of the clauses: reached, then fired, then offered."""
        return self.score + self.players

    @property
    def size(self) -> int:
        """How many numbers a row has."""
        return self.uses + 3 * self.clauses


def write_recording(unit: Unit, recording: Recording, straight: bool) -> None:
    """All functions of the module; `straight`: the games are played without a stack."""
    players = unit.layout.players
    row = Row(players, len(recording.clauses))
    unit.declarations += [
        f"game_seeds = scratch_i64({GAMES * 2 * (players + 1)})",
        f"row_log = scratch_i64({GAMES * row.size})",
        f"use_totals = scratch_i64({max(1, USE_TOTALS * row.clauses)})",
        f"moment_log = scratch_i64({_LOG})",
        f"option_log = scratch_i32({_LOG})",
        "moment_end = scratch_i64(1)",
        "option_end = scratch_i64(1)",
        "games_done = scratch_i64(1)",
        "under_way = scratch_i64(1)",
        "scoring = scratch_i64(1)",
        "score_rule = scratch_i64(1)",
        f"score_now = scratch_i64({max(2, players)})",
    ]
    _write_score(unit)
    _write_note_score(unit)
    _write_note_decision(unit, recording.uses)
    _write_generator(unit)
    write_race(unit)
    _write_row(unit, row)
    _write_uses(unit, recording, row)
    _write_record(unit, straight, len(recording.uses.counts))


# ---------------------------------------------------------------------------------------------
# The score


def _write_score(unit: Unit) -> None:
    """`read_score`: 1 where `score_rule` and `score_now` say how the score stands."""
    c = Context(unit, Lines())
    c.is_soft = True
    choose_rule(c, "score", _write_values)
    unit.add("read_score", "", c.out)


def _write_values(unit: Unit, number: int, rule: ResultRule) -> None:
    members = unit.program.teams if rule.domain == TEAM_DOMAIN else unit.layout.players
    c = Context(unit, Lines())
    c.origin = rule.origin
    c.is_soft = True
    if not rule.keys or c.kind(rule.keys[0].value).form != "number":
        c.out("return 0")
    else:
        key = rule.keys[0].value
        with c.out.under(f"for member in range(0, {members}):"), c.binding({rule.cell: "member"}):
            value = c.hold(c(key), "value")
            if c.kind(key).none:
                with c.out.under(f"if {value} == {NONE}:"):
                    c.out("return 0")
            c.out(f"score_now[member] = {value}")
        c.out(f"score_rule[0] = {number}")
        c.out("return 1")
    unit.add(f"score_{number}", "", c.out)


def _write_note_score(unit: Unit) -> None:
    """The score goes into `moment_log` when it has changed; `score_rule[0]` is -1 where there is none."""
    players = unit.layout.players
    width = players + 2
    out = Lines()
    for line in (
        "top = heap_top[0]", "work = work_left[0]", "was_pure = pure[0]", "pure[0] = 1", "noting[0] = 0",
        "scoring[0] = 1", "work_left[0] = WORK", "score_rule[0] = -1", "found = read_score()",
    ):  # fmt: skip
        out(line)
    with out.under("if found == 0:"):
        out("score_rule[0] = -1")
    for line in (
        "scoring[0] = 0", "noting[0] = 1", "pure[0] = was_pure", "work_left[0] = work", "heap_top[0] = top",
    ):  # fmt: skip
        out(line)
    with out.under("if found == 0:"):
        out("return")
    out("at = moment_end[0]")
    with out.under("if at > moments_from[0]:"):
        out(f"last = at - {width}")
        out("same = moment_log[last + 1] == score_rule[0]")
        with out.under(f"for member in range(0, {players}):"):
            out("same = same & (moment_log[last + 2 + member] == score_now[member])")
        with out.under("if same:"):
            out("return")
    with out.under(f"if at + {width} > {_LOG}:"):
        out(f"fault({NUMBERS['beyond-kernel']}, -1)")
    out("moment_log[at] = decisions[0]")
    out("moment_log[at + 1] = score_rule[0]")
    out(f"copy(moment_log, at + 2, score_now, 0, {players})")
    out(f"moment_end[0] = at + {width}")
    unit.declarations += ["moments_from = scratch_i64(1)", "options_from = scratch_i64(1)"]
    unit.add("note_score", "", out)


# ---------------------------------------------------------------------------------------------
# Decisions


def _write_note_decision(unit: Unit, uses: UseCounts) -> None:
    """`note_options(n)` how many there are; `note_decision(n)` all about a decision whose options are
    listed."""
    out = Lines()
    with out.under(f"if option_end[0] >= {_LOG}:"):
        out(f"fault({NUMBERS['beyond-kernel']}, -1)")
    out("option_log[option_end[0]] = n")
    out("option_end[0] += 1")
    unit.add("note_options", "n", out)
    out = Lines()
    out("d = depth[0] - 1")
    out("block = frame_a[d]")
    out("index = frame_b[d]")
    out("own = frame_kind[d]")
    from interpreter.compiled.code.frames import TOGETHER
    from interpreter.compiled.code.together import loops

    if loops(unit):
        with out.under(f"if own == {TOGETHER}:"):
            out("block = own_block[0]")
            out("index = own_index[0]")
    out("base = 0")
    for number, (block, index, node) in enumerate(choices(unit)):
        with out.under(f"{'if' if number == 0 else 'elif'} block == {block} and index == {index}:"):
            out(f"base = {uses.offered(block, index, 0) if node.alternatives else 0}")
    out("last = -1")
    with out.under("for k in range(0, n):"):
        out("alternative = heap[option_at[k]]")
        with out.under("if alternative != last and alternative >= 0:"):
            out("use_counts[base + alternative] += 1")
            out("last = alternative")
    out("note_options(n)")
    out("note_score()")
    out("use_generator(chooser_now[0])")
    unit.add("note_decision", "n", out)


def _write_generator(unit: Unit) -> None:
    """`use_generator(seat)`: the chance of a seat for the decision that is due; see
    `chance.decision_generator`."""
    width = 2 * (unit.layout.players + 1)
    out = Lines()
    out(f"at = games_done[0] * {width} + 2 + 2 * seat")
    out(f"z = add_wrap(game_seeds[at], mul_wrap(decisions[0], {signed(SPLIT_STEP)}))")
    write_mixing(out)
    out("start_generator(z, game_seeds[at + 1])")
    unit.add("use_generator", "seat", out)
    out = Lines()
    # the first step of a generator that stands at 0 leads to its increment
    out("bot[1] = add_wrap(stream, stream) | 1")
    out("bot[0] = add_wrap(mul_wrap(add_wrap(bot[1], state), 6364136223846793005), bot[1])")
    unit.add("start_generator", "state, stream", out)
    out = Lines()
    # as `chance.below`, in place of what is quicker where the choices need not be those of a bot
    with out.under("if n == 1:"):
        out("return 0")
    out("threshold = 4294967296 % n")
    out("number = bot_output()")
    with out.under("while number < threshold:"):
        out("number = bot_output()")
    out("return number % n")
    unit.add("pick_below", "n", out)


# ---------------------------------------------------------------------------------------------
# Games


def _write_row(unit: Unit, row: Row) -> None:
    """The row of a game that is over."""
    players = row.players
    out = Lines()
    out(f"at = games_done[0] * {row.size}")
    out(f"row_log[at + {row.DECISIONS}] = decisions[0]")
    out(f"row_log[at + {row.NO_RESULT}] = no_result[0]")
    out(f"row_log[at + {row.RULE}] = score_rule[0]")
    out(f"row_log[at + {row.OPTIONS}] = options_from[0]")
    out(f"row_log[at + {row.OPTIONS + 1}] = option_end[0]")
    with out.under("if no_result[0] == 0:"):
        out("judge()")
        out("race()")
        out(f"row_log[at + {row.UNIT}] = worth_unit[0]")
        out(f"row_log[at + {row.JUDGED}] = judged[0]")
        for number, name in enumerate(RACE):
            out(f"row_log[at + {row.COURSE + number}] = {name}[0]")
        members = unit.table([*members_of_rules(unit.program), players], "members_of")
        out(f"members = {members}[judged[0] if judged[0] >= 0 else {len(unit.program.results)}]")
        with out.under(f"for seat in range(0, {players}):"):
            out(f"row_log[at + {row.PLACES} + seat] = place_of[seat]")
            out(f"row_log[at + {row.worth} + seat] = worth[seat]")
            out(f"row_log[at + {row.score} + seat] = score_now[seat % members]")
    out("note_uses(at)")
    unit.add("write_row", "", out)


def _write_uses(unit: Unit, recording: Recording, row: Row) -> None:
    """`note_uses(at)`: what was used goes into the row at this place, and into `use_totals`."""
    out = Lines()
    for place, of in ((row.TURNS, recording.turns), (row.ROUNDS, recording.rounds)):
        out(f"row_log[at + {place}] = {' + '.join(f'use_counts[{each}]' for each in of) or '0'}")
    groups = [group for kind in range(3) for group in (clause[kind] for clause in recording.clauses)]
    starts, places = [0], list[int]()
    for group in groups:
        places += [place for place in group if place != ALWAYS]
        starts.append(len(places))
    if groups:
        of_group, first = unit.table(places or [0], "counted"), unit.table(starts, "counted_from")
        fixed = unit.table([group.count(ALWAYS) for group in groups], "counted_always")
        with out.under(f"for i in range(0, {len(groups)}):"):
            out(f"total = {fixed}[i]")
            with out.under(f"for j in range({first}[i], {first}[i + 1]):"):
                out(f"total += use_counts[{of_group}[j]]")
            out(f"row_log[at + {row.uses} + i] = total")
        with out.under(f"for i in range(0, {row.clauses}):"):
            out(f"at_clause = at + {row.uses} + i")
            with out.under("if row_log[at_clause]:"):
                out(f"to = i * {USE_TOTALS}")
                out("use_totals[to] += 1")
                for kind, place in ((1, 1), (2, 3)):
                    out(f"so_often = row_log[at_clause + {kind * row.clauses}]")
                    out(f"use_totals[to + {place}] += so_often > 0")
                    out(f"use_totals[to + {place + 1}] += so_often")
    unit.add("note_uses", "at", out)


def _write_record(unit: Unit, straight: bool, counts: int) -> None:
    width = 2 * (unit.layout.players + 1)
    most = (unit.layout.players + 2) * 2
    out = Lines()
    with out.under("while games_done[0] < count:"):
        with out.under("if under_way[0] == 0:"):
            # the logs are emptied by whoever reads them
            with out.under(
                f"if games_done[0] > 0 and (moment_end[0] > {_LOG // most} or option_end[0] > {_LOG // 2}):"
            ):
                out("return games_done[0]")
            for line in (
                "reset()", f"fill(use_counts, 0, {max(1, counts)}, 0)",
                "playing[0] = 1", "noting[0] = 1", "scoring[0] = 0",
                "moments_from[0] = moment_end[0]", "options_from[0] = option_end[0]",
                f"at = games_done[0] * {width}", "start_generator(game_seeds[at], game_seeds[at + 1])",
                "generator[0] = bot[0]", "generator[1] = bot[1]", "under_way[0] = 1",
            ):  # fmt: skip
                out(line)
            out("play_straight(budget)" if straight else "begin(budget)")
        out("note_score()" if straight else "record_on(budget)")
        out("write_row()")
        out("under_way[0] = 0")
        out("games_done[0] += 1")
    out("return games_done[0]")
    unit.add("record_games", "count, budget", out)
    if not straight:
        _write_record_on(unit)


def _write_record_on(unit: Unit) -> None:
    """`record_on`: from the decision that is due to the end, step by step."""
    out = Lines()
    # after a fault while the score was read, play goes on behind it
    with out.under("if scoring[0]:"):
        out("scoring[0] = 0")
        out("noting[0] = 1")
        out("pure[0] = 0")
        out("score_rule[0] = -1")
        with out.under("if over[0] == 0:"):
            out("use_generator(chooser_now[0])")
            out("take(pick_below(options[0]), budget)")
        with out.under("else:"):
            out("return")
    with out.under("while over[0] == 0:"):
        out("n = offer()")
        out("note_decision(n)")
        out("take(pick_below(n), budget)")
    out("note_score()")
    unit.add("record_on", "budget", out)
