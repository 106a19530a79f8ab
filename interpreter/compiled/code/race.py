"""How the lead went in a game that was recorded: what `ruledsl simulate` tells of the course of the score.

`race()` comes after `judge()`. It reads the score as it went (`moment_log`, as far as the rule counted that
counts at the end) and writes `first_shared` (how many members have the first place), `all_first` (1: all of
them), `win_margin` (between the first and the second), `lead_changes` (of the sole leader), `was_behind`
(whether the sole winner was so when half of the decisions had been made) and `lead_deficit` (by how much at
most). What there is not is NONE.
"""

from __future__ import annotations

from interpreter.compiled.code.unit import Unit
from interpreter.compiled.code.writer import Lines
from interpreter.compiled.kernel import NONE
from interpreter.program import TEAM_DOMAIN, Program

RACE = ("first_shared", "all_first", "win_margin", "lead_changes", "was_behind", "lead_deficit")


def members_of_rules(program: Program) -> list[int]:
    """How many are ranked by each rule of `result`."""
    return [program.teams if rule.domain == TEAM_DOMAIN else program.players for rule in program.results]


def write_race(unit: Unit) -> None:
    """`race` and what it calls."""
    program, players = unit.program, unit.layout.players
    unit.declarations += [f"{name} = scratch_i64(1)" for name in RACE]
    # the last entry is for -1: no rule
    members = unit.table([*members_of_rules(program), players], "members_of")
    rules = len(program.results)
    out = Lines()
    for name in RACE[2:]:
        out(f"{name}[0] = {NONE}")
    out(f"members = {members}[judged[0] if judged[0] >= 0 else {rules}]")
    out("first = 0")
    out("winner = 0")
    with out.under("for member in range(0, members):"), out.under("if place_of[member] == 0:"):
        out("first += 1")
        out("winner = member")
    out("first_shared[0] = first")
    out("all_first[0] = first == members")
    out("rule = score_rule[0]")
    with out.under(f"if rule >= 0 and {members}[max(rule, 0)] > 1:"):
        signs = [(1 if rule.keys[0].most else -1) if rule.keys else 1 for rule in program.results]
        out(f"sign = {unit.table(signs or [1], 'sign_of')}[rule]")
        out(f"margin_of({members}[rule], sign)")
        out(f"run_race(rule, {members}[rule], sign, winner if first == 1 else -1)")
    unit.add("race", "", out)
    _write_margin(unit)
    _write_run(unit, players + 2)


def _write_margin(unit: Unit) -> None:
    out = Lines()
    out("best = sign * score_now[0]")
    out("next = sign * score_now[1]")
    with out.under("if next > best:"):
        out("best = sign * score_now[1]")
        out("next = sign * score_now[0]")
    with out.under("for member in range(2, members):"):
        out("value = sign * score_now[member]")
        with out.under("if value > best:"):
            out("next = best")
            out("best = value")
        with out.under("elif value > next:"):
            out("next = value")
    out("win_margin[0] = best - next")
    unit.add("margin_of", "members, sign", out)


def _write_run(unit: Unit, width: int) -> None:
    """Nothing is told of a score that stands still until the last decision."""
    out = Lines()
    out("early = 0")
    out("changes = 0")
    out("leader = -1")
    out("most_behind = 0")
    out("half = 0")
    with out.under(f"for i in range(0, (moment_end[0] - moments_from[0]) // {width}):"):
        out(f"at = moments_from[0] + i * {width}")
        with out.under("if moment_log[at + 1] == rule:"):
            out("early += moment_log[at] < decisions[0]")
            out("ahead = sign * moment_log[at + 2]")
            out("who = 0")
            out("alone = 1")
            with out.under("for member in range(1, members):"):
                out("value = sign * moment_log[at + 2 + member]")
                with out.under("if value > ahead:"):
                    out("ahead = value")
                    out("who = member")
                    out("alone = 1")
                with out.under("elif value == ahead:"):
                    out("alone = 0")
            with out.under("if alone:"):
                out("changes += leader >= 0 and leader != who")
                out("leader = who")
            with out.under("if winner >= 0:"):
                out("gap = ahead - sign * moment_log[at + 2 + winner]")
                out("most_behind = max(most_behind, gap)")
                with out.under("if 2 * moment_log[at] <= decisions[0]:"):
                    out("half = gap > 0")
    with out.under("if early >= 2:"):
        out("lead_changes[0] = changes")
        with out.under("if winner >= 0:"):
            out("was_behind[0] = half")
            out("lead_deficit[0] = most_behind")
    unit.add("run_race", "rule, members, sign, winner", out)
